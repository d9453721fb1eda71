"""Which seats bots have, and how fast they are."""

from __future__ import annotations

from functools import partial

from msgspec import structs

from facedown.server import wire
from facedown.server.rooms.change import Change
from facedown.server.rooms.outbox import Subscriber
from facedown.server.rooms.room import Room
from facedown.server.rooms.seating import bot_names, checked_bot
from facedown.server.storage import statements
from facedown.server.storage.stored import EMPTY, SeatState
from facedown.server.verbs.seats import check_bots, checked_seat, host_only, reseated
from facedown.server.wire import Refused


def bot(room: Room, subscriber: Subscriber, message: wire.Bot) -> Change:
    """Give a seat to a bot, or take it away from one.  Raises Refused."""
    host_only(subscriber)
    if message.bot is not None:
        check_bots(room)
    seat = checked_seat(room, message.seat)
    state = room.seating[seat]
    if state.held and seat in room.connected:
        raise Refused("taken", f"{state.name} is here; a bot may stand in only for somebody who is away.")
    if message.bot is not None:
        return reseated(room, {seat: structs.replace(state, bot=checked_bot(room.game, message.bot))})
    if room.phase != "playing":
        return reseated(room, {seat: EMPTY})
    if state.held and state.bot is None and room.is_by_one:
        # Whoever took it is gone; another answers for them again.
        return reseated(room, {seat: SeatState(state.name)})
    if state.held:
        return reseated(room, {seat: structs.replace(state, bot=None)})
    raise Refused("taken", "Nobody else has this seat, and the game needs somebody in it until it is over.")


def pace(room: Room, subscriber: Subscriber, message: wire.Pace) -> Change:
    """How fast bots are, and whether they wait for people; `next`: one of them acts at once.  Raises Refused."""
    host_only(subscriber)
    pace = room.pace if message.pace is None else message.pace
    waits = room.asked_to_wait if message.waits is None else message.waits

    def set_pace() -> None:
        room.pace, room.asked_to_wait = pace, waits
        if message.next:
            room.bots.go_on()

    is_new = (pace, waits) != (room.pace, room.asked_to_wait)
    return Change(
        (statements.table_changed(room.code, pace=pace, waits=waits),) if is_new else (), then=(set_pace,)
    )


def call_bot(room: Room, subscriber: Subscriber, message: wire.CallBot) -> Change:
    """Want a bot for this seat, or no longer.  Raises Refused."""
    voter, seat = subscriber.seat, checked_seat(room, message.seat)
    if voter is None:
        raise Refused("not_yours", "Only somebody who plays can call for a bot.")
    check_bots(room)
    state = room.seating[seat]
    if room.phase != "playing":
        raise Refused("not_started", "A bot stands in during a game; now a seat is given to one by the host.")
    if seat >= room.players:
        raise Refused("bad_option", "Nobody votes about that seat; it is handed over.")
    if not state.held or state.bot is not None or seat in room.connected:
        raise Refused("taken", f"{state.name} is here; a bot may stand in only for somebody who is away.")
    if not (message.agree and room.stand_ins.suffices(seat, voter, room.connected)):
        return Change(then=(partial(room.stand_ins.vote, seat, voter, agree=message.agree),))
    return reseated(room, {seat: structs.replace(state, bot=bot_names(room.game)[0])})
