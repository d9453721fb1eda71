"""One game in progress at a table: the core's table, how old each seat's question is, and how to go back."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from facedown.core.errors import Illegal
from facedown.core.game import Event, Game
from facedown.core.spelling import counted
from facedown.core.table import CLOCK_LINE, Table
from facedown.server import telling
from facedown.server.sights import Sights
from facedown.server.store import BACK_SEAT, CLOCK_SEAT, KeptGame
from facedown.server.telling import Receiver
from facedown.server.wire import Frame, Refused

BACK_LINE = "back: {}"


class Question(msgspec.Struct, frozen=True):
    """What a seat may answer, and since which version it has been asked just this."""

    since: int
    legal: tuple[str, ...] | None  # None: as the table has it, which is slow to list
    of: object  # the open question, as the game tells it from the next one
    lasts: bool  # whatever is legal when it arrives answers it


class Closed(NamedTuple):
    """A seat's question that the clock has closed: who saw one of these versions did not know of it."""

    since: int
    until: int


class Row(NamedTuple):
    """A line of history as the store keeps it: a move, or (CLOCK_SEAT) how often time ran out."""

    seat: int
    text: str


class Made(NamedTuple):
    """A move that was made, for those who may take it back."""

    seat: int
    asked: str  # what it was the answer to; "" where nobody waited for it
    text: str
    when: str  # how the game stood
    frames: int  # how many frames there were


class Saved(NamedTuple):
    """A game as it was, to go back to where what came after could not be kept."""

    table: Table
    version: int
    questions: dict[int, Question]
    closed: dict[int, Closed]
    unstored: tuple[Row, ...]
    sights: Sights | None = None
    made: tuple[Made, ...] = ()
    went_back: Mapping[Receiver, int] = {}
    asked: tuple[int, ...] = ()


