"""What somebody says: words for people, and what they mean for bots, which read no prose.

A bot says what it means and has the sentence made from that; what a person types is read once, where the move comes
in (`speech.hearing`).
"""

from __future__ import annotations

from typing import Any, NamedTuple

from facedown.games.clocktower.speech.simple_questions import Asking
from facedown.games.clocktower.speech.spoken_reports import Report, Statement


class Content(NamedTuple):
    """What words mean, each part None where they mean nothing of the kind."""

    stated: Statement | Report | None = None
    asked: Asking | None = None  # a simple question
    to: int | None = None  # the player whom the words call by name
    is_question: bool = False  # whether or not it is understood


NOTHING = Content()


class Utterance(str):
    """Words that know what they mean.  Two are equal if the words are."""

    __slots__ = ("content",)
    content: Content

    def __new__(cls, words: str, content: Content = NOTHING) -> Utterance:
        self = super().__new__(cls, words)
        self.content = content
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return Utterance, (str(self), self.content)


def utterance(words: str) -> Utterance:
    """These words as something said; what they mean is known only if they are an Utterance."""
    return words if isinstance(words, Utterance) else Utterance(words)


def stated(words: object) -> Statement | Report | None:
    """What is stated with these words, as far as they are an Utterance."""
    return words.content.stated if isinstance(words, Utterance) else None
