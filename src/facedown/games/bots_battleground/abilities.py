"""When the dice blink blue: bots use their abilities, the attacker's rightmost first, then on clockwise.

The one before whom a bot lies chooses how it is used.  An ability changes values; the sum is taken in counting.py.
"""

from __future__ import annotations

from facedown.core.bits import allow, holds, lowest, popcount
from facedown.core.compiling import compiles
from facedown.core.layout import Ints
from facedown.core.questions import ask_one, become, close, happens
from facedown.games.bots_battleground import cards, codes, events, steps
from facedown.games.bots_battleground.arrays import Cards
from facedown.games.bots_battleground.codes import aim_in
from facedown.games.bots_battleground.position import HAND, NONE, PLACES, Position
from facedown.games.bots_battleground.table import (
    bots_on,
    draw_bot,
    fighters,
    has_rival_with,
    kind_at,
    lower_wins,
    next_seat,
    put_under,
    rivals,
)

UPWARD, DOWNWARD = 64, 128  # added to an aim where it was chosen which way


@compiles
def next_ability(s: Position, c: Cards) -> None:
    """The next bot uses its ability, or its player is asked how; when none is left, the sums are taken [9.1]."""
    while True:
        bot = _next_bot(s)
        if bot == NONE:
            become(s, steps.COUNT, 0)
            return
        seat, place = bot // PLACES, bot % PLACES
        s.resolved = int(s.resolved) | 1 << bot
        kind = kind_at(s, seat, place)
        if int(c.does[kind]) == cards.NO_ABILITY or not is_its_time(s, c, seat, place):
            continue
        if holds(s.muted, bot) or has_rival_with(s, c, seat, cards.JAMMER):  # [9.6, 10.7]
            happens(s, events.SILENCED, seat, kind, NONE)
            return
        if _begin(s, c, seat, place, kind):
            return


@compiles
def _next_bot(s: Position) -> int:
    """The first that is not done with: clockwise from the attacker, each one's from right to left [9.1, 9.11]."""
    seat, lost = int(s.attacker), int(s.faults) | int(s.refused)
    for _ in range(int(s.seats)):
        if holds(fighters(s) & ~lost, seat):
            for place in range(PLACES):
                if s.table[seat, place] != NONE and not holds(s.resolved, PLACES * seat + place):
                    return PLACES * seat + place
        seat = next_seat(s, seat)
    return NONE


@compiles
def is_its_time(s: Position, c: Cards, seat: int, place: int) -> bool:
    """Whether the ability is used; some have a condition [9.2]."""
    when = int(c.when[kind_at(s, seat, place)])
    if when == cards.ALWAYS:
        return True
    if when in (cards.ATTACKING, cards.DEFENDING):
        return (seat == int(s.attacker)) == (when == cards.ATTACKING)
    if when in (cards.BEHIND, cards.AHEAD):
        lead = int(s.tokens[seat]) - most_tokens_of(s, rivals(s, seat))
        return lead < 0 if when == cards.BEHIND else lead > 0
    if when == cards.BORROWED:
        return int(s.table[seat, place]) // HAND != seat
    if when in (cards.BESIDE, cards.ALONE):
        return (bots_on(s, seat) > 1) == (when == cards.BESIDE)
    return lower_wins(s)


@compiles
def most_tokens_of(s: Position, seats: int) -> int:
    most = 0
    for seat in range(int(s.seats)):
        if holds(seats, seat):
            most = max(most, int(s.tokens[seat]))
    return most


# -- whom it is about ----------------------------------------------------------------------------------------------


@compiles
def _begin(s: Position, c: Cards, seat: int, place: int, kind: int) -> bool:
    """Use it where there is no choice, else ask; False if it is about nothing that is there."""
    if int(c.does[kind]) == cards.REINFORCE:
        _reinforce(s, c, seat, place, kind)
        return True
    if int(c.does[kind]) == cards.PER:
        own, more = PLACES * seat + place, int(c.by[kind]) * _counted(s, seat, int(c.counts[kind]))
        _change(s, c, own, own, int(c.value[kind]), cards.ADD, more)
        happens(s, events.USED, seat, kind, own)
        return True
    targets = targets_of(s, c, seat, place, kind)
    if targets == 0:
        return False
    each = int(c.on[kind]) in (cards.EACH_OWN, cards.EACH_RIVAL)
    if not each and (popcount(targets) > 1 or int(c.does[kind]) == cards.SHIFT):
        s.using_seat, s.using_place = seat, place
        ask_one(s, steps.ABILITY, seat)
        return True
    happens(s, events.USED, seat, kind, NONE if each else lowest(targets))
    while targets:
        _use_on(s, c, seat, place, kind, lowest(targets), UPWARD)
        targets &= targets - 1
    return True


@compiles
def targets_of(s: Position, c: Cards, seat: int, place: int, kind: int) -> int:
    """The bots that the ability may be about, as a set of PLACES * seat + place [9.4]."""
    on = int(c.on[kind])
    if on == cards.SELF:
        return 1 << (PLACES * seat + place)
    sides = fighters(s)
    if on in (cards.RIVAL, cards.EACH_RIVAL):
        sides = rivals(s, seat)
    elif on in (cards.OWN, cards.EACH_OWN):
        sides = 1 << seat
    targets = 0
    for other in range(int(s.seats)):
        for there in range(PLACES):
            bot = PLACES * other + there
            if not holds(sides, other) or s.table[other, there] == NONE:
                continue
            if int(c.does[kind]) in (cards.COPY, cards.MUTE) and other == seat and there == place:
                continue
            if int(c.does[kind]) == cards.MUTE and not _can_be_muted(s, c, other, there):
                continue
            targets |= 1 << bot
    return targets


