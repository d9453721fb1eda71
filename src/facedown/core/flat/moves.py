"""The moves of a flat game: numbers from 0, sets of them as bits, and how they are written at one table.

Learners choose among `Actions`, which are the same without gaps.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, overload

import numpy as np

from facedown.core.bits import WORD
from facedown.core.errors import GameError, Illegal
from facedown.core.layout import Ints
from facedown.core.spelling import did_you_mean, fold, quote, shown
from facedown.core.values import LegalMove, Move
from facedown.core.wrong_words import near


class Moves:
    """Every possible move at a table, to be looked up by number or by text.

    `written` are all of them, as pages get them; `words` is the number of 64-bit words in a set of moves.  Raises
    GameError if a number is too large.
    """

    def __init__(self, title: str, written: Iterable[LegalMove], words: int) -> None:
        self._title, self._count = title, words * WORD
        self._listed = {one.move: one for one in written}
        self._by_code = {code: Move(code, one.text) for code, one in self._listed.items()}
        self._by_text: dict[str, list[Move]] = {}
        for move in self._by_code.values():
            self._by_text.setdefault(move.text, []).append(move)
        for text, moves in list(self._by_text.items()):
            self._by_text.setdefault(fold(text), moves)
        for move in self._by_code.values():
            if not 0 <= move.code < self._count:
                raise GameError(f"{title}: move {move.code}, {move.text!r}, is not in 0 to {self._count - 1}")

    def __iter__(self) -> Iterator[Move]:
        return iter(self._by_code.values())

    def of(self, codes: Iterable[int]) -> tuple[Move, ...]:
        """The moves with these numbers, in this order; each number must be that of a move."""
        return tuple(map(self._by_code.__getitem__, codes))

    def listed(self, moves: Sequence[Move]) -> tuple[LegalMove, ...]:
        """Some of these moves as pages and programs get them; the same object for a move each time."""
        return tuple([self._listed[move.code] for move in moves])

    def numbered(self, code: object) -> Move:
        """The move with this number.  Raises Illegal if it is not the number of a move."""
        if isinstance(code, (int, np.integer)) and not isinstance(code, bool) and int(code) in self._by_code:
            return self._by_code[int(code)]
        numbers = f"numbers are 0 to {self._count - 1}, and not all of them"
        raise Illegal(f"{self._title} has no move number {shown(code)}; {numbers}")

    def checked(self, move: Move) -> Move:
        """This move, if its number and its text belong together.  Raises Illegal if they do not."""
        code = move.code
        numbered = self._by_code[code] if code.__class__ is int and code in self._by_code else self.numbered(code)
        if move.text != numbered.text and self.read(move.text) != numbered:
            raise Illegal(f"move {move.code} is {numbered.text!r}, not {quote(move.text)}; correct one of the two")
        return numbered

    def all_of(self, words: str) -> Sequence[Move]:
        """The moves that are written so: more than one only where cards or people are called like moves."""
        return self._by_text.get(words) or self._by_text.get(fold(words)) or ()

    def read(self, words: str) -> Move:
        """The move that these words mean.  Raises Illegal, with similar moves as suggestions."""
        if found := self.all_of(words):
            return found[0]
        meant = near(words, self)
        mend = f"; did you mean {meant.text!r}?" if meant else ""
        raise Illegal(f"{quote(words.strip())} is not a move of {self._title}{mend}")


def codes(moves: Ints) -> list[int]:
    """The numbers in a set of moves, int64[words], smallest first."""
    found = []
    for word, bits in enumerate(moves.view(np.uint64).tolist()):
        while bits:
            lowest = bits & -bits
            found.append(word * WORD + lowest.bit_length() - 1)
            bits ^= lowest
    return found


class Actions(Sequence[str]):
    """Every possible move, numbered from 0; the numbers are the same at every table, with any number of seats.

    `actions[5]` is action 5 as text, with the default names of the seats, and `len(actions)` the number of actions.
    The numbers of moves (`Move.code`) have gaps; `codes` and `numbers` translate between the two.
    """

    def __init__(self, title: str, written: Iterable[LegalMove], words: int) -> None:
        self._title = title
        texts = dict(sorted((one.move, one.text) for one in written))
        self._texts = tuple(texts.values())
        self.size = len(self._texts)
        self.codes = np.array(list(texts), np.int64)  # int64[count]: the move that each action is
        self.numbers = np.full(words * WORD, -1, np.int64)  # int64[64 * words]: the action of each move; -1: none
        self.numbers[self.codes] = np.arange(len(self.codes))
        for array in (self.codes, self.numbers):
            array.flags.writeable = False

    def __len__(self) -> int:
        return len(self._texts)

    @overload
    def __getitem__(self, action: int) -> str: ...
    @overload
    def __getitem__(self, action: slice) -> Sequence[str]: ...
    def __getitem__(self, action: int | slice) -> str | Sequence[str]:
        return self._texts[action]

    def __repr__(self) -> str:
        return f"<{len(self)} actions of {self._title}>"

    def index(self, text: Any, start: int = 0, stop: int | None = None) -> int:
        """The number of the action with this text.  Raises ValueError."""
        try:
            return self._texts.index(text, start, len(self) if stop is None else stop)
        except ValueError:
            meant = did_you_mean(str(text), self._texts)
            raise ValueError(f"{self._title} has no action {quote(str(text))}{meant}") from None

    def number_of(self, move: Move) -> int:
        """The number of the action for this move."""
        return int(self.numbers[move.code])

    def code_of(self, action: object) -> int:
        """The code of an action's move.  Raises Illegal if `action` is not the number of an action."""
        if isinstance(action, (int, np.integer)) and not isinstance(action, bool) and 0 <= int(action) < len(self):
            return int(self.codes[action])
        raise Illegal(f"{self._title} has no action {action!r}; actions are 0 to {len(self) - 1}")

    def mask(self, moves: Ints) -> Ints:
        """A set of moves, int64[words], as a mask of actions, bool[count]."""
        bits: Ints = np.unpackbits(moves.view(np.uint8), bitorder="little").take(self.codes).view(np.bool_)
        return bits
