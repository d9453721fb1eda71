"""Speech addressed to somebody by name: who owes an answer, and whether nominees have defended themselves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from facedown.games.clocktower.speech.statements import REQUESTS, Defence, Question, Spoken
from facedown.games.clocktower.state import State


class Aloud(NamedTuple):
    """A question put to a player in the room today, or a request to everybody, which nobody has to answer."""

    by: int
    to: int | None
    asked: Question
    answered: bool


def questions(state: State) -> tuple[Aloud, ...]:
    """Today's open questions in order; saying something to the asker by name answers one of them."""
    seen = (state.day, state.phase, len(state.said))
    return state.cache.get(questions, seen, lambda: tuple(_answered(state.said if state.phase == "day" else ())))


def _answered(said: Sequence[tuple[int, Spoken]]) -> list[Aloud]:
    asked: list[Aloud] = []
    for by, words in said:
        to, question = words.said.to, words.said.asked
        if to is None and question is not None and question.what in REQUESTS:
            asked.append(Aloud(by, None, question, True))
        if to is None or to == by:
            continue
        owed = next((at for at, one in enumerate(asked) if (one.by, one.to) == (to, by) and not one.answered), None)
        if question is not None:
            asked.append(Aloud(by, to, question, False))
        elif owed is not None:
            asked[owed] = asked[owed]._replace(answered=True)
    return asked


def awaits_answer(state: State, seat: int) -> int:
    """The number of questions put to this seat today, or 0 if it has answered all."""
    own = [one for one in questions(state) if one.to == seat]
    return len(own) if any(not one.answered for one in own) else 0


def owes_defence(state: State, seat: int) -> int:
    """The number of today's nomination against which this seat has not defended itself yet, or 0."""
    own = (words.said.stated for by, words in state.said if by == seat)
    return 0 if any(is_defence(one, seat) for one in own) else len(state.nominations)


def is_defence(said: object, seat: int) -> bool:
    """Whether it is this player's own reason why they should not be executed."""
    return isinstance(said, Defence) and said.seat == seat