@compiles
def _can_be_muted(s: Position, c: Cards, seat: int, place: int) -> bool:
    """Whether it has an ability that is still to be used [9.6]."""
    has_one = int(c.does[kind_at(s, seat, place)]) != cards.NO_ABILITY
    return has_one and not holds(s.resolved, PLACES * seat + place)


@compiles
def offer_choices(s: Position, c: Cards, seat: int, moves: Ints) -> None:
    """Which bot; and which way, where it may go either [9.4]."""
    place = int(s.using_place)
    kind = kind_at(s, seat, place)
    targets = targets_of(s, c, seat, place, kind)
    for bot in range(PLACES * int(s.seats)):
        if not holds(targets, bot):
            continue
        if int(c.does[kind]) == cards.SHIFT:
            allow(moves, codes.UP + bot)
            allow(moves, codes.DOWN + bot)
        else:
            allow(moves, codes.CHOOSE + bot)


@compiles
def choose(s: Position, c: Cards, seat: int, move: int) -> None:
    place = int(s.using_place)
    kind, aim = kind_at(s, seat, place), aim_in(move)
    way = DOWNWARD if move >= codes.DOWN else UPWARD
    close(s)
    s.using_seat, s.using_place = NONE, NONE
    _use_on(s, c, seat, place, kind, aim, way)
    happens(s, events.USED, seat, kind, aim + way if int(c.does[kind]) == cards.SHIFT else aim)


# -- what it does --------------------------------------------------------------------------------------------------


@compiles
def _use_on(s: Position, c: Cards, seat: int, place: int, kind: int, target: int, way: int) -> None:
    does, n, value = int(c.does[kind]), int(c.by[kind]), int(c.value[kind])
    own = PLACES * seat + place
    if does == cards.MUTE:
        s.muted = int(s.muted) | 1 << target
    elif does == cards.COPY:
        other, there = target // PLACES, target % PLACES
        if value != cards.ON_DEFENSE:
            _change(s, c, own, own, cards.ON_ATTACK, cards.SET, int(s.attack[other, there]))
        if value != cards.ON_ATTACK:
            _change(s, c, own, own, cards.ON_DEFENSE, cards.SET, int(s.defense[other, there]))
    elif does == cards.SHIFT:
        _change(s, c, own, target, value, cards.ADD, n if way == UPWARD else -n)
    else:
        _change(s, c, own, target, value, does, n)


@compiles
def _change(s: Position, c: Cards, by: int, target: int, value: int, how: int, n: int) -> None:
    """A bot's values become others, never less than nothing; those of a steadfast one do not [9.3, 10.1, 10.4]."""
    seat, place = target // PLACES, target % PLACES
    if int(c.condition[kind_at(s, seat, place)]) == cards.STEADFAST:
        return
    s.changed_by[seat, place] = int(s.changed_by[seat, place]) | 1 << by
    attack, defense = int(s.attack[seat, place]), int(s.defense[seat, place])
    if how == cards.SWAP:
        s.attack[seat, place], s.defense[seat, place] = defense, attack
        return
    if value != cards.ON_DEFENSE:
        s.attack[seat, place] = _changed(attack, how, n)
    if value != cards.ON_ATTACK:
        s.defense[seat, place] = _changed(defense, how, n)


@compiles
def _changed(value: int, how: int, n: int) -> int:
    if how == cards.HALVE:
        return (value + 1) // 2
    return max(value + n, 0) if how == cards.ADD else n


@compiles
def _reinforce(s: Position, c: Cards, seat: int, place: int, kind: int) -> None:
    """The deck's top card is shown and counted in, and goes below the deck [9.9]."""
    if int(s.deck_left) + int(s.bottom_count) == 0:
        happens(s, events.SHOWN, seat, kind, NONE)
        return
    shown = draw_bot(s)
    bot, value = PLACES * seat + place, int(c.value[kind])
    if value != cards.ON_DEFENSE:
        _change(s, c, bot, bot, cards.ON_ATTACK, cards.ADD, int(c.attack[shown]))
    if value != cards.ON_ATTACK:
        _change(s, c, bot, bot, cards.ON_DEFENSE, cards.ADD, int(c.defense[shown]))
    put_under(s, shown)
    happens(s, events.SHOWN, seat, kind, shown)


@compiles
def _counted(s: Position, seat: int, what: int) -> int:
    """How many there are of what the ability counts."""
    if what == cards.TOKENS:
        return int(s.tokens[seat])
    count, against = 0, rivals(s, seat)
    for other in range(int(s.seats)):
        if what == cards.RIVAL_TOKENS and holds(against, other):
            count += int(s.tokens[other])
        elif what == cards.BOTS:
            count += bots_on(s, other)
        elif what == cards.LOANS:
            count += int(s.loans[seat, other])
    return count


__all__ = ["choose", "is_its_time", "next_ability", "offer_choices", "targets_of"]
