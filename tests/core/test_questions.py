"""The stack of open questions: what is put on top goes first, and what lay under it goes on."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from facedown.core import questions
from facedown.core.bits import members
from facedown.core.layout import blank, dtype_of
from facedown.core.questions import OpenQuestion

CALL, CLAIM, TURN = 3, 2, 1


class Asking(questions.Questions, questions.Events):
    pass


def nothing_asked() -> Any:
    return blank(dtype_of(Asking))


def test_at_the_bottom_lies_the_end() -> None:
    s = nothing_asked()
    assert questions.is_over(s)
    questions.ask_one(s, TURN, 2)
    assert not questions.is_over(s)
    questions.close(s)
    assert questions.is_over(s)


def test_a_reaction_interrupts_and_what_it_interrupted_goes_on() -> None:
    s = nothing_asked()
    questions.ask_one(s, TURN, 0)
    questions.ask(s, CLAIM, 0)
    questions.ask(s, CALL, 0b1110)
    assert (questions.open_kind(s), questions.who_is_asked(s).bit_count()) == (CALL, 3)
    questions.close(s)
    assert (questions.open_kind(s), questions.who_is_asked(s)) == (CLAIM, 0)
    questions.become(s, TURN, 0b10)
    assert questions.is_asked(s, 1)
    questions.close(s)
    assert (questions.open_kind(s), questions.is_asked(s, 0)) == (TURN, True)


def test_a_question_is_told_from_the_next_one_and_not_by_its_answers() -> None:
    s = nothing_asked()
    s.opened = 0x7FFE
    seen = []
    for change in (
        lambda: questions.ask(s, CALL, 0b11),
        lambda: questions.answered(s, 0),
        lambda: questions.become(s, CALL, 0b11),
        lambda: questions.ask_one(s, CALL, 1),
        lambda: questions.close(s),
    ):
        change()
        seen.append(questions.number_of(s))
    assert seen == [0x7FFF, 0x7FFF, 0, 1, 0]


@given(st.permutations(range(8)))
def test_a_question_to_several_is_settled_by_the_last_answer(order: list[int]) -> None:
    s = nothing_asked()
    questions.ask(s, CALL, 0xFF)
    for number, seat in enumerate(order):
        assert questions.is_asked(s, seat)
        assert questions.answered(s, seat) == (number == 7)
        assert not questions.is_asked(s, seat)


def test_what_happened_is_counted_and_the_count_wraps() -> None:
    s = nothing_asked()
    s.event_count = 0x7FFE
    questions.happens(s, 5, 1, 70, -1)
    assert (s.event, s.event_seat, s.event_card, s.event_other, s.event_count) == (5, 1, 70, -1, 0x7FFF)
    questions.happens(s, 5, 1, 70, -1)
    assert s.event_count == 0


def test_read_from_its_bytes_the_open_question_is_the_same() -> None:
    s = nothing_asked()
    read = OpenQuestion(s.dtype)
    for seats in (0b1, 0, 0x7FFF, 0b1010):
        questions.ask(s, CALL, seats)
        questions.happens(s, 4, 1, 2, 3)
        assert read.asked(s) == members(questions.who_is_asked(s)) == members(seats)
        assert read.open_kind(s) == questions.open_kind(s) == CALL
        assert (read.number_of(s), read.happenings(s)) == (questions.number_of(s), s.event_count)
    for _ in range(4):
        questions.close(s)
    assert read.over(s) == questions.is_over(s)
