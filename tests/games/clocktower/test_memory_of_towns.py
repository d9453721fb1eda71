"""What a town keeps in memory: of what bots have worked out, few moments, however many there have been."""

from __future__ import annotations

import gc

import msgspec
from msgspec.structs import replace

import facedown
from facedown.core import kept
from facedown.games.clocktower.bots.belief import common
from facedown.games.clocktower.bots.deals import weighed
from facedown.games.clocktower.bots.mind import thought
from facedown.games.clocktower.bots.suspicion import public, speaks_for
from facedown.games.clocktower.bots.town import Town, town_of, worlds_of
from facedown.games.clocktower.moves import TownMove
from facedown.games.clocktower.speech.statements import Evil, Reason, Saying, Suspicion


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
    assert sum(type(one) is Town for one in gc.get_objects()) < 100


def test_only_what_is_weighed_makes_another_town() -> None:
    view = facedown.game("clocktower").new(7).observation(0)
    said = Suspicion(3, Reason("silent", (3,))), Suspicion(3, Reason("untold", (3,), ("chef",))), Evil(4)

    def seen(*says: Saying, **place: object) -> Town:
        first = replace(view.circle[0], says=says, **place)
        return town_of(replace(view, circle=(first, *view.circle[1:])))

    town = seen(said[0])
    assert town.said == [(0, Evil(3))]
    assert seen(*said[:2], ghost_vote=False, claimed_on=1) is town
    assert seen(*said).said == [(0, Evil(3)), (0, Evil(4))]


def test_the_evil_teams_of_a_large_town_take_little() -> None:
    worlds = worlds_of(16, tuple(range(15)))
    assert sum(array.nbytes for array in worlds) < 15 * 2 * worlds.evil.shape[1] * 2


def test_a_listed_move_holds_no_copy_of_what_it_means() -> None:
    table = facedown.game("clocktower").new(7)
    seat = table.asked[0]
    moves = [move for move in table.legal(seat) if isinstance(move, TownMove)]
    for listed, move in zip(table.listed(seat), moves, strict=True):
        assert msgspec.json.encode(listed.move) == msgspec.json.encode(table.contract.move_value(move))
        assert listed.move is move.act
