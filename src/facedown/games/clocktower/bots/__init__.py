"""Players and storytellers that are programs: `choose(view, legal, luck) -> move`.

A bot has what its seat observes and nothing else: no names to go by, and no sentences.  In a player's seat it plays
for its side (`players`); in that of the storyteller it is the policy `balanced` (`storyteller`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import TypeAlias

from facedown.core.errors import BadOption
from facedown.core.game import Move
from facedown.core.spelling import did_you_mean
from facedown.games.clocktower.bots.players import sensible
from facedown.games.clocktower.bots.replies import reply
from facedown.games.clocktower.bots.storyteller import balanced
from facedown.games.clocktower.observe import Observation

Reply: TypeAlias = Callable[[Observation, Random], Move | None]
Bot: TypeAlias = Callable[[Observation, Sequence[Move], Random], Move]


def choose(view: Observation, legal: Sequence[Move], luck: Random) -> Move:
    """Choose a move for any seat, a player's or the storyteller's."""
    return (balanced if view.storyteller else sensible)(view, legal, luck)


def by_alignment(good: str | Bot, evil: str | Bot) -> Bot:
    """A bot that plays as `good` while it is good and as `evil` while it is evil: names, "random", or functions."""
    sides: dict[str, Bot] = {side: _bot_called(bot) for side, bot in (("good", good), ("evil", evil))}

    def by_side(view: Observation, legal: Sequence[Move], luck: Random) -> Move:
        return sides[view.me.alignment if view.me is not None else "good"](view, legal, luck)

    names = {"good": good, "evil": evil}
    by_side.__name__ = ", ".join(f"{side} {getattr(bot, '__name__', bot)}" for side, bot in names.items())
    return by_side


def _bot_called(bot: str | Bot) -> Bot:
    """The bot of this name.  Raises BadOption."""
    if not isinstance(bot, str):
        return bot
    if bot == "random":
        return random
    if bot not in BOTS:
        raise BadOption(f"Clocktower has no bot {bot!r}{did_you_mean(bot, ('random', *BOTS), 'it has')}")
    return BOTS[bot]


def random(view: Observation, legal: Sequence[Move], luck: Random) -> Move:
    """Any move; on the floor it is done two times in three, so that days end."""
    on_the_floor = view.question is not None and view.question.floor
    return legal[0] if on_the_floor and luck.random() * 3 >= 1 else luck.choice(legal)


REPLIES: Mapping[str, Reply] = {"sensible": reply, "balanced": reply}
BOTS: Mapping[str, Bot] = {"sensible": choose, "balanced": choose}
