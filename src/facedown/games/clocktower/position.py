"""A game of Clocktower as a position: the list of what was done so far, from which everything else can be replayed.

Generators cannot be copied.  A copy is therefore a frozen picture of the town, which can be looked at, with the
list of what was done, from which the game is replayed as soon as somebody plays on from the copy.
"""

from __future__ import annotations

import pickle
import zlib
from collections.abc import Callable, Iterator, Mapping
from io import BytesIO
from itertools import chain
from typing import Any, NamedTuple, TypeVar

from facedown.games.clocktower import day as floor
from facedown.games.clocktower import queries, scripts, voting
from facedown.games.clocktower.engine import Engine
from facedown.games.clocktower.moves import (
    THE_STORYTELLER,
    Answer,
    Correction,
    Deed,
    InPlace,
    InSeat,
    Meaning,
    Part,
    Token,
    deed_of,
    parts_of,
    sorted_parts,
)
from facedown.games.clocktower.questions import NO, NOBODY, PAUSE, YES, Act, Question, Word
from facedown.games.clocktower.script import Script
from facedown.games.clocktower.setup import new_state
from facedown.games.clocktower.speech.english import way_to_say
from facedown.games.clocktower.speech.fitting import fits
from facedown.games.clocktower.speech.statements import Spoken, Utterance
from facedown.games.clocktower.state import EVIL, GOOD, PASSING, SHARED, Ability, Laid, News, Player, State
from facedown.games.clocktower.storytelling import by_hand
from facedown.games.clocktower.storytelling.by_hand import ByHand
from facedown.games.clocktower.view_cache import ViewCache

T = TypeVar("T")


class Setup(NamedTuple):
    """What a game is made of, before anything is dealt."""

    seats: int  # players, Travellers among them, and the storyteller
    seed: object
    script: Script
    travellers: int  # those who come later among them
    options: Mapping[str, str | int]


class Done(NamedTuple):
    """One thing that a seat did."""

    seat: int
    act: Meaning


class Picture(NamedTuple):
    """Everything that can be seen of one position."""

    state: State
    questions: list[Question]
    news: News | None
    answered: list[Question]  # and may be answered anew, as long as something is asked

    @property
    def answerable(self) -> list[Question]:
        """What is asked, and what may be answered anew."""
        return [*self.questions, *self.answered]


def _picture_of(engine: Engine) -> Picture:
    return Picture(engine.state, engine.questions, engine.news, engine.answered)


class Past(NamedTuple):
    """What was done, the last of it first: the positions of a game share what they have in common."""

    seat: int
    act: Meaning
    happened: int  # as of the position before it
    told: int
    before: Past | None


def _in_order(past: Past | None) -> Iterator[Past]:
    """What was done, the first of it first."""
    done: list[Past] = []
    while past is not None:
        done.append(past)
        past = past.before
    return reversed(done)


class Frozen(NamedTuple):
    """A picture that does not change any more.  A table keeps one of each moment, so it has to be small."""

    first: bytes  # the first town of this day or night, packed
    town: bytes  # packed with that as the dictionary; the same object as before if nothing in it has changed
    now: bytes  # what is PASSING, or asked, packed with the unpacked `town` as the dictionary
    shared: tuple[tuple[Any, ...], ...]  # in the order of state.SHARED; what is equal is the same object as before
    cache: ViewCache


class Look(NamedTuple):
    """A picture that is being looked at, with what has been found in it."""

    picture: Picture
    found: dict[object, Any]


def frozen(picture: Picture) -> Frozen:
    state, copied = picture.state, BytesIO()
    shared = tuple([state.cache.intern((Frozen, name), tuple(getattr(state, name))) for name in SHARED])
    pickler = pickle.Pickler(copied, pickle.HIGHEST_PROTOCOL)
    pickler.dump(state)
    size = copied.tell()
    pickler.dump((picture.questions, picture.news, picture.answered, [getattr(state, name) for name in PASSING]))
    town, now = copied.getvalue()[:size], copied.getvalue()[size:]
    when = state.phase, state.day, state.night
    first, packed_first = state.cache.get((Frozen, "first"), when, lambda: (town, zlib.compress(town)))
    packed = state.cache.get(Frozen, town, lambda: _packed(town, zlib.compressobj(zdict=first)))
    return Frozen(packed_first, packed, _packed(now, zlib.compressobj(1, zdict=town)), shared, state.cache)


