"""A player by rule of thumb, who sees what its seat sees."""

from __future__ import annotations

from facedown.core.bits import count, nth_move
from facedown.core.chance import luck_below
from facedown.core.layout import Ints, compiles
from facedown.games.botch.position import View


@compiles
def choose(v: View, moves: Ints, luck: Ints) -> int:
    """The move that this player makes."""
    return nth_move(moves, luck_below(luck, count(moves)))


BOTS = {"sensible": choose}
