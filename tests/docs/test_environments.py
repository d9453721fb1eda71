"""docs/environments.md: its Python runs, from top to bottom, and prints what is true."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import facedown
from facedown.core import batch
from facedown.core.compiling import interpreted
from facedown.core.flat import FlatGame
from facedown.envs import Step, vector

PAGE = (Path(__file__).parents[2] / "docs" / "environments.md").read_text(encoding="utf-8")
SNIPPETS = re.findall(r"^```python\n(.*?)^```$", PAGE, re.M | re.S)
SAID = (
    r"\d+ games are over",
    r"163 \d+ \['",
    r"\(64, \d+\) \(64, 112\) Slice\(name='hand', kind='bitset'",
    r"my seats: \{0\}",
    r"^lowest \d\.\d+ \(\d.+\)\nrandom \d",
    r"^\['name', 'seats', 'wins', 'wins_low'",
    r"^\[\('(first|random)', Estimate\(",
    r"^$",
    r"<Table bayou-boss: Ann, Bo, Cy, Di; asked: \w+> \(774,\) .+",
    r"^$",
    r"seat_\d \['",
    r"^\d of 5 games are won by good$",
    r"^$",
    r"^\d+ 0\.0$",
    r"^[01] \['",
    r"^0\.001\d*$",
    r"^[A-Z]",
)


def test_the_python_of_the_page_runs(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Interpreted, as it is seen elsewhere that compiled games are the same."""
    monkeypatch.setattr(vector, "compiled", interpreted)
    monkeypatch.setattr(batch, "linked", lambda driver, game, bound: interpreted(driver, **bound))
    monkeypatch.setattr(FlatGame, "compile", lambda game: None)
    names: dict[str, object] = {"__name__": "environments"}
    for snippet, said in zip(SNIPPETS, SAID, strict=True):
        snippet = snippet.replace("game, 2000", "game, 10").replace("games=20,", "games=2,")
        exec(compile(snippet, "docs/environments.md", "exec"), names)
        assert re.search(said, capsys.readouterr().out)


def test_the_page_names_every_field_of_a_step() -> None:
    assert re.findall(r"^\| `(\w+)` \| `", PAGE, re.M) == list(Step._fields)


def test_the_page_names_every_game_that_can_be_stepped() -> None:
    names = [name for name in facedown.games() if isinstance(facedown.game(name), FlatGame)]
    assert all(f"`{name}`" in PAGE for name in names)
