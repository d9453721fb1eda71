"""Plays a told game statement by statement, and writes its record on the way."""

from __future__ import annotations

from itertools import islice, takewhile

from facedown.core.errors import FacedownError, RecordError
from facedown.core.game import Seat
from facedown.core.history import Played
from facedown.core.record import chance
from facedown.core.record.checks import Failure
from facedown.core.record.loose.draft import Draft
from facedown.core.record.loose.early_answers import (
    HeldBack,
    comes_after_players,
    comes_later,
    is_next,
    may_be_first,
)
from facedown.core.record.loose.expectations import VERBS, Expected, expectation
from facedown.core.record.loose.header import KEYS
from facedown.core.record.loose.moves import (
    Moves,
    advance_to,
    after_pauses,
    at_once_or_later,
    could,
    later,
    left_out,
    opens,
    reached,
    reaching,
)
from facedown.core.record.loose.statements import ARROW, Statements
from facedown.core.record.text import Piece
from facedown.core.spelling import did_you_mean, fold, quote, unbracketed
from facedown.core.table import Table


class ToldGame:
    """A told game on its table.  `failures` are the expectations that do not hold."""

    def __init__(self, table: Table, draft: Draft) -> None:
        self.failures: list[Failure] = []
        self._table, self._draft = table, draft
        self._transcript = table.game.transcript
        self._statements = Statements(table)
        self._seen = Seen(table)
        self._made = Moves()
        self._held = HeldBack(self._made)
        self._lines = 0  # the length of the history before the last block of moves
        self._looked = False  # whether an expectation came after that block

    def line(self, line: Piece) -> None:
        """Play a line.  Raises RecordError."""
        statements = self._statements.of(line)
        while statements:
            self._statement(self._statements.take_next(statements))

    def finish(self) -> None:
        """End the text.  Raises RecordError if it told answers that could never be given."""
        self._settle()
        self._held.check()

    def write_down(self) -> None:
        """Write what has been played into the draft."""
        self._draft.catch_up(self._table)

    def seat(self, who: Piece) -> Seat | None:
        return self._statements.seat(who)

    def comes(self, title: Piece) -> bool:
        """Play on to the moment that a title names, if only omitted answers lie between; returns whether it did."""
        if reached(self._table, title.text):
            return False
        self._settle()
        moment = reaching(self._table, title.text)
        if moment is not None:
            self._held.check(set_up=False)
            advance_to(self._table, moment)
        return moment is not None

    def _statement(self, statement: Piece, *, titled: bool = False) -> None:
        statement = self._statements.in_other_words(statement)
        head, rest = statement.partition(":")
        seat = self.seat(head)
        if seat is not None and rest is not None:
            self._moves(seat, rest)
        elif (expected := expectation(statement, self._table) or self._outcome(statement)) is not None:
            self._expects(statement, expected)
        elif self.comes(statement) or self._transcript.is_title(statement.text):
            self.write_down()
            self._draft.title(statement.text)
        elif self._laid_out(statement):
            return
        elif self._transcript.is_heading(statement.text):
            self._draft.title(statement.text)
        elif rest is not None and rest.text and not titled and self._is_title(head):  # `Round 1: Ann: Red 9`
            self._statement(head)
            self._statement(rest, titled=True)
        elif (of_all := self._statements.all_but(statement)) is not None:
            self._all_asked(*of_all)
        else:
            self._moves_without_colon(statement)

    def _is_title(self, words: Piece) -> bool:
        return self._transcript.is_title(words.text) or self._transcript.is_heading(words.text)

    # -- expectations ----------------------------------------------------------------------------------------------

    def _outcome(self, statement: Piece) -> Expected | None:
        """The expectation in the game's own words for who has won, such as `Ann wins`, once the game is over."""
        winners = self._transcript.outcome(statement.text)
        if winners is None or not self._seen.by(statement).over:
            return None
        return expectation(statement._replace(text=f"winners: {winners}"), self._table)

    def _expects(self, statement: Piece, expected: Expected) -> None:
        """Check an expectation, and write it into the draft."""
        self._settle()
        self._held.check()
        moment, failures = self._look(statement, expected)
        if failures and self.comes(expected.title):  # a sentence can name the moment in which it is told
            moment, failures = self._look(statement, expected)
        self.failures += failures
        self._looked = True
        about_pause = self._seen.is_of_pause(statement)
        dealt = self._seen.dealt
        in_pause = about_pause or not expected.failures(dealt, self._since(dealt))
        if self._draft.in_pause and not in_pause:
            advance_to(self._table, after_pauses(self._table))
            self._draft.catch_up(self._table, with_pauses=True)
        spelled = expected.spelled(moment, self._since(moment))
        self._draft.expect(self._table, spelled, about_pause=about_pause)

    def _look(self, statement: Piece, expected: Expected) -> tuple[Table, list[Failure]]:
        """The table that the expectation was checked on, and how the two differ.

        An outcome may show only after omitted answers; if so, these are given first.
        """
        now = self._seen.by(statement)
        failures = expected.failures(now, self._since(now))
        idle = left_out(now)
        if not failures or idle is None:
            return now, failures
        of_a_player = idle[0] < now.game.players(len(now.names))
        if of_a_player and not expected.of_what_came:
            return now, failures
        for count, moment in enumerate(later(now), 1):
            if not expected.failures(moment, self._since(moment)):
                *_, reached = islice(later(self._table), count)
                advance_to(self._table, reached)
                return self._seen.by(statement), []
        return now, failures

    def _since(self, table: Table) -> int:
        """The index of the first frame of the last block of moves."""
        later = (i for i, frame in enumerate(table.frames) if frame.lines > self._lines)
        return next(later, len(table.frames)) if self._lines else 0

    # -- moves -----------------------------------------------------------------------------------------------------

    def _moves(self, seat: Seat, moves: Piece) -> None:
        if not moves.text:
            raise moves.error(f"what does {self._table.names[seat]} do? Write the move after the colon")
        rest = moves.split(",")
        while rest:
            head, move = rest[0].partition(":")
            other = self.seat(head)
            if other is not None and move is not None:  # `Ann: Red 3, Bo: Red 5`
                seat, rest[0] = other, move
            self._draft.movers.add(seat)
            del rest[: self._play(seat, rest)]

    def _play(self, seat: Seat, moves: list[Piece]) -> int:
        """Make the first of these moves; returns how many pieces it consists of."""
        table, before = self._table, len(self._table.history)
        if self._laid_out_by_hand(seat, moves[0]):
            return 1
        same = [moves[0].text, *(move.text for move in takewhile(self._statements.of_the_same, moves[1:]))]
        if not comes_later(table, seat, same[0]):
            if not is_next(table, seat):
                self._settle()
        elif may_be_first(table):
            asked = _waits_for(table, seat, "")
            problem = moves[0].error(f"nothing is asked of {table.names[seat]} now{asked}")
            return self._held.take(seat, same, problem, set_up=False)
        try:
            many = self._made.make(table, seat, same)
        except FacedownError as error:
            return self._play_otherwise(seat, moves, same, error)
        self._held.make(table)
        self._went_on(before)
        return many

    def _play_otherwise(self, seat: Seat, moves: list[Piece], same: list[str], error: FacedownError) -> int:
        """Make a refused move as the move of another seat that it names, or keep it.  Raises RecordError."""
        table = self._table
        other, rest = self._statements.told_as_of(moves[0])
        try:
            if rest is not None:
                return self._play(other, [rest, *moves[1:]])
        except FacedownError:
            if seat < table.game.players(len(table.names)):  # a host's moves often name other seats
                raise
        problem = moves[0].error(f"{error}{_waits_for(table, seat, str(error))}")
        set_up = opens(table, seat)
        if set_up or comes_later(table, seat, same[0]) or comes_after_players(table, seat, same[0]):
            return self._held.take(seat, same, problem, set_up=set_up)
        self._held.check()
        raise problem from None

    def _settle(self) -> None:
        """Make the moves that were kept for later, as far as possible."""
        before = len(self._table.history)
        self._held.settle(self._table)
        self._went_on(before)

    def _went_on(self, before: int) -> None:
        """Begin a new block of moves if an expectation has closed the last one; `before`: lines of history."""
        if self._looked and len(self._table.history) > before:
            self._lines, self._looked = before, False

    def _all_asked(self, move: Piece, but: set[Seat]) -> None:
        """`all but Ann: done`: every other player who is asked makes this move; omitted answers are given."""
        table = self._table
        players = set(range(table.game.players(len(table.names)))) - but
        made = False
        if len(move.split(",")) > 1:
            raise move.error("`all` make one move together; write a line for each move, or for each seat")
        while True:
            now = after_pauses(table)
            asked = sorted(players.intersection(now.asked))
            can = [seat for seat in asked if could(now, seat, move.text)]
            if asked and (can or not made):
                players.remove(seat := (can or asked)[0])
                self._moves(seat, move)
                made = True
            elif players and (idle := left_out(now)) is not None and idle[0] in but:
                now.play(*idle)
                advance_to(table, now)
            else:
                return

    def _moves_without_colon(self, statement: Piece) -> None:
        if ARROW.match(statement.text):
            self._statement(statement._replace(text=ARROW.sub(r"\1: ", statement.text, count=1)))
            return
        statement = statement._replace(text=statement.text.removesuffix("."))  # `Ann plays Red 3.`
        speaker = self._transcript.speaker(statement.text, self._table.names)
        if speaker is not None:
            self._moves(speaker, statement)
            return
        head, tail = statement.partition(":")  # `Ann plays: Red 3` is `Ann plays Red 3`
        plain = statement if tail is None else statement._replace(text=f"{head.text} {tail.text}")
        seat, rest = self._statements.told_as_of(plain.after("the") or plain)
        try:
            if rest is not None:
                self._moves(seat, rest)
                return
        except RecordError:
            if rest is None or tail is None or self._transcript.move(rest.text, self._table.names) != rest.text:
                raise
        raise self._unknown(statement)

    def _unknown(self, statement: Piece) -> RecordError:
        names, options = self._table.names, self._table.game.options
        head, tail = statement.partition(":")
        for key in KEYS:
            if statement.after(key) is not None:
                return statement.error(f"{key} belongs to the header, before the first line of play")
        mend = did_you_mean(head.text, [*names, *VERBS, *(option.name for option in options)])
        usual = "; a line is a move (`Ann: ...`), an expectation (`asked: Ann`) or chance laid out"
        if tail is not None:
            usual += f"; the seats are {', '.join(names)}"
        return statement.error(f"no line of a record begins with {quote(head.text)}{mend or usual}")

    # -- chance ----------------------------------------------------------------------------------------------------

    def _laid_out_by_hand(self, seat: Seat, move: Piece) -> bool:
        """Lay out chance in a host's line before all moves; False if it is no such line."""
        begun = self._looked or any(line.seat is not None for line in self._table.history)
        return not begun and seat >= self._table.game.players(len(self._table.names)) and self._laid_out(move)

    def _laid_out(self, statement: Piece) -> bool:
        """Lay out chance as the statement says; False if it is about something else."""
        table, before = self._table, len(self._table.history)
        said = statement.value_of("chance") or statement
        try:
            told = self._transcript.chance(table.peek(), said.text, table.names)
            words = chance.spelled(table, told or with_colon(table, said.text))
            laid_out = at_once_or_later(table, lambda table: table.lay_out(words))
        except FacedownError as error:
            raise said.refused(error) from None
        if laid_out:
            self._went_on(before)
        return laid_out


