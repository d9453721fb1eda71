"""What a seat knows of the other player's cards, and the deals that agree with it."""

from __future__ import annotations

import itertools
import math
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import facedown
from facedown.core.bits import members
from facedown.core.table import Table
from facedown.games.gotcha import events
from tests import frequencies
from tests.laws.positions import fast, played

GAME = facedown.game("gotcha")
SAMPLES = 1500
FEWEST, MOST = 4, 80  # deals among which a chi-square test says something


def hidden(position: Any, side: int) -> Counter[int]:
    """The cards of one side that only its player can see, by kind."""
    lanes = members(int(position.there[side]) & ~int(position.face_up[side]))
    held = Counter(kind for copies in position.hand[side] for kind in members(int(copies)))
    return held + Counter(int(position.lanes[side, lane]) for lane in lanes)


def known_of(table: Table, seat: int) -> Counter[int]:
    known: Any = table.knowledge(seat)
    held = known.held[1 - seat]
    return Counter({kind: int(count) for kind, count in enumerate(held) if count})


def pool_of(position: Any, side: int, known: Counter[int]) -> Counter[int]:
    """What may lie there beside what is known: the rest of it, and the deck."""
    return hidden(position, side) - known + Counter(int(kind) for kind in position.deck[: position.deck_left])


def moments(seed: int, one_in: int) -> Iterator[tuple[Table, int]]:
    luck = random.Random(seed)
    for table in played(fast(GAME), 2, seed):
        if not table.over and luck.randrange(one_in) == 0:
            yield table, luck.randrange(2)


def test_what_is_known_is_so_and_is_so_in_every_sample() -> None:
    something = 0
    for seed in range(12):
        for table, seat in moments(seed, 4):
            known = known_of(table, seat)
            assert known <= hidden(table.position(), 1 - seat), "what the seat knows is so"
            sample = table.determinized(seat, seed).position()
            assert known <= hidden(sample, 1 - seat)
            assert hidden(sample, seat) == hidden(table.position(), seat)
            something += bool(known)
    assert something > 50


def test_picked_cards_are_known_until_they_are_seen_again() -> None:
    for table, seat in moments(5, 2):
        picked = Counter[int]()
        for view in (table.at(frame).observation(seat) for frame in range(len(table.frames))):
            if view.event == events.TIDIED or (view.event == events.SHUFFLED and picked):
                picked.clear()
            if view.event_seat == 1 - seat and view.event == events.DRAFTED:
                picked[int(view.event_card)] += 1
            elif view.event_seat == 1 - seat and view.event in (events.SHOWED, events.PLAYED, events.DISCARDED):
                picked -= Counter([int(view.event_card)])
            elif view.event == events.REVEALED:
                picked -= Counter(int(kind) for kind in view.lanes[1 - seat] if kind >= 0)
        assert picked <= known_of(table, seat)


def test_when_the_deck_has_run_out_the_other_hand_is_known() -> None:
    exact = 0
    for seed in range(150):
        *_, table = played(fast(GAME), 2, seed)
        for at, (position, *_) in enumerate(table.frames):
            if position.event == events.SHUFFLED and position.draft_count == 0:
                seen = [table.at(frame).observation(seed % 2) for frame in range(at + 1)]
                learned: Any = GAME.contract.learned(None, seen)
                held = learned.held[1 - seed % 2]
                known = Counter({kind: int(count) for kind, count in enumerate(held) if count})
                assert known == hidden(position, 1 - seed % 2)
                exact += 1
    assert exact > 3


def chances(pool: Counter[int], count: int) -> dict[tuple[int, ...], float] | None:
    """How likely each hand of so many cards out of the pool is; None: there are too many, or too few."""
    if math.comb(len(pool) + count - 1, count) > 20 * MOST:
        return None
    ways = {
        hand: math.prod(math.comb(pool[kind], copies) for kind, copies in Counter(hand).items())
        for hand in itertools.combinations_with_replacement(sorted(pool), count)
    }
    ways = {hand: way for hand, way in ways.items() if way}
    total = sum(ways.values())
    return {hand: way / total for hand, way in ways.items()} if FEWEST <= len(ways) <= MOST else None


def test_samples_are_spread_as_full_enumeration_says() -> None:
    tried = list[float]()
    for seed in range(40):
        for table, seat in moments(seed, 5):
            known, position = known_of(table, seat), table.position()
            count = (hidden(position, 1 - seat) - known).total()
            likely = chances(pool_of(position, 1 - seat, known), count) if count and known else None
            if likely is None or min(likely.values()) * SAMPLES < 5:
                continue
            knowledge, found = table.knowledge(seat), Counter[tuple[int, ...]]()
            for number in range(SAMPLES):
                sample = hidden(table.contract.redealt(position, seat, knowledge, number), 1 - seat) - known
                found[tuple(sorted(sample.elements()))] += 1
            assert found.keys() <= likely.keys(), "a sample that cannot be"
            expected = [chance * SAMPLES for chance in likely.values()]
            tried.append(frequencies.p_value([found[hand] for hand in likely], expected))
            break
        if len(tried) > 4:
            break
    assert len(tried) > 4
    frequencies.check(tried)
