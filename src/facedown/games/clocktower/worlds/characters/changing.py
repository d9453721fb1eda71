"""Characters by whom somebody becomes another, changes sides, comes back, or dies in a way of its own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations, permutations, product

from facedown.games.clocktower.worlds.characters.demons import Demon
from facedown.games.clocktower.worlds.deaths import living_demons, night_kill
from facedown.games.clocktower.worlds.eyes import EITHER, NO, YES, Eyes, either, loose_of
from facedown.games.clocktower.worlds.layouts import base_counts, residents
from facedown.games.clocktower.worlds.model import Learned, Model, becomes, begins, makes_minions, may_lie, once
from facedown.games.clocktower.worlds.puzzle import Clue, is_evil_role, team_of
from facedown.games.clocktower.worlds.state import NOBODY, State
from facedown.games.clocktower.worlds.town import Town


class Barber(Model):
    """If it died today or tonight, the Demon may let two players swap characters."""

    id, acts_when_dead = "barber", True

    def act(self, town: Town, state: State, me: int) -> Iterator[State]:
        if (self.id, me) not in state.memo or state.is_bad(me):
            yield state
            return
        state = state.with_memo((self.id, me), None)
        yield state
        for one, other in combinations(range(state.size), 2):
            if not self._may_swap(state, one, other):
                continue
            roles = state.roles[one], state.roles[other]
            if not (town.may_become(state, one, roles[1]) and town.may_become(state, other, roles[0])):
                continue
            after = state.become(one, roles[1]).become(other, roles[0])
            for seat in (one, other):
                if ("killer", seat) in state.memo:  # who becomes a Sage only now learns anything
                    after.note(("killer", seat), NOBODY)
            if living_demons(after):
                yield from (both for new in begins(town, after, one) for both in begins(town, new, other))

    def _may_swap(self, state: State, one: int, other: int) -> bool:
        """Residents, and of the Demons none but the living one that chooses."""
        demons = [seat for seat in (one, other) if state.is_demon(seat)]
        chooser = living_demons(state) >> demons[0] & 1 if demons else living_demons(state)
        guests = any(team_of(state.roles[seat]) == "traveller" for seat in (one, other))
        return bool(chooser) and len(demons) < 2 and not guests


class Hatter(Model):
    """If it died today or tonight, Minions and Demons may become others of their team."""

    id, acts_when_dead = "hatter", True

    def act(self, town: Town, state: State, me: int) -> Iterator[State]:
        if (self.id, me) not in state.memo or state.is_bad(me) or "legion" in state.roles:
            yield state
            return
        state = state.with_memo((self.id, me), None)
        yield state
        guests = [seat for seat, role in enumerate(state.roles) if is_evil_role(role)]
        for wishes in product(*(self._wishes(town, state, seat) for seat in guests)):
            changed = {at: role for at, role in zip(guests, wishes, strict=True) if role != state.roles[at]}
            kept = (state.roles[at] for at in guests if at not in changed)  # of whom two may be the Imp
            if changed and len({*changed.values()}) == len(changed) and {*changed.values()}.isdisjoint(kept):
                yield from self._changed(town, state, changed)

    def _wishes(self, town: Town, state: State, seat: int) -> list[str]:
        """What a guest may be afterwards; who changes may take what another gives up."""
        return sorted(role for role in town.puzzle.script if team_of(role) == team_of(state.roles[seat]))

    def _changed(self, town: Town, state: State, wishes: Mapping[int, str]) -> Iterable[State]:
        if "legion" in wishes.values():  # then all who are evil become Legion
            wishes = {seat: "legion" for seat in range(state.size) if state.is_evil(seat)}
        states: Iterable[State] = (state,)
        for seat, role in wishes.items():
            states = [after for one in states for after in becomes(town, one, seat, role)]
        return states


class Professor(Model):
    """Brings a dead Townsfolk back to life, once."""

    id, wakes, needs, informs = "professor", "spent other", ("chose",), False

    def act(self, town: Town, state: State, me: int) -> Iterator[State]:
        said = self.told(town, state, me)
        yield state
        if state.memo.get(("spent", me, self.id)):
            return
        for seat in range(state.size):
            if state.lives(seat) or (said is not None and said["chose"] != seat):
                continue
            new = once(state, me, self.id)
            if state.is_bad(me) or not Eyes(state, 0).team(seat, "townsfolk"):
                if town.counts_woke:  # in vain, and the Professor wakes no more
                    yield new
            elif town.rising >> seat & 1:
                yield new.risen(seat, town.coming_day)


class Tinker(Model):
    """May die at any time."""

    id = "tinker"

    def act(self, town: Town, state: State, me: int) -> Iterator[State]:
        yield state
        if town.when > 0 and not state.is_bad(me):
            yield from night_kill(town, state, me, me, demon=False)


class Moonchild(Model):
    """When it has died it chooses a player, who dies in the night if good."""

    id, acts_when_dead = "moonchild", True

    def act(self, town: Town, state: State, me: int) -> Iterable[State]:
        chosen = state.memo.get(("moon", me))
        if chosen is None and town.puzzle.choices_untold and town.when > 0 and not state.lives(me):
            good = [seat for seat in range(state.size) if town.dying >> seat & 1 and not state.is_evil(seat)]
            kept = [state.with_memo(("moon", me), seat) for seat in good if not state.is_bad(me)]
            return (state, *(after for one in kept for after in self.act(town, one, me)))
        if chosen is None or town.when == 0 or state.is_bad(me) or state.is_evil(chosen):
            return (state,)
        return night_kill(town, state.with_memo(("moon", me), None), chosen, me, demon=False)


class Acrobat(Model):
    """Chooses a player each night but the first, and dies if that player is impaired tonight."""

    id, wakes, needs, informs = "acrobat", "other", ("chose",), False

    def hear(self, town: Town, state: State, report: Clue) -> Iterator[State]:
        me, chosen = report.seat, report.learned["chose"]
        if may_lie(town, state, me) or not state.has(me, self.id):
            yield from super().hear(town, state, report)
        elif not state.acts(me):
            return
        elif state.is_bad(me):
            yield state
        elif state.is_bad(chosen):
            yield from night_kill(town, state, me, me, demon=False)
        else:
            yield state.with_memo(("acrobat", me), chosen)

    def at_dawn(self, town: Town, state: State, me: int) -> Iterable[State]:
        chosen = state.memo.get(("acrobat", me))
        if chosen is None:
            return (state,)
        clean = state.with_memo(("acrobat", me), None)
        if state.works(me) and state.is_bad(chosen):
            return night_kill(town, clean, me, me, demon=False)
        return (clean,)


class Choirboy(Model):
    """Learns who the Demon is that killed the King."""

    id, needs = "choirboy", ("player",)

    def can_learn(self, town: Town, state: State, me: int) -> bool:
        kings = (seat for seat, role in enumerate(state.roles) if role == "king")
        return state.acts(me) and (state.is_bad(me) or any(("killer", king) in state.memo for king in kings))

    def verdict(self, eyes: Eyes, me: int, learned: Learned) -> int:
        return eyes.demon(learned["player"])


class King(Model):
    """While at least as many are dead as alive, learns a living player's character each night."""

    id, needs = "king", ("player", "role")

    def can_learn(self, town: Town, state: State, me: int) -> bool:
        dead = state.size - state.alive.bit_count()
        more = dead - state.alive.bit_count()
        return state.acts(me) and (more > 0 or (more == 0 and town.puzzle.rules == "current"))

    def verdict(self, eyes: Eyes, me: int, learned: Learned) -> int:
        return eyes.role(learned["player"], learned["role"]) if eyes.state.lives(learned["player"]) else NO


