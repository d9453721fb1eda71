"""What a search needs to know of GotchaCards: when to evaluate, and what a round won is worth."""

from __future__ import annotations

from facedown.core.compiling import compiles
from facedown.core.questions import open_kind
from facedown.games.gotcha import steps
from facedown.games.gotcha.position import Position
from facedown.games.gotcha.rules import DONE, ROUNDS_TO_WIN

POLICY = "sensible"
LEVELS = {"easy": 6, "steady": 80, "hard": 500}
HIDDEN_MOVE = 191  # instead of a move: the last number that there is room for


@compiles
def progress(s: Position) -> int:
    """A round has been won."""
    return int(s.rounds_won[0]) + int(s.rounds_won[1])


@compiles
def value(s: Position, seat: int) -> float:
    """The chance to win the match, if rounds are won by either seat equally often."""
    mine, yours = int(s.rounds_won[seat]), int(s.rounds_won[1 - seat])
    if mine == ROUNDS_TO_WIN or yours == ROUNDS_TO_WIN:
        return 1.0 if mine == ROUNDS_TO_WIN else 0.0
    return 0.5 + 0.25 * (mine - yours)


@compiles
def observed_move(s: Position, seat: int, move: int) -> int:
    """What is placed, kept or thrown stays hidden."""
    kind = open_kind(s)
    hidden = kind == steps.KEEP or kind == steps.THROW or (kind == steps.PLACE and move != DONE)
    return HIDDEN_MOVE if hidden else move
