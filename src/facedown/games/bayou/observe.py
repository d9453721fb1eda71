"""Who may know what: the view of one seat, and other positions that look the same to it."""

from __future__ import annotations

from facedown.core.chance import draw
from facedown.core.layout import compiles
from facedown.core.questions import is_over, open_kind, who_is_asked
from facedown.games.bayou.deck import add, any_card, how_many, is_empty, remove
from facedown.games.bayou.position import Position, View


@compiles
def observe(s: Position, seat: int, v: View) -> None:
    """All that lies open on the table, and the seat's own hand: the deck's cards and other hands stay hidden."""
    v.seat = seat
    v.seats, v.leader, v.dealer = s.seats, s.leader, s.dealer
    v.asked = who_is_asked(s)
    v.question = open_kind(s) if who_is_asked(s) else 0
    v.over = 1 if is_over(s) else 0
    v.finished, v.trick_number = s.finished, s.trick_number
    v.trump, v.led, v.high, v.second, v.low, v.effects = s.trump, s.led, s.high, s.second, s.low, s.effects
    v.deck_left, v.characters = s.deck_left, s.characters
    v.swamp, v.row, v.out = s.swamp, s.row, s.out
    v.trick, v.tricks, v.history = s.trick, s.tricks, s.history
    hands, counts = s.hand, v.hand_counts
    for other in range(int(s.seats)):
        counts[other] = how_many(hands[other])
    if seat >= 0:
        v.hand[0], v.hand[1] = s.hand[seat, 0], s.hand[seat, 1]
    v.event, v.event_seat, v.event_card, v.event_other = s.event, s.event_seat, s.event_card, s.event_other


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
