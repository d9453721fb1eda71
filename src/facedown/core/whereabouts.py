"""Tracking where a few cards lie when some have changed places and not everybody saw which.

There are up to PLACES cards in as many places.  A card that has been seen is known by its number; all others are
alike.  Knowledge is a number of orders in which the cards may lie, each with a probability.  Of FEW places or less
these are all there are: if two cards may have changed places, one order becomes two, and when a card is seen, only
the orders remain in which it lies there.  Of more places they are a sample, all equally likely, as in a particle
filter (Gordon, Salmond and Smith, 1993): each takes one of the two ways, and those in which a card does not lie
where it is seen are replaced by copies of those in which it does.
"""

from __future__ import annotations

import itertools
from typing import Annotated

import numpy as np

from facedown.core.chance import Chance, below
from facedown.core.compiling import compiles
from facedown.core.layout import Ints, i1, i4

PLACES = 8
FEW = 5  # places of which every order is kept
UNSEEN = -1  # nobody has seen which card it is

_ORDERS = list(itertools.permutations(range(FEW)))
COUNT = len(_ORDERS)  # of orders, or of the sample
FINE = 1 << 30  # in how many steps chance chooses among orders
MASK = 0xFFFFFFFF

ORDERS = np.array(_ORDERS, np.int64)  # [order, place]: which of the cards lies there, 0 to FEW - 1
EXCHANGED = np.zeros((COUNT, FEW, FEW), np.int64)  # [order, place, place]: the order after these two changed
RENAMED = np.zeros((COUNT, FEW, FEW), np.int64)  # [order, card, card]: the order with these two exchanged
for _number, _order in enumerate(_ORDERS):
    for _one, _other in itertools.product(range(FEW), repeat=2):
        _names = list(range(FEW))
        _names[_one], _names[_other] = _other, _one
        EXCHANGED[_number, _one, _other] = _ORDERS.index(tuple(_order[place] for place in _names))
        RENAMED[_number, _one, _other] = _ORDERS.index(tuple(_names[card] for card in _order))


class Whereabouts:
    """What somebody knows of where the cards lie."""

    places: i1  # how many there are
    likely: Annotated[Ints, "f8", COUNT]  # the probability of each order; they add up to 1
    card: Annotated[Ints, "i2", PLACES]  # which card each of those in the orders is, or UNSEEN
    lies: Annotated[Ints, "i1", COUNT, PLACES]  # of more than FEW places: the sample, as ORDERS
    changes: i4  # that the sample has gone through


@compiles
def nothing_seen(known: Whereabouts, places: int) -> None:
    """Cards lie in so many places, and none has been seen."""
    known.places, known.changes = places, 0
    for order in range(COUNT):
        known.likely[order] = 0.0 if places <= FEW else 1.0 / COUNT
        for place in range(PLACES):
            known.lies[order, place] = place
    if places <= FEW:
        known.likely[0] = 1.0
    for n in range(PLACES):
        known.card[n] = UNSEEN


@compiles
def card_at(known: Whereabouts, order: int, place: int) -> int:
    """Which card lies at this place in one of the orders: its number, or UNSEEN."""
    return int(known.card[_lies(known, order, place)])


@compiles
def _lies(known: Whereabouts, order: int, place: int) -> int:
    return int(ORDERS[order, place]) if int(known.places) <= FEW else int(known.lies[order, place])


@compiles
def _exchange(known: Whereabouts, order: int, one: int, other: int) -> None:
    here = int(known.lies[order, one])
    known.lies[order, one] = known.lies[order, other]
    known.lies[order, other] = here


@compiles
def _takes_the_other_way(order: int, change: int) -> bool:
    """Which way one of the sample takes: as good as by chance, and the same whenever it is asked."""
    mixed = (order * 0x9E3779B1 + change * 0x85EBCA6B) & MASK
    mixed ^= mixed >> 15
    mixed = (mixed * 0x2C1B3C6D) & MASK
    mixed ^= mixed >> 12
    return mixed >> 7 & 1 == 1


@compiles
def changed_places(known: Whereabouts, one: int, other: int) -> None:
    """The cards of two places changed, before one's own eyes."""
    for order in range(COUNT):
        if int(known.places) > FEW:
            _exchange(known, order, one, other)
            continue
        twin = int(EXCHANGED[order, one, other])
        if order < twin:
            here = known.likely[order]
            known.likely[order] = known.likely[twin]
            known.likely[twin] = here


@compiles
def may_have_changed(known: Whereabouts, one: int, other: int) -> None:
    """The cards of two places changed or did not, with equal probability."""
    known.changes += 1
    for order in range(COUNT):
        if int(known.places) > FEW:
            if _takes_the_other_way(order, int(known.changes)):
                _exchange(known, order, one, other)
            continue
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
        if _lies(known, order, place) != which:
            known.likely[order] = 0.0
        total += known.likely[order]
    if total == 0.0:
        nothing_seen(known, int(known.places))
        return False
    if int(known.places) > FEW:
        _sample_anew(known)
        return True
    for order in range(COUNT):
        known.likely[order] /= total
    return True


@compiles
def _sample_anew(known: Whereabouts) -> None:
    """Those of the sample that cannot be any more are replaced by those that can, one after the other."""
    good = 0
    for order in range(COUNT):
        if known.likely[order] == 0.0:
            while known.likely[good] == 0.0:
                good = good + 1 if good + 1 < COUNT else 0
            for place in range(PLACES):
                known.lies[order, place] = known.lies[good, place]
            good = good + 1 if good + 1 < COUNT else 0
    for order in range(COUNT):
        known.likely[order] = 1.0 / COUNT


@compiles
def _number_of(known: Whereabouts, card: int) -> int:
    """Which of the cards it is: the first that is; UNSEEN: none of them."""
    for n in range(int(known.places)):
        if int(known.card[n]) == card:
            return n
    return UNSEEN


@compiles
def _call(known: Whereabouts, place: int, which: int) -> None:
    """Let the card at this place, where it is one of those alike, be this one of them in every order."""
    for order in range(COUNT):
        there = _lies(known, order, place)
        if there == which or int(known.card[there]) != UNSEEN:
            continue
        if int(known.places) > FEW:
            for other in range(PLACES):
                if int(known.lies[order, other]) == which:
                    _exchange(known, order, place, other)
                    break
        else:
            known.likely[RENAMED[order, there, which]] += known.likely[order]
            known.likely[order] = 0.0


@compiles
def any_order(s: Chance, known: Whereabouts) -> int:
    """The number of one of the orders, drawn with its probability."""
    mark, last = below(s, FINE) / FINE, 0
    for order in range(COUNT):
        if known.likely[order] > 0.0:
            last = order
            mark -= known.likely[order]
            if mark < 0.0:
                return order
    return last
