"""What the people of one table want together: another game, or a bot for somebody who is away."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from facedown.server import wire
from facedown.server.storage.stored import SeatState
from facedown.server.wire import Refused


class Rematch:
    """Who wants to play again: the game begins when all who are there do; a host with a seat asks like anybody."""

    def __init__(self) -> None:
        self.changes = 0  # how often somebody has said what they want, or it no longer counts
        self._willing: set[int] = set()
        self._declining: set[int] = set()
        self._is_declined = False  # the last proposal, by anybody, perhaps gone since

    def is_wanted_by_all(self, seat: int, there: Collection[int]) -> bool:
        """Whether all of those that are `there` want to play again, once this seat does."""
        return self._willing.union({seat}).issuperset(there)

    def want(self, seat: int) -> None:
        """This seat wants to play again."""
        self.changes += 1
        if seat in self._willing:  # who asks once more asks those, too, who have declined
            self._declining.clear()
        self._declining.discard(seat)
        self._willing.add(seat)
        self._is_declined = bool(self._declining)

    def decline(self, seat: int | None) -> None:
        """This seat would rather not play again now.  Raises Refused for somebody without a seat."""
        if seat is None:
            raise Refused("not_yours", "Only somebody who has a seat can decline another game.")
        self.changes += 1
        self._willing.discard(seat)
        self._declining.add(seat)
        self._is_declined = True

    def arrived(self) -> None:
        """Somebody has sat down, who is not asked what others have declined before."""
        if self._is_declined:
            self.settled()

    def willing(self, held: Collection[int]) -> tuple[int, ...]:
        """The seats that want to, of those that people hold now."""
        return tuple(sorted(self._willing.intersection(held)))

    def declining(self, held: Collection[int]) -> tuple[int, ...]:
        """The seats that would rather not, of those that people hold now."""
        return tuple(sorted(self._declining.intersection(held)))

    def settled(self, *seats: int) -> None:
        """A game begins, or somebody else may have these seats now: what was wanted no longer counts."""
        self.changes += 1
        self._willing = self._willing.difference(seats) if seats else set()
        self._declining = self._declining.difference(seats) if seats else set()
        self._is_declined = self._is_declined and bool(seats)


class StandIns:
    """Who wants a bot for whom: one of two who are there is enough, or most of three and more."""

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
