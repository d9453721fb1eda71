"""The moves of a flat game as numbers without gaps: what a learner chooses among."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, overload

import numpy as np

from facedown.core.bits import WORD
from facedown.core.errors import Illegal
from facedown.core.layout import Ints
from facedown.core.spelling import did_you_mean, quote
from facedown.core.values import Move


class Actions(Sequence[str]):
    """Every possible move, numbered from 0; the numbers are the same at every table, with any number of seats.

    `actions[5]` is action 5 as text, with the default names of the seats, and `len(actions)` the number of actions.
    The numbers of moves (`Move.code`) have gaps; `codes` and `numbers` translate between the two.
    """

    def __init__(self, title: str, written: Iterable[tuple[int, str]], words: int) -> None:
        self._title = title
        texts = dict(sorted(written))
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
