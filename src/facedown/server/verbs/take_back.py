"""Moves that are taken back: by whoever tells the story, or one's own slip."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from facedown.core.errors import Illegal
from facedown.server import wire
from facedown.server.play import undo
from facedown.server.play.match import Match
from facedown.server.play.outbound import Receiver
from facedown.server.rooms.change import Change
from facedown.server.rooms.outbox import Subscriber
from facedown.server.rooms.room import Room
from facedown.server.wire import Refused


def undo_moves(room: Room, subscriber: Subscriber, message: wire.Undo) -> Change:
    """Undo what this message names.  Raises Refused."""
    match, receiver = _undoing(room, subscriber)
    match.check_undo(receiver, message.at)
    return _taken_back(room, match, lambda: match.undo(undo.moves_before(match, receiver, message.to)))


def unplay(room: Room, subscriber: Subscriber, message: wire.Unplay) -> Change:
    """Take back a slip, this seat's own last move.  Raises Refused."""
    seat = subscriber.seat
    if seat is None:
        raise Refused("not_yours", "You are watching; there is no move of yours to take back.")
    match = room.checked_match()
    match.check_up_to_date(seat, message.at)
    return _taken_back(room, match, lambda: match.unplay(seat))


def _taken_back(room: Room, match: Match, take_back: Callable[[], Mapping[Receiver, int]]) -> Change:
    """Moves taken back; those who see a difference are told.

    `take_back` says how many lines each log has lost.  Raises Refused; the table is then unchanged.
    """
    before = match.snapshot()
    try:
        lost = take_back()
    except Illegal as error:
        raise Refused("illegal", wire.sentence(error)) from error
    except Exception:
        match.restore(before)
        raise
    return Change(tried=before, then=(partial(room.bots.hold_back, lost), partial(room.publish_undone_later, lost)))


def _undoing(room: Room, subscriber: Subscriber) -> tuple[Match, Receiver]:
    """The match, and whose view decides what this connection may undo.  Raises Refused if it may not undo."""
    undo.check_game(room.game)
    match = room.checked_match()
    return match, undo.authorized(match, room.seating, subscriber.seat, host=subscriber.host)


def undoable(room: Room, subscriber: Subscriber, message: wire.Undoable) -> Change:
    """Which moves may be undone.  Raises Refused."""
    return Change(answer={"undoable": undo.undoable(*_undoing(room, subscriber))})
