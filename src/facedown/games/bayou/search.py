"""What a search needs to know of Bayou Boss: when to evaluate, and what tricks taken are worth."""

from __future__ import annotations

import math

from facedown.core.compiling import compiles
from facedown.core.questions import is_over
from facedown.games.bayou.position import ROUNDS, Position
from facedown.games.bayou.rules import score, wins

POLICY = "sensible"
LEVELS = {"easy": 4, "steady": 30, "hard": 1500}
A_ROUND = 1.3  # tricks by which a player does better or worse in a round than others do


@compiles
def progress(s: Position) -> int:
    """A round has been played to its end."""
    return int(s.finished)


@compiles
def value(s: Position, seat: int) -> float:
    """The chance to have the fewest points in the end, estimated from the points so far."""
    total, mine = 0.0, 0.0
    if is_over(s):
        for other in range(int(s.seats)):
            total += 1.0 if wins(s, other) else 0.0
        return 1.0 / total if wins(s, seat) else 0.0
    swing = A_ROUND * math.sqrt(float(max(1, ROUNDS - int(s.finished))))
    for other in range(int(s.seats)):
        chance = math.exp((score(s, seat) - score(s, other)) / swing)
        total += chance
        mine = chance if other == seat else mine
    return mine / total
