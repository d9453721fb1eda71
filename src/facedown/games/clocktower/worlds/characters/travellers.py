"""The Travellers: public, on a side that only the storyteller knows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from facedown.games.clocktower.worlds.deaths import night_kill
from facedown.games.clocktower.worlds.eyes import Eyes
from facedown.games.clocktower.worlds.model import Learned, Model, gain, may_lie, once
from facedown.games.clocktower.worlds.puzzle import Clue, team_of
from facedown.games.clocktower.worlds.state import State
from facedown.games.clocktower.worlds.town import Town


class Traveller(Model):
    """Public, on a side that only the storyteller knows."""

    def at_start(self, town: Town, state: State, me: int) -> Iterator[State]:
        yield state
        if town.puzzle.reports:  # otherwise nobody looks at sides
            new = state.copy()
            new.evil |= 1 << me
            yield new


class Harlot(Traveller):
    """Learns who somebody is that agrees to it, and both of them may die of it."""

    id, wakes, needs, learns_dead = "harlot", "other", ("player", "role"), True

    def act(self, town: Town, state: State, me: int) -> Iterator[State]:
        yield state
        if state.is_bad(me) or not town.dying:
            return
        said = self.told(town, state, me)
        for guest in range(state.size):
            if guest != me and state.lives(guest) and (said is None or said["player"] == guest):
                for after in night_kill(town, state, guest, me, demon=False):
                    yield from night_kill(town, after, me, me, demon=False)

    def verdict(self, eyes: Eyes, me: int, learned: Learned) -> int:
        return eyes.role(learned["player"], learned["role"])


class Apprentice(Traveller):
    """Gains the ability of a Townsfolk if good, of a Minion if evil, and is told so also in vain."""

    id, wakes, needs, informs = "apprentice", "first", ("role",), False

    def act(self, town: Town, state: State, me: int) -> Iterator[State]:
        if town.when > 0:
            yield state
            return
        said = self.told(town, state, me)
        team = "minion" if state.is_evil(me) else "townsfolk"
        for role in sorted(town.puzzle.script) if said is None else (said["role"],):
            if team_of(role) == team:
                yield from (
                    (state.with_memo(("thinks", me), role),) if state.is_bad(me) else gain(town, state, me, role)
                )

    def verdict(self, eyes: Eyes, me: int, learned: Learned) -> int:
        """Its action has been played by now, as it is told."""
        told = (*eyes.state.gains(me), eyes.state.memo.get(("thinks", me)))
        return int(learned["role"] in told)


class Barista(Traveller):
    """Each night somebody, who learns it, is sober and told the truth until dusk, or acts twice."""

    id, wakes, needs = "barista", "each", ("sober",)

    def act(self, town: Town, state: State, me: int) -> Iterator[State]:
        for after in self._served(town, state, me):
            yield after
            if after.memo["coffee"] == ((me, False),) and not state.is_bad(me):  # her own makes her act once more
                yield from self._served(town, after, me)

    def _served(self, town: Town, state: State, me: int) -> Iterator[State]:
        told = [seat for seat in range(state.size) if town.report(seat, self.id) and not may_lie(town, state, seat)]
        for guest in {*told, me} if told else [seat for seat in range(state.size) if state.lives(seat)]:
            said = town.report(guest, self.id) if guest in told else None
            for sober in (True, False) if said is None else (said["sober"],):
                after = state.with_memo("coffee", (*state.memo.get("coffee", ()), (guest, sober)))
                if not state.is_bad(me):  # otherwise they are told so all the same
                    after.note("sober" if sober else "twice", (guest, me))
                yield after

    def hear(self, town: Town, state: State, report: Clue) -> Iterable[State]:
        if may_lie(town, state, report.seat):
            return (state,)
        return (state,) if (report.seat, report.learned["sober"]) in state.memo.get("coffee", ()) else ()


class BoneCollector(Traveller):
    """Gives a dead player their ability back until dusk, unused, once and not in the first night."""

    id, wakes, needs, informs = "bonecollector", "spent other", ("chose",), False

    def act(self, town: Town, state: State, me: int) -> Iterator[State]:
        said = self.told(town, state, me)
        if said is None:
            yield state
        if state.memo.get(("spent", me, self.id)):
            return
        for target in range(state.size) if said is None else (said["chose"],):
            if state.lives(target):
                continue
            after = once(state, me, self.id)
            if not state.is_bad(me):
                kept = {key: value for key, value in after.memo.items() if key[:2] != ("spent", target)}
                after.memo = {**kept, "collected": (me, target), ("fresh", target): town.coming_day}
            yield after


for _role in ("bureaucrat", "thief", "beggar", "matron", "judge", "bishop", "voudon", "butcher", "deviant"):
    type(_role.capitalize(), (Traveller,), {"id": _role})
