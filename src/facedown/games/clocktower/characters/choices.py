"""Choices that several characters ask for, and what several of them look for."""

from __future__ import annotations

from facedown.games.clocktower import information, queries, storyteller
from facedown.games.clocktower.questions import GO_ON, Steps, Word
from facedown.games.clocktower.state import DAWN, DUSK, Ability, Player, State

WHAT_IT_DOES = tuple(map(Word, (GO_ON, "ask", "tell", "kill", "poison", "protect")))  # as the storyteller says
MOST_EFFECTS = 3  # of these at a time
SAFE = "safe"  # the marker of whoever is protected so


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


def runs(effect: Word, me: Ability, state: State) -> Steps:
    """Do one thing that the storyteller has an ability do: nothing comes of it while that does not work."""
    if effect == "ask":
        yield me.chooses("a player", queries.here(state))
    elif effect == "tell":
        words = yield storyteller.words("what is {0} told?", me.player, about=me, step="told")
        yield information.tell(state, me.player, "{0}", words, by=me, report=words, true=queries.works(state, me))
    elif effect == "kill":
        target = yield storyteller.chooses(
            "who dies by {0}?", queries.living(state), me.player, topic="kill", about=me
        )
        yield me.kills(target)
    elif effect == "poison":
        target = yield storyteller.chooses(
            "who is poisoned by {0}?", queries.here(state), me.player, topic="poison", about=me
        )
        yield me.poisons(target, until=DUSK)
    elif effect == "protect":
        target = yield storyteller.chooses(
            "who cannot die tonight, thanks to {0}?", queries.here(state), me.player, topic="protect", about=me
        )
        yield me.marks(target, SAFE, until=DAWN)
