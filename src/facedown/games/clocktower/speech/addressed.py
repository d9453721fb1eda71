"""Speech addressed to somebody by name: who owes an answer, and whether nominees have defended themselves."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any, NamedTuple

import msgspec

from facedown.games.clocktower import queries
from facedown.games.clocktower.roster import FACTS
from facedown.games.clocktower.speech.statements import (
    LEARNED,
    REQUESTS,
    Anything,
    Defence,
    Doubt,
    Evil,
    Is,
    Question,
    Spoken,
    Suspicion,
    Vote,
)
from facedown.games.clocktower.state import State

ANSWERED = (  # what everybody may be asked at once
    "self", "learned", "suspect", "trust", "vote", "voted", "why", "about", "nominate", "spare", "demon",
    "hello", "are", "drunk", "died",
)  # fmt: skip
ANSWERS = 2  # so many answer it


class Aloud(NamedTuple):
    """A question put to a player in the room today, or a request to everybody, which nobody has to answer.

    A question to everybody is put to those who have answered it, and to whoever else has most to say.  Who doubts
    somebody without a reason, as people do, asks them what to think of that, once a day.
    """

    by: int
    to: int | None
    asked: Question
    answered: bool
    says: tuple[Anything, ...] = ()  # the answer


def questions(state: State) -> tuple[Aloud, ...]:
    """Today's open questions in order; saying something to the asker by name answers one of them."""
    seen = (state.day, state.phase, len(state.said), len(state.claims))
    return state.cache.get(
        questions, seen, lambda: tuple(_answered(state, state.said if state.phase == "day" else ()))
    )


class _ToAll(NamedTuple):
    """A question to everybody, asked after so many others to one, and who has answered it."""

    after: int
    by: int
    asked: Question
    may: tuple[int, ...]  # who can answer it
    given: dict[int, tuple[Anything, ...]]  # with what


def _answered(state: State, said: Sequence[tuple[int, Spoken]]) -> list[Aloud]:
    asked: list[Aloud] = []
    to_all: list[_ToAll] = []
    for at, (by, words) in enumerate(said):
        to, question = words.said.to, words.said.asked
        doubted = [one.seat for one in words.said.says if words.said.words and isinstance(one, Suspicion | Vote)]
        about = (*doubted, *accused_in(by, words.said.says))
        before = {one[:3] for one in asked}
        accusing = (Aloud(by, one, Question("about", one), False) for one in dict.fromkeys(about) if one != by)
        asked += [one for one in accusing if one[:3] not in before]
        if to is None and question is not None:
            asked += [Aloud(by, None, question, True)] * (question.what in REQUESTS)
            if question.what in ANSWERED:
                to_all.append(_ToAll(len(asked), by, question, _may_answer(state, by, question), {}))
        if to is None or to == by:
            continue
        owed = next((at for at, one in enumerate(asked) if (one.by, one.to) == (to, by) and not one.answered), None)
        if question is not None:
            asked.append(Aloud(by, to, question, False))
            continue
        waits = [one for one in to_all if one.by == to and by in one.may and by not in one.given]
        first = next((one for one in waits if by in _some(state, one, said[:at])), None)
        if first is None and owed is None:  # who was asked at the time, before others had said who they are
            first = next((one for one in waits if len(one.given) < ANSWERS), None)
        if first is not None and (owed is None or first.after <= owed):
            first.given[by] = words.said.says
        elif owed is not None:
            asked[owed] = asked[owed]._replace(answered=True, says=words.said.says)
    for one in reversed(to_all):
        asked[one.after : one.after] = [
            Aloud(one.by, to, one.asked, to in one.given, one.given.get(to, ())) for to in _some(state, one, said)
        ]
    return asked


def accused_in(by: int, says: Sequence[object]) -> Iterator[int]:
    """Of whom they say that they are evil, or a character that is, or that they are not sure about them."""
    for one in says:
        evil = isinstance(one, Is) and one.role in FACTS and FACTS[one.role].team in ("minion", "demon")
        if isinstance(one, Evil | Is | Doubt) and one.seat != by and (evil or not isinstance(one, Is)):
            yield one.seat


def _may_answer(state: State, by: int, question: Question) -> tuple[int, ...]:
    """Who can answer what everybody is asked: why somebody was voted for or accused, those who did it."""
    others = [player.seat for player in state.ring if player.here and player.seat not in (by, question.about)]
    if question.what == "voted":
        votes = (*state.nominated_before, *queries.tallies(state, state.day))
        hands = next((one.hands for one in reversed(votes) if one.nominee == question.about is not None), ())
        return tuple([seat for seat in others if seat in hands])
    spoken = state.said if question.what == "why" else ()
    accusers = {by for by, words in spoken if _accuses(words.said.says, question.about)}
    return tuple([seat for seat in others if seat in accusers] or others)


def _accuses(says: Sequence[Anything], seat: int | None) -> bool:
    return any(isinstance(one, Evil | Suspicion | Doubt) and one.seat == seat for one in says)


def _some(state: State, one: _ToAll, said: Sequence[tuple[int, Spoken]]) -> list[int]:
    """Who answers what everybody is asked: who has already, then who has said who they are, and least today."""
    claimed, today = {seat for seat, _, _ in state.claims}, [seat for seat, _ in said]
    first = sorted(one.may, key=lambda seat: (seat not in one.given, seat not in claimed, today.count(seat)))
    return first[:ANSWERS]


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


def speaks_of(spoken: Spoken, names: Sequence[str]) -> tuple[int, ...]:
    """The seats of whom somebody speaks: as the meaning has them, else whom the words name; none in a question."""
    said = spoken.said
    if said.asked is not None or said.words.endswith("?"):
        return ()
    if said.says:
        return tuple(sorted(set(_seats(said.says))))
    return tuple(
        seat for seat, name in enumerate(names) if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", said.words)
    )


def _seats(part: Any, field: str = "") -> Iterator[int]:
    """The seats in a part of an utterance: a struct, a tuple, or a value under the name of its field."""
    if isinstance(part, msgspec.Struct):
        for name in part.__struct_fields__:
            yield from _seats(getattr(part, name), name)
    elif field == "learned":
        yield from chain.from_iterable(_seats(value, LEARNED.get(key, "")) for key, value in part)
    elif isinstance(part, tuple):
        yield from chain.from_iterable(_seats(one, field.removesuffix("s")) for one in part)
    elif field in ("seat", "about") and isinstance(part, int):
        yield part
