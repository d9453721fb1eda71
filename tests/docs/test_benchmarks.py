"""The figures in docs/benchmarks.md are those that the benchmark has stored."""

from __future__ import annotations

import json
import re
import types

import pytest

import facedown
from benchmarks import levels, strategies
from benchmarks.playouts import CONTESTS, STORED, fastest_peer
from facedown.core.flat import FlatGame
from tools.build_client import ROOT

ROWS = {
    "bayou-boss": "Bayou Boss, 4 seats",
    "gotcha": "GotchaCards",
    "botch": "The Botch is Back, 4 seats, basic cards",
    "bots-battleground": "Bots Battleground, 4 seats",
}


@pytest.mark.parametrize("name", CONTESTS)
def test_the_table_of_playouts_is_what_was_measured(name: str) -> None:
    stored = json.loads(STORED.read_text(encoding="utf-8"))
    medians = stored["medians"]
    cpp, python = (medians[name] / fastest_peer(medians, name, loop) for loop in ("C++", "Python"))
    text = (ROOT / "docs" / "benchmarks.md").read_text(encoding="utf-8")
    row = re.search(rf"^\| {re.escape(ROWS[name])} \|(.*)$", text, re.MULTILINE)
    assert stored["rounds"] == 9
    assert row is not None
    cells = [cell.strip() for cell in row[1].split("|")[:3]]
    assert cells == [f"{medians[name] / 1e6:.1f} million", f"{cpp:.1f} times", f"{python:.0f} times"]


def test_the_sizes_of_positions_are_as_they_are() -> None:
    text = (ROOT / "docs" / "benchmarks.md").read_text(encoding="utf-8")
    said = re.search(r"A position has (\d+) bytes.*?(\d+)\s.*?(\d+)\s.*?(\d+)\s", text, re.DOTALL)
    games = [facedown.game(name) for name in CONTESTS]
    assert said is not None
    assert [int(size) for size in said.groups()] == [
        game.contract.position_layout.itemsize for game in games if isinstance(game, FlatGame)
    ]


@pytest.mark.parametrize("benchmark", [levels, strategies])
def test_the_table_is_what_was_measured(benchmark: types.ModuleType) -> None:
    text = (ROOT / "docs" / "benchmarks.md").read_text(encoding="utf-8")
    assert "\n".join(benchmark.table()) in text
