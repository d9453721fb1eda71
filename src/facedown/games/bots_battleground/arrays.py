"""The bots as arrays: what the rules ask instead of a bot's name, and what players by rule of thumb reckon with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import numpy as np

from facedown.core.flat.taking_cards import CardSet
from facedown.core.layout import Ints, dtype_of
from facedown.games.bots_battleground.cards import (
    ABILITIES,
    CONDITIONS,
    COUNTED,
    MOST_KINDS,
    TARGETS,
    TIMES,
    VALUES,
    BotCard,
)
from facedown.games.bots_battleground.duels import beside, margins, strengths


class Cards(CardSet[BotCard]):
    """The properties of the bots, by kind; without an ability or a condition they are 0."""

    attack: Annotated[Ints, "i8", MOST_KINDS]
    defense: Annotated[Ints, "i8", MOST_KINDS]
    copies: Annotated[Ints, "i8", MOST_KINDS]
    does: Annotated[Ints, "i8", MOST_KINDS]  # the ability's block, and its parameters
    by: Annotated[Ints, "i8", MOST_KINDS]
    on: Annotated[Ints, "i8", MOST_KINDS]
    value: Annotated[Ints, "i8", MOST_KINDS]
    counts: Annotated[Ints, "i8", MOST_KINDS]
    when: Annotated[Ints, "i8", MOST_KINDS]
    condition: Annotated[Ints, "i8", MOST_KINDS]
    level: Annotated[Ints, "i8", MOST_KINDS]
    # For players by rule of thumb (duels.py).
    margin: Annotated[Ints, "i8", 2, MOST_KINDS, MOST_KINDS]  # [lower, attacker, defender]
    strength: Annotated[Ints, "i8", 2, 2, MOST_KINDS]  # [lower, role, kind]
    beside: Annotated[Ints, "i8", 2, MOST_KINDS]  # [role, kind]


def arrays(cards: Sequence[BotCard]) -> Ints:
    """The bots as records[1] of Cards."""
    made: Ints = np.zeros(1, dtype_of(Cards))
    c: Any = made[0]
    for kind, card in enumerate(cards):
        c.attack[kind], c.defense[kind], c.copies[kind] = card.attack, card.defense, card.copies
        if ability := card.ability:
            c.does[kind], c.by[kind] = ABILITIES[ability.does].number, ability.n
            c.on[kind], c.value[kind] = TARGETS[ability.on][0], VALUES[ability.value][0]
            c.counts[kind], c.when[kind] = COUNTED[ability.of][0], TIMES[ability.when][0]
        if condition := card.condition:
            c.condition[kind], c.level[kind] = CONDITIONS[condition.does].number, condition.n
    c.margin[:] = margins(cards)
    c.strength[:] = strengths(cards, c.margin)
    c.beside[:] = beside(cards)
    return made
