"""Clocktower: a town, a Demon in it, and a storyteller who knows.  Unofficial fan work, free, not endorsed."""

from __future__ import annotations

from facedown.games.clocktower import characters
from facedown.games.clocktower.game import Clocktower

GAME = Clocktower()

__all__ = ["GAME", "characters"]
