"""Characters that do nothing at night that matters to others: what they do is asked where it happens."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from facedown.games.clocktower.worlds.model import Model, may_lie
from facedown.games.clocktower.worlds.puzzle import Clue
from facedown.games.clocktower.worlds.state import State
from facedown.games.clocktower.worlds.town import Town


class PoppyGrower(Model):
    """While it lives, Minions and Demon do not know each other; an evil player may tell that it is so."""

    id, informs = "poppygrower", False

    def hear(self, town: Town, state: State, report: Clue) -> Iterable[State]:
        if may_lie(town, state, report.seat):
            return (state,)
        return (state,) if state.working(self.id) == report.learned["told_in_play"] else ()


class Princess(Model):
    """If whom she nominated on her first day was executed, the Demon kills nobody in the night after."""

    id = "princess"

    def at_start(self, town: Town, state: State, me: int) -> Iterable[State]:
        return (town.begins_today(state, me, self.id),)

    def act(self, town: Town, state: State, me: int) -> Iterable[State]:
        calm = state.with_memo(("monk", None), (*state.memo.get(("monk", None), ()), (me, (1 << state.size) - 1)))
        if me in state.memo.get("princess", ()):
            return (calm,)
        untold = town.puzzle.choices_untold and town.is_first_day(state, me, self.id, town.when - 1)
        return (state, calm) if untold else (state,)  # of nominations nobody tells


class HighPriestess(Model):
    """Learns with whom to talk, which says nothing certain."""

    id, wakes, needs, quiet = "highpriestess", "each", ("player",), True


class General(Model):
    id, wakes, needs, quiet = "general", "each", ("side",), True


# Characters that are modelled where what they do happens: in deaths, by day, or in layouts.
_ALIKE: dict[tuple[str, ...], dict[str, Any]] = {
    (
        "virgin", "slayer", "soldier", "mayor", "recluse", "saint", "klutz", "sweetheart", "golem", "tealady",
        "pacifist", "fool", "alsaahir", "minstrel", "farmer", "magician", "damsel", "heretic",
        "snitch", "boomdandy", "zealot", "djinn", "doomsayer", "sentinel", "goon",
        "scapegoat", "gunslinger", "gangster", "psychopath",
        "baron", "scarletwoman", "goblin", "marionette", "mastermind",
    ): {},
    ("spy", "witch", "devilsadvocate", "wraith", "fearmonger", "harpy", "organgrinder"): {"wakes": "each"},
    ("mutant", "politician", "lunatic"): {"liar": True},
    ("drunk", "fisherman"): {"quiet": True},
    ("butler",): {"quiet": True, "wakes": "each"},
}  # fmt: skip
for _roles, _traits in _ALIKE.items():
    for _role in _roles:
        type(_role.capitalize(), (Model,), {"id": _role, **_traits})
