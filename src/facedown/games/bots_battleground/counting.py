"""The dice blink blue: the table is looked at, the sums are compared, and tokens change hands."""

from __future__ import annotations

from facedown.core.bits import holds
from facedown.core.compiling import compiles
from facedown.core.questions import become, happens
from facedown.games.bots_battleground import cards, events, phases, steps
from facedown.games.bots_battleground.arrays import Cards
from facedown.games.bots_battleground.position import NONE, PRIZE, TIE, Position
from facedown.games.bots_battleground.table import (
    bots_on,
    collect,
    fighters,
    has_condition,
    lose_round,
    lower_wins,
    next_seat,
    stakes,
    total,
)
from facedown.games.bots_battleground.ticks import is_decided


@compiles
def freeze(s: Position) -> None:
    """Nothing moves any more; a fighter without a bot on the table has lost [5.8, 6.3]."""
    decided = is_decided(s)
    early = 1 if decided else NONE
    if not decided:
        for seat in range(int(s.seats)):
            if holds(fighters(s), seat) and bots_on(s, seat) == 0:
                s.faults = int(s.faults) | 1 << seat
        for seat in range(int(s.seats)):
            if holds(s.forcing, seat):  # who has not lent by now has refused [8.9]
                s.refused = int(s.refused) | 1 << int(s.forced[seat])
        decided = is_decided(s)
    s.phase, s.ticks, s.forcing = phases.BLUE, 0, 0
    happens(s, events.FROZEN, NONE, NONE, early)
    become(s, steps.COUNT if decided else steps.ABILITIES, 0)


@compiles
def count_next(s: Position, c: Cards) -> None:
    """Those who refused discard first [8.9]; then come the meetings, the attacker with each defender [8.5].

    Both go clockwise from the attacker.
    """
    seat = int(s.attacker)
    s.gains[:] = 0
    for _ in range(int(s.seats)):
        if holds(s.refused, seat) and not holds(s.paid, seat):
            s.paid = int(s.paid) | 1 << seat
            lose_round(s, c, seat)
            happens(s, events.LOST, seat, NONE, events.REFUSAL)
            return
        seat = next_seat(s, seat)
    for _ in range(int(s.seats)):
        if holds(s.defenders, seat) and not holds(s.settled, seat):
            s.settled = int(s.settled) | 1 << seat
            if not holds(int(s.refused), seat):
                _settle(s, c, int(s.attacker), seat)
                return
        seat = next_seat(s, seat)
    become(s, steps.HOME, 0)


@compiles
def _settle(s: Position, c: Cards, attacker: int, defender: int) -> None:
    attack, defense = total(s, c, attacker, defender), total(s, c, defender, attacker)
    s.sums[defender, 0], s.sums[defender, 1] = attack, defense
    winner = _winner(s, c, attacker, defender, attack, defense)
    s.won_by[defender] = winner
    if winner in (attacker, defender):
        loser = defender if winner == attacker else attacker
        lose_round(s, c, loser)
        _win(s, c, winner)
        own, other = (attack, defense) if winner == attacker else (defense, attack)
        happens(s, events.WON, winner, own + 100 * other, loser)
    elif winner == TIE:
        happens(s, events.TIED, attacker, attack, defender)
    else:
        lose_round(s, c, attacker)
        lose_round(s, c, defender)
        happens(s, events.LOST, attacker, defender, _how_lost(s, attacker))


@compiles
def _how_lost(s: Position, seat: int) -> int:
    return events.EMPTY if bots_on(s, seat) == 0 else events.FAULT


@compiles
def _winner(s: Position, c: Cards, attacker: int, defender: int, attack: int, defense: int) -> int:
    """Who wins the meeting; TIE, or NONE if both have lost [6.1 to 6.4, 8.4]."""
    if holds(s.faults, attacker) or holds(s.faults, defender):
        if holds(s.faults, attacker) and holds(s.faults, defender):
            return NONE
        return defender if holds(s.faults, attacker) else attacker
    if attack == defense:
        attacker_takes = has_condition(s, c, attacker, cards.TIES)
        defender_takes = has_condition(s, c, defender, cards.TIES)
        if attacker_takes == defender_takes:
            return TIE
        return attacker if attacker_takes else defender
    return attacker if (attack > defense) != lower_wins(s) else defender


@compiles
def _win(s: Position, c: Cards, seat: int) -> None:
    """Two tokens: each of the first two who lent to the winner has one of them, the winner the rest [6.2, 7.6]."""
    for n in range(PRIZE):
        lender = int(s.first_lender[seat, n])
        collect(s, lender if lender != NONE else seat, 1)
    collect(s, seat, stakes(s, c, seat))
