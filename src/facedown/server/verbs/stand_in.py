"""Anybody who plays may call for a bot in the place of somebody who is away; of three or more, most must."""

from __future__ import annotations

from functools import partial

from msgspec import structs

from facedown.server import wire
from facedown.server.rooms.change import Change
from facedown.server.rooms.outbox import Subscriber
from facedown.server.rooms.room import Room
from facedown.server.seats.seat_changes import reseated
from facedown.server.seats.seating import bot_names
from facedown.server.verbs.checks import check_bots, checked_seat
from facedown.server.wire import Refused


def call_bot(room: Room, subscriber: Subscriber, message: wire.CallBot) -> Change:
    """Want a bot for this seat, or no longer.  Raises Refused."""
    voter, seat = subscriber.seat, checked_seat(room, message.seat)
    if voter is None:
        raise Refused("not_yours", "Only somebody who plays can call for a bot.")
    check_bots(room)
    state = room.seating[seat]
    if room.phase != "playing":
        raise Refused("not_started", "A bot stands in during a game; now a seat is given to one by the host.")
    if seat >= room.game.players(len(room.seating)):
        raise Refused("bad_option", "Nobody votes about that seat; it is handed over.")
    if not state.held or state.bot is not None or seat in room.connected:
        raise Refused("taken", f"{state.name} is here; a bot may stand in only for somebody who is away.")
    if not (message.agree and room.stand_ins.suffices(seat, voter, room.connected)):
        return Change(then=(partial(room.stand_ins.vote, seat, voter, agree=message.agree),))
    return reseated(room, {seat: structs.replace(state, bot=bot_names(room.game)[0])})
