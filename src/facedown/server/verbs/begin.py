"""How a game begins, the first or another one.

Where people take part in the deal, pages commit themselves to numbers first, then open them.
"""

from __future__ import annotations

from functools import partial

from facedown.server import wire
from facedown.server.play import deals
from facedown.server.rooms.change import Change
from facedown.server.rooms.outbox import Subscriber
from facedown.server.rooms.room import Room
from facedown.server.storage import rows
from facedown.server.verbs.seats import host_only
from facedown.server.wire import Refused


async def start(room: Room, subscriber: Subscriber, message: wire.Start) -> Change:
    """Begin the first game.  Raises Refused."""
    host_only(subscriber)
    if room.phase == "over" and room.deals.opening is None:
        raise Refused("over", "This game is over; play again.")
    return await _begun(room)


async def again(room: Room, subscriber: Subscriber, message: wire.Again) -> Change:
    """Begin another game once everybody who is there wants it, or decline it.  Raises Refused.

    A host without a seat starts another game alone, for people who share one screen.
    """
    if not message.agree:
        if room.phase != "over":
            raise Refused("not_over", "Another game can be declined when this one is over.")
        room.rematch.decline(subscriber.seat)
        return Change()
    if room.phase == "lobby":
        host_only(subscriber)
        raise Refused("not_started", "There has been no game yet; start the first.")
    if room.phase != "over" or (subscriber.host and subscriber.seat is None):
        host_only(subscriber)
        return await _begun(room)
    if subscriber.seat is None:
        raise Refused("not_yours", "Only somebody who has a seat, or the host, may propose another game.")
    wants = partial(room.rematch.want, subscriber.seat)
    if not room.rematch.is_wanted_by_all(subscriber.seat, room.connected):
        return Change(then=(wants,))
    change = await _begun(room)
    return change._replace(then=(wants, *change.then))


async def _begun(room: Room) -> Change:
    if room.deals.opening is not None:
        raise Refused("not_over", "The game is about to begin.")
    if room.phase == "playing":
        raise Refused("not_over", "A game is being played; start the next one when it is over.")
    players = room.players
    if room.is_by_one and not all(state.held for state in room.seating[players:]):
        title = room.host_title
        raise Refused("not_started", f"The {title} answers for everybody here; take that seat first.")
    wish = room.asked_for_alone
    if wish and [seat for seat, state in enumerate(room.seating) if state.held] != [0]:
        why = f"“{wish}” was chosen here: only whoever has the first seat, alone with bots, can start."
        raise Refused("not_started", f"{why} Open another table to play together.")
    opening = room.deals.next(len(room.games) + 1, room.seating, room.connected)
    if opening is None:
        return await room.started()
    counted = rows.table_changed(room.code, called_off=opening.called_off)

    def begin() -> None:
        room.deals.begin(opening, room.later(deals.OPEN_SECONDS, partial(_called_off, room)))

    return Change((counted,), then=(begin,), told=(opening.told,))


def commit(room: Room, subscriber: Subscriber, message: wire.Commit) -> Change:
    """The page of this seat has made a number for the next deal.  Raises Refused."""
    seat = subscriber.seat
    if seat is None:
        raise Refused("not_yours", "Take a seat first; a number in the deal belongs to a seat.")
    if room.deals.opening is not None:
        raise Refused("not_over", "A game is about to begin; numbers for the next one come after it.")
    room.deals.commit(room.seating, seat, message.commitment)
    return Change()


async def open_number(room: Room, subscriber: Subscriber, message: wire.Open) -> Change:
    """A page opens the number to which it had committed itself; with the last one the game begins.

    If it cannot, its start is called off for all to see, because the server knows the cards by now.
    Raises Refused or StorageError.
    """
    deal = room.deals.open(subscriber.seat, message.number)
    if deal is not None:
        try:
            await room.commit(await room.started(deal))
        except Exception:
            room.call_off()
            raise
    return Change()


async def _called_off(room: Room) -> None:
    """Somebody has not opened their number in time."""
    async with room.lock:
        room.call_off()
        room.publish()
