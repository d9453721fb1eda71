"""Runs the rules until somebody must answer, or something has happened.

Rules are generators that yield questions, requests, news, or other generators; what a yield returns is the answer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import GeneratorType
from typing import Any

from facedown.games.clocktower import deaths, effects, information, queries, victory
from facedown.games.clocktower.day import day
from facedown.games.clocktower.night import dawn, may_act, night
from facedown.games.clocktower.questions import (
    GO_ON,
    PAUSE,
    STORYTELLER,
    Decision,
    Everyone,
    Pause,
    Question,
    Steps,
)
from facedown.games.clocktower.setup import set_up
from facedown.games.clocktower.state import Ability, BeTold, Choose, End, Kill, Learn, Mark, News, State, Unmark


def whole_game(state: State) -> Steps:
    """Set-up, then nights and days in turn until somebody has won."""
    yield from set_up(state)
    while not state.over:
        yield from night(state)
        if not state.over:
            yield from dawn(state)
        if not state.over:
            yield from day(state)


# What an ability asks for is carried out by these, each with the state and the request.
REQUESTS: Mapping[type, Callable[[State, Any], Any]] = {
    BeTold: information.be_told,
    Choose: information.choose,
    End: victory.end,
    Kill: deaths.kill_by,
    Learn: information.learn,
    Mark: effects.mark_by,
    Unmark: effects.unmark,
}


class Strand:
    """Rules that are being run: a stack of generators, and the questions that are open in them."""

    __slots__ = ("answered", "answers", "questions", "result", "stack")

    def __init__(self, steps: Steps) -> None:
        self.stack: list[Any] = [steps]
        self.questions: list[Question] = []
        self.answered: list[Question] = []  # questions to everyone that may be answered again
        self.answers: dict[int, Any] | None = None  # of questions to everyone: the answers so far
        self.result: Any = None  # what the next yield returns


class Engine:
    """Runs one game.  Either `questions` are open, or `proceed` does the next thing that people see."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.news: News | None = None  # what happened last
        self._strands = [Strand(whole_game(state))]  # the last one runs; a correction by hand is put on top
        self._waited = False  # has somebody been asked in secret since the last thing that everybody saw?

    @property
    def questions(self) -> list[Question]:
        """What is asked now."""
        return self._strands[-1].questions

    @property
    def answered(self) -> list[Question]:
        """What has been answered and may be answered again, as long as something is asked."""
        return self._strands[-1].answered

    @property
    def over(self) -> bool:
        return self.state.over and not self._strands[-1].stack

    def proceed(self) -> bool:
        """Go on until something happens (True) or somebody is asked (False)."""
        strand = self._strands[-1]
        stack, result = strand.stack, strand.result
        while stack:
            try:
                step = stack[-1].send(result)
            except StopIteration as stop:
                stack.pop()
                result = stop.value
                continue
            result, kind = None, type(step)
            if kind is GeneratorType:
                stack.append(step)
            elif kind is News:
                self._tell(strand, step)
                return True
            elif kind is Question or (kind is Decision and len(step.options) > 1):
                self._ask(strand, step)
                return False
            elif kind in REQUESTS:
                result = REQUESTS[kind](self.state, step)
                if type(result) is GeneratorType:
                    stack.append(result)
                    result = None
            elif kind is Decision:
                result = step.options[0] if step.options else None
                self.state.settled.append(result)
            elif kind is Everyone and step.questions:
                self._ask(strand, step)
                return False
            elif kind is Pause:
                if not self._waited:
                    self._ask(strand, self._going_on(step))
                    return False
            else:
                result = {} if kind is Everyone else step
        strand.result = result
        if len(self._strands) > 1:
            self._strands.pop()  # back to what was interrupted
            self._take_up_again()
        return False

    def _tell(self, strand: Strand, news: News) -> None:
        strand.result, self.news = None, news
        if news.to is None:
            self._waited = False
        if self.state.over:
            self._strands = [strand]
            strand.stack.clear()

    def _ask(self, strand: Strand, step: Question | Everyone) -> None:
        if isinstance(step, Everyone):
            strand.questions, strand.answered, strand.answers = list(step.questions), [], {}
        else:
            strand.questions, strand.answers = [step], None
            if step.seats == [STORYTELLER]:
                step.seats = [self.state.storyteller]
        self._waited = not any(question.public for question in strand.questions)
        self.state.asked_so_far += 1

    def _going_on(self, pause: Pause) -> Question:
        """What the storyteller is asked where there may be nothing to decide."""
        return Question([self.state.storyteller], pause.what, (GO_ON,), args=pause.args, topic=PAUSE)

    def _take_up_again(self) -> None:
        """The floor is for those who are still there; where it was closed by hand, nobody is asked any more."""
        strand = self._strands[-1]
        self._waited = not any(question.public for question in strand.questions)
        for question in strand.questions:
            if question.floor:
                question.seats = [p.seat for p in queries.here(self.state) if p.seat not in self.state.done]
        closed = any(question.floor for question in strand.questions) and queries.floor_is_empty(self.state)
        if closed or (self.state.skip_nominations and self._is_to_nominate(strand)):
            strand.questions, strand.result = [], None
        elif self._is_past_acting(strand):
            del strand.stack[1:]  # their turn is over; the night goes on
            strand.questions, strand.result = [], None

    def _is_past_acting(self, strand: Strand) -> bool:
        """Is somebody asked at night for an ability of their own that has ended by hand, as by their death?"""
        if self.state.phase != "night" or strand.answers is not None or len(strand.questions) != 1:
            return False
        (question,) = strand.questions
        me = question.about
        if question.topic != "choice" or not isinstance(me, Ability):
            return False
        return me.player.seat in question.seats and not may_act(self.state, me)

    def _is_to_nominate(self, strand: Strand) -> bool:
        """Is the storyteller asked whom to nominate?"""
        return any(q.topic == "nominate" and self.state.storyteller in q.seats for q in strand.questions)

    def answer(self, question: Question, seat: int, value: Any) -> None:
        """A seat that is asked has answered; `proceed` goes on from there."""
        strand = self._strands[-1]
        if question.topic != PAUSE:
            self.state.settled.clear()
        if question.floor:
            value = (seat, value)
        if strand.answers is None:
            strand.questions = []
            strand.result = value
            return
        strand.answers[seat] = value
        strand.questions = [other for other in strand.questions if other is not question]
        if question.revisable and seat in question.seats:
            question.seats, question.answered = [], seat
            strand.answered.append(question)
        if not strand.questions:
            strand.answered = []
            strand.result, strand.answers = strand.answers, None

    def interrupt(self, steps: Steps) -> None:
        """Something is done by hand first; what was open goes on after it."""
        self.state.settled.clear()
        self._strands.append(Strand(steps))
