"""What a search needs to know of The Botch is Back: what is worth trying, who remembers what, when to evaluate."""

from __future__ import annotations

import math

from facedown.core.bits import holds, popcount
from facedown.core.chance import below
from facedown.core.compiling import compiles
from facedown.core.layout import Ints
from facedown.core.questions import is_over, open_kind
from facedown.games.botch import codes, steps
from facedown.games.botch.arrays import Cards
from facedown.games.botch.knowledge import CERTAIN, Knowledge
from facedown.games.botch.memory import saw
from facedown.games.botch.position import NONE, Position
from facedown.games.botch.table import kind_of_question, wealth

POLICY = "sensible"
LEVELS = {"easy": 5, "steady": 60, "hard": 1000}
HORIZON = 12  # turns
A_DIAMOND = 0.5  # the worth of one more: the logarithm of the factor by which it improves the odds of winning
OWN, PUBLIC, BY_SEAT = range(3)  # as in agents/playouts.py


@compiles
def progress(s: Position) -> int:
    """So many turns have begun."""
    return int(s.turns)


@compiles
def value(s: Position, seat: int) -> float:
    """The chance to win, estimated from what the living have."""
    if is_over(s):
        return 1.0 / popcount(int(s.winners)) if holds(s.winners, seat) else 0.0
    total, mine = 0.0, 0.0
    for other in range(int(s.seats)):
        if holds(s.alive, other):
            chance = math.exp(A_DIAMOND * wealth(s, other))
            total += chance
            mine = chance if other == seat else mine
    return mine / total


@compiles
def prune(s: Position, c: Cards, seat: int, moves: Ints) -> None:
    """No deals, nothing from the stash, nobody is asked in passing who they are, no silence is bought in vain."""
    if open_kind(s) == steps.REQUEST and not _has_to_fear(s, seat):
        moves[0] &= ~(1 << codes.PAY | 1 << codes.PAY_FROM_STASH)
    first = codes.ID_WORD if open_kind(s) == steps.TURN else codes.ID_FROM_STASH
    for page in range(int(c.pages)):
        begin = codes.WORDS_OF_PAGE * page
        moves[begin + codes.FROM_STASH] = 0
        for word in range(begin + first, begin + codes.WORDS):
            moves[word] = 0


@compiles
def _has_to_fear(s: Position, seat: int) -> bool:
    """Whether who asks this seat for a diamond can tell what it hides: its role, or that it lies about its item.

    Others would be paid for nothing, and ask again at the next claim: more than can be seen some turns ahead.
    """
    held_up = kind_of_question(s)
    if held_up == steps.SHOWN:
        return int(s.shower) == seat and int(s.payer) == int(s.asker) and int(s.named) == int(s.roles[seat])
    if held_up != steps.CALLS or int(s.user[s.level]) != seat:
        return False
    return int(s.items[s.asker]) == int(s.said[s.level])


@compiles
def sample_memories(s: Position, c: Cards, seat: int, known: Knowledge, memories: Ints) -> None:
    """Each remembers what everybody saw, and those items that it may have looked at where they lie here."""
    seats = int(s.seats)
    for other in range(seats):
        memories[BY_SEAT + other] = memories[OWN if other == seat else PUBLIC]
        for place in range(seats):
            item = int(s.items[place])
            if other != seat and item != NONE and below(s, CERTAIN) < int(known.others_know[other, place]):
                saw(memories[BY_SEAT + other], c, seats, place, item)
