"""What the server has stored is deleted for good, by those whose it is."""

from __future__ import annotations

from facedown.server import wire
from facedown.server.play import outbound
from facedown.server.rooms.change import Change
from facedown.server.rooms.outbox import Subscriber
from facedown.server.rooms.room import Room
from facedown.server.storage import statements
from facedown.server.verbs.checks import host_only
from facedown.server.wire import Refused


def delete_table(room: Room, subscriber: Subscriber, message: wire.DeleteTable) -> Change:
    """Delete the table, whatever goes on at it.  Raises Refused."""
    host_only(subscriber)
    return Change(tuple(statements.table_deleted(room.code)), then=(room.end_later,))


def unsay(room: Room, subscriber: Subscriber, message: wire.Unsay) -> Change:
    """Delete what this person has said in Talk, in whichever seat and under whichever name.  Raises Refused."""
    if subscriber.seat is None or (who := room.seating[subscriber.seat].secret) is None:
        raise Refused("not_yours", "You have no seat here, and so nobody knows what you have said.")

    def follow() -> None:
        room.chat = [line for line in room.chat if line.who != who]
        room.tell_all(wire.Lines(outbound.lines(room.chat)))

    return Change((statements.lines_deleted(room.code, who),), then=(follow,))
