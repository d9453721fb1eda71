"""The characters that the solver knows, one class each; a class is known by being defined."""

from facedown.games.clocktower.worlds.characters import (
    acting,
    borrowing,
    changing,
    demons,
    learning,
    passive,
    travellers,
)

__all__ = ["acting", "borrowing", "changing", "demons", "learning", "passive", "travellers"]
