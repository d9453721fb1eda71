"""What a perfect rememberer of one seat's views knows beside the view, and positions that agree with both.

Everything that a match holds is in plain sight but the other player's hand, what lies face-down there, the nine
while the other looks at them, and the deck.  What is known of these: cards picked before everybody's eyes that have
not come to light again; and, when the deck has run out and the trash is shuffled, every card that is then not in
sight, for it must be with the other player.
"""

from __future__ import annotations

from typing import Annotated

from facedown.core.bits import holds, lowest, popcount
from facedown.core.chance import below, dig, draw, sort_deck
from facedown.core.compiling import compiles
from facedown.core.layout import Ints
from facedown.core.questions import is_over
from facedown.games.gotcha import events
from facedown.games.gotcha.arrays import Cards
from facedown.games.gotcha.cards import MOST_KINDS
from facedown.games.gotcha.observe import (
    Observation,
    bury,
    face_down,
    hidden_cards,
    lay_face_down,
    nine_are_hidden,
    tell_anew,
    thrown,
)
from facedown.games.gotcha.position import (
    CARDS,
    COPIES,
    NONE,
    Position,
    card_at,
    note_throw,
    take,
)


class Knowledge:
    """What one seat knows of what it does not see, by the kind of card."""

    held: Annotated[Ints, "i1", 2, MOST_KINDS]  # how many of these lie in the hand or face-down on this side
    nine: Annotated[Ints, "i1", MOST_KINDS]  # how many are among the nine that the other looks at
    trash: Annotated[Ints, "i1", MOST_KINDS]  # how many lay in the trash when the seat last looked
    face_up: Annotated[Ints, "i8", 2]  # the lanes that had a card face-up then, as a set
    rest: Annotated[Ints, "i1", MOST_KINDS]  # for counting


@compiles
def learn(v: Observation, c: Cards, known: Knowledge) -> None:
    """Something has happened: this is what the seat sees of it.  To be called once for each thing that happens."""
    event, seat = int(v.event), int(v.event_seat)
    if event == events.DRAFTED and seat != v.seat:
        known.held[seat, v.event_card] += 1
    elif event == events.KEPT and seat != v.seat:
        _kept(v, known, seat)
    elif event in (events.SHOWED, events.PLAYED, events.DISCARDED):
        _came_to_light(known, seat, int(v.event_card))
    elif event == events.REVEALED:
        _revealed(v, known)
    elif event == events.SHUFFLED:
        _shuffled(v, c, known)
    elif event == events.TIDIED:
        known.held[:] = 0
        known.nine[:] = 0
    known.trash[:] = 0
    for n in range(int(v.trash_count)):
        known.trash[v.trash[n]] += 1
    known.face_up[0], known.face_up[1] = v.face_up[0], v.face_up[1]


@compiles
def _came_to_light(known: Knowledge, side: int, kind: int) -> None:
    """A card that was hidden on this side is seen: if it is like one that is known of, then it is that one."""
    known.held[side, kind] = max(0, int(known.held[side, kind]) - 1)


@compiles
def _kept(v: Observation, known: Knowledge, seat: int) -> None:
    """One of the nine was kept, and the others lie open: what was known to be there and is not among them."""
    for n in range(int(v.draft_count)):
        kind = int(v.draft[n])
        known.nine[kind] = max(0, int(known.nine[kind]) - 1)
    for kind in range(MOST_KINDS):
        known.held[seat, kind] += known.nine[kind]
        known.nine[kind] = 0


@compiles
def _revealed(v: Observation, known: Knowledge) -> None:
    """Everything that lay face-down is turned up [4.1]."""
    for side in range(2):
        lanes = int(v.face_up[side]) & ~int(known.face_up[side])
        while lanes:
            _came_to_light(known, side, int(v.lanes[side, lowest(lanes)]))
            lanes &= lanes - 1


