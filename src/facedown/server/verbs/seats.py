"""What several verbs check before anything is changed, and who sits where then."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from facedown.server.rooms.change import Change
from facedown.server.rooms.outbox import Subscriber
from facedown.server.rooms.room import Room
from facedown.server.rooms.seating import renamed, seat_rows
from facedown.server.storage.stored import SeatState
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
        text = "answers for everybody in the room here; no seat at this table can go to a bot."
        raise Refused("bad_option", f"The {room.host_title} {text}")


def reseated(room: Room, changed: dict[int, SeatState], places: Mapping[int, int | None] | None = None) -> Change:
    """Other people in these seats; bots get new names where a person has taken theirs.

    `places`: where who sat in a seat before sits now, None for nowhere; they are sent the whole table.
    """
    seating = [changed.get(seat, state) for seat, state in enumerate(room.seating)]
    if room.phase != "playing":  # a game knows its seats by the names with which it began
        seating = renamed(room.game, seating, room.code)
    moved = [subscriber for subscriber in room.subscribers if places and subscriber.seat in places]

    def follow() -> None:
        for seat in changed:
            room.bots.forget(seat)
            room.rematch.settled(seat)
            room.invitations.pop(seat, None)
        room.seating = seating
        move(moved, places or {})

    return Change(tuple(seat_rows(room.code, room.seating, seating)), then=(follow,), whole=moved)


def move(subscribers: Iterable[Subscriber], places: Mapping[int, int | None]) -> None:
    """These people have other seats."""
    for subscriber in subscribers:
        if subscriber.seat is not None:
            subscriber.seat = places.get(subscriber.seat, subscriber.seat)


def addresses(room: Room, seat: int) -> set[str]:
    """From where people are connected here to this seat, or from where the last of them has gone."""
    there = {subscriber.origin for subscriber in room.subscribers if subscriber.seat == seat}
    gone = room.last_origins.get(room.seating[seat].secret or "")
    return {origin for origin in there or {gone} if origin is not None}
