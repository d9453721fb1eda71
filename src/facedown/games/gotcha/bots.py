"""A player that goes by rules of thumb.  It sees what its seat sees, and nothing else.

It counts in hundredths of a point: what a card brings against the cards that it may meet, what it brings with
nothing facing it, and what it may still bring later.  It keeps a card for every turn to come, since who has none
to play has lost the round.
"""

from __future__ import annotations

from facedown.core.bits import WORD, holds, lowest, popcount
from facedown.core.chance import luck_below
from facedown.core.compiling import compiles
from facedown.core.layout import Ints
from facedown.games.gotcha import steps
from facedown.games.gotcha.arrays import POINT, Cards
from facedown.games.gotcha.observe import Observation
from facedown.games.gotcha.position import LAST_TURN
from facedown.games.gotcha.rules import BE_FIRST, BE_SECOND, DONE, ROCK

EAGER = 30  # points of 100 by which a further card must bring more now than later
WORST = -20_000


@compiles
def choose(v: Observation, c: Cards, moves: Ints, luck: Ints) -> int:
    question = int(v.question)
    if question == steps.PLACE:
        return _place(v, c, moves, luck)
    if question in (steps.KEEP, steps.DRAFT):
        return _strongest(moves, c, luck, 1)
    if question == steps.DISCARD:
        return _strongest(moves, c, luck, -1)
    if question == steps.REPLACED:
        return _reply(v, c, moves)
    if question == steps.CUT:
        return _cut(v, c, moves)
    if question == steps.SWEET:
        return _weakest(moves, c)
    if question == steps.THROW:
        return ROCK + luck_below(luck, 3)
    return BE_SECOND if v.tier else BE_FIRST  # with the starter tier alone it is better to begin two turns


@compiles
def choose_as_before(v: Observation, c: Cards, moves: Ints, luck: Ints) -> int:
    """`choose` in its first form, which lets the other begin: it measures players that search or learn."""
    return BE_SECOND if int(v.question) == steps.ORDER else choose(v, c, moves, luck)


@compiles
def _strongest(moves: Ints, c: Cards, luck: Ints, sign: int) -> int:
    """The strongest of the cards, or with sign -1 the weakest; now and then another of about the same strength."""
    best, chosen = WORST, 0
    rest = int(moves[0])
    while rest:
        kind = lowest(rest)
        worth = sign * int(c.strength[kind]) + luck_below(luck, 10)
        if worth > best:
            best, chosen = worth, kind
        rest &= rest - 1
    return chosen


@compiles
def _place(v: Observation, c: Cards, moves: Ints, luck: Ints) -> int:
    """The card that brings most now against what it might bring later; no more where it is better kept."""
    me = int(v.seat)
    kind, gain = _best_to_place(v, c, moves, luck)
    if not holds(moves[0], DONE):
        return kind
    turns_to_come = LAST_TURN - int(v.turn)
    they_are_out = v.starter != me and v.hand_count[1 - me] == 0
    if v.hand_count[me] <= turns_to_come or they_are_out or gain < EAGER:
        return DONE
    return kind


@compiles
def _best_to_place(v: Observation, c: Cards, moves: Ints, luck: Ints) -> tuple[int, int]:
    """The card for the next free lane, and what it brings there beyond what it would bring at the end."""
    me, last = int(v.seat), 1 if v.turn == LAST_TURN else 0
    lane = lowest(~int(v.there[me]))
    met = int(v.lanes[1 - me, lane])
    chance = chance_to_be_met(v, lane)
    best, chosen = WORST, 0
    rest = int(moves[0]) & ~(1 << DONE)
    while rest:
        kind = lowest(rest)
        fight = int(c.against[last, kind, met]) if met >= 0 else int(c.average[last, kind])
        worth = (chance * fight + (100 - chance) * int(c.alone[last, kind])) // 100 + luck_below(luck, 8)
        worth -= int(c.average[1, kind] + c.alone[1, kind]) // 2
        if not last and c.stays[kind]:
            worth += POINT
        if worth > best:
            best, chosen = worth, kind
        rest &= rest - 1
    return chosen, best


@compiles
def chance_to_be_met(v: Observation, lane: int) -> int:
    """How likely a card will face this lane, in hundredths."""
    you = 1 - int(v.seat)
    if holds(v.there[you], lane):
        return 100
    free = lane + 1 - popcount(int(v.there[you]) & ((1 << lane) - 1))  # how many cards of theirs it takes
    if v.hand_count[you] < free or (v.turn < LAST_TURN and v.starter == you):
        return 0
    if v.turn == LAST_TURN or free == 1:
        return 100
    return 40


@compiles
def _weakest(moves: Ints, c: Cards) -> int:
    """A card that all will see before they place."""
    best, chosen = WORST, 0
    rest = int(moves[0])
    while rest:
        kind = lowest(rest)
        worth = -int(c.strength[kind])
        if worth > best:
            best, chosen = worth, kind
        rest &= rest - 1
    return chosen


@compiles
def _reply(v: Observation, c: Cards, moves: Ints) -> int:
    """The card that does best in this lane, seeing what it will meet there; of two equal ones the weaker."""
    me, last = int(v.seat), 1 if v.turn == LAST_TURN else 0
    met = int(v.lanes[1 - me, v.lane]) if holds(v.there[1 - me], v.lane) else -1
    best, chosen = WORST, 0
    rest = int(moves[0])
    while rest:
        kind = lowest(rest)
        worth = int(c.against[last, kind, met]) if met >= 0 else int(c.alone[last, kind])
        worth -= int(c.strength[kind]) // 4
        if worth > best:
            best, chosen = worth, kind
        rest &= rest - 1
    return chosen


@compiles
def _cut(v: Observation, c: Cards, moves: Ints) -> int:
    """The card whose going changes its lane most for the better."""
    me, last = int(v.seat), 1 if v.turn == LAST_TURN else 0
    best, chosen = WORST, 0
    for side in range(2):
        lanes = int(moves[1 + side])
        while lanes:
            lane = lowest(lanes)
            mine = int(v.lanes[me, lane]) if holds(v.there[me], lane) else -1
            yours = int(v.lanes[1 - me, lane]) if holds(v.there[1 - me], lane) else -1
            worth = -lane_brings(last, c, mine, yours)
            worth += lane_brings(last, c, -1, yours) if side == me else lane_brings(last, c, mine, -1)
            if worth > best:
                best, chosen = worth, (1 + side) * WORD + lane
            lanes &= lanes - 1
    return chosen


@compiles
def lane_brings(last: int, c: Cards, mine: int, yours: int) -> int:
    if mine >= 0 and yours >= 0:
        return int(c.against[last, mine, yours])
    if mine >= 0:
        return int(c.alone[last, mine])
    return -int(c.alone[last, yours]) if yours >= 0 else 0


BOTS = {"sensible": choose, "sensible-1": choose_as_before}
UNOFFERED = frozenset({"sensible-1"})
STYLES = {"sensible-1": "plays by rules of thumb, and never begins a round by choice"}
