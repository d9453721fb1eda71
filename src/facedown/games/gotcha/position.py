"""What lies on the table, and the few things that are ever done with cards: take, place, lift, trash, win, draw.

A seat's side of the table is its number.  A card is the number of its kind; copies cannot be told apart.
"""

from __future__ import annotations

from typing import Annotated

from facedown.core.bits import holds
from facedown.core.chance import Deck, draw
from facedown.core.compiling import compiles
from facedown.core.flat.position import FlatPosition
from facedown.core.layout import Ints, i1, i2
from facedown.games.gotcha.arrays import Cards
from facedown.games.gotcha.cards import MOST_CARDS, MOST_COPIES, MOST_COVERS

CARDS = MOST_CARDS  # room for this many cards
LANES = 62  # as many as a set of them has room for
EVERY_LANE = (1 << LANES) - 1
COPIES = MOST_COPIES  # at most this many of a kind
COVERS = MOST_COVERS  # at most this many cards under another
NINE = 9
FULL_HAND = 5
LAST_TURN = 3
MOST_OVERTIMES = 10  # of a round
NOBODY = -1
NONE = -1
BY_LOT = -1  # instead of throws
NO_THROWS, NOT_THROWN = 0b1111, 0b11
UNKNOWN = 255  # in the draft: a card picked that is not for all to know, or not any more


class Open:
    """What lies open before both, and all views show as it is."""

    seats: i1
    tier: i1
    round_number: i1
    turn: i1  # 1 to 3; 0 while cards are dealt and drafted
    overtime: i1  # 0: none yet
    first: i1  # the round's Player 1; NOBODY before it is known
    starter: i1  # who began this turn: their effects come first; before the match, who goes first without a lot
    rounds_won: Annotated[Ints, "i1", 2]
    duty: i1  # who took a Sweet, as a set: they must put a card face-up next turn

    trash_count: i2
    hand_count: Annotated[Ints, "i2", 2]
    victory_count: Annotated[Ints, "i2", 2]
    points: Annotated[Ints, "i2", 2]  # what the victory piles are worth
    draft_count: i1
    there: Annotated[Ints, "i8", 2]  # the lanes that hold a card of this side, as a set; so are the next two
    face_up: Annotated[Ints, "i8", 2]
    stayed: Annotated[Ints, "i8", 2]  # the card has lain there since an earlier turn
    under_count: Annotated[Ints, "i1", 2]

    lane: i1  # being resolved; NONE: no lane is
    winner: i1  # of the lane just fought; NOBODY: a tie
    cutter_side: i1  # the card that cuts now, or that was last asked whether it does
    cutter_lane: i1


class Position(FlatPosition, Deck, Open):
    """A match.  Everything in it is public but the hands, the deck, the nine and cards that lie face-down."""

    deck: Annotated[Ints, "u1", CARDS]  # the deck from the left end, the trash from the right, newest innermost
    old_trash: i2  # how many of these lay there before the draft
    hand: Annotated[Ints, "i8", 2, COPIES]  # hand[seat, n]: the kinds of which the seat holds more than n, as a set
    victory: Annotated[Ints, "u1", CARDS]  # seat 0's pile from the left end, seat 1's from the right
    draft: Annotated[Ints, "u1", NINE]  # draft[:draft_count] are left; behind them those picked, the latest first

    lanes: Annotated[Ints, "u1", 2, LANES]  # lanes[side, lane], from the deck outward; read it only where `there`
    under: Annotated[Ints, "u1", 2, COVERS]  # what lies under the card of the lane being resolved

    throws: i1  # for who goes first: BY_LOT, or both throws, two bits a seat: a type, or NOT_THROWN
    acted: Annotated[Ints, "i1", 2, 2]  # acted[side, 0]: the card in this lane has; 1: the one in the next lane
    draws: Annotated[Ints, "i2", 2]  # cards that this seat is still to draw
    discards: Annotated[Ints, "i2", 2, 2]  # discards[a, b]: that b is still to discard because of a's card


