"""Games whose position is one fixed-layout record and whose rules are functions that Numba can compile.

A game's folder has four modules: `rules`, `words`, `notation` and `bots`; protocols.py says what each provides, and
`FlatGame` ties them together.  docs/add-a-game.md builds a whole game.
"""

from facedown.core.flat.game import SPECTATOR, FlatGame
from facedown.core.flat.position import FlatPosition

__all__ = ["SPECTATOR", "FlatGame", "FlatPosition"]