@compiles
def _shuffled(v: Observation, c: Cards, known: Knowledge) -> None:
    """The deck had run out [4.7]: what was nowhere in sight is hidden on the other side, or among the nine."""
    seat = int(v.seat)
    if seat < 0:
        return
    hides_nine = seat != v.first and v.draft_count > 0
    hidden = int(v.hand_count[1 - seat]) + popcount(int(v.there[1 - seat]) & ~int(v.face_up[1 - seat]))
    if hides_nine:
        hidden += int(v.draft_count)
    if _count_rest(v, c, known) != hidden:
        return  # a record has dealt cards that the deck does not hold
    for kind in range(MOST_KINDS):
        if hides_nine:
            known.nine[kind] = known.rest[kind]
        else:
            known.held[1 - seat, kind] = known.rest[kind]


@compiles
def _count_rest(v: Observation, c: Cards, known: Knowledge) -> int:
    """By kind, the cards that were nowhere in sight when the trash was shuffled; how many they are."""
    rest, seat, total = known.rest, int(v.seat), 0
    for kind in range(MOST_KINDS):
        rest[kind] = int(c.copies_in[v.tier, kind]) - int(known.trash[kind])
        for n in range(COPIES):
            rest[kind] -= 1 if holds(v.hand[seat, n], kind) else 0
    for n in range(int(v.draft_count) if seat == v.first else 0):
        rest[v.draft[n]] -= 1
    for side in range(2):
        lanes = int(v.there[side]) if side == seat else int(v.face_up[side])
        while lanes:
            rest[v.lanes[side, lowest(lanes)]] -= 1
            lanes &= lanes - 1
        for n in range(int(v.under_count[side])):
            rest[v.under[side, n]] -= 1
        for n in range(int(v.victory_count[side])):
            rest[v.victory[n if side == 0 else CARDS - 1 - n]] -= 1
    for kind in range(MOST_KINDS):
        total += int(rest[kind])
    return total


# -- positions that agree ------------------------------------------------------------------------------------------


@compiles
def redeal(s: Position, seat: int, known: Knowledge) -> None:
    """Deal what the seat does not know anew, every way of dealing it equally likely.

    What comes out depends on nothing hidden: the cards are gathered in the order of their kinds.
    """
    s.stacked = 0
    if is_over(s):
        return
    hidden = hidden_cards(s, 0), hidden_cards(s, 1)
    nine = int(s.draft_count) if nine_are_hidden(s, seat) else 0
    for side in range(2):
        if side != seat:
            _bury_all(s, side)
            if thrown(s, side) != NONE:
                note_throw(s, side, below(s, 3))
    for n in range(nine):
        bury(s, int(s.draft[n]))
    sort_deck(s, 0)
    for side in range(2):
        if side != seat:
            for kind in range(MOST_KINDS):
                for _ in range(int(known.held[side, kind])):
                    dig(s, kind, 0)
                    take(s, side, kind)
    dealt = _dig_nine(s, known) if nine else 0
    for side in range(2):
        if side != seat:
            while s.hand_count[side] < hidden[side]:
                take(s, side, draw(s))
            lay_face_down(s, side)
    for n in range(dealt, nine):
        s.draft[n] = draw(s)
    tell_anew(s, seat)


@compiles
def _bury_all(s: Position, side: int) -> None:
    """The hand, and what lies face-down, into the deck."""
    lanes = face_down(s, side)
    while lanes:
        bury(s, card_at(s, side, lowest(lanes)))
        lanes &= lanes - 1
    for n in range(COPIES):
        kinds = int(s.hand[side, n])
        while kinds:
            bury(s, lowest(kinds))
            kinds &= kinds - 1
        s.hand[side, n] = 0
    s.hand_count[side] = 0


@compiles
def _dig_nine(s: Position, known: Knowledge) -> int:
    dealt = 0
    for kind in range(MOST_KINDS):
        for _ in range(int(known.nine[kind])):
            dig(s, kind, 0)
            s.draft[dealt] = kind
            dealt += 1
    return dealt
