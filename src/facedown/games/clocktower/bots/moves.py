"""Moves of bots: the legal one that means something, or words said aloud."""

from __future__ import annotations

from collections.abc import Sequence

from facedown.core.game import Move
from facedown.games.clocktower.bots.mind import Mind
from facedown.games.clocktower.moves import Answer, Deed, Meaning, Part, TownMove, act_of
from facedown.games.clocktower.names import lexicon
from facedown.games.clocktower.notation import write
from facedown.games.clocktower.observe import Observation
from facedown.games.clocktower.public import Said


def answer_with(part: Part, legal: Sequence[Move]) -> Move:
    return move_with(Answer((part,)), legal) or legal[0]


def move_with(act: Meaning, legal: Sequence[Move]) -> Move | None:
    """The legal move with this meaning, if there is one."""
    return next((move for move in legal if act_of(move) == act), None)


def allowed(view: Observation, act: Meaning, legal: Sequence[Move]) -> Move | None:
    """The move with this meaning, if it is legal; on the floor the others need not be listed for it."""
    move = made(view, act)
    return move if move in legal else None


def made(view: Observation, act: Meaning) -> TownMove:
    """A move that is not listed; without words where nobody reads them."""
    return TownMove(0, write(act, lexicon(view.names, view.own_names)) if view.names else "", act)


def say_aloud(mind: Mind, said: Said) -> Move:
    """The move that says this aloud."""
    return made(mind.view, Deed("say", says=(said,)))
