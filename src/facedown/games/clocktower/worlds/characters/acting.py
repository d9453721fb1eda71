"""Minions and others who choose players at night, and what their choices do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from facedown.games.clocktower.worlds.deaths import dies_at_night, living_demons, night_kill
from facedown.games.clocktower.worlds.eyes import EITHER, NO, Eyes, loose_of
from facedown.games.clocktower.worlds.model import (
    ANYTHING,
    MODELS,
    Learned,
    Model,
    becomes,
    begins,
    believes,
    gain,
    is_unheld,
    may_lie,
    once,
)
from facedown.games.clocktower.worlds.puzzle import Clue, is_evil_role, team_of
from facedown.games.clocktower.worlds.state import NOBODY, State
from facedown.games.clocktower.worlds.town import Town


class Poisoner(Model):
    id, wakes = "poisoner", "each"

    def act(self, town: Town, state: State, me: int) -> Iterator[State]:
        if state.is_bad(me):
            yield town.misfires(state, me, surely=False)
            return
        wasted = False
        for target in town.free(range(state.size)):
            if matters(town, state, target):
                yield state.with_mark(1 << target, me, town.coming_day)
            else:
                wasted = True
        if wasted:
            yield state


def matters(town: Town, state: State, seat: int) -> bool:
    """Whether it can matter that somebody is poisoned from now until dusk."""
    role = state.roles[seat]
    if not MODELS[role].quiet or state.gains(seat):
        return True
    return state.acts(seat) and town.says_soon(seat)


class Widow(Model):
    """Sees the grimoire and poisons a player; a good player learns that there is a Widow."""

    id, wakes = "widow", "first"
    needs = ("told_in_play",)

    def act(self, town: Town, state: State, me: int) -> Iterator[State]:
        if not town.is_first(state, me) or state.memo.get(("spent", me, self.id)):
            yield state
            return
        spent = once(state, me, self.id)
        if state.is_bad(me):
            yield spent
            return
        knowers = self._knowers(town, state)
        for target in town.free(range(state.size)):
            after = spent.with_mark(1 << target, me)
            yield from (after.with_memo("widow known", knower) for knower in knowers)

    def _knowers(self, town: Town, state: State) -> list[int]:
        """Who may have learned of it: a good player who says so, or who may keep it to themselves."""
        told = [seat for seat in range(state.size) if town.report(seat, self.id) and not may_lie(town, state, seat)]
        if told:
            return told
        hidden = [seat for seat in range(state.size) if not state.is_evil(seat) and may_lie(town, state, seat)]
        return [-1] if hidden or town.puzzle.choices_untold else []

    def hear(self, town: Town, state: State, report: Clue) -> Iterable[State]:
        if may_lie(town, state, report.seat):
            return (state,)
        return (state,) if state.memo.get("widow known") == report.seat else ()


class Cerenovus(Model):
    """Whoever it chooses has to say for a day that they are another character; who, is fixed when somebody does."""

    id, wakes = "cerenovus", "each"

    def act(self, town: Town, state: State, me: int) -> Iterable[State]:
        return (state if state.is_bad(me) else state.with_memo(("maddens", me), town.when),)


class PitHag(Model):
    """Makes a player a character that is not in play."""

    id, wakes = "pithag", "other"

    def act(self, town: Town, state: State, me: int) -> Iterator[State]:
        yield state
        if state.is_bad(me):
            return
        for target in town.free(range(state.size)):
            for role in sorted(town.puzzle.script - set(state.roles)):
                if not town.may_become(state, target, role):
                    continue
                for after in becomes(town, state, target, role):
                    if team_of(role) == "demon":
                        yield after.with_memo("free deaths", town.when)
                    elif living_demons(after):
                        yield after


class EvilTwin(Model):
    id, needs, informs = "eviltwin", ("learned_eviltwin",), False
    wakes = "first"

    def act(self, town: Town, state: State, me: int) -> Iterator[State]:
        if not town.is_first(state, me) or "twins" in state.memo:
            yield state
            return
        for twin in range(state.size):
            opposed = state.is_evil(twin) != state.is_evil(me)
            tells = may_lie(town, state, twin) or self._tells(town, twin, me)
            if opposed and (tells or not town.tells_choice(twin, self.id)):
                yield state.with_memo("twins", (me, twin))

    def _tells(self, town: Town, twin: int, me: int) -> bool:
        said = town.report(twin, self.id)
        return said is not None and said.get("learned_eviltwin") == me

    def hear(self, town: Town, state: State, report: Clue) -> Iterable[State]:
        if may_lie(town, state, report.seat):
            return (state,)
        pair = state.memo.get("twins")
        fits = pair is not None and pair == (report.learned["learned_eviltwin"], report.seat)
        return (state,) if fits else ()


class Xaan(Model):
    """In the night whose number is that of the Outsiders at set-up, every Townsfolk is poisoned until dusk."""

    id = "xaan"

    def act(self, town: Town, state: State, me: int) -> Iterator[State]:
        if town.night != state.memo.get("outsiders") or state.is_bad(me):
            yield state
            return
        loose = loose_of(state)
        hit = [seat for seat in range(state.size) if Eyes(state, 0).team(seat, "townsfolk")]
        bits = sum(1 << seat for seat in hit)
        yield state.with_mark(bits, me, town.coming_day)
        for seat in range(state.size):
            if loose >> seat & 1 and not bits >> seat & 1 and Eyes(state, loose).team(seat, "townsfolk") != NO:
                yield state.with_mark(bits | 1 << seat, me, town.coming_day)


class Courtier(Model):
    """Chooses a character: whoever it is, is drunk for three nights and days."""

    id, needs, wakes, informs, reports_once = "courtier", ("role",), "until spent", False, True

    def act(self, town: Town, state: State, me: int) -> Iterator[State]:
        yield state
        if state.memo.get(("spent", me, self.id)) or town.tells_choice(me, self.id):
            return
        after = once(state, me, self.id)
        yield after  # nobody was that character, or the Courtier was impaired
        unheld = "lilmonsta" in town.puzzle.script and is_unheld(state, "lilmonsta")
        for target in range(state.size + unheld) if not state.is_bad(me) else ():
            yield after.with_mark(1 << target, me if target != me else NOBODY, town.when + 5)

    def judged(self, town: Town, state: State, report: Clue) -> Iterator[State]:
        me, role = report.seat, report.learned["role"]
        named = [seat for seat in range(state.size) if state.roles[seat] == role]
        named += [state.size] if is_unheld(state, role) else []
        if state.is_bad(me) or not named:
            yield state
        if state.is_bad(me):
            return
        loose = 0 if named else loose_of(state)
        seem = (seat for seat in range(state.size) if loose >> seat & 1)
        for seat in (*named, *(one for one in seem if Eyes(state, loose).role(one, role))):
            yield state.with_mark(1 << seat, me, town.when + 5)


class Philosopher(Model):
    """Gains the ability of a good character; if somebody else is that, they are drunk."""

    id, needs, wakes, informs, reports_once = "philosopher", ("role",), "until spent", False, True

    def act(self, town: Town, state: State, me: int) -> Iterator[State]:
        yield state
        if state.memo.get(("spent", me, self.id)) or town.tells_choice(me, self.id):
            return
        after = once(state, me, self.id)
        if state.is_bad(me):
            yield after.with_memo(("thinks", me), ANYTHING)
            return
        for role in sorted(town.puzzle.script):
            if not is_evil_role(role) and (role in state.roles or not MODELS[role].quiet):
                yield from self._gains(town, after, me, role)

    def judged(self, town: Town, state: State, report: Clue) -> Iterator[State]:
        me, role = report.seat, report.learned["role"]
        if state.is_bad(me):
            yield town.misfires(state, me).with_memo(("thinks", me), role)
        else:
            yield from self._gains(town, state, me, role)

    def _gains(self, town: Town, state: State, me: int, role: str) -> Iterable[State]:
        bits = sum(1 << seat for seat, held in enumerate(state.roles) if held == role)
        return gain(town, state.with_mark(bits, me) if bits else state, me, role)


class SnakeCharmer(Model):
    """A chosen Demon swaps character and side with it; the new Snake Charmer is poisoned."""

    id, needs, wakes, informs = "snakecharmer", ("chose",), "each", False

    def act(self, town: Town, state: State, me: int) -> Iterator[State]:
        said = self.told(town, state, me)
        if state.is_bad(me):
            if said is not None and team_of(state.roles[said["chose"]]) == "demon":
                state = town.misfires(state, me)
            yield state
            return
        loose, honest = loose_of(state), not state.is_evil(me)
        if town.may_swap and honest:
            for target in range(state.size):
                if target != me and state.acts(target) and Eyes(state, loose).demon(target) != NO:
                    yield from self._swap(town, state, me, target)
        if said is None:
            yield state
            return
        seen = Eyes(state, loose).demon(said["chose"])
        if seen != 1:
            yield state

    def _swap(self, town: Town, state: State, me: int, demon: int) -> Iterable[State]:
        role, own = state.roles[demon], state.roles[me]
        swapped = state.become(me, role, evil=state.is_evil(demon)).become(demon, own, evil=state.is_evil(me))
        return begins(town, swapped.with_mark(1 << demon, -1), me)

    def hear(self, town: Town, state: State, report: Clue) -> Iterable[State]:
        """Its action has been played by now: who still is it, and good, did not swap."""
        seat = report.seat
        if may_lie(town, state, seat):
            return (state,)
        if state.has(seat, self.id) and state.acts(seat):
            return (state,)
        if believes(town, state, seat) != self.id or not state.acts(seat):
            return ()
        if team_of(state.roles[report.learned["chose"]]) == "demon":
            return (town.misfires(state, seat),)
        return (state,)


class Exorcist(Model):
    id, needs, wakes, informs = "exorcist", ("chose",), "other", False

    def act(self, town: Town, state: State, me: int) -> Iterator[State]:
        said = self.told(town, state, me)
        last = state.memo.get(("exorcised", me))
        for target in [said["chose"]] if said is not None else town.free(range(state.size)):
            if target != last:
                after, held = state.with_memo(("exorcised", me), target), state.memo.get("held", 0)
                yield after if state.is_bad(me) else after.with_memo("held", held | 1 << target)


class Monk(Model):
    id, needs, wakes, informs = "monk", ("chose",), "other", False

    def act(self, town: Town, state: State, me: int) -> Iterator[State]:
        said = self.told(town, state, me)
        targets = [said["chose"]] if said is not None else town.free(s for s in range(state.size) if s != me)
        for target in targets:
            yield state.with_memo(("monk", None), (*state.memo.get(("monk", None), ()), (me, 1 << target)))


class Innkeeper(Model):
    """Two players cannot die tonight; one of them is drunk until dusk."""

    id, needs, wakes, informs = "innkeeper", ("pair",), "other", False

    def act(self, town: Town, state: State, me: int) -> Iterator[State]:
        if state.is_bad(me):
            yield state
            return
        said = self.told(town, state, me)
        seats = town.free(range(state.size))
        pairs = [said["pair"]] if said is not None else [(a, b) for a in seats for b in seats if b < a]
        for pair in pairs:
            bits = sum(1 << seat for seat in pair)
            after = state.with_memo(("inn", None), (*state.memo.get(("inn", None), ()), (me, bits)))
            for drunk in pair:  # who has made themselves drunk stays so
                yield after.with_mark(1 << drunk, me if drunk != me else NOBODY, town.coming_day)


class Sailor(Model):
    """One of the Sailor and the player whom it chooses is drunk until dusk."""

    id, needs, wakes, informs = "sailor", ("chose",), "each", False

    def act(self, town: Town, state: State, me: int) -> Iterator[State]:
        if state.is_bad(me):
            yield state
            return
        said = self.told(town, state, me)
        targets = [said["chose"]] if said is not None else town.free(s for s in range(state.size) if state.lives(s))
        for target in {me, *targets}:
            yield state.with_mark(1 << target, me if target != me else NOBODY, town.coming_day)


class Gambler(Model):
    """Guesses a player's character and dies if wrong."""

    id, needs, wakes, informs = "gambler", ("player", "role"), "other", False

    def act(self, town: Town, state: State, me: int) -> Iterator[State]:
        yield state
        if not state.is_bad(me) and not town.tells_choice(me, self.id):
            yield from night_kill(town, state, me, me, demon=False)

    def hear(self, town: Town, state: State, report: Clue) -> Iterator[State]:
        me = report.seat
        if not state.has(me, self.id) or state.is_evil(me):
            yield from super().hear(town, state, report)
            return
        if not state.acts(me):
            return
        seen = Eyes(state, loose_of(state)).role(report.learned["player"], report.learned["role"])
        if state.is_bad(me) or seen != NO:
            yield state
        if not state.is_bad(me) and seen != 1:
            yield from night_kill(town, state, me, me, demon=False)


