"""Talk, opened or closed by the host."""

from __future__ import annotations

from functools import partial

from facedown.server import wire
from facedown.server.rooms.change import Change
from facedown.server.rooms.outbox import Subscriber
from facedown.server.rooms.room import Room
from facedown.server.storage import statements
from facedown.server.verbs.checks import host_only


def talk(room: Room, subscriber: Subscriber, message: wire.Talk) -> Change:
    """Open or close Talk for everybody at the table."""
    host_only(subscriber)
    return Change(
        (statements.talk_set(room.code, is_open=message.open),),
        then=(partial(setattr, room, "talk", message.open),),
        told=(wire.TalkIs(message.open),),
    )
