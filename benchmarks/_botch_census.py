"""The rules of The Botch is Back with positions that also count claims, lies, calls, and turns with an item."""

from __future__ import annotations

from typing import Annotated

from facedown.core.compiling import compiles
from facedown.core.layout import Ints
from facedown.core.questions import open_kind
from facedown.games.botch import events, steps
from facedown.games.botch import position as lying
from facedown.games.botch.arrays import Cards
from facedown.games.botch.cards import CARDS, ITEMS
from facedown.games.botch.codes import card_in
from facedown.games.botch.position import NONE, SEATS, Observation
from facedown.games.botch.rules import (
    CHANCE,
    HOLDS_UP,
    LONGEST_HOLD,
    OPTIONS,
    WORDS,
    determinize,
    free,
    legal,
    observe,
    score,
    seconds,
    timeout_move,
    wins,
    words,
)
from facedown.games.botch.rules import proceed as table_proceeds
from facedown.games.botch.rules import start as table_starts
from facedown.games.botch.rules import step as seat_answers
from facedown.games.botch.table import first_answer, has

__all__ = [
    "CHANCE",
    "HOLDS_UP",
    "LONGEST_HOLD",
    "OPTIONS",
    "WORDS",
    "Observation",
    "Position",
    "determinize",
    "free",
    "legal",
    "observe",
    "proceed",
    "score",
    "seconds",
    "start",
    "step",
    "timeout_move",
    "wins",
    "words",
]


class Position(lying.Position):
    """A position with counts by card."""

    times_used: Annotated[Ints, "i2", CARDS]  # used or claimed
    times_bluffed: Annotated[Ints, "i2", CARDS]  # claimed by somebody who did not have it
    times_called: Annotated[Ints, "i2", CARDS]  # called
    turns_with: Annotated[Ints, "i2", SEATS, ITEMS]  # turns that began while the seat had the item


@compiles
def start(s: Position, c: Cards, seats: int, cast: Ints, untold: int, window: int, eyes: int, begins: int) -> None:
    table_starts(s, c, seats, cast, untold, window, eyes, begins)
    for card in range(CARDS):
        s.times_used[card], s.times_bluffed[card], s.times_called[card] = 0, 0, 0
    for seat in range(SEATS):
        for item in range(ITEMS):
            s.turns_with[seat, item] = 0


@compiles
def step(s: Position, c: Cards, seat: int, move: int) -> None:
    seat_answers(s, c, seat, move)
    _note(s, NONE)


@compiles
def proceed(s: Position, c: Cards) -> None:
    said = NONE
    if open_kind(s) == steps.SPOILING:
        said = card_in(int(s.answers[first_answer(s, int(s.declarer))]))
    table_proceeds(s, c)
    _note(s, said)


@compiles
def _note(s: Position, said: int) -> None:
    """Count what has just happened; `said` is the card that somebody reveals against a declaration."""
    event, seat, card = int(s.event), int(s.event_seat), int(s.event_card)
    if event == events.TURN_BEGAN:
        for other in range(int(s.seats)):
            if int(s.items[other]) != NONE:
                s.turns_with[other, s.items[other]] += 1
    if event in (events.CLAIMED, events.THREATENED):
        s.times_used[card] += 1
        s.times_bluffed[card] += 0 if has(s, seat, card) else 1
    elif event in (events.SPOILED, events.SPOILED_NOT):
        s.times_used[said] += 1
        s.times_bluffed[said] += 1 if event == events.SPOILED_NOT else 0
    elif event == events.JUDGED:
        s.times_called[card] += 1
    elif event == events.PAID_TO_ID and int(s.level) != NONE:
        s.times_called[int(s.said[s.level])] += 1
