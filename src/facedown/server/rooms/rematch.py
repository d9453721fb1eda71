"""Another game at the same table: anybody with a seat may propose it, and it begins when all who are there agree.

A host who has a seat asks like anybody: nobody's result gives way to a new game unasked.
"""

from __future__ import annotations

from collections.abc import Collection

from facedown.server.wire import Refused


class Rematch:
    """The seats that want to play again."""

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
