"""Choices that several characters ask for, and what several of them look for."""

from __future__ import annotations

from facedown.games.clocktower import queries
from facedown.games.clocktower.questions import Steps
from facedown.games.clocktower.state import Ability, Player, State


def is_drunk_or_poisoned(state: State, player: Player) -> bool:
    """The Drunk is drunk as well."""
    return queries.impaired(state, player) or player.character.id == "drunk"


def living_player(me: Ability, state: State, what: str, *, optional: bool = False, step: str = "") -> Steps:
    """Let the player choose somebody alive.  If they name a player who has died tonight, they are asked again."""
    options = list(queries.seen_living(state))
    while True:
        target: Player | None = yield me.chooses(what, options, optional=optional, step=step)
        if target is None or target.alive:
            return target
        options.remove(target)
