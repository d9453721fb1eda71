"""The generator beside published numbers, decks, lots, and the keys of batches."""

from __future__ import annotations

from collections import Counter
from typing import Annotated, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from facedown.core.chance import (
    BY_CHANCE,
    GAMES,
    MASK,
    Deck,
    below,
    draw,
    fill_block,
    key_of,
    keys_after,
    lot,
    luck_below,
    seed_chance,
    stack,
)
from facedown.core.compiling import compiled
from facedown.core.layout import Ints, blank, dtype_of
from tests import frequencies

# ChaCha8 with a 128-bit key of zeros, nonce and counter zero: the first block of the keystream, as published in
# draft-strombergson-chacha-test-vectors-01, TC1.
ZEROS = bytes.fromhex(
    "e28a5fa4a67f8c5defed3e6fb7303486aa8427d31419a729572d777953491120"
    "b64ab8e72b8deb85cd6aea7cb6089a101824beeb08814a428aab1fa2c816081b"
)


class Pack(Deck):
    deck: Annotated[Ints, "i1", 12]


def pack(seed: object, cards: int = 12) -> Any:
    s = blank(dtype_of(Pack))
    seed_chance(s, *key_of(seed))
    s.deck[:cards], s.deck_left = range(cards), cards
    return s


def test_the_block_function_is_chacha_with_eight_rounds() -> None:
    for way in (fill_block, compiled(fill_block)):
        block = np.zeros(16, np.uint32)
        way(block, np.zeros(4, np.uint32), 0, 0)
        assert block.astype("<u4").tobytes() == ZEROS


@given(st.integers(0, MASK), st.lists(st.integers(0, MASK), min_size=4, max_size=4))
def test_blocks_are_the_same_compiled(counter: int, key: list[int]) -> None:
    one, other = np.zeros(16, np.uint32), np.zeros(16, np.uint32)
    fill_block(one, np.array(key, np.uint32), counter, GAMES)
    compiled(fill_block)(other, np.array(key, np.uint32), counter, GAMES)
    assert (one == other).all()


def test_numbers_are_in_range_and_even() -> None:
    s = pack("even")
    fast = compiled(below)
    draws = Counter(fast(s, 6) for _ in range(60_000))
    assert set(draws) == set(range(6))
    frequencies.check_even(draws.values())


def test_players_luck_is_in_range_and_even_too() -> None:
    luck = np.array([1, 2, 3, 4], np.uint32)
    fast = compiled(luck_below)
    draws = Counter(fast(luck, 6) for _ in range(60_000))
    assert set(draws) == set(range(6))
    frequencies.check_even(draws.values())


@given(st.integers(), st.integers(0, 12))
def test_a_deck_gives_each_card_once_and_what_is_stacked_first(seed: int, stacked: int) -> None:
    s = pack(seed)
    top = [(seed + 5 * n) % 12 for n in range(stacked)]
    assert stack(s, top) == []
    drawn = [draw(s) for _ in range(12)]
    assert drawn[:stacked] == top
    assert sorted(drawn) == list(range(12))


def test_what_the_deck_does_not_hold_cannot_be_stacked() -> None:
    s = pack(1, cards=5)
    before = s.tobytes()
    assert stack(s, [4, 7, 4]) == [7, 4]
    assert s.tobytes() == before


def test_a_lot_laid_out_counts_once() -> None:
    s = pack(2)
    s.lot_laid_out = 3
    assert lot(s, 5) == 3
    assert s.lot_laid_out == BY_CHANCE
    assert {lot(s, 5) for _ in range(200)} == set(range(5))


@pytest.mark.parametrize("seed", ["7/12", "7/0", "x/4294967295", "7/1/2"])
def test_the_key_of_a_game_in_a_batch_is_drawn_from_the_batchs(seed: str) -> None:
    batch, _, number = seed.rpartition("/")
    block = np.zeros(16, np.uint32)
    fill_block(block, np.array(key_of("some-game", batch), np.uint32), int(number), GAMES)
    assert key_of("some-game", seed) == tuple(int(word) for word in block[:4])
    assert keys_after("some-game")(seed) == key_of("some-game", seed)


def test_keys_differ() -> None:
    seeds = ["7", "7/1", "7/2", "8/1", "7/", "/7", "7/-1", "7/4294967296", "7/1.0", "7/1/1", "7/²"]
    assert len({tuple(key_of("some-game", seed)) for seed in seeds}) == len(seeds)
    assert key_of("one", "7/1") != key_of("other", "7/1")
    assert [keys_after("one", "more")(seed) for seed in seeds] == [key_of("one", "more", seed) for seed in seeds]
