"""Characters with the ability of another, or one that the storyteller has made up."""

from __future__ import annotations

from collections.abc import Iterator

from facedown.games.clocktower.worlds.deaths import night_kill
from facedown.games.clocktower.worlds.eyes import Eyes
from facedown.games.clocktower.worlds.model import MODELS, Learned, Model, gain, makes_minions
from facedown.games.clocktower.worlds.puzzle import team_of
from facedown.games.clocktower.worlds.state import State
from facedown.games.clocktower.worlds.town import Town


class Alchemist(Model):
    """Has the ability of a Minion, by the rules of 2022 of one that nobody was dealt."""

    id, wakes, needs = "alchemist", "first", ("role",)

    def at_start(self, town: Town, state: State, me: int) -> Iterator[State]:
        for role in sorted(town.puzzle.script):
            free = town.puzzle.rules == "current" or role not in state.roles or makes_minions(state)
            if team_of(role) == "minion" and role != "marionette" and free:
                yield from gain(town, state, me, role)

    def verdict(self, eyes: Eyes, me: int, learned: Learned) -> int:
        return int(learned["role"] in eyes.state.gains(me))


class Amnesiac(Model):
    """Taken to do one thing a night, in its place: kill a player, poison one until dusk, or keep one alive."""

    id, wakes, informs = "amnesiac", "each", False

    def act(self, town: Town, state: State, me: int) -> Iterator[State]:
        yield state
        if state.is_bad(me):
            return
        for target in range(state.size):
            if MODELS[state.roles[target]] is not self:
                yield state.with_mark(1 << target, me, town.when | 1)
            if town.when > 0:
                yield state.with_memo(("inn", None), (*state.memo.get(("inn", None), ()), (me, 1 << target)))
            if town.dying >> target & 1:
                yield from night_kill(town, state, target, me, demon=False)


class Cannibal(Model):
    """Has the ability of whoever was executed last, without knowing it; see `deaths`, where it is gained."""

    id = "cannibal"


__all__ = ["Alchemist", "Amnesiac", "Cannibal"]
