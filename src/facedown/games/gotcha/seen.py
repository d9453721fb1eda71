"""Who may know what: the view of one seat, and other positions that look the same to it."""

from __future__ import annotations

from typing import Annotated

from facedown.core.bits import holds, lowest
from facedown.core.chance import draw
from facedown.core.layout import Ints, compiles, i1, i2
from facedown.core.questions import is_over, open_kind, who_is_asked
from facedown.games.gotcha.position import (
    CARDS,
    COPIES,
    COVERS,
    DEALT,
    DRAFT,
    DREW,
    KEPT,
    NINE,
    NONE,
    PLACED,
    Position,
    card_at,
    lose,
    take,
)


class View:
    """What one seat may know, as a record: what bots and learners get.  Fields are those of the position."""

    seat: i1  # -1: a spectator
    asked: i1  # the seats that must answer, as a set
    question: i1  # what they are asked; 0: nothing
    over: i1
    seats: i1
    tier: i1
    round_number: i1
    turn: i1
    overtime: i1
    first: i1
    starter: i1
    lane: i1
    winner: i1
    cutter_side: i1  # the card that cuts, while one does
    cutter_lane: i1
    rounds_won: Annotated[Ints, "i1", 2]
    points: Annotated[Ints, "i1", 2]
    duty: Annotated[Ints, "i1", 2]
    hand_count: Annotated[Ints, "i1", 2]
    hand: Annotated[Ints, "i8", 2, COPIES]  # the seat's own; both when the match is over
    draft: Annotated[Ints, "i1", NINE]
    draft_count: i1
    deck_left: i1
    trash_count: i1
    trash: Annotated[Ints, "i1", CARDS]  # oldest first
    lanes: Annotated[Ints, "i1", 2, CARDS]  # NONE: no card, or hidden
    there: Annotated[Ints, "i8", 2]
    face_up: Annotated[Ints, "i8", 2]
    stayed: Annotated[Ints, "i8", 2]
    under: Annotated[Ints, "i1", 2, COVERS]
    under_count: Annotated[Ints, "i1", 2]
    victory: Annotated[Ints, "i1", CARDS]
    victory_count: Annotated[Ints, "i1", 2]
    event: i1
    event_seat: i1
    event_card: i2
    event_other: i2


@compiles
def observe(s: Position, seat: int, v: View) -> None:
    """All that lies open on the table, and what is the seat's own."""
    v.seat, v.asked, v.over = seat, who_is_asked(s), 1 if is_over(s) else 0
    v.question = open_kind(s) if v.asked else 0
    v.seats, v.tier, v.round_number, v.turn, v.overtime = s.seats, s.tier, s.round_number, s.turn, s.overtime
    v.first, v.starter, v.lane, v.winner = s.first, s.starter, s.lane, s.winner
    v.cutter_side, v.cutter_lane = s.cutter_side, s.cutter_lane
    v.deck_left, v.trash_count, v.draft_count = s.deck_left, s.trash_count, s.draft_count
    for n in range(int(s.trash_count)):
        v.trash[n] = s.deck[CARDS - 1 - n]
    for side in range(2):
        v.rounds_won[side], v.points[side], v.duty[side] = s.rounds_won[side], s.points[side], s.duty[side]
        v.hand_count[side], v.victory_count[side] = s.hand_count[side], s.victory_count[side]
        if side == seat or v.over:
            for n in range(COPIES):
                v.hand[side, n] = s.hand[side, n]
        _observe_lanes(s, side, seat, v)
    _observe_victory(s, v)
    nine_are_hidden = _nine_are_hidden(s, seat)
    for n in range(int(s.draft_count)):
        v.draft[n] = NONE if nine_are_hidden else s.draft[n]
    v.event, v.event_seat, v.event_other = s.event, s.event_seat, s.event_other
    v.event_card = s.event_card if event_is_open(s, seat) else NONE


@compiles
def _nine_are_hidden(s: Position, seat: int) -> bool:
    """Until one is kept, and while they are dealt, the nine are for Player 1's eyes alone."""
    return bool(open_kind(s) != DRAFT and seat != s.first)


@compiles
def _observe_lanes(s: Position, side: int, seat: int, v: View) -> None:
    v.there[side], v.face_up[side], v.stayed[side] = s.there[side], s.face_up[side], s.stayed[side]
    for lane in range(CARDS):
        v.lanes[side, lane] = NONE
    lanes = int(s.there[side]) if side == seat else int(s.face_up[side])
    while lanes:
        lane = lowest(lanes)
        v.lanes[side, lane] = s.lanes[side, lane]
        lanes &= lanes - 1
    v.under_count[side] = s.under_count[side]
    for n in range(int(s.under_count[side])):
        v.under[side, n] = s.under[side, n]


@compiles
def _observe_victory(s: Position, v: View) -> None:
    for n in range(int(s.victory_count[0])):
        v.victory[n] = s.victory[n]
    for n in range(int(s.victory_count[1])):
        v.victory[CARDS - 1 - n] = s.victory[CARDS - 1 - n]


@compiles
def event_is_open(s: Position, seat: int) -> bool:
    """May this seat know which card the last event was about?  What is kept, drawn or placed is not for all."""
    secret = s.event == DEALT or s.event == KEPT or s.event == DREW or s.event == PLACED
    return bool(not secret or s.event_seat == seat)


@compiles
def determinize(s: Position, seat: int) -> None:
    """What the seat cannot know goes back into the deck and is drawn anew; when the match is over, all is open."""
    s.stacked = 0
    if is_over(s):
        return
    nine_are_hidden = _nine_are_hidden(s, seat)
    counts = int(s.hand_count[0]), int(s.hand_count[1])
    for side in range(2):
        if side != seat:
            for kind in range(62):
                while holds(s.hand[side, 0], kind):
                    lose(s, side, kind)
                    _bury(s, kind)
            face_down = int(s.there[side]) & ~int(s.face_up[side])
            while face_down:
                _bury(s, card_at(s, side, lowest(face_down)))
                face_down &= face_down - 1
    if nine_are_hidden:
        for n in range(int(s.draft_count)):
            _bury(s, int(s.draft[n]))
    for side in range(2):
        if side != seat:
            for _ in range(counts[side]):
                take(s, side, draw(s))
            face_down = int(s.there[side]) & ~int(s.face_up[side])
            while face_down:
                s.lanes[side, lowest(face_down)] = draw(s)
                face_down &= face_down - 1
    if nine_are_hidden:
        for n in range(int(s.draft_count)):
            s.draft[n] = draw(s)
    if s.event_card != NONE and not event_is_open(s, seat):  # it was another card, then
        other = int(s.event_seat)
        s.event_card = s.lanes[other, s.event_other] if s.event == PLACED else lowest(s.hand[other, 0])
    other = int(s.event_seat)
    if other != seat and (s.event == KEPT or s.event == DREW):
        s.event_card = lowest(s.hand[other, 0])
    elif other != seat and s.event == PLACED:
        s.event_card = card_at(s, other, int(s.event_other))


@compiles
def _bury(s: Position, kind: int) -> None:
    s.deck[s.deck_left] = kind
    s.deck_left += 1
