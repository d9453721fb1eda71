"""Somebody who has lost their device gets their seat back on a new one, from whoever gives seats at the table.

Everybody sees that they ask.  While the old device is connected, whoever has it has some seconds to keep the seat.
Where a player gives it, or the host seat, and could be the one who asks, every other player has them, too.
Who plays among bots alone has nobody to ask, and takes it after two minutes.
Who answers for everybody in the room has the only device, and nobody there could tell them from a thief: their page
makes words that are written down, and whoever knows them has the seat at once.
Then the old device's secret opens nothing, and what the seat knows goes to the new one alone.
"""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from facedown.server import wire
from facedown.server.rooms import secrets
from facedown.server.rooms.away import LONG_GONE, Claim
from facedown.server.rooms.change import Change
from facedown.server.rooms.outbox import Subscriber
from facedown.server.rooms.room import Room
from facedown.server.storage import rows
from facedown.server.storage.rows import SeatState
from facedown.server.verbs.host import may_hand_over
from facedown.server.verbs.seats import checked_seat, gives_seats, is_blocked, is_told, reseated
from facedown.server.wire import Refused

KEEPS = 20.0  # seconds in which somebody on the old device may keep the seat
BY_HOST = "host "  # stands before words that the host has written down: the host's rights go with them


def claim(room: Room, subscriber: Subscriber, message: wire.Claim) -> Change:
    """Say that one is the person of this seat.  Raises Refused."""
    seat = checked_seat(room, message.seat)
    lost = room.seating[seat].secret
    if subscriber.seat is not None:
        raise Refused("taken", "You have a seat here already.")
    if lost is None:
        raise Refused("bad_option", "Nobody had a device of their own in this seat.")
    if message.words is not None and room.seat_of(message.secret) == seat:  # whose answer was lost
        comes = partial(setattr, subscriber, "seat", seat), partial(setattr, subscriber, "host", room.host == lost)
        return Change(then=comes, whole=(subscriber,), answer={"seat": seat, "secret": message.secret})
    hashed = secrets.hashed(message.secret)
    if room.seat_of(message.secret) is not None or hashed == room.host or room.claims.has(hashed):
        raise Refused("taken", "This secret opens something already; a page makes a new one each time.")
    if is_blocked(room, subscriber):
        raise Refused("not_yours", "The host of this table does not want you to take a seat here.")
    if not room.claims.may(subscriber):
        raise Refused("too_fast", "You have asked for seats several times just now; wait a minute.")
    made = Claim(subscriber, lost, hashed)
    if message.words is not None:
        kept, by_host = room.seating[seat].words, secrets.matches(BY_HOST + message.words, room.seating[seat].words)
        if not by_host and not secrets.matches(message.words, kept):
            raise Refused("not_yours", "These are not the twenty letters that were written down for this seat.")
        given = _given(room, made, seat, with_rights=by_host)
        return given._replace(answer={"seat": seat, "secret": message.secret})
    return Change(
        then=(partial(room.claims.add, made),), answer={"seat": seat, "sign": made.sign, "secret": message.secret}
    )


def keep_words(room: Room, subscriber: Subscriber, message: wire.KeepWords) -> Change:
    """Keep words for the seat of whoever answers for everybody in the room.  Raises Refused.

    They are not replaced once the first game has begun: whoever has taken the device away can neither see them
    nor make others.  Where there are none, as on a new device, they can be made at any time.
    """
    seat = subscriber.seat
    if seat is None or seat < room.players or not room.is_by_one:
        raise Refused("not_yours", f"Only a {room.host_title} with the only device in the room needs that.")
    state, words = room.seating[seat], secrets.hashed((BY_HOST if subscriber.host else "") + message.words)
    if state.words not in (None, words) and room.phase != "lobby":
        text = "What was written down for this seat still opens it, and is not replaced once a game has begun."
        raise Refused("taken", text)
    return reseated(room, {seat: replace(state, words=words)})


