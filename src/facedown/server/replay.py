"""Looking back at a game: its frames, and its record."""

from __future__ import annotations

import asyncio

from facedown.server import telling, wire
from facedown.server.live import LiveTable
from facedown.server.wire import Refused


async def replay(
    table: LiveTable, seat: int | None, secret: str | None, everything: bool = False
) -> tuple[wire.Frame, ...]:
    """The last game frame by frame, as a spectator saw it, the seat of `secret` or, at the end, any `seat`.

    With `everything`, which is for the end too, all that lay hidden is turned up.  Raises Refused.
    """
    async with table.lock:
        running = table.running
        if running is None:
            raise Refused("not_started", "There was no game yet at this table.")
        mine = table.seat_of(secret)
        if secret is not None and mine is None:
            raise Refused("unknown_secret", "This secret opens no seat at this table.")
        if seat is not None and not 0 <= seat < len(table.chairs):
            raise Refused("bad_option", f"There is no seat {seat}; they are 0 to {len(table.chairs) - 1}.")
        if seat is not None and seat != mine and not running.table.over:
            raise Refused("not_over", "Another seat's game can be seen when it is over.")
        if everything:
            if not running.table.over:
                raise Refused("not_over", "What is hidden is turned up when the game is over.")
            return await asyncio.to_thread(telling.opened_frames, running.table)
        whose = mine if seat is None else seat
        return await asyncio.to_thread(telling.frames, running.table, whose, -1)


async def record(table: LiveTable) -> str:
    """The last game as text.  Raises Refused before it is over."""
    async with table.lock:
        if table.running is None:
            raise Refused("not_started", "There was no game yet at this table.")
        if not table.running.table.over:
            raise Refused("not_over", "The record can be read when the game is over: it tells what lay face down.")
        return await asyncio.to_thread(table.running.table.record)
