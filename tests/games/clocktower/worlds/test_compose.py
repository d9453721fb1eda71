"""Puzzles that are made: just one world fits, and one seed makes one puzzle."""

from __future__ import annotations

import pytest

from facedown.core.errors import BadOption
from facedown.games.clocktower.roster import FACTS
from facedown.games.clocktower.worlds.compose import GRADES, compose, pose
from facedown.games.clocktower.worlds.puzzle import data_of, puzzle
from facedown.games.clocktower.worlds.solve import solve

TROUBLE_BREWING = [id for id, fact in FACTS.items() if fact.edition == "tb"]


@pytest.mark.parametrize(("players", "seed"), [(7, "a"), (8, "unseen-3")])  # whose first town has no world at all
def test_just_the_one_world_fits_what_is_written(players: int, seed: object) -> None:
    made = compose(TROUBLE_BREWING, players, seed)
    assert [world.start for world in solve(puzzle(data_of(made.puzzle))).worlds] == [made.world]
    assert made.grade in GRADES


def test_one_seed_makes_one_puzzle() -> None:
    assert compose(TROUBLE_BREWING, 8, 0) == compose(TROUBLE_BREWING[::-1], 8, 0)


def test_a_puzzle_asks_for_the_demon_and_says_why_it_is_nobody_else() -> None:
    puzzle = pose(TROUBLE_BREWING, "2027-04-28")
    names = [choice.name for choice in puzzle.choices]
    for name, (why, *reports) in zip(names, puzzle.why, strict=True):
        if name == names[puzzle.answer]:
            assert f"{name} Imp" in why
        else:
            assert why.startswith(f"{name} cannot be the Demon")
            assert all(any(report.startswith(f"{one}, as ") for one in names) for report in reports)


@pytest.mark.parametrize(
    ("script", "players", "why"),
    [
        (TROUBLE_BREWING, 6, "7 to 12 players, not 6"),
        (["chef", "imp", "poisoner"], 8, "needed"),
        (["chef", "empath", "poisoner", "po"], 8, "0 Demons of which puzzles are made; 1 are needed"),
    ],
)
def test_what_no_puzzle_can_be_made_of_is_refused(script: list[str], players: int, why: str) -> None:
    with pytest.raises(BadOption, match=why):
        compose(script, players, 0)
