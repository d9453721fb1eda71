"""The host says who begins, when people have taken their seats."""

from __future__ import annotations

from facedown.core.errors import BadOption
from facedown.server import wire
from facedown.server.rooms.change import Change
from facedown.server.rooms.outbox import Subscriber
from facedown.server.rooms.room import Room
from facedown.server.seats.seat_changes import with_options
from facedown.server.verbs.checks import host_only
from facedown.server.wire import Refused


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
