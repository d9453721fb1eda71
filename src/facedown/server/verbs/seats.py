"""Seats: who comes, takes one, gives it up or has to, under which name and with which face, and which bots have.

At the end stands what several verbs check before anything is changed, and who sits where then.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial

from msgspec import structs

from facedown.server import wire
from facedown.server.rooms import secrets
from facedown.server.rooms.change import Change
from facedown.server.rooms.outbox import Subscriber
from facedown.server.rooms.room import Room
from facedown.server.rooms.seating import Invitation, bot_names, checked_bot, checked_name, renamed
from facedown.server.storage import rows
from facedown.server.storage.rows import EMPTY, SeatState
from facedown.server.wire import Refused


async def hello(room: Room, subscriber: Subscriber, message: wire.Hello) -> Change:
    """Somebody comes, or comes back to the seat that their secret opens.  Raises Refused."""
    host = secrets.matches(message.host, room.host) or secrets.matches(message.secret, room.host)
    seat = room.seat_of(message.secret)
    known = message.host is None or seat is not None or secrets.matches(message.host, room.host)
    if not known or (message.secret is not None and seat is None and not host):
        raise Refused("unknown_secret", "This secret opens nothing at this table; without one you may watch.")
    if seat is not None:
        await relieve_bot(room, seat)

    def come() -> None:
        room.welcome(subscriber, changes=message.changes)
        subscriber.seat, subscriber.host = seat, host

    return Change(then=(come,), whole=(subscriber,), since=message.since, answer={"seat": seat})


async def relieve_bot(room: Room, seat: int) -> None:
    """Somebody has come back to this seat, in which a bot may have stood in for them."""
    if room.seating[seat].bot is not None:  # where that is not stored, the bot stays until the next hello
        await room.is_committed(reseated(room, {seat: structs.replace(room.seating[seat], bot=None)}))


async def sit(room: Room, subscriber: Subscriber, message: wire.Sit) -> Change:
    """Take a free seat, and leave the old one.  Raises Refused."""
    seat = checked_seat(room, message.seat)
    state, old = room.seating[seat], subscriber.seat
    opened = room.seat_of(message.secret)
    if opened is not None:
        return await _sat_already(room, subscriber, message, opened)
    if is_blocked(room, subscriber):
        raise Refused("not_yours", "The host of this table does not want you to take a seat here.")
    check_given(room, subscriber, seat, message.code)
    if room.phase == "playing":
        return _sat_down_late(room, subscriber, message)
    if not (state.empty or state.kept):
        raise Refused("taken", f"{state.name} has this seat; take a free one.")
    others = [EMPTY if other == old else state for other, state in enumerate(room.seating)]
    name = checked_name(room.game, room.options, others, seat, message.name)
    secret = message.secret or secrets.new_secret()
    changed = {seat: SeatState(name, None, secrets.hashed(secret), message.face)}
    if old is not None:
        changed[old] = EMPTY
    change = reseated(room, changed, {} if old is None else {old: seat})
    if old is None:
        change = change._replace(then=(*change.then, room.rematch.arrived))
    return _sits(change, subscriber, seat, secret, is_new=old is None)


async def _sat_already(room: Room, subscriber: Subscriber, message: wire.Sit, opened: int) -> Change:
    """Answer somebody who was not told that they have their seat.  Raises Refused."""
    if opened != message.seat or subscriber.seat not in (None, opened):
        raise Refused("taken", "This secret opens another seat; a page makes a new one each time.")
    if subscriber.seat is None:
        await relieve_bot(room, opened)
    return _sits(Change(), subscriber, opened, message.secret, is_new=subscriber.seat is None)


def _sat_down_late(room: Room, subscriber: Subscriber, message: wire.Sit) -> Change:
    """Take the seat of somebody without a device, during the game.  Raises Refused."""
    state = room.seating[message.seat]
    if not state.kept:
        raise Refused("taken", "The game has begun; watch it, and take a free seat before the next one.")
    if subscriber.seat is not None:
        raise Refused("taken", "You have a seat in this game already.")
    secret = message.secret or secrets.new_secret()
    taken = SeatState(state.name, None, secrets.hashed(secret), message.face)
    return _sits(reseated(room, {message.seat: taken}), subscriber, message.seat, secret, is_new=True)


def _sits(change: Change, subscriber: Subscriber, seat: int, secret: str | None, *, is_new: bool) -> Change:
    """The change after which somebody has this seat; `is_new`: they had none."""
    if is_new:
        sits = partial(setattr, subscriber, "seat", seat)
        change = change._replace(then=(*change.then, sits), whole=(*change.whole, subscriber))
    return change._replace(answer={"seat": seat, "secret": secret})


def leave(room: Room, subscriber: Subscriber, message: wire.Leave) -> Change:
    """Give up one's seat.  Raises Refused."""
    seat = subscriber.seat
    if seat is None:
        raise Refused("not_yours", "You have no seat to leave.")
    playing = room.phase == "playing"  # then the seat stays theirs, so that they can come back to it
    return reseated(room, {seat: room.seating[seat] if playing else EMPTY}, {seat: None})


