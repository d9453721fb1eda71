"""The law of memory: a sample agrees with all that the seat has ever seen, and with nothing that it has not.

Three things are held against every game that keeps what a seat knows, over whole random games: the seat's view of a
sample is its view of the table; whatever the seat saw come into a hand and not leave it again lies there in the
sample too (each game's own reading of that, in tests/games); and twins that differ in what the seat does not know
give the same samples to the byte.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from facedown.core.flat import FlatGame
from facedown.core.layout import copy_of
from facedown.core.table import Table
from tests.how_much import count
from tests.laws.positions import GAMES, fast, name, played, tables_of

KNOWING = [game for game in GAMES if game.contract.knowledge_layout is not None]
MATCHES = count(2, 3)
ONE_IN = 12  # positions that are looked at


def some_tables(game: FlatGame, seats: int) -> Iterator[tuple[Table, int]]:
    """Moments of random games, each with a seat that looks on."""
    luck = random.Random(seats)
    for seed in range(MATCHES):
        for table in played(fast(game), seats, seed):
            if luck.randrange(ONE_IN) == 0 and not table.over:
                yield table, luck.randrange(seats)


@pytest.mark.parametrize(("game", "seats"), tables_of(KNOWING), ids=name)
def test_a_sample_looks_to_the_seat_as_the_table_does(game: FlatGame, seats: int) -> None:
    changed = 0
    for table, seat in some_tables(game, seats):
        sample = table.determinized(seat, "sample")
        assert table.observation(seat).tobytes() == sample.observation(seat).tobytes()
        assert table.legal(seat) == sample.legal(seat)
        changed += table.position().tobytes() != sample.position().tobytes()
    assert changed, "nothing was ever dealt anew"


@pytest.mark.parametrize(("game", "seats"), tables_of(KNOWING), ids=name)
def test_what_the_seat_does_not_know_tells_in_no_sample(game: FlatGame, seats: int) -> None:
    differ = 0
    for table, seat in some_tables(game, seats):
        known = table.knowledge(seat)
        game = fast(game)
        twin = game.contract.redealt(table.position(), seat, known, "twin")
        differ += seen_by_all(game, twin, seats) != seen_by_all(game, table.position(), seats)
        for seed in range(3):
            one, other = (
                game.contract.redealt(position, seat, known, seed) for position in (table.position(), twin)
            )
            assert seen_by_all(game, one, seats) == seen_by_all(game, other, seats)
    assert differ, "no twin differed"


def seen_by_all(game: FlatGame, position: Any, seats: int) -> list[bytes]:
    """What every seat sees of a position, and the cards of its deck in their order."""
    there = copy_of(position)
    deck = [bytes(there.deck[: there.deck_left])] if hasattr(there, "deck") else []
    return deck + [game.contract.observation(there, seat).tobytes() for seat in range(seats)]
