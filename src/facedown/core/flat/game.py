"""A card game as its users have it: with numbers for its moves and for what a seat sees."""

from __future__ import annotations

from typing import Generic

from facedown.core.flat.contract import FlatContract
from facedown.core.flat.encoding import Encoding
from facedown.core.flat.moves import Actions
from facedown.core.flat.protocols import Seen, Shown, State
from facedown.core.game import Game
from facedown.core.layout import Ints


class FlatGame(Game[State, Shown, Seen], Generic[State, Seen, Shown]):
    """A game whose position is a record.  `facedown.game` returns one for each card game.

    Learning programs use `actions` and `Table.mask` for the legal moves, `encoding` and `encode` for what a seat
    sees, and call `compile` once to play fast.
    """

    contract: FlatContract[State, Seen, Shown]

    def __init__(self, contract: FlatContract[State, Seen, Shown]) -> None:
        super().__init__(contract)

    @property
    def actions(self) -> Actions:
        """Every possible move, numbered from 0 without gaps, the same at every table of this game."""
        return self.contract.actions

    @property
    def encoding(self) -> Encoding:
        """How a view becomes numbers: its length, and its parts by name."""
        return self.contract.encoding

    def encode(self, view: Seen, memory: object = None) -> Ints:
        """Encode a view, as returned by `Table.observation`, as float32[encoding.size].

        With the seat's memory, if the game's bots have one: float32[encoding.size + encoding.memory_size].  Raises
        BadOption if either is a record of another type.
        """
        return self.contract.encode(view, memory)

    def compile(self) -> None:
        """Make tables run compiled rules from now on, which changes nothing but the speed.

        This takes some seconds unless the machine code is already cached on disk.  Any thread may call it while
        others play.
        """
        self.contract.compile()
