"""What people do with the seats of a table: take one, leave it, come back to it, or give it to a bot."""

from __future__ import annotations

import logging

from msgspec import structs

from facedown.core.errors import BadOption
from facedown.server import wire
from facedown.server.admission import secrets
from facedown.server.rooms.outbox import Subscriber
from facedown.server.rooms.room import Room
from facedown.server.seats import seat_changes
from facedown.server.seats.seating import EMPTY, SeatState, bot_names, checked_bot, checked_name
from facedown.server.storage.store import StorageError
from facedown.server.wire import Refused

log = logging.getLogger(__name__)


async def hello(room: Room, subscriber: Subscriber, message: wire.Hello) -> wire.Yes:
    """Somebody comes, or comes back to the seat that their secret opens.  Raises Refused."""
    host = secrets.matches(message.host, room.host) or secrets.matches(message.secret, room.host)
    seat = room.seat_of(message.secret)
    known = message.host is None or secrets.matches(message.host, room.host)
    if not known or (message.secret is not None and seat is None and not host):
        raise Refused("unknown_secret", "This secret opens nothing at this table; without one you may watch.")
    if seat is not None:
        await _relieve_bot(room, seat)
    room.welcome(subscriber, changes=message.changes)
    subscriber.seat, subscriber.host = seat, host
    await room.send_table_later(subscriber, message.since)
    return wire.Yes(message.n, seat=seat)


async def _relieve_bot(room: Room, seat: int) -> None:
    """Somebody has come back to this seat, in which a bot may have stood in for them."""
    if room.seating[seat].bot is None:
        return
    try:
        await seat_changes.reseat(room, {seat: structs.replace(room.seating[seat], bot=None)})
    except StorageError as error:  # then the bot stays until the next hello
        log.warning("table %s: %s", room.code, error)


async def sit(room: Room, subscriber: Subscriber, message: wire.Sit) -> wire.Yes:
    """Take a free seat, and leave the old one.  Raises Refused or StorageError."""
    seat = _checked_seat(room, message.seat)
    state, old = room.seating[seat], subscriber.seat
    opened = room.seat_of(message.secret)
    if opened is not None:
        return await _sat_already(room, subscriber, message, opened)
    if seat_changes.is_blocked(room, subscriber):
        raise Refused("not_yours", "The host of this table does not want you to take a seat here.")
    if room.phase == "playing":
        return await _sit_down_late(room, subscriber, message)
    if not (state.empty or state.kept):
        raise Refused("taken", f"{state.name} has this seat; take a free one.")
    others = [EMPTY if other == old else state for other, state in enumerate(room.seating)]
    name = checked_name(room.game, room.options, others, seat, message.name)
    secret = message.secret or secrets.new_secret()
    changed = {seat: SeatState(name, None, secrets.hashed(secret), message.face)}
    if old is not None:
        changed[old] = EMPTY
    await seat_changes.reseat(room, changed, {} if old is None else {old: seat})
    if old is None:
        subscriber.seat = seat
        await room.send_table_later(subscriber, None)
    return wire.Yes(message.n, seat=seat, secret=secret)


async def _sat_already(room: Room, subscriber: Subscriber, message: wire.Sit, opened: int) -> wire.Yes:
    """Answer somebody who was not told that they have their seat.  Raises Refused."""
    if opened != message.seat or subscriber.seat not in (None, opened):
        raise Refused("taken", "This secret opens another seat; a page makes a new one each time.")
    if subscriber.seat is None:
        await _relieve_bot(room, opened)
        subscriber.seat = opened
        await room.send_table_later(subscriber, None)
    return wire.Yes(message.n, seat=opened, secret=message.secret)


async def _sit_down_late(room: Room, subscriber: Subscriber, message: wire.Sit) -> wire.Yes:
    """Take the seat of somebody without a device, during the game.  Raises Refused or StorageError."""
    state = room.seating[message.seat]
    if not state.kept:
        raise Refused("taken", "The game has begun; watch it, and take a free seat before the next one.")
    if subscriber.seat is not None:
        raise Refused("taken", "You have a seat in this game already.")
    secret = message.secret or secrets.new_secret()
    taken = SeatState(state.name, None, secrets.hashed(secret), message.face)
    await seat_changes.reseat(room, {message.seat: taken})
    subscriber.seat = message.seat
    await room.send_table_later(subscriber, None)
    return wire.Yes(message.n, seat=message.seat, secret=secret)