def remove(room: Room, subscriber: Subscriber, message: wire.Remove) -> Change:
    """Take somebody's seat away; while a game is played, a bot has it, or who answers for all.

    Raises Refused.
    """
    host_only(subscriber)
    seat = checked_seat(room, message.seat)
    state = room.seating[seat]
    if not state.held:
        raise Refused("bad_option", "Nobody has this seat.")
    if seat == subscriber.seat:
        raise Refused("bad_option", "This is your own seat; leave it instead.")
    if room.phase != "playing":
        left = EMPTY
    elif room.is_by_one:
        left = SeatState(state.name)
    else:
        left = SeatState(state.name, bot_names(room.game)[0])
    return _removed(room, seat, left, subscriber if message.block else None)


def gives_seats(room: Room, subscriber: Subscriber) -> bool:
    """Whether this connection gives seats away: it has the host seat, or is the host while no person has that."""
    if subscriber.seat is not None and subscriber.seat >= room.players:
        return True
    is_told = any(state.held and state.bot is None for state in room.seating[room.players :])
    return subscriber.host and not is_told


def invite(room: Room, subscriber: Subscriber, message: wire.Invite) -> Change:
    """A code with which somebody can take this seat, once.  Raises Refused."""
    seat = checked_seat(room, message.seat)
    state = room.seating[seat]
    if not gives_seats(room, subscriber):
        raise Refused("not_yours", "Only whoever answers for the people without a device gives their seats away.")
    if not (room.is_by_one and state.kept):
        raise Refused("bad_option", "Only the seat of somebody without a device is given by a code.")
    room.invitations[seat] = Invitation()  # in place of an earlier one
    return Change(answer={"invitation": room.invitations[seat].code})


def check_given(room: Room, subscriber: Subscriber, seat: int, code: str | None) -> None:
    """Raises Refused for somebody who takes the seat of a person without a device, and was not given it."""
    state = room.seating[seat]
    if not (room.is_by_one and state.kept) or gives_seats(room, subscriber):
        return
    if seat not in room.invitations or not room.invitations[seat].opens(code):
        text = f"The {room.host_title} gives the seat of {state.name}: ask for the code that is on their screen."
        raise Refused("not_yours", text if code is None else f"That is not the code of this seat. {text}")


def rename(room: Room, subscriber: Subscriber, message: wire.Name) -> Change:
    """Give a seat another name.  Raises Refused."""
    seat = checked_seat(room, message.seat)
    if subscriber.seat != seat:
        host_only(subscriber)
    state = room.seating[seat]
    if room.phase == "playing":
        raise Refused("not_over", "Names cannot be changed during a game; change them before it.")
    if state.empty and not room.is_by_one:
        raise Refused("bad_option", "Nobody has this seat; the person who takes it chooses a name.")
    name = checked_name(room.game, room.options, room.seating, seat, message.name)
    return reseated(room, {seat: structs.replace(state, name=name)})