class CultLeader(Model):
    """Each night takes the side of a living neighbour."""

    id = "cultleader"  # it is woken only when it has turned

    def act(self, town: Town, state: State, me: int) -> Iterator[State]:
        if state.is_bad(me):
            yield state
            return
        seem = {Eyes(state, loose_of(state)).evil(seat) for seat in state.neighbours(me)}
        for evil in {NO, YES} if EITHER in seem else seem:
            new = state.copy()
            new.evil = (state.evil | 1 << me) if evil else (state.evil & ~(1 << me))
            yield new.awake(me) if town.watches_woke and new.evil != state.evil else new


class Ogre(Model):
    """Takes the side of a player whom it chooses in the first night; learns it only if it takes good for evil."""

    id, wakes, needs, informs = "ogre", "first", ("chose",), False

    def act(self, town: Town, state: State, me: int) -> Iterator[State]:
        if not town.is_first(state, me):
            yield state
            return
        said = self.told(town, state, me)
        for target in [said["chose"]] if said else town.free(s for s in range(state.size) if s != me):
            seems = Eyes(state, loose_of(state)).evil(target)
            if seems != YES:
                yield state
            if seems != NO:
                new = state.copy()
                new.evil |= 1 << me
                yield new if state.is_evil(target) else new.with_memo(("knows", me), True)

    def hear(self, town: Town, state: State, report: Clue) -> Iterable[State]:
        return (state,) if state.has(report.seat, self.id) else super().hear(town, state, report)


