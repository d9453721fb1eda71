"""What a perfect rememberer of one seat's views knows beside the view, and positions that agree with both.

The cards dealt at the start of a round are suit cards, for the Characters go into the deck after the deal [2.4].
Whatever comes into a hand later comes from the Swamp or from under the trump card, before everybody's eyes.  So a
hand is known but for what is left of those first cards; and who has not followed suit has none of it among them.
"""

from __future__ import annotations

from typing import Annotated

from facedown.core.bits import holds, nth, popcount
from facedown.core.chance import below
from facedown.core.compiling import compiles
from facedown.core.layout import Ints
from facedown.games.bayou import deck, events
from facedown.games.bayou.deck import CHARACTER, NONE, SEATS, add, how_many, remove
from facedown.games.bayou.position import Observation, Position

BITS = 6  # of a number of cards in a hand
LUMP = (1 << BITS) - 1


class Knowledge:
    """What one seat knows of the other hands."""

    held: Annotated[Ints, "i8", SEATS, 2]  # the cards that all saw come into this hand and not leave it, as a set
    voids: Annotated[Ints, "i1", SEATS]  # the suits of which none is left among the cards dealt, as a set


@compiles
def learn(v: Observation, known: Knowledge) -> None:
    """Something has happened: this is what the seat sees of it.  To be called once for each thing that happens."""
    event, seat, card = int(v.event), int(v.event_seat), int(v.event_card)
    if event == events.DEALT or event == events.SCORED:
        for other in range(SEATS):
            known.held[other, 0], known.held[other, 1], known.voids[other] = 0, 0, 0
    elif event == events.PICKED:
        add(known.held[seat], card)
    elif event == events.EXCHANGED:
        _leaves(known, seat, card)
        add(known.held[seat], int(v.event_other))
    elif event == events.PLAYED:
        _leaves(known, seat, card)
        suit, trump = int(deck.SUIT_OF[card]), int(deck.SUIT_OF[v.trump])
        if suit != CHARACTER and suit != int(v.led):  # [3.3]
            known.voids[seat] |= 1 << int(v.led)
            if suit != trump:  # [3.4]
                known.voids[seat] |= 1 << trump


@compiles
def _leaves(known: Knowledge, seat: int, card: int) -> None:
    """The card leaves the hand: it is the one that is known of, or one of those dealt."""
    at = card >> 6
    if holds(known.held[seat, at], card & 63):
        remove(known.held[seat], card)


# -- positions that agree ------------------------------------------------------------------------------------------

TRIES = 200  # deals that break what is known are drawn again, so often at most; ...
MORE_TRIES = 5000  # ... then, where hardly any deal agrees, any that does will do, ...
SWAPS = 200  # ... with this many swaps of two cards, tried at random, to even it out


@compiles
def redeal(s: Position, seat: int, known: Knowledge) -> None:
    """Deal what the seat does not know anew, every deal that agrees with what it knows equally likely.

    What comes out depends on nothing hidden: the cards are gathered and laid into the deck in their order.
    """
    # How many each seat has of the cards dealt; the suit cards that are not in sight.
    counts, first, second = 0, 0, 0
    for other in range(int(s.seats)):
        if other != seat:
            counts |= max(0, how_many(s.hand[other]) - how_many(known.held[other])) << BITS * other
            first |= int(s.hand[other, 0]) & ~int(known.held[other, 0])
            second |= int(s.hand[other, 1]) & ~int(known.held[other, 1])
    ravens, singles = popcount(first & deck.RAVENS), second & ~deck.SUIT_CARDS  # dealt by a record alone
    first, second = first & deck.SUIT_CARDS, second & deck.SUIT_CARDS
    for n in range(int(s.deck_left)):
        card = int(s.deck[n])
        if card == deck.RAVEN:
            ravens += 1
        elif card < 64:
            first |= 1 << card
        elif card < deck.FIRST_SINGLE:
            second |= 1 << (card - 64)
        else:
            singles |= 1 << (card - 64)
    s.deck_left, s.stacked = 0, 0
    _deal_hands(s, seat, known, counts, first, second)
    for other in range(int(s.seats)):
        if other != seat:
            first, second = first & ~int(s.hand[other, 0]), second & ~int(s.hand[other, 1])
    for _ in range(ravens):
        _bury(s, deck.RAVEN)
    for n in range(64):
        if holds(first, n):
            _bury(s, n)
    for n in range(63):
        if holds(second | singles, n):
            _bury(s, 64 + n)


@compiles
def _bury(s: Position, card: int) -> None:
    s.deck[s.deck_left] = card
    s.deck_left += 1


