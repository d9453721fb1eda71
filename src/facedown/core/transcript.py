"""What a game knows of how people tell it: for translating told text into a strict record, and for nothing else.

A game that people tell in prose has a Transcript of its own in its `transcript.py`, and names it as
`Game.transcript`; all others have this one, which takes nothing for granted.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Generic

from facedown.core.abilities import Host, Position
from facedown.core.spelling import fold, in_any_number
from facedown.core.values import Move, Seat

HEADINGS = ("round", "turn", "game", "part", "phase", "example", "play", "set-?up", "end", "start")
COUNTS = (r"\d+", "first", "second", "third", "fourth", "next", "last", "of", "the", "in",
          "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")  # fmt: skip


class Transcript(Generic[Position]):
    """What may be left out, put in another order or said in other words where a game of this kind is told.

    `headings`: the game's own words for its parts, folded, of which people make titles: `Trick 1`.
    """

    def __init__(self, headings: Sequence[str] = ()) -> None:
        words = "|".join((*HEADINGS, *COUNTS, *headings))
        self._heading = re.compile(rf"(?:(?:{words})\b[\W_]*)+", re.I)

    def called(self, game: Host[Position], names: Sequence[str]) -> dict[str, Seat]:
        """The seats by their names, folded; a host's also by what it is."""
        usual = game.names_of(len(names)) if game.host_seats and len(names) in game.seats else ()
        beyond = range(game.players(len(usual)), len(usual)) if usual else ()
        return {fold(usual[seat]): seat for seat in beyond} | {fold(name): seat for seat, name in enumerate(names)}

    def left_out(self, position: Position, names: Sequence[str]) -> tuple[Seat, str] | None:
        """Who is asked, and the answer that leaves all as it is: it need not be told if more follows."""
        return None

    def comes_first(self, position: Position, move: Move, names: Sequence[str]) -> tuple[Seat, str] | None:
        """Whose move must come before this one, and goes without saying where this one is made."""
        return None

    def in_any_order(self, position: Position, move: Move) -> bool:
        """Do players who are asked now not see who else is?  Then their answers may be told in any order."""
        return False

    def brings(self, position: Position, title: str) -> tuple[Seat, str] | None:
        """A move that ends what must be over before the moment of this title, where a title says as much."""
        return None

    def reached(self, position: Position, title: str) -> bool:
        """Has the moment come that this title names?  So it has where it names none."""
        return True

    def settled(self, position: Position, seat: Seat, move: Move) -> int:
        """How often since the last move was this the only answer that the seat could give, and nobody asked?"""
        return 0

    def holder(self, position: Position, card: str) -> Seat | None:
        """Who alone holds this card, where a seat may be named by it."""
        return None

    def speaker(self, words: str, names: Sequence[str]) -> Seat | None:
        """Whose move these words are where nobody is named, if they can be one seat's alone."""
        return None

    def is_heading(self, words: str) -> bool:
        """Is this a title that only says what part of the game begins: `Round 1, trick 1`?"""
        return self._heading.fullmatch(words) is not None

    def is_title(self, words: str) -> bool:
        """Is this a title in the game's own words, which says when something happens?"""
        return False

    def chance(self, position: Position, words: str, names: Sequence[str]) -> str | None:
        """The line of a record that lays out chance as these words do; None where they may stand as they are."""
        return None

    # -- turns of phrase -----------------------------------------------------------------------------------------

    def statement(self, words: str, names: Sequence[str]) -> str:
        """What is told of a seat in a sentence of the game's own, as a move or an expectation with its colon."""
        return words

    def outcome(self, words: str) -> str | None:
        """The side, or the seats, that these words say to have won; None where they say no such thing."""
        return None

    def move(self, words: str, names: Sequence[str]) -> str:
        """A move as somebody tells it who looks on, in the words of a move."""
        return words

    def says(self, sentence: str, words: str) -> bool:
        """Does a sentence that the game tells hold these words?  Both are folded, and without articles.

        It may be written for several what holds for one: `1 cards`.
        """
        return words in sentence or in_any_number(words) in in_any_number(sentence)
