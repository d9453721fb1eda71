"""One game at a table: the core's `Table`, how old each seat's question is, and undo."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from facedown.core.contract import Contract
from facedown.core.errors import FacedownError, Illegal
from facedown.core.history import Played
from facedown.core.spelling import counted
from facedown.core.table import Mark, Table
from facedown.core.values import Event, Move
from facedown.server.play import outbound
from facedown.server.play.outbound import Messages, Noticed, Receiver, Seen, Visibility
from facedown.server.storage.rows import CLOCK_SEAT, FORK_SEAT, UNDO_SEAT, StoredGame, StoredTable
from facedown.server.wire import MAX_MISSED, ClockFace, Frame, Phase, Refused, Series, Turn, Undone

log = logging.getLogger(__name__)


class Question(msgspec.Struct, frozen=True):
    """What a seat is asked, and the version since which it has been asked exactly this."""

    since: int
    legal: tuple[Move, ...] | None  # None: look it up in the table; most are never compared, and listing is slow
    of: object  # identifies the open question, as `Match.open_question` does
    never_stale: bool  # any answer that is legal when it arrives counts, however old


class Row(NamedTuple):
    """One stored line of history, as plain data.

    what    a move's value; how often time ran out (CLOCK_SEAT); how many moves were undone (UNDO_SEAT); or the
            fields of a `Fork` (FORK_SEAT)
    """

    seat: int
    what: Any


class MadeMove(NamedTuple):
    """A move in the list from which a host chooses what to undo."""

    seat: int
    asked: str  # the prompt that it answered; "" if the seat was only free to act
    move: Move
    when: str  # the summary of the standing before it
    frames: int  # how many frames there were before it
    steps: int = 1  # how many moves it stands for, including those with which the table then goes on by itself


class Snapshot(NamedTuple):
    """The state of a match, to be restored if what came after it cannot be stored."""

    table: Mark
    visibility: Mapping[Receiver, Seen] | None
    unstored: tuple[Row, ...]
    attributes: Mapping[str, Any]  # all of them, most of which are replaced, and never changed in place


class Fork(NamedTuple):
    """A moment from which a game is continued in a different way."""

    frame: int  # of the table
    seat: int  # who tries something else
    anew: str  # the seed for dealing again what this seat did not know; "": the cards stay where they are

    def of(self, table: Table) -> Table:
        """The table that goes on from there."""
        return table.at(self.frame).fork(self.seat, anew=self.anew or None)

    def row(self) -> Row:
        return Row(FORK_SEAT, list(self))


def rows_of(table: Table) -> list[Row]:
    """What has happened at a table, as it is stored, without what was undone."""
    return [row_of(table.contract, played) for played in table.history]


def row_of(game: Contract, played: Played) -> Row:
    """One line of a table's history, as it is stored."""
    if played.seat is None or played.move is None:
        return Row(CLOCK_SEAT, played.ran_out)
    return Row(played.seat, game.move_value(played.move))