class Running:
    """A game that is played, or that was the last to be played.

    `version` counts what everybody could see, `questions` what was asked; `unstored` is what the store does not yet
    know, behind the `stored` rows that it has.
    """

    def __init__(self, game: Game, kept: KeptGame, options: dict[str, str | int], number: int) -> None:
        self.game, self.kept, self.options, self.number = game, kept, options, number
        self.questions = 0
        self._begin()

    def _begin(self) -> None:
        self.table = Table(self.game, self.kept.names, self.kept.seed, self.options)
        self.logs = telling.Logs()
        self.version = self.stored = 0
        self.unstored: tuple[Row, ...] = ()
        self.made: tuple[Made, ...] = ()  # every move that still stands, where moves can be taken back
        self._went_back: Mapping[Receiver, int] = {}  # the version at which each last saw something taken back
        self._questions: dict[int, Question] = {}
        self._closed: dict[int, Closed] = {}
        self.sights = Sights(self.table) if self.game.hidden_events else None
        self._renew(self.table, None, seen=True)
        self.saw: frozenset[Receiver] = frozenset()  # who saw something new when something was done last
        self.alone: frozenset[int] = frozenset()  # who has done something since that nobody else could see
        self._seen: bytes | None = None  # how it stands for everybody, where that has been looked at
        self._asked = self.table.asked  # who is asked, as everybody may know

    def replay(self, rows: Sequence[tuple[int, str]]) -> None:
        """Begin anew and do what these rows say, which are in the store: history is the truth."""
        self._begin()
        for seat, text in rows:
            if seat == CLOCK_SEAT:
                for _ in range(_times(text)):
                    self.wait()
            elif seat == BACK_SEAT:
                self.take_back(len(self.made) - _times(text))
            else:
                self.play(seat, text)
        self.stored, self.unstored = len(rows), ()

    def rows(self) -> list[Row]:
        """What has been done so far, but for what was taken back."""
        return [Row(CLOCK_SEAT if seat is None else seat, text) for seat, text in self.table.history]

    def saved(self) -> Saved:
        return Saved(
            self.table.copy(),
            self.version,
            dict(self._questions),
            dict(self._closed),
            self.unstored,
            None if self.sights is None else self.sights.copy(),
            self.made,
            self._went_back,
            self._asked,
        )

    def restore(self, saved: Saved) -> None:
        self.table, self.version, self._questions, self._closed, self.unstored, *_ = saved
        self.sights, self.made, self._went_back = saved.sights, saved.made, saved.went_back
        self._seen, self._asked = None, saved.asked

    def kept_now(self) -> None:
        """The store has everything."""
        self.stored, self.unstored = self.stored + len(self.unstored), ()

    # -- what is done ---------------------------------------------------------------------------------------------

    def play(self, seat: int, move: str) -> bool:
        """Make a move; can everybody see that something has happened?

        Raises FacedownError, and then nothing has changed.
        """
        before, question = self.table.copy(), self.table.question
        made = self._next_made(seat) if self.goes_back else None
        self.table.play(seat, move)
        text = self.table.history[-1].text
        self.unstored += (Row(seat, text),)
        self.made += (made(text),) if made is not None else ()
        seen = self._go_on(before, question, seat)
        self.alone = frozenset() if seen else self.alone | {seat}
        self._renew(before, seat, seen=seen)
        return seen

    def _next_made(self, seat: int) -> Callable[[str], Made]:
        """The move that this seat makes next, from its text; what was asked, only if that is the answer."""
        table = self.table
        answers = _legal(table, seat) if seat in table.asked and not table.continuous else ()
        asked = table.prompt(seat) if answers else ""
        stood, frames = table.standing.summary, len(table.frames)
        return lambda text: Made(
            seat, asked if text.startswith('"') or text in answers else "", text, stood, frames
        )

    def wait(self) -> bool:
        """Time is out; can everybody see that something has happened?"""
        before, question = self.table.copy(), self.table.question
        self.table.wait()
        ticks = _times(self.unstored[-1].text) if self.unstored and self.unstored[-1].seat == CLOCK_SEAT else 0
        self.unstored = self.unstored[:-1] if ticks else self.unstored
        self.unstored += (Row(CLOCK_SEAT, CLOCK_LINE.format(ticks + 1)),)
        questions, version = self._questions, self.version
        if not self._go_on(before, question):
            self._turn_over()
            return False
        self.alone = frozenset()
        self._renew(before, None, seen=True)
        for seat, old in questions.items():
            new = self._questions.get(seat)
            if (
                new is None
                or self._may_do_else(before, seat, old, new)
                or (new.since != old.since and not old.lasts)
            ):
                self._closed[seat] = Closed(0 if old.lasts else old.since, version)
        return True

    @property
    def goes_back(self) -> bool:
        """Can moves be taken back?  Where somebody sits there who is no player and sees everything."""
        return self.sights is not None and self.game.host_seats > 0

    def take_back(self, to: int) -> dict[Receiver, int]:
        """Take back every move from this one on (from 0).

        Who sees a difference, and how many lines of their log are no more?  Raises Illegal.
        """
        if self.sights is None or not 0 <= to < len(self.made):
            raise Illegal("there is no such move to take back")
        taken, self.made = len(self.made) - to, self.made[:to]
        before = self.table.copy()
        for _ in range(taken):
            self.table.undo()
        self.unstored += (Row(BACK_SEAT, BACK_LINE.format(taken)),)
        self.version += 1
        self.questions += 1
        self.logs.go_back(self.table)
        lost = self.sights.look_back(before, self.table, self.version, lambda who: self._note(who, taken))
        self._went_back = {**self._went_back, **dict.fromkeys(lost, self.version)}
        self.saw, self.alone, self._seen = frozenset(lost), frozenset(), None
        self._renew(before, None, seen=True)
        return lost

    def _note(self, receiver: Receiver, taken: int) -> Event:
        """How many moves it were is known to nobody but the seats that see everything."""
        seats = len(self.table.names)
        if receiver is None or receiver < seats - self.game.host_seats:
            return Event("back", "It goes on from an earlier moment.")
        return Event("back", f"{self.table.names[receiver]} took back {counted(taken, 'move')}.", receiver)

    def _go_on(self, before: Table, asked: object, mover: int | None = None) -> bool:
        """Something was done: has it opened another question than was asked, and could everybody see it?"""
        question = self.table.question
        self.questions += question is None or question != asked
        if self.sights is not None:
            self.version += 1
            self.saw = self.sights.look(before, self.table, self.version)
            return True
        seen = len(self.table.frames) > len(before.frames)
        was, self._seen = self._seen, None
        same_tick = self.in_stream and question == asked
        if not seen and same_tick:
            self._seen = was or telling.publicly(before)  # what is done in a tick shows when it is over
            return False
        if not seen:
            self._seen = telling.publicly(self.table)
            seen = self._seen != (was or telling.publicly(before))
        now = self.table.asked
        self._asked = tuple(s for s in self._asked if s != mover or s in now) if same_tick else now
        self.version += seen
        return seen

    def public(self) -> telling.Public:
        """What is the same for all who look at it now."""
        return telling.Public(self.table, self._asked if self.sights is None and self.in_stream else None)

    @property
    def in_stream(self) -> bool:
        """Does tick follow on tick?"""
        return self.table.continuous and not self.table.over

    def now_again(self) -> frozenset[int]:
        """Those who have done something in the last tick that nobody could see, and may act again."""
        alone, self.alone = self.alone, frozenset()
        return alone

    def _turn_over(self) -> None:
        """Another question is open, but nobody can see a difference: what answered the last one answers this."""
        of = self.open_question()
        self._questions = {
            seat: Question(old.since, old.legal, of, old.lasts) for seat, old in self._questions.items()
        }

    def _renew(self, before: Table, mover: int | None, *, seen: bool) -> None:
        """Note what is asked of whom.

        A question is the same as before where only another's answer came between, or what nobody could see.
        """
        questions, self._questions = self._questions, {}
        of, lasts, free = self.open_question(), self.table.continuous, self.table.free
        for seat in (*self.table.asked, *free):
            old = questions.get(seat)
            legal = None if self.sights else _legal(self.table, seat)
            new = Question(self.version, legal, of, lasts or seat in free)
            if old is not None and seat != mover and (old.of == of or not seen):
                new = new if self._may_do_else(before, seat, old, new) else replace(new, since=old.since)
            self._questions[seat] = new

    def _may_do_else(self, before: Table, seat: int, old: Question, new: Question) -> bool:
        """May this seat do something else now than when it was asked the old question, on the table before?"""
        legal = _legal(self.table, seat) if new.legal is None else new.legal
        return legal != (_legal(before, seat) if old.legal is None else old.legal)

    def open_question(self) -> object:
        """Another value for another question; where the game cannot tell, whatever can be seen makes another."""
        question = self.table.question
        return ("version", self.version) if question is None else question

    # -- what a receiver counts -----------------------------------------------------------------------------------

    def version_of(self, receiver: Receiver) -> int:
        """The version as this receiver counts."""
        return self.version if self.sights is None else self.sights.version(receiver)

    def frame_of(self, receiver: Receiver) -> int:
        """The number of the last frame as this receiver counts."""
        return len(self.table.frames) - 1 if self.sights is None else self.sights.frame(receiver)

    def missed(self, receiver: Receiver, since: int | None) -> tuple[Frame, ...]:
        """What this receiver, who has seen up to `since` by its own count, has not seen."""
        meant = since if self.sights is None else self.sights.since(receiver, since)
        return telling.missed(self.table, receiver, meant)

    def log_behind(self, receiver: Receiver) -> int:
        """How many frames `log` would have to look through."""
        return self.logs.behind(self.table, receiver)

    def log(self, receiver: Receiver) -> tuple[Event, ...]:
        """What has happened, as this receiver was told it."""
        events = self.logs.of(self.table, receiver)
        return tuple(events.values()) if self.sights is None else self.sights.log(receiver, events)

    # -- how old an answer may be ---------------------------------------------------------------------------------

    def check(self, seat: int, at: int) -> None:
        """May this seat move now, going by what it saw at version `at`?  Raises Refused.

        A move is not stale because somebody else has answered the same question in the meantime: where several are
        asked at once, all may answer what they saw.
        """
        at = self._meant(seat, at)
        question = self._questions.get(seat)
        oldest = self.version if question is None else 0 if question.lasts else question.since
        if not max(oldest, self._went_back.get(seat, 0)) <= at <= self.version:
            self._check_seen(seat, at)

    def check_back(self, receiver: Receiver, at: int) -> None:
        """Does this receiver, at version `at`, know what was taken back since?  Raises Refused."""
        if not self._went_back.get(receiver, 0) <= self._meant(receiver, at) <= self.version:
            raise Refused("stale", "Something has been taken back since; look again, then choose.")

    def check_seen(self, seat: int, at: int) -> None:
        """Had this seat, at version `at`, seen how things stand?  Raises Refused, also where time was up since."""
        self._check_seen(seat, self._meant(seat, at))

    def _meant(self, seat: Receiver, at: int) -> int:
        return at if self.sights is None else self.sights.meant(seat, at, self.version)

    def _check_seen(self, seat: int, at: int) -> None:
        closed = self._closed.get(seat)
        if closed is not None and closed.since <= at <= closed.until:
            raise Refused("late", "Time was up before this arrived; what counts is when the table hears of it.")
        if at != self.version:
            raise Refused("stale", "The table has moved on since you saw it; look again, then choose.")

    def age_of(self, seat: int) -> int:
        """A number that stays the same as long as this seat is asked what it is asked now."""
        question = self._questions.get(seat)
        if question is None or question.lasts:
            return -self.questions - 1
        return question.since


def _legal(table: Table, seat: int) -> tuple[str, ...]:
    return tuple(move.text for move in table.legal(seat))


def _times(text: str) -> int:
    """How often the clock ran out, from its line of history."""
    return int(text.rpartition(" ")[2])
