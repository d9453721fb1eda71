"""What a seat knows of the others' bots, and the deals that agree with it."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

import facedown
from facedown.core.table import Table
from facedown.games.bots_battleground import events, phases, steps
from facedown.games.bots_battleground.position import HAND, NONE
from tests import frequencies
from tests.laws.positions import fast, played

GAME = facedown.game("bots-battleground")
SAMPLES = 2000
MOST = 300  # deals among which a chi-square test says something
Bot = tuple[int, int]  # whose, and which kind


class Note(NamedTuple):
    """What a witness wrote down of one thing that happened."""

    sights: dict[Bot, int]  # the bots in sight, and before whom or in whose hand
    loan: Bot | None  # from whom and to whom bots may just have gone
    home: bool  # has everybody carried their bots home?


def note(view: Any) -> Note:
    if view.phase == phases.DEALING:  # two alike may yet be exchanged
        return Note({}, None, home=False)
    sights = {(int(owner), int(kind)): int(view.seat) for kind, owner in zip(view.hand, view.hand_of, strict=True)}
    for holder, places in enumerate(view.table):
        for kind, owner in zip(places, view.table_of[holder], strict=True):
            sights[int(owner), int(kind)] = holder
    lends = view.event in (events.LENT, events.HANDED_OVER)
    loan = (int(view.event_seat), int(view.event_other)) if lends else None
    return Note({bot: at for bot, at in sights.items() if NONE not in bot}, loan, view.event == events.WENT_HOME)


class Witness:
    """One who has written down everything that a seat saw, and argues from the notes."""

    def __init__(self) -> None:
        self.notes: list[Note] = []
        self.seen: set[Bot] = set()
        self.round = 0  # the note with which this round began

    def look(self, table: Table, seat: int) -> None:
        for frame in range(len(self.notes), len(table.frames)):
            self.notes.append(note(table.at(frame).observation(seat)))
            self.seen |= self.notes[-1].sights.keys()
            self.round = frame if self.notes[-1].home else self.round

    def may_be(self, bot: Bot, holder: int) -> bool:
        """Could the bot be in this hand now?  From where this round saw it last, it goes by a loan alone."""
        owner, at, where = bot[0], self.round, bot[0]
        for number in range(self.round, len(self.notes)):
            if bot in self.notes[number].sights:
                at, where = number, self.notes[number].sights[bot]
        lent = any(one.loan == (owner, holder) for one in self.notes[at + 1 :])
        return holder == where or (where == owner and lent)

    def agrees(self, position: Any, seat: int) -> bool:
        theirs = {(card // HAND, int(kind)) for card, kind in enumerate(position.bot) if kind != NONE}
        whole = all(len(set(position.bot[card : card + HAND])) == HAND for card in owned(position))
        return whole and self.seen <= theirs and all(self.may_be(bot, at) for _, bot, at in hidden(position, seat))


def owned(position: Any) -> range:
    return range(0, HAND * int(position.seats), HAND)


def hidden(position: Any, seat: int) -> list[tuple[int, Bot, int]]:
    """The cards in others' hands that are not this seat's own: the card, what it is, and who holds it."""
    return [
        (card, (card // HAND, int(position.bot[card])), int(position.holder[card]))
        for card in range(HAND * int(position.seats))
        if position.lies[card] == NONE and card // HAND != seat and position.holder[card] != seat
    ]


def moments(seats: int, seed: int, one_in: int) -> Iterator[tuple[Table, int, Witness]]:
    """Moments of a random game as one seat sees them."""
    luck, seat, witness = random.Random(seed), seed % seats, Witness()
    for table in played(fast(GAME), seats, seed):
        if not table.over and luck.randrange(one_in) == 0:
            witness.look(table, seat)
            yield table, seat, witness


@pytest.mark.parametrize("seats", [3, 4, 6])
def test_samples_agree_with_everything_that_the_seat_saw(seats: int) -> None:
    looked, lent = 0, 0
    for seed in range(3):
        for table, seat, witness in moments(seats, seed, 25):
            assert witness.agrees(table.position(), seat), "the truth agrees with what was seen"
            lent += any(holder != card // HAND for card, _, holder in hidden(table.position(), seat))
            for number in range(3):
                assert witness.agrees(table.determinized(seat, number).position(), seat)
                looked += 1
    assert looked > 50
    assert lent > 3


def reckoned(witness: Witness, position: Any, seat: int) -> dict[tuple[Any, ...], float] | None:
    """Every way in which the hidden bots may lie, and how likely it is; None: they are too many."""
    slots = hidden(position, seat)
    known = {owner: [bot for bot in witness.seen if bot[0] == owner] for owner in range(int(position.seats))}
    lying = {(card // HAND, int(position.bot[card])) for card in range(HAND * int(position.seats))} - {
        bot for _, bot, _ in slots
    }
    free: dict[int, int] = {}
    for owner in known:
        count = sum(card // HAND == owner for card, _, _ in slots)
        free[owner] = count - len([bot for bot in known[owner] if bot not in lying])
    if sum(free.values()) > 1:
        return None
    pool = Counter(int(kind) for kind in position.deck[: position.deck_left])
    pool += Counter(bot[1] for _, bot, _ in slots if bot not in witness.seen)
    whose = next((owner for owner, count in free.items() if count), None)
    deals = {kind: copies for kind, copies in pool.items() if (whose, kind) not in known.get(whose or 0, [])}
    likely: dict[tuple[Any, ...], float] = {}
    for kind, copies in deals.items() if whose is not None else [(NONE, 1)]:
        ways = _ways(witness, slots, known, lying, whose, kind)
        for way in ways:
            likely[way] = likely.get(way, 0.0) + copies / len(ways)
    total = sum(likely.values())
    return {way: weight / total for way, weight in likely.items()} if 1 < len(likely) <= MOST else None


def _ways(
    witness: Witness, slots: list[Any], known: dict[int, list[Bot]], lying: set[Bot], whose: int | None, kind: int
) -> list[tuple[Any, ...]]:
    """Who may hold what, if the one bot that was never seen is of this kind."""
    found: list[tuple[Any, ...]] = [()]
    for owner, seen in known.items():
        bots = [bot for bot in seen if bot not in lying] + ([(owner, kind)] if owner == whose else [])
        holders = [holder for card, _, holder in slots if card // HAND == owner]
        orders = {
            tuple(sorted(zip(order, holders, strict=True)))
            for order in itertools.permutations(bots)
            if all(witness.may_be(bot, holder) for bot, holder in zip(order, holders, strict=True))
        }
        found = [(*one, order) for one in found for order in sorted(orders)]
    return found


def test_samples_are_as_frequent_as_full_enumeration_has_it() -> None:
    """Chi-square, late in matches, when one bot at most has not been seen, and loans that nobody saw."""
    tried: list[float] = []
    with_loans = 0
    for seed in itertools.count():
        for table, seat, witness in moments(3, seed, 40):
            position = table.position()
            expected = reckoned(witness, position, seat)
            if expected is None or len(tried) > 7:
                continue
            counts: Counter[tuple[Any, ...]] = Counter()
            known = table.knowledge(seat)
            for number in range(SAMPLES):
                there = hidden(table.contract.redealt(position, seat, known, number), seat)
                counts[
                    tuple(
                        tuple(sorted((bot, holder) for card, bot, holder in there if card // HAND == owner))
                        for owner in range(3)
                    )
                ] += 1
            assert counts.keys() <= expected.keys(), "a sample that cannot be"
            with_loans += any(holder != card // HAND for card, _, holder in hidden(position, seat))
            often = [way for way, likely in expected.items() if likely * SAMPLES > 5]
            seen, hoped = [counts[way] for way in often], [expected[way] for way in often]
            if len(often) > 1:
                tried.append(frequencies.p_value(seen, hoped))
        if len(tried) > 7 or seed > 30:
            break
    assert len(tried) > 5
    assert with_loans > 0
    frequencies.check(tried)


def test_whether_others_have_acted_in_a_tick_shows_in_no_sample() -> None:
    """Rulebook 1.4: in a sample nobody else has acted yet, whether they have or not."""
    looked = 0
    for table, seat, _ in moments(4, 2, 2):
        position = table.position()
        acted = [other for other in range(4) if other != seat and position.acts[other] != NONE]
        if table.observation(seat).question != steps.ACT or not acted:
            continue
        sample = table.contract.redealt(position, seat, table.knowledge(seat), 1)
        assert all(sample.acts[other] == NONE for other in range(4) if other != seat)
        assert int(sample.waiting[sample.depth]) == int(table.observation(seat).asked)
        looked += 1
        if looked > 10:
            break
    assert looked > 10
