"""How fast bots are."""

from __future__ import annotations

from facedown.server import wire
from facedown.server.rooms.change import Change
from facedown.server.rooms.outbox import Subscriber
from facedown.server.rooms.room import Room
from facedown.server.storage import statements
from facedown.server.verbs.checks import host_only


def pace(room: Room, subscriber: Subscriber, message: wire.Pace) -> Change:
    """How fast bots are, and whether they wait for people; `next`: one of them acts at once.  Raises Refused."""
    host_only(subscriber)
    pace = room.pace if message.pace is None else message.pace
    waits = room.asked_to_wait if message.waits is None else message.waits

    def set_pace() -> None:
        room.pace, room.asked_to_wait = pace, waits
        if message.next:
            room.bots.go_on()

    is_new = (pace, waits) != (room.pace, room.asked_to_wait)
    return Change((statements.pace_set(room.code, pace, waits),) if is_new else (), then=(set_pace,))