class Mezepheles(Model):
    """One good player may turn evil."""

    id, wakes = "mezepheles", "first"

    def act(self, town: Town, state: State, me: int) -> Iterator[State]:
        yield state
        if town.when == 0 or state.is_bad(me) or state.memo.get(("spent", me, self.id)):
            return
        for seat in range(state.size):
            if not state.is_evil(seat):
                new = once(state, me, self.id)
                new.evil |= 1 << seat
                yield new


class Engineer(Model):
    """Once, at night, says which Demon, or which Minions, are in play."""

    id, wakes, informs = "engineer", "until spent", False

    def act(self, town: Town, state: State, me: int) -> Iterator[State]:
        said = self.told(town, state, me)
        if said is None:
            yield state
        if state.memo.get(("spent", me, self.id)):
            return
        spent = once(state, me, self.id)
        if state.is_bad(me):
            yield town.misfires(spent, me)
            return
        chosen = self._choices(town) if said is None else [tuple(said.get("roles") or (said["role"],))]
        for roles in chosen:
            yield from self._rebuilt(town, spent, roles)

    def _choices(self, town: Town) -> Iterator[tuple[str, ...]]:
        """A Demon, or as many Minions as there are at this number of players."""
        of = {team: sorted(r for r in town.puzzle.script if team_of(r) == team) for team in ("demon", "minion")}
        yield from combinations(of["demon"], 1)
        yield from combinations(of["minion"], min(base_counts(residents(town.puzzle))[2], len(of["minion"])))

    def _rebuilt(self, town: Town, state: State, roles: tuple[str, ...]) -> Iterable[State]:
        """Whoever is one of them stays so; of the others, as many turn as there are new ones, or all."""
        new = [role for role in roles if role not in state.roles]
        turning = [
            seat
            for seat, role in enumerate(state.roles)
            if role not in roles and team_of(role) == team_of(roles[0])
        ]
        pairs = (
            [list(zip(turning, some, strict=False)) for some in permutations(new, len(turning))]
            if len(turning) <= len(new)
            else [list(zip(some, new, strict=False)) for some in permutations(turning, len(new))]
        )
        for pair in pairs:
            states: Iterable[State] = (state,)
            for seat, role in pair:
                turned = self._looks_after_it if role == "lilmonsta" else becomes
                states = [after for one in states for after in turned(town, one, seat, role)]
            yield from states

    def _looks_after_it(self, town: Town, state: State, seat: int, role: str) -> Iterator[State]:
        """Whoever is to be Lil' Monsta is a Minion that is not in play, and looks after it."""
        for minion in sorted(town.puzzle.script - set(state.roles)):
            if team_of(minion) == "minion":
                yield from (after.with_memo("sitter", seat) for after in becomes(town, state, seat, minion))


