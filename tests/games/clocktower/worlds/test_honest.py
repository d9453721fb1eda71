"""What was dealt in truth is among the worlds of a game that good players tell honestly."""

from __future__ import annotations

from random import Random

import pytest

from facedown.games.clocktower.roster import FACTS
from facedown.games.clocktower.worlds.layouts import layouts
from facedown.games.clocktower.worlds.screen import Screen, survivors
from facedown.games.clocktower.worlds.solve import play
from facedown.games.clocktower.worlds.town import Town
from tests.games.clocktower.worlds.honest import Told, game
from tests.how_much import count

TROUBLE_BREWING = [id for id, fact in FACTS.items() if fact.edition == "tb" and fact.team != "traveller"]
# Of Sects & Violets without those whose choices a puzzle has to tell, and who counts what they do.
VIOLETS = [
    id
    for id, fact in FACTS.items()
    if fact.edition == "snv"
    and fact.team != "traveller"
    and id not in ("barber", "eviltwin", "mathematician", "philosopher", "pithag", "snakecharmer")
]
GAMES, PIECES = count(60, 200), 2


@pytest.mark.parametrize("piece", range(PIECES))
def test_the_truth_of_random_games_is_among_their_worlds(piece: int) -> None:
    told = 0
    for seed in range(piece * GAMES // PIECES, (piece + 1) * GAMES // PIECES):
        luck = Random(seed)
        one = game(TROUBLE_BREWING, luck.choice((7, 8, 9, 10, 12)), seed, luck.choice((1, 2, 2, 3, 3, 4)))
        if one is not None:
            assert finds_the_truth(one), f"seed {seed}: {one}"
            told += 1
    assert told > GAMES // PIECES // 2


def test_so_it_is_in_sects_and_violets() -> None:
    told = 0
    for seed in range(GAMES // 4):
        luck = Random(seed)
        one = game(VIOLETS, luck.choice((7, 8, 9, 10, 12)), seed, luck.choice((1, 2, 2, 3)))
        if one is not None:
            assert finds_the_truth(one), f"seed {seed}: {one}"
            told += 1
    assert told > GAMES // 8


def finds_the_truth(told: Told) -> bool:
    """Whether the solver deals what was dealt, does not rule it out, and can play it."""
    town = Town(told.puzzle, told.puzzle.reports, told.puzzle.events)
    for batch in layouts(told.puzzle):
        rows = [tuple(batch.roles[number] for number in row) for row in batch.table.tolist()]
        if told.truth in rows:
            at = rows.index(told.truth)
            return bool(survivors(town, Screen(batch))[at]) and bool(
                play(town, told.truth, int(batch.outsiders[at]))
            )
    return False
