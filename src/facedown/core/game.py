"""A game, and how to start one at a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, Self

from facedown.core.abilities import Position, Seen, View
from facedown.core.contract import Contract
from facedown.core.table import Table
from facedown.core.values import (
    Acting,
    Beat,
    Card,
    Event,
    LegalMove,
    Move,
    Option,
    PlayedOut,
    Refusal,
    Seat,
    Standing,
    Suggestion,
    Timing,
)

__all__ = [
    "Acting",
    "Beat",
    "Card",
    "Event",
    "Game",
    "LegalMove",
    "Move",
    "Option",
    "PlayedOut",
    "Refusal",
    "Seat",
    "Standing",
    "Suggestion",
    "Timing",
]


class Game(Contract[Position, View, Seen], Generic[Position, View, Seen]):
    """A game that can be played.  `facedown.game(id)` finds it by the name of its folder.

    It never changes: its own copy.  It is pickled as its id, with the text of its cards if these are not its own.
    """

    def __repr__(self) -> str:
        own = f".with_cards(<{len(self.own_cards)} characters>)" if self.own_cards else ""
        return f"facedown.game({self.id!r}){own}"

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def new(
        self, seats: int | Sequence[str] | None = None, seed: object = 0, **options: object
    ) -> Table[Position, View, Seen]:
        """A new table.  `seats` is their number, or their names; by default the fewest that the game allows.

        Raises BadOption for a number, name, option or seed that the game does not take.
        """
        return Table(self, self.seats[0] if seats is None else seats, seed, options)
