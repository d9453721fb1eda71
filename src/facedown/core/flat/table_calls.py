"""A single compiled call for each thing that programs do at a table: move, list legal actions, deal anew.

Positions are passed as records[1], because Numba takes an array over ten times as fast as a single record.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from facedown.core.bits import allows, lowest, popcount
from facedown.core.chance import BY_CHANCE
from facedown.core.flat.position import FlatPosition
from facedown.core.flat.stand_ins import WORDS, legal, proceed, step
from facedown.core.layout import Ints, compiled, compiles
from facedown.core.questions import is_asked, is_over, who_is_asked

NOT_LEGAL = -1  # in place of a set of seats


@compiles
def determinize(s: FlatPosition, seat: int) -> None:
    """A placeholder for the game's own."""


@compiles
def learn(v: object, known: object) -> None:
    """A placeholder for the game's own, if it has one; so is the next."""


@compiles
def redeal(s: FlatPosition, seat: int, known: object) -> None:
    pass


@compiles
def advance(positions: Ints, seat: int, action: int, codes: Ints, moves: Ints) -> int:
    """Take an action and go on until somebody is asked or the game is over; returns the set of seats then asked.

    Returns NOT_LEGAL, and does nothing, if the action is not legal.
    """
    s = positions[0]
    if not is_asked(s, seat):
        return NOT_LEGAL
    move = int(codes[action])
    for word in range(WORDS):
        moves[word] = 0
    legal(s, seat, moves)
    if not allows(moves, move):
        return NOT_LEGAL
    step(s, seat, move)
    while who_is_asked(s) == 0 and not is_over(s):
        proceed(s)
    return who_is_asked(s)


@compiles
def mark_legal(positions: Ints, seat: int, moves: Ints, numbers: Ints, mask: Ints) -> bool:
    """Mark the legal actions of an asked seat in `mask`; returns False if it is not asked."""
    s = positions[0]
    if not is_asked(s, seat):
        return False
    for word in range(WORDS):
        moves[word] = 0
    legal(s, seat, moves)
    for word in range(WORDS):
        left = int(moves[word])
        for _ in range(popcount(left)):
            mask[numbers[word * 64 + lowest(left)]] = True
            left &= left - 1
    return True


@compiles
def deal_anew(positions: Ints, seat: int, first: int, second: int, third: int, fourth: int) -> None:
    """Determinize for a seat, using a generator with this key."""
    s = positions[0]
    s.key[0], s.key[1], s.key[2], s.key[3] = first, second, third, fourth
    s.counter, s.used, s.lot_laid_out = 0, 16, BY_CHANCE
    determinize(s, seat)


@compiles
def deal_by_knowledge(
    positions: Ints, seat: int, knowledge: Ints, first: int, second: int, third: int, fourth: int
) -> None:
    """The same, but in agreement with what the seat knows: knowledge[1]."""
    s = positions[0]
    s.key[0], s.key[1], s.key[2], s.key[3] = first, second, third, fourth
    s.counter, s.used, s.lot_laid_out = 0, 16, BY_CHANCE
    redeal(s, seat, knowledge[0])


@compiles
def learn_from(views: Ints, knowledge: Ints) -> None:
    """Add to a seat's knowledge[1] what it learns from views[n], one for each event."""
    for n in range(len(views)):
        learn(views[n], knowledge[0])


class TableCalls(NamedTuple):
    """These calls, compiled for a game.  The first call of each takes seconds unless it is cached on disk."""

    advance: Callable[..., int]
    mark_legal: Callable[[Ints, int, Ints, Ints, Ints], bool]
    deal_anew: Callable[..., None]
    deal_by_knowledge: Callable[..., None]
    learn_from: Callable[[Ints, Ints], None]

    @classmethod
    def of(cls, rules: object) -> TableCalls:
        names = ("WORDS", "proceed", "legal", "step", "determinize", "learn", "redeal")
        bound = {name: getattr(rules, name) for name in names if hasattr(rules, name)}
        return cls(
            compiled(advance, **bound),
            compiled(mark_legal, **bound),
            compiled(deal_anew, **bound),
            compiled(deal_by_knowledge, **bound),
            compiled(learn_from, **bound),
        )
