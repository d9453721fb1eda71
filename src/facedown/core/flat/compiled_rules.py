"""A game's compiled rules in the form that tables call: with a position that is a single record.

Numba takes an array several times as fast as a single record.  The compiled functions therefore take the array of
one record, records[1], that holds the position; likewise for views.
"""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, TypeVar, cast

from facedown.core.compiling import compiled, compiles
from facedown.core.flat.position import FlatPosition
from facedown.core.flat.protocols import Rules, Seen, State
from facedown.core.flat.stand_ins import legal, observe, proceed, score, step, wins
from facedown.core.layout import Ints

R = TypeVar("R")


@compiles
def seconds(s: FlatPosition) -> float:
    return 0.0


@compiles
def timeout_move(s: FlatPosition, seat: int) -> int:
    return 0


@compiles
def free(s: FlatPosition) -> int:
    return 0


# Each of these applies a rule to the one record of an array.


@compiles
def proceed_in(positions: Ints) -> None:
    proceed(positions[0])


@compiles
def legal_in(positions: Ints, seat: int, moves: Ints) -> None:
    legal(positions[0], seat, moves)


@compiles
def step_in(positions: Ints, seat: int, move: int) -> None:
    step(positions[0], seat, move)


@compiles
def observe_in(positions: Ints, seat: int, views: Ints) -> None:
    observe(positions[0], seat, views[0])


@compiles
def score_in(positions: Ints, seat: int) -> int:
    return score(positions[0], seat)


@compiles
def wins_in(positions: Ints, seat: int) -> bool:
    return wins(positions[0], seat)


@compiles
def seconds_in(positions: Ints) -> float:
    return seconds(positions[0])


@compiles
def timeout_move_in(positions: Ints, seat: int) -> int:
    return timeout_move(positions[0], seat)


@compiles
def free_in(positions: Ints) -> int:
    return free(positions[0])


IN_ARRAYS: dict[str, Callable[..., object]] = {
    "proceed": proceed_in, "legal": legal_in, "step": step_in, "observe": observe_in, "score": score_in,
    "wins": wins_in, "seconds": seconds_in, "timeout_move": timeout_move_in, "free": free_in,
}  # fmt: skip


def compiled_rules(rules: Rules[State, Seen]) -> Rules[State, Seen]:
    """These rules compiled, as far as the game has them.  Like the originals they take and change records."""
    there = {name: getattr(rules, name) for name in IN_ARRAYS if hasattr(rules, name)}
    found = {name: _of_records(compiled(IN_ARRAYS[name], **there)) for name in there}
    found["observe"] = _observing(compiled(observe_in, **there))
    return cast(Rules[State, Seen], SimpleNamespace(**found))


def _of_records(rule: Callable[..., R]) -> Callable[..., R]:
    return lambda position, *rest: rule(array_of(position), *rest)


def _observing(observe: Callable[[Ints, int, Ints], None]) -> Callable[[FlatPosition, int, object], None]:
    return lambda position, seat, view: observe(array_of(position), seat, array_of(view))


def array_of(record: Any) -> Ints:
    """The array of one record, records[1], to which this position or view belongs."""
    array: Ints = record.base
    assert len(array) == 1, "a record among others has no array of its own"
    return array
