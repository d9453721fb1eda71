"""What if: a table that goes on from an earlier moment of another."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from facedown.core.table import Table

GameTable = TypeVar("GameTable", bound="Table")


def forked(table: GameTable) -> GameTable:
    """A table of its own that goes on from where this one stands, be it a look at an earlier time (`Table.at`)."""
    frames, other = table.frames, table.copy()
    number = next((at for at in reversed(range(len(frames))) if frames[at].position is table._position), None)
    if number is None:
        return other
    lines = frames[number].lines
    since = [frame.position for frame in frames[:number] if frame.lines == lines]
    other._position = table.game.copy(frames[number].position)
    other._history = other._history.until(number)
    other._history.dealt = any(map(table.game.awaits_chance, since))
    other._views, other._found, other._taken, other._known, other._still = {}, {}, [], {}, False
    other._settle()
    return other
