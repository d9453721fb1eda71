"""Players and storytellers that are programs: `choose(view, legal, luck) -> move`.

A bot has what its seat observes and nothing else: no names to go by, and no sentences.  In a player's seat it plays
for its side (`players`); in that of the storyteller it is the policy `balanced` (`storyteller`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import TypeAlias

from facedown.core.game import Move
from facedown.games.clocktower.bots.players import sensible
from facedown.games.clocktower.bots.replies import reply
from facedown.games.clocktower.bots.storyteller import balanced
from facedown.games.clocktower.observe import Observation

Reply: TypeAlias = Callable[[Observation, Random], Move | None]
Bot: TypeAlias = Callable[[Observation, Sequence[Move], Random], Move]


def choose(view: Observation, legal: Sequence[Move], luck: Random) -> Move:
    """Choose a move for any seat, a player's or the storyteller's."""
    return (balanced if view.storyteller else sensible)(view, legal, luck)


REPLIES: Mapping[str, Reply] = {"sensible": reply, "balanced": reply}
BOTS: Mapping[str, Bot] = {"sensible": choose, "balanced": choose}
