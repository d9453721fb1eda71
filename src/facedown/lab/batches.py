"""Choosing the right kind of batch to play many games with any players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from facedown.agents import levels, name_of, unknown_player
from facedown.agents import players as known_players
from facedown.agents.network import lend, trained_players
from facedown.core.abilities import Bot
from facedown.core.batch import Batch
from facedown.core.compiling import is_marked
from facedown.core.errors import BadOption
from facedown.core.flat import FlatGame
from facedown.core.flat.players import RANDOM
from facedown.core.game import Game
from facedown.core.spelling import shown
from facedown.lab.process_batch import PlayedBatch
from facedown.lab.table_batch import SeatedBatch

OwnBot: TypeAlias = Bot  # like a game's bots: (view, moves, luck[, memory]) -> move


def batch_of(
    game: Game,
    seats: int,
    players: Sequence[str],
    options: Mapping[str, object] | None,
    own: Mapping[str, OwnBot] | None = None,
) -> Batch | PlayedBatch:
    """A batch of games, played by the compiled driver if positions are records, otherwise one by one.

    `own` holds the caller's own bots by name; those that are not marked `@compiles` are run as Python, at tables.
    Raises BadOption.
    """
    if isinstance(game, FlatGame):
        lend(game, players)
        _check_known(game, players, own or {})
        if any(name in levels(game) for name in players) or not all(map(is_marked, (own or {}).values())):
            return SeatedBatch(game.contract, seats, players, options, own)
        return Batch(
            game.contract, seats, players, options, own=own, networks=trained_players(game.contract, players, seats)
        )
    return PlayedBatch(game.contract, seats, players, options, own)


def _check_known(game: FlatGame, names: Sequence[str], own: Mapping[str, OwnBot]) -> None:
    """Raises BadOption if there is no player of one of these names, or two."""
    for name in own:
        if name in known_players(game):
            raise BadOption(f"{game.title} has a player {name!r} already; give yours another name")
    known = dict.fromkeys((*known_players(game), *own))
    for name in names:
        if name not in known:
            raise unknown_player(game, name, known)


def named(agents: Sequence[str | OwnBot]) -> tuple[list[str], dict[str, OwnBot]]:
    """The names of these agents, and the caller's own bots by name.  Raises BadOption."""
    if isinstance(agents, str):
        raise BadOption(f"agents must be a list of names or functions, such as [{agents!r}], not a single text")
    own: dict[str, OwnBot] = {}
    names = []
    for agent in agents:
        if not isinstance(agent, str) and not callable(agent):
            raise BadOption(f"an agent must be the name of a player, or a bot of your own, not {shown(agent)}")
        name = agent if isinstance(agent, str) else name_of(agent)
        if not isinstance(agent, str) and own.setdefault(name, agent) is not agent:
            raise BadOption(f"two of your bots are named {name!r}; give them different names")
        names.append(name)
    return names, own


def fill(agents: Sequence[str], seats: int) -> tuple[str, ...]:
    """One agent for each of `seats` seats; the last one plays all remaining seats.  Raises BadOption."""
    if not agents:
        raise BadOption(f"name at least one agent, {RANDOM!r} for example")
    if len(agents) > seats:
        raise BadOption(f"there are {len(agents)} agents, but {seats} seats")
    return (*agents, *[agents[-1]] * (seats - len(agents)))
