"""Whether a bot stands in for somebody who is away: one of two who are there says so, or most of three and more."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from facedown.server import wire
from facedown.server.seats.seating import SeatState


class StandIns:
    """Who wants a bot for whom, at one table."""

    def __init__(self) -> None:
        self._votes: dict[int, set[int]] = {}  # by the seat of who is away
        self.changes = 0  # how often somebody has said what they want

    def suffices(self, seat: int, voter: int, there: Collection[int]) -> bool:
        """Whether enough of those that are `there` want a bot here, once `voter` does."""
        return len({*self._votes.get(seat, ()), voter}.intersection(there)) >= needed(there)

    def vote(self, seat: int, voter: int, *, agree: bool) -> None:
        """Note what `voter` wants."""
        self.changes += 1
        votes = self._votes.setdefault(seat, set())
        if agree:
            votes.add(voter)
        else:
            votes.discard(voter)

    def open(self, seating: Sequence[SeatState], there: Collection[int]) -> tuple[wire.Called, ...]:
        """For whom of those who are away a bot has been called, and by whom; whoever is back is forgotten."""
        away = {seat for seat, state in enumerate(seating) if state.held and state.bot is None} - {*there}
        self._votes = {seat: votes for seat, votes in self._votes.items() if seat in away}
        called = {seat: tuple(sorted(votes.intersection(there))) for seat, votes in sorted(self._votes.items())}
        return tuple(wire.Called(seat, votes, needed(there)) for seat, votes in called.items() if votes)


def needed(there: Collection[int]) -> int:
    """How many must want it: more than half of three or more, else one."""
    return len(there) // 2 + 1 if len(there) > 2 else 1
