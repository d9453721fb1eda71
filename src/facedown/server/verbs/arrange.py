"""Seats in another order, more of them or fewer, and who begins."""

from __future__ import annotations

import asyncio

from msgspec import structs

from facedown.core.errors import BadOption
from facedown.server import wire
from facedown.server.play.match import Match
from facedown.server.rooms.change import Change
from facedown.server.rooms.outbox import Subscriber
from facedown.server.rooms.room import Room
from facedown.server.rooms.seat_changes import (
    options_after,
    places_after,
    rearranged,
    with_options,
    with_seat_before,
)
from facedown.server.rooms.seating import check_free, checked_name
from facedown.server.storage.store import StorageError
from facedown.server.storage.stored import EMPTY, SeatState
from facedown.server.verbs.checks import checked_seat, host_only
from facedown.server.wire import Refused


def arrange(room: Room, subscriber: Subscriber, message: wire.Arrange) -> Change:
    """Put the seats into another order, add some, remove some.  Raises Refused."""
    host_only(subscriber)
    if room.phase != "lobby":
        raise Refused("not_over", "Seats can be moved, added and removed before the first game at a table.")
    old = [checked_seat(room, seat) for seat in message.seats if seat is not None]
    hosts = list(range(room.players, len(room.seating)))
    if len(set(old)) < len(old):
        raise Refused("bad_option", "A seat can stand in one place only.")
    if hosts and list(message.seats[-len(hosts) :]) != hosts:
        title = room.host_title
        raise Refused("bad_option", f"The {title}'s seat stays the last.")
    try:
        seats = room.game.checked_seats(len(message.seats))
        options = room.game.new(seats, 0, **options_after(room, places_after(room, message.seats))).options
    except BadOption as error:
        raise Refused("bad_option", wire.sentence(error)) from error
    return rearranged(room, message.seats, options)


def choose(room: Room, subscriber: Subscriber, message: wire.Choose) -> Change:
    """Choose a seat, or what stands in its place, for an option of seats.  Raises Refused."""
    host_only(subscriber)
    if room.phase != "lobby":
        raise Refused("not_over", "Who begins is chosen before the first game at a table.")
    if not any(option.of_seats and option.name == message.option for option in room.game.options):
        raise Refused("bad_option", "Only who begins can be chosen at the table.")
    try:
        options = room.game.checked_options({**room.options, message.option: message.value})
        options = room.game.fitted_options(options, len(room.seating))
    except BadOption as error:
        raise Refused("bad_option", wire.sentence(error)) from error
    return with_options(room, options)


async def add_seat(room: Room, subscriber: Subscriber, message: wire.AddSeat) -> Change:
    """Put a seat before the host seat; anybody can take it.  Raises Refused or StorageError."""
    match = room.checked_match()
    seat = room.players
    if not subscriber.host and (subscriber.seat is None or subscriber.seat < seat):
        raise Refused("not_host", "Only whoever opened this table, or has the host seat, may add a seat now.")
    options = room.game.with_late_seat(room.options)
    if room.phase != "playing" or len(room.games) > 1 or options is None:
        raise Refused(
            "bad_option", "A seat is added only during the first game at a table where people can come late."
        )
    names = list(match.stored_game.names)
    seating = [*room.seating[:seat], EMPTY, *room.seating[seat:]]
    name = checked_name(room.game, options, seating, seat, message.name)
    check_free(name, names)
    await room.timekeeper.store_timeouts()
    if match.unstored:
        raise StorageError("timeouts that nobody could see are not stored yet; try again")
    game = structs.replace(match.stored_game, names=(*names[:seat], name, *names[seat:]))
    stored = await room.store.read(room.code, 0)
    assert stored is not None, "a table in use is not deleted"
    rows = [(who + (who >= seat), what) for who, what in stored.moves]
    again = Match(room.game, game, dict(options), match.number)
    await asyncio.to_thread(again.replay, rows)
    seating[seat] = SeatState(name)
    return with_seat_before(room, seat, again, seating)
