"""How a game begins in which people take part in the deal: pages commit themselves, then open their numbers."""

from __future__ import annotations

import asyncio
import logging

from facedown.server.rooms.room import Room
from facedown.server.storage import statements
from facedown.server.storage.store import StorageError
from facedown.server.wire import Refused

log = logging.getLogger(__name__)


async def begin(room: Room) -> None:
    """Begin a game; first let pages open their numbers, where at least two have one.  Raises StorageError."""
    number = len(room.games) + 1
    dealing = room.deals.begin(number, room.seating, room.connected, lambda: call_off_later(room))
    if dealing is None:
        await room.start()
        return
    room.tell_all(dealing)


def commit(room: Room, seat: int | None, commitment: str) -> None:
    """The page of this seat has made a number.  Raises Refused."""
    if seat is None:
        raise Refused("not_yours", "Take a seat first; a number in the deal belongs to a seat.")
    if room.deals.is_open:
        raise Refused("not_over", "A game is about to begin; numbers for the next one come after it.")
    room.deals.commit(room.seating, seat, commitment)


async def open_number(room: Room, seat: int | None, number: str) -> None:
    """A page opens the number to which it had committed itself; with the last one the game begins.

    If it cannot, its start is called off for all to see, because the server knows the cards by now.
    Raises Refused or StorageError.
    """
    deal = room.deals.open(seat, number)
    if deal is None:
        return
    try:
        await room.start(deal)
    except Exception:
        await stop(room)
        raise


async def stop(room: Room) -> None:
    """Call the start off, if there is one, for all to see."""
    called_off = room.deals.call_off()
    if called_off is None:
        return
    room.tell_all(called_off)
    try:
        await room.store.write(statements.starts_called_off(room.code, called_off.times))
    except StorageError as error:
        log.warning("table %s: %s", room.code, error)


def call_off_later(room: Room) -> asyncio.Task[None]:
    """Somebody has not opened their number in time."""

    async def call_off() -> None:
        async with room.lock:
            await stop(room)
            room.publish()

    return asyncio.get_running_loop().create_task(call_off())
