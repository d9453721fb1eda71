"""A game: the contract fulfilled, and tables at which it is played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic

from facedown.core.abilities import Position, Seen, View
from facedown.core.contract import Contract
from facedown.core.table import Table
from facedown.core.values import Beat, Card, Event, Move, Option, PlayedOut, Refusal, Seat, Standing, Suggestion

__all__ = [
    "Beat",
    "Card",
    "Event",
    "Game",
    "Move",
    "Option",
    "PlayedOut",
    "Refusal",
    "Seat",
    "Standing",
    "Suggestion",
]


class Game(Contract[Position, View, Seen], Generic[Position, View, Seen]):
    """A rulebook made playable.  `facedown.game(id)` finds it by the folder it lives in."""

    def new(
        self, seats: int | Sequence[str] | None = None, seed: object = 0, **options: object
    ) -> Table[Position, View, Seen]:
        """A new table: a number of seats, or their names; the fewest that the game takes if nothing is said.

        Raises BadOption.
        """
        return Table(self, self.seats[0] if seats is None else seats, seed, options)
