"""Who may know what: the view of one seat, and other positions that look the same to it."""

from __future__ import annotations

from facedown.core.chance import draw
from facedown.core.compiling import compiles, copies
from facedown.core.questions import OVER, open_kind, who_is_asked
from facedown.games.bayou.deck import add, any_card, how_many, is_empty, remove
from facedown.games.bayou.position import Observation, Open, Position

copy_open = copies(Open)


@compiles
def observe(s: Position, seat: int, v: Observation) -> None:
    """All that lies open on the table, and the seat's own hand: the deck's cards and other hands stay hidden."""
    observe_open(s, v)
    observe_own(s, seat, v)


@compiles
def observe_open(s: Position, v: Observation) -> None:
    copy_open(s, v)
    kind = open_kind(s)
    v.asked, v.over = who_is_asked(s), 1 if kind == OVER else 0
    v.question = kind if v.asked else 0
    hands, counts = s.hand, v.hand_counts
    for other in range(int(s.seats)):
        counts[other] = how_many(hands[other])


@compiles
def observe_own(s: Position, seat: int, v: Observation) -> None:
    v.seat = seat
    if seat >= 0:
        v.hand[0], v.hand[1] = s.hand[seat, 0], s.hand[seat, 1]


@compiles
def determinize(s: Position, seat: int) -> None:
    """The hands of others and the deck are gathered, mixed, and dealt out again in the same numbers."""
    counts, left = 0, int(s.deck_left)  # six bits a seat
    for other in range(int(s.seats)):
        if other != seat:
            counts |= how_many(s.hand[other]) << 6 * other
            while not is_empty(s.hand[other]):
                card = any_card(s.hand[other])
                remove(s.hand[other], card)
                s.deck[left] = card
                left += 1
    s.deck_left, s.stacked = left, 0
    for other in range(int(s.seats)):
        for _ in range(counts >> 6 * other & 63):
            add(s.hand[other], draw(s))
