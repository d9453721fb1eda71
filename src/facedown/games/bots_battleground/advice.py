"""Why the bot makes a move while no clock ticks, in a sentence."""

from __future__ import annotations

from collections.abc import Sequence

from facedown.games.bots_battleground import steps
from facedown.games.bots_battleground.position import Observation


def reason(v: Observation, move: int, names: Sequence[str]) -> str:
    """Why the seat with this view would make this move."""
    if int(v.question) == steps.CLAP:
        return "Nothing can be won until somebody claps."
    if int(v.question) == steps.ABILITY:
        return "No other choice does more for your sum against your rivals'."
    return ""
