"""An error in rules, bots or words is logged once a table; the table goes on, or is closed with a sentence."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable
from typing import Any

import pytest

import facedown
from facedown.agents import agent
from facedown.core.flat import FlatContract
from facedown.server import app as application
from facedown.server.rooms.registry import OpenTables
from tests.server.harness import PATIENCE, Person
from tests.server.within import Within

LOGGERS = "facedown.server"


class Planted(Exception):
    """An error in the program."""


def fails(monkeypatch: pytest.MonkeyPatch, of: Any, name: str, when: Callable[..., bool] = lambda *_: True) -> None:
    """From now on this raises an error whenever its arguments are so."""
    found = getattr(of, name)

    def planted(*arguments: Any, **named: Any) -> Any:
        if when(*arguments):
            raise Planted(name)
        return found(*arguments, **named)

    monkeypatch.setattr(of, name, planted)


def tracebacks(caplog: pytest.LogCaptureFixture) -> int:
    """How often an error was logged with its traceback."""
    return sum(record.exc_info is not None for record in caplog.records if record.name.startswith(LOGGERS))


def against_a_bot(app: Within) -> Person:
    """Somebody who is asked, against a bot, in a game that has begun."""
    host = app.open("gotcha", 2).host()
    host.sit(0, "Ann")
    assert host.say("start")["ok"]
    host.ready()
    return host


def test_where_no_move_of_a_bot_can_be_made_the_table_is_closed(
    app: Within, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    watcher = app.open("gotcha", 2).host()
    fails(monkeypatch, FlatContract, "play")
    assert watcher.say("start")["ok"]
    watcher.wait(lambda: watcher.over)
    assert "could not go on" in watcher.state["archived"]
    assert tracebacks(caplog) == 1


def test_where_one_move_of_a_bot_fails_it_makes_another(
    app: Within, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    made: list[object] = []

    def is_each_third(*_: object) -> bool:
        made.append(None)
        return len(made) % 3 == 1

    watcher = app.open("gotcha", 2).host()
    fails(monkeypatch, FlatContract, "play", is_each_third)
    assert watcher.say("start")["ok"]
    watcher.wait(lambda: watcher.over)
    assert "archived" not in watcher.state or watcher.state["archived"] is None
    assert tracebacks(caplog) == 1


def test_a_bot_that_fails_is_replaced_and_logged_once(
    app: Within, monkeypatch: pytest.MonkeyPatch, failed_bots: list[str]
) -> None:
    fails(monkeypatch, agent.BotAgent, "choose")
    watcher = app.open("gotcha", 2).host()
    assert watcher.say("start")["ok"]
    watcher.wait(lambda: watcher.over)
    assert len(failed_bots) == 1
    failed_bots.clear()


@pytest.mark.parametrize("name", ["legal", "observation"])
def test_where_a_bot_cannot_be_asked_the_table_is_closed(
    app: Within, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, name: str
) -> None:
    watcher = app.open("gotcha", 2, pace="fast").host()
    assert watcher.say("start")["ok"]
    fails(monkeypatch, FlatContract, name)
    watcher.wait(lambda: watcher.over)
    assert "could not go on" in watcher.state["archived"]
    assert tracebacks(caplog) == 1


def test_a_persons_move_that_fails_is_logged_once_however_often_they_try(
    app: Within, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    person = against_a_bot(app)
    with monkeypatch.context() as failing:
        fails(failing, FlatContract, "play")
        for _ in range(3):
            answer = person.play()
            assert (answer["ok"], answer["why"]) == (False, "broken")
    assert tracebacks(caplog) == 1
    assert person.play()["ok"]


def test_a_hint_that_fails_is_logged_once_and_the_game_goes_on(
    app: Within, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    person = against_a_bot(app)
    fails(monkeypatch, FlatContract, "reason")
    for _ in range(3):
        answer = person.say("hint")
        assert (answer["ok"], answer["why"]) == (False, "broken")
    assert tracebacks(caplog) == 1
    assert person.play()["ok"]


@pytest.mark.parametrize("name", ["tell", "prompt", "aim"])
def test_words_that_fail_are_logged_once_for_each_seat_and_the_game_goes_on(
    app: Within, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, name: str
) -> None:
    person = against_a_bot(app)
    words = facedown.game("gotcha").contract.words
    with monkeypatch.context() as failing:
        fails(failing, words, name)
        assert person.play()["ok"]
        assert person.say("ping")["ok"]
    assert tracebacks(caplog) == 1
    person.told.clear()
    assert person.say("ping")["ok"]
    person.wait(lambda: "table" in person.kinds())
    person.ready()
    assert person.play()["ok"]


def test_a_timeout_that_fails_closes_the_table(
    app: Within, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table = app.open("high-card", 3, time="short")
    people = [table.host(), table.person(), table.person()]
    for seat, person in enumerate(people):
        person.sit(seat, f"P{'abc'[seat]}")
    fails(monkeypatch, FlatContract, "timeout_move")
    assert people[0].say("start")["ok"]
    app.pass_by(3.0)
    people[0].wait(lambda: people[0].over)
    assert "time was up" in people[0].state["archived"]
    assert tracebacks(caplog) == 1


def test_a_chore_that_fails_is_done_again(
    own_app: Callable[..., Within], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    times, again = itertools.count(1), threading.Event()

    async def fails_twice(_: OpenTables) -> None:
        if next(times) > 2:
            again.set()
        else:
            raise LookupError("planted")

    monkeypatch.setattr(OpenTables, "tell_servers", fails_twice)
    monkeypatch.setattr(application, "TOLD", 0.01)
    own_app()
    assert again.wait(PATIENCE)
    assert tracebacks(caplog) == 1
