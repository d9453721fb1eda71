"""Characters with the ability of another, or one that the storyteller has made up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from facedown.games.clocktower.worlds.deaths import night_kill
from facedown.games.clocktower.worlds.eyes import Eyes
from facedown.games.clocktower.worlds.model import MODELS, Learned, Model, gain, makes_minions
from facedown.games.clocktower.worlds.nights import TooManyWays
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
    """Taken to do one thing a night, in its place: kill a player, poison one until dusk, or keep one alive.

    At a table nothing is known of it, so that anything may have come of it.
    """

    id, wakes, informs = "amnesiac", "each", False

    def at_start(self, town: Town, state: State, me: int) -> Iterable[State]:
        return anything_goes(town, state)

    def act(self, town: Town, state: State, me: int) -> Iterator[State]:
        yield state
        if state.is_bad(me):
            return
        for target in range(state.size):
            if MODELS[state.roles[target]] is not self:
                yield state.with_mark(1 << target, me, town.coming_day)
            if town.when > 0:
                yield state.with_memo(("inn", None), (*state.memo.get(("inn", None), ()), (me, 1 << target)))
            if town.dying >> target & 1:
                yield from night_kill(town, state, target, me, demon=False)


class Atheist(Model):
    """Nobody is evil, and the storyteller may break any rule."""

    id = "atheist"

    def at_start(self, town: Town, state: State, me: int) -> Iterable[State]:
        return anything_goes(town, state)


def anything_goes(town: Town, state: State) -> Iterable[State]:
    """Whatever is seen or said from now on may be so."""
    if town.puzzle.choices_untold:
        raise TooManyWays([state])
    return (state,)


class Cannibal(Model):
    """Has the ability of whoever was executed last, without knowing it; see `deaths`, where it is gained."""

    id = "cannibal"


class Hermit(Model):
    """Has the abilities of all Outsiders on the script."""

    id = "hermit"

    def at_start(self, town: Town, state: State, me: int) -> Iterable[State]:
        states: Iterable[State] = (state,)
        for role in town.of_hermit:
            states = [after for one in states for after in gain(town, one, me, role)]
        return states


__all__ = ["Alchemist", "Amnesiac", "Atheist", "Cannibal", "Hermit"]
