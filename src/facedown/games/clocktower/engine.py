"""Runs the rules until somebody must answer, or something has happened.

Rules are generators that yield questions, requests, news, or other generators; what a yield returns is the answer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import GeneratorType
from typing import Any

from facedown.games.clocktower import deaths, effects, information, queries, victory, voting
from facedown.games.clocktower.day import day
from facedown.games.clocktower.night import dawn, may_act, night
from facedown.games.clocktower.questions import (
    BEAT,
    GO_ON,
    PAUSE,
    STORYTELLERS_SEAT,
    CardCover,
    Cover,
    Decision,
    Everyone,
    Pause,
    Question,
    Steps,
    TimedPause,
)
from facedown.games.clocktower.setup import GATHER, IN_PERSON, set_up
from facedown.games.clocktower.state import Ability, BeTold, Choose, End, Kill, Learn, Mark, News, State, Unmark


def whole_game(state: State) -> Steps:
    """Run set-up, then nights and days in turn until somebody has won."""
    yield from set_up(state)
    while not state.over:
        yield from night(state)
        if not state.over:
            yield from dawn(state)
        if not state.over:
            yield day(state)


# These carry out what abilities ask for; each gets the state and the request.
REQUESTS: Mapping[type, Callable[[State, Any], Any]] = {
    BeTold: information.be_told,
    Choose: information.choose,
    End: victory.end_by,
    Kill: deaths.kill_by,
    Learn: information.learn,
    Mark: effects.mark_by,
    Unmark: effects.unmark,
}


QUESTIONS = {Question, Decision, Everyone, Pause, Cover, CardCover, TimedPause}
LEFT_OPEN = object()  # in place of an answer: it is given later
ANY_PAUSE = Question([STORYTELLERS_SEAT], "", (GO_ON,), topic=PAUSE)  # where nobody looks at which it is
COVERS, ASKED, NOT_ASKED = "covers", "asked", "not asked"  # an option, and its values


class Strand:
    """A run of rules: a stack of generators, and the questions that are open in them."""

    __slots__ = ("answered", "answers", "held", "questions", "result", "stack")

    def __init__(self, steps: Steps) -> None:
        self.stack: list[Any] = [steps]
        self.questions: list[Question] = []
        self.answered: list[Question] = []  # questions to everyone that may be answered again
        self.answers: dict[int, Any] | None = None  # of questions to everyone: the answers so far
        self.result: Any = None  # what the next yield returns
        self.held: News | Question | Everyone | None = None  # what follows as soon as the storyteller has continued


class Engine:
    """Runs one game.  Either `questions` are open, or `proceed` does the next thing that people see."""

    def __init__(self, state: State) -> None:
        self.state, self._teller = state, state.storyteller
        state.asks_covers = state.options.get(COVERS) == ASKED
        state.in_one_room = state.options.get(GATHER) == IN_PERSON
        self._covers_nights = state.asks_covers and not state.in_one_room
        self.news: News | None = None  # what happened last
        self._strands = [Strand(whole_game(state))]  # the last one runs; a correction by hand is put on top
        self._answered: int | None = None  # the seat whose answer the storyteller has not covered yet
        self._beat = 0  # in which of the night's beats they were asked last
        self._waited = False  # whether somebody was asked in secret since the last public event

    @property
    def questions(self) -> list[Question]:
        """The questions that are open now."""
        return self._strands[-1].questions

    @property
    def answered(self) -> list[Question]:
        """Answered questions whose answers may still be changed while others are open."""
        return self._strands[-1].answered

    @property
    def over(self) -> bool:
        return self.state.over and not self._strands[-1].stack

    def proceed(self) -> bool:
        """Go on until something happens (True) or somebody is asked (False)."""
        strand = self._strands[-1]
        stack, result = strand.stack, strand.result
        step: Any = strand.held
        strand.held = None
        while stack:
            if step is None:
                try:
                    step = stack[-1].send(result)
                except StopIteration as stop:
                    stack.pop()
                    result = stop.value
                    continue
            result, kind = None, type(step)
            if kind is GeneratorType:
                stack.append(step)
            elif kind in REQUESTS:
                result = REQUESTS[kind](self.state, step)
                if type(result) is GeneratorType:
                    stack.append(result)
                    result = None
            elif kind is News or (kind in QUESTIONS and self._is_open(step)):
                return self._comes_about(strand, step)
            elif step is not None:
                result = self._without_asking(step)
            step = None
        self._ends(strand, result)
        return False

    def run(self, answers: Callable[[Question], tuple[int, Any]]) -> int | None:
        """Go on where nobody hears what happens, as in simulations, until the game is over: None.

        `answers` tells which seat answers a question, and what.  What is LEFT_OPEN is asked; the seat is returned.
        """
        while not self.over:
            if self.questions:
                seat, value = answers(self.questions[0])
                if value is LEFT_OPEN:
                    return seat
                self.answer(self.questions[0], seat, value)
            elif self.state.asks_covers:
                self.proceed()
            elif (asked := self._run(answers)) is not None:
                return asked
        return None

    def _run(self, answers: Callable[[Question], tuple[int, Any]]) -> int | None:
        """Go on as long as a single seat is asked, and answers."""
        state, strand, waited = self.state, self._strands[-1], self._waited
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
                self.news, waited = step, waited and step.to is not None
                if state.winner is not None:
                    self._tell(strand, step)
            elif kind is Question or (kind is Decision and len(step.options) > 1):
                if step.seats[0] == STORYTELLERS_SEAT:
                    step.seats = [self._teller]
                seat, result = given = answers(step)
                if result is LEFT_OPEN:
                    self._ask_one(strand, step)
                    return seat
                if step.floor:
                    result = given
                waited = not step.public
                state.asked_so_far += 1
                if state.settled:
                    state.settled.clear()
            elif step is None:
                continue
            elif kind in REQUESTS:
                result = REQUESTS[kind](state, step)
                if type(result) is GeneratorType:
                    stack.append(result)
                    result = None
            elif kind is Pause:
                if not waited:
                    answers(ANY_PAUSE)
                waited = True
            elif kind is Everyone and step.questions:
                self._ask(strand, step)
                return None
            else:
                result = self._without_asking(step)
        self._ends(strand, result)
        return None

    def _ends(self, strand: Strand, result: object) -> None:
        """A run of rules is at its end: go back to what it has interrupted."""
        strand.result = result
        if len(self._strands) > 1:
            self._strands.pop()
            self._take_up_again()

    def _is_open(self, step: Question | Everyone | Pause) -> bool:
        """Whether there is something to ask."""
        if isinstance(step, CardCover):
            return self._asks_card_covers()
        if isinstance(step, Cover | TimedPause):
            return self._asks_covers()
        if isinstance(step, Pause):
            return not self._waited
        if isinstance(step, Everyone):
            return bool(step.questions)
        return len(step.options) > 1 if isinstance(step, Decision) else True

    def _without_asking(self, step: object) -> object:
        """The answer to a question that nobody is asked."""
        if isinstance(step, Decision):
            only = step.options[0] if step.options else None
            self.state.settled.append(only)
            return only
        if isinstance(step, Everyone):
            return {}
        return None if isinstance(step, Pause) else step

    def _comes_about(self, strand: Strand, step: News | Question | Everyone | Pause) -> bool:
        """Let something happen (True), or ask somebody, at night after the storyteller if that is due."""
        if isinstance(step, Pause):
            self._ask(strand, self._to_go_on(step))
        elif self._covers_nights and (cover := self._due_pause(step)) is not None:
            strand.held, strand.result = step, None
            self._ask(strand, self._to_go_on(cover))
        elif isinstance(step, News):
            self._tell(strand, step)
            return True
        else:
            self._ask(strand, step)
        return False

    def _due_pause(self, step: News | Question | Everyone) -> Pause | None:
        """The question that the storyteller is asked first at night: about the last answer, or to go on in time."""
        if not self._asks_covers() or self.state.phase != "night":
            return None
        return self.state.owed_cover if isinstance(step, News) else self._before_asked(step)

    def _asks_covers(self) -> bool:
        """Whether the storyteller is asked to go on at night, which they are not while they act by hand."""
        return self._covers_nights and len(self._strands) == 1

    def _asks_card_covers(self) -> bool:
        """Whether the storyteller sees what somebody is told before anything else happens, in one room as well."""
        return self.state.asks_covers and len(self._strands) == 1

    def _tell(self, strand: Strand, news: News) -> None:
        strand.result, self.news = None, news
        if news.to is None:
            self._waited = False
        if self.state.over:
            self._strands = [strand]
            strand.stack.clear()

    def _ask(self, strand: Strand, step: Question | Everyone) -> None:
        if not isinstance(step, Everyone):
            self._ask_one(strand, step)
            return
        strand.questions, strand.answered, strand.answers = list(step.questions), [], {}
        self._waited = not any(question.public for question in strand.questions)
        if all(question.seats == [self._teller] for question in strand.questions):
            self._teller_is_asked()
        self.state.asked_so_far += 1

    def _ask_one(self, strand: Strand, question: Question) -> None:
        strand.questions, strand.answers = [question], None
        if question.seats == [STORYTELLERS_SEAT]:
            question.seats = [self._teller]
        self._waited = not question.public
        if question.seats == [self._teller]:
            self._teller_is_asked()
        self.state.asked_so_far += 1

    def _teller_is_asked(self) -> None:
        state = self.state
        state.asked_this_turn, state.owed_cover, self._answered = True, None, None
        self._beat = state.beat

    def _before_asked(self, step: Question | Everyone) -> Pause | None:
        """The pause before this question, or None if it follows another to the same player."""
        questions = step.questions if isinstance(step, Everyone) else [step]
        players = {seat for question in questions for seat in question.seats} - {STORYTELLERS_SEAT}
        if self.state.owed_cover is not None and players - {self._answered}:
            return self.state.owed_cover
        if players and self._beat != self.state.beat:
            return TimedPause("It is time for whoever wakes now.")
        return None

    def _to_go_on(self, pause: Pause) -> Question:
        """The question to the storyteller when there may be nothing to decide."""
        topic, after = (BEAT, pause.after) if isinstance(pause, TimedPause) else (PAUSE, 0.0)
        return Question(
            [self._teller], pause.what, (GO_ON,), pause.args, topic=topic, after=after, tells=pause.tells
        )

    def _take_up_again(self) -> None:
        """Reopen the floor for those who are still there; nobody is asked if it was closed by hand."""
        strand = self._strands[-1]
        self._waited = not any(question.public for question in strand.questions)
        for question in strand.questions:
            if question.floor:
                question.seats = queries.not_done(self.state)
        if self._is_closed(strand):
            strand.questions, strand.result = [], None
        elif strand.answers is None and len(strand.questions) == 1 and self._is_past_acting(strand.questions[0]):
            del strand.stack[1:]  # their turn is over; the night goes on
            strand.questions, strand.result = [], None
        elif isinstance(strand.held, Question) and self._is_past_acting(strand.held):
            del strand.stack[1:]
            strand.held = None

    def _is_closed(self, strand: Strand) -> bool:
        """Whether the storyteller has ended the open floor by hand."""
        floor = any(question.floor for question in strand.questions)
        return (
            (floor and queries.floor_is_empty(self.state))
            or (self.state.skip_nominations and self._is_to_nominate(strand))
            or any(voting.is_closed(self.state, question) for question in strand.questions)
        )

    def _is_past_acting(self, question: Question) -> bool:
        """Whether somebody is asked at night for an ability that was ended by hand, for example by their death."""
        me = question.about
        if self.state.phase != "night":
            return False
        if question.topic != "choice" or not isinstance(me, Ability):
            return False
        return me.player.seat in question.seats and not may_act(self.state, me)

    def _is_to_nominate(self, strand: Strand) -> bool:
        """Whether the storyteller is asked whom to nominate."""
        return any(q.topic == "nominate" and self._teller in q.seats for q in strand.questions)

    def answer(self, question: Question, seat: int, value: Any) -> None:
        """Take the answer of a seat that is asked; `proceed` goes on from there."""
        strand = self._strands[-1]
        if question.topic not in (PAUSE, BEAT):
            self.state.settled.clear()
        if seat != self._teller and self.state.phase != "day":
            self.state.asked_this_turn, self._answered = False, seat
            if self._covers_nights:
                self.state.owed_cover = Cover("{0} has answered: {1}.", (self.state.players[seat], value))
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
        """Do something by hand first; what was open goes on after it."""
        self.state.settled.clear()
        self._strands.append(Strand(steps))
