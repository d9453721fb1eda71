"""A game as its users have it: what is on its box, and how to start it at a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Generic, Self
from weakref import WeakValueDictionary

from facedown.core.abilities import Position, Seen, View
from facedown.core.contract import Contract
from facedown.core.facts import Constant
from facedown.core.rulebook import Rule
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


class Game(Constant, Generic[Position, View, Seen]):
    """A game that can be played.  `facedown.game(id)` finds it by the name of its folder.

    It never changes: its own copy.  It is pickled as its id, with the text of its cards if these are not its own.
    """

    contract: Contract[Position, View, Seen]  # what tables, and whatever is built on them, use of it
    id: str  # as in `facedown.game("bayou-boss")`
    title: str  # as people know it
    summary: str  # in one line
    seats: range  # how many there may be
    options: tuple[Option, ...]  # each with its choices and its default
    own_cards: str  # the text of a cards file that replaces its own; "" if none does

    def __init__(self, contract: Contract[Position, View, Seen]) -> None:
        self.contract = contract
        self.id, self.title, self.summary = contract.id, contract.title, contract.summary
        self.seats, self.options, self.own_cards = contract.seats, contract.options, contract.own_cards
        self._with_cards: WeakValueDictionary[Contract, Self] = WeakValueDictionary()

    def __repr__(self) -> str:
        own = f".with_cards(<{len(self.own_cards)} characters>)" if self.own_cards else ""
        return f"facedown.game({self.id!r}){own}"

    def new(
        self, seats: int | Sequence[str] | None = None, seed: object = 0, **options: object
    ) -> Table[Position, View, Seen]:
        """A new table.  `seats` is their number, or their names; by default the fewest that the game allows.

        Raises BadOption for a number, name, option or seed that the game does not take.
        """
        return Table(self.contract, self.seats[0] if seats is None else seats, seed, options)

    def checked_options(self, given: Mapping[str, object]) -> dict[str, str | int]:
        """All options: those given, after checking them, and defaults for the others.  Raises BadOption."""
        return self.contract.checked_options(given)

    def cautions(self, options: Mapping[str, object]) -> tuple[str, ...]:
        """What somebody should know before they play with these options, such as what is left out of a script.

        Raises BadOption.
        """
        return self.contract.cautions(self.checked_options(options))

    def rulebook(self) -> tuple[Rule, ...]:
        """The rules in order, each with its number.  Raises RulebookError."""
        return self.contract.rulebook()

    def rule(self, number: str) -> Rule:
        """One rule by its number.  Raises UnknownRule."""
        return self.contract.rule(number)

    def cards(self) -> tuple[Card, ...]:
        """Every kind of card in the game."""
        return self.contract.cards()

    def cards_file(self) -> str:
        """The text of its cards file, which can be edited and passed to `with_cards`; "" if it has none."""
        return self.contract.cards_file()

    def with_cards(self, text: str) -> Self:
        """The same game with the cards of this file, TOML text, instead of its own.  Raises CardsError."""
        contract = self.contract.with_cards(text)
        return self._with_cards.setdefault(contract, type(self)(contract))


def contract_of(game: Game | Contract) -> Contract:
    """What a player uses of this game, for functions that users call with a game and a server with its contract."""
    return game.contract if isinstance(game, Game) else game
