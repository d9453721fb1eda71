"""Who may know what: the view of one seat, and other positions that look the same to it."""

from __future__ import annotations

from facedown.core.bits import holds
from facedown.core.chance import below
from facedown.core.compiling import compiles, copies
from facedown.core.layout import Ints
from facedown.core.questions import is_over, open_kind, who_is_asked
from facedown.games.botch import cards, events, steps
from facedown.games.botch.arrays import Cards
from facedown.games.botch.deals import deals_made
from facedown.games.botch.position import NONE, Observation, Open, Position
from facedown.games.botch.reactions import any_answer
from facedown.games.botch.table import (
    alone,
    cards_in_game,
    clear_pool,
    draw_of,
    is_a_pair_in,
    is_among,
    kind_of_question,
    leaves_pool,
    owes_answer,
)

copy_open = copies(Open)


@compiles
def sees_item(s: Position, seat: int, other: int) -> bool:
    """Whether this seat can see that item now [1.5, 3.6, 3.8]; what it saw before does not count [2.5]."""
    if holds(int(s.item_up) | int(s.flipped), other) or is_over(s):
        return True
    if open_kind(s) == steps.PEEK:
        return other == seat
    return kind_of_question(s) == steps.LOOK and owes_answer(s, seat) and other == int(s.looked_at)


@compiles
def sees_role(s: Position, c: Cards, seat: int, other: int) -> bool:
    """Whether this seat can see that role now [9.1, 9.5, 9.7]."""
    if other == seat or holds(s.role_up, other) or is_over(s):
        return True
    if kind_of_question(s) == steps.SHOWN:
        return owes_answer(s, seat) and other == int(s.shower)
    return (
        open_kind(s) == steps.EYES
        and seat >= 0
        and is_among(c.pair_roles, int(s.roles[seat]))
        and is_among(c.pair_roles, int(s.roles[other]))
    )


@compiles
def sees_swap(s: Position, seat: int) -> bool:
    """Whether this seat has just given two items back, and knows which way [3.4]."""
    return int(s.event) == events.SWAPPED and int(s.event_seat) == seat


@compiles
def observe(s: Position, c: Cards, seat: int, v: Observation) -> None:
    """All that lies open, the seat's own role, and what it is being shown."""
    copy_open(s, v)
    v.seat = seat
    v.question = open_kind(s) if who_is_asked(s) else 0
    v.held_up = kind_of_question(s) if open_kind(s) in (steps.REQUEST, steps.OFFER) else 0
    v.asked = who_is_asked(s)
    v.over = 1 if is_over(s) else 0
    for other in range(int(s.seats)):
        v.dealt[other] = deals_made(s, other)
        v.roles[other] = s.roles[other] if sees_role(s, c, seat, other) else NONE
        v.items[other] = s.items[other] if sees_item(s, seat, other) else NONE
    level = int(s.level)
    v.user, v.said, v.target, v.purpose = NONE, NONE, NONE, 0
    if level != NONE:
        v.user, v.said, v.target, v.purpose = s.user[level], s.said[level], s.target[level], s.purpose[level]
    v.crossed = s.crossed if sees_swap(s, seat) else 0


EVERYTHING = -2  # the "seat" that looks back at a game that is over


@compiles
def reveal(s: Position, v: Observation) -> None:
    """Turn up all roles and items: for looking back, when nobody has anything to hide any more."""
    v.seat = EVERYTHING
    for other in range(int(s.seats)):
        v.roles[other], v.items[other] = s.roles[other], s.items[other]


# -- other positions that look the same ----------------------------------------------------------------------------

REDEALS = 500  # those that break a pair are dealt again, so often at most


@compiles
def determinize(s: Position, c: Cards, seat: int) -> None:
    """The cards that this seat cannot see change places, and others' secret answers are given anew."""
    _deal_items_anew(s, c, seat)
    hidden = 0
    for other in range(int(s.seats)):
        if not sees_role(s, c, seat, other):
            hidden |= 1 << other
    deal_roles_anew(s, c, hidden)
    answer_anew(s, c, seat)


@compiles
def _deal_items_anew(s: Position, c: Cards, seat: int) -> None:
    fill_pool(s, c)
    for other in range(int(s.seats)):
        if int(s.items[other]) != NONE and sees_item(s, seat, other):
            leaves_pool(s, int(s.items[other]))
    for other in range(int(s.seats)):
        if int(s.items[other]) != NONE and not sees_item(s, seat, other):
            s.items[other] = draw_of(s, int(c.pages), cards.EVERY_ITEM, s.told)
    clear_pool(s)


@compiles
def deal_roles_anew(s: Position, c: Cards, hidden: int) -> None:
    """Deal other roles to these seats: Hidden ones where one stays hidden, both of a pair or neither [9.1, 9.8]."""
    if int(s.roles[0]) == NONE:
        return  # nothing has been dealt
    down = hidden & int(s.started) & ~int(s.role_up)
    for _ in range(REDEALS):
        fill_pool(s, c)
        for other in range(int(s.seats)):
            if not holds(hidden, other):
                leaves_pool(s, int(s.roles[other]))
        _deal_roles(s, c, down, c.hidden_roles)
        _deal_roles(s, c, hidden & ~down, s.told)
        if _pairs_are_whole(s, c):
            break
    clear_pool(s)
    _choose_cast_anew(s, c)


@compiles
def fill_pool(s: Position, c: Cards) -> None:
    """With all that is in the game, or may be."""
    for page in range(int(c.pages)):
        s.pool[page] = cards_in_game(s, page)


@compiles
def _deal_roles(s: Position, c: Cards, seats: int, among: Ints) -> None:
    """Deal one of these roles to each of the seats, from the pool."""
    for other in range(int(s.seats)):
        if holds(seats, other):
            s.roles[other] = draw_of(s, int(c.pages), cards.EVERY_ROLE, among)


@compiles
def _pairs_are_whole(s: Position, c: Cards) -> bool:
    """Whether both of a pair are dealt, or neither [9.8]."""
    pairs = 0
    for other in range(int(s.seats)):
        pairs += 1 if is_among(c.pair_roles, int(s.roles[other])) else 0
    return pairs != 1 or int(s.untold) != 0 or not is_a_pair_in(s.cast, c)


@compiles
def _choose_cast_anew(s: Position, c: Cards) -> None:
    """Where nobody is told which Hidden roles are in: those that are dealt, and any others [1.3, 9.8]."""
    if not s.untold:
        return
    twins = 0
    for other in range(int(s.seats)):
        twins += 1 if is_among(c.pair_roles, int(s.roles[other])) else 0
    for page in range(int(c.pages)):
        cast, hidden = int(s.cast[page]) & ~int(c.hidden_roles[page]), int(c.hidden_roles[page])
        while hidden:
            cast |= (hidden & -hidden) if below(s, 2) else 0
            hidden &= hidden - 1
        cast &= ~int(c.pair_roles[page]) if twins == 1 else cast
        for other in range(int(s.seats)):
            cast |= alone(int(s.roles[other]), page)
        s.cast[page] = cast


@compiles
def answer_anew(s: Position, c: Cards, seat: int) -> None:
    """What others have answered, before all have, could be anything that they may answer [4.4]; so a swap [3.4]."""
    if not sees_swap(s, seat):
        s.crossed = below(s, 2)
    kind = kind_of_question(s)
    for other in range(int(s.seats)):
        if kind in (steps.CALLS, steps.RESCUE, steps.SPOIL) and other != seat and int(s.answers[other]) != NONE:
            s.answers[other] = any_answer(s, c, other, kind)
