"""Towns when all have their tokens."""

from __future__ import annotations

import random

from facedown.games.clocktower.state import State
from tests.games.clocktower.laid_out import state_of, town

GOOD = "soldier,slayer,virgin,mayor,monk,artist,juggler,sage,savant,fool,saint,recluse,butler"


def dealt(players: int, seed: int, script: str, tokens: str = "", version: str = "2022") -> State:
    """The town when all have their tokens, the storyteller having chosen at random."""
    table, luck = town(players, seed, script, tokens, version), random.Random(seed)
    while table.asked and state_of(table).phase == "set-up":
        table.play(table.asked[0], luck.choice(table.legal(table.asked[0])))
    return state_of(table)
