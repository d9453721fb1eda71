"""What a game knows of how people tell it: for translating told text into a strict record, and for nothing else.

A game that people tell in prose has a Transcript of its own in its `transcript.py`, and names it as
`Game.transcript`; all others have this one, which takes nothing for granted.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from facedown.core.abilities import Host
from facedown.core.spelling import fold
from facedown.core.values import Move, Seat


class Transcript:
    """What may be left out, put in another order or said in other words where a game of this kind is told."""

    def called(self, game: Host, names: Sequence[str]) -> dict[str, Seat]:
        """The seats by their names, folded; a host's also by what it is."""
        hosts = game.host_seats
        usual = game.names_of(len(names)) if hosts and len(names) in game.seats else ()
        beyond = range(len(usual) - hosts, len(usual)) if usual else ()
        return {fold(usual[seat]): seat for seat in beyond} | {fold(name): seat for seat, name in enumerate(names)}

    def left_out(self, position: Any, names: Sequence[str]) -> tuple[Seat, str] | None:
        """Who is asked, and the answer that leaves all as it is: it need not be told if more follows."""
        return None

    def comes_first(self, position: Any, move: Move, names: Sequence[str]) -> tuple[Seat, str] | None:
        """Whose move must come before this one, and goes without saying where this one is made."""
        return None

    def in_any_order(self, position: Any, move: Move) -> bool:
        """Do players who are asked now not see who else is?  Then their answers may be told in any order."""
        return False

    def brings(self, position: Any, title: str) -> tuple[Seat, str] | None:
        """A move that ends what must be over before the moment of this title, where a title says as much."""
        return None

    def reached(self, position: Any, title: str) -> bool:
        """Has the moment come that this title names?  So it has where it names none."""
        return True

    def settled(self, position: Any, seat: Seat, move: Move) -> int:
        """How often since the last move was this the only answer that the seat could give, and nobody asked?"""
        return 0

    def bearer(self, position: Any, card: str) -> Seat | None:
        """Who alone holds this card, where a seat may be named by it."""
        return None

    def speaker(self, words: str, names: Sequence[str]) -> Seat | None:
        """Whose move these words are where nobody is named, if they can be one seat's alone."""
        return None

    def is_title(self, words: str) -> bool:
        """Is this a title in the game's own words, which says when something happens?"""
        return False

    def chance(self, position: Any, words: str, names: Sequence[str]) -> str | None:
        """The line of a record that lays out chance as these words do; None where they may stand as they are."""
        return None
