"""Placeholders that several drivers share; a game's own rules replace them (`compiling.compiled`)."""

from __future__ import annotations

from typing import Any

from facedown.core.compiling import compiles, compiles_inline
from facedown.core.flat.position import FlatPosition
from facedown.core.layout import Ints

WORDS = 1  # of a page of moves; a constant for the compiler, which can then unroll loops over words
PAGE = 64  # words from the beginning of one page to that of the next


@compiles_inline
def pages_of(moves: Ints) -> int:
    """How many pages a set of moves has."""
    return 1


@compiles_inline
def pages_there(moves: Ints) -> int:
    """The same in a game that needs more of them for more cards."""
    return (len(moves) + PAGE - 1) // PAGE


@compiles_inline
def clear(moves: Ints) -> None:
    """Take all moves out of a set of them."""
    for page in range(pages_of(moves)):
        for word in range(PAGE * page, PAGE * page + WORDS):
            moves[word] = 0


def words_bound(rules: Any) -> dict[str, object]:
    """What the names above are bound to in a game with these rules."""
    return {"WORDS": rules.WORDS, **({"pages_of": pages_there} if hasattr(rules, "words") else {})}


@compiles
def proceed(s: FlatPosition, c: object) -> None:
    """The table's own next step."""


@compiles
def legal(s: FlatPosition, c: object, seat: int, moves: Ints) -> None:
    """Add the legal moves of a seat to a set of moves, int64[words]."""


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


@compiles
def remember(v: object, c: object, memory: object) -> None:
    """Note what a seat sees after an event, if the game's bots have a memory."""


@compiles
def redeal(s: FlatPosition, c: object, seat: int, known: object) -> None:
    """Deal again what a seat does not know, if its past views tell it more than its present one."""
