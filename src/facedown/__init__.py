"""Facedown: hidden-information tabletop games, to play, to simulate and to study.

    game = facedown.game("bayou-boss")
    table = game.new(seats=4, seed=7)
    table.play(table.asked[0], table.legal(table.asked[0])[0])

A card game is a `facedown.core.flat.FlatGame`: its actions have numbers, and its views an encoding.
"""

from __future__ import annotations

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


def read(text: str) -> Table:
    """The table that a record describes, its expectations checked.  Raises RecordError."""
    return record.read(text, game)