class Gossip(Model):
    """What it said by day, if true, kills a player tonight."""

    id = "gossip"

    def act(self, town: Town, state: State, me: int) -> Iterator[State]:
        said = state.memo.get(("gossip", me), EITHER if town.puzzle.choices_untold else None)
        if said is None or town.when == 0 or state.is_bad(me):
            yield state
            return
        if said != 1:
            yield state
        if said != NO:
            for target in range(state.size):
                if state.lives(target):
                    yield from night_kill(town, state, target, me, demon=False)


class Nightwatchman(Model):
    """Chooses a player, who learns who the Nightwatchman is."""

    id, needs, wakes, informs, reports_once = "nightwatchman", ("chose",), "until spent", False, True

    def lacks(self, learned: Learned) -> list[str]:
        return [] if "learned_nightwatchman" in learned else super().lacks(learned)

    def hear(self, town: Town, state: State, report: Clue) -> Iterable[State]:
        if "learned_nightwatchman" in report.learned:
            other = report.learned["learned_nightwatchman"]
            fits = may_lie(town, state, report.seat) or state.has(other, self.id)
            return (state,) if fits else ()
        return super().hear(town, state, report)

    def judged(self, town: Town, state: State, report: Clue) -> Iterable[State]:
        """Whoever was chosen, and would tell, tells."""
        me, chosen = report.seat, report.learned["chose"]
        told = town.report(chosen, self.id)
        confirmed = told is not None and told.get("learned_nightwatchman") == me
        if may_lie(town, state, chosen) or confirmed != state.is_bad(me):
            return (town.misfires(state, me) if state.is_bad(me) else state,)
        return ()


