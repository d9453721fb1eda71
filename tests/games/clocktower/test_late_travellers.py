"""A seat that is kept for a Traveller who comes late changes nothing until they come."""

from __future__ import annotations

import random

import pytest

from tests.games.clocktower.laid_out import GAME

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus")


@pytest.mark.covers("clocktower 5.4")
@pytest.mark.parametrize("seed", range(3))
def test_with_an_empty_chair_more_the_same_game_is_played(seed: int) -> None:
    towns = GAME.new((*NAMES, "Sue"), seed), GAME.new((*NAMES, "Zoe", "Sue"), seed, late=1)
    luck = random.Random(seed)
    for _ in range(120):
        seat = luck.choice(towns[0].asked)
        name, move = towns[0].names[seat], luck.choice(towns[0].legal(seat)).text
        for town in towns:
            town.play(name, '"word"' if move == '"..."' else move)
    for who in (None, *NAMES, "Sue"):
        logs = [[event.text for event in town.log(who)] for town in towns]
        assert logs[0] == logs[1]
    assert not towns[1].view(None).circle[7].here
