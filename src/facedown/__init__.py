"""Facedown: hidden-information tabletop games, to play, to simulate and to study.

    game = facedown.game("bayou-boss")
    table = game.new(seats=4, seed=7)
    table.play(table.asked[0], table.legal(table.asked[0])[0])

A card game is a `facedown.core.flat.FlatGame`: its actions have numbers, and its views an encoding.
"""

from __future__ import annotations

import importlib
import importlib.metadata
from typing import TYPE_CHECKING, Any

from facedown.core import record
from facedown.core.compiling import compiles
from facedown.core.errors import (
    BadOption,
    CardsError,
    FacedownError,
    GameOver,
    Illegal,
    RecordError,
    Stuck,
    UnknownGame,
    UnknownRule,
    UnknownSeat,
    WrongSeat,
)
from facedown.core.game import Event, Game, Move, Standing
from facedown.core.table import Table
from facedown.games import game, games

if TYPE_CHECKING:
    from facedown import lab as lab

__version__: str

__all__ = [
    "BadOption",
    "CardsError",
    "Event",
    "FacedownError",
    "Game",
    "GameOver",
    "Illegal",
    "Move",
    "RecordError",
    "Standing",
    "Stuck",
    "Table",
    "UnknownGame",
    "UnknownRule",
    "UnknownSeat",
    "WrongSeat",
    "compiles",
    "game",
    "games",
    "read",
]


def __getattr__(name: str) -> Any:
    """`__version__` and `lab`, which are found only when somebody asks: the lab imports SciPy."""
    if name == "__version__":
        return importlib.metadata.version("facedown")
    if name == "lab":
        return importlib.import_module("facedown.lab")
    raise AttributeError(f"module 'facedown' has no attribute {name!r}")


def read(text: str) -> Table:
    """The table that a record describes, its expectations checked.  Raises RecordError."""
    return record.read(text, game)