def grant(room: Room, subscriber: Subscriber, message: wire.Grant) -> Change:
    """Give the seat to the new device, or do not; whoever asked may ask no longer.  Raises Refused."""
    found = room.claims.of(message.sign)
    seat = None if found is None else _seat(room, found)
    if found is None or seat is None:
        raise Refused("bad_option", "Nobody with this sign asks for a seat any more.")
    is_own = subscriber is found.who or subscriber.seat == seat
    takes = subscriber is found.who and _is_alone(room, seat)
    gives = takes or _gives(room, subscriber, seat)
    among_players = room.phase == "playing" and (seat >= room.players or not is_told(room))
    if not message.agree and (is_own or gives or (among_players and subscriber.seat is not None)):
        return Change(then=(partial(room.claims.drop, found),))
    if not gives:
        raise Refused("not_host", _who_gives(room, seat))
    is_away = seat not in room.connected
    if subscriber.seat == seat or (is_away and not among_players and not takes):
        return _given(room, found, seat)

    def wait() -> None:
        timer = room.later(LONG_GONE if takes else KEEPS, partial(give_now, room, found))
        room.claims.give(found, timer, is_away=is_away)

    return Change(then=(wait,) if found.timer is None else ())


def _seat(room: Room, found: Claim) -> int | None:
    """The seat for which they ask, wherever it stands now; None if somebody else has it, or they have another."""
    opens = [state.secret for state in room.seating]
    return opens.index(found.lost) if found.lost in opens and found.secret not in opens else None


def _is_alone(room: Room, seat: int) -> bool:
    """Whether the person of this seat plays among bots, so that nobody else could give it."""
    return seat < room.players and not any(s.held for other, s in enumerate(room.seating) if other != seat)


def _gives(room: Room, subscriber: Subscriber, seat: int) -> bool:
    """Whether this connection gives the seat: the storyteller's is given by who may hand it over."""
    return may_hand_over(room, subscriber) if seat >= room.players else gives_seats(room, subscriber)


def _who_gives(room: Room, seat: int) -> str:
    if seat >= room.players:
        gone = f"after the {room.host_title} has been gone for two minutes"
        return f"The host gives this seat, or the first player {gone}."
    teller = room.host_title if is_told(room) else "host"
    return f"Only the {teller} gives a seat to a new device."


async def give_now(room: Room, found: Claim) -> None:
    """Nobody on the old device has said no."""
    async with room.lock:
        seat = _seat(room, found)
        if room.is_lost or room.claims.of(found.sign) is not found or seat is None:
            return
        if not await room.is_committed(_given(room, found, seat)):
            room.claims.drop(found)
        room.publish()
    room.bots.wake()


def _given(room: Room, found: Claim, seat: int, *, with_rights: bool = False) -> Change:
    """The seat is the new device's, with what was said there; so are the host's rights, if they went with it.

    `with_rights`: they did when words were written down; that counts where nobody is there as the host.
    """
    state = room.seating[seat]
    unhosted = not any(one.host for one in room.subscribers)  # nobody knows then whose seat the host has
    is_host = seat in room.host_seats or (with_rights and unhosted)
    given = SeatState(state.name, None, found.secret, state.face)
    change = reseated(room, {seat: given}, {seat: None})
    hosts = [one for one in room.subscribers if is_host and one.host]

    def follow() -> None:
        found.who.seat = seat
        room.claims.drop(found)
        room.chat = [replace(line, who=found.secret) if line.who == found.lost else line for line in room.chat]
        if is_host:
            room.host, room.host_gone = found.secret, None
            for one in hosts:
                one.host = False
            found.who.host = True

    stored = (rows.table_changed(room.code, host=found.secret),) if is_host else ()
    return change._replace(
        statements=(*change.statements, *stored, rows.lines_given(room.code, found.lost, found.secret)),
        then=(*change.then, follow),
        told=(wire.NewDevice(seat, state.name or ""),),
        whole={*change.whole, *hosts, found.who},
    )
