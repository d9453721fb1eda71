"""Tracking where a few cards lie when some have changed places and not everybody saw which.

There are up to PLACES cards in as many places.  A card that has been seen is known by its number; all others are
alike.  Knowledge is a probability for each order of the cards: if two cards may have changed places, one order
becomes two, and when a card is seen, only the orders remain in which it lies there.
"""

from __future__ import annotations

import itertools
from typing import Annotated

import numpy as np

from facedown.core.chance import Chance, below
from facedown.core.compiling import compiles
from facedown.core.layout import Ints

PLACES = 5
UNSEEN = -1  # nobody has seen which card it is

_ORDERS = list(itertools.permutations(range(PLACES)))
COUNT = len(_ORDERS)
FINE = 1 << 30  # in how many steps chance chooses among orders

ORDERS = np.array(_ORDERS, np.int64)  # [order, place]: which of the cards lies there, 0 to PLACES - 1
EXCHANGED = np.zeros((COUNT, PLACES, PLACES), np.int64)  # [order, place, place]: the order after these two changed
RENAMED = np.zeros((COUNT, PLACES, PLACES), np.int64)  # [order, card, card]: the order with these two exchanged
for _number, _order in enumerate(_ORDERS):
    for _one, _other in itertools.product(range(PLACES), repeat=2):
        _names = list(range(PLACES))
        _names[_one], _names[_other] = _other, _one
        EXCHANGED[_number, _one, _other] = _ORDERS.index(tuple(_order[place] for place in _names))
        RENAMED[_number, _one, _other] = _ORDERS.index(tuple(_names[card] for card in _order))


class Whereabouts:
    """What somebody knows of where the cards lie."""

    likely: Annotated[Ints, "f8", COUNT]  # the probability of each of ORDERS; they add up to 1
    card: Annotated[Ints, "i1", PLACES]  # which card each of those in ORDERS is, or UNSEEN


@compiles
def nothing_seen(known: Whereabouts) -> None:
    """Cards lie in their places, and none has been seen."""
    for order in range(COUNT):
        known.likely[order] = 0.0
    known.likely[0] = 1.0
    for n in range(PLACES):
        known.card[n] = UNSEEN


@compiles
def changed_places(known: Whereabouts, one: int, other: int) -> None:
    """The cards of two places changed, before one's own eyes."""
    for order in range(COUNT):
        twin = int(EXCHANGED[order, one, other])
        if order < twin:
            here = known.likely[order]
            known.likely[order] = known.likely[twin]
            known.likely[twin] = here


@compiles
def may_have_changed(known: Whereabouts, one: int, other: int) -> None:
    """The cards of two places changed or did not, with equal probability."""
    for order in range(COUNT):
        twin = int(EXCHANGED[order, one, other])
        if order < twin:
            both = (known.likely[order] + known.likely[twin]) / 2.0
            known.likely[order] = both
            known.likely[twin] = both


@compiles
def seen_at(known: Whereabouts, place: int, card: int) -> bool:
    """This card lies there now.  False where, by what was known, it could not; then nothing is known any more."""
    which = _number_of(known, card)
    if which == UNSEEN:
        which = _number_of(known, UNSEEN)
        if which != UNSEEN:
            _call(known, place, which)
            known.card[which] = card
    total = 0.0
    for order in range(COUNT):
        if int(ORDERS[order, place]) != which:
            known.likely[order] = 0.0
        total += known.likely[order]
    if total == 0.0:
        nothing_seen(known)
        return False
    for order in range(COUNT):
        known.likely[order] /= total
    return True


@compiles
def _number_of(known: Whereabouts, card: int) -> int:
    """Which of the cards it is: the first that is; UNSEEN: none of them."""
    for n in range(PLACES):
        if int(known.card[n]) == card:
            return n
    return UNSEEN


@compiles
def _call(known: Whereabouts, place: int, which: int) -> None:
    """Let the card at this place, where it is one of those alike, be this one of them in every order."""
    for order in range(COUNT):
        there = int(ORDERS[order, place])
        if there != which and int(known.card[there]) == UNSEEN:
            known.likely[RENAMED[order, there, which]] += known.likely[order]
            known.likely[order] = 0.0


@compiles
def any_order(s: Chance, known: Whereabouts) -> int:
    """The number of one of ORDERS, drawn with its probability."""
    mark, last = below(s, FINE) / FINE, 0
    for order in range(COUNT):
        if known.likely[order] > 0.0:
            last = order
            mark -= known.likely[order]
            if mark < 0.0:
                return order
    return last


@compiles
def cards_seen(known: Whereabouts) -> int:
    """The cards that have been seen, as a set: none of them lies anywhere else."""
    seen = 0
    for n in range(PLACES):
        if int(known.card[n]) != UNSEEN:
            seen |= 1 << int(known.card[n])
    return seen
