"""The stack of open questions: who is asked, what about, and what lies under it.

The top of the stack is what happens now.  Where seats are asked, each owes an answer; where none is, it is the
table's own turn: to deal, to turn cards up, to settle a trick.  A reaction is a question put on top; when it is
closed, what it interrupted goes on.  The table's steps are small on purpose: one thing that people see, a step.
"""

from __future__ import annotations

from typing import Annotated

from facedown.core.layout import Ints, compiles, i1, i2, u1

DEPTH = 8
OVER = 0  # the kind that lies at the bottom of every stack: nothing more happens


class Questions:
    """The fields of the stack.  `kind[depth]` and `asked[depth]` are the top; games number their kinds from 1."""

    depth: u1
    opened: i2  # how many questions have been put in this game (wraps)
    number: Annotated[Ints, "i2", DEPTH]  # which of them each is: the same also when it is taken up again
    kind: Annotated[Ints, "i1", DEPTH]
    waiting: Annotated[Ints, "i2", DEPTH]  # the seats that still owe an answer, as a set; empty: the table's turn


class Happening:
    """What happened last, for everybody to be told: `observe` decides who hears which part."""

    event: i1  # the game's own number for it; 0: nothing yet
    event_seat: i1  # who did it, or to whom; -1: the table
    event_card: i2  # the card it is about; -1: none
    event_other: i2  # a second seat, card, place or number


class Events(Happening):
    """The same in a position, which counts."""

    event_count: i2  # how many things have happened in this game (wraps)


@compiles
def ask(s: Questions, kind: int, seats: int) -> None:
    """Put a question to a set of seats on top of the stack; to none, and it is the table's own next step."""
    s.depth += 1
    become(s, kind, seats)


@compiles
def ask_one(s: Questions, kind: int, seat: int) -> None:
    ask(s, kind, 1 << seat)


@compiles
def close(s: Questions) -> None:
    """Take the top question away; what lies under it goes on."""
    s.depth -= 1


@compiles
def become(s: Questions, kind: int, seats: int) -> None:
    """The top question is settled and this one takes its place."""
    s.kind[s.depth] = kind
    s.waiting[s.depth] = seats
    s.opened = (int(s.opened) + 1) & 0x7FFF
    s.number[s.depth] = s.opened


@compiles
def answered(s: Questions, seat: int) -> bool:
    """This seat owes no answer any more; is everybody done?"""
    s.waiting[s.depth] &= ~(1 << seat)
    return bool(s.waiting[s.depth] == 0)


@compiles
def open_kind(s: Questions) -> int:
    return int(s.kind[s.depth])


@compiles
def number_of(s: Questions) -> int:
    """The number of the open question: another for each, and the same again when it is taken up again."""
    return int(s.number[s.depth])


@compiles
def number_under(s: Questions) -> int:
    """The number of the question under the open one."""
    return int(s.number[int(s.depth) - 1])


@compiles
def who_is_asked(s: Questions) -> int:
    """The seats that must answer now, as a set; empty when the table acts next, or all is over."""
    return int(s.waiting[s.depth])


@compiles
def is_asked(s: Questions, seat: int) -> bool:
    return (int(s.waiting[s.depth]) >> seat) & 1 == 1


@compiles
def is_over(s: Questions) -> bool:
    return bool(s.kind[s.depth] == OVER)


@compiles
def happens(s: Events, event: int, seat: int, card: int, other: int) -> None:
    """Say what has just happened."""
    s.event, s.event_seat, s.event_card, s.event_other = event, seat, card, other
    s.event_count = (int(s.event_count) + 1) & 0x7FFF
