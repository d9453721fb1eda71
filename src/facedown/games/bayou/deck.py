"""The cards of Bayou Boss as numbers, and sets of them as two words of bits.

    bits      0..16    17..33    34..50    51..59
    word 0    Red      Yellow    Blue      seven Ravens
    word 1    Green    Purple    Orange    the nine other Characters

A card's number is 64 * word + bit.  Ravens are all alike and all have the number RAVEN; in a set their bits fill up
from below, so that RAVEN is in every set that has one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, get_args

import numpy as np

from facedown.core.bits import lowest, popcount
from facedown.core.compiling import compiles, compiles_as
from facedown.core.layout import Ints
from facedown.games.bayou.cards import SINGLES, Character

SEATS = 8
NONE = -1  # no card, no seat
HAND = 7

SuitName = Literal["Red", "Yellow", "Blue", "Green", "Purple", "Orange"]
SUITS: tuple[SuitName, ...] = get_args(SuitName)
VALUES = 17
ANY_SUIT = 6  # the suit to follow while no suit card has been played
CHARACTER = 7  # in place of a suit

SUIT_CARDS = (1 << 51) - 1  # the suit cards of either word
RAVENS = 0x7F << 51  # of word 0
RAVEN = 51
FIRST_SINGLE = 64 + 51
CARD_NUMBERS = 128  # the move numbers of marks follow those of cards
GAME_CARDS = 118

# How many suits, their highest value and the Ravens, by the number of players [1.3].
SUITS_USED = np.array([0, 0, 4, 4, 5, 5, 5, 6, 6], np.int8)
TOP_VALUE = np.array([0, 0, 6, 9, 9, 12, 15, 15, 16], np.int8)
RAVENS_USED = np.array([0, 0, 1, 2, 3, 4, 5, 6, 7], np.int8)


@compiles
def suit_card(suit: int, value: int) -> int:
    """The number of a suit card."""
    return (suit // 3) * 64 + (suit % 3) * VALUES + value


def _suits_and_values() -> tuple[Ints, Ints, Ints]:
    suit_of, value_of = np.full(CARD_NUMBERS, CHARACTER, np.int8), np.zeros(CARD_NUMBERS, np.int8)
    of_suit = np.zeros((len(SUITS) + 1, 2), np.int64)
    of_suit[ANY_SUIT] = SUIT_CARDS
    for suit in range(len(SUITS)):
        for value in range(VALUES):
            card = suit_card(suit, value)
            suit_of[card], value_of[card] = suit, value
            of_suit[suit, card >> 6] |= 1 << (card & 63)
    return suit_of, value_of, of_suit


SUIT_OF, VALUE_OF, OF_SUIT = _suits_and_values()


SUIT_CARD_NAMES = {
    suit_card(suit, value): f"{SUITS[suit]} {value}" for suit in range(len(SUITS)) for value in range(VALUES)
}
CHARACTER_NUMBERS = (RAVEN, *range(FIRST_SINGLE, FIRST_SINGLE + SINGLES))


def card_names(kinds: Sequence[Character]) -> dict[int, str]:
    """The names of all cards by number, those of the Characters as they are written in the cards file."""
    return SUIT_CARD_NAMES | dict(zip(CHARACTER_NUMBERS, [card.name for card in kinds], strict=True))


@compiles
def add(cards: Ints, card: int) -> None:
    if card == RAVEN:
        cards[0] |= ((int(cards[0]) & RAVENS) << 1 | 1 << RAVEN) & RAVENS
    else:
        cards[card >> 6] |= 1 << (card & 63)


@compiles
def remove(cards: Ints, card: int) -> None:
    if card == RAVEN:
        held = int(cards[0])
        cards[0] = (held & ~RAVENS) | ((held & RAVENS) >> 1 & RAVENS)
    else:
        cards[card >> 6] &= ~(1 << (card & 63))


@compiles
def _counted(cards: Ints) -> int:
    return popcount(cards[0]) + popcount(cards[1])


@compiles_as(_counted)
def how_many(cards: Ints) -> int:
    return int(cards[0]).bit_count() + int(cards[1]).bit_count()


@compiles
def is_empty(cards: Ints) -> bool:
    return (int(cards[0]) | int(cards[1])) == 0


@compiles
def has_suit_card(cards: Ints) -> bool:
    return (int(cards[0]) | int(cards[1])) & SUIT_CARDS != 0


@compiles
def any_card(cards: Ints) -> int:
    """The smallest card number in a set that is not empty."""
    return lowest(cards[0]) if int(cards[0]) != 0 else 64 + lowest(cards[1])
