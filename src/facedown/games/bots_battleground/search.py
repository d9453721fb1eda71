"""What a search needs to know of Bots Battleground: what is worth trying, what is seen, what tokens are worth."""

from __future__ import annotations

import math

from facedown.core.bits import holds, lowest, popcount
from facedown.core.compiling import compiles
from facedown.core.layout import Ints
from facedown.core.questions import is_over, open_kind
from facedown.games.bots_battleground import cards, codes, steps
from facedown.games.bots_battleground.arrays import Cards
from facedown.games.bots_battleground.bots import reacts
from facedown.games.bots_battleground.position import PLACES, Observation, Position
from facedown.games.bots_battleground.table import counted_bots, limit

POLICY = "sensible"
LEVELS = {"easy": 2, "steady": 16, "hard": 320}
WAIT = codes.WAIT
A_TOKEN = 0.4  # the worth of one more: the logarithm of the factor by which it improves the odds of winning
PRIME = (1 << 29) - 3
KINDS = (1 << cards.MOST_KINDS) - 1


@compiles
def progress(s: Position) -> int:
    """A round has been played to its end."""
    return int(s.round_number)


@compiles
def value(s: Position, seat: int) -> float:
    """The chance to win the match, estimated from the tokens so far."""
    if is_over(s):
        return 1.0 / popcount(int(s.winners)) if holds(s.winners, seat) else 0.0
    total = 0.0
    for other in range(int(s.seats)):
        total += math.exp(A_TOKEN * int(s.tokens[other]))
    return math.exp(A_TOKEN * int(s.tokens[seat])) / total


@compiles
def observation_key(v: Observation) -> int:
    """What lies on the table and who fights, what others want of this seat; time alone changes nothing."""
    me = int(v.seat)
    number = int(v.phase) * 64 + int(v.faces)
    number = (number * 7 + int(v.attacker) + 1) * 7 + int(v.named) + 1
    wanted = int(v.question) * 64
    for seat in range(int(v.seats)):
        wanted |= (1 << seat) if holds(v.asks[seat], me) or int(v.forced[seat]) == me else 0
        for place in range(PLACES):
            number = (number * 41 + int(v.table[seat, place]) + 1) % PRIME
    return (number * 1024 + wanted * 32 + int(v.hand_count[me])) % PRIME


@compiles
def prune(s: Position, c: Cards, seat: int, moves: Ints) -> None:
    """No bot too many, and no words."""
    if open_kind(s) != steps.ACT:
        return
    moves[codes.OFFER >> 6] &= ~(63 << (codes.OFFER & 63))
    if counted_bots(s, c, seat) >= limit(s, seat):
        kinds = int(moves[0]) & KINDS
        while kinds:
            kind = lowest(kinds)
            kinds &= kinds - 1
            if int(c.condition[kind]) != cards.SIDEKICK:
                moves[0] &= ~(1 << kind)
                moves[codes.PUT_BORROWED >> 6] &= ~(1 << kind)


@compiles
def reflex(v: Observation, c: Cards, moves: Ints, luck: Ints) -> int:
    """It takes as long as the bot to take things in, and to move."""
    return -1 if int(v.question) != steps.ACT or reacts(v, c, luck) else codes.WAIT
