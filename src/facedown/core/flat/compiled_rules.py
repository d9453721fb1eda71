"""A game's compiled rules in the form that tables call: with a position that is a single record.

Numba takes an array several times as fast as a single record.  The compiled functions therefore take the array of
one record, records[1], that holds the position; likewise for views.
"""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, TypeVar, cast

import numpy as np

from facedown.core.compiling import compiled, compiles, entry
from facedown.core.flat.placeholders import legal, observe, proceed, score, step, wins
from facedown.core.flat.position import FlatPosition
from facedown.core.flat.protocols import Rules, Seen, State
from facedown.core.flat.taking_cards import with_cards
from facedown.core.layout import Ints, dtype_of

R = TypeVar("R")

NOT_ALONE = "a record among others has no array of its own"


@compiles
def seconds(s: FlatPosition, c: object) -> float:
    return 0.0


@compiles
def timeout_move(s: FlatPosition, c: object, seat: int) -> int:
    return 0


@compiles
def free(s: FlatPosition, c: object) -> int:
    return 0


# Each of these applies a rule to the one record of an array.


@compiles
def proceed_in(positions: Ints, cards: Ints) -> None:
    c = cards[0]
    proceed(positions[0], c)


@compiles
def legal_in(positions: Ints, cards: Ints, seat: int, moves: Ints) -> None:
    c = cards[0]
    legal(positions[0], c, seat, moves)


@compiles
def step_in(positions: Ints, cards: Ints, seat: int, move: int) -> None:
    c = cards[0]
    step(positions[0], c, seat, move)


@compiles
def observe_in(positions: Ints, cards: Ints, seat: int, views: Ints) -> None:
    c = cards[0]
    observe(positions[0], c, seat, views[0])


@compiles
def score_in(positions: Ints, cards: Ints, seat: int) -> int:
    c = cards[0]
    return score(positions[0], c, seat)


@compiles
def wins_in(positions: Ints, cards: Ints, seat: int) -> bool:
    c = cards[0]
    return wins(positions[0], c, seat)


@compiles
def seconds_in(positions: Ints, cards: Ints) -> float:
    c = cards[0]
    return seconds(positions[0], c)


@compiles
def timeout_move_in(positions: Ints, cards: Ints, seat: int) -> int:
    c = cards[0]
    return timeout_move(positions[0], c, seat)


@compiles
def free_in(positions: Ints, cards: Ints) -> int:
    c = cards[0]
    return free(positions[0], c)


IN_ARRAYS: dict[str, Callable[..., object]] = {
    "proceed": proceed_in, "legal": legal_in, "step": step_in, "observe": observe_in, "score": score_in,
    "wins": wins_in, "seconds": seconds_in, "timeout_move": timeout_move_in, "free": free_in,
}  # fmt: skip


def compiled_rules(rules: Rules[State, Seen], cards: Ints) -> Rules[State, Seen]:
    """These rules compiled, as far as the game has them, given these cards, records[1].

    They take and change records, as the originals do, and trust the types of what they are given.
    """
    there = {name: with_cards(getattr(rules, name)) for name in IN_ARRAYS if hasattr(rules, name)}
    position, view = (np.zeros(1, dtype_of(state)) for state in (rules.Position, rules.Observation))
    rest: dict[str, tuple[object, ...]] = {
        "legal": (0, np.zeros(rules.WORDS, np.int64)), "step": (0, 0), "observe": (0, view), "score": (0,),
        "wins": (0,), "timeout_move": (0,),
    }  # fmt: skip
    ready = {
        name: entry(compiled(IN_ARRAYS[name], **there), position, cards, *rest.get(name, ())) for name in there
    }
    found = {name: _of_records(rule, cards) for name, rule in ready.items()}
    found["observe"] = _observing(ready["observe"], cards)
    return cast(Rules[State, Seen], SimpleNamespace(**found))


def _of_records(rule: Callable[..., R], cards: Ints) -> Callable[..., R]:
    def called(position: Any, *rest: Any) -> R:
        array = position.base
        assert len(array) == 1, NOT_ALONE
        return rule(array, cards, *rest)

    return called


def _observing(observe: Callable[..., object], cards: Ints) -> Callable[[FlatPosition, int, object], None]:
    def called(position: Any, seat: int, view: Any) -> None:
        positions, views = position.base, view.base
        assert len(positions) == len(views) == 1, NOT_ALONE
        observe(positions, cards, seat, views)

    return called


def array_of(record: Any) -> Ints:
    """The array of one record, records[1], to which this position or view belongs."""
    array: Ints = record.base
    assert len(array) == 1, NOT_ALONE
    return array
