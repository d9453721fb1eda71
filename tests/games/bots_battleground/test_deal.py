"""The deal of cards files in which bots have many copies: it ends, and no hand holds two alike."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import facedown
from facedown.games.bots_battleground import GAME
from facedown.games.bots_battleground.cards import FEWEST_CARDS, MOST_CARDS, MOST_COPIES


def plain_bots(copies: list[int]) -> str:
    """A cards file of bots that do nothing, with so many copies each."""
    return "".join(
        f'[[bot]]\nname = "Twin {n}"\nattack = 5\ndefense = 5\ncopies = {each}\n\n' for n, each in enumerate(copies)
    )


def check_deal(copies: list[int], seats: int, seed: int) -> list[str]:
    """Deal these cards; returns what was told."""
    table = facedown.game(GAME.id, cards=plain_bots(copies)).new(seats, seed)
    position = table.position()
    hands = [[int(kind) for kind in position.bot[4 * seat : 4 * seat + 4]] for seat in range(seats)]
    assert all(len(set(hand)) == 4 for hand in hands), hands
    deck = [int(kind) for kind in position.deck[: position.deck_left]]
    below = [int(kind) for kind in position.bottom[: position.bottom_count]]
    dealt = Counter(kind for hand in hands for kind in hand)
    assert dealt + Counter(deck) + Counter(below) == Counter(dict(enumerate(copies)))
    return [event.text for event in table.log(None)]


@pytest.mark.covers("bots-battleground 2.3 2.4")
@pytest.mark.parametrize(("kinds", "copies", "seats"), [(6, 6, 3), (6, 6, 4), (6, 6, 6), (9, 4, 6), (12, 3, 6)])
def test_a_deal_with_many_copies_ends(kinds: int, copies: int, seats: int) -> None:
    told = [check_deal([copies] * kinds, seats, seed) for seed in range(12)]
    anew = [lines for lines in told if any("All bots are dealt anew" in line for line in lines)]
    assert all(sum("twice" in line for line in lines) == 20 for lines in anew)
    assert anew or (kinds, seats) not in ((6, 4), (6, 6))


@settings(max_examples=25)
@given(st.lists(st.integers(1, MOST_COPIES), min_size=6, max_size=40), st.integers(3, 6), st.integers(0, 99))
def test_every_deck_that_is_allowed_can_be_dealt(copies: list[int], seats: int, seed: int) -> None:
    while sum(copies) > MOST_CARDS:
        copies = copies[:-1]
    while sum(copies) < FEWEST_CARDS:
        copies = [*copies, MOST_COPIES]
    check_deal(copies, seats, seed)
