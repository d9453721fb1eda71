"""A move."""

from __future__ import annotations

from facedown.core.errors import FacedownError
from facedown.server import wire
from facedown.server.play import outbound
from facedown.server.play.match import Match
from facedown.server.rooms.change import Change
from facedown.server.rooms.outbox import Subscriber
from facedown.server.rooms.room import Room
from facedown.server.wire import Refused


def play(room: Room, subscriber: Subscriber, message: wire.Play) -> Change:
    """Make a move."""
    if subscriber.seat is None:
        raise Refused("not_yours", "You are watching; only a seat that is asked may move.")
    if message.key in room.done.get(subscriber.seat, ()):
        return Change()
    match = room.checked_match()
    if room.phase == "over":
        raise Refused("over", "The game is over; look back at it, or play again.")
    match.check_version(subscriber.seat, message.at)
    try:
        change = _made(room, match, subscriber.seat, message)
    except Refused as no:
        if no.why in ("illegal", "not_yours"):
            match.check_up_to_date(subscriber.seat, message.at)
        raise
    return change._replace(then=(*change.then, room.bots.person_acts))


def _made(room: Room, match: Match, seat: int, message: wire.Play) -> Change:
    """The move of this message, tried out.  Raises Refused."""
    try:
        move = room.game.read_value(message.move, match.table.names)
    except FacedownError as error:
        raise outbound.refusal(match.table, seat, error) from error
    is_full = match.written[seat] > room.limits.seat_kilobytes * 1024
    if is_full and not match.is_answer(seat, message.move):
        raise Refused("too_large", "You have made too many moves in this game; now you may only answer.")
    if move == room.game.pause and match.table.now(room.game.beat).seat == seat:
        raise Refused("not_yours", "The table goes on by itself when it is time; there is nothing to do.")
    return room.moved(seat, move, message.key)