def _packed(what: bytes, packing: zlib._Compress) -> bytes:
    return packing.compress(what) + packing.flush()


def thawed(picture: Frozen, script: Script) -> Picture:
    """A separate copy of the picture, which may be changed."""
    town = zlib.decompressobj(zdict=zlib.decompress(picture.first)).decompress(picture.town)
    copied = pickle.Unpickler(BytesIO(town + zlib.decompressobj(zdict=town).decompress(picture.now)))
    state: State = copied.load()
    questions, news, answered, passing = copied.load()
    state.script, state.cache = script, picture.cache
    for name, values in zip(SHARED, picture.shared, strict=True):
        setattr(state, name, list(values))
    for name, value in zip(PASSING, passing, strict=True):
        setattr(state, name, value)
    return Picture(state, questions, news, answered)


class Found(NamedTuple):
    """What a move means here: the answer to a question, or something done by hand."""

    question: Question | None
    value: Any
    seat: int | None = None  # whose answer it is, where another gives it for them


class Position:
    """One game: `picture` to look at, `play` and `proceed` to go on."""

    __slots__ = (
        "_engine", "_found", "_frozen", "_is_copied", "_past", "_picture", "_told", "acts", "begun", "happened",
        "laid", "laid_states", "setup", "storyteller",
    )  # fmt: skip

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.storyteller = setup.seats - 1  # the last seat
        self.begun = False  # whether anything has been dealt or done
        self.laid: Laid = {}
        self.laid_states: Mapping[int, str] = {}  # who begins drunk or poisoned
        self._past: Past | None = None
        self.acts = 0  # how many things have been done
        self.happened = 0  # how many things there were to be told of, to whomever
        self._told = 0  # how often the game has gone on since the last of them
        self._engine: Engine | None = None
        self._frozen: Frozen | None = None
        self._is_copied = False  # whether it is ever copied, as at a table
        self._picture: Picture | None = None
        self._found: dict[object, Any]  # what has been found in this picture, where there is one

    # -- looking -------------------------------------------------------------------------------------------------

    @property
    def picture(self) -> Picture:
        """The town as it is; it must not be changed."""
        return self._look().picture if self._picture is None else self._picture

    def _look(self) -> Look:
        """The picture, and what has been found in it; of a copy it is made anew unless it was just looked at."""
        if self._picture is None and self._engine is None and (copied := self._frozen) is not None:
            return copied.cache.lately(copied, lambda: Look(thawed(copied, self.setup.script), {}))
        if self._picture is None:
            self._picture, self._found = _picture_of(self.engine), {}
        return Look(self._picture, self._found)

    def once(self, what: object, find: Callable[[Picture], T]) -> T:
        """What `find` finds in the picture; it is kept as long as the picture is."""
        picture, known = self._look() if self._picture is None else (self._picture, self._found)
        if what not in known:
            known[what] = find(picture)
        found: T = known[what]
        return found

    def find(self, done: Done) -> Found | None:
        """What this move means now; None if it is not legal.  It is asked for when it is checked, and when made."""
        return self.once(done, lambda picture: find(picture.state, picture.answerable, done))

    @property
    def frozen(self) -> Frozen:
        """The picture, copied once for all who want to look at it later."""
        if self._frozen is None:
            self._frozen = frozen(self.picture)
        return self._frozen

    @property
    def town(self) -> object:
        """The same, unless anything has changed but what is PASSING, SHARED, or asked; to find out, a copy is made.

        At a table there is one of every position; where there are none, as in simulations, it is always another.
        """
        return self.frozen[:2] if self._is_copied else object()

    def copy(self) -> Position:
        self._is_copied = True
        other = self.without_picture()
        if self.begun:
            other._frozen = self.frozen
        return other

    def without_picture(self) -> Position:
        """A copy that takes little memory: who looks at it, or plays on from it, replays the game."""
        other = Position(self.setup)
        other.laid, other.laid_states, other._is_copied = self.laid, self.laid_states, True
        other._past, other._told, other.happened, other.begun = self._past, self._told, self.happened, self.begun
        other.acts = self.acts
        return other

    def before(self, acts: int) -> Position:
        """As it was when only so many things had been done, before the next of them."""
        past, other = self._past, self.without_picture()
        for _ in range(self.acts - acts - 1):
            past = past and past.before
        assert past is not None, "more has been done since"
        other._past, other._told, other.happened, other.acts = past.before, past.told, past.happened, acts
        return other

    def __copy__(self) -> Position:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Position:
        return self.copy()

    def __reduce__(self) -> tuple[object, ...]:
        """What was done, and the picture; the engine is made again when somebody plays on."""
        past = tuple(done[:-1] for done in _in_order(self._past))
        done = self.setup, self.laid, self.laid_states, past, self.happened, self._told
        return _restored, (*done, self.frozen if self._engine is not None and self.begun else self._frozen)

    def showing(self, picture: Picture) -> Position:
        """A position that shows this picture, whatever was done: it can be viewed but not played on."""
        other = Position(self.setup)
        other._past, other._told, other.happened, other.begun = self._past, self._told, self.happened, self.begun
        other._picture, other._found, other._frozen = picture, {}, frozen(picture)
        return other

    # -- going on ------------------------------------------------------------------------------------------------

    @property
    def engine(self) -> Engine:
        """The engine that runs this game; a copy first replays the game from its beginning."""
        if self._engine is None:
            self._engine = self._replayed()
            self._picture = None
        return self._engine

    def _replayed(self) -> Engine:
        setup = self.setup
        players, late = setup.seats - 1 - setup.travellers, int(setup.options.get("late", 0))
        state = new_state(setup.script, players, setup.travellers, setup.seed, late)
        state.laid, state.laid_states = dict(self.laid), dict(self.laid_states)
        state.options = dict(setup.options)
        state.traveller_list = scripts.travellers_of(setup.script)
        engine = Engine(state)
        for seat, act, *_ in _in_order(self._past):
            done = Done(seat, act)
            while not engine.questions and not engine.over:
                engine.proceed()
            _go_on(engine, done, find(engine.state, [*engine.questions, *engine.answered], done))
        for _ in range(self._told):
            engine.proceed()
        return engine

    def proceed(self) -> None:
        """Go on to the next thing that happens, or to the next question."""
        self.happened += self.engine.proceed()
        self._told += 1
        self._is_new()

    def play(self, done: Done) -> None:
        """Make a move of this seat, which `find` must know."""
        _go_on(self.engine, done, self.find(done))
        self._past = Past(done.seat, done.act, self.happened, self._told, self._past)
        self._told, self.acts = 0, self.acts + 1
        self._is_new()

    def answer(self, question: Question, seat: int, value: Any) -> None:
        """Give one of the answers to a seat's question; for simulations, where nothing is undone or looked up."""
        self.engine.answer(question, seat, value)
        self._is_new()

    def _is_new(self) -> None:
        """Forget what was found before: the game has gone on."""
        self.begun = True
        self._frozen = self._picture = None


