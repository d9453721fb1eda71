"""Makes told moves on a table: as written, or in the one way in which they are possible.

The game's transcript knows which answers a text may omit, and other names of seats and moments.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from facedown.core.errors import FacedownError
from facedown.core.game import Move, Seat
from facedown.core.spelling import fold
from facedown.core.table import Table

AND = " and "
LINKS = re.compile(r"\s+(?:as|with|is(?: the)?)\s+", re.I)  # `Bo as Chef`, `Bo is the Chef`: Bo and Chef

Done = TypeVar("Done")


def seats_by_name(table: Table) -> dict[str, Seat]:
    """The seats by all their names, folded."""
    return table.game.transcript.called(table.game, table.names)


def holder(table: Table, card: str) -> Seat | None:
    """The only seat that holds this card, or None; the table deals nothing to find out."""
    return table.game.transcript.holder(table.peek(), card)


def left_out(table: Table) -> tuple[Seat, str] | None:
    """The seat that is asked and its answer that changes nothing, which a text may omit; else None."""
    return table.game.transcript.left_out(table.peek(), table.names) if table.asked else None


def in_any_order(table: Table, words: str) -> bool:
    """Whether this is an answer that may be written in any order, as players do not see who else is asked."""
    try:
        move = read_move(table, words)
    except FacedownError:
        return False
    return bool(table.asked) and table.game.transcript.in_any_order(table.peek(), move)


def reached(table: Table, title: str) -> bool:
    """Whether the moment that a title names has come; the table deals nothing to find out."""
    return table.game.transcript.reached(table.peek(), title)


def in_words_of_a_move(table: Table, words: str) -> str:
    """An onlooker's description of a move, in the words of the move."""
    return table.game.transcript.move(words, table.names)


def read_move(table: Table, words: str) -> Move:
    """The move that these words describe.  Raises FacedownError."""
    return table.game.read_move(in_words_of_a_move(table, words), table.names)


def advance_to(table: Table, moment: Table) -> None:
    """Bring a table to where a copy of it stands."""
    vars(table).update(vars(moment))


def at_once_or_later(table: Table, does: Callable[[Table], Done]) -> Done:
    """Call `does` with the table; if that fails, again after each pause in turn.  Raises the last FacedownError."""
    try:
        return does(table)
    except FacedownError as error:
        refused = error
    later = table.copy()
    while (paused := later.paused) is not None and later.game.pause is not None:
        later.play(paused, later.game.pause)
        try:
            done = does(later)
        except FacedownError as error:
            refused = error
            continue
        advance_to(table, later)
        return done
    raise refused


def after_pauses(table: Table) -> Table:
    """A copy of the table after all open pauses have been answered."""
    later = table.copy()
    while (paused := later.paused) is not None and later.game.pause is not None:
        later.play(paused, later.game.pause)
    return later


def later(table: Table) -> Iterator[Table]:
    """The table after its pauses, then after each further answer that a text may omit."""
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
    """The table at the moment that a title names, after omitted answers and moves it implies; None: unreachable."""
    for moment in later(table):
        if reached(moment, title):
            return moment
        move = table.game.transcript.brings(moment.peek(), title)
        if move is not None:
            moment.play(*move)
            return reaching(moment, title) or _furthest(moment)
    return None


def _furthest(table: Table) -> Table:
    """The table after all the answers that a text may omit."""
    *_, last = later(table)
    return last


def opens(table: Table, seat: Seat) -> bool:
    """Whether this is a host seat, and no player has moved yet."""
    players = table.game.players(len(table.names))
    return seat >= players and not any(line.seat is not None and line.seat < players for line in table.history)


def _only_names(table: Table, said: str) -> bool:
    """Whether these words are a list of seats and cards, without anything said about them."""
    known = {*map(fold, table.names), *(fold(card.name) for card in table.game.cards())}
    return all(fold(part) in known for part in re.split(r",|\band\b", said))


class Moves:
    """Makes told moves, and remembers which of them answered a question that was not asked."""

    def __init__(self) -> None:
        self._unneeded: list[tuple[Seat, int]] = []  # since the last move that was made

    def make(self, table: Table, seat: Seat, moves: Sequence[str]) -> int:
        """Make the first of one seat's moves, or several of them as one; returns how many.

        Raises the FacedownError with which the first move is refused as it is written.
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
            many = self._as_one(table, seat, moves)  # before the first move alone, which might be possible too
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
        """Make moves after answers that the text omits; returns how many, 0 if that is impossible."""
        for moment in later(table):
            try:
                many = self._make(moment, seat, moves)
            except FacedownError:
                many = self._after_the_first(moment, seat, moves)
            if not many:
                continue
            advance_to(table, moment)
            return many
        return 0

    def _after_the_first(self, table: Table, seat: Seat, moves: Sequence[str]) -> int:
        """Make moves after another seat's move that they imply; returns how many, 0 if that is impossible."""
        moment = after_pauses(table)
        try:
            transcript, move = table.game.transcript, read_move(table, moves[0])
            first = transcript.comes_first(moment.peek(), move, table.names) if moment.asked else None
            if first is None:
                return 0
            moment.play(*first)
        except FacedownError:
            return 0
        for after in later(moment):  # the text may omit what follows from it, too
            try:
                many = self._make(after, seat, moves)
            except FacedownError:
                continue
            advance_to(table, after)
            return many
        return 0

    def _as_one(self, table: Table, seat: Seat, moves: Sequence[str]) -> int:
        """Make one move of several, `Bo, Cy` where two are named at once; returns how many, 0 if impossible."""
        for many in range(min(len(moves), MOST_AT_ONCE), 1, -1):
            try:
                table.play(seat, in_words_of_a_move(table, AND.join(moves[:many])))
            except FacedownError:
                continue
            self._unneeded.clear()
            return many
        return 0

    def _one_by_one(self, table: Table, seat: Seat, move: str) -> int:
        """Make several moves of one, `Bo and Cy` where each is named alone; returns 1, or 0 if impossible."""
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
        advance_to(table, later)
        return 1

    def _said_in_one_go(self, table: Table, seat: Seat, moves: Sequence[str]) -> int:
        """Make one move of `say yes, I am`, in which the words after the comma are speech and not another move.

        Returns how many moves it looked like, or 0 if the first one is no speech or has all of it.
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
        """Answer a question for free text with words lacking quotes; returns how many moves they looked like."""
        said = ", ".join(moves)
        if '"' in said or seat not in table.asked or {*map(table.game.takes_words, table.legal(seat))} != {True}:
            return 0
        if opens(table, seat) and _only_names(table, said):  # this answers another question, which may come later
            return 0
        table.play(seat, f'"{said}"')
        self._unneeded.clear()
        return len(moves)

    def _goes_without_saying(self, table: Table, seat: Seat, words: str) -> bool:
        """Whether this was the only possible answer, so that nobody was asked for it; each counts once."""
        if table.game.pause and fold(words) == fold(table.game.pause.text):
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
    """Whether this seat could make this move next."""
    try:
        Moves().make(table.copy(), seat, [move])
    except FacedownError:
        return False
    return True


MOST_AT_ONCE = 6
MOST_LEFT_OUT = 24  # answers in a row that a text may omit
