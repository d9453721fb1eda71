"""Moves of bots: the legal one that means something, or words said aloud."""

from __future__ import annotations

from collections.abc import Sequence

from facedown.core.game import Move
from facedown.games.clocktower.bots.mind import Mind
from facedown.games.clocktower.moves import Answer, Deed, Meaning, Part, TownMove, act_of
from facedown.games.clocktower.names import lexicon
from facedown.games.clocktower.notation import write
from facedown.games.clocktower.observe import Observation, Said
from facedown.games.clocktower.speech.claims import aloud
from facedown.games.clocktower.speech.utterance import Content, Utterance

UNREAD = "..."  # in place of words, where nobody reads them


def answer_with(part: Part, legal: Sequence[Move]) -> Move:
    return move_with(Answer((part,)), legal) or legal[0]


def move_with(act: Meaning, legal: Sequence[Move]) -> Move | None:
    """The legal move with this meaning, if there is one."""
    return next((move for move in legal if act_of(move) == act), None)


def made(view: Observation, act: Meaning) -> TownMove:
    """A move that is not listed; without words where nobody reads them."""
    return TownMove(0, write(act, lexicon(view.names, view.own_names)) if view.names else "", act)


def say_aloud(mind: Mind, said: Said) -> Move:
    """The move that says this aloud."""
    return made(mind.view, Deed("say", (), in_words(mind, said)))


def in_words(mind: Mind, said: Said) -> Utterance:
    """What is said, as a sentence with its meaning."""
    words = aloud(said, mind.names, mind.view.own_names, mind.seat) if mind.names else UNREAD
    return Utterance(words, Content(said))
