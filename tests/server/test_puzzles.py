"""The puzzle of the day: each browser's first answer counts, and the right one stays hidden until it is given."""

from __future__ import annotations

import datetime
import time
from collections.abc import Callable
from typing import Any

import pytest

from facedown.core.contract import Contract
from facedown.core.values import Choice, Puzzle
from facedown.games.clocktower.game import Clocktower
from facedown.server.site.catalogue import AGAIN
from tests.server.harness import PATIENCE
from tests.server.within import Within

PUZZLE = "/api/games/clocktower/puzzle"


def posed(_: Contract[Any, Any, Any], seed: str) -> Puzzle:
    """A puzzle that is made in no time, of this seed."""
    names = ("Ada", "Bo", "Cy")
    why = tuple((f"{name} cannot be it.",) for name in names)
    return Puzzle(f"Who of {seed}?", "easy", (), tuple(Choice(name, ()) for name in names), 2, why)


def test_the_first_answer_of_each_browser_counts_and_the_day_is_everybodys(
    own_app: Callable[..., Within], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Clocktower, "puzzle", posed)
    app = own_app()
    shown = app.ask(PUZZLE)[1]
    today = datetime.date.fromisoformat(shown["day"])
    assert shown["asks"] == f"Who of {today}?"
    assert (shown["tried"], shown["solved"], {"answer", "why"} & shown.keys()) == (0, 0, set())

    def answer(choice: int, who: str, day: datetime.date = today) -> tuple[int, dict[str, object]]:
        return app.ask(PUZZLE, {"day": str(day), "choice": choice, "key": who * 20})

    wrong = {"right": False, "why": [["Ada cannot be it."]], "tried": 1, "solved": 0}
    assert answer(0, "a") == (200, wrong)
    status, right = answer(2, "a")
    assert (status, right["right"], right["tried"], right["solved"]) == (200, True, 1, 0), "the first one counts"
    assert right["why"] == [["Cy cannot be it."], ["Ada cannot be it."], ["Bo cannot be it."]]
    answer(2, "b")
    app.kill()
    app.start()
    shown = app.ask(PUZZLE)[1]
    assert (shown["tried"], shown["solved"]) == (2, 1)
    yesterday = today - datetime.timedelta(1)
    assert answer(2, "a", yesterday)[1]["tried"] == 1, "whoever began before midnight can end"
    for choice, day in ((3, today), (0, today - datetime.timedelta(2)), (0, today + datetime.timedelta(1))):
        assert answer(choice, "c", day)[0] in (400, 404)
    assert app.ask("/api/games/gotcha/puzzle")[0] == 404
    assert app.ask("/api/games/no-game/puzzle")[0] == 404


def test_a_puzzle_that_cannot_be_made_is_tried_again_after_a_while(
    own_app: Callable[..., Within], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    tried: list[str] = []

    def fails(_: Contract[Any, Any, Any], seed: str) -> Puzzle:
        tried.append(seed)
        raise AssertionError("there is no such puzzle")

    monkeypatch.setattr(Clocktower, "puzzle", fails)
    app = own_app()
    for _ in range(3):
        status, trouble = app.ask(PUZZLE)
        assert (status, trouble["why"]) == (500, "broken")
    assert (len(tried), caplog.text.count("could not be made")) == (1, 1)
    monkeypatch.setattr(Clocktower, "puzzle", posed)
    yesterday = datetime.datetime.now(datetime.UTC).date() - datetime.timedelta(1)
    assert app.ask(PUZZLE, {"day": str(yesterday), "choice": 0, "key": "a" * 20})[0] == 200, "another day's is made"
    app.pass_by(AGAIN)
    end = time.monotonic() + PATIENCE
    while app.ask(PUZZLE)[0] != 200:  # until that timer has run
        assert time.monotonic() < end
