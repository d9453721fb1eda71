"""What a seat knows of the other hands, and the deals that agree with it."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np

import facedown
from facedown.core.bits import members
from facedown.core.table import Table
from facedown.games.bayou import deck, events
from tests import frequencies
from tests.laws.positions import fast, played

GAME = facedown.game("bayou-boss")
SAMPLES = 1500
FEWEST, MOST = 6, 80  # deals among which a chi-square test says something


def hand(position: Any, seat: int) -> frozenset[int]:
    words = position.hand[seat].view(np.uint64).tolist()
    return frozenset(64 * at + bit for at, word in enumerate(words) for bit in members(word))


class Witness:
    """One who has written down everything that a seat saw, card by card, and argues from the notes."""

    def __init__(self, table: Table, seat: int) -> None:
        self.picked: dict[int, Counter[int]] = {other: Counter() for other in range(len(table.names))}
        self.voids: dict[int, set[int]] = {other: set() for other in range(len(table.names))}
        for frame in range(len(table.frames)):
            self._note(table.at(frame).observation(seat))

    def _note(self, view: Any) -> None:
        event, who, card = view.event, int(view.event_seat), int(view.event_card)
        if event == events.DEALT:
            for other in self.picked:
                self.picked[other].clear()
                self.voids[other].clear()
        elif event == events.PICKED:
            self.picked[who][card] += 1
        elif event == events.EXCHANGED:
            self.picked[who][card] -= self.picked[who][card] > 0
            self.picked[who][int(view.event_other)] += 1
        elif event == events.PLAYED:
            self.picked[who][card] -= self.picked[who][card] > 0
            suit, led = deck.SUIT_OF[card], view.led
            if suit not in (deck.CHARACTER, led):
                self.voids[who] |= {led, deck.SUIT_OF[view.trump]} - {suit}

    def known(self, seat: int) -> frozenset[int]:
        ravens = self.picked[seat][deck.RAVEN]
        others = {card for card, count in self.picked[seat].items() if count > 0 and card != deck.RAVEN}
        return frozenset(others | set(range(deck.RAVEN, deck.RAVEN + ravens)))

    def agrees(self, position: object, seat: int) -> bool:
        """Could the other hands be these?"""
        for other in self.picked:
            dealt = hand(position, other) - self.known(other)
            if other != seat and not (
                self.known(other) <= hand(position, other)
                and all(deck.SUIT_OF[card] not in (deck.CHARACTER, *self.voids[other]) for card in dealt)
            ):
                return False
        return True


def moments(seats: int, seed: int, one_in: int) -> Iterator[tuple[Table, int]]:
    luck = random.Random(seed)
    for table in played(fast(GAME), seats, seed):
        if not table.over and luck.randrange(one_in) == 0:
            yield table, luck.randrange(seats)


def test_samples_agree_with_everything_that_the_seat_saw() -> None:
    looked = 0
    for seats, seed in itertools.product((2, 3, 4, 6, 8), range(2)):
        for table, seat in moments(seats, seed, 24):
            witness = Witness(table, seat)
            assert witness.agrees(table.position(), seat), "the truth agrees with what was seen"
            for number in range(3):
                assert witness.agrees(table.determinized(seat, number).position(), seat)
                looked += 1
    assert looked > 150


def test_cards_seen_being_picked_stay_where_they_went() -> None:
    for table, seat in moments(4, 3, 9):
        sample = table.determinized(seat, "picked").position()
        for other in range(4):
            assert Witness(table, seat).known(other) <= hand(sample, other)


def deals(table: Table, seat: int) -> list[tuple[frozenset[int], ...]] | None:
    """Every way in which the cards that the seat does not know can lie in the other hands; None: too many."""
    witness, position = Witness(table, seat), table.position()
    others = [other for other in range(len(table.names)) if other != seat]
    loose = {other: hand(position, other) - witness.known(other) for other in others}
    pool = set().union(*loose.values()) | {
        int(card) for card in position.deck[: position.deck_left] if deck.SUIT_OF[card] != deck.CHARACTER
    }
    found: list[tuple[frozenset[int], ...]] = [()]
    for other in others:
        longer = []
        for dealt in found:
            left = sorted(
                card for card in pool.difference(*dealt) if deck.SUIT_OF[card] not in witness.voids[other]
            )
            for cards in itertools.combinations(left, len(loose[other])):
                longer.append((*dealt, frozenset(cards)))
                if len(longer) > MOST * 10:
                    return None
        found = longer
    return found if FEWEST <= len(found) <= MOST else None


def test_samples_are_spread_evenly_over_every_deal_that_agrees() -> None:
    """Chi-square against full enumeration, at late moments of games at which voids are known."""
    luck, tried = random.Random(5), list[float]()
    games = itertools.product((3, 4, 2), range(12))
    for table, seat in itertools.chain.from_iterable(moments(seats, seed, 1) for seats, seed in games):
        witness, seats = Witness(table, seat), len(table.names)
        voids = sum(len(witness.voids[other]) for other in range(seats) if other != seat)
        if voids == 0 or luck.randrange(3):
            continue
        every = deals(table, seat)
        if every is None:
            continue
        others, counts = [other for other in range(seats) if other != seat], Counter(dict.fromkeys(every, 0))
        known = table.knowledge(seat)
        for number in range(SAMPLES):
            sample = table.contract.redealt(table.position(), seat, known, number)
            counts[tuple(hand(sample, other) - witness.known(other) for other in others)] += 1
        assert len(counts) == len(every), "a sample that cannot be"
        tried.append(frequencies.p_value(list(counts.values())))
        if len(tried) > 5:
            break
    assert len(tried) > 5
    frequencies.check(tried)
