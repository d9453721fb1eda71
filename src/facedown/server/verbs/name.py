"""Another name, or another face."""

from __future__ import annotations

from msgspec import structs

from facedown.server import wire
from facedown.server.rooms.change import Change
from facedown.server.rooms.outbox import Subscriber
from facedown.server.rooms.room import Room
from facedown.server.seats.seat_changes import reseated
from facedown.server.seats.seating import checked_name
from facedown.server.verbs.checks import checked_seat, host_only
from facedown.server.wire import Refused


def rename(room: Room, subscriber: Subscriber, message: wire.Name) -> Change:
    """Give a seat another name.  Raises Refused."""
    seat = checked_seat(room, message.seat)
    if subscriber.seat != seat:
        host_only(subscriber)
    state = room.seating[seat]
    if room.phase == "playing":
        raise Refused("not_over", "Names cannot be changed during a game; change them before it.")
    if state.empty and not room.game.speaks_for_all(room.options):
        raise Refused("bad_option", "Nobody has this seat; the person who takes it chooses a name.")
    name = checked_name(room.game, room.options, room.seating, seat, message.name)
    return reseated(room, {seat: structs.replace(state, name=name)})


def wear(room: Room, subscriber: Subscriber, message: wire.Wear) -> Change:
    """Put on another face.  Raises Refused."""
    if subscriber.seat is None:
        raise Refused("not_yours", "Take a seat first; a face belongs to a seat.")
    if room.phase == "playing":  # where people sleep, a new face would be a sign
        raise Refused("not_over", "Faces can be changed before the game and after it.")
    return reseated(room, {subscriber.seat: structs.replace(room.seating[subscriber.seat], face=message.face)})
