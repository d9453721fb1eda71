"""The Characters as arrays: what the rules ask instead of a card's name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import numpy as np

from facedown.core.flat.taking_cards import CardSet
from facedown.core.layout import Ints, dtype_of
from facedown.games.bayou import deck
from facedown.games.bayou.cards import EFFECTS, ON, SELF, Character


class Cards(CardSet[Character]):
    """What each card does, by its number."""

    effect_of: Annotated[Ints, "i1", deck.CARD_NUMBERS]
    target_of: Annotated[Ints, "i1", deck.CARD_NUMBERS]


def arrays(cards: Sequence[Character]) -> Ints:
    """The cards as records[1] of Cards."""
    made: Ints = np.zeros(1, dtype_of(Cards))
    c: Any = made[0]
    for card, number in zip(cards, deck.CHARACTER_NUMBERS, strict=True):
        c.effect_of[number] = EFFECTS[card.effect][0]
        c.target_of[number] = ON[card.on][0] if card.on else SELF
    return made
