"""A small town without a server, told by the person in the sixth seat, as far as its first day."""

from __future__ import annotations

from facedown.server import wire
from facedown.server.rooms.room import Room
from facedown.server.verbs import receive
from tests.server.room_without_server import Subscriber, value

SCRIPT = "chef, saint, soldier, slayer, monk, poisoner, imp"


async def play(room: Room, subscriber: Subscriber, move: str, at: int | None = None) -> None:
    assert room.match is not None
    version = room.match.version_of(subscriber.seat) if at is None else at
    await receive(room, subscriber, wire.Play(9, version, value(room, subscriber.seat or 0, move)))


async def to_nominations(room: Room, people: list[Subscriber]) -> None:
    """Everybody takes the first answer there is until it is day; then nominations are opened."""
    assert room.match is not None
    while room.match.table.view(None).phase != "day":
        seat = room.match.table.asked[0]
        await play(room, people[seat], room.match.table.legal(seat)[0].text)
    await play(room, people[5], "to nominations")