def _go_on(engine: Engine, done: Done, found: Found | None) -> None:
    """Do this, which means what was found."""
    assert found is not None, "only what is allowed is played"
    if found.question is None:
        engine.interrupt(by_hand.does(engine.state, found.value))
    else:
        engine.answer(found.question, done.seat if found.seat is None else found.seat, found.value)


def _restored(
    setup: Setup,
    laid: Laid,
    laid_states: Mapping[int, str],
    past: tuple[tuple[int, Meaning, int, int], ...],
    happened: int,
    told: int,
    picture: Frozen | None,
) -> Position:
    """The position that was pickled."""
    other = Position(setup)
    other.laid, other.laid_states = laid, laid_states
    for done in past:
        other._past = Past(*done, other._past)
    other.happened, other._told, other._frozen, other._is_copied = happened, told, picture, True
    other.acts, other.begun = len(past), bool(past) or told > 0
    return other


def find(state: State, questions: list[Question], done: Done) -> Found | None:
    """What this move means now; None if it is not legal."""
    seat, act = done
    told = seat == state.storyteller
    if isinstance(act, InPlace):
        return _in_place(state, questions, act) if told else None
    if isinstance(act, Answer | Deed) and act.says and not _can_be_said(state, act):
        return None
    if isinstance(act, Deed) and act.verb in (voting.UP, voting.DOWN):
        return _own_hand(state, seat, act)
    if isinstance(act, Deed) and act.verb in ("say", "claim") and voting.may_speak(state, seat):
        for question in questions:  # who is asked whether they claim to be somebody answers by the claim
            if seat in question.seats and (found := _answer(question, act)) is not None:
                return found
        doing = _act(state, seat, act)
        return None if doing is None else Found(None, ByHand(by_hand.SPEAKS, state.players[seat], doing))
    if isinstance(act, Deed) and act.verb == "say" and told:
        return _by_hand(state, questions, ByHand("say", about=act.words), first=False)
    if isinstance(act, Correction):
        return _by_hand(state, questions, by_hand.meant(state, act), act.first) if told else None
    for question in questions:
        if question.floor:
            if not told and isinstance(act, Deed):
                doing = _act(state, seat, act)
                if doing is not None:
                    return Found(question, doing)
        elif seat in question.seats or seat == question.answered:
            if question.free_text and (act.words or act.says):
                said = Utterance(act.words, act.says)
                return Found(question, _spoken(state, seat, said) if act.says else act.words)
            found = _answer(question, act)
            if found is None and told:
                found = _answer(question, _by_token(state, question, act))
            return found
    return None


