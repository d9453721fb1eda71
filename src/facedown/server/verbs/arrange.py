"""Seats in another order, more of them or fewer, and who begins."""

from __future__ import annotations

from facedown.core.errors import BadOption
from facedown.server import wire
from facedown.server.rooms.change import Change
from facedown.server.rooms.outbox import Subscriber
from facedown.server.rooms.room import Room
from facedown.server.seats.seat_changes import options_after, places_after, rearranged, with_options
from facedown.server.verbs.checks import checked_seat, host_only
from facedown.server.wire import Refused


def arrange(room: Room, subscriber: Subscriber, message: wire.Arrange) -> Change:
    """Put the seats into another order, add some, remove some.  Raises Refused."""
    host_only(subscriber)
    if room.phase != "lobby":
        raise Refused("not_over", "Seats can be moved, added and removed before the first game at a table.")
    old = [checked_seat(room, seat) for seat in message.seats if seat is not None]
    hosts = list(range(room.game.players(len(room.seating)), len(room.seating)))
    if len(set(old)) < len(old):
        raise Refused("bad_option", "A seat can stand in one place only.")
    if hosts and list(message.seats[-len(hosts) :]) != hosts:
        title = room.game.names_of(len(room.seating))[-1].lower()
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
