"""A record played on a table, line by line, in the order in which it stands.

One rule goes without saying: a pause, which is a seat being asked when its one answer is `game.pause`, is answered
as soon as a line is reached that cannot be done in the pause.  A move, chance and time can be done in it where the
game allows that; expectations cannot, unless the line `paused: ...` stands before them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from facedown.core.errors import FacedownError, RecordError, WrongSeat
from facedown.core.game import Seat
from facedown.core.record import chance, checks, grammar
from facedown.core.record.checks import Failure
from facedown.core.record.grammar import Chance, Clock, Expectation, FindGame, Moves, Note, Record
from facedown.core.record.text import Piece
from facedown.core.spelling import did_you_mean, quote
from facedown.core.table import Table


class Problem(NamedTuple):
    """One thing that is wrong with a record; `line` and `column` count from 1."""

    line: int
    column: int
    message: str


class Reached(NamedTuple):
    """An expectation that a replay has come to, and the table in that moment."""

    expectation: Expectation
    table: Table
    since: int  # the first frame of those that `told` speaks of
    failures: list[Failure]


class Noted(NamedTuple):
    """Notes that stand above one line of play, and the table before that line; at the end, above none."""

    words: str
    seat: Seat | None  # that makes the line's first move; None where time runs, and at the end
    move: str | None
    table: Table


class Replay:
    """Plays one record; `table` is where it has come to, `noted` are the notes that it has come by."""

    def __init__(self, record: Record) -> None:
        header = record.header
        self.table = Table(header.game, header.seats, header.seed, header.options, wait_for_chance=True)
        self.noted: list[Noted] = []
        self._record = record
        self._notes: list[str] = []  # above the next line of play
        self._since = 0  # the first frame after the expectations that stand above the last moves
        self._since_line = 0  # the line of the moves that brought it about; 0: the first ones
        self._looked = False  # has anything been expected since those moves?
        self._in_pause = False  # has `paused` been expected since the last move?

    def run(self) -> Iterator[Reached]:
        """Play, and stop at each expectation.  Raises RecordError at the first line that cannot be played."""
        for line in self._record.lines:
            if isinstance(line, Expectation):
                yield self._expect(line)
                continue
            if isinstance(line, Note):
                self._notes.append(line.words.text)
                continue
            self._note(line)
            self._in_pause = False
            if self._looked:
                self._since, self._looked = len(self.table.frames), False
                self._since_line = line.moves[0][1].line if isinstance(line, Moves) else line.words.line
            if isinstance(line, Moves):
                for seat, move in line.moves:
                    self._move(seat, move)
            else:
                self._chance(line)
        if self._record.problem is not None:
            raise self._record.problem
        self.table = self.table.copy(wait_for_chance=False)
        self._note(None)

    def _note(self, line: Moves | Chance | Clock | None) -> None:
        """Keep the notes above a move, above a clock line, or at the end; chance is laid out before that."""
        if not self._notes or (isinstance(line, Chance)):
            return
        seat, move = line.moves[0] if isinstance(line, Moves) else (None, None)
        now = self.table.copy(wait_for_chance=False)
        self.noted.append(Noted(" ".join(self._notes), seat, move.text if move else None, now))
        self._notes = []

    def _expect(self, expected: Expectation) -> Reached:
        self._in_pause |= expected.verb == "paused"
        if not self._in_pause:
            while self._go_on():
                pass
        self._looked = True
        failures = checks.failures(self.table, expected, self._since)
        if expected.verb in ("told", "not told"):
            since = f" (since line {self._since_line})" if self._since_line else " (since the beginning)"
            failures = [Failure(where, message + since) for where, message in failures]
        return Reached(expected, self.table, self._since, failures)

    def _move(self, seat: Seat, move: Piece) -> None:
        self._as_soon_as_it_can_be(move, lambda: self._play(seat, move.text))
        made = next(line.text for line in reversed(self.table.history) if line.seat == seat)
        if made != move.text:
            raise move.error(f"write {quote(made)} for {quote(move.text)}")

    def _play(self, seat: Seat, move: str) -> None:
        """Raises FacedownError, for one who sees everything."""
        try:
            self.table.play(seat, move)
        except WrongSeat as error:
            raise checks.for_the_writer(self.table, seat, error) from None

    def _chance(self, line: Chance | Clock) -> None:
        words = line.words.text
        spelled = chance.spelled(self.table, words)
        if spelled == words and self._as_soon_as_it_can_be(line.words, lambda: self.table.lay_out(words)):
            return
        right = chance.spelled(self.table, chance.with_colon(self.table, words))
        if right == words or not chance.is_meant(self.table, right):
            raise self._unknown(line.words)
        stranger = chance.unknown_seat(self.table, right)
        raise line.words.refused(stranger) if stranger else line.words.error(f"write `{right}`")

    def _as_soon_as_it_can_be(self, where: Piece, does: Callable[[], object]) -> object:
        """Do it now; where that is refused in a pause, after the pause."""
        while True:
            try:
                return does()
            except FacedownError as error:
                if not self._go_on():
                    raise where.refused(error) from None

    def _go_on(self) -> bool:
        """Answer the pause, if the table has come to one."""
        paused = self.table.paused
        if paused is None:
            return False
        self.table.play(paused, self.table.game.pause)
        return True

    def _unknown(self, words: Piece) -> RecordError:
        names, options = self.table.names, self.table.game.options
        head, _ = words.partition(":")
        for key in (*grammar.HEADER, *(option.name for option in options)):
            if head.text == key:
                return words.error(f"{key} belongs to the header, before the first line of play")
        mend = did_you_mean(head.text, [*names, *grammar.VERBS])
        usual = f"; a line is a move (`{names[0]}: ...`), an expectation (`asked: {names[0]}`) or chance laid out"
        return words.error(f"no line of a record begins with {quote(head.text)}{mend or usual}")


def read(text: str, find_game: FindGame) -> Table:
    """The table that a record describes, its expectations checked.  Raises RecordError."""
    table, problems = replayed(text, find_game)
    for problem in problems:
        raise RecordError(problem.message, problem.line, problem.column)
    assert table is not None
    return table


def check(text: str, find_game: FindGame) -> list[Problem]:
    """All expectations that fail, and the first line that cannot be read or played: nothing comes after that."""
    return replayed(text, find_game)[1]


def replayed(text: str, find_game: FindGame) -> tuple[Table | None, list[Problem]]:
    """The table that a record leads to, None where it breaks off, and what is wrong with the record."""
    problems: list[Problem] = []
    try:
        replay = Replay(grammar.parse(text, find_game))
        for reached in replay.run():
            problems += [Problem(at.line, at.column, message) for at, message in reached.failures]
    except RecordError as error:
        return None, [*problems, Problem(error.line, error.column, error.message)]
    return replay.table, problems
