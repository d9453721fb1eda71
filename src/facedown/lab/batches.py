"""The batch that plays many games of one kind, whoever plays them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from facedown.agents import levels
from facedown.agents.network import lend, trained_players
from facedown.core.batch import Batch
from facedown.core.errors import BadOption
from facedown.core.flat import FlatGame
from facedown.core.flat.players import RANDOM
from facedown.core.game import Game
from facedown.core.layout import is_marked
from facedown.lab.played import PlayedBatch
from facedown.lab.seated import SeatedBatch

OwnBot: TypeAlias = Callable[..., int]  # as a game's bots are: (view, moves, luck[, memory]) -> move


def batch_of(
    game: Game,
    seats: int,
    players: Sequence[str],
    options: Mapping[str, object] | None,
    own: Mapping[str, OwnBot] | None = None,
) -> Batch | PlayedBatch:
    """Many games of one kind: by the compiled driver where positions are records, one by one elsewhere.

    `own` are bots of one's own by name.  Raises BadOption.
    """
    if isinstance(game, FlatGame):
        for name, bot in (own or {}).items():
            if not is_marked(bot):
                raise BadOption(f"the bot {name} is not marked `@facedown.compiles`")
        lend(game, players)
        if any(name in levels(game) for name in players):
            if own:
                raise BadOption("bots of your own do not meet searching ones: simulate them apart")
            return SeatedBatch(game, seats, players, options)
        return Batch(game, seats, players, options, own=own, networks=trained_players(game, players, seats))
    if own:
        raise BadOption(f"{game.title} is not played with bots of your own here: its position is not a record")
    return PlayedBatch(game, seats, players, options)


def fill(agents: Sequence[str], seats: int) -> tuple[str, ...]:
    """One agent for each of so many seats: the last one plays what is left.  Raises BadOption."""
    if not agents:
        raise BadOption(f"name at least one agent, {RANDOM!r} for example")
    if len(agents) > seats:
        raise BadOption(f"there are {len(agents)} agents, but {seats} seats")
    return (*agents, *[agents[-1]] * (seats - len(agents)))
