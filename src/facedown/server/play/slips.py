"""Slips: a move that has shown nobody anything yet may be taken back by whoever made it."""

from __future__ import annotations

from facedown.core.table import Table


def slipped(table: Table) -> int | None:
    """The seat that may take back its last move; None: nobody may.  It is public knowledge.

    It may if nobody else has moved since, no clock is running, and the move's only effect so far is an event that
    shows nobody what was chosen (`Game.slips`).
    """
    if not table.game.slips or not table.history or table.timing.seconds is not None:
        return None
    frames, lines, seat = table.frames, len(table.history), table.history[-1].seat
    if seat is None or len(frames) < 2 or not frames[-2].lines < lines <= frames[-1].lines:
        return None
    told = table.told_at(len(frames) - 1, seat)
    return seat if told is not None and told.kind in table.game.slips else None
