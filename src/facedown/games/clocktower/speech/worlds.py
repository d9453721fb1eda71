"""What is asked of a town, and of the worlds that are possible in it: whoever reads claims goes by these."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, TypeAlias

from facedown.games.clocktower.roster import Fact

Mask: TypeAlias = Any  # a bool of NumPy's for one world, an array of them for many


class Voted(Protocol):
    """A nomination, as everybody saw it."""

    @property
    def day(self) -> int: ...
    @property
    def by(self) -> int | None: ...
    @property
    def nominee(self) -> int | None: ...
    @property
    def hands(self) -> tuple[int, ...]: ...


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
        """When: "N2", "D2", or "" if they live."""

    @property
    def claims(self) -> Sequence[Sequence[str]]:
        """The ids of the characters that they have claimed to be."""

    @property
    def script(self) -> Sequence[Fact]:
        """Its official characters."""

    @property
    def said(self) -> Sequence[tuple[int, Any]]:
        """Who said what, in the language of claims."""

    @property
    def nominated(self) -> Sequence[Voted]:
        """On earlier days."""

    def alive_in(self, seat: int, night: int) -> bool:
        """Did this player live when that night ended?"""

    def neighbours(self, seat: int, night: int) -> list[int]:
        """The nearest on each side who lived in that night."""


class Worlds(Protocol):
    """What is asked of one world, or of many; None: they do not say."""

    nowhere: Mask  # what holds in none of them

    @property
    def public(self) -> Public:
        """What is the same in all of them."""

    def is_evil(self, seat: int) -> Mask | None:
        """Is this player evil?"""

    def is_character(self, seat: int, role: str) -> Mask | None:
        """Is this player that character?"""

    def is_of_team(self, seat: int, team: str) -> Mask | None:
        """Is this player's character of that team?"""

    def is_in_play(self, role: str) -> Mask | None:
        """Is some player that character?"""

    def are_neighbours(self, role: str, other: str) -> Mask | None:
        """Do the players of these two characters sit side by side?"""

    def number_of_teams(self, seats: Sequence[int]) -> Mask | None:
        """How many teams the characters of these players are of: a number for each world."""
