"""What a player remembers: items seen and where they went since, what is said how often, who calls, and who lied.

It is made of nothing but what the player's own seat saw (rule 2.5: nobody reminds anybody), one event at a time.
For each seat and each item there is a weight: how likely the item lies there, out of SURE.
"""

from __future__ import annotations

from typing import Annotated

from facedown.core.bits import holds
from facedown.core.compiling import compiles
from facedown.core.layout import Ints, i1, i2
from facedown.games.botch import events, purposes
from facedown.games.botch.arrays import Cards
from facedown.games.botch.cards import CARDS, ITEMS, MOST_OF_KIND
from facedown.games.botch.position import NONE, SEATS, Observation
from facedown.games.botch.table import is_role

SURE = 4096
KEPT_QUIET = 4  # a player who does not call the use of an item is so many times less likely to have that item
TRUTHFUL = 2  # who has a card is thought to say so one time in two


class Memory:
    """One player's memory of one game."""

    begun: i1
    heard: i2  # the count of the last event that is in it
    weight: Annotated[Ints, "i2", SEATS * MOST_OF_KIND]  # by seat and item: how likely it lies there, out of SURE
    role: Annotated[Ints, "i2", SEATS]  # the role that this seat has been seen to have; NONE if it has not
    said: Annotated[Ints, "i2", CARDS]  # how often each card was said to be used, by anybody; ...
    claims: i2  # ... and all of them together
    windows: Annotated[Ints, "i2", SEATS]  # how often each is known to have answered whether they call, ...
    calls: Annotated[Ints, "i2", SEATS]  # ... and to have called
    lies: Annotated[Ints, "i2", SEATS]  # how often each was called and had lied, ...
    truths: Annotated[Ints, "i2", SEATS]  # ... and had told the truth
    last: i2  # the card that this player said last, or threatened with; NONE at first
    favours: Annotated[Ints, "i1", SEATS]  # diamonds that each has given this player since something was last begun


@compiles
def weight_of(memory: Memory, seat: int, item: int) -> int:
    return int(memory.weight[place_of(seat, item)])


@compiles
def place_of(seat: int, item: int) -> int:
    """Where the weight of an item at a seat is kept."""
    return MOST_OF_KIND * seat + ITEMS * (item >> 6) + (item & 63)


