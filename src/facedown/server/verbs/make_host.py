"""The host gives that part to somebody else."""

from __future__ import annotations

from facedown.server import wire
from facedown.server.rooms.change import Change
from facedown.server.rooms.hosting import hosted_by
from facedown.server.rooms.outbox import Subscriber
from facedown.server.rooms.room import Room
from facedown.server.verbs.checks import checked_seat, host_only
from facedown.server.wire import Refused


def make_host(room: Room, subscriber: Subscriber, message: wire.MakeHost) -> Change:
    """Whoever has this seat is host from now on.  Raises Refused."""
    host_only(subscriber)
    seat = checked_seat(room, message.seat)
    if room.game.speaks_for_all(room.options):
        raise Refused("bad_option", "Here the host answers for everybody in the room, and stays the host.")
    if seat == subscriber.seat:
        raise Refused("bad_option", "You are the host already.")
    if seat not in room.connected or not room.seating[seat].held:
        raise Refused("bad_option", "Only somebody who is here, with a seat of their own, can be host.")
    return hosted_by(room, seat)
