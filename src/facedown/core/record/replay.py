"""A record played on a table, line by line, in the order in which it stands.

One rule goes without saying: a pause, which is a seat being asked when its one answer is `contract.pause`, is
answered as soon as a line is reached that cannot be done in the pause.  A move, chance and time can be done in it
where the game allows that; expectations cannot, unless the line `paused: ...` stands before them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, TypeVar

from facedown.core.errors import BadOption, FacedownError, RecordError, WrongSeat
from facedown.core.game import Seat
from facedown.core.history import DEAL, is_deal
from facedown.core.record import checks, parser
from facedown.core.record.checks import Failure
from facedown.core.record.parser import ClockLine, Expectation, FindGame, Moves, Note, Play, Record
from facedown.core.record.text import NO_FILE, Piece
from facedown.core.spelling import did_you_mean, fold, quote
from facedown.core.table import Table
from facedown.core.writing import written_move, written_name

Done = TypeVar("Done")


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
    seat: Seat | None  # that makes the line's first move; None if time runs, and at the end
    move: str | None
    table: Table


class Block:
    """The block of play right above the expectations that come next: how far `told` looks back."""

    def __init__(self) -> None:
        self.frame = 0  # the first one that the block brings about
        self._line = 0  # in which it begins; 0: it is the record's first
        self._over = False  # whether there has been an expectation since

    def goes_on(self, line: int, frames: int) -> None:
        """A line of play comes next, when there are `frames` frames: in a new block after an expectation."""
        if self._over:
            self.frame, self._line, self._over = frames, line, False

    def ends(self) -> None:
        """An expectation has been reached."""
        self._over = True

    def __str__(self) -> str:
        return f"since line {self._line}" if self._line else "since the beginning"


BRACKETS = {ord(sign): None for sign in "()[]"}


class Replay:
    """Plays one record; `table` is where it has come to, `noted` are the notes that it has come by."""

    def __init__(self, record: Record) -> None:
        header = record.header
        self.table = Table(header.game.contract, header.seats, header.seed, header.options, wait_for_chance=True)
        self.noted: list[Noted] = []
        self._record = record
        self._notes: list[str] = []  # above the next line of play
        self._block = Block()
        self._in_pause = False  # whether `paused` was expected since the last line of play

    def run(self) -> Iterator[Reached]:
        """Play, and stop at each expectation.  Raises RecordError at the first line that cannot be played."""
        for line in self._record.lines:
            if isinstance(line, Expectation):
                yield self._expect(line)
            elif isinstance(line, Note):
                self._notes.append(line.words.text)
            else:
                self._play_line(line)
        if self._record.problem is not None:
            raise self._record.problem
        self.table = self.table.copy(wait_for_chance=False)
        self._note(None, None)

    def _play_line(self, line: Play) -> None:
        if isinstance(line, Moves):
            seat, first = line.moves[0]
            self._note(seat, first.text)
        elif isinstance(line, ClockLine):
            self._note(None, None)
        self._in_pause = False
        self._block.goes_on(line.line, len(self.table.frames))
        if isinstance(line, Moves):
            for seat, move in line.moves:
                self._move(seat, move)
        else:
            self._lay_out(line.words)

    def _note(self, seat: Seat | None, move: str | None) -> None:
        """Keep the notes that stand above this move; above a clock line, or at the end, there is none."""
        if self._notes:
            now = self.table.copy(wait_for_chance=False)
            self.noted.append(Noted(" ".join(self._notes), seat, move, now))
            self._notes = []

    def _expect(self, expected: Expectation) -> Reached:
        self._in_pause |= expected.verb == "paused"
        try:
            while not self._in_pause and self._go_on():
                pass
        except FacedownError as error:  # the table cannot deal what the lines before say
            raise expected.where.refused(error) from None
        self._block.ends()
        since = self._block.frame
        failures = checks.failures(self.table, expected, since)
        if expected.verb in checks.TOLD:
            failures = [Failure(where, f"{message} ({self._block})") for where, message in failures]
        return Reached(expected, self.table, since, failures)

    def _move(self, seat: Seat, move: Piece) -> None:
        self._as_soon_as_it_can_be(move, lambda: self._make(seat, move.text))
        made = next(line.move for line in reversed(self.table.history) if line.seat == seat)
        assert made is not None, "a seat has moved"
        start = self.table.frames[0].position
        written = written_move(self.table.contract, start, seat, made, self.table.names)
        unmarked = move.text.translate(BRACKETS)  # a name may stand in brackets where it need not
        if not {move.text, unmarked} & {made.text, written}:
            raise move.error(f"write {quote(written)} for {quote(move.text)}")

    def _make(self, seat: Seat, move: str) -> None:
        """Raises FacedownError, for one who sees everything."""
        try:
            self.table.play(seat, move)
        except WrongSeat as error:
            raise checks.for_the_writer(self.table, seat, error) from None

    def _lay_out(self, words: Piece) -> None:
        """Lay out chance, or let time run out."""
        words = with_plain_names(words, self.table.names)
        if not self._as_soon_as_it_can_be(words, lambda: self.table.lay_out(words.text)):
            raise self._unknown(words)
        spelled = _spelled(self.table, words.text)
        if spelled != words.text:
            raise words.error(f"write `{spelled}`")

    def _as_soon_as_it_can_be(self, where: Piece, does: Callable[[], Done]) -> Done:
        """Do it now, or after the pause if it is refused during a pause."""
        while True:
            try:
                return does()
            except FacedownError as error:
                if isinstance(error, BadOption) or not self._go_on():
                    raise where.refused(error) from None

    def _go_on(self) -> bool:
        """Answer the pause if the table is in one."""
        seat, pause = checks.paused(self.table), self.table.contract.pause
        if seat is None or pause is None:
            return False
        self.table.play(seat, pause)
        return True

    def _unknown(self, words: Piece) -> RecordError:
        names, contract = self.table.names, self.table.contract
        head, rest = words.partition(":")
        header = (*parser.HEADER, *(option.name for option in contract.options))
        if head.text == "clock":
            return words.error("a clock line says how often time runs out, like `clock: 1`")
        if head.text == "cards":
            return words.error(NO_FILE)
        if head.text in header:
            return words.error(f"{head.text} belongs to the header, before the first line of play")
        laid_out = [line.replace("...", name) for line in contract.laid_out for name in names]
        known = (*laid_out, *names, *parser.VERBS, *parser.FREE, "clock", *header)
        if rest is None and (begins := max((one for one in known if head.after(one)), key=len, default=None)):
            return words.error(f"there is no colon in this line; write it behind {quote(begins)}")
        chance = ", ".join(f"`{line.replace('...', names[0])}: ...`" for line in contract.laid_out)
        usual = (
            f"; a line has a colon, and is a move (`{names[0]}: ...`), an expectation (`asked: {names[0]}`) "
            f"or chance laid out{f' ({chance})' if chance else ''}"
        )
        return words.error(
            f"no line of a record begins with {quote(head.text)}{did_you_mean(head.text, known) or usual}"
        )


def with_plain_names(words: Piece, names: Sequence[str]) -> Piece:
    """These words, with the names that stand between quotes as they are."""
    text = words.text
    for name in names:
        text = text.replace(written_name(name), name)
    return words._replace(text=text)


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
    """The table that a record leads to, None if it breaks off, and what is wrong with the record."""
    problems: list[Problem] = []
    try:
        replay = Replay(parser.parse(text, find_game))
        for reached in replay.run():
            problems += [Problem(at.line, at.column, message) for at, message in reached.failures]
    except RecordError as error:
        return None, [*problems, Problem(error.line, error.column, error.message)]
    except BadOption as error:  # found out when the table deals, after the last line
        return None, [*problems, Problem(max(1, len(text.splitlines())), 1, str(error))]
    return replay.table, problems


def _spelled(table: Table, words: str) -> str:
    """These words, which lay out chance at this table, with single blanks, and seats and cards by their names."""
    head, rest = Piece(" ".join(words.split()), 1, 1).partition(":")
    if rest is None:
        return DEAL if is_deal(head.text) else head.text
    known = {fold(card.name): card.name for card in table.contract.cards()} | {
        fold(name): name for name in table.names
    }
    parts = ", ".join(known.get(fold(part.text), part.text) for part in rest.split(","))
    for name in sorted(table.names, key=len, reverse=True):  # one name may begin another
        who = head.after(name)
        if who is not None and who.text:
            return f"{name} {who.text.lower()}: {parts}"
    return f"{head.text.lower()}: {parts}"
