"""What somebody says in Talk, and the faces that they make."""

from __future__ import annotations

from facedown.core.spelling import has_piled_marks, unreadable
from facedown.server import wire
from facedown.server.admission import names
from facedown.server.admission.limits import Bucket
from facedown.server.rooms.change import Change
from facedown.server.rooms.outbox import Subscriber
from facedown.server.rooms.room import Room
from facedown.server.wire import Refused


def say(room: Room, subscriber: Subscriber, message: wire.Say) -> Change:
    """A line of Talk.  Raises Refused."""
    if subscriber.seat is None:
        raise Refused("not_yours", "Take a seat to talk at this table.")
    if not room.talk and not subscriber.host:
        raise Refused("not_yours", "The host has closed Talk at this table.")
    players, match = room.game.players(len(room.seating)), room.match_in_play
    if match is not None and (quiet := match.table.now(match.game.quiet)) and subscriber.seat < players:
        raise Refused("not_yours", quiet)
    text = " ".join(message.text.split())
    if names.is_blank(text) or has_piled_marks(text):
        raise Refused("malformed", "There is nothing in this message that can be read.")
    if unreadable(text):
        raise Refused("malformed", "There are characters in this message that nobody can see. Leave them out.")
    if len(text) > wire.MAX_CHAT:
        raise Refused("too_large", f"A line may have {wire.MAX_CHAT} characters; this one has {len(text)}.")
    if message.key in room.done.get(subscriber.seat, ()):
        return Change()
    if room.store.is_nearly_full:
        raise Refused("storage", "This server is nearly full; what is left is kept for moves. Talk another way.")
    return room.said(subscriber.seat, text, message.key)


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
