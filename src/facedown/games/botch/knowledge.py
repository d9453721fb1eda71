"""What a perfect rememberer of one seat's views knows beside the view, and positions that agree with both.

Items lie before the seats, and change places when two go under the table: by which way, only the swapper knows
[3.4].  Roles stay where they are.  Whatever is looked at, flipped, revealed or shown was seen there and then.  Of
the swaps of others one way is taken to be as likely as the other; what was said, and who called, proves nothing.
"""

from __future__ import annotations

from typing import Annotated

from facedown.core.bits import holds
from facedown.core.compiling import compiles
from facedown.core.layout import Ints, i1
from facedown.core.questions import is_over
from facedown.core.whereabouts import (
    UNSEEN,
    Whereabouts,
    any_order,
    card_at,
    changed_places,
    may_have_changed,
    nothing_seen,
    seen_at,
)
from facedown.games.botch import cards, events, steps
from facedown.games.botch.arrays import Cards
from facedown.games.botch.observe import answer_anew, deal_roles_anew, determinize, fill_pool, sees_role
from facedown.games.botch.position import NONE, SEATS, Observation, Position
from facedown.games.botch.table import clear_pool, draw_of, leaves_pool

CERTAIN = 64


class Knowledge(Whereabouts):
    """What one seat knows of where the items lie, and whose roles it has seen."""

    begun: i1
    roles: Annotated[Ints, "i2", SEATS]  # NONE: not seen
    others_know: Annotated[Ints, "i1", SEATS, SEATS]  # how likely a seat knows what lies at another, out of CERTAIN


@compiles
def learn(v: Observation, known: Knowledge) -> None:
    """Something has happened: this is what the seat sees of it.  To be called once for each thing that happens."""
    if not known.begun:
        known.begun = 1
        nothing_seen(known, int(v.seats))
        for seat in range(SEATS):
            known.roles[seat] = NONE
            known.others_know[seat, seat] = CERTAIN  # all look at their own before the first turn [1.5]
    _learn_who_knows(v, known)
    if int(v.event) == events.SWAPPED:
        if int(v.event_seat) != int(v.seat):
            may_have_changed(known, int(v.event_seat), int(v.event_other))
        elif int(v.crossed):
            changed_places(known, int(v.event_seat), int(v.event_other))
    for seat in range(int(v.seats)):
        if int(v.items[seat]) != NONE and not seen_at(known, seat, int(v.items[seat])):
            seen_at(known, seat, int(v.items[seat]))  # a record has dealt anew
        if int(v.roles[seat]) != NONE:
            known.roles[seat] = v.roles[seat]


@compiles
def _learn_who_knows(v: Observation, known: Knowledge) -> None:
    """All see who looks at an item and where two change places; how these did, the swapper alone [3.4, 3.6]."""
    who, other = int(v.event_seat), int(v.event_other)
    if int(v.event) == events.LOOKED:
        known.others_know[who, other] = CERTAIN
    elif int(v.event) == events.SWAPPED:
        for seat in range(int(v.seats)):
            one = (int(known.others_know[seat, who]) + int(known.others_know[seat, other])) // 2
            known.others_know[seat, who] = one if seat == who else 0
            known.others_know[seat, other] = one if seat == who else 0
    for seat in range(int(v.seats)):
        if int(v.items[seat]) != NONE and not _sees_alone(v, seat):
            for witness in range(int(v.seats)):
                known.others_know[witness, seat] = CERTAIN


@compiles
def _sees_alone(v: Observation, seat: int) -> bool:
    """Whether this is an item that the others do not see, or need not see."""
    return int(v.question) == steps.PEEK or (int(v.question) == steps.LOOK and int(v.looked_at) == seat)


# -- positions that agree ------------------------------------------------------------------------------------------


@compiles
def redeal(s: Position, c: Cards, seat: int, known: Knowledge) -> None:
    """Deal what the seat does not know anew; what comes out depends on nothing hidden."""
    if not known.begun or is_over(s):
        determinize(s, c, seat)
        return
    order = any_order(s, known)
    fill_pool(s, c)
    for n in range(int(known.places)):
        if int(known.card[n]) != UNSEEN:
            leaves_pool(s, int(known.card[n]))
    for other in range(int(s.seats)):
        if int(s.items[other]) != NONE:
            item = card_at(known, order, other)
            s.items[other] = item if item != UNSEEN else draw_of(s, int(c.pages), cards.EVERY_ITEM, s.told)
    clear_pool(s)
    hidden = 0
    for other in range(int(s.seats)):
        if int(known.roles[other]) == NONE and not sees_role(s, c, seat, other) and holds(s.alive, other):
            hidden |= 1 << other
    deal_roles_anew(s, c, hidden)
    answer_anew(s, c, seat)
