"""A game of Clocktower as a position: what was done so far, from which everything else is told again.

Generators cannot be copied.  So a copy is a frozen picture of the town, good for looking at, and the list of what
was done, from which the tale is told anew as soon as somebody goes on from it.
"""

from __future__ import annotations

import pickle
from collections.abc import Mapping
from itertools import chain
from typing import Any, NamedTuple

from facedown.games.clocktower import by_hand, scripts
from facedown.games.clocktower import day as floor
from facedown.games.clocktower.character import Character
from facedown.games.clocktower.engine import Engine
from facedown.games.clocktower.notation import (
    FIRST,
    INSTEAD,
    NODS,
    ByHand,
    code_of,
    option_of,
    parts_of,
    shot_at,
    text_in,
)
from facedown.games.clocktower.questions import PAUSE, Act, Question, Word
from facedown.games.clocktower.scripts import Script
from facedown.games.clocktower.state import Alignment, News, Player
from facedown.games.clocktower.tale import Tale

Laid = Mapping[int, tuple[Character, Character | None, Alignment | None]]


class Setup(NamedTuple):
    """What a game is made of, before anything is dealt."""

    seats: int  # players, Travellers among them, and the storyteller
    seed: object
    script: Script
    travellers: int
    options: Mapping[str, Any]


class Done(NamedTuple):
    """One thing that a seat did: its move, as number and as words."""

    seat: int
    code: int
    text: str


class Picture(NamedTuple):
    """All that can be looked at in one position."""

    tale: Tale
    questions: list[Question]
    news: News | None
    answered: list[Question]  # and may be answered anew, as long as something is asked

    @property
    def answerable(self) -> list[Question]:
        """What is asked, and what may be answered anew."""
        return [*self.questions, *self.answered]


def _painted(engine: Engine) -> Picture:
    return Picture(engine.tale, engine.questions, engine.news, engine.answered)


def frozen(picture: Picture) -> bytes:
    return pickle.dumps(tuple(picture), pickle.HIGHEST_PROTOCOL)


def thawed(picture: bytes, script: Script) -> Picture:
    """A picture of its own, that can be looked at and painted over."""
    anew = Picture(*pickle.loads(picture))
    anew.tale.script = script
    return anew


class Found(NamedTuple):
    """What a move means here: the answer to a question, or something done by hand."""

    question: Question | None
    value: Any


class Position:
    """One game: `picture` to look at, `play` and `proceed` to go on."""

    __slots__ = ("_engine", "_frozen", "_picture", "_told", "happened", "laid", "laid_states", "past", "setup")

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.laid: Laid = {}
        self.laid_states: Mapping[int, str] = {}  # who begins drunk or poisoned
        self.past: tuple[Done, ...] = ()
        self.happened = 0  # how many things there were to be told of, to whomever
        self._told = 0  # how often the tale has gone on since the last of them
        self._engine: Engine | None = None
        self._frozen: bytes | None = None
        self._picture: Picture | None = None

    # -- looking -------------------------------------------------------------------------------------------------

    @property
    def picture(self) -> Picture:
        """The town as it is.  Nothing may be changed in it."""
        if self._engine is not None:
            return _painted(self._engine)
        if self._picture is None:
            if self._frozen is None:
                return _painted(self.engine)
            self._picture = thawed(self._frozen, self.setup.script)
        return self._picture

    @property
    def begun(self) -> bool:
        return bool(self.past) or self._told > 0

    @property
    def storyteller(self) -> int:
        """The storyteller's seat: the last."""
        return self.setup.seats - 1

    def copy(self) -> Position:
        other = Position(self.setup)
        other.laid, other.laid_states = self.laid, self.laid_states
        other.past, other._told, other.happened = self.past, self._told, self.happened
        if self._frozen is None and self.begun:
            self._frozen = frozen(self.picture)
        other._frozen = self._frozen
        return other

    def repainted(self, picture: Picture) -> Position:
        """A position that shows this picture, whatever was done: for looking at, not for going on."""
        other = Position(self.setup)
        other.past, other._told, other.happened, other._picture = self.past, self._told, self.happened, picture
        other._frozen = frozen(picture)
        return other

    # -- going on ------------------------------------------------------------------------------------------------

    @property
    def engine(self) -> Engine:
        """The tale being told; told anew from the beginning where this is a copy."""
        if self._engine is None:
            self._engine = self._told_again()
            self._picture = None
        return self._engine

    def _told_again(self) -> Engine:
        setup = self.setup
        tale = Tale(setup.script, setup.seats - 1 - setup.travellers, setup.travellers, setup.seed)
        tale.laid, tale.laid_states = dict(self.laid), dict(self.laid_states)
        tale.options = dict(setup.options)
        tale.traveller_list = scripts.travellers_of(setup.script)
        engine = Engine(tale)
        for done in self.past:
            while not engine.questions and not engine.over:
                engine.proceed()
            self._apply(engine, done)
        for _ in range(self._told):
            engine.proceed()
        return engine

    def proceed(self) -> None:
        """The next thing that happens, or nothing but that somebody is asked."""
        self.happened += self.engine.proceed()
        self._told += 1
        self._frozen = None

    def play(self, done: Done) -> None:
        """A seat does something that `find` finds."""
        self._apply(self.engine, done)
        self.past = (*self.past, done)
        self._told = 0
        self._frozen = None

    def _apply(self, engine: Engine, done: Done) -> None:
        found = find(engine.tale, [*engine.questions, *engine.answered], done)
        assert found is not None, "only what is allowed is played"
        if found.question is None:
            engine.interrupt(by_hand.does(engine.tale, found.value))
        else:
            engine.answer(found.question, done.seat, found.value)


