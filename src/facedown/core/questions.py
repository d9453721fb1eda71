"""The stack of open questions: who is asked, what about, and what is to follow.

The top of the stack is what happens now.  If seats are asked, each of them must answer; if none is, it is the
table's own turn: to deal, to turn cards up, to compare cards.  A reaction is a question put on top; when it is
closed, what it interrupted goes on.  The table's steps are deliberately small: one visible event for each step.
"""

from __future__ import annotations

import struct
from typing import Annotated, Any

import numpy as np

from facedown.core.bits import members
from facedown.core.compiling import compiles
from facedown.core.layout import Ints, i1, i2, u1

DEPTH = 8
_short, _byte = struct.Struct("=h").unpack_from, struct.Struct("=B").unpack_from
OVER = 0  # the kind at the bottom of every stack: the game is over


class Questions:
    """The fields of the stack.  `kind[depth]` and `asked[depth]` are the top; games number their kinds from 1."""

    depth: u1
    opened: i2  # how many questions have been put in this game (wraps)
    number: Annotated[Ints, "i2", DEPTH]  # the number of each; it stays the same when the question is resumed
    kind: Annotated[Ints, "i1", DEPTH]
    waiting: Annotated[Ints, "i2", DEPTH]  # the seats that still owe an answer, as a set; empty: the table's turn


class Happening:
    """The last event; `observe` decides who learns which part of it."""

    event: i1  # the game's own number for it; 0: nothing yet
    event_seat: i1  # who did it, or to whom; -1: the table
    event_card: i2  # the card it is about; -1: none
    event_other: i2  # a second seat, card, place or number


class Events(Happening):
    """The last event in a position, which also counts events."""

    event_count: i2  # the number of events in this game (wraps)


@compiles
def ask(s: Questions, kind: int, seats: int) -> None:
    """Put a question to a set of seats on top of the stack; an empty set makes it a step of the table."""
    s.depth += 1
    become(s, kind, seats)


@compiles
def ask_one(s: Questions, kind: int, seat: int) -> None:
    ask(s, kind, 1 << seat)


@compiles
def close(s: Questions) -> None:
    """Remove the top question; the one under it goes on."""
    s.depth -= 1


@compiles
def become(s: Questions, kind: int, seats: int) -> None:
    """Replace the top question by this one."""
    s.kind[s.depth] = kind
    s.waiting[s.depth] = seats
    s.opened = (int(s.opened) + 1) & 0x7FFF
    s.number[s.depth] = s.opened


@compiles
def answered(s: Questions, seat: int) -> bool:
    """Note that this seat has answered; returns whether all seats have."""
    s.waiting[s.depth] &= ~(1 << seat)
    return bool(s.waiting[s.depth] == 0)


@compiles
def open_kind(s: Questions) -> int:
    return int(s.kind[s.depth])


@compiles
def number_of(s: Questions) -> int:
    """The number of the open question: different for each, and unchanged when a question is resumed."""
    return int(s.number[s.depth])


@compiles
def number_under(s: Questions) -> int:
    """The number of the question under the open one."""
    return int(s.number[int(s.depth) - 1])


@compiles
def who_is_asked(s: Questions) -> int:
    """The set of seats that must answer now; empty if the table acts next or the game is over."""
    return int(s.waiting[s.depth])


@compiles
def is_asked(s: Questions, seat: int) -> bool:
    return (int(s.waiting[s.depth]) >> seat) & 1 == 1


@compiles
def is_over(s: Questions) -> bool:
    return bool(s.kind[s.depth] == OVER)


@compiles
def happens(s: Events, event: int, seat: int, card: int, other: int) -> None:
    """Record an event as the last one."""
    s.event, s.event_seat, s.event_card, s.event_other = event, seat, card, other
    s.event_count = (int(s.event_count) + 1) & 0x7FFF


class OpenQuestion:
    """What a game tells of the open question, read directly from the bytes of positions with one layout.

    A table asks for it several times for each move, and reading a field of a record with NumPy takes four times as
    long.
    """

    def __init__(self, layout: np.dtype[np.void]) -> None:
        assert layout.fields is not None, "a record has fields"
        at = {name: offset for name, (_, offset, *_) in layout.fields.items()}
        self._depth, self._kinds, self._waiting, self._numbers = (
            at[name] for name in ("depth", "kind", "waiting", "number")
        )
        self._events = at["event_count"]

    def asked(self, position: Any) -> tuple[int, ...]:
        """The seats that must answer now; () if the table acts next or the game is over."""
        return members(_short(position, self._waiting + 2 * _byte(position, self._depth)[0])[0])

    def over(self, position: Any) -> bool:
        """Whether the game has ended."""
        return bool(_byte(position, self._kinds + _byte(position, self._depth)[0])[0] == OVER)

    def open_kind(self, position: Any) -> int:
        """The kind of the open question."""
        kind: int = _byte(position, self._kinds + _byte(position, self._depth)[0])[0]
        return kind

    def number_of(self, position: Any) -> int:
        """The number of the open question: see the function of this name."""
        number: int = _short(position, self._numbers + 2 * _byte(position, self._depth)[0])[0]
        return number

    def happenings(self, position: Any) -> int:
        """The number of events so far (wraps)."""
        count: int = _short(position, self._events)[0]
        return count