def wear(room: Room, subscriber: Subscriber, message: wire.Wear) -> Change:
    """Put on another face.  Raises Refused."""
    if subscriber.seat is None:
        raise Refused("not_yours", "Take a seat first; a face belongs to a seat.")
    if room.phase == "playing":  # where people sleep, a new face would be a sign
        raise Refused("not_over", "Faces can be changed before the game and after it.")
    return reseated(room, {subscriber.seat: structs.replace(room.seating[subscriber.seat], face=message.face)})


def _removed(room: Room, seat: int, state: SeatState, block_for: Subscriber | None) -> Change:
    """Somebody is put off a seat, which is as `state` from then on.

    `block_for`: the host, where nobody of that address may take a seat again, unless it is the host's own.
    """
    change = reseated(room, {seat: state}, {seat: None})
    if block_for is None:
        return change
    there = {_hashed(room, origin) for origin in addresses(room, seat)} - {_hashed(room, block_for.origin)}
    who = [address for address in there if address is not None and address not in room.blocked]
    stored = [one for address in who for one in rows.blocked(room.code, address)]
    block = partial(room.blocked.update, who)
    return change._replace(statements=(*stored, *change.statements), then=(block, *change.then))


def is_blocked(room: Room, subscriber: Subscriber) -> bool:
    """Whether people at this address are barred from taking seats here."""
    return _hashed(room, subscriber.origin) in room.blocked


def _hashed(room: Room, origin: str | None) -> str | None:
    """An address as it is stored: another value at each table, which only this server can make."""
    return None if origin is None else secrets.keyed(room.store.hashing_key, f"{room.code} {origin}")


# -- bots ---------------------------------------------------------------------------------------------------------


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
    return Change((rows.table_changed(room.code, pace=pace, waits=waits),) if is_new else (), then=(set_pace,))


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


# -- what several verbs check -------------------------------------------------------------------------------------


def host_only(subscriber: Subscriber) -> None:
    """Raises Refused for anybody but the person who opened the table."""
    if not subscriber.host:
        raise Refused("not_host", "Only the person who opened this table may do that.")


def checked_seat(room: Room, seat: int) -> int:
    """This seat.  Raises Refused if there is none with this number."""
    if seat >= len(room.seating):
        raise Refused("bad_option", f"There is no seat {seat} here; they are 0 to {len(room.seating) - 1}.")
    return seat


def check_bots(room: Room) -> None:
    """Raises Refused if the host seat answers for people without a device: bots do not hear what they say."""
    if room.is_by_one:
        text = "answers for everybody in the room here; no seat at this table can go to a bot."
        raise Refused("bad_option", f"The {room.host_title} {text}")


def reseated(room: Room, changed: dict[int, SeatState], places: Mapping[int, int | None] | None = None) -> Change:
    """Other people in these seats; bots get new names where a person has taken theirs.

    `places`: where who sat in a seat before sits now, None for nowhere; they are sent the whole table.
    """
    seating = [changed.get(seat, state) for seat, state in enumerate(room.seating)]
    if room.phase != "playing":  # a game knows its seats by the names with which it began
        seating = renamed(room.game, seating, room.code)
    moved = [subscriber for subscriber in room.subscribers if places and subscriber.seat in places]

    def follow() -> None:
        for seat in changed:
            was, state = room.seating[seat], seating[seat]
            if state.held and (was.secret, was.bot) == (state.secret, state.bot):
                continue  # the same person, with another name or face
            room.bots.forget(seat)
            room.rematch.settled(seat)
            room.invitations.pop(seat, None)
        room.seating = seating
        move(moved, places or {})

    return Change(rows.seats_are(room.code, seating), then=(follow,), whole=moved)


def move(subscribers: Iterable[Subscriber], places: Mapping[int, int | None]) -> None:
    """These people have other seats."""
    for subscriber in subscribers:
        if subscriber.seat is not None:
            subscriber.seat = places.get(subscriber.seat, subscriber.seat)


def addresses(room: Room, seat: int) -> set[str]:
    """From where people are connected here to this seat, or from where the last of them has gone."""
    there = {subscriber.origin for subscriber in room.subscribers if subscriber.seat == seat}
    gone = room.last_origins.get(room.seating[seat].secret or "")
    return {origin for origin in there or {gone} if origin is not None}
