"""A seat for somebody who comes late: the game is played again as if it had been there from the beginning."""

from __future__ import annotations

import asyncio

from msgspec import structs

from facedown.server import wire
from facedown.server.play.match import Match
from facedown.server.rooms.change import Change
from facedown.server.rooms.outbox import Subscriber
from facedown.server.rooms.room import Room
from facedown.server.seats.seat_changes import with_seat_before
from facedown.server.seats.seating import check_free, checked_name
from facedown.server.storage.store import StorageError
from facedown.server.storage.stored import EMPTY, SeatState
from facedown.server.wire import Refused


async def add_seat(room: Room, subscriber: Subscriber, message: wire.AddSeat) -> Change:
    """Put a seat before the host seat; anybody can take it.  Raises Refused or StorageError."""
    match = room.checked_match()
    seat = room.game.players(len(room.seating))
    if not subscriber.host and (subscriber.seat is None or subscriber.seat < seat):
        raise Refused("not_host", "Only whoever opened this table, or has the host seat, may add a seat now.")
    options = room.game.with_late_seat(room.options)
    if room.phase != "playing" or len(room.games) > 1 or options is None:
        raise Refused(
            "bad_option", "A seat is added only during the first game at a table where people can come late."
        )
    names = list(match.stored_game.names)
    seating = [*room.seating[:seat], EMPTY, *room.seating[seat:]]
    name = checked_name(room.game, options, seating, seat, message.name)
    check_free(name, names)
    await room.timekeeper.store_timeouts()
    if match.unstored:
        raise StorageError("timeouts that nobody could see are not stored yet; try again")
    game = structs.replace(match.stored_game, names=(*names[:seat], name, *names[seat:]))
    stored = await room.store.read(room.code, 0)
    assert stored is not None, "a table in use is not deleted"
    rows = [(who + (who >= seat), what) for who, what in stored.moves]
    again = Match(room.game, game, dict(options), match.number)
    await asyncio.to_thread(again.replay, rows)
    seating[seat] = SeatState(name)
    return with_seat_before(room, seat, again, seating)
