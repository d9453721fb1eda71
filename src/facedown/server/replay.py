"""Looking back at the last game of a table: its frames, and its record."""

from __future__ import annotations

import asyncio

from facedown.server import outbound, wire
from facedown.server.room import Room
from facedown.server.wire import Refused


async def replay(
    room: Room, seat: int | None, secret: str | None, everything: bool = False
) -> tuple[wire.Frame, ...]:
    """The last game frame by frame, as a spectator or the seat of `secret` saw it.

    When it is over, also as any `seat` saw it or, with `everything`, with all that was hidden.  Raises Refused.
    """
    async with room.lock:
        match = room.checked_match()
        mine = room.seat_of(secret)
        if secret is not None and mine is None:
            raise Refused("unknown_secret", "This secret opens no seat at this table.")
        if seat is not None and not 0 <= seat < len(room.seating):
            raise Refused("bad_option", f"There is no seat {seat}; they are 0 to {len(room.seating) - 1}.")
        if seat is not None and seat != mine and not match.table.over:
            raise Refused("not_over", "Another seat's game can be seen when it is over.")
        if everything:
            if not match.table.over:
                raise Refused("not_over", "What is hidden is revealed when the game is over.")
            return await asyncio.to_thread(outbound.revealed_frames, match.table)
        whose = mine if seat is None else seat
        return await asyncio.to_thread(outbound.frames, match.table, whose, -1)


async def record(room: Room) -> str:
    """The last game as text.  Raises Refused before it is over."""
    async with room.lock:
        match = room.checked_match()
        if not match.table.over:
            raise Refused(
                "not_over",
                "The record can be read when the game is over, as it reveals everything.",
            )
        return await asyncio.to_thread(match.table.record)
