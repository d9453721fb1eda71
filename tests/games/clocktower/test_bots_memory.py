"""What bots keep of what they have worked out: of few moments, however many there have been."""

from __future__ import annotations

import gc

from msgspec.structs import replace

import facedown
from facedown.core import kept
from facedown.games.clocktower.bots.belief import common
from facedown.games.clocktower.bots.deals import weighed
from facedown.games.clocktower.bots.mind import thought
from facedown.games.clocktower.bots.suspicion import public, speaks_for
from facedown.games.clocktower.bots.town import Town, town_of, worlds_of


def test_of_moments_gone_by_little_is_kept() -> None:
    kept.forget_all()
    view = facedown.game("clocktower").new(7).observation(0)
    for day in range(300):
        town = town_of(replace(view, day=day))
        for find in (common, weighed):
            find(town)
        for ask in (public, speaks_for):
            ask(town, 1)
        assert thought(town, frozenset({0})).guess.evil[0] == 0
    del town
    gc.collect()
    assert sum(isinstance(one, Town) for one in gc.get_objects()) < 100


def test_the_evil_teams_of_a_large_town_take_little() -> None:
    worlds = worlds_of(16, tuple(range(15)))
    assert sum(array.nbytes for array in worlds) < 15 * 2 * worlds.evil.shape[1] * 2