class Match:
    """The present game of a table, or the last one that was played.

    `version` grows with every change that everybody can see (in a game with hidden events: with every move, timeout
    and frame), `questions` with every question that is opened.
    `unstored` are the rows that the store does not have yet; they follow the `rows_stored` that it has.
    """

    def __init__(self, game: Contract, stored_game: StoredGame, options: dict[str, str | int], number: int) -> None:
        self.game, self.stored_game, self.options, self.number = game, stored_game, options, number
        self.questions = 0
        self._begin()

    def _begin(self, fork: Table | None = None) -> None:
        stored = self.stored_game
        self.table = fork or Table(self.game, stored.names, stored.seed, self.options)
        self._told: dict[Receiver, list[Event | None]] = {}  # by frame; those that have been asked for
        self.version = self.rows_stored = 0
        self.written: Counter[int] = Counter()  # bytes of stored rows, by seat: each knows its own
        self.unstored: tuple[Row, ...] = ()
        self.moves: tuple[MadeMove, ...] = ()  # without those undone; empty if moves cannot be undone
        self._texts: dict[str, str] = {}  # what stands in many of them is one object
        self._last_undo: Mapping[Receiver, int] = {}  # the version at which each last noticed an undo
        self._questions: dict[int, Question] = {}
        # By seat: the versions at which it was asked what a timeout has closed; an answer to that comes too late.
        self._closed: dict[int, range] = {}
        self.visibility = Visibility(self.table) if self.game.hidden_events else None
        self._update_questions(self.table, None, visible=True)
        # In a game with hidden events: what each receiver noticed of the last move or timeout.
        self.noticed: Mapping[Receiver, Sequence[Noticed]] = {}
        self.unseen_actors: frozenset[int] = frozenset()  # seats that have acted since, unseen by all others
        self._public_state: bytes | None = None  # as it is now, if it has been computed
        self._asked = self.table.asked  # the seats that everybody knows to be asked
        self._slip_note = Event("back", "")  # what everybody was told when the last slip was taken back

    def replay(self, rows: Sequence[tuple[int, Any]]) -> None:
        """Start again and apply these rows, which the store has."""
        self._begin()
        for seat, what in rows:
            if seat == CLOCK_SEAT:
                for _ in range(what):
                    self.wait()
            elif seat == UNDO_SEAT:
                self.take_back(what)
            elif seat == FORK_SEAT:
                self._begin(Fork(*what).of(self.table))
            else:
                self.play(seat, self.game.read_value(what, self.table.names))
        self.rows_stored, self.unstored = len(rows), ()
        self._count_written(rows)

    def snapshot(self) -> Snapshot:
        """The present state, for `restore`."""
        seen = None if self.visibility is None else self.visibility.mark()
        return Snapshot(self.table.mark(), seen, self.unstored, vars(self).copy())

    def restore(self, snapshot: Snapshot) -> None:
        """Restore the state of this snapshot."""
        self.table.go_back(snapshot.table)
        self._forget_told()
        if self.visibility is not None and snapshot.visibility is not None:
            self.visibility.go_back(snapshot.visibility)
        vars(self).update(snapshot.attributes)

    def mark_stored(self) -> None:
        """The store now has every row."""
        self._count_written(self.unstored)
        self.rows_stored, self.unstored = self.rows_stored + len(self.unstored), ()

    def _count_written(self, rows: Sequence[tuple[int, Any]]) -> None:
        for seat, what in rows:
            self.written[seat] += len(msgspec.json.encode(what))

    # -- moves, timeouts and undo ---------------------------------------------------------------------------------

    def play(self, seat: int, move: Move, before: Mark | None = None) -> bool:
        """Make a move; returns whether everybody can see that something has happened.

        `before`: how the table is now, where that is at hand.  Raises FacedownError; nothing has changed then.
        """
        before, question = before or self.table.mark(), self.table.timing.question
        made = self._describe_next_move(seat) if self.can_undo else None
        goes_on = move == self.game.pause and self.table.now(self.game.beat).seat == seat
        self.table.play(seat, move)
        played = self.table.history[-1]
        self.unstored += (row_of(self.game, played),)
        if goes_on and self.moves:
            *others, last = self.moves
            self.moves = (*others, last._replace(steps=last.steps + 1))
        elif made is not None and played.move is not None:
            self.moves += (made(played.move),)
        visible = self._advance(before, question, seat)
        self.unseen_actors = frozenset() if visible else self.unseen_actors | {seat}
        self._update_questions(before.then, seat, visible=visible)
        return visible

    def is_answer(self, seat: int | None, value: object) -> bool:
        """Whether the move of this value answers what the seat is asked; what it may do unasked does not."""
        if seat is None or seat not in self.table.asked:
            return False
        try:
            meant = self.table.interpret(seat, self.game.read_value(value, self.table.names))
        except FacedownError:
            return False
        return self.game.without_words(meant) in self.table.legal(seat)

    def _describe_next_move(self, seat: int) -> Callable[[Move], MadeMove]:
        """Makes the list entry for the seat's next move; what else stands in it is looked up before the move."""
        table = self.table
        answers = table.legal(seat) if seat in table.asked and not table.timing.continuous else ()
        prompt, summary = table.prompt(seat) if answers else "", table.standing.summary
        prompt, summary = map(self._texts.setdefault, (prompt, summary), (prompt, summary))
        frames = len(table.frames)
        return lambda move: MadeMove(
            seat, prompt if self.game.without_words(move) in answers else "", move, summary, frames
        )

    def wait(self) -> bool:
        """Let the open question's time run out; returns whether everybody can see that something has happened."""
        before, question = self.table.mark(), self.table.timing.question
        self.table.wait()
        times = self.unstored[-1].what if self.unstored and self.unstored[-1].seat == CLOCK_SEAT else 0
        self.unstored = self.unstored[:-1] if times else self.unstored
        self.unstored += (Row(CLOCK_SEAT, times + 1),)
        questions, version = self._questions, self.version
        if not self._advance(before, question):  # nobody can tell it from the last: answers to either are valid
            of = self.open_question()
            self._questions = {seat: replace(old, of=of) for seat, old in questions.items()}
            return False
        self.unseen_actors = frozenset()
        self._update_questions(before.then, None, visible=True)
        for seat, old in questions.items():
            new = self._questions.get(seat)
            if (
                new is None
                or self._options_changed(before.then, seat, old, new)
                or (new.since != old.since and not old.never_stale)
            ):
                self._closed = {**self._closed, seat: range(0 if old.never_stale else old.since, version + 1)}
        return True

    @property
    def can_undo(self) -> bool:
        """Whether this game has undo.  It does if it has a host seat, which sees everything and does not play."""
        return self.visibility is not None and self.game.host_seats > 0

    def undo(self, to: int) -> dict[Receiver, int]:
        """Undo every move from number `to` (from 0) on.

        Returns the receivers that see a difference, and how many lines each of their logs loses.  Raises Illegal.
        """
        if self.visibility is None or not 0 <= to < len(self.moves):
            raise Illegal("there is no such move to take back")
        undone, steps = len(self.moves) - to, sum(made.steps for made in self.moves[to:])
        before, self.moves = self.table.mark().then, self.moves[:to]
        self._undone(steps, undone)
        lost = self.visibility.undo(
            before, self.table, self.version, lambda who: self._undo_note(who, undone, over=before.over)
        )
        self._last_undo = {**self._last_undo, **dict.fromkeys(lost, self.version)}
        self.noticed = {}
        self._update_questions(before, None, visible=True)
        return lost

    def unplay(self, seat: int | None) -> dict[Receiver, int]:
        """Take back the last move, a slip of this seat; returns how many lines each receiver's log loses.

        Everybody was told of the move, and of nothing else since (`outbound.slipped`).  Raises Illegal.
        """
        if self.visibility is not None or seat is None or outbound.slipped(self.table) != seat:
            raise Illegal("this move can no longer be taken back")
        before, frame = self.table.mark().then, len(self.table.frames) - 1
        receivers: tuple[Receiver, ...] = (None, *range(len(self.table.names)))
        lost = {who: int(self.table.told_at(frame, who) is not None) for who in receivers}
        self._undone(1, 1)
        self._slip_note = Event("back", f"{self.table.names[seat]} takes that back.", seat)
        self._last_undo = dict.fromkeys(receivers, self.version)
        self._asked = self.table.asked
        self._update_questions(before, None, visible=True)
        return lost

    def _undone(self, steps: int, moves: int) -> None:
        """So many steps of the table are undone, which are so many moves."""
        for _ in range(steps):
            self.table.undo()
        self._forget_told()
        self.unstored += (Row(UNDO_SEAT, moves),)
        self.version += 1
        self.questions += 1
        self.unseen_actors, self._public_state = frozenset(), None

    def last_note(self, receiver: Receiver) -> Event:
        """The line that told this receiver of the last undo."""
        return self._slip_note if self.visibility is None else self.visibility[receiver].last_note

    def take_back(self, undone: int) -> dict[Receiver, int]:
        """Undo the last moves, so many, once more; returns what `undo` does.  Raises Illegal."""
        if self.visibility is None:
            return self.unplay(self.table.history[-1].seat)
        return self.undo(len(self.moves) - undone)

    def _undo_note(self, receiver: Receiver, undone: int, *, over: bool) -> Event:
        """The line for the log.  Only seats that see everything are told how many moves were undone.

        `over`: the game was; then everybody could see what had been hidden, and read its record with the seed.
        """
        known = " It had ended, so what was hidden may be known." if over else ""
        seats = len(self.table.names)
        if receiver is None or receiver < self.game.players(seats):
            return Event("back", f"The game continues from an earlier moment.{known}")
        return Event("back", f"{self.table.names[receiver]} undid {counted(undone, 'move')}.{known}", receiver)

    def _advance(self, before: Mark, asked: object, mover: int | None = None) -> bool:
        """Count what a move or a timeout changed; returns whether everybody could see it.

        `asked` identifies the question that was open before.
        """
        question = self.table.timing.question
        self.questions += question is None or question != asked
        if self.visibility is not None:
            first, new = self.version + 1, len(self.table.frames) - before.frames
            self.version = first + new
            self.noticed = self.visibility.notice(before.then, self.table, new, first, mover)
            return True
        visible = len(self.table.frames) > before.frames
        old, self._public_state = self._public_state, None
        same_tick = question == asked and self.is_streaming
        if not visible and same_tick:
            self._public_state = old or outbound.public_state(before.then)
            return False  # acts within a tick show when it is over
        if not visible:
            self._public_state = outbound.public_state(self.table)
            visible = self._public_state != (old or outbound.public_state(before.then))
        now = self.table.asked
        self._asked = tuple(s for s in self._asked if s != mover or s in now) if same_tick else now
        self.version += visible
        return visible

    def public(self) -> outbound.PublicFacts:
        """What all receivers share at this moment."""
        return outbound.PublicFacts(self.table, self._asked if self.visibility is None else None)

    @property
    def known_asked(self) -> tuple[int, ...]:
        """Who is asked, as far as everybody knows."""
        return self.table.known[None].asked if self.visibility is not None else self._asked

    @property
    def is_streaming(self) -> bool:
        """Whether the game is in a stream of ticks, where time runs on whoever answers."""
        return self.table.timing.continuous and not self.table.over

    # -- what is sent ---------------------------------------------------------------------------------------------

    def turn(self, receiver: Receiver) -> Turn:
        """The present moment, as this receiver sees it."""
        return outbound.turn(self.table, receiver, self.public())

    def updates(self, since: int, only: int | None, clock: ClockFace | None) -> Messages:
        """What everybody, or one seat `only`, is sent of what has happened since this frame."""
        update = partial(
            outbound.update, self.table, since=since, version=self.version, public=self.public(), clock=clock
        )
        return lambda seat: [update(seat)] if only is None or seat == only else []

    def notices(self, noticed: Mapping[Receiver, Sequence[Noticed]], clock: ClockFace | None) -> Messages:
        """One message for each thing that a receiver has noticed, in a game with hidden events."""
        table, now = self.table, outbound.turns(self.table)
        return lambda seat: [outbound.about(table, seat, thing, now, clock) for thing in noticed.get(seat, ())]

    def undoings(
        self, lost: Mapping[Receiver, int], phase: Phase, series: Series, clock: ClockFace | None
    ) -> Messages:
        """What those are sent whose logs lose their last lines: so many are `lost`."""

        def messages(seat: Receiver) -> list[Undone]:
            if seat not in lost:
                return []
            told = Undone(
                version=self.version_of(seat),
                frame=self.frame_of(seat),
                lost=lost[seat],
                note=self.last_note(seat),
                phase=phase,
                series=series,
                clock=clock,
                **msgspec.structs.asdict(outbound.turn(self.table, seat)),
            )
            return [told]

        return messages

    # -- questions ------------------------------------------------------------------------------------------------

    def _update_questions(self, before: Table, mover: int | None, *, visible: bool) -> None:
        """Note what each seat is asked now.

        A seat's question keeps its age if the table only received another seat's answer, or if nothing visible
        happened.
        """
        questions, self._questions = self._questions, {}
        of, free, timing = self.open_question(), self.table.free, self.table.timing
        never_stale = timing.continuous or timing.early
        for seat in (*self.table.asked, *free):
            old = questions.get(seat)
            legal = self.table.legal(seat) if timing.continuous and not self.visibility else None
            new = Question(self.version, legal, of, never_stale or seat in free)
            if old is not None and seat != mover and (old.of == of or not visible):
                new = new if self._options_changed(before, seat, old, new) else replace(new, since=old.since)
            self._questions[seat] = new

    def _options_changed(self, before: Table, seat: int, old: Question, new: Question) -> bool:
        """Whether the seat's legal moves differ from those on the table `before`."""
        legal = self.table.legal(seat) if new.legal is None else new.legal
        return legal != (before.legal(seat) if old.legal is None else old.legal)

    def open_question(self) -> object:
        """Identifies the open question: another value means another question.

        If the game does not identify its questions, every visible change counts as a new one.
        """
        question = self.table.timing.question
        return ("version", self.version) if question is None else question

    def question_key(self, seat: int) -> int:
        """A number that stays the same as long as this seat is asked the same."""
        question = self._questions.get(seat)
        if question is None or question.never_stale:
            return -self.questions - 1
        return question.since

    # -- the counts of one receiver -------------------------------------------------------------------------------

    def version_of(self, receiver: Receiver) -> int:
        """The version, as this receiver counts."""
        return self.version if self.visibility is None else self.visibility[receiver].version

    def frame_of(self, receiver: Receiver) -> int:
        """The number of the last frame, as this receiver counts."""
        return len(self.table.frames) - 1 if self.visibility is None else self.visibility[receiver].frame

    def missed(self, receiver: Receiver, since: int | None) -> tuple[Frame, ...]:
        """The frames after `since`, which is the receiver's own number of the last frame that it has."""
        if self.visibility is None:
            return outbound.missed(self.table, receiver, since)
        missed = self.visibility[receiver].frames_since(since)  # how many it did not see is not to show
        return () if len(missed) > MAX_MISSED else outbound.told(self.table, receiver, missed)

    def log_behind(self, receiver: Receiver) -> int:
        """How many frames `log` would have to look through."""
        return len(self.table.frames) - len(self._told.get(receiver, (None,)))

    def log(self, receiver: Receiver) -> tuple[Event, ...]:
        """Everything that this receiver was told."""
        events = self.told(receiver)
        if self.visibility is None:
            return tuple([event for event in events if event is not None])
        return self.visibility[receiver].log(events)

    def told(self, receiver: Receiver) -> Sequence[Event | None]:
        """What this receiver was told, by the table's frames.  It is kept: to take up a past one takes time."""
        events = self._told.setdefault(receiver, [None])
        for frame in range(len(events), len(self.table.frames)):
            events.append(self.table.told_at(frame, receiver))
        return events

    def _forget_told(self) -> None:
        """Forget what was told in frames that the table no longer has."""
        for events in self._told.values():
            del events[len(self.table.frames) :]

    # -- how old an answer may be ---------------------------------------------------------------------------------

    def check_version(self, seat: int, at: int) -> None:
        """Check that this seat may move now, having seen version `at`.  Raises Refused ("stale" or "late").

        A move is not stale because another seat has answered the same question in the meantime: if several seats
        are asked at once, each may answer what it saw.
        """
        at = self._table_version(seat, at)
        question = self._questions.get(seat)
        oldest = self.version if question is None else 0 if question.never_stale else question.since
        if not max(oldest, self._last_undo.get(seat, 0)) <= at <= self.version:
            self._check_up_to_date(seat, at)

    def check_undo(self, receiver: Receiver, at: int) -> None:
        """Check that this receiver, at version `at`, knows of the last undo.  Raises Refused ("stale")."""
        if not self._last_undo.get(receiver, 0) <= self._table_version(receiver, at) <= self.version:
            raise Refused("stale", "Something has been taken back since; look again, then choose.")

    def check_up_to_date(self, seat: int, at: int) -> None:
        """Check that version `at` is the present one for this seat.  Raises Refused ("stale" or "late")."""
        self._check_up_to_date(seat, self._table_version(seat, at))

    def _table_version(self, receiver: Receiver, at: int) -> int:
        return at if self.visibility is None else self.visibility[receiver].table_version(at, self.version)

    def _check_up_to_date(self, seat: int, at: int) -> None:
        if at in self._closed.get(seat, ()):
            raise Refused("late", "Time was up before your answer arrived at the server.")
        if at != self.version:
            raise Refused("stale", "The table has moved on since you saw it; look again, then choose.")


def replayed(game: Contract, stored: StoredTable) -> Match | None:
    """The last game of a stored table; None if its moves cannot be replayed by the rules of today."""
    if stored.version != game.version:
        return None
    if stored.is_damaged:
        log.error("table %s: what the database has of its game cannot be read; it is kept as it is", stored.code)
        return None
    try:
        match = Match(game, stored.games[-1], stored.options, len(stored.games))
        match.replay(stored.moves)
    except Exception:
        log.exception("table %s: its game cannot be replayed; it is kept as it is", stored.code)
        return None
    return match
