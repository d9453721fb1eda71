"""How people describe a game in their own words: used only to translate such text into a strict record.

A game that people describe in prose has its own Transcript in `transcript.py`, named as `Game.transcript`; all
others have this one, which assumes nothing.
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
    """What people may leave out, reorder or say in other words when they describe a game of this kind.

    `headings`: the game's own words for its parts, folded, which people use in titles: `Part 1`.
    """

    def __init__(self, headings: Sequence[str] = ()) -> None:
        words = "|".join((*HEADINGS, *COUNTS, *headings))
        self._heading = re.compile(rf"(?:(?:{words})\b[\W_]*)+", re.I)

    def called(self, game: Host[Position], names: Sequence[str]) -> dict[str, Seat]:
        """The seats by their names, folded; host seats also by their usual names."""
        usual = game.names_of(len(names)) if game.host_seats and len(names) in game.seats else ()
        beyond = range(game.players(len(usual)), len(usual)) if usual else ()
        return {fold(usual[seat]): seat for seat in beyond} | {fold(name): seat for seat, name in enumerate(names)}

    def left_out(self, position: Position, names: Sequence[str]) -> tuple[Seat, str] | None:
        """The seat that is asked and its answer that changes nothing, which may be left out; else None."""
        return None

    def comes_first(self, position: Position, move: Move, names: Sequence[str]) -> tuple[Seat, str] | None:
        """A seat and its move that must come before this one, and is implied by it; None: there is none."""
        return None

    def in_any_order(self, position: Position, move: Move) -> bool:
        """Whether answers may be written in any order now, because players do not see who else is asked."""
        return False

    def brings(self, position: Position, title: str) -> tuple[Seat, str] | None:
        """A seat and its move that brings about the moment that a title names; None: there is none."""
        return None

    def reached(self, position: Position, title: str) -> bool:
        """Whether the moment that this title names has come; True for a title that names none."""
        return True

    def settled(self, position: Position, seat: Seat, move: Move) -> int:
        """How often since the last move this was the only answer the seat could give, so that it was not asked."""
        return 0

    def holder(self, position: Position, card: str) -> Seat | None:
        """The only seat that holds this card, where people may call a seat by its card; None: there is none."""
        return None

    def speaker(self, words: str, names: Sequence[str]) -> Seat | None:
        """The seat whose move these words must be although they name nobody; None: it could be several seats'."""
        return None

    def is_heading(self, words: str) -> bool:
        """Whether this is a title that only says what part of the game begins: `Round 1, part 1`."""
        return self._heading.fullmatch(words) is not None

    def is_title(self, words: str) -> bool:
        """Whether this is a title in the game's own words, which says when something happens."""
        return False

    def chance(self, position: Position, words: str, names: Sequence[str]) -> str | None:
        """The line of a record that lays out chance as these words do; None if they may stand as they are."""
        return None

    # -- turns of phrase -----------------------------------------------------------------------------------------

    def statement(self, words: str, names: Sequence[str]) -> str:
        """What is told of a seat in a sentence of the game's own, as a move or an expectation with its colon."""
        return words

    def outcome(self, words: str) -> str | None:
        """The side, or the seats, that these words say to have won; None if they say no such thing."""
        return None

    def move(self, words: str, names: Sequence[str]) -> str:
        """A move described by an onlooker, in the words of a move."""
        return words

    def says(self, sentence: str, words: str) -> bool:
        """Whether a sentence of the game contains these words; both are folded and have no articles.

        Plural forms match singular ones: `1 cards`.
        """
        return words in sentence or in_any_number(words) in in_any_number(sentence)
