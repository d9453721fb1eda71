"""What if: a table that goes on from an earlier moment of another."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from facedown.core.table import Table


def forked(table: Table) -> Table:
    """A table of its own that goes on from where this one stands, be it a look at an earlier time (`Table.at`)."""
    frames, other = table.frames, table.copy()
    number = next((at for at in reversed(range(len(frames))) if frames[at].position is table._position), None)
    if number is None:
        return other
    lines = frames[number].lines
    other._position = table.game.copy(frames[number].position)
    other._history, other._frames = other._history[:lines], frames[: number + 1]
    other._moves = [before for before in other._moves if before.lines < lines]
    other._taken, other._known = [], {}
    other._views, other._found, other._recent = {}, {}, number + 1
    since = [frame.position for frame in frames[:number] if frame.lines == lines]
    other._dealt, other._still = any(map(table.game.awaits_chance, since)), False
    other._deal()
    return other
