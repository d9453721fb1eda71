"""A player that goes by rules of thumb.  It sees what its seat sees, and nothing else."""

from __future__ import annotations

from facedown.core.bits import count, nth_move
from facedown.core.chance import luck_below
from facedown.core.layout import Ints, compiles
from facedown.games.gotcha.seen import View


@compiles
def choose(v: View, moves: Ints, luck: Ints) -> int:
    return nth_move(moves, luck_below(luck, count(moves)))


BOTS = {"sensible": choose}
