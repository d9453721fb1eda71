"""The game with its options: which cards are in, and who is told [1.3]."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from facedown.core.flat import FlatContract
from facedown.games.botch.cards import EVERY_CARD, SET_NAMES, in_pages
from facedown.games.botch.cast import check_enough, has_enough, names_of, read_cast, written, written_for_all
from facedown.games.botch.position import Observation, Position
from facedown.games.botch.view import View


class Botch(FlatContract[Position, Observation, View]):
    """The contract of a card game whose option `cast` may also be a list of cards."""

    def checked_options(self, given: Mapping[str, object]) -> dict[str, str | int]:
        options = super().checked_options(given)
        return {**options, "cast": written(self._cast(options), self.plain_cards)}

    def _cast(self, options: Mapping[str, object]) -> int:
        return read_cast(str(options["cast"]), self.plain_cards)

    def option_numbers(self, options: Mapping[str, str | int]) -> list[Any]:
        """As always; but the cast is a set of cards, by pages."""
        _, *others = super().option_numbers({**options, "cast": "basic"})
        return [in_pages(self._cast(options)), *others]

    def fitted_options(self, options: Mapping[str, str | int], seats: int) -> dict[str, str | int]:
        """Every card, where a set has fewer roles or items than seats; BadOption if there are too few even so."""
        fitted = super().fitted_options(options, seats)
        if fitted["cast"] in SET_NAMES and not has_enough(self._cast(fitted), seats):
            fitted["cast"] = EVERY_CARD
        check_enough(self._cast(fitted), seats)
        return fitted

    def left_out(self, options: Mapping[str, object], seats: int) -> frozenset[str]:
        """What the cast does not name."""
        cast = names_of(self._cast(options), self.plain_cards)
        return frozenset(card.name for card in self.cards()) - set(cast)

    def public_options(self, options: Mapping[str, str | int]) -> dict[str, str | int]:
        """Without the Hidden roles of the cast, where these are not told."""
        shown = super().public_options(options)
        if options["tell_cast"] == "open":
            shown["cast"] = written_for_all(self._cast(options), self.plain_cards)
        return shown
