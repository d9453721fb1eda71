"""Whoever answers for people without a device gives one of them a seat of their own."""

from __future__ import annotations

from facedown.server import wire
from facedown.server.rooms.change import Change
from facedown.server.rooms.outbox import Subscriber
from facedown.server.rooms.room import Room
from facedown.server.seats.seating import Invitation
from facedown.server.verbs.checks import checked_seat
from facedown.server.wire import Refused


def gives_seats(room: Room, subscriber: Subscriber) -> bool:
    """Whether this connection gives seats away: it has the host seat, or is the host while nobody has that."""
    players = room.game.players(len(room.seating))
    if subscriber.seat is not None and subscriber.seat >= players:
        return True
    return subscriber.host and not any(state.held for state in room.seating[players:])


def invite(room: Room, subscriber: Subscriber, message: wire.Invite) -> Change:
    """A code with which somebody can take this seat, once.  Raises Refused."""
    seat = checked_seat(room, message.seat)
    state = room.seating[seat]
    if not gives_seats(room, subscriber):
        raise Refused("not_yours", "Only whoever answers for the people without a device gives their seats away.")
    if not (room.game.speaks_for_all(room.options) and state.kept):
        raise Refused("bad_option", "Only the seat of somebody without a device is given by a code.")
    room.invitations[seat] = Invitation()  # in place of an earlier one
    return Change(answer={"invitation": room.invitations[seat].code})


def check_given(room: Room, subscriber: Subscriber, seat: int, code: str | None) -> None:
    """Raises Refused for somebody who takes the seat of a person without a device, and was not given it."""
    state = room.seating[seat]
    if not (room.game.speaks_for_all(room.options) and state.kept) or gives_seats(room, subscriber):
        return
    if seat not in room.invitations or not room.invitations[seat].opens(code):
        title = room.game.names_of(len(room.seating))[-1].lower()
        text = f"The {title} gives the seat of {state.name}: ask for the code that is on their screen."
        raise Refused("not_yours", text if code is None else f"That is not the code of this seat. {text}")