@compiles
def _deal_hands(s: Position, seat: int, known: Knowledge, counts: int, first: int, second: int) -> None:
    """Deal hands out of a set of suit cards until they agree with what is known."""
    for _ in range(TRIES):
        if _dealt(s, seat, known, counts, first, second, True, True):
            return
    for _ in range(MORE_TRIES):
        if _dealt(s, seat, known, counts, first, second, False, True):
            _mix(s, seat, known, first, second)
            return
    _dealt(s, seat, known, counts, first, second, False, False)  # a record has dealt what cannot be


@compiles
def _mix(s: Position, seat: int, known: Knowledge, first: int, second: int) -> None:
    """Let cards out of a set change places, wherever both may lie where the other lay."""
    for _ in range(SWAPS):
        one, other = _any_of(s, first, second), _any_of(s, first, second)
        here, there = _where(s, seat, one), _where(s, seat, other)
        if here != there and _may_lie(known, here, other) and _may_lie(known, there, one):
            if here != NONE:
                remove(s.hand[here], one)
                add(s.hand[here], other)
            if there != NONE:
                remove(s.hand[there], other)
                add(s.hand[there], one)


@compiles
def _any_of(s: Position, first: int, second: int) -> int:
    """Any card out of a set."""
    here = popcount(first)
    which = below(s, here + popcount(second))
    return nth(first, which) if which < here else 64 + nth(second, which - here)


@compiles
def _where(s: Position, seat: int, card: int) -> int:
    """The other seat that has this card, or NONE: it lies in the deck."""
    for other in range(int(s.seats)):
        if other != seat and holds(s.hand[other, card >> 6], card & 63):
            return other
    return NONE


@compiles
def _may_lie(known: Knowledge, seat: int, card: int) -> bool:
    return seat == NONE or not holds(known.voids[seat], int(deck.SUIT_OF[card]))


@compiles
def _dealt(
    s: Position, seat: int, known: Knowledge, counts: int, first: int, second: int, evenly: bool, voids_count: bool
) -> bool:
    """Deal to one seat after the other, the one with the most voids first; False if it does not come out.

    The more cards a seat could be given, the more deals begin like this one: to be even, a deal is let through as
    often as the cards open to each seat are to those that could have been, at the most.
    """
    done, all_first, all_second = 1 << seat if seat >= 0 else 0, first, second
    for _ in range(int(s.seats)):
        other = _most_voids(s, known, done)
        if other < 0:
            break
        void = int(known.voids[other]) if voids_count else 0
        in_first, in_second = ~_of_suits(void, 0), ~_of_suits(void, 1)
        open_first, open_second = first & in_first, second & in_second
        most = popcount(all_first & in_first) + popcount(all_second & in_second)
        most -= _surely_taken(s, known, counts, void, done)
        size, wanted = popcount(open_first) + popcount(open_second), counts >> BITS * other & LUMP
        s.hand[other, 0], s.hand[other, 1] = known.held[other, 0], known.held[other, 1]
        if size < wanted:
            return False
        for n in range(wanted):
            if evenly and below(s, most - n) >= size - n:
                return False
        for _ in range(wanted):
            card = _any_of(s, open_first, open_second)
            s.hand[other, card >> 6] |= 1 << (card & 63)
            if card < 64:
                open_first &= ~(1 << card)
            else:
                open_second &= ~(1 << (card - 64))
        first &= ~int(s.hand[other, 0])
        second &= ~int(s.hand[other, 1])
        done |= 1 << other
    return True


@compiles
def _most_voids(s: Position, known: Knowledge, done: int) -> int:
    """Of the seats that are not done the one whose cards are known to be of the fewest suits."""
    most, chosen = -1, NONE
    for other in range(int(s.seats)):
        voids = popcount(known.voids[other])
        if not holds(done, other) and voids > most:
            most, chosen = voids, other
    return chosen


@compiles
def _of_suits(suits: int, word: int) -> int:
    """The cards of these suits, in one word of a set."""
    cards = 0
    for suit in range(deck.ANY_SUIT):
        if holds(suits, suit):
            cards |= int(deck.OF_SUIT[suit, word])
    return cards


@compiles
def _surely_taken(s: Position, known: Knowledge, counts: int, void: int, dealt: int) -> int:
    """How many of the cards open to a seat with these voids went to seats that can have no others."""
    taken = 0
    for other in range(int(s.seats)):
        if holds(dealt, other) and void & ~int(known.voids[other]) == 0:
            taken += counts >> BITS * other & LUMP
    return taken