# -- throws -------------------------------------------------------------------------------------------------------


@compiles
def thrown_by(s: Position, seat: int) -> int:
    """A type, or NOT_THROWN.  Ask only where both throw for who goes first."""
    return int(s.throws) >> 2 * seat & NOT_THROWN


@compiles
def note_throw(s: Position, seat: int, thrown: int) -> None:
    s.throws = int(s.throws) & ~(NOT_THROWN << 2 * seat) | thrown << 2 * seat


# -- hands --------------------------------------------------------------------------------------------------------


@compiles
def take(s: Position, seat: int, kind: int) -> None:
    """A card into the hand."""
    for n in range(COPIES):
        if not holds(s.hand[seat, n], kind):
            s.hand[seat, n] |= 1 << kind
            break
    s.hand_count[seat] += 1


@compiles
def lose(s: Position, seat: int, kind: int) -> None:
    """A card out of the hand, which has it."""
    last = 0
    while last + 1 < COPIES and holds(s.hand[seat, last + 1], kind):
        last += 1
    s.hand[seat, last] &= ~(1 << kind)
    s.hand_count[seat] -= 1


# -- lanes --------------------------------------------------------------------------------------------------------


@compiles
def card_at(s: Position, side: int, lane: int) -> int:
    return int(s.lanes[side, lane])


@compiles
def is_there(s: Position, side: int, lane: int) -> bool:
    return holds(s.there[side], lane)


@compiles
def can_place(s: Position, side: int) -> bool:
    """Whether there is a card in hand, and a lane for it [3.3]."""
    return bool(s.hand_count[side] > 0 and int(s.there[side]) != EVERY_LANE)


@compiles
def put(s: Position, side: int, lane: int, kind: int, face_up: bool) -> None:
    s.lanes[side, lane] = kind
    s.there[side] |= 1 << lane
    if face_up:
        s.face_up[side] |= 1 << lane


@compiles
def lift(s: Position, side: int, lane: int) -> int:
    """Take the card off the field; it is returned."""
    without = ~(1 << lane)
    s.there[side] &= without
    s.face_up[side] &= without
    s.stayed[side] &= without
    return int(s.lanes[side, lane])


# -- trash, victory piles and the deck ----------------------------------------------------------------------------


@compiles
def trash(s: Position, kind: int) -> None:
    s.trash_count += 1
    s.deck[CARDS - int(s.trash_count)] = kind


@compiles
def win(s: Position, c: Cards, seat: int, kind: int) -> None:
    """A card into the victory pile; it may bind its taker [6.9]."""
    place = int(s.victory_count[seat])
    s.victory[place if seat == 0 else CARDS - 1 - place] = kind
    s.victory_count[seat] += 1
    s.points[seat] += c.worth[kind]
    if c.obliges[kind]:
        s.duty = int(s.duty) | 1 << seat


@compiles
def can_draw(s: Position) -> bool:
    return bool(s.deck_left > 0 or s.trash_count > 0)


@compiles
def must_shuffle(s: Position) -> bool:
    """Whether the deck is empty, so that the trash becomes the new one."""
    return bool(s.deck_left == 0 and s.trash_count > 0)


@compiles
def forget_draft(s: Position) -> None:
    """From now on nobody can say what became of the cards that were picked."""
    for n in range(int(s.draft_count), NINE):
        s.draft[n] = UNKNOWN


@compiles
def shuffle_trash(s: Position) -> None:
    """The trash becomes the deck.  A deck is drawn from at random: its order does not matter."""
    forget_draft(s)
    count = int(s.trash_count)
    for n in range(count):
        s.deck[n] = s.deck[CARDS - count + n]
    s.deck_left = count
    s.trash_count = 0
    s.stacked = 0


@compiles
def draw_card(s: Position) -> int:
    """The next card of the deck, the trash shuffled first where it must be; there is one to draw."""
    if s.deck_left == 0:
        shuffle_trash(s)
    return draw(s)