def with_colon(table: Table, words: str) -> str:
    """`deck Six` as `deck: Six`: with the colon where it makes a line that lays out chance."""
    parts = words.replace("=", " ").split()
    if ":" in words:
        return words
    lines = (f"{' '.join(parts[:end])}: {' '.join(parts[end:])}" for end in range(1, len(parts)))
    return next((line for line in lines if _lays_out(table, line)), words)


def _lays_out(table: Table, line: str) -> bool:
    """Whether this line lays out chance, even if that is impossible now."""
    try:
        return table.copy().lay_out(line)
    except FacedownError:
        return True


class Seen:
    """A table as expectations see it: with everything dealt that is due, while the table waits for chance."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._of: tuple[int, list[Played]] | None = None  # the length and end of the history that these belong to:
        self._dealt: Table | None = None
        self._gone_on: Table | None = None

    @property
    def dealt(self) -> Table:
        """A copy with everything dealt."""
        history = self._table.history
        now = len(history), history[-1:]
        if self._dealt is None or now != self._of:
            self._of, self._gone_on = now, None
            self._dealt = self._table.copy(wait_for_chance=False)
        return self._dealt

    def by(self, statement: Piece) -> Table:
        """A copy with everything dealt, after the open pauses unless the statement is about one."""
        dealt = self.dealt
        if dealt.paused is None or self._names_pause(statement):
            return dealt
        if self._gone_on is None:
            self._gone_on = after_pauses(dealt)
        return self._gone_on

    def is_of_pause(self, statement: Piece) -> bool:
        """Whether the statement is about the open pause."""
        return bool(self._table.game.pause) and self._names_pause(statement) and self.dealt.paused is not None

    def _names_pause(self, statement: Piece) -> bool:
        return self._table.game.pause is not None and fold(self._table.game.pause.text) in fold(statement.text)


def _waits_for(table: Table, seat: Seat, said: str) -> str:
    """Who must answer before `seat`, as the end of an error message; empty if `said` has it already."""
    if seat in after_pauses(table).asked:
        return ""
    *_, stuck = later(table)  # after all the answers that the text may omit
    names = ", ".join(table.names[other] for other in stuck.asked)
    what = f": {unbracketed(stuck.prompt(stuck.asked[0]))}" if len(stuck.asked) == 1 else ""
    return "" if not names or f"for {names}" in said else f" (asked: {names}{what})"
