"""Games whose position is one fixed-layout record and whose rules are functions that Numba can compile.

A game's folder has four modules: `rules`, `words`, `notation` and `bots`; protocols.py says what each provides, and
`FlatContract` ties them together.  docs/add-a-game.md builds a whole game.
"""

from facedown.core.flat.contract import SPECTATOR, FlatContract
from facedown.core.flat.game import FlatGame
from facedown.core.flat.position import FlatPosition

__all__ = ["SPECTATOR", "FlatContract", "FlatGame", "FlatPosition"]
