"""Puzzles about towns, with every world that fits: facts of puzzles whose answers are known.

Most are by Not_Quite_Vertical; what they claim, report and saw, and the answers, stand in `puzzles.json`.  The
towns of `by_hand.json` are ours, with many worlds each; a program that shares nothing with this one tried every
deal, poisoned player and red herring, and counted who can be what.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from facedown.games.clocktower.worlds.puzzle import puzzle
from facedown.games.clocktower.worlds.solve import solve
from facedown.games.clocktower.worlds.why import why_not_demon

HERE = Path(__file__).parent
PUZZLES = {one["id"]: one for one in json.loads((HERE / "puzzles.json").read_text())["puzzles"]}
BY_HAND = json.loads((HERE / "by_hand.json").read_text())


def starts(data: dict[str, Any]) -> set[tuple[str, ...]]:
    return {world.start for world in solve(puzzle(data)).worlds}


def answers(data: dict[str, Any]) -> set[tuple[str, ...]]:
    return {tuple(one["start"]) for one in data["answers"]}


@pytest.mark.parametrize("name", PUZZLES)
def test_just_the_known_worlds_fit(name: str) -> None:
    assert starts(PUZZLES[name]) == answers(PUZZLES[name])


@pytest.mark.parametrize("town", BY_HAND, ids=[town["id"] for town in BY_HAND])
def test_everybody_can_be_what_a_count_of_another_kind_says(town: dict[str, Any]) -> None:
    answer = solve(puzzle({key: value for key, value in town.items() if key not in ("count", "dealt")}))
    assert answer.count == town["count"]
    assert answer.holds == town["dealt"]


@pytest.mark.parametrize("name", [name for name, one in PUZZLES.items() if "end" in one["answers"][0]])
def test_whoever_changes_ends_as_is_known(name: str) -> None:
    ends = {end for world in solve(puzzle(PUZZLES[name])).worlds for end in world.ends}
    assert {tuple(one["end"]) for one in PUZZLES[name]["answers"]} <= ends


@pytest.mark.parametrize("name", ["nqt3a", "nqt53", "nqt75"])
def test_a_reason_excludes_the_demon_and_no_part_of_it_does(name: str) -> None:
    town = puzzle(PUZZLES[name])
    demons = {seat for world in solve(town).worlds for seat in world.demons}
    for seat in range(town.size):
        reason = why_not_demon(town, seat)
        assert (reason is None) == (seat in demons)
        places = {report.place for report in reason or ()}
        for left_out in places:
            assert why_not_demon(restated(PUZZLES[name], places - {left_out}), seat) is None


def restated(data: dict[str, Any], places: set[int]) -> Any:
    """The puzzle with just these reports; what was seen stays."""
    kept = [one for place, one in enumerate(data["reports"]) if place in places]
    return puzzle({**data, "reports": kept})
