"""A face that somebody makes."""

from __future__ import annotations

from facedown.server import wire
from facedown.server.admission.limits import Bucket
from facedown.server.rooms.change import Change
from facedown.server.rooms.outbox import Subscriber
from facedown.server.rooms.room import Room
from facedown.server.wire import Refused

FACES = (0.4, 3)  # that one seat may make: a second, and at once


def react(room: Room, subscriber: Subscriber, message: wire.React) -> Change:
    """A face that everybody sees, and nothing else.  Raises Refused, also for too many of them."""
    seat, match = subscriber.seat, room.match_in_play
    if seat is None or match is None:
        raise Refused("not_yours", "Faces are made by those who play, while they play.")
    if quiet := match.table.now(match.game.quiet):
        raise Refused("not_yours", quiet)
    if not room.faces_made.setdefault(seat, Bucket(*FACES)).take():
        raise Refused("too_fast", "That was many faces in a short time. Wait a moment.")
    return Change(told=(wire.Reacted(seat, message.expression),))
