"""Answers of a record that stand before they are asked for, and wait for their turn."""

from __future__ import annotations

from typing import NamedTuple

from facedown.core.errors import FacedownError, RecordError
from facedown.core.game import Seat
from facedown.core.records.moving import Moves, later
from facedown.core.table import Table

MOST_SEATS = 99


class Held(NamedTuple):
    """An answer that does not fit yet, and what to say of it if it never does."""

    seat: Seat
    moves: list[str]
    problem: RecordError


def comes_later(table: Table, seat: Seat, words: str) -> bool:
    """Is it an answer of a player who may be asked after others, where nobody sees who is asked?"""
    if not _is_player(table, seat) or seat in table.asked:
        return False
    try:
        move = table.game.read_move(words, table.names)
    except FacedownError:
        return False
    moment = _of_players(table)
    return seat not in moment.asked and moment.in_any_order(move)


def is_next(table: Table, seat: Seat) -> bool:
    """Is this seat asked now, or after what the seat beyond the players may leave out?"""
    return seat in table.asked or seat in _of_players(table).asked


def may_be_first(table: Table) -> bool:
    """Is a player asked for an answer that may be left out, or may stand further down?"""
    left_out = _of_players(table).left_out
    return left_out is not None and _is_player(table, left_out[0])


def _of_players(table: Table) -> Table:
    """The table past what the seat beyond the players may leave out."""
    for moment in later(table):
        if moment.left_out is None or _is_player(table, moment.left_out[0]):
            break
    return moment


def _is_player(table: Table, seat: Seat) -> bool:
    return seat < len(table.names) - table.game.beyond_players


class HeldBack:
    """As a game is set up, what the seat beyond the players is asked may be answered in any order.

    So may players be who do not see who else is asked.
    """

    def __init__(self, moves: Moves) -> None:
        self._moves = moves
        self._held: list[Held] = []

    def take(self, seat: Seat, moves: list[str], problem: RecordError) -> int:
        """Keep these moves for later.  Gives how many they are."""
        self._held.append(Held(seat, moves, problem))
        return len(moves)

    def make(self, table: Table) -> None:
        """Make those that fit by now."""
        while any(
            not (comes_later(table, held.seat, held.moves[0]) and may_be_first(table)) and self._fits(table, held)
            for held in self._held
        ):
            pass

    def settle(self, table: Table) -> None:
        """Make those of players, when they are asked after what was left out."""
        while any(_is_player(table, held.seat) for held in self._held) and self._next(table):
            pass

    def _next(self, table: Table) -> bool:
        """Make the one that is asked for next, if there is one."""
        for moment in later(table):
            for held in self._held:
                if held.seat in moment.asked and self._fits(moment, held):
                    vars(table).update(vars(moment))
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
        vars(table).update(vars(later))
        self._held.remove(held)
        return True

    def check(self, seats: int = MOST_SEATS) -> None:
        """Raises RecordError for the first of them, as nothing more may come that it answers.

        `seats`: of the first so many seats only.
        """
        for held in self._held:
            if held.seat < seats:
                raise held.problem
