"""Somebody gives up their seat, or the host takes it away."""

from __future__ import annotations

from facedown.server import wire
from facedown.server.rooms.change import Change
from facedown.server.rooms.outbox import Subscriber
from facedown.server.rooms.room import Room
from facedown.server.seats.seat_changes import removed, reseated
from facedown.server.seats.seating import bot_names
from facedown.server.storage.stored import EMPTY, SeatState
from facedown.server.verbs.checks import checked_seat, host_only
from facedown.server.wire import Refused


def leave(room: Room, subscriber: Subscriber, message: wire.Leave) -> Change:
    """Give up one's seat.  Raises Refused."""
    seat = subscriber.seat
    if seat is None:
        raise Refused("not_yours", "You have no seat to leave.")
    playing = room.phase == "playing"  # then the seat stays theirs, so that they can come back to it
    return reseated(room, {seat: room.seating[seat] if playing else EMPTY}, {seat: None})


def remove(room: Room, subscriber: Subscriber, message: wire.Remove) -> Change:
    """Take somebody's seat away; while a game is played, a bot has it, or who answers for all.

    Raises Refused.
    """
    host_only(subscriber)
    seat = checked_seat(room, message.seat)
    state = room.seating[seat]
    if not state.held:
        raise Refused("bad_option", "Nobody has this seat.")
    if seat == subscriber.seat:
        raise Refused("bad_option", "This is your own seat; leave it instead.")
    if room.phase != "playing":
        left = EMPTY
    elif room.game.speaks_for_all(room.options):
        left = SeatState(state.name)
    else:
        left = SeatState(state.name, bot_names(room.game)[0])
    return removed(room, seat, left, subscriber if message.block else None)