@compiles
def credit(memory: Memory, user: int, card: int, weight: int) -> int:
    """How likely it is, out of SURE, that this user has the card, and has it else with this weight.

    Bayes: one who has it says so one time in TRUTHFUL; one who has not, as often as it is said at this table, and
    more often where this one has been found lying, or less where truths were called.
    """
    rumoured = SURE * (int(memory.said[card]) + 1) // (int(memory.claims) + 5)
    rumoured = rumoured * 2 * (1 + int(memory.lies[user])) // (2 + int(memory.truths[user]))
    true = weight * (SURE // TRUTHFUL)
    return SURE * true // max(1, true + (SURE - weight) * rumoured)


@compiles
def remember(v: Observation, c: Cards, memory: Memory) -> None:
    """Something has happened: this is what the player sees of it."""
    if not memory.begun:
        _begin(v, c, memory)
    elif int(memory.heard) == int(v.event_count):
        return
    memory.heard = v.event_count
    event = int(v.event)
    if event in (events.CLAIMED, events.THREATENED, events.TURN_BEGAN):
        for seat in range(SEATS):
            memory.favours[seat] = 0
    if event in (events.CLAIMED, events.THREATENED):
        memory.said[int(v.event_card)] += 1
        memory.claims += 1
        if int(v.event_seat) == int(v.seat):
            memory.last = v.event_card
    elif event in (events.GAVE, events.PAID, events.TOOK_OFFER):
        _diamonds_came(v, memory, event)
    elif event == events.SWAPPED:
        _swapped(v, c, memory, int(v.event_seat), int(v.event_other))
    elif event == events.UNCALLED:
        _nobody_called(v, c, memory)
    elif event == events.JUDGED:
        _judged(v, memory)
    for seat in range(int(v.seats)):
        if int(v.items[seat]) != NONE:
            saw(memory, c, int(v.seats), seat, int(v.items[seat]))
        if int(v.roles[seat]) != NONE:
            memory.role[seat] = v.roles[seat]


@compiles
def _diamonds_came(v: Observation, memory: Memory, event: int) -> None:
    """Somebody has given this player diamonds, or this player has taken some that were offered."""
    giver, taker = int(v.event_seat), int(v.event_other)
    if event == events.TOOK_OFFER:
        giver, taker = taker, giver
    if taker == int(v.seat):
        memory.favours[giver] += int(v.event_card)


@compiles
def _begin(v: Observation, c: Cards, memory: Memory) -> None:
    """Before anything is seen any item may lie anywhere."""
    memory.begun, memory.last = 1, NONE
    for seat in range(SEATS):
        memory.role[seat] = NONE
        for page in range(int(c.pages)):
            for item in range(ITEMS):
                memory.weight[MOST_OF_KIND * seat + ITEMS * page + item] = 1 if holds(v.told[page], item) else 0
        _scale(memory, c, seat)


@compiles
def _scale(memory: Memory, c: Cards, seat: int) -> None:
    """Let a seat's weights add up to SURE again."""
    first, total = MOST_OF_KIND * seat, 0
    for at in range(first, first + ITEMS * int(c.pages)):
        total += int(memory.weight[at])
    if total == 0:
        return  # what it was thought to have lies elsewhere: nobody knows what is here
    for at in range(first, first + ITEMS * int(c.pages)):
        memory.weight[at] = int(memory.weight[at]) * SURE // total


@compiles
def saw(memory: Memory, c: Cards, seats: int, seat: int, seen: int) -> None:
    """This item was seen at this seat, so it lies there and nowhere else."""
    if weight_of(memory, seat, seen) == SURE:
        return
    for other in range(seats):
        if other != seat and weight_of(memory, other, seen) > 0:
            memory.weight[place_of(other, seen)] = 0
            _scale(memory, c, other)
    for at in range(MOST_OF_KIND * seat, MOST_OF_KIND * seat + ITEMS * int(c.pages)):
        memory.weight[at] = 0
    memory.weight[place_of(seat, seen)] = SURE


@compiles
def _swapped(v: Observation, c: Cards, memory: Memory, seat: int, other: int) -> None:
    """Two items went under the table; who swapped knows how, for all others it may be either way."""
    mine = seat == int(v.seat)
    if mine and not v.crossed:
        return
    for at in range(ITEMS * int(c.pages)):
        one, two = MOST_OF_KIND * seat + at, MOST_OF_KIND * other + at
        here, there = int(memory.weight[one]), int(memory.weight[two])
        memory.weight[one] = there if mine else (here + there) // 2
        memory.weight[two] = here if mine else (here + there) // 2


@compiles
def _nobody_called(v: Observation, c: Cards, memory: Memory) -> None:
    """A claim stood: the others likelier have not this item."""
    user, said = int(v.event_seat), int(v.event_card)
    if is_role(said):
        return
    for seat in range(int(v.seats)):
        asked = seat != user and not (int(v.purpose) == purposes.THREATENING and seat == int(v.target))
        if asked and holds(int(v.alive) & ~int(v.item_up), seat):
            memory.windows[seat] += 1
            weight = weight_of(memory, seat, said)
            if 0 < weight < SURE:
                memory.weight[place_of(seat, said)] = weight // KEPT_QUIET
                _scale(memory, c, seat)


@compiles
def _judged(v: Observation, memory: Memory) -> None:
    """Somebody called, and all see who lied; what the others would have done, nobody heard."""
    user, caller = int(v.event_seat), int(v.event_other) & (events.USER_LIED - 1)
    if int(v.event_other) & events.USER_LIED:
        memory.lies[user] += 1
    else:
        memory.truths[user] += 1
    memory.windows[caller] += 1
    memory.calls[caller] += 1
