"""What is said aloud to somebody by name: who owes an answer in the room, and whether the accused have spoken."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple
from weakref import WeakKeyDictionary

from facedown.games.clocktower.speech.claims import understood
from facedown.games.clocktower.speech.simple_questions import Asking, addressed, asked_in
from facedown.games.clocktower.speech.spoken_reports import Report, Statement
from facedown.games.clocktower.state import State


class Aloud(NamedTuple):
    """A question put to a player in the room today."""

    by: int
    to: int
    asked: Asking | None  # None: it is not understood
    answered: bool


_questions: WeakKeyDictionary[State, tuple[object, tuple[Aloud, ...]]] = WeakKeyDictionary()


def questions(state: State, names: tuple[str, ...]) -> tuple[Aloud, ...]:
    """Today's, in order.  Whoever says something to the one who asked, by name, has answered them once."""
    seen = (state.day, state.phase, len(state.said), names)
    known = _questions.get(state)
    if known is None or known[0] != seen:
        said = state.said if state.phase == "day" else []
        known = _questions[state] = seen, tuple(_answered(_between(said, names), names))
    return known[1]


def _between(said: Sequence[tuple[int, str]], names: tuple[str, ...]) -> list[tuple[int, int, str]]:
    """Who has said what to whom."""
    players = names[:-1]
    found = ((by, addressed(text, players)) for by, text in said)
    return [(by, to[0], to[1]) for by, to in found if to is not None and to[0] != by]


def _answered(between: Sequence[tuple[int, int, str]], names: tuple[str, ...]) -> list[Aloud]:
    asked: list[Aloud] = []
    for by, to, words in between:
        owed = next((at for at, one in enumerate(asked) if (one.by, one.to) == (to, by) and not one.answered), None)
        if _asks(words, names):
            asked.append(Aloud(by, to, asked_in(words, names), False))
        elif owed is not None:
            asked[owed] = asked[owed]._replace(answered=True)
    return asked


def _asks(words: str, names: tuple[str, ...]) -> bool:
    return words.rstrip().endswith("?") or asked_in(words, names) is not None


def awaits_answer(state: State, seat: int, names: tuple[str, ...]) -> int:
    """How many questions have been put to this seat today, while it owes an answer to one; else 0."""
    own = [one for one in questions(state, names) if one.to == seat]
    return len(own) if any(not one.answered for one in own) else 0


def owes_defence(state: State, seat: int, names: tuple[str, ...]) -> int:
    """Which of today's nominations this seat has not said anything against: its number; 0 where they have."""
    said = (understood(text, names, state.script.own_names, by) for by, text in state.said if by == seat)
    return 0 if any(is_defence(one, seat) for one in said) else len(state.nominations)


def is_defence(said: Statement | Report | None, seat: int) -> bool:
    """Is it why this player should not be executed, as they say themselves?"""
    return said is not None and not isinstance(said, Report) and said[:2] == ("because", ("not", ("evil", seat)))
