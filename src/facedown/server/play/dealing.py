"""How a game begins in which people take part in the deal: pages commit themselves, then open their numbers."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from facedown.server import wire
from facedown.server.cluster import news
from facedown.server.storage import store
from facedown.server.storage.store import Conflict, StorageError
from facedown.server.wire import Refused

if TYPE_CHECKING:
    from facedown.server.rooms.room import Room

log = logging.getLogger(__name__)


async def begin(room: Room) -> None:
    """Begin a game; first let pages open their numbers, where at least two have one.  Raises StorageError."""
    number = len(room.games) + 1
    dealing = room.deals.begin(number, room.seating, room.connected, lambda: call_off_later(room))
    if dealing is None:
        await room.start()
        return
    said = {seat: commitment for seat, commitment in enumerate(dealing.commitments) if commitment is not None}
    room.tell_all(dealing, news.Dealing(said, wire.write(dealing)))


def commit(room: Room, seat: int | None, commitment: str) -> None:
    """The page of this seat has made a number.  Raises Refused."""
    if seat is None:
        raise Refused("not_yours", "Take a seat first; a number in the deal belongs to a seat.")
    if room.deals.is_open:
        raise Refused("not_over", "A game is about to begin; numbers for the next one come after it.")
    room.deals.commit(room.seating, seat, commitment)
    room.peers.tell(news.Committed(seat, commitment))


async def open_number(room: Room, seat: int | None, number: str) -> None:
    """A page opens the number to which it had committed itself; with the last one the game begins.

    If it cannot, its start is called off for all to see, because the server knows the cards by now.
    Raises Refused, StorageError or Conflict.
    """
    deal = room.deals.open(seat, number)
    if room.deals.is_elsewhere and seat is not None:
        room.peers.tell(news.NumberOpened(seat, number))
    if deal is None:
        return
    try:
        await room.start(deal)
    except Exception:
        await stop(room)
        raise


async def number_opened(room: Room, told: news.NumberOpened) -> None:
    """A page has opened its number at another server."""
    if room.deals.is_elsewhere:
        return
    try:
        await open_number(room, told.seat, told.number)
    except (Refused, StorageError, Conflict) as error:
        log.warning("table %s: a game could not begin: %s", room.code, error)


async def stop(room: Room) -> None:
    """Call the start off, if there is one, for all to see."""
    called_off = room.deals.call_off()
    if called_off is None:
        return
    room.tell_all(called_off, news.CalledOff(called_off.times, wire.write(called_off)))
    try:
        await room.store.write(store.starts_called_off(room.code, called_off.times))
    except (StorageError, Conflict) as error:
        log.warning("table %s: %s", room.code, error)


def call_off_later(room: Room) -> asyncio.Task[None]:
    """Somebody has not opened their number in time."""

    async def call_off() -> None:
        async with room.lock:
            await stop(room)
            room.publish()

    return asyncio.get_running_loop().create_task(call_off())
