"""How a game begins in which people take part in the deal: pages commit themselves, then open their numbers."""

from __future__ import annotations

import asyncio
import logging

from facedown.server.rooms.change import Change
from facedown.server.rooms.room import Room
from facedown.server.storage import statements
from facedown.server.storage.store import StorageError

log = logging.getLogger(__name__)


async def begun(room: Room) -> Change:
    """A game begins; first, pages open their numbers, where at least two have one."""
    number = len(room.games) + 1
    dealing = room.deals.begin(number, room.seating, room.connected, lambda: call_off_later(room))
    return await room.started() if dealing is None else Change(told=(dealing,))


async def stop(room: Room) -> None:
    """Call the start off, if there is one, for all to see."""
    called_off = room.deals.call_off()
    if called_off is None:
        return
    room.tell_all(called_off)
    try:
        await room.commit(Change((statements.starts_called_off(room.code, called_off.times),)))
    except StorageError as error:
        log.warning("table %s: %s", room.code, error)


def call_off_later(room: Room) -> asyncio.Task[None]:
    """Somebody has not opened their number in time."""

    async def call_off() -> None:
        async with room.lock:
            await stop(room)
            room.publish()

    return asyncio.get_running_loop().create_task(call_off())
