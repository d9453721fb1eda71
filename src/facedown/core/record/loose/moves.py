"""Told moves on a table: as they stand, or as they can only be meant.

What goes without saying, and what else a seat or a moment may be called, the game's transcript says.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from facedown.core.errors import FacedownError
from facedown.core.game import Move, Seat
from facedown.core.spelling import fold
from facedown.core.table import WORDS, Table

AND = " and "
LINKS = re.compile(r"\s+(?:as|with|is(?: the)?)\s+", re.I)  # `Bo as Chef`, `Bo is the Chef`: Bo and Chef

Done = TypeVar("Done")


def called(table: Table) -> dict[str, Seat]:
    """The seats by all that they are called, folded."""
    return table.game.transcript.called(table.game, table.names)


def holder(table: Table, card: str) -> Seat | None:
    """Who alone holds this card, as far as the table has dealt."""
    return table.game.transcript.holder(table.peek(), card)


def left_out(table: Table) -> tuple[Seat, str] | None:
    """A seat that is asked, and its answer that leaves all as it is; None where there is none."""
    return table.game.transcript.left_out(table.peek(), table.names) if table.asked else None


def in_any_order(table: Table, words: str) -> bool:
    """Is it an answer, and players who are asked now, one after the other, do not see who else is?"""
    try:
        move = read_move(table, words)
    except FacedownError:
        return False
    return bool(table.asked) and table.game.transcript.in_any_order(table.peek(), move)


def reached(table: Table, title: str) -> bool:
    """Has the moment come that a title names, as far as the table has dealt?"""
    return table.game.transcript.reached(table.peek(), title)


def in_words_of_a_move(table: Table, words: str) -> str:
    """Words of somebody who looks on, as those of a move."""
    return table.game.transcript.move(words, table.names)


def read_move(table: Table, words: str) -> Move:
    """The move that is told so.  Raises FacedownError."""
    return table.game.read_move(in_words_of_a_move(table, words), table.names)


def become(table: Table, moment: Table) -> None:
    """Let the table stand where a copy of it has come to."""
    vars(table).update(vars(moment))


def at_once_or_later(table: Table, does: Callable[[Table], Done]) -> Done:
    """Do it; where it cannot be done, then after each pause that nobody wrote down.  Raises FacedownError."""
    try:
        return does(table)
    except FacedownError as error:
        refused = error
    later = table.copy()
    while (paused := later.paused) is not None:
        later.play(paused, later.game.pause)
        try:
            done = does(later)
        except FacedownError as error:
            refused = error
            continue
        become(table, later)
        return done
    raise refused


def after_pauses(table: Table) -> Table:
    """The table as it stands when everybody has gone on who is asked for nothing else."""
    later = table.copy()
    while (paused := later.paused) is not None:
        later.play(paused, later.game.pause)
    return later


def later(table: Table) -> Iterator[Table]:
    """The table after its pauses, and then after each answer that a record may leave out."""
    table = after_pauses(table)
    yield table
    for _ in range(MOST_LEFT_OUT):
        idle = left_out(table)
        if idle is None:
            return
        table = table.copy()
        table.play(*idle)
        table = after_pauses(table)
        yield table


def reaching(table: Table, title: str) -> Table | None:
    """The table in the moment that a title names: after what was left out, and after what it says is over."""
    for moment in later(table):
        if reached(moment, title):
            return moment
        move = table.game.transcript.brings(moment.peek(), title)
        if move is not None:
            moment.play(*move)
            return reaching(moment, title) or _furthest(moment)
    return None


def _furthest(table: Table) -> Table:
    """The table where somebody has to be asked before it goes on."""
    *_, last = later(table)
    return last


def opens(table: Table, seat: Seat) -> bool:
    """Is this the seat beyond the players, and has none of them moved yet?"""
    players = table.game.players(len(table.names))
    return seat >= players and not any(line.seat is not None and line.seat < players for line in table.history)


def _only_names(table: Table, said: str) -> bool:
    """Do these words name seats and cards, and say nothing of them?"""
    known = {*map(fold, table.names), *(fold(card.name) for card in table.game.cards())}
    return all(fold(part) in known for part in re.split(r",|\band\b", said))


class Moves:
    """Makes the moves of a record.  It remembers which answers it was given that nobody needed to give."""

    def __init__(self) -> None:
        self._unneeded: list[tuple[Seat, int]] = []  # since the last move that was made

    def make(self, table: Table, seat: Seat, moves: Sequence[str]) -> int:
        """Make the first of these moves of one seat, or several of them as one.  Gives how many those were.

        Raises FacedownError, for the first of them as it stands.
        """
        try:
            return at_once_or_later(table, lambda table: self._make(table, seat, moves))
        except FacedownError:
            if self._goes_without_saying(after_pauses(table), seat, moves[0]):
                return 1
            many = self._after_what_was_left_out(table, seat, moves)
            if not many:
                raise
            return many

    def _make(self, table: Table, seat: Seat, moves: Sequence[str]) -> int:
        if len(moves) > 1 and (many := self._said_in_one_go(table, seat, moves)):
            return many
        if len(moves) > 1 and any(AND in move.text for move in table.legal(seat)):
            many = self._as_one(table, seat, moves)  # before the first alone, where that would mean the same
            if many:
                return many
        try:
            table.play(seat, in_words_of_a_move(table, moves[0]))
        except FacedownError:
            plain = moves[0] if '"' in moves[0] else LINKS.sub(AND, moves[0])
            many = (
                self._without_quotes(table, seat, moves)
                or self._as_one(table, seat, moves)
                or self._one_by_one(table, seat, plain)
            )
            if not many:
                raise
            return many
        self._unneeded.clear()
        return 1

    def _after_what_was_left_out(self, table: Table, seat: Seat, moves: Sequence[str]) -> int:
        """Make them after answers that change nothing and were not written.  Gives how many; 0: it cannot be."""
        for moment in later(table):
            try:
                many = self._make(moment, seat, moves)
            except FacedownError:
                many = self._after_the_first(moment, seat, moves)
            if not many:
                continue
            become(table, moment)
            return many
        return 0

    def _after_the_first(self, table: Table, seat: Seat, moves: Sequence[str]) -> int:
        """Make them after a move of somebody else's that goes without saying.  Gives how many; 0: there is none."""
        moment = after_pauses(table)
        try:
            transcript, move = table.game.transcript, read_move(table, moves[0])
            first = transcript.comes_first(moment.peek(), move, table.names) if moment.asked else None
            if first is None:
                return 0
            moment.play(*first)
        except FacedownError:
            return 0
        for after in later(moment):  # what it leads to may be left out as well
            try:
                many = self._make(after, seat, moves)
            except FacedownError:
                continue
            become(table, after)
            return many
        return 0

    def _as_one(self, table: Table, seat: Seat, moves: Sequence[str]) -> int:
        """`Bo, Cy` where two are named at once.  Gives how many moves that were; 0 where it cannot be meant."""
        for many in range(min(len(moves), MOST_AT_ONCE), 1, -1):
            try:
                table.play(seat, in_words_of_a_move(table, AND.join(moves[:many])))
            except FacedownError:
                continue
            self._unneeded.clear()
            return many
        return 0

    def _one_by_one(self, table: Table, seat: Seat, move: str) -> int:
        """`Bo and Cy` where one is named after the other, or both at once.  Gives 1; 0 where it cannot be meant."""
        parts = move.split(AND) if '"' not in move else []
        if not 1 < len(parts) <= MOST_AT_ONCE:
            return 0
        if self._as_one(table, seat, parts) == len(parts):
            return 1
        later, before = table.copy(), list(self._unneeded)
        try:
            for part in parts:
                self.make(later, seat, [part])
        except FacedownError:
            self._unneeded = before
            return 0
        become(table, later)
        return 1

    def _said_in_one_go(self, table: Table, seat: Seat, moves: Sequence[str]) -> int:
        """`say yes, I am`, without quotes: what comes behind a comma and is not a move is said too.

        Gives how many moves it looked like; 0 where nothing is said, or nothing more.
        """
        after, many = table.copy(), 1
        try:
            said = read_move(table, moves[0])
            if '"' in moves[0] or '"' not in said.text:
                return 0
            after.play(seat, said)
        except FacedownError:
            return 0
        while many < len(moves) and not could(after, seat, moves[many]):
            many += 1
        if many > 1:
            table.play(seat, in_words_of_a_move(table, ", ".join(moves[:many])))
            self._unneeded.clear()
        return many if many > 1 else 0

    def _without_quotes(self, table: Table, seat: Seat, moves: Sequence[str]) -> int:
        """Words of one's own, where nothing else is asked for.  Gives how many moves they looked like, or 0."""
        said = ", ".join(moves)
        if '"' in said or seat not in table.asked or {move.text for move in table.legal(seat)} != {WORDS}:
            return 0
        if opens(table, seat) and _only_names(table, said):  # they answer another question, which may come later
            return 0
        table.play(seat, f'"{said}"')
        self._unneeded.clear()
        return len(moves)

    def _goes_without_saying(self, table: Table, seat: Seat, words: str) -> bool:
        """Is this the one answer that could be given, so that nobody was asked for it?  Each counts once."""
        if table.game.pause and fold(words) == fold(table.game.pause):
            return True
        try:
            move = read_move(table, words)
        except FacedownError:
            return False
        given = (seat, move.code)
        waiting = bool(table.asked) or table.over
        settled = table.game.transcript.settled(table.peek(), seat, move) if waiting else 0
        if settled <= self._unneeded.count(given):
            return False
        self._unneeded.append(given)
        return True


def could(table: Table, seat: Seat, move: str) -> bool:
    """Could this seat make this move next?"""
    try:
        Moves().make(table.copy(), seat, [move])
    except FacedownError:
        return False
    return True


MOST_AT_ONCE = 6
MOST_LEFT_OUT = 24  # answers in a row that a record may leave out
