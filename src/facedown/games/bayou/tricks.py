"""What may be played to a trick, and who takes it.  The numbers are the rulebook's."""

from __future__ import annotations

from typing import Annotated

from facedown.core.bits import holds
from facedown.core.compiling import compiles
from facedown.core.layout import Ints, i1, i2
from facedown.games.bayou import deck
from facedown.games.bayou.cards import SECOND_WINS, SMALL_WINS
from facedown.games.bayou.deck import NONE, SEATS


class Trick:
    """The fields that decide a trick; all of them lie open on the table."""

    seats: i1
    leader: i1  # who leads the trick; between tricks, who took the last one
    trump: i1  # the trump card, or NONE before it is turned up
    led: i1  # the suit to follow, or ANY_SUIT
    trick: Annotated[Ints, "i1", SEATS]  # the card that each seat has played, or NONE
    high: i1  # the seats whose cards bear the last mark "high" ...
    second: i1  # ... and the one before it, or NONE
    low: i2  # the seats whose cards are lowest, as a set
    effects: i2  # the effects that hold in this trick, as a set


@compiles
def offer(cards: Ints, led: int, trump: int, moves: Ints) -> None:
    """Of a set of cards, those that may be played when this suit was led and that one is trump."""
    first, other = int(cards[0]), int(cards[1])
    may_first, may_other = first & int(deck.OF_SUIT[led, 0]), other & int(deck.OF_SUIT[led, 1])  # [3.2]
    if may_first | may_other == 0:
        may_first, may_other = first & int(deck.OF_SUIT[trump, 0]), other & int(deck.OF_SUIT[trump, 1])  # [3.3]
        if may_first | may_other == 0:
            may_first, may_other = first & deck.SUIT_CARDS, other & deck.SUIT_CARDS  # [3.4]
    moves[0] = may_first | (first & (1 << deck.RAVEN))  # [3.5]
    moves[1] = may_other | (other & ~deck.SUIT_CARDS)


@compiles
def put_high(t: Trick, seat: int) -> None:
    """Mark the card of a seat as the high card; the mark before it now shows the second highest [4.1]."""
    if seat != int(t.high):
        t.second = t.high
        t.high = seat


@compiles
def counts(t: Trick, seat: int) -> bool:
    """Whether a mark on this seat's card counts: not on the lowest card, nor if none was played [4.2]."""
    return seat != NONE and int(t.trick[seat]) != NONE and not holds(t.low, seat)


@compiles
def trick_winner(t: Trick) -> int:
    """The seat that takes the trick as it lies, in which at least the leader has played."""
    high = int(t.high) if counts(t, int(t.high)) else NONE
    second = int(t.second) if counts(t, int(t.second)) else NONE
    if high == NONE:
        high = strongest(t, second)
    if holds(t.effects, SECOND_WINS):  # [4.6]
        if second == NONE:
            second = next_strongest(t, high)
        if second != NONE:
            return second
    if high == NONE:
        high = second if second != NONE else int(t.leader)  # [4.8]
    return high


@compiles
def strongest(t: Trick, but: int) -> int:
    """The seat with the strongest card, marks apart, among all but one; NONE if every other card is lowest."""
    best, winner = -1, NONE
    seats, seat = int(t.seats), int(t.leader)
    for turn in range(seats):
        card = int(t.trick[seat])
        if card != NONE and seat != but and not holds(t.low, seat):
            power = strength(t, card, turn)
            if power > best:
                best, winner = power, seat
        seat += 1
        if seat == seats:
            seat = 0
    return winner


@compiles
def next_strongest(t: Trick, high: int) -> int:
    """The seat with the second highest card, where `high` has the high card and no mark shows the second [4.7]."""
    last = strongest(t, NONE)
    if int(t.led) != deck.ANY_SUIT or last == high:
        return strongest(t, high)
    last_but_one = strongest(t, last)  # only Characters were played [4.5]
    return last_but_one if last_but_one != high else last


@compiles
def strength(t: Trick, card: int, turn: int) -> int:
    """A number that orders the cards of a trick: trumps, the suit led, other suits, Characters."""
    suit = int(deck.SUIT_OF[card])
    if suit == deck.CHARACTER:
        return turn  # [4.5]
    value = int(deck.VALUE_OF[card])
    if holds(t.effects, SMALL_WINS):  # [6.10]
        value = 16 - value
    if suit == int(deck.SUIT_OF[t.trump]):  # [4.3]
        value += 64
    elif suit == int(t.led):  # [4.4]
        value += 32
    return value * SEATS + 2 * SEATS - turn  # of equal values the earlier is stronger [4.7]