async def rename(room: Room, subscriber: Subscriber, message: wire.Name) -> None:
    """Give a seat another name.  Raises Refused or StorageError."""
    seat = _checked_seat(room, message.seat)
    if subscriber.seat != seat:
        host_only(subscriber)
    state = room.seating[seat]
    if room.phase == "playing":
        raise Refused("not_over", "Names cannot be changed during a game; change them before it.")
    if state.empty and not room.game.speaks_for_all(room.options):
        raise Refused("bad_option", "Nobody has this seat; the person who takes it chooses a name.")
    name = checked_name(room.game, room.options, room.seating, seat, message.name)
    await seat_changes.reseat(room, {seat: structs.replace(state, name=name)})


async def arrange(room: Room, subscriber: Subscriber, message: wire.Arrange) -> None:
    """Put the seats into another order, add some, remove some.  Raises Refused or StorageError."""
    host_only(subscriber)
    if room.phase != "lobby":
        raise Refused("not_over", "Seats can be moved, added and removed before the first game at a table.")
    old = [_checked_seat(room, seat) for seat in message.seats if seat is not None]
    hosts = list(range(room.game.players(len(room.seating)), len(room.seating)))
    if len(set(old)) < len(old):
        raise Refused("bad_option", "A seat can stand in one place only.")
    if hosts and list(message.seats[-len(hosts) :]) != hosts:
        title = room.game.names_of(len(room.seating))[-1].lower()
        raise Refused("bad_option", f"The {title}'s seat stays the last.")
    try:
        room.game.new(room.game.checked_seats(len(message.seats)), 0, **room.options)
    except BadOption as error:
        raise Refused("bad_option", wire.sentence(error)) from error
    await seat_changes.rearrange(room, message.seats)


async def wear(room: Room, subscriber: Subscriber, message: wire.Wear) -> None:
    """Put on another face.  Raises Refused or StorageError."""
    if subscriber.seat is None:
        raise Refused("not_yours", "Take a seat first; a face belongs to a seat.")
    if room.phase == "playing":  # where people sleep, a new face would be a sign
        raise Refused("not_over", "Faces can be changed before the game and after it.")
    await seat_changes.reseat(
        room, {subscriber.seat: structs.replace(room.seating[subscriber.seat], face=message.face)}
    )


async def bot(room: Room, subscriber: Subscriber, message: wire.Bot) -> None:
    """Give a seat to a bot, or take it away from one.  Raises Refused or StorageError."""
    host_only(subscriber)
    if message.bot is not None:
        seat_changes.check_bots(room)
    seat = _checked_seat(room, message.seat)
    state = room.seating[seat]
    if state.held and seat in room.connected:
        raise Refused("taken", f"{state.name} is here; a bot may stand in only for somebody who is away.")
    if message.bot is not None:
        await seat_changes.reseat(room, {seat: structs.replace(state, bot=checked_bot(room.game, message.bot))})
    elif room.phase != "playing":
        await seat_changes.reseat(room, {seat: EMPTY})
    elif state.held and state.bot is None and room.game.speaks_for_all(room.options):
        # Whoever took it is gone; another answers for them again.
        await seat_changes.reseat(room, {seat: SeatState(state.name)})
    elif state.held:
        await seat_changes.reseat(room, {seat: structs.replace(state, bot=None)})
    else:
        raise Refused("taken", "Nobody else has this seat, and the game needs somebody in it until it is over.")


async def leave(room: Room, subscriber: Subscriber) -> None:
    """Give up one's seat.  Raises Refused or StorageError."""
    seat = subscriber.seat
    if seat is None:
        raise Refused("not_yours", "You have no seat to leave.")
    playing = room.phase == "playing"  # then the seat stays theirs, so that they can come back to it
    await seat_changes.reseat(room, {seat: room.seating[seat] if playing else EMPTY}, {seat: None})


async def remove(room: Room, subscriber: Subscriber, message: wire.Remove) -> None:
    """Take somebody's seat away; while a game is played, a bot has it, or who answers for all.

    Raises Refused or StorageError.
    """
    host_only(subscriber)
    seat = _checked_seat(room, message.seat)
    state = room.seating[seat]
    if not state.held:
        raise Refused("bad_option", "Nobody has this seat.")
    if seat == subscriber.seat:
        raise Refused("bad_option", "This is your own seat; leave it instead.")
    if room.phase != "playing":
        left = EMPTY
    elif room.game.speaks_for_all(room.options):
        left = SeatState(state.name)
    else:
        left = SeatState(state.name, bot_names(room.game)[0])
    await seat_changes.remove(room, seat, left, subscriber if message.block else None)


def host_only(subscriber: Subscriber) -> None:
    """Raises Refused for anybody but the person who opened the table."""
    if not subscriber.host:
        raise Refused("not_host", "Only the person who opened this table may do that.")


def _checked_seat(room: Room, seat: int) -> int:
    if seat >= len(room.seating):
        raise Refused("bad_option", f"There is no seat {seat} here; they are 0 to {len(room.seating) - 1}.")
    return seat