def _own_hand(state: State, seat: int, act: Deed) -> Found | None:
    """A player raises or lowers their hand, which is not counted yet."""
    where = "up" if act.verb == voting.UP else "down"
    mine = voting.movable_of(state, seat)
    return None if mine is None else Found(None, ByHand(voting.HAND, mine, where))


def _in_place(state: State, questions: list[Question], act: InPlace) -> Found | None:
    """The answer that the storyteller gives in place of the player who is asked."""
    seat = act.who.seat if isinstance(act.who, InSeat) else state.storyteller
    if seat >= state.storyteller or not state.players[seat].here:
        return None
    found = find(state, questions, Done(seat, act.act))
    return found._replace(seat=seat) if found is not None else None


def _by_hand(state: State, questions: list[Question], hand: ByHand, first: bool) -> Found | None:
    if hand.verb not in by_hand.BESIDE and any(question.topic == PAUSE for question in questions) != first:
        return None  # what is about to happen comes first, unless the move says that it does not wait
    return Found(None, hand) if by_hand.allows(state, hand) else None


def _by_token(state: State, question: Question, act: Answer | Deed) -> Answer | Deed:
    """The storyteller, who sees all tokens, may name a player by the character.

    Not a character by its player: a name that answers another question would then be taken for this one's answer.
    So would a character that answers one which was not asked, as there was but one answer.
    """
    if isinstance(act, Deed) or any(act.parts == parts_of(value) for value in state.settled):
        return act
    meant = [p for p in question.options if isinstance(p, Player) and act.parts == parts_of(p.character)]
    return Answer(parts_of(meant[0])) if len(meant) == 1 else act


NODS: dict[Part, Part] = {YES: Word("life"), NO: Word("death")}
INSTEAD: dict[Part, Part] = {NO: NOBODY, NOBODY: NO, Word("sideways"): Word("neither")}  # a head, a thumb
SIDES = (GOOD, EVIL)


