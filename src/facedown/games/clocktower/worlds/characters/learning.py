"""Characters that learn something, and do nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set

from facedown.games.clocktower.worlds.eyes import (
    EITHER,
    NO,
    YES,
    Eyes,
    both,
    either,
    loose_of,
    not_,
    of_possible,
)
from facedown.games.clocktower.worlds.model import Learned, Model, is_spent, makes_minions, may_lie, once
from facedown.games.clocktower.worlds.puzzle import Clue, team_of
from facedown.games.clocktower.worlds.sayings import holds, split_herrings
from facedown.games.clocktower.worlds.state import NOBODY, UNSEEN, State
from facedown.games.clocktower.worlds.town import Town

TEAMS = ("townsfolk", "outsider", "minion", "demon", "traveller")


class Quiet(Model):
    """Has no effect on anything but what it reports."""

    quiet = True


def of_sides(eyes: Eyes, pair: Sequence[int], *, alike: bool) -> int:
    """Whether two players are on the same side, or not."""
    one, other = (eyes.evil(seat) for seat in pair)
    return EITHER if EITHER in (one, other) else int((one == other) == alike)


class Washerwoman(Quiet):
    id, needs, wakes = "washerwoman", ("pair", "role"), "first"

    def verdict(self, eyes: Eyes, me: int, learned: Learned) -> int:
        return either(*(eyes.role(seat, learned["role"]) for seat in learned["pair"]))


class Investigator(Washerwoman):
    id = "investigator"


class Librarian(Washerwoman):
    id = "librarian"

    def lacks(self, learned: Learned) -> list[str]:
        return [] if learned.get("none") else super().lacks(learned)

    def verdict(self, eyes: Eyes, me: int, learned: Learned) -> int:
        if learned.get("none"):
            return not_(either(*(eyes.team(seat, "outsider") for seat in range(eyes.state.size))))
        return super().verdict(eyes, me, learned)


class Chef(Quiet):
    id, needs, wakes = "chef", ("count",), "first"

    def verdict(self, eyes: Eyes, me: int, learned: Learned) -> int:
        evil = [eyes.evil(seat) for seat in range(eyes.state.size)]
        pairs = [both(one, evil[at - 1]) for at, one in enumerate(evil)]  # each pair is a check of its own
        return of_possible(eyes.count(pairs), learned["count"])


class Empath(Quiet):
    id, needs, wakes = "empath", ("count",), "each"

    def verdict(self, eyes: Eyes, me: int, learned: Learned) -> int:
        beside = eyes.state.neighbours(me)
        return of_possible(eyes.count([eyes.evil(seat) for seat in beside]), learned["count"])


class FortuneTeller(Quiet):
    id, needs, wakes = "fortuneteller", ("pair", "yes"), "each"

    def at_start(self, town: Town, state: State, me: int) -> Iterable[State]:
        """The red herring is some good player; which one is narrowed down as it matters."""
        good = ~state.evil & ((1 << state.size) - 1)
        return (state.with_memo(("herring", me), good),)

    def verdict(self, eyes: Eyes, me: int, learned: Learned) -> int:
        found = either(*(eyes.demon(seat) for seat in learned["pair"]))
        return found if learned["yes"] else not_(found)

    def judged(self, town: Town, state: State, report: Clue) -> Iterable[State]:
        learned, me = report.learned, report.seat
        if state.is_bad(me) and not town.watches_wrong and not self.must_be_false(state, me):
            yield state
            return
        pair = sum(1 << seat for seat in set(learned["pair"]))
        known = state.memo.get(("herring", me), (1 << state.size) - 1)
        for herring, within in ((known & ~pair, False), (known & pair, True)):
            part = state if herring == known else state.with_memo(("herring", me), herring)
            if herring and not within:
                yield from super().judged(town, part, report)
            elif herring and self.must_be_false(part, me):  # judged by the real Demon, not by the red herring
                if not learned["yes"]:  # at a table the storyteller may judge by the herring, too
                    yield from (part,) if town.puzzle.choices_untold else super().judged(town, part, report)
            elif herring and (learned["yes"] or part.is_bad(me)):
                yield part if learned["yes"] else town.misfires(part, me)


class Prodigy(Quiet):
    """Home-made: chooses a player and learns one of the same side, or always of the other; of two each is one."""

    id, needs, wakes = "prodigy", ("chose", "shown"), "each"

    def at_start(self, town: Town, state: State, me: int) -> Iterable[State]:
        """Which of the two it is."""
        taken = {state.memo[key] for key in state.memo if key[0] == self.id}
        return [state.with_memo((self.id, me), same) for same in (True, False) if same not in taken]

    def verdict(self, eyes: Eyes, me: int, learned: Learned) -> int:
        return of_sides(eyes, (learned["chose"], learned["shown"]), alike=eyes.state.memo[self.id, me])


class Undertaker(Quiet):
    id, needs, wakes = "undertaker", ("player", "role"), ""

    def woken(self, town: Town, state: State, me: int) -> int:
        day = town.events.get(town.when - 1, ())
        executed = any(e.type == "execution" and e.fields.get("died", True) for e in day)
        return int(executed or "executed today" in state.memo)

    def verdict(self, eyes: Eyes, me: int, learned: Learned) -> int:
        return eyes.role(learned["player"], learned["role"])


class Ravenkeeper(Quiet):
    id, needs, learns_dead = "ravenkeeper", ("player", "role"), True

    def woken(self, town: Town, state: State, me: int) -> int:
        return int(bool(state.fell >> me & 1))

    def can_learn(self, town: Town, state: State, me: int) -> bool:
        return bool(state.fell >> me & 1)

    def verdict(self, eyes: Eyes, me: int, learned: Learned) -> int:
        return eyes.role(learned["player"], learned["role"])


class Clockmaker(Quiet):
    id, needs, wakes = "clockmaker", ("steps",), "first"

    def verdict(self, eyes: Eyes, me: int, learned: Learned) -> int:
        size = eyes.state.size
        kinds = [_kinds(eyes, seat) for seat in range(size)]
        possible = _distances(kinds)
        if not possible or "sitter" in eyes.state.memo:  # who looks after Lil' Monsta may be both
            return EITHER
        return of_possible(possible, learned["steps"])


def _kinds(eyes: Eyes, seat: int) -> tuple[str, ...]:
    """What somebody may register as: "d" a Demon, "m" a Minion, "" neither."""
    demon, minion = eyes.demon(seat), eyes.minion(seat)
    found = (["d"] if demon else []) + (["m"] if minion else [])
    if demon != YES and minion != YES:
        found.append("")
    return tuple(found)


def _distances(kinds: Sequence[tuple[str, ...]]) -> set[int]:
    """The possible numbers of steps from the Demon to the nearest Minion; 0 if there is none."""
    rows: list[tuple[str, ...]] = [()]
    for options in kinds:
        rows = [(*row, option) for row in rows for option in options]
    size, found = len(kinds), set()
    for row in rows:
        demons = [seat for seat, kind in enumerate(row) if kind == "d"]
        minions = [seat for seat, kind in enumerate(row) if kind == "m"]
        steps = [min((a - b) % size, (b - a) % size) for a in demons for b in minions]
        found.add(min(steps, default=0))
    return found - {0} or found


class Dreamer(Quiet):
    id, needs, wakes = "dreamer", ("player", "roles"), "each"

    def verdict(self, eyes: Eyes, me: int, learned: Learned) -> int:
        return either(*(eyes.role(learned["player"], role) for role in learned["roles"]))


class Oracle(Quiet):
    id, needs, wakes = "oracle", ("count",), "other"

    def verdict(self, eyes: Eyes, me: int, learned: Learned) -> int:
        state = eyes.state
        dead = [eyes.evil(seat) for seat in range(state.size) if not state.lives(seat)]
        return of_possible(eyes.count(dead), learned["count"])

    def must_be_false(self, state: State, seat: int) -> bool:
        """Of nobody only the truth can be said."""
        return not all(map(state.lives, range(state.size))) and super().must_be_false(state, seat)


class Seamstress(Quiet):
    id, needs, wakes, reports_once = "seamstress", ("pair", "same"), "until spent", True

    def verdict(self, eyes: Eyes, me: int, learned: Learned) -> int:
        return of_sides(eyes, learned["pair"], alike=learned["same"])


class Savant(Quiet):
    id, needs = "savant", ("statements",)

    def verdict(self, eyes: Eyes, me: int, learned: Learned) -> int:
        answers = [holds(said, eyes, me) for said in learned["statements"]]
        return of_possible(eyes.count(answers), 1)

    def judged(self, town: Town, state: State, report: Clue) -> Iterable[State]:
        for part in split_herrings([state], report.learned["statements"]):
            if self.must_be_false(part, report.seat):
                answers = [holds(said, Eyes(part, 0), report.seat) for said in report.learned["statements"]]
                if YES not in answers:
                    yield town.misfires(part, report.seat)
            else:
                yield from super().judged(town, part, report)


class Artist(Quiet):
    id, needs = "artist", ("statement", "answer")

    def verdict(self, eyes: Eyes, me: int, learned: Learned) -> int:
        found = holds(learned["statement"], eyes, me)
        return found if learned["answer"] else not_(found)

    def judged(self, town: Town, state: State, report: Clue) -> Iterable[State]:
        if is_spent(state, report.seat, self.id):
            return
        for part in split_herrings([state], report.learned["statement"]):
            for after in super().judged(town, part, report):
                yield once(after, report.seat, self.id)


class Noted(Quiet):
    """Learns at night what was seen by day: `key` names what was noted."""

    key = ""

    def noted(self, state: State, me: int) -> tuple[frozenset[int], int] | None:
        """What the number may be by registering, and what it plainly is."""
        found: tuple[frozenset[int], int] | None = state.memo.get((self.key, me))
        return found

    def verdict(self, eyes: Eyes, me: int, learned: Learned) -> int:
        noted = self.noted(eyes.state, me)
        if noted is None:
            return NO
        if noted == UNSEEN:
            return EITHER
        possible = set(noted[0]) if eyes.loose else {noted[1]}
        return of_possible(possible, int(learned[self.needs[0]]))


class Juggler(Noted):
    id, needs, key = "juggler", ("count",), "juggled"

    def at_start(self, town: Town, state: State, me: int) -> Iterable[State]:
        return (town.begins_today(state, me, self.id),)

    def woken(self, town: Town, state: State, me: int) -> int:
        return int(self.noted(state, me) is not None)


class Flowergirl(Noted):
    id, needs, wakes, key = "flowergirl", ("demon_voted",), "other", "voted"


class TownCrier(Noted):
    id, needs, wakes, key = "towncrier", ("minion_nominated",), "other", "nominated"


class Sage(Quiet):
    id, needs, learns_dead = "sage", ("pair",), True

    def woken(self, town: Town, state: State, me: int) -> int:
        return int(state.memo.get(("killer", me)) is not None and bool(state.fell >> me & 1))

    def can_learn(self, town: Town, state: State, me: int) -> bool:
        return bool(state.fell >> me & 1) and state.memo.get(("killer", me)) is not None

    def verdict(self, eyes: Eyes, me: int, learned: Learned) -> int:
        killer = eyes.state.memo.get(("killer", me))
        if killer in learned["pair"]:
            return YES
        return EITHER if killer == NOBODY or EITHER in map(eyes.demon, learned["pair"]) else NO


class Chambermaid(Quiet):
    id, needs, wakes = "chambermaid", ("pair", "count"), "each"

    def verdict(self, eyes: Eyes, me: int, learned: Learned) -> int:
        state = eyes.state
        surely = perhaps = 0
        for seat in learned["pair"]:
            if state.woke >> seat & 1 or (state.acts(seat) and state.has(seat, "mathematician")):
                surely += 1
            elif state.perhaps_woke >> seat & 1:
                perhaps += 1
        return of_possible(set(range(surely, surely + perhaps + 1)), learned["count"])


class Mathematician(Quiet):
    id, needs, wakes = "mathematician", ("count",), "each"

    def judged(self, town: Town, state: State, report: Clue) -> Iterable[State]:
        if town.puzzle.choices_untold:
            for seat in range(state.size):  # what nobody tells may have gone wrong
                if may_lie(town, state, seat) or not town.has_spoken(seat):
                    state = state.misfired(seat, surely=False)
        return super().judged(town, state, report)

    def verdict(self, eyes: Eyes, me: int, learned: Learned) -> int:
        state, others = eyes.state, ~(1 << me)
        surely = (state.wrong & others).bit_count()
        perhaps = (state.maybe & ~state.wrong & others).bit_count()
        return of_possible(set(range(surely, surely + perhaps + 1)), learned["count"])


class VillageIdiot(Quiet):
    id, needs, wakes = "villageidiot", ("player", "evil"), "each"

    def at_start(self, town: Town, state: State, me: int) -> Iterable[State]:
        """Of several, one is drunk; the first of them fixes which."""
        holders = [seat for seat, role in enumerate(state.roles) if role == self.id]
        if me != holders[0]:
            return (state,)
        drunk = [state.with_mark(1 << seat, -1).with_memo("drunk idiot", seat) for seat in holders]
        if makes_minions(state):  # of whom one may have been the drunk one, or the second
            return (state, *drunk)
        return drunk if len(holders) > 1 else (state,)

    def verdict(self, eyes: Eyes, me: int, learned: Learned) -> int:
        found = eyes.evil(learned["player"])
        return found if learned["evil"] else not_(found)

    def judged(self, town: Town, state: State, report: Clue) -> Iterable[State]:
        """That one of several is drunk is of their own making, and nothing that went wrong."""
        for after in super().judged(town, state, report):
            yield state if state.memo.get("drunk idiot") == report.seat else after


class Noble(Quiet):
    id, needs, wakes = "noble", ("players",), "first"

    def verdict(self, eyes: Eyes, me: int, learned: Learned) -> int:
        return of_possible(eyes.count([eyes.evil(seat) for seat in learned["players"]]), 1)


class Knight(Quiet):
    id, needs, wakes = "knight", ("pair",), "first"

    def verdict(self, eyes: Eyes, me: int, learned: Learned) -> int:
        return not_(either(*(eyes.demon(seat) for seat in learned["pair"])))


class Steward(Quiet):
    id, needs, wakes = "steward", ("player",), "first"

    def verdict(self, eyes: Eyes, me: int, learned: Learned) -> int:
        others = (eyes.evil(seat) for seat in range(eyes.state.size) if seat != me)
        return EITHER if set(others) == {YES} else not_(eyes.evil(learned["player"]))


class Shugenja(Quiet):
    id, needs, wakes = "shugenja", ("direction",), "first"

    def verdict(self, eyes: Eyes, me: int, learned: Learned) -> int:
        size = eyes.state.size
        evil = [eyes.evil((me + step) % size) for step in range(size)]
        found = eyes.values(evil, _direction)
        if 0 in found:
            return EITHER
        return of_possible(found, 1 if learned["direction"] == "cw" else -1)


def _direction(evil: Sequence[int]) -> int:
    """1: the nearest evil player sits clockwise, -1: anticlockwise, 0: both are as near, or there is none."""
    for step in range(1, len(evil)):
        if evil[step] or evil[-step]:
            return int(bool(evil[step])) - int(bool(evil[-step]))
    return 0


class Balloonist(Quiet):
    """Sees somebody of another team than the last, by the rules of 2022 of one that was not yet seen.

    As which team somebody is seen, is remembered, also of what was false.
    """

    id, needs, wakes = "balloonist", ("player",), "each"

    def judged(self, town: Town, state: State, report: Clue) -> Iterator[State]:
        me, shown = report.seat, report.learned["player"]
        before = range(0, town.when, 2)
        if town.puzzle.choices_untold and any((when, me, self.id) not in town.of_seat for when in before):
            yield state  # nobody knows what else was seen
            return
        seen: frozenset[str] = state.memo.get(("balloon", me), frozenset())
        eyes, each_once = Eyes(state, loose_of(state)), town.puzzle.rules == "2022"
        teams = {team for team in TEAMS if eyes.team(shown, team)}
        right, bad, false = teams - seen, state.is_bad(me), self.must_be_false(state, me)
        if each_once:
            unseen = {*map(team_of, state.roles)} - seen
            right &= unseen
            marks: Set[str] = (unseen - teams or unseen) if false else unseen if bad else right
        else:
            fits = not right if false and seen else bad or right
            marks = (right or seen) if fits else frozenset()
        for mark in sorted(marks):
            after = state if mark in right else town.misfires(state, me)
            yield after.with_memo(("balloon", me), seen | {mark} if each_once else frozenset((mark,)))


class Grandmother(Model):
    id, needs, wakes = "grandmother", ("player", "role"), "first"

    def verdict(self, eyes: Eyes, me: int, learned: Learned) -> int:
        seat = learned["player"]
        return both(not_(eyes.evil(seat)), eyes.role(seat, learned["role"]))

    def judged(self, town: Town, state: State, report: Clue) -> Iterable[State]:
        for after in super().judged(town, state, report):  # the impaired mark nobody
            chosen = None if after.is_bad(report.seat) else report.learned["player"]
            yield after.with_memo(("grandchild", report.seat), chosen)


class BountyHunter(Quiet):
    """Learns evil players, another when one of them has died; one of the Townsfolk is evil."""

    id, needs, quiet = "bountyhunter", ("player",), False

    def at_start(self, town: Town, state: State, me: int) -> Iterator[State]:
        dealt = state.roles[me] == self.id and ("fresh", me) not in state.memo
        if not dealt or makes_minions(state):  # of whom one may be who would have been evil
            yield state
        if not dealt and state.roles[me] != "philosopher":
            return
        for seat, role in enumerate(state.roles):
            if team_of(role) == "townsfolk" and not state.is_evil(seat):
                new = state.copy()
                new.evil |= 1 << seat
                yield new

    def woken(self, town: Town, state: State, me: int) -> int:
        return YES if town.is_first(state, me) else EITHER

    def verdict(self, eyes: Eyes, me: int, learned: Learned) -> int:
        return eyes.evil(learned["player"])


class Puzzlemaster(Model):
    """Some player is drunk, also when the Puzzlemaster is dead; a right guess, once, learns the Demon."""

    id, needs, reports_once = "puzzlemaster", ("guess", "told_demon"), True

    def at_start(self, town: Town, state: State, me: int) -> Iterable[State]:
        for seat in range(state.size):
            yield state.with_mark(1 << seat, me).with_memo(("keeps", me), True).with_memo(("puzzle", me), seat)

    def verdict(self, eyes: Eyes, me: int, learned: Learned) -> int:
        told = eyes.demon(learned["told_demon"])
        right = eyes.state.memo.get(("puzzle", me)) == learned["guess"]
        return told if right else not_(told)

    def can_learn(self, town: Town, state: State, me: int) -> bool:
        return True
