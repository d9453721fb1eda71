"""The questions about a town and its possible worlds on which the meaning of claims is based."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, TypeAlias

from facedown.games.clocktower.public import Tally, Use
from facedown.games.clocktower.roster import Fact

Mask: TypeAlias = Any  # a bool of NumPy's for one world, an array of them for many


class Public(Protocol):
    """What everybody knows of a town.  Lists by seat, except `ring`."""

    @property
    def ring(self) -> Sequence[int]:
        """The seats in the order in which they sit."""

    @property
    def residents(self) -> Sequence[int]:
        """The seats that are not Travellers'."""

    @property
    def alive(self) -> Sequence[bool]: ...
    @property
    def died(self) -> Sequence[str]:
        """When each player died: "N2", "D2", or "" if they are alive."""

    @property
    def claims(self) -> Sequence[Sequence[str]]:
        """The ids of the characters that each has claimed to be."""

    @property
    def script(self) -> Sequence[Fact]:
        """Its official characters."""

    @property
    def said(self) -> Sequence[tuple[int, Any]]:
        """Who said what, in the language of claims."""

    @property
    def nominated(self) -> Sequence[Tally]:
        """The nominations of earlier days."""

    @property
    def uses(self) -> Sequence[Use]: ...

    def alive_in(self, seat: int, night: int) -> bool:
        """Whether this player was alive when that night ended."""

    def neighbours(self, seat: int, night: int) -> list[int]:
        """The nearest players on each side who were alive in that night."""


class Worlds(Protocol):
    """Questions about one world, or many at once; None: the worlds do not tell."""

    nowhere: Mask  # what holds in none of them

    @property
    def public(self) -> Public:
        """What is the same in all of them."""

    def is_evil(self, seat: int) -> Mask | None:
        """Whether this player is evil."""

    def is_character(self, seat: int, role: str) -> Mask | None:
        """Whether this player is that character."""

    def is_of_team(self, seat: int, team: str) -> Mask | None:
        """Whether this player's character is of that team."""

    def is_in_play(self, role: str) -> Mask | None:
        """Whether some player is that character."""
