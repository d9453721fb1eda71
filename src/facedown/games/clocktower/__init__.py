"""Clocktower: a town, a hidden Demon, and a storyteller who knows all.  Unofficial fan work, free, not endorsed."""

from __future__ import annotations

from facedown.core.game import Game
from facedown.games.clocktower import characters
from facedown.games.clocktower.game import Clocktower

GAME = Game(Clocktower())

__all__ = ["GAME", "characters"]
