"""Who sits where, stored and then told to everybody."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import structs

from facedown.server.admission import secrets
from facedown.server.play.match import Match
from facedown.server.rooms.outbox import Subscriber
from facedown.server.rooms.room import Room
from facedown.server.seats.seating import EMPTY, SeatState, renamed, seat_rows
from facedown.server.storage import reseating, statements
from facedown.server.wire import Refused


async def put_seat_before(room: Room, seat: int, match: Match, seating: list[SeatState]) -> None:
    """Go on with this match, in which there is one seat more, before this one.  The lock is held.

    Raises StorageError.
    """
    names, options = match.stored_game.names, match.options
    places = {old: old + 1 for old in range(seat, len(room.seating))}
    await room.store.write(
        statements.seat_added(room.code, len(room.seating)),
        *seat_rows(room.code, room.seating, seating),
        *reseating.seat_put_before(room.code, match.number, seat, names, options),
        *reseating.seats_moved(room.code, places),
    )
    for number in range(len(seating)):
        room.bots.forget(number)
    _take_along(room, places)
    room.seating, room.match, room.options = seating, match, options
    room.games[-1] = match.stored_game
    room.timekeeper.stop()
    for subscriber in room.subscribers:
        if subscriber.seat is not None and subscriber.seat >= seat:
            subscriber.seat += 1
        await room.send_table_later(subscriber, None)


async def rearrange(room: Room, order: Sequence[int | None]) -> None:
    """Put the seats into this order of their old numbers, None for new ones; people go with their seats.

    The lock is held.  Raises StorageError.
    """
    seating = renamed(room.game, [EMPTY if old is None else room.seating[old] for old in order], room.code)
    before, after = len(room.seating), len(seating)
    places: dict[int, int | None] = dict.fromkeys(range(before))
    places |= {old: new for new, old in enumerate(order) if old is not None}
    await room.store.write(
        *(statements.seat_added(room.code, seat) for seat in range(before, after)),
        *seat_rows(room.code, room.seating, seating),
        *(statements.seat_removed(room.code, seat, room.seating[seat].stored) for seat in range(after, before)),
        *reseating.seats_moved(room.code, places),
    )
    for number in range(max(before, after)):
        room.bots.forget(number)
    _take_along(room, places)
    room.seating = seating
    for subscriber in room.subscribers:
        subscriber.seat = None if subscriber.seat is None else places[subscriber.seat]
        await room.send_table_later(subscriber, None)


async def reseat(room: Room, changed: dict[int, SeatState], places: dict[int, int | None] | None = None) -> None:
    """Store these seats; bots get new names where a person has taken theirs.  The lock is held.

    `places`: where who sat in a seat before sits now, None for nowhere; they are sent the whole table.
    """
    seating = [changed.get(seat, state) for seat, state in enumerate(room.seating)]
    if room.phase != "playing":  # a game knows its seats by the names with which it began
        seating = renamed(room.game, seating, room.code)
    await room.store.write(*seat_rows(room.code, room.seating, seating))
    for seat in changed:
        room.bots.forget(seat)
        room.rematch.settled(seat)
    room.seating = seating
    for subscriber in room.subscribers:
        if places and subscriber.seat in places:
            subscriber.seat = places[subscriber.seat]
            await room.send_table_later(subscriber, None)


def _take_along(room: Room, places: Mapping[int, int | None]) -> None:
    """What people said and did goes with them to their seats' new numbers, None for seats that are gone."""
    room.idempotency.seats_moved(places)
    for at, line in enumerate(room.chat):
        place = places.get(line.seat, line.seat)
        room.chat[at] = structs.replace(line, seat=reseating.NOBODY if place is None else place)
    made = {places.get(seat, seat): bucket for seat, bucket in room.faces_made.items()}
    room.faces_made = {seat: bucket for seat, bucket in made.items() if seat is not None}


def check_bots(room: Room) -> None:
    """Raises Refused if the host seat answers for people without a device: bots do not hear what they say."""
    if room.game.speaks_for_all(room.options):
        title = room.game.names_of(len(room.seating))[-1].lower()
        text = f"The {title} answers for everybody in the room here; no seat at this table can go to a bot."
        raise Refused("bad_option", text)


def addresses(room: Room, seat: int) -> set[str]:
    """From where people are connected here to this seat, or from where the last of them has gone."""
    there = {subscriber.origin for subscriber in room.subscribers if subscriber.seat == seat}
    gone = room.last_origins.get(room.seating[seat].secret or "")
    return {origin for origin in there or {gone} if origin is not None}


async def remove(room: Room, seat: int, state: SeatState, block_for: Subscriber | None) -> None:
    """Put somebody off a seat, which is as `state` from then on.  Raises StorageError.

    `block_for`: the host, where nobody of that address may take a seat again, unless it is the host's own.
    """
    if block_for is not None:
        there = {_hashed(room, origin) for origin in addresses(room, seat)}
        await _block(room, there - {_hashed(room, block_for.origin)})
    await reseat(room, {seat: state}, {seat: None})


async def _block(room: Room, addresses: set[str | None]) -> None:
    """Nobody of these addresses, hashed, may take a seat here again.  Raises StorageError."""
    who = tuple(address for address in addresses if address is not None and address not in room.blocked)
    if who:
        rows = [change for address in who for change in statements.blocked(room.code, address)]
        await room.store.write(*rows)
        room.blocked.update(who)


def is_blocked(room: Room, subscriber: Subscriber) -> bool:
    """Whether people at this address are barred from taking seats here."""
    return _hashed(room, subscriber.origin) in room.blocked


def _hashed(room: Room, origin: str | None) -> str | None:
    """An address as it is stored: another value at each table."""
    return None if origin is None else secrets.hashed(f"{room.code} {origin}")
