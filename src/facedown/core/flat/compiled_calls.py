"""A single compiled call for each thing that programs do at a table: move, list legal actions, deal anew.

Positions are passed as records[1], for the reason given in `compiled_rules.py`.
"""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable
from typing import Any, SupportsIndex, TypeAlias, TypeVar

import numpy as np

from facedown.core.bits import allows, lowest, popcount
from facedown.core.chance import seed_chance
from facedown.core.compiling import compiled, compiles, entry
from facedown.core.errors import MOST_STEPS
from facedown.core.flat.moves import Actions
from facedown.core.flat.placeholders import clear, legal, proceed, redeal, step, words_bound
from facedown.core.flat.position import FlatPosition
from facedown.core.flat.protocols import Rules
from facedown.core.flat.taking_cards import with_cards
from facedown.core.layout import Ints
from facedown.core.questions import is_asked, is_over, who_is_asked
from facedown.core.values import Seat

R = TypeVar("R")
Layout: TypeAlias = "np.dtype[np.void]"

NOT_LEGAL, STUCK = -1, -2  # in place of a set of seats


@compiles
def determinize(s: FlatPosition, c: object, seat: int) -> None:
    """A placeholder for the game's own."""


@compiles
def learn(v: object, c: object, known: object) -> None:
    """A placeholder for the game's own, if it has one."""


@compiles
def advance(positions: Ints, cards: Ints, seat: int, action: int, codes: Ints, moves: Ints) -> int:
    """Take an action and go on until somebody is asked or the game is over; returns the set of seats then asked.

    Returns NOT_LEGAL, and does nothing, if there is no such action or it is not legal.  Returns STUCK, in the
    middle of it, if nobody is asked after MOST_STEPS.
    """
    c = cards[0]
    s = positions[0]
    if not is_asked(s, seat) or not 0 <= action < len(codes):
        return NOT_LEGAL
    move = int(codes[action])
    clear(moves)
    legal(s, c, seat, moves)
    if not allows(moves, move):
        return NOT_LEGAL
    step(s, c, seat, move)
    steps = 0
    while who_is_asked(s) == 0 and not is_over(s):
        proceed(s, c)
        steps += 1
        if steps > MOST_STEPS:
            return STUCK
    return who_is_asked(s)


@compiles
def mark_legal(positions: Ints, cards: Ints, seat: int, moves: Ints, numbers: Ints, mask: Ints) -> bool:
    """Mark the legal actions of an asked seat in `mask`; returns False if it is not asked."""
    c = cards[0]
    s = positions[0]
    if not is_asked(s, seat):
        return False
    clear(moves)
    legal(s, c, seat, moves)
    for word in range(len(moves)):
        left = int(moves[word])
        for _ in range(popcount(left)):
            mask[numbers[word * 64 + lowest(left)]] = True
            left &= left - 1
    return True


@compiles
def deal_anew(positions: Ints, cards: Ints, seat: int, first: int, second: int, third: int, fourth: int) -> None:
    """Determinize for a seat, using a generator with this key."""
    c = cards[0]
    s = positions[0]
    seed_chance(s, first, second, third, fourth)
    determinize(s, c, seat)


@compiles
def deal_by_knowledge(
    positions: Ints, cards: Ints, seat: int, knowledge: Ints, first: int, second: int, third: int, fourth: int
) -> None:
    """The same, but in agreement with what the seat knows: knowledge[1]."""
    c = cards[0]
    s = positions[0]
    seed_chance(s, first, second, third, fourth)
    redeal(s, c, seat, knowledge[0])


@compiles
def learn_from(views: Ints, cards: Ints, knowledge: Ints) -> None:
    """Add to a seat's knowledge[1] what it learns from views[n], one for each event."""
    c = cards[0]
    for n in range(len(views)):
        learn(views[n], c, knowledge[0])


class Scratch(threading.local):
    """Room for a set of moves, int64[words], that a compiled call writes to; every thread has its own."""

    def __init__(self, words: int) -> None:
        self.moves = np.zeros(words, np.int64)


class CompiledCalls:
    """These calls, compiled for a game; each when it is first wanted, in seconds unless it is cached on disk.

    They trust the types of what they are given (`compiling.entry`): arrays of these layouts, and whole numbers.
    `knowledge` is None for a game without.
    """

    def __init__(
        self,
        rules: Rules[Any, Any],
        cards: Ints,
        actions: Actions,
        position: Layout,
        view: Layout,
        knowledge: Layout | None,
    ) -> None:
        names = ("proceed", "legal", "step", "determinize", "learn", "redeal")
        there = {name: with_cards(getattr(rules, name)) for name in names if hasattr(rules, name)}
        self._bound: dict[str, object] = {**words_bound(rules), **there}
        self._cards = cards
        self._codes, self._numbers = actions.codes, actions.numbers
        self._positions, self._views = np.zeros(1, position), np.zeros(1, view)
        self._knowledge = None if knowledge is None else np.zeros(1, knowledge)
        self._moves, self._mask = np.zeros(1, np.int64), np.zeros(1, np.bool_)

    def _entry(self, function: Callable[..., R], *like: object) -> Callable[..., R]:
        return entry(compiled(function, **self._bound), like[0], self._cards, *like[1:])

    @functools.cached_property
    def advance(self) -> Callable[[Ints, Ints, Seat, SupportsIndex, Ints, Ints], int]:
        return self._entry(advance, self._positions, 0, 0, self._codes, self._moves)

    @functools.cached_property
    def mark_legal(self) -> Callable[[Ints, Ints, Seat, Ints, Ints, Ints], bool]:
        return self._entry(mark_legal, self._positions, 0, self._moves, self._numbers, self._mask)

    @functools.cached_property
    def deal_anew(self) -> Callable[[Ints, Ints, Seat, int, int, int, int], None]:
        return self._entry(deal_anew, self._positions, *[0] * 5)

    @functools.cached_property
    def deal_by_knowledge(self) -> Callable[[Ints, Ints, Seat, Ints, int, int, int, int], None]:
        return self._entry(deal_by_knowledge, self._positions, 0, self._knowledge, *[0] * 4)

    @functools.cached_property
    def learn_from(self) -> Callable[[Ints, Ints, Ints], None]:
        return self._entry(learn_from, self._views, self._knowledge)
