"""Changes of who sits where."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import TypeVar

from msgspec import structs

from facedown.server.admission import secrets
from facedown.server.play.match import Match
from facedown.server.rooms.change import Change
from facedown.server.rooms.outbox import Subscriber
from facedown.server.rooms.room import Room
from facedown.server.rooms.seating import renamed, seat_rows
from facedown.server.storage import statements
from facedown.server.storage.stored import EMPTY, SeatState

T = TypeVar("T")


def with_seat_before(room: Room, seat: int, match: Match, seating: list[SeatState]) -> Change:
    """The table goes on with this match, in which there is one seat more, before this one."""
    names, options = match.stored_game.names, match.options
    places: dict[int, int | None] = {old: old + 1 for old in range(seat, len(room.seating))}

    def follow() -> None:
        _take_along(room, places)
        room.seating, room.match, room.options = seating, match, options
        room.games[-1] = match.stored_game
        room.timekeeper.stop()

    stored = (
        statements.seat_added(room.code, len(room.seating)),
        *seat_rows(room.code, room.seating, seating),
        *statements.seat_put_before(room.code, match.number, seat, names, options),
        *statements.seats_moved(room.code, places),
    )
    return Change(stored, then=(follow,), whole=tuple(room.subscribers))


def with_options(room: Room, options: dict[str, str | int]) -> Change:
    """Before its first game, the table has these options."""

    def follow() -> None:
        room.options = options

    return Change((statements.options_set(room.code, options),), then=(follow,), whole=tuple(room.subscribers))


def rearranged(room: Room, order: Sequence[int | None], options: dict[str, str | int]) -> Change:
    """The seats in this order of their old numbers, None for new ones; people go with them."""
    seating = renamed(room.game, [EMPTY if old is None else room.seating[old] for old in order], room.code)
    before, after = len(room.seating), len(seating)
    places = places_after(room, order)

    def follow() -> None:
        _take_along(room, places)
        room.seating, room.options = seating, options

    stored = (
        *([] if options == room.options else [statements.options_set(room.code, options)]),
        *(statements.seat_added(room.code, seat) for seat in range(before, after)),
        *seat_rows(room.code, room.seating, seating),
        *(statements.seat_removed(room.code, seat, room.seating[seat]) for seat in range(after, before)),
        *statements.seats_moved(room.code, places),
    )
    return Change(stored, then=(follow,), whole=tuple(room.subscribers))


def places_after(room: Room, order: Sequence[int | None]) -> dict[int, int | None]:
    """The seats' new numbers by their old ones, None for those that are left out of this order."""
    places: dict[int, int | None] = dict.fromkeys(range(len(room.seating)))
    return places | {old: new for new, old in enumerate(order) if old is not None}


def options_after(room: Room, places: Mapping[int, int | None]) -> dict[str, str | int]:
    """The options when seats have these numbers: whoever was chosen to begin still is, while they have a seat."""
    options = dict(room.options)
    for option in room.game.options:
        value = options[option.name]
        if option.of_seats and isinstance(value, int):
            place = places.get(value - 1)
            options[option.name] = option.default if place is None else place + 1
    return options


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
            room.bots.forget(seat)
            room.rematch.settled(seat)
            room.invitations.pop(seat, None)
        room.seating = seating
        _move(moved, places or {})

    return Change(tuple(seat_rows(room.code, room.seating, seating)), then=(follow,), whole=moved)


def _move(subscribers: Iterable[Subscriber], places: Mapping[int, int | None]) -> None:
    """These people have other seats."""
    for subscriber in subscribers:
        if subscriber.seat is not None:
            subscriber.seat = places.get(subscriber.seat, subscriber.seat)


def _take_along(room: Room, places: Mapping[int, int | None]) -> None:
    """People, and what they said and did, go to their seats' new numbers, None for seats that are gone."""
    _move(room.subscribers, places)
    for number in range(max(len(room.seating), len(places)) + 1):
        room.bots.forget(number)
    room.done = _moved(room.done, places)
    room.faces_made = _moved(room.faces_made, places)
    room.invitations = _moved(room.invitations, places)
    for at, line in enumerate(room.chat):
        place = places.get(line.seat, line.seat)
        room.chat[at] = structs.replace(line, seat=statements.NOBODY if place is None else place)


def _moved(by_seat: Mapping[int, T], places: Mapping[int, int | None]) -> dict[int, T]:
    """The same by the seats' new numbers."""
    moved = {places.get(seat, seat): value for seat, value in by_seat.items()}
    return {seat: value for seat, value in moved.items() if seat is not None}


def addresses(room: Room, seat: int) -> set[str]:
    """From where people are connected here to this seat, or from where the last of them has gone."""
    there = {subscriber.origin for subscriber in room.subscribers if subscriber.seat == seat}
    gone = room.last_origins.get(room.seating[seat].secret or "")
    return {origin for origin in there or {gone} if origin is not None}


def removed(room: Room, seat: int, state: SeatState, block_for: Subscriber | None) -> Change:
    """Somebody is put off a seat, which is as `state` from then on.

    `block_for`: the host, where nobody of that address may take a seat again, unless it is the host's own.
    """
    change = reseated(room, {seat: state}, {seat: None})
    if block_for is None:
        return change
    there = {_hashed(room, origin) for origin in addresses(room, seat)} - {_hashed(room, block_for.origin)}
    who = [address for address in there if address is not None and address not in room.blocked]
    rows = [row for address in who for row in statements.blocked(room.code, address)]
    block = partial(room.blocked.update, who)
    return change._replace(statements=(*rows, *change.statements), then=(block, *change.then))


def is_blocked(room: Room, subscriber: Subscriber) -> bool:
    """Whether people at this address are barred from taking seats here."""
    return _hashed(room, subscriber.origin) in room.blocked


def _hashed(room: Room, origin: str | None) -> str | None:
    """An address as it is stored: another value at each table, which only this server can make."""
    return None if origin is None else secrets.keyed(room.store.hashing_key, f"{room.code} {origin}")
