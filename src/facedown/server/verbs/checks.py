"""What several verbs check before anything is changed."""

from __future__ import annotations

from facedown.server.rooms.outbox import Subscriber
from facedown.server.rooms.room import Room
from facedown.server.wire import Refused


def host_only(subscriber: Subscriber) -> None:
    """Raises Refused for anybody but the person who opened the table."""
    if not subscriber.host:
        raise Refused("not_host", "Only the person who opened this table may do that.")


def checked_seat(room: Room, seat: int) -> int:
    """This seat.  Raises Refused if there is none with this number."""
    if seat >= len(room.seating):
        raise Refused("bad_option", f"There is no seat {seat} here; they are 0 to {len(room.seating) - 1}.")
    return seat


def check_bots(room: Room) -> None:
    """Raises Refused if the host seat answers for people without a device: bots do not hear what they say."""
    if room.is_by_one:
        title = room.host_title
        text = f"The {title} answers for everybody in the room here; no seat at this table can go to a bot."
        raise Refused("bad_option", text)
