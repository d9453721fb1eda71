"""Somebody comes, or comes back."""

from __future__ import annotations

import logging

from msgspec import structs

from facedown.server import wire
from facedown.server.admission import secrets
from facedown.server.rooms.change import Change
from facedown.server.rooms.outbox import Subscriber
from facedown.server.rooms.room import Room
from facedown.server.seats.seat_changes import reseated
from facedown.server.storage.store import StorageError
from facedown.server.wire import Refused

log = logging.getLogger(__name__)


async def hello(room: Room, subscriber: Subscriber, message: wire.Hello) -> Change:
    """Somebody comes, or comes back to the seat that their secret opens.  Raises Refused."""
    host = secrets.matches(message.host, room.host) or secrets.matches(message.secret, room.host)
    seat = room.seat_of(message.secret)
    known = message.host is None or seat is not None or secrets.matches(message.host, room.host)
    if not known or (message.secret is not None and seat is None and not host):
        raise Refused("unknown_secret", "This secret opens nothing at this table; without one you may watch.")
    if seat is not None:
        await relieve_bot(room, seat)

    def come() -> None:
        room.welcome(subscriber, changes=message.changes)
        subscriber.seat, subscriber.host = seat, host

    return Change(then=(come,), whole=(subscriber,), since=message.since, answer={"seat": seat})


async def relieve_bot(room: Room, seat: int) -> None:
    """Somebody has come back to this seat, in which a bot may have stood in for them."""
    if room.seating[seat].bot is None:
        return
    try:
        await room.commit(reseated(room, {seat: structs.replace(room.seating[seat], bot=None)}))
    except StorageError as error:  # then the bot stays until the next hello
        log.warning("table %s: %s", room.code, error)
