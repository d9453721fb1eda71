"""The stand-ins that several drivers share: a game's own rules take their place (`layout.compiled`)."""

from __future__ import annotations

from facedown.core.flat.position import FlatPosition
from facedown.core.layout import Ints, compiles

WORDS = 1  # of a set of moves; a constant to the compiler, which makes loops over words straight


@compiles
def proceed(s: FlatPosition) -> None:
    """The table's own next step."""


@compiles
def legal(s: FlatPosition, seat: int, moves: Ints) -> None:
    """Add to a set of moves what a seat may do."""


@compiles
def step(s: FlatPosition, seat: int, move: int) -> None:
    """Make a move."""


@compiles
def observe(s: FlatPosition, seat: int, v: object) -> None:
    """Fill a blank view with what a seat may know."""


@compiles
def score(s: FlatPosition, seat: int) -> int:
    """Points so far."""
    return 0


@compiles
def wins(s: FlatPosition, seat: int) -> bool:
    """When it is over: is this seat a winner?"""
    return False
