"""Who may know what: the view of one seat, and other positions that look the same to it."""

from __future__ import annotations

from typing import Annotated

from facedown.core.bits import holds, lowest, nth, popcount
from facedown.core.chance import below, draw
from facedown.core.compiling import compiles, copies
from facedown.core.layout import Ints, i1, i2
from facedown.core.questions import Happening, is_over, open_kind, who_is_asked
from facedown.games.gotcha import events, steps
from facedown.games.gotcha.position import (
    BY_LOT,
    CARDS,
    COPIES,
    COVERS,
    LANES,
    NINE,
    NONE,
    NOT_THROWN,
    Open,
    Position,
    card_at,
    lose,
    note_throw,
    take,
    thrown_by,
)


class Observation(Open, Happening):
    """What one seat may know, as a record: what bots and learners get.  Fields are those of the position."""

    seat: i1  # -1: a spectator
    asked: i1  # the seats that must answer, as a set
    question: i1  # what they are asked; 0: nothing
    over: i1
    thrown: i1  # what this seat has thrown for who goes first, until both have; NONE: nothing
    hand: Annotated[Ints, "i8", 2, COPIES]  # the seat's own; both when the match is over
    draft: Annotated[Ints, "i1", NINE]
    deck_left: i2
    trash: Annotated[Ints, "i1", CARDS]  # oldest first
    lanes: Annotated[Ints, "i1", 2, LANES]  # NONE: no card, or hidden
    under: Annotated[Ints, "i1", 2, COVERS]
    victory: Annotated[Ints, "i1", CARDS]


copy_open = copies(Open)


@compiles
def observe(s: Position, seat: int, v: Observation) -> None:
    """All that lies open on the table, and what is the seat's own."""
    observe_open(s, v)
    observe_own(s, seat, v)


@compiles
def observe_open(s: Position, v: Observation) -> None:
    copy_open(s, v)
    v.asked, v.over = who_is_asked(s), 1 if is_over(s) else 0
    v.question = open_kind(s) if v.asked else 0
    v.deck_left = s.deck_left
    if v.over:
        v.hand = s.hand
    trash, deck = v.trash, s.deck  # to look up an array takes longer than a card
    for n in range(int(s.trash_count)):
        trash[n] = deck[CARDS - 1 - n]
    lanes = v.lanes
    for side in range(2):
        for lane in range(LANES):
            lanes[side, lane] = NONE
        _observe_in_lanes(s, side, int(s.face_up[side]), v)
        for n in range(int(s.under_count[side])):
            v.under[side, n] = s.under[side, n]
    _observe_victory(s, v)
    v.event, v.event_seat, v.event_other = s.event, s.event_seat, s.event_other


@compiles
def observe_own(s: Position, seat: int, v: Observation) -> None:
    v.seat, v.thrown = seat, thrown(s, seat)
    v.event_card = s.event_card if event_is_open(s, seat) else NONE
    hides_nine, seen, draft = nine_are_hidden(s, seat), v.draft, s.draft
    for n in range(int(s.draft_count)):
        seen[n] = NONE if hides_nine else draft[n]
    if seat >= 0:
        for n in range(COPIES):
            v.hand[seat, n] = s.hand[seat, n]
        _observe_in_lanes(s, seat, face_down(s, seat), v)


@compiles
def thrown(s: Position, seat: int) -> int:
    """What this seat has thrown for who goes first, until both throws are shown; NONE if it has not."""
    if seat < 0 or s.throws == BY_LOT or thrown_by(s, seat) == NOT_THROWN:
        return NONE
    return thrown_by(s, seat)


@compiles
def nine_are_hidden(s: Position, seat: int) -> bool:
    """Until one is kept, and while they are dealt, the nine are for Player 1's eyes alone."""
    return bool(open_kind(s) != steps.DRAFT and seat != s.first)


@compiles
def _observe_in_lanes(s: Position, side: int, lanes: int, v: Observation) -> None:
    there, seen = s.lanes, v.lanes
    while lanes:
        lane = lowest(lanes)
        seen[side, lane] = there[side, lane]
        lanes &= lanes - 1


@compiles
def _observe_victory(s: Position, v: Observation) -> None:
    for n in range(int(s.victory_count[0])):
        v.victory[n] = s.victory[n]
    for n in range(int(s.victory_count[1])):
        v.victory[CARDS - 1 - n] = s.victory[CARDS - 1 - n]


@compiles
def event_is_open(s: Position, seat: int) -> bool:
    """Whether this seat may know which card the last event was about; not all see what is kept, drawn or placed."""
    secret = s.event == events.DEALT or s.event == events.KEPT or s.event == events.DREW or s.event == events.PLACED
    return bool(not secret or s.event_seat == seat)


