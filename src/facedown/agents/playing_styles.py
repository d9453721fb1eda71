"""How each player plays, in one line for people who choose one, and how long it pauses at a table."""

from __future__ import annotations

from facedown.agents.network import trained
from facedown.core.flat import FlatGame
from facedown.core.game import Game

STYLES = {
    "sensible": "plays by rules of thumb",
    "balanced": "tells a story in which neither side falls far behind",
    "easy": "glances ahead, and answers quickly",
    "steady": "thinks ahead, at an even pace",
    "hard": "thinks far ahead, and takes its time",
    "random": "makes any move that it may",
}
TRAINED = "has learned by playing"
TEMPO = {"easy": 0.6, "hard": 1.5}  # factors for bots' pauses; their thinking depends on no clock


def style(game: Game, name: str) -> str:
    """How this player plays; for a game's own bots from STYLES in its `bots.py`.  "" if it is not described."""
    if name in trained(game):
        return TRAINED
    own: dict[str, str] = getattr(game.bot_module, "STYLES", {}) if isinstance(game, FlatGame) else {}
    return own.get(name) or STYLES.get(name, "")
