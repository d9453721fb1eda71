"""Answers that a told text gives before they are asked for; they are kept until then."""

from __future__ import annotations

from typing import NamedTuple

from facedown.core.errors import FacedownError, RecordError
from facedown.core.game import Seat
from facedown.core.record.loose.moves import Moves, advance_to, after_pauses, in_any_order, later, left_out
from facedown.core.table import Table


class Held(NamedTuple):
    """An answer that cannot be given yet, and the error to raise if it never can."""

    seat: Seat
    moves: list[str]
    problem: RecordError
    set_up: bool  # whether it belongs to the set-up


def comes_later(table: Table, seat: Seat, words: str) -> bool:
    """Whether this answers a later question to this player, in a phase in which nobody sees who is asked."""
    if not _is_player(table, seat) or seat in table.asked:
        return False
    moment = _of_players(table)
    return seat not in moment.asked and in_any_order(moment, words)


def comes_after_players(table: Table, seat: Seat, words: str) -> bool:
    """Whether this answers a question that a host seat may get after some players have answered."""
    return not _is_player(table, seat) and in_any_order(after_pauses(table), words)


def is_next(table: Table, seat: Seat) -> bool:
    """Whether this seat is asked now, or once the host seats' omissible answers have been given."""
    return seat in table.asked or seat in _of_players(table).asked


def may_be_first(table: Table) -> bool:
    """Whether a player is asked for an answer that the text may omit or give later."""
    idle = left_out(_of_players(table))
    return idle is not None and _is_player(table, idle[0])


def _of_players(table: Table) -> Table:
    """The table after the answers of host seats that the text may omit."""
    for moment in later(table):
        idle = left_out(moment)
        if idle is None or _is_player(table, idle[0]):
            break
    return moment


def _is_player(table: Table, seat: Seat) -> bool:
    return seat < table.game.players(len(table.names))


class HeldBack:
    """Answers kept for later.

    During set-up, a host seat's questions may be answered in any order; so may the questions to players who do not
    see who else is asked.
    """

    def __init__(self, moves: Moves) -> None:
        self._moves = moves
        self._held: list[Held] = []

    def take(self, seat: Seat, moves: list[str], problem: RecordError, *, set_up: bool) -> int:
        """Keep these moves for later; returns their number."""
        self._held.append(Held(seat, moves, problem, set_up))
        return len(moves)

    def make(self, table: Table) -> None:
        """Make the moves that can be made by now."""
        while any(self._is_due(table, held) and self._fits(table, held) for held in self._held):
            pass

    def _is_due(self, table: Table, held: Held) -> bool:
        if held.set_up:
            return True
        if not _is_player(table, held.seat):
            return held.seat in after_pauses(table).asked
        return not (comes_later(table, held.seat, held.moves[0]) and may_be_first(table))

    def settle(self, table: Table) -> None:
        """Make the moves that are asked for after omitted answers."""
        while any(not held.set_up for held in self._held) and self._next(table):
            pass

    def _next(self, table: Table) -> bool:
        """Make the move that is asked for next; False if there is none."""
        for moment in later(table):
            for held in self._held:
                if held.seat in moment.asked and self._fits(moment, held):
                    advance_to(table, moment)
                    return True
        return False

    def _fits(self, table: Table, held: Held) -> bool:
        """Make this answer's moves; False if they cannot be made."""
        later, left = table.copy(), list(held.moves)
        try:
            while left:
                del left[: self._moves.make(later, held.seat, left)]
        except FacedownError:
            return False
        advance_to(table, later)
        self._held.remove(held)
        return True

    def check(self, *, set_up: bool = True) -> None:
        """Raise the RecordError of the first answer that is left; `set_up`: including those of the set-up."""
        for held in self._held:
            if set_up or not held.set_up:
                raise held.problem
