"""The Demons: whom they kill, and what else they do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, permutations

from facedown.games.clocktower.worlds.deaths import dies_at_night, is_protected, night_kill
from facedown.games.clocktower.worlds.eyes import NO, YES, Eyes, loose_of
from facedown.games.clocktower.worlds.model import Model
from facedown.games.clocktower.worlds.nights import distinct
from facedown.games.clocktower.worlds.puzzle import team_of
from facedown.games.clocktower.worlds.state import State
from facedown.games.clocktower.worlds.town import Town

_HARDY = frozenset(("soldier", "sailor", "lleech", "tealady", "mayor", "fool"))  # who may keep somebody alive


class Demon(Model):
    """Chooses a player each night but the first, who dies."""

    wakes = "other"

    def act(self, town: Town, state: State, me: int) -> Iterator[State]:
        if town.when == 0 or not self.strikes_tonight(town, state, me) or state.memo.get("held", 0) >> me & 1:
            yield state
        elif state.is_bad(me):
            yield from self.in_vain(town, state, me)
        else:
            yield from self.strike(town, state, me)

    def in_vain(self, town: Town, state: State, me: int) -> Iterable[State]:
        """It chooses, and is drunk or poisoned."""
        return (town.misfires(state, me, surely=False),)

    def strikes_tonight(self, town: Town, state: State, me: int) -> bool:
        return True

    def woken(self, town: Town, state: State, me: int) -> int:
        held = state.memo.get("held", 0) >> me & 1
        return NO if held or not self.strikes_tonight(town, state, me) else super().woken(town, state, me)

    def strike(self, town: Town, state: State, me: int) -> Iterator[State]:
        """One player is chosen."""
        idle = town.puzzle.may_target_dead and state.alive != (1 << state.size) - 1
        if idle:
            yield state
        for target in range(state.size):
            if not state.lives(target) or town.spared >> target & 1:
                continue
            if target == me:
                yield from self.kill_itself(town, state, me)
            elif town.dying >> target & 1 or self.may_survive(state, target):
                yield from self.hit(town, state, me, target)

    def may_survive(self, state: State, target: int) -> bool:
        """Whether an attack on this player may leave them alive, or kill somebody else."""
        if not state.memo and _HARDY.isdisjoint(state.roles):
            return False
        return is_protected(state, target, True) != NO or state.has(target, "mayor") or state.has(target, "fool")

    def hit(self, town: Town, state: State, me: int, target: int) -> Iterable[State]:
        return night_kill(town, state, target, me)

    def kill_itself(self, town: Town, state: State, me: int) -> Iterable[State]:
        return night_kill(town, state, me, me)


class Imp(Demon):
    id = "imp"

    def kill_itself(self, town: Town, state: State, me: int) -> Iterator[State]:
        """A living Minion becomes the Imp."""
        protected = is_protected(state, me, True)
        if protected != NO:
            yield state
        if protected == YES or not town.dying >> me & 1:
            return
        eyes = Eyes(state, loose_of(state))
        heirs = [s for s in range(state.size) if state.lives(s) and state.roles[s] != self.id and eyes.minion(s)]
        women = [seat for seat in heirs if state.roles[seat] == "scarletwoman" and state.works(seat)]
        if women and state.residents(state.alive) >= 5:
            heirs = women
        for heir in heirs:
            new = state.copy()
            new.fell |= 1 << me
            new.alive &= ~(1 << me)
            yield new.become(heir, "imp")


class FangGu(Demon):
    """The first Outsider that it kills becomes an evil Fang Gu, and it dies instead."""

    id = "fanggu"

    def hit(self, town: Town, state: State, me: int, target: int) -> Iterator[State]:
        protected = is_protected(state, target, True)
        if protected != NO:
            yield state
        if protected == YES:
            return
        stays = state.memo.get("jumped") or is_protected(state, me, True) == YES
        outsider = NO if stays else Eyes(state, loose_of(state)).team(target, "outsider")
        if outsider != YES:
            yield from night_kill(town, state, target, me)
        if outsider != NO and town.dying >> me & 1:
            new = state.become(target, "fanggu", evil=True).with_memo("jumped", True)
            yield from dies_at_night(town, new, me, me, demon=True)

    def may_survive(self, state: State, target: int) -> bool:
        return True


class Vigormortis(Demon):
    """A Minion that it kills keeps its ability, and a neighbouring Townsfolk is poisoned."""

    id = "vigormortis"

    def hit(self, town: Town, state: State, me: int, target: int) -> Iterator[State]:
        for after in night_kill(town, state, target, me):
            if after.lives(target) or team_of(state.roles[target]) != "minion":
                yield after
                continue
            for beside in {*state.nearest_townsfolk(target)}:
                marked = after.with_mark(1 << beside, me)
                marked.undead |= 1 << target
                marked._bad = None
                yield marked


class Pukka(Demon):
    """Poisons a player each night; the one before dies, poisoned still, and is healthy then."""

    id, wakes = "pukka", "each"

    def act(self, town: Town, state: State, me: int) -> Iterator[State]:
        if state.is_bad(me):
            yield state
        elif state.memo.get("held", 0) >> me & 1:
            for after in self._last_dies(town, state, me):
                yield after.without_marks_of(me).with_memo(("pukka", me), None)
        else:
            for target in town.free(range(state.size)):
                poisoned = state.with_mark(1 << target, me)
                if target == me:  # its own poison may keep the one before alive
                    yield poisoned
                for after in self._last_dies(town, poisoned, me):
                    yield after.without_marks_of(me).with_mark(1 << target, me).with_memo(("pukka", me), target)

    def _last_dies(self, town: Town, state: State, me: int) -> Iterable[State]:
        victim = state.memo.get(("pukka", me))
        return (state,) if victim is None or not state.lives(victim) else night_kill(town, state, victim, me)


class AlHadikhia(Demon):
    """Names three players, who each choose life or death; if all three live, all three die."""

    id = "alhadikhia"

    def strike(self, town: Town, state: State, me: int) -> Iterator[State]:
        if town.puzzle.rules == "current":  # it may name nobody
            yield state
        for three in self._threes(town, state, me):
            yield from self._asked(town, state, me, three)

    def _threes(self, town: Town, state: State, me: int) -> Iterable[tuple[int, ...]]:
        """Whom it may name, in its order; of those to whom nothing can happen, three say as much as all."""
        seats = list(town.free(range(state.size)))
        stirred = [
            seat
            for seat in seats
            if (town.dying | town.rising) >> seat & 1 or (state.lives(seat) and self.may_survive(state, seat))
        ]
        calm = [[seat for seat in seats if seat not in stirred and state.lives(seat) == lives] for lives in (0, 1)]
        some = sorted({*stirred, *calm[0][:3], *calm[1][:3]})
        for three in combinations(some, 3):
            yield from permutations(three) if me in three else (three,)

    def _asked(self, town: Town, state: State, me: int, three: Sequence[int]) -> Iterator[State]:
        states = [state]
        for seat in three:
            chosen = [after for one in states if one.lives(me) for after in self._chooses(town, one, me, seat)]
            states = [*(one for one in states if not one.lives(me)), *distinct(chosen)]
        for one in states:
            if not all(one.lives(seat) for seat in three):
                yield one
                continue
            killed = [one]
            for seat in sorted(three, key=lambda seat: seat == me):
                killed = [after for each in killed for after in night_kill(town, each, seat, me)]
            yield from killed

    def _chooses(self, town: Town, state: State, me: int, seat: int) -> Iterator[State]:
        """Life or death; who is dead and does not come back for good may as well have chosen death."""
        yield from night_kill(town, state, seat, me) if state.lives(seat) else (state,)
        if state.lives(seat):
            yield state
        elif town.rising >> seat & 1:
            yield state.risen(seat, town.coming_day)


class LilMonsta(Demon):
    """Nobody is it: each night the Minions choose who looks after it and is the Demon, and somebody may die."""

    id, wakes = "lilmonsta", "each"

    def act(self, town: Town, state: State, me: int) -> Iterator[State]:
        """`me` is its place outside the circle."""
        if state.is_bad(me):
            yield town.misfires(state, me) if town.when > 0 else state
            return
        residents = [seat for seat, role in enumerate(state.roles) if team_of(role) != "traveller"]
        for sitter in residents:
            if not state.lives(sitter):
                continue
            after = state.with_memo("sitter", sitter)
            if town.when == 0 or town.puzzle.rules == "current" or "held" in state.memo:
                yield after
            for target in range(state.size) if town.when > 0 else ():
                if state.lives(target):
                    yield from night_kill(town, after, target, sitter)


class Legion(Demon):
    """Most players are it; each night but the first somebody may die."""

    id, wakes = "legion", ""

    def act(self, town: Town, state: State, me: int) -> Iterator[State]:
        if town.when == 0 or state.memo.get("legion struck") == town.when:
            yield state
            return
        struck = state.with_memo("legion struck", town.when)
        yield struck
        for target in range(state.size):
            if town.dying >> target & 1:
                yield from night_kill(town, struck, target, me)


class Zombuul(Demon):
    """Kills only in a night after a day on which nobody died; it plays dead once."""

    id = "zombuul"

    def strikes_tonight(self, town: Town, state: State, me: int) -> bool:
        return not state.memo.get("died today")


class Po(Demon):
    """May choose nobody; then it chooses three the next night."""

    id = "po"

    def in_vain(self, town: Town, state: State, me: int) -> Iterable[State]:
        spent = town.misfires(state, me, surely=False)
        return (
            spent.with_memo(("charged", me), None),
            spent.with_memo(("charged", me), not state.memo.get(("charged", me)) or None),
        )

    def strike(self, town: Town, state: State, me: int) -> Iterator[State]:
        if not state.memo.get(("charged", me)):
            yield state.with_memo(("charged", me), True)
            yield from super().strike(town, state, me)
            return
        states = [state.with_memo(("charged", me), None)]
        for _ in range(3):
            states = distinct(after for one in states for after in super(Po, self).strike(town, one, me))
        yield from states


class Shabaloth(Demon):
    """Chooses two; one whom it chose the night before, dead or alive, may come back to life."""

    id = "shabaloth"

    def act(self, town: Town, state: State, me: int) -> Iterator[State]:
        yield from super().act(town, state, me)
        for seat in range(state.size) if town.when > 2 and not state.is_bad(me) else ():
            if town.rising >> seat & 1 and not state.lives(seat):
                yield from super().act(town, state.risen(seat, town.coming_day), me)

    def strike(self, town: Town, state: State, me: int) -> Iterator[State]:
        for one in super().strike(town, state, me):
            yield from super().strike(town, one, me)


# Whatever else they do is asked where it matters.
for _role in ("nodashii", "vortox", "lordoftyphon", "ojo"):
    type(_role.capitalize(), (Demon,), {"id": _role})
type("Kazali", (Demon,), {"id": "kazali", "wakes": "each"})
for _role in ("leviathan", "riot"):  # who kill nobody at night
    type(_role.capitalize(), (Model,), {"id": _role})
