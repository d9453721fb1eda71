"""How each player plays, in one line for people who choose one, and how long it pauses at a table."""

from __future__ import annotations

from collections.abc import Iterable

from facedown.agents.network import trained
from facedown.core.contract import Contract
from facedown.core.flat import FlatContract
from facedown.core.game import Game, contract_of

STYLES = {  # from the weakest to the strongest
    "random": "plays at random",
    "easy": "plays in haste",
    "sensible": "plays by habit",
    "balanced": "tells a story in which neither side falls far behind",
    "steady": "thinks ahead",
    "hard": "thinks far ahead",
}
TRAINED = "has learned by playing"
TEMPO = {"easy": 0.6, "hard": 1.5}  # factors for bots' pauses; their thinking depends on no clock


def by_strength(names: Iterable[str]) -> tuple[str, ...]:
    """These players from the weakest to the strongest; a game's own count as `sensible`."""
    order = list(STYLES)
    return tuple(sorted(names, key=lambda name: order.index(name if name in STYLES else "sensible")))


def style(game: Game | Contract, name: str) -> str:
    """How this player plays; for a game's own bots from STYLES in its `bots.py`.  "" if it is not described."""
    game = contract_of(game)
    if name in trained(game):
        return TRAINED
    own: dict[str, str] = getattr(game.bot_module, "STYLES", {}) if isinstance(game, FlatContract) else {}
    return own.get(name) or STYLES.get(name, "")
