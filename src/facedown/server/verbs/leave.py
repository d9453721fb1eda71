"""Somebody gives up their seat."""

from __future__ import annotations

from facedown.server import wire
from facedown.server.rooms.change import Change
from facedown.server.rooms.outbox import Subscriber
from facedown.server.rooms.room import Room
from facedown.server.seats.seat_changes import reseated
from facedown.server.seats.seating import EMPTY
from facedown.server.wire import Refused


def leave(room: Room, subscriber: Subscriber, message: wire.Leave) -> Change:
    """Give up one's seat.  Raises Refused."""
    seat = subscriber.seat
    if seat is None:
        raise Refused("not_yours", "You have no seat to leave.")
    playing = room.phase == "playing"  # then the seat stays theirs, so that they can come back to it
    return reseated(room, {seat: room.seating[seat] if playing else EMPTY}, {seat: None})