def _answer(question: Question, act: Answer | Deed) -> Found | None:
    """The option that is meant: several things at once may stand in any order, and a nod stands for life.

    A player who is asked whether they claim to be somebody may make that claim, and one who is asked to nominate
    may say `nominate Bo`.  Whether somebody registers as good may be answered with "good" or "evil".
    """
    if isinstance(act, Deed):
        act = _said_as_deed(question, act)
    if not act.parts:
        return None
    if question.topic == "register" and question.args[-1] in SIDES and act.parts[0] in SIDES:
        return Found(question, act.parts == (question.args[-1],))
    meant = {parts_of(option): option for option in question.options}
    for parts in (act.parts, _instead(act.parts, INSTEAD)):
        if parts in meant:
            return Found(question, meant[parts])
    said = sorted_parts(_instead(act.parts, NODS))
    fitting = [option for parts, option in meant.items() if sorted_parts(parts) == said]
    if not fitting:  # of several things at once, enough of them to know which are meant
        fitting = [o for parts, o in meant.items() if isinstance(o, tuple) and set(said) < set(parts)]
    return Found(question, fitting[0]) if len(fitting) == 1 else None


def _instead(parts: tuple[Part, ...], gestures: Mapping[Part, Part]) -> tuple[Part, ...]:
    """The meaning of a gesture, where a move is nothing else."""
    return (gestures.get(parts[0], parts[0]),) if len(parts) == 1 else parts


def _said_as_deed(question: Question, act: Deed) -> Answer:
    """The answer of somebody who says that they do what they are asked about."""
    if question.topic == "claim" and act.verb == "claim" and act.about == parts_of(question.args[0]):
        return Answer((YES,))
    if question.topic == "nominate" and act.verb == "nominate":
        return Answer(act.about)
    chooser = question.about.character.choice_told_as if isinstance(question.about, Ability) else ""
    if chooser and act.verb == "use" and act.about[:1] == (Token(chooser),):
        return Answer(act.about[1:])
    return Answer()


def _act(state: State, seat: int, deed: Deed) -> Act | None:
    if deed.verb in ("say", "whisper"):
        return _speech(state, seat, deed)
    for act in chain(floor.acts(state, seat), floor.unlisted(state, seat)):
        if act.verb == deed.verb and deed_of(act).about == deed.about:
            return Act(act.verb, act.player, act.character, _text(state, seat, deed))
    return None


def _can_be_said(state: State, act: Answer | Deed) -> bool:
    """Whether all whom and what it speaks of are there."""
    seats, own = len(state.players), frozenset(state.script.own)
    to = act.to if isinstance(act, Deed) else None
    return (to is None or to < seats) and all(fits(said, seats, own) for said in act.says)


def _spoken(state: State, seat: int, said: Utterance, to: Player | None = None) -> Spoken:
    privately = (one.text for one in state.whispers if to is not None and {one.by, *one.to} == {seat, to.seat})
    before = chain((words for _, _, words in state.said_before), (words for _, words in state.said), privately)
    return Spoken(
        said, seat, state.script.own_names, None if to is None else to.seat, way_to_say(said, seat, before)
    )


def _text(state: State, seat: int, deed: Deed, to: Player | None = None) -> Spoken | str:
    """What is said with a deed, whispered or not; "" for nothing."""
    return _spoken(state, seat, deed.utterance, to) if deed.utterance else ""


def _speech(state: State, seat: int, deed: Deed) -> Act | None:
    group = [p for p in queries.here(state) if InSeat(p.seat) in deed.about]
    known = tuple(InSeat(p.seat) for p in group) or (THE_STORYTELLER,)
    if sorted_parts(deed.about) != ([] if deed.verb == "say" else sorted_parts(known)):
        return None
    to, also = (group[0], tuple(group[1:])) if group else (None, ())
    act = Act(deed.verb, to, None, _text(state, seat, deed, None if also else to), also)
    return act if floor.allows(state, seat, act) else None
