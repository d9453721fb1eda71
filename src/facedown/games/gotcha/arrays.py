"""The cards as arrays: what rules ask instead of a card's name, and what players by rule of thumb reckon with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import numpy as np

from facedown.core.bits import holds
from facedown.core.flat.taking_cards import CardSet
from facedown.core.layout import Ints, dtype_of
from facedown.games.gotcha.cards import (
    ACROSS,
    ACTS,
    COVER,
    DIRECTIONS,
    LOSES,
    MOST_KINDS,
    NO_TYPE,
    OUTCOMES,
    REPLACE,
    SWAP,
    TIERS,
    TIES,
    TYPES,
    WINS,
    CardKind,
    Effect,
)

POINT = 100  # players count in hundredths of a point
A_CARD = 75  # what a card more in hand is worth, while there is a turn to play it on
REPLIES = 90  # what it is worth to answer a card that lies open, at the price of a card


class Cards(CardSet[CardKind]):
    """The properties of the cards, by kind."""

    type: Annotated[Ints, "i8", MOST_KINDS]  # 0 to 2, or NO_TYPE
    claims: Annotated[Ints, "i8", MOST_KINDS]  # the types that it defeats by its text, as a set
    concedes: Annotated[Ints, "i8", MOST_KINDS]  # loses what would be a tie
    obliges: Annotated[Ints, "i8", MOST_KINDS]  # its taker must put a card face-up
    cuts: Annotated[Ints, "i8", MOST_KINDS]
    guards: Annotated[Ints, "i8", MOST_KINDS]
    stays: Annotated[Ints, "i8", MOST_KINDS]
    act: Annotated[Ints, "i8", MOST_KINDS]  # NOTHING, REPLACE, COVER, SWAP
    towards: Annotated[Ints, "i8", MOST_KINDS]  # -1 inward, 0 across, 1 outward
    worth: Annotated[Ints, "i8", MOST_KINDS]
    draws_on: Annotated[Ints, "i8", MOST_KINDS, len(OUTCOMES)]  # cards that its owner draws
    owner_discards: Annotated[Ints, "i8", MOST_KINDS, len(OUTCOMES)]
    opponent_discards: Annotated[Ints, "i8", MOST_KINDS, len(OUTCOMES)]
    effects: Annotated[Ints, "i8", MOST_KINDS, len(OUTCOMES)]  # whether the outcome has further effects
    copies_in: Annotated[Ints, "i8", len(TIERS), MOST_KINDS]  # copies in the deck of that tier
    outcome: Annotated[Ints, "i1", MOST_KINDS, MOST_KINDS]  # of the first of two cards that face each other
    # For players by rule of thumb, in hundredths of a point: [is it the last turn?, ...]
    against: Annotated[Ints, "i8", 2, MOST_KINDS, MOST_KINDS]  # what a card brings against another
    alone: Annotated[Ints, "i8", 2, MOST_KINDS]  # ... with nothing facing it
    average: Annotated[Ints, "i8", 2, MOST_KINDS]  # ... against a card of the deck, whichever it is
    strength: Annotated[Ints, "i8", MOST_KINDS]  # what it is worth in the hand, early in the round
    of_type: Annotated[Ints, "i8", len(TYPES)]  # the cards of each type, as a set


def arrays(cards: Sequence[CardKind]) -> Ints:
    """The cards as records[1] of Cards."""
    made: Ints = np.zeros(1, dtype_of(Cards))
    c: Any = made[0]
    for kind, card in enumerate(cards):
        c.type[kind], c.worth[kind] = card.type, card.worth
        c.copies_in[card.tier :, kind] = card.copies
        c.concedes[kind] = card.is_curse
        if card.type != NO_TYPE:
            c.of_type[card.type] |= 1 << kind
        for effect in card.effects:
            _enter(c, kind, card, effect)
    c.effects[:] = c.draws_on + c.owner_discards + c.opponent_discards
    for mine in range(MOST_KINDS):
        for yours in range(MOST_KINDS):
            c.outcome[mine, yours] = _outcome(c, mine, yours)
    _estimate(c)
    return made


def _enter(c: Cards, kind: int, card: CardKind, effect: Effect) -> None:
    switches = {"concede": c.concedes, "oblige": c.obliges, "cut": c.cuts, "guard": c.guards, "stay": c.stays}
    if effect.does in switches:
        switches[effect.does][kind] = 1
    if effect.does in ACTS:
        c.act[kind] = ACTS.index(effect.does)
    if effect.does == "swap":
        c.towards[kind] = DIRECTIONS[effect.direction]
    for name in effect.against:
        if name == "any":
            c.claims[kind] |= 0b1111
        else:
            c.claims[kind] |= 1 << ((card.type + 2) % 3 if name == "bane" else TYPES.index(name))
    for outcome in effect.when:
        table = c.draws_on if effect.does == "draw" else c.owner_discards
        if effect.who == "opponent":
            table = c.opponent_discards
        table[kind, OUTCOMES.index(outcome)] += effect.cards


def _outcome(c: Cards, mine: int, yours: int) -> int:
    """What becomes of the first of two cards that face each other [5.1 to 5.5]."""
    mine_claims = holds(c.claims[mine], c.type[yours])
    yours_claims = holds(c.claims[yours], c.type[mine])
    if mine_claims != yours_claims:  # a text outranks the circle; two texts cancel
        return WINS if mine_claims else LOSES
    if c.type[mine] == c.type[yours]:
        if c.concedes[mine] != c.concedes[yours]:
            return LOSES if c.concedes[mine] else WINS
        return TIES
    if c.type[yours] == NO_TYPE or c.type[mine] == NO_TYPE:
        return LOSES if c.type[mine] == NO_TYPE else WINS
    return WINS if (c.type[mine] + 1) % 3 == c.type[yours] else LOSES


# -- what cards are worth to players by rule of thumb --------------------------------------------------------------


def _estimate(c: Cards) -> None:
    copies = c.copies_in[-1]
    kinds = [kind for kind in range(MOST_KINDS) if copies[kind]]
    for last in range(2):
        a_card = 0 if last else A_CARD
        for mine in kinds:
            for yours in kinds:
                c.against[last, mine, yours] = _met(c, mine, yours, a_card)
            c.alone[last, mine] = _alone(c, mine, a_card)
            c.average[last, mine] = int((c.against[last, mine] * copies).sum() / copies.sum())
            c.average[last, mine] += c.cuts[mine] * POINT
    c.strength[:] = (2 * c.average[0] + c.average[1] + c.alone[0]) // 3 + c.stays * POINT


def _met(c: Cards, mine: int, yours: int, a_card: int) -> int:
    """What a card brings its owner against another one, points and cards together."""
    mine_crosses = c.act[mine] == SWAP and c.towards[mine] == ACROSS
    yours_crosses = c.act[yours] == SWAP and c.towards[yours] == ACROSS
    if mine_crosses != yours_crosses:
        mine, yours = yours, mine
    if c.act[mine] in (REPLACE, COVER) or c.act[yours] in (REPLACE, COVER):
        mine_replies = c.act[mine] == REPLACE and a_card > 0
        return REPLIES * (int(mine_replies) - int(c.act[yours] == REPLACE))
    result = int(c.outcome[mine, yours])
    theirs = (LOSES, WINS, TIES)[result]
    pot = POINT * int(c.worth[mine] + c.worth[yours])
    return (pot, -pot, 0)[result] + a_card * (_cards_won(c, mine, result) - _cards_won(c, yours, theirs))


def _alone(c: Cards, kind: int, a_card: int) -> int:
    """What a card brings with nothing facing it."""
    if c.act[kind] == REPLACE:
        return 0 if a_card else -POINT // 2
    pot = POINT * (int(c.worth[kind]) + int(c.act[kind] == COVER))
    return pot + a_card * _cards_won(c, kind, WINS)


def _cards_won(c: Cards, kind: int, outcome: int) -> int:
    """By how many cards its owner's hand gets ahead of the opponent's."""
    drawn, lost = c.draws_on[kind, outcome], c.owner_discards[kind, outcome]
    return int(drawn - lost + c.opponent_discards[kind, outcome])