# -- other positions that look the same ----------------------------------------------------------------------------


@compiles
def determinize(s: Position, seat: int) -> None:
    """What the seat cannot know goes back into the deck and is drawn anew; when the match is over, all is open.

    Cards picked before everybody's eyes stay with who picked them, in hand or face-down, until they are turned up.
    """
    s.stacked = 0
    if is_over(s):
        return
    hides_nine = nine_are_hidden(s, seat)
    hidden = hidden_cards(s, 0), hidden_cards(s, 1)
    for side in range(2):
        if side != seat:
            _bury_unknown(s, side)
            if thrown(s, side) != NONE:
                note_throw(s, side, below(s, 3))
    for n in range(int(s.draft_count) if hides_nine else 0):
        bury(s, int(s.draft[n]))
    for side in range(2):
        if side != seat:
            while s.hand_count[side] < hidden[side]:
                take(s, side, draw(s))
            lay_face_down(s, side)
    for n in range(int(s.draft_count) if hides_nine else 0):
        s.draft[n] = draw(s)
    tell_anew(s, seat)


@compiles
def tell_anew(s: Position, seat: int) -> None:
    """If the last event was about a card that the seat has not seen, it was another card, then."""
    if not event_is_open(s, seat) and s.event_card != NONE:
        other = int(s.event_seat)
        placed = s.event == events.PLACED
        s.event_card = card_at(s, other, int(s.event_other)) if placed else lowest(s.hand[other, 0])


@compiles
def face_down(s: Position, side: int) -> int:
    """The lanes in which this side's card lies face-down, as a set."""
    return int(s.there[side]) & ~int(s.face_up[side])


@compiles
def hidden_cards(s: Position, side: int) -> int:
    """How many cards of this side only its player can see."""
    return int(s.hand_count[side]) + popcount(face_down(s, side))


@compiles
def _bury_unknown(s: Position, side: int) -> None:
    """Take up what lies face-down; of that and of the hand only what everybody knows of stays, in the hand."""
    lanes = face_down(s, side)
    while lanes:
        take(s, side, card_at(s, side, lowest(lanes)))
        lanes &= lanes - 1
    kinds = int(s.hand[side, 0])
    while kinds:
        kind = lowest(kinds)
        kinds &= kinds - 1
        known = _known(s, side, kind)
        while known < COPIES and holds(s.hand[side, known], kind):
            lose(s, side, kind)
            bury(s, kind)


@compiles
def _known(s: Position, side: int, kind: int) -> int:
    """How many of these the side picked in the draft [2.4, 2.5], less those that anybody has shown since."""
    picked = 0
    for n in range(int(s.draft_count), NINE):
        # The last of the nine was kept by Player 1, the one before it went to Player 2.
        picker = int(s.first) ^ (n & 1)
        picked += 1 if s.draft[n] == kind and picker == side else 0
    return max(0, picked - _seen_since(s, kind)) if picked else 0


@compiles
def _seen_since(s: Position, kind: int) -> int:
    """How many cards of this kind have come to light in this round: on the field, won, or trashed."""
    seen = 0
    for side in range(2):
        lanes = int(s.face_up[side])
        while lanes:
            seen += 1 if card_at(s, side, lowest(lanes)) == kind else 0
            lanes &= lanes - 1
        for n in range(int(s.under_count[side])):
            seen += 1 if s.under[side, n] == kind else 0
        for n in range(int(s.victory_count[side])):
            seen += 1 if s.victory[n if side == 0 else CARDS - 1 - n] == kind else 0
    for n in range(int(s.old_trash), int(s.trash_count)):
        seen += 1 if s.deck[CARDS - 1 - n] == kind else 0
    return seen


@compiles
def lay_face_down(s: Position, side: int) -> None:
    """Any of the cards in hand into each lane that has one face-down."""
    lanes = face_down(s, side)
    while lanes:
        kind = _any_in_hand(s, side)
        lose(s, side, kind)
        s.lanes[side, lowest(lanes)] = kind
        lanes &= lanes - 1


@compiles
def _any_in_hand(s: Position, side: int) -> int:
    which = below(s, int(s.hand_count[side]))
    copy = 0
    while which >= popcount(s.hand[side, copy]):
        which -= popcount(s.hand[side, copy])
        copy += 1
    return nth(s.hand[side, copy], which)


@compiles
def bury(s: Position, kind: int) -> None:
    s.deck[s.deck_left] = kind
    s.deck_left += 1
