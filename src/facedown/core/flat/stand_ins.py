"""Placeholders that several drivers share; a game's own rules replace them (`compiling.compiled`)."""

from __future__ import annotations

from facedown.core.compiling import compiles
from facedown.core.flat.position import FlatPosition
from facedown.core.layout import Ints

WORDS = 1  # in a set of moves; a constant for the compiler, which can then unroll loops over words


@compiles
def proceed(s: FlatPosition, c: object) -> None:
    """The table's own next step."""


@compiles
def legal(s: FlatPosition, c: object, seat: int, moves: Ints) -> None:
    """Add the legal moves of a seat to a set of moves, int64[WORDS]."""


@compiles
def step(s: FlatPosition, c: object, seat: int, move: int) -> None:
    """Make a move."""


@compiles
def observe(s: FlatPosition, c: object, seat: int, v: object) -> None:
    """Fill a blank view with what a seat may know."""


@compiles
def score(s: FlatPosition, c: object, seat: int) -> int:
    """Points so far."""
    return 0


@compiles
def wins(s: FlatPosition, c: object, seat: int) -> bool:
    """Whether this seat is a winner, once the game is over."""
    return False