class Preacher(Model):
    """A Minion whom it chooses has no ability."""

    id, wakes, needs, informs = "preacher", "each", ("chose",), False

    def act(self, town: Town, state: State, me: int) -> Iterator[State]:
        said = self.told(town, state, me)
        if state.is_bad(me):
            yield state
            return
        targets = [said["chose"]] if said else town.free(range(state.size))
        for target in targets:
            if team_of(state.roles[target]) == "minion":
                yield state.with_mark(1 << target, me)
            else:
                yield state


class Huntsman(Model):
    """A Damsel whom it chooses becomes a Townsfolk."""

    id, wakes, needs, informs, reports_once = "huntsman", "until spent", ("chose",), False, True

    def act(self, town: Town, state: State, me: int) -> Iterator[State]:
        yield state
        if state.memo.get(("spent", me, self.id)) or town.tells_choice(me, self.id):
            return
        after = once(state, me, self.id)
        yield after  # in vain
        for damsel in state.holders("damsel") if not state.is_bad(me) else ():
            yield from self._saves(town, after, damsel)

    def judged(self, town: Town, state: State, report: Clue) -> Iterator[State]:
        chosen = report.learned["chose"]
        if state.is_bad(report.seat) or not state.has(chosen, "damsel"):
            yield state
        else:
            yield from self._saves(town, state, chosen)

    def _saves(self, town: Town, state: State, damsel: int) -> Iterator[State]:
        for role in sorted(town.puzzle.script - set(state.roles)):
            if team_of(role) == "townsfolk" and town.may_become(state, damsel, role):
                yield from becomes(town, state, damsel, role)


class Lycanthrope(Model):
    """Chooses a living player each night but the first; if good, they die and the Demon kills nobody."""

    id, wakes, needs, informs = "lycanthrope", "other", ("chose",), False

    def act(self, town: Town, state: State, me: int) -> Iterator[State]:
        if state.is_bad(me):
            yield state
            return
        said = self.told(town, state, me)
        for target in [said["chose"]] if said else town.free(s for s in range(state.size) if state.lives(s)):
            taken, seems = state.memo.get(("mistaken", me)), Eyes(state, loose_of(state)).evil(target)
            if seems != NO or taken == target:
                yield state
            if seems == YES or taken == target:
                continue
            if taken is None:  # one good player is taken for evil
                yield state.with_memo(("mistaken", me), target)
            for after in night_kill(town, state, target, me, demon=False):
                yield after if after.alive == state.alive else after.with_memo("no demon kills", True)


class Pixie(Model):
    """Learns a Townsfolk that is in play, and may have that ability when its holder is dead."""

    id, wakes, needs = "pixie", "first", ("role",)

    def verdict(self, eyes: Eyes, me: int, learned: Learned) -> int:
        if team_of(learned["role"]) != "townsfolk":
            return NO
        others = [seat for seat in range(eyes.state.size) if seat != me]
        alone = all(team_of(eyes.state.roles[seat]) != "townsfolk" for seat in others)
        if alone or makes_minions(eyes.state):  # of anybody, or of somebody who was that
            return EITHER
        return either(*(eyes.role(seat, learned["role"]) for seat in others))

    def judged(self, town: Town, state: State, report: Clue) -> Iterator[State]:
        for after in super().judged(town, state, report):
            yield after.with_memo(("pixie", report.seat), report.learned["role"])


class Lleech(Demon):
    """Poisons a player in its first night, and dies if and only if that player is dead."""

    id, wakes = "lleech", "each"

    def act(self, town: Town, state: State, me: int) -> Iterator[State]:
        if not town.is_first(state, me):
            yield from super().act(town, state, me)
            return
        for host in range(state.size):
            if town.puzzle.rules == "current" or state.lives(host):
                hosted = state.with_mark(1 << host, me).with_memo(("host", me), host)
                yield from super().act(town, hosted, me) if town.when else (hosted,)


class Yaggababble(Demon):
    """For each time that it said its phrase somebody may die."""

    id, wakes = "yaggababble", "first"

    def strike(self, town: Town, state: State, me: int) -> Iterator[State]:
        states = [state]
        for target in range(state.size):
            if town.dying >> target & 1 and target != me:
                killed = [after for one in states for after in night_kill(town, one, target, me)]
                states = [*states, *killed]
        yield from states
