"""Choosing the right kind of batch to play many games with any players."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from facedown.agents import levels
from facedown.agents import players as known_players
from facedown.agents.network import lend, trained_players
from facedown.core.batch import Batch
from facedown.core.compiling import is_marked
from facedown.core.errors import BadOption
from facedown.core.flat import FlatGame
from facedown.core.flat.players import RANDOM
from facedown.core.game import Game
from facedown.lab.played import PlayedBatch
from facedown.lab.seated import SeatedBatch

OwnBot: TypeAlias = Callable[..., int]  # like a game's bots: (view, moves, luck[, memory]) -> move


def batch_of(
    game: Game,
    seats: int,
    players: Sequence[str],
    options: Mapping[str, object] | None,
    own: Mapping[str, OwnBot] | None = None,
) -> Batch | PlayedBatch:
    """A batch of games, played by the compiled driver if positions are records, otherwise one by one.

    `own` holds the caller's own bots by name.  Raises BadOption.
    """
    if isinstance(game, FlatGame):
        for name, bot in (own or {}).items():
            if not is_marked(bot):
                raise BadOption(f"the bot {name} is not marked `@facedown.compiles`")
        lend(game, players)
        _check_known(game, players, own or {})
        if any(name in levels(game) for name in players):
            if own:
                raise BadOption("your own bots cannot play against searching players; simulate them separately")
            return SeatedBatch(game, seats, players, options)
        return Batch(game, seats, players, options, own=own, networks=trained_players(game, players, seats))
    if own:
        raise BadOption(f"{game.title} is not played with bots of your own here: its position is not a record")
    return PlayedBatch(game, seats, players, options)


def _check_known(game: FlatGame, names: Sequence[str], own: Mapping[str, OwnBot]) -> None:
    """Raises BadOption if there is no player of one of these names."""
    known = dict.fromkeys((*known_players(game), *own))
    for name in names:
        if name not in known:
            raise BadOption(f"{game.title} has no player {name!r}; it has: {', '.join(known)}")


def fill(agents: Sequence[str], seats: int) -> tuple[str, ...]:
    """One agent for each of `seats` seats; the last one plays all remaining seats.  Raises BadOption."""
    if not agents:
        raise BadOption(f"name at least one agent, {RANDOM!r} for example")
    if len(agents) > seats:
        raise BadOption(f"there are {len(agents)} agents, but {seats} seats")
    return (*agents, *[agents[-1]] * (seats - len(agents)))
