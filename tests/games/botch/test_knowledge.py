"""What a seat knows of where the items lie and whose roles it saw, and the positions that agree with it."""

from __future__ import annotations

import itertools
import random
from collections import Counter, defaultdict
from collections.abc import Iterator

import pytest

import facedown
from facedown.core.flat import FlatGame
from facedown.core.table import Table
from facedown.games.botch import codes, events, steps
from facedown.games.botch.position import NONE
from tests import frequencies
from tests.laws.positions import fast, played

GAME = facedown.game("botch")
SAMPLES = 1500
Items = tuple[int, ...]  # by seat


class Note:
    """What a witness wrote down of one thing that happened: the items in sight, and who swapped with whom."""

    def __init__(self, table: Table, frame: int, seat: int) -> None:
        view = table.at(frame).observation(seat)
        self.seen = {other: int(item) for other, item in enumerate(view.items[: view.seats]) if item != NONE}
        self.roles = {other: int(role) for other, role in enumerate(view.roles[: view.seats]) if role != NONE}
        self.swap: tuple[int, int] | None = None
        self.ways: tuple[bool, ...] = (False, True)
        if view.event == events.SWAPPED:
            self.swap = int(view.event_seat), int(view.event_other)
            if view.event_seat == seat:  # of one's own swap one knows what one did
                self.ways = (_was_exchange(table, frame),)

    def allows(self, items: Items) -> bool:
        """Could they lie so?  What is out of the game could have been anything."""
        return all(items[seat] in (item, NONE) for seat, item in self.seen.items())


def _was_exchange(table: Table, frame: int) -> bool:
    before, after = (table.frames[number].position.items for number in (frame - 1, frame))
    return list(before) != list(after)


def exchanged(items: Items, one: int, other: int) -> Items:
    there = list(items)
    there[one], there[other] = items[other], items[one]
    return tuple(there)


def could_have_come_about(items: Items, notes: list[Note]) -> bool:
    """Back from how the items lie to the deal: is there a way through everything that the seat saw?"""
    possible = {items}
    for note in reversed(notes):
        possible = {there for there in possible if note.allows(there)}
        if note.swap is not None:
            possible = {exchanged(there, *note.swap) if way else there for there in possible for way in note.ways}
    return bool(possible)


def reckoned(notes: list[Note], cast: list[int], seats: int) -> dict[Items, float]:
    """From the deal on: how likely each way to lie is, as the items can lie before so many."""
    every = list(itertools.permutations(cast, seats))
    likely: dict[Items, float] = dict.fromkeys(every, 1 / len(every))
    for note in notes:
        if note.swap is not None:
            after: dict[Items, float] = defaultdict(float)
            for items, weight in likely.items():
                for way in note.ways:
                    after[exchanged(items, *note.swap) if way else items] += weight / len(note.ways)
            likely = after
        likely = {items: weight for items, weight in likely.items() if note.allows(items)}
    total = sum(likely.values())
    return {items: weight / total for items, weight in likely.items() if weight}


def moments(seats: int, seed: int, one_in: int) -> Iterator[tuple[Table, int]]:
    luck = random.Random(seed)
    for table in played(fast(GAME), seats, seed):
        if table.asked and len(table.frames) > 5 and luck.randrange(one_in) == 0:
            yield table, luck.randrange(seats)


def notes_of(table: Table, seat: int) -> list[Note]:
    return [Note(table, frame, seat) for frame in range(1, len(table.frames))]


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_samples_agree_with_all_that_a_seat_ever_saw(seats: int) -> None:
    """Whole random games of every cast, with swaps, looks, calls, deaths."""
    looked = 0
    for seed in range(6):
        for table, seat in moments(seats, seed, 150):
            notes, known = notes_of(table, seat), table.knowledge(seat)
            roles = {other: role for note in notes for other, role in note.roles.items()}
            for number in range(6):
                sample = table.contract.redealt(table.position(), seat, known, number)
                assert could_have_come_about(tuple(map(int, sample.items)), notes)
                assert {other: int(sample.roles[other]) for other in roles} == roles
                looked += 1
    assert looked > 30


@pytest.mark.parametrize("seats", [3, 4])
def test_samples_are_as_frequent_as_full_enumeration_has_it(seats: int) -> None:
    """Chi-square, with the five items of the basic game; the swaps of others go either way equally often."""
    tried: list[float] = []
    for table, seat in moments(seats, 6, 15):
        cast = [item for item in range(16) if int(table.observation(seat).told[0]) >> item & 1]
        if table.observation(seat).alive != (1 << seats) - 1 or len(cast) > 5 or len(tried) > 5:
            continue
        expected = reckoned(notes_of(table, seat), cast, seats)
        known, counts = table.knowledge(seat), Counter(dict.fromkeys(expected, 0))
        for number in range(SAMPLES):
            counts[
                tuple(map(int, table.contract.redealt(table.position(), seat, known, number).items[:seats]))
            ] += 1
        assert set(counts) == set(expected), "a sample that cannot be"
        if len(expected) > 1:
            common = [items for items, likely in expected.items() if likely * SAMPLES > 5]
            seen, hoped = [counts[items] for items in common], [expected[items] for items in common]
            tried.append(frequencies.p_value(seen, hoped))
    assert len(tried) > 3
    frequencies.check(tried)


def test_one_remembers_ones_own_item_and_what_one_did_with_it() -> None:
    """Rulebook 1.5, 3.4: who looks at an item and gives it away knows where it lies."""
    assert isinstance(GAME, FlatGame)
    for seed, move in itertools.product(range(4), (codes.EXCHANGE, codes.KEEP)):
        table = GAME.new(3, seed)
        while table.observation(table.asked[0]).question == steps.PEEK:
            table.play(table.asked[0], table.legal(table.asked[0])[0])
        seat = table.asked[0]
        mine = int(table.position().items[seat])
        table.play(seat, next(m for m in table.legal(seat) if m.code == codes.SWAP_WITH + (seat + 1) % 3))
        table.play(seat, next(m for m in table.legal(seat) if m.code == move))
        where = (seat + 1) % 3 if move == codes.EXCHANGE else seat
        own = {int(table.determinized(seat, number).position().items[where]) for number in range(20)}
        assert own == {mine}
        onlooker = (seat + 2) % 3
        for other in (seat, (seat + 1) % 3):
            found = {int(table.determinized(onlooker, number).position().items[other]) for number in range(40)}
            assert len(found) == 4, "whoever only looked on knows where none but their own lies"


def test_how_a_swap_went_only_the_swapper_sees() -> None:
    *_, table = played(fast(GAME), 4, 2)
    shown = Counter[bool]()
    for frame, seat in itertools.product(range(len(table.frames)), range(4)):
        view = table.at(frame).observation(seat)
        if view.crossed:
            assert (int(view.event), int(view.event_seat)) == (events.SWAPPED, seat)
        if (int(view.event), int(view.event_seat)) == (events.SWAPPED, seat):
            shown[bool(view.crossed)] += 1
    assert shown[True] > 0 < shown[False]
