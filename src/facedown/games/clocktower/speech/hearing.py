"""Reads what a person has typed: the one place where words get their meaning."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from facedown.games.clocktower.speech.claims import understood
from facedown.games.clocktower.speech.simple_questions import addressed, asked_in
from facedown.games.clocktower.speech.utterance import Content, Utterance


def utterance_of(
    words: str, names: Sequence[str], own: Sequence[tuple[str, str]] = (), by: int | None = None
) -> Utterance:
    """These words with their meaning; `names`: of all seats, `own`: see `claims.english`, `by`: who says them."""
    return words if isinstance(words, Utterance) else _utterance_of(words, tuple(names), tuple(own), by)


@lru_cache(maxsize=1024)
def _utterance_of(
    words: str, names: tuple[str, ...], own: tuple[tuple[str, str], ...], by: int | None
) -> Utterance:
    called = addressed(words, names[:-1])
    to, rest = called if called is not None and called[0] != by else (None, words)
    asked = asked_in(rest, names)
    question = asked is not None or rest.rstrip().endswith("?")
    return Utterance(words, Content(understood(words, names, own, by), asked, to, question))