class Godfather(Model):
    id, wakes = "godfather", "first"

    def act(self, town: Town, state: State, me: int) -> Iterator[State]:
        if not state.memo.get("outsider died") or town.when == 0 or state.is_bad(me):
            yield state
            return
        for target in town.free(range(state.size)):
            yield from night_kill(town, state, target, me, demon=False)

    def may_pick(self, town: Town, state: State, me: int) -> bool:
        return state.acts(me) and town.when > 0 and bool(state.memo.get("outsider died"))


class Assassin(Model):
    id, wakes = "assassin", "spent other"

    def act(self, town: Town, state: State, me: int) -> Iterator[State]:
        yield state
        if state.memo.get(("spent", me, self.id)):
            return
        spent = once(state, me, self.id)
        if state.is_bad(me):
            if town.counts_woke:
                yield spent
            return
        for target in town.free(range(state.size)):
            if state.lives(target):
                yield from dies_at_night(town, spent, target, me, demon=False)


NEVER_LENT = ("drunk", "heretic", "ogre", "politician")


class Boffin(Model):
    """The Demon has the ability of a good character that is not in play."""

    id, wakes = "boffin", "first"

    def woken(self, town: Town, state: State, me: int) -> int:
        """Where nobody is the Demon, there may be nothing to be told."""
        woken = super().woken(town, state, me)
        return woken if woken == NO or living_demons(state) else EITHER

    def at_start(self, town: Town, state: State, me: int) -> Iterable[State]:
        free = sorted(town.puzzle.script - {*state.roles, *NEVER_LENT})
        good = [role for role in free if not is_evil_role(role)]
        if "lent" in state.memo or not living_demons(state) or not good or any(MODELS[role].quiet for role in good):
            yield state
        if "lent" in state.memo:  # by another, who is an Alchemist
            return
        demons = [seat for seat in range(state.size) if state.is_demon(seat)]
        for role in (role for role in good if not MODELS[role].quiet):
            lent = state.with_memo("lent", (me, role))
            if not demons:  # but somebody will look after Lil' Monsta
                yield lent
            for demon in demons:
                yield from MODELS[role].at_start(town, lent, demon)
