"""The cards as arrays and sets: what the rules ask instead of a card's name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Any

import numpy as np

from facedown.core.flat.taking_cards import CardSet
from facedown.core.layout import Ints, dtype_of, i8
from facedown.games.botch.cards import (
    CARDS,
    LOSSES,
    MOST_PRICE,
    MOST_STEPS,
    NEEDS,
    NONE,
    PAGE,
    PAGES,
    PAIR,
    PAY_BANK,
    STEPS,
    THREAT,
    WAYS,
    WEAPON,
    WITH_PLAYER,
    BotchCard,
    in_pages,
    numbers,
    phrase,
)


class Cards(CardSet[BotchCard]):
    """The properties of the cards, by number; and sets of cards."""

    step_of: Annotated[Ints, "i1", CARDS, MOST_STEPS]
    amount_of: Annotated[Ints, "i1", CARDS, MOST_STEPS]
    how_of: Annotated[Ints, "i1", CARDS]
    threat_of: Annotated[Ints, "i1", CARDS]
    is_hidden: Annotated[Ints, "i1", CARDS]
    saves_for: Annotated[Ints, "i1", CARDS]
    spoils_for: Annotated[Ints, "i1", CARDS]
    way_of: Annotated[Ints, "i1", CARDS]
    way_number: Annotated[Ints, "i1", CARDS]
    loss_of: Annotated[Ints, "i1", CARDS]
    collects: Annotated[Ints, "i2", CARDS]
    collected: Annotated[Ints, "i1", CARDS]
    action_costs: Annotated[Ints, "i1", CARDS]  # how many diamonds the action pays to the Bank
    costs: Annotated[Ints, "i1", CARDS]  # whether using it can cost
    names_player: Annotated[Ints, "i1", CARDS]

    pages: i8  # that hold a card; so many words does each of these sets have
    rescuers: Annotated[Ints, "i8", PAGES]  # the cards with which a player rescues another
    savers: Annotated[Ints, "i8", PAGES]  # ... saves themselves
    spoilers: Annotated[Ints, "i8", PAGES]  # ... spoils a declaration
    hidden_roles: Annotated[Ints, "i8", PAGES]
    pair_roles: Annotated[Ints, "i8", PAGES]  # the roles that win as a pair
    shown_first: Annotated[Ints, "i8", PAGES]  # the cards whose action shows them first
    with_action: Annotated[Ints, "i8", PAGES]
    on_player: Annotated[Ints, "i8", PAGES]  # the cards whose action names a player
    threats: Annotated[Ints, "i8", PAGES]
    # By a number of diamonds, the cards that cost more than that:
    action_over: Annotated[Ints, "i8", MOST_PRICE + 1, PAGES]  # ... for their action,
    saves_over: Annotated[Ints, "i8", MOST_PRICE + 1, PAGES]  # ... to recover,
    spoils_over: Annotated[Ints, "i8", MOST_PRICE + 1, PAGES]  # ... to spoil a declaration


def arrays(cards: Sequence[BotchCard]) -> Ints:
    """The cards as records[1] of Cards."""
    made: Ints = np.zeros(1, dtype_of(Cards))
    c: Any = made[0]
    by_number = numbers(cards)
    number_of = {card.name: number for number, card in by_number.items()}
    for number, card in by_number.items():
        for place, step in enumerate(card.action):
            if found := phrase(step, STEPS):
                c.step_of[number, place], c.amount_of[number, place] = found.block, found.n
                c.action_costs[number] += found.n if found.block == PAY_BANK else 0
                c.names_player[number] |= found.block in WITH_PLAYER
        c.how_of[number], c.loss_of[number] = NEEDS[card.needs], LOSSES[card.loses][0]
        c.threat_of[number] = WEAPON if card.weapon else THREAT if card.threat else 0
        c.is_hidden[number], c.saves_for[number], c.spoils_for[number] = card.hidden, card.saves, card.spoils
        if way := phrase(card.wins, WAYS):
            c.way_of[number], c.way_number[number] = way.block, way.n
        c.collects[number] = number_of[card.collects] if card.collects else NONE
        c.collected[number] = card.collected
        c.costs[number] = max(c.action_costs[number], card.saves, card.spoils) > 0
    _gather(c, by_number)
    return made


def _gather(c: Any, by_number: dict[int, BotchCard]) -> None:
    def those(belongs: Callable[[int], object]) -> tuple[int, ...]:
        return in_pages(sum(1 << number for number in by_number if belongs(number)))

    c.pages = max(by_number) // PAGE + 1
    c.rescuers[:] = those(lambda number: by_number[number].rescues)
    c.savers[:] = those(lambda number: c.saves_for[number] >= 0)
    c.spoilers[:] = those(lambda number: c.spoils_for[number] >= 0)
    c.hidden_roles[:] = those(lambda number: c.is_hidden[number])
    c.pair_roles[:] = those(lambda number: c.way_of[number] == PAIR)
    c.shown_first[:] = those(lambda number: c.how_of[number])
    c.with_action[:] = those(lambda number: by_number[number].action)
    c.on_player[:] = those(lambda number: c.names_player[number])
    c.threats[:] = those(lambda number: c.threat_of[number])
    for prices, over in (
        (c.action_costs, c.action_over),
        (c.saves_for, c.saves_over),
        (c.spoils_for, c.spoils_over),
    ):
        for diamonds in range(MOST_PRICE + 1):
            dearer = {number for number in by_number if prices[number] > diamonds}
            over[diamonds] = those(dearer.__contains__)
