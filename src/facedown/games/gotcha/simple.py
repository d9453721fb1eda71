"""Simple strategies that go by how many cards lie there: what a good bot must not lose to.

In all else they play as the game's best bot does.
"""

from __future__ import annotations

from collections.abc import Callable

from facedown.core.bits import popcount
from facedown.core.compiling import compiles
from facedown.core.layout import Ints
from facedown.games.gotcha import steps
from facedown.games.gotcha.arrays import Cards
from facedown.games.gotcha.bots import choose
from facedown.games.gotcha.cards import MOST_KINDS
from facedown.games.gotcha.observe import Observation
from facedown.games.gotcha.rules import DONE

CARDS = (1 << MOST_KINDS) - 1


@compiles
def places_all(v: Observation, c: Cards, moves: Ints, luck: Ints) -> int:
    """Places cards as long as it may."""
    if int(v.question) == steps.PLACE and int(moves[0]) & CARDS:
        moves[0] &= CARDS
    return choose(v, c, moves, luck)


@compiles
def places_one(v: Observation, c: Cards, moves: Ints, luck: Ints) -> int:
    """Places one card a turn."""
    if int(v.question) == steps.PLACE and int(moves[0]) >> DONE & 1:
        return DONE
    return choose(v, c, moves, luck)


@compiles
def places_two(v: Observation, c: Cards, moves: Ints, luck: Ints) -> int:
    """Places two cards a turn, where it has them."""
    if int(v.question) == steps.PLACE and int(moves[0]) & CARDS:
        if popcount(int(v.there[v.seat])) < 2:
            moves[0] &= CARDS
        elif int(moves[0]) >> DONE & 1:
            return DONE
    return choose(v, c, moves, luck)


@compiles
def _places_beyond(more: int, c: Cards, v: Observation, moves: Ints, luck: Ints) -> int:
    """Places `more` cards more than lie on the other side."""
    here, there = popcount(int(v.there[v.seat])), popcount(int(v.there[1 - int(v.seat)]))
    if int(v.question) == steps.PLACE and int(moves[0]) & CARDS:
        if here < there + more:
            moves[0] &= CARDS
        elif int(moves[0]) >> DONE & 1:
            return DONE
    return choose(v, c, moves, luck)


@compiles
def places_as_many(v: Observation, c: Cards, moves: Ints, luck: Ints) -> int:
    """Places as many cards as the other one, where it sees how many."""
    return _places_beyond(0, c, v, moves, luck)


@compiles
def outnumbers(v: Observation, c: Cards, moves: Ints, luck: Ints) -> int:
    """Places one card more than the other one, so that it lies unopposed."""
    return _places_beyond(1, c, v, moves, luck)


STRATEGIES: dict[str, Callable[..., int]] = {
    "places all it can": places_all,
    "places one card a turn": places_one,
    "places two cards a turn": places_two,
    "places as many as the other": places_as_many,
    "places one more than the other": outnumbers,
}
