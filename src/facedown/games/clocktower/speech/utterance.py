"""What somebody says: words for people, and their meaning for bots, which read no prose.

A bot says what it means and has the sentence made from that; what a person types is read once, where the move comes
in (`speech.hearing`).
"""

from __future__ import annotations

from typing import Any, NamedTuple

from facedown.games.clocktower.speech.simple_questions import Asking
from facedown.games.clocktower.speech.spoken_reports import Report, Statement


class Content(NamedTuple):
    """The meaning of words; each part is None if they have no such meaning."""

    stated: Statement | Report | None = None
    asked: Asking | None = None  # a simple question
    to: int | None = None  # the player whom the words call by name
    is_question: bool = False  # whether or not it is understood


NOTHING = Content()


class Utterance(str):
    """Words with their meaning; equal if the words are."""

    __slots__ = ("content",)
    content: Content

    def __new__(cls, words: str, content: Content = NOTHING) -> Utterance:
        self = super().__new__(cls, words)
        self.content = content
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return Utterance, (str(self), self.content)


def utterance(words: str) -> Utterance:
    """These words as an Utterance; without a meaning if they were none."""
    return words if isinstance(words, Utterance) else Utterance(words)


def stated(words: object) -> Statement | Report | None:
    """The statement in these words, if they are an Utterance with one."""
    return words.content.stated if isinstance(words, Utterance) else None
