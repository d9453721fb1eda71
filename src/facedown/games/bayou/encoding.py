"""What a seat sees of Bayou Boss, as numbers for a learner."""

from __future__ import annotations

import numpy as np

from facedown.core.flat.encoding import Encoding, Feature, bits, number, one_hot, seat, seats
from facedown.core.layout import Ints
from facedown.games.bayou import deck, events, steps
from facedown.games.bayou.cards import SINGLES
from facedown.games.bayou.position import ENOUGH, ROUNDS, Observation

SET = 60  # bits that are used of each word of a set of cards (deck.py)
MOST_CARDS = 64  # in a hand or at any one place


def _suits_and_ranks() -> tuple[Ints, Ints]:
    """Of each card its suit, 7 for Characters, and its value; a Character's place among them stands for a value."""
    ranks = deck.VALUE_OF.astype(np.int64)
    for place, card in enumerate(deck.CHARACTER_NUMBERS):
        ranks[card] = place
    return deck.SUIT_OF.astype(np.int64), ranks


SUITS, RANKS = _suits_and_ranks()


def _card(field: str, seat_axis: int | None = None) -> tuple[Feature, Feature]:
    """Cards one by one: the suit, and the value within it."""
    suit = one_hot(field, deck.CHARACTER + 1, via=SUITS, name=f"{field} suit", seat_axis=seat_axis)
    return suit, one_hot(field, deck.VALUES, via=RANKS, name=f"{field} rank", seat_axis=seat_axis)


ENCODING = Encoding(
    Observation,
    deck.SEATS,
    (
        one_hot("seat", deck.SEATS),
        one_hot("seats", deck.SEATS - 1, low=2),
        one_hot("question", steps.DRAW - steps.PLAY + 1, low=steps.PLAY),
        seats("asked"),
        number("over", 1),
        bits("hand", SET),
        bits("swamp", SET),
        bits("out", SET),
        number("hand_counts", MOST_CARDS, seat_axis=0),
        *_card("trick", seat_axis=0),
        *_card("trump"),
        one_hot("led", deck.CHARACTER + 1),
        seat("leader"),
        seat("dealer"),
        seat("high"),
        seat("second"),
        seats("low"),
        bits("effects", 16),
        bits("characters", SINGLES),
        number("row", deck.CARD_NUMBERS, low=-1),
        number("deck_left", deck.GAME_CARDS),
        number("trick_number", deck.GAME_CARDS),
        number("tricks", ENOUGH, seat_axis=0),
        number("finished", ROUNDS),
        number("history", ENOUGH, seat_axis=1),
        one_hot("event", events.WON + 1),
        seat("event_seat"),
        number("event_card", deck.CARD_NUMBERS, low=-1),
        number("event_other", deck.CARD_NUMBERS, low=-1),
    ),
)
