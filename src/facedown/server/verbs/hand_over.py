"""The host seat, or the host's part, goes to somebody else; or the host deletes the table.

Whoever tells the story hands that seat over, to a person or a bot.  The person who opened the table may do so, too,
and if both have been gone for a while, the first person present.
"""

from __future__ import annotations

import time

from facedown.core.spelling import counted
from facedown.server import wire
from facedown.server.admission import secrets
from facedown.server.rooms.away import LONG_GONE, hosted_by
from facedown.server.rooms.change import Change
from facedown.server.rooms.outbox import Subscriber
from facedown.server.rooms.room import Room
from facedown.server.rooms.seating import bot_names
from facedown.server.storage import statements
from facedown.server.storage.stored import SeatState
from facedown.server.verbs.seats import check_bots, checked_seat, host_only, reseated
from facedown.server.wire import Refused


def hand_over(room: Room, subscriber: Subscriber, message: wire.HandOver) -> Change:
    """Give the host seat to a person or a bot.  Raises Refused."""
    if not room.game.host_seats:
        raise Refused("bad_option", f"{room.game.title} has no seat that could be handed over.")
    if room.phase != "playing":
        raise Refused("not_started", "Before the game and after it, that seat is left and taken like any other.")
    _check_may(room, subscriber)
    seat = len(room.seating) - 1
    if message.to is None:
        return _to_a_bot(room, seat)
    return _to_a_person(room, message.to, seat)


def _check_may(room: Room, subscriber: Subscriber) -> None:
    """Raises Refused for somebody who may not hand it over."""
    players = room.players
    if subscriber.host or (subscriber.seat is not None and subscriber.seat >= players):
        return
    if room.is_led:
        raise Refused("not_host", "Only whoever has that seat, or opened this table, may hand it over.")
    gone, title = time.monotonic() - room.unled_since, room.host_title
    first = min(room.connected, default=None)
    mine = first is not None and first == subscriber.seat
    name = "somebody with a seat" if first is None else "you" if mine else room.seating[first].name
    if gone < LONG_GONE:
        for_now = f"The {title} has been gone for {counted(int(gone), 'second')}"
        raise Refused("not_host", f"{for_now}; after two minutes {name} may hand that seat over.")
    if not mine:
        raise Refused("not_host", f"Since the {title} is gone, {name} may hand that seat over now.")


def _to_a_bot(room: Room, seat: int) -> Change:
    """A bot has it from now on, until somebody comes with the secret that this answers."""
    check_bots(room)
    secret, state = secrets.new_secret(), room.seating[seat]
    given = SeatState(state.name, bot_names(room.game)[0], secrets.hashed(secret), state.face)
    change = reseated(room, {seat: given}, {seat: None})
    return change._replace(answer={"seat": seat, "secret": secret})


def _to_a_person(room: Room, chosen: int, seat: int) -> Change:
    """Whoever has the chosen seat has the host seat from now on; their own is played as an empty one would be."""
    state = room.seating[chosen] if chosen < seat else SeatState()
    if chosen not in room.connected or not state.held:
        raise Refused("bad_option", "Only somebody who is here, with a seat of their own, can be given it.")
    alone = room.is_by_one
    given = SeatState(room.seating[seat].name, None, state.secret, state.face)
    left = SeatState(state.name, None if alone else bot_names(room.game)[0])
    return reseated(room, {seat: given, chosen: left}, {seat: None, chosen: seat})


def make_host(room: Room, subscriber: Subscriber, message: wire.MakeHost) -> Change:
    """Whoever has this seat is host from now on.  Raises Refused."""
    host_only(subscriber)
    seat = checked_seat(room, message.seat)
    if room.is_by_one:
        raise Refused("bad_option", "Here the host answers for everybody in the room, and stays the host.")
    if seat == subscriber.seat:
        raise Refused("bad_option", "You are the host already.")
    if seat not in room.connected or not room.seating[seat].held:
        raise Refused("bad_option", "Only somebody who is here, with a seat of their own, can be host.")
    return hosted_by(room, seat)


def delete_table(room: Room, subscriber: Subscriber, message: wire.DeleteTable) -> Change:
    """Delete the table, whatever goes on at it.  Raises Refused."""
    host_only(subscriber)
    return Change(tuple(statements.table_deleted(room.code)), then=(room.end_later,))
