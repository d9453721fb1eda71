"""The open question of a position, read directly from its bytes.

A table reads it a dozen times for each move, and reading a field of a record with NumPy takes four times as long.
"""

from __future__ import annotations

import struct

import numpy as np

from facedown.core.layout import memory_of
from facedown.core.questions import OVER

_short = struct.Struct("=h").unpack_from


class OpenQuestion:
    """Reads the fields of `core.questions` from positions with this layout."""

    def __init__(self, layout: np.dtype[np.void]) -> None:
        assert layout.fields is not None, "a record has fields"
        at = {name: offset for name, (_, offset, *_) in layout.fields.items()}
        self._depth, self._kind, self._waiting, self._number = (
            at[name] for name in ("depth", "kind", "waiting", "number")
        )
        self._events = at["event_count"]

    def asked(self, position: object) -> int:
        """The set of seats that must answer now; empty if the table acts next or the game is over."""
        memory = memory_of(position)
        waiting: int = _short(memory, self._waiting + 2 * memory[self._depth])[0]
        return waiting

    def kind(self, position: object) -> int:
        memory = memory_of(position)
        return memory[self._kind + memory[self._depth]]

    def number(self, position: object) -> int:
        memory = memory_of(position)
        number: int = _short(memory, self._number + 2 * memory[self._depth])[0]
        return number

    def is_over(self, position: object) -> bool:
        return self.kind(position) == OVER

    def happened(self, position: object) -> int:
        """The number of events so far (wraps)."""
        count: int = _short(memory_of(position), self._events)[0]
        return count
