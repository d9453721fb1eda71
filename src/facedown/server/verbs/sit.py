"""Somebody takes a seat."""

from __future__ import annotations

from functools import partial

from facedown.server import wire
from facedown.server.admission import secrets
from facedown.server.rooms.change import Change
from facedown.server.rooms.outbox import Subscriber
from facedown.server.rooms.room import Room
from facedown.server.seats.seat_changes import is_blocked, reseated
from facedown.server.seats.seating import checked_name
from facedown.server.storage.stored import EMPTY, SeatState
from facedown.server.verbs.checks import checked_seat
from facedown.server.verbs.hello import relieve_bot
from facedown.server.verbs.invite import check_given
from facedown.server.wire import Refused


async def sit(room: Room, subscriber: Subscriber, message: wire.Sit) -> Change:
    """Take a free seat, and leave the old one.  Raises Refused."""
    seat = checked_seat(room, message.seat)
    state, old = room.seating[seat], subscriber.seat
    opened = room.seat_of(message.secret)
    if opened is not None:
        return await _sat_already(room, subscriber, message, opened)
    if is_blocked(room, subscriber):
        raise Refused("not_yours", "The host of this table does not want you to take a seat here.")
    check_given(room, subscriber, seat, message.code)
    if room.phase == "playing":
        return _sat_down_late(room, subscriber, message)
    if not (state.empty or state.kept):
        raise Refused("taken", f"{state.name} has this seat; take a free one.")
    others = [EMPTY if other == old else state for other, state in enumerate(room.seating)]
    name = checked_name(room.game, room.options, others, seat, message.name)
    secret = message.secret or secrets.new_secret()
    changed = {seat: SeatState(name, None, secrets.hashed(secret), message.face)}
    if old is not None:
        changed[old] = EMPTY
    change = reseated(room, changed, {} if old is None else {old: seat})
    if old is None:
        change = change._replace(then=(*change.then, room.rematch.arrived))
    return _sits(change, subscriber, seat, secret, is_new=old is None)


async def _sat_already(room: Room, subscriber: Subscriber, message: wire.Sit, opened: int) -> Change:
    """Answer somebody who was not told that they have their seat.  Raises Refused."""
    if opened != message.seat or subscriber.seat not in (None, opened):
        raise Refused("taken", "This secret opens another seat; a page makes a new one each time.")
    if subscriber.seat is None:
        await relieve_bot(room, opened)
    return _sits(Change(), subscriber, opened, message.secret, is_new=subscriber.seat is None)


def _sat_down_late(room: Room, subscriber: Subscriber, message: wire.Sit) -> Change:
    """Take the seat of somebody without a device, during the game.  Raises Refused."""
    state = room.seating[message.seat]
    if not state.kept:
        raise Refused("taken", "The game has begun; watch it, and take a free seat before the next one.")
    if subscriber.seat is not None:
        raise Refused("taken", "You have a seat in this game already.")
    secret = message.secret or secrets.new_secret()
    taken = SeatState(state.name, None, secrets.hashed(secret), message.face)
    return _sits(reseated(room, {message.seat: taken}), subscriber, message.seat, secret, is_new=True)


def _sits(change: Change, subscriber: Subscriber, seat: int, secret: str | None, *, is_new: bool) -> Change:
    """The change after which somebody has this seat; `is_new`: they had none."""
    if is_new:
        sits = partial(setattr, subscriber, "seat", seat)
        change = change._replace(then=(*change.then, sits), whole=(*change.whole, subscriber))
    return change._replace(answer={"seat": seat, "secret": secret})
