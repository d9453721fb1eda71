"""High Card's own bot: the highest card that it may choose."""

from __future__ import annotations

from facedown.core.bits import allows
from facedown.core.compiling import compiles
from facedown.core.layout import Ints
from tests.sample_game.rules import CARDS, Observation


@compiles
def highest(v: Observation, moves: Ints, luck: Ints) -> int:
    for card in range(CARDS - 1, -1, -1):
        if allows(moves, card):
            return card
    return -1


BOTS = {"highest": highest}