def find(tale: Tale, questions: list[Question], done: Done) -> Found | None:
    """What this move means now; None where it may not be made."""
    hand = ByHand.read(done.code, tale, done.text)
    if hand is not None and hand.verb == "kill" and hand.player is not None and done.seat < len(tale.players):
        done, hand = done._replace(code=code_of(hand.player)), None  # so may whoever is asked whom to kill say it
    if done.seat == tale.storyteller.seat and done.code == code_of(Act("say")):
        hand = ByHand("say", about=text_in(done.text))
    if hand is not None:
        if any(question.topic == PAUSE for question in questions) != bool(FIRST.match(done.text)):
            return None  # what is about to come, comes first, unless it is said that this does
        allowed = done.seat == tale.storyteller.seat and by_hand.allows(tale, hand)
        return Found(None, hand) if allowed else None
    for question in questions:
        if question.floor:
            if done.seat < len(tale.players):
                act = _act(tale, done)
                if act is not None:
                    return Found(question, act)
        elif done.seat in question.seats or done.seat == question.answered:
            text = text_in(done.text) if question.free_text else ""
            if text:
                return Found(question, text)
            found = _answer(question, shot_at(done.code), done.text)
            if found is None and done.seat == tale.storyteller.seat:
                found = _answer(question, _by_token(tale, question, done.code))
            return found
    return None


def _by_token(tale: Tale, question: Question, code: int) -> int:
    """The storyteller, who sees all tokens, may name a player by the character.

    Not a character by its player: a name that answers another question would then be taken for this one's answer.
    So would a character that answers one which was not asked, as there was but one answer.
    """
    settled = any(code == code_of(value) for value in tale.settled)
    meant = [p for p in question.options if isinstance(p, Player) and code == code_of(p.character) and not settled]
    return code_of(meant[0]) if len(meant) == 1 else code


SIDES_ASKED_FOR = ("register as good?", "register as evil?")
SIDES = {code_of(Word("good")): SIDES_ASKED_FOR[0], code_of(Word("evil")): SIDES_ASKED_FOR[1]}


def _answer(question: Question, code: int, text: str = "") -> Found | None:
    """The option that is meant: several things at once may stand in any order, and a nod stands for life.

    Who is asked whether they claim to be somebody may say that claim, and who is asked to nominate, `nominate Bo`.
    Whether somebody registers as good may be answered so: "good" or "evil".
    """
    if question.topic == "register" and code in SIDES and question.what.endswith(SIDES_ASKED_FOR):
        return Found(question, question.what.endswith(SIDES[code]))
    if question.topic == "claim" and code == code_of(Act("claim", character=question.args[0])):
        return Found(question, True)
    meant = {code_of(option): option for option in question.options}
    if code in meant and len(meant) < len(question.options):
        return Found(question, option_of(question.options, code, text))
    if question.topic == "nominate":
        meant |= {code_of(Act("nominate", option)): option for option in question.options if option is not None}
    if code in meant:
        return Found(question, meant[code])
    if INSTEAD.get(code) in meant:
        return Found(question, meant[INSTEAD[code]])
    code = NODS.get(code, code)
    fitting = [option for number, option in meant.items() if parts_of(number) == parts_of(code)]
    if not fitting:  # of several things at once, enough of them to know which are meant
        said = set(parts_of(code))
        fitting = [o for number, o in meant.items() if isinstance(o, tuple) and said < set(parts_of(number))]
    return Found(question, fitting[0]) if len(fitting) == 1 else None


def _act(tale: Tale, done: Done) -> Act | None:
    text = text_in(done.text)
    spoken = _spoken(tale) if text else ()
    for act in chain(spoken, floor.acts(tale, done.seat), floor.unlisted(tale, done.seat)):
        if code_of(act) == done.code:
            said = Act(act.verb, act.player, act.character, text)
            listed = act.verb not in ("say", "whisper")
            return said if listed or floor.allows(tale, done.seat, said) else None
    return None


def _spoken(tale: Tale) -> list[Act]:
    return [Act("say"), *(Act("whisper", player) for player in tale.here)]
