"""Answers of a record that stand before they are asked for, and wait for their turn."""

from __future__ import annotations

from typing import NamedTuple

from facedown.core.errors import FacedownError, RecordError
from facedown.core.game import Seat
from facedown.core.record.loose.moves import Moves, after_pauses, become, in_any_order, later, left_out
from facedown.core.table import Table


class Held(NamedTuple):
    """An answer that does not fit yet, and what to say of it if it never does."""

    seat: Seat
    moves: list[str]
    problem: RecordError
    set_up: bool  # does it belong to the set-up, which has titles of its own?


def comes_later(table: Table, seat: Seat, words: str) -> bool:
    """Is it an answer of a player who may be asked after others, where nobody sees who is asked?"""
    if not _is_player(table, seat) or seat in table.asked:
        return False
    moment = _of_players(table)
    return seat not in moment.asked and in_any_order(moment, words)


def comes_after_players(table: Table, seat: Seat, words: str) -> bool:
    """Is it an answer of the seat beyond the players, that may be asked for when some of them have answered?"""
    return not _is_player(table, seat) and in_any_order(after_pauses(table), words)


def is_next(table: Table, seat: Seat) -> bool:
    """Is this seat asked now, or after what the seat beyond the players may leave out?"""
    return seat in table.asked or seat in _of_players(table).asked


def may_be_first(table: Table) -> bool:
    """Is a player asked for an answer that may be left out, or may stand further down?"""
    idle = left_out(_of_players(table))
    return idle is not None and _is_player(table, idle[0])


def _of_players(table: Table) -> Table:
    """The table past what the seat beyond the players may leave out."""
    for moment in later(table):
        idle = left_out(moment)
        if idle is None or _is_player(table, idle[0]):
            break
    return moment


def _is_player(table: Table, seat: Seat) -> bool:
    return seat < table.game.players(len(table.names))


class HeldBack:
    """As a game is set up, what the seat beyond the players is asked may be answered in any order.

    So may players be who do not see who else is asked, and that seat between them.
    """

    def __init__(self, moves: Moves) -> None:
        self._moves = moves
        self._held: list[Held] = []

    def take(self, seat: Seat, moves: list[str], problem: RecordError, *, set_up: bool) -> int:
        """Keep these moves for later.  Gives how many they are."""
        self._held.append(Held(seat, moves, problem, set_up))
        return len(moves)

    def make(self, table: Table) -> None:
        """Make those that fit by now."""
        while any(self._is_due(table, held) and self._fits(table, held) for held in self._held):
            pass

    def _is_due(self, table: Table, held: Held) -> bool:
        if held.set_up:
            return True
        if not _is_player(table, held.seat):
            return held.seat in after_pauses(table).asked
        return not (comes_later(table, held.seat, held.moves[0]) and may_be_first(table))

    def settle(self, table: Table) -> None:
        """Make those that are asked for after what was left out."""
        while any(not held.set_up for held in self._held) and self._next(table):
            pass

    def _next(self, table: Table) -> bool:
        """Make the one that is asked for next, if there is one."""
        for moment in later(table):
            for held in self._held:
                if held.seat in moment.asked and self._fits(moment, held):
                    become(table, moment)
                    return True
        return False

    def _fits(self, table: Table, held: Held) -> bool:
        """Make this one, if it fits."""
        later, left = table.copy(), list(held.moves)
        try:
            while left:
                del left[: self._moves.make(later, held.seat, left)]
        except FacedownError:
            return False
        become(table, later)
        self._held.remove(held)
        return True

    def check(self, *, set_up: bool = True) -> None:
        """Raises RecordError for the first of them, as nothing more may come that it answers.

        `set_up`: those of the set-up, too.
        """
        for held in self._held:
            if set_up or not held.set_up:
                raise held.problem
