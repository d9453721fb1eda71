"""Seats in another order, more of them or fewer, and who begins."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import TypeVar

from msgspec import structs

from facedown.core.errors import BadOption
from facedown.core.table import Table
from facedown.server import wire
from facedown.server.play.match import Match
from facedown.server.rooms.change import Change
from facedown.server.rooms.outbox import Subscriber
from facedown.server.rooms.room import Room
from facedown.server.rooms.seating import check_free, checked_name, renamed, seat_rows
from facedown.server.storage import statements
from facedown.server.storage.store import StorageError
from facedown.server.storage.stored import EMPTY, SeatState
from facedown.server.verbs.seats import checked_seat, host_only, move
from facedown.server.wire import Refused

T = TypeVar("T")


def arrange(room: Room, subscriber: Subscriber, message: wire.Arrange) -> Change:
    """Put the seats into another order, add some, remove some.  Raises Refused."""
    host_only(subscriber)
    if room.phase != "lobby":
        raise Refused("not_over", "Seats can be moved, added and removed before the first game at a table.")
    old = [checked_seat(room, seat) for seat in message.seats if seat is not None]
    hosts = list(range(room.players, len(room.seating)))
    if len(set(old)) < len(old):
        raise Refused("bad_option", "A seat can stand in one place only.")
    if hosts and list(message.seats[-len(hosts) :]) != hosts:
        raise Refused("bad_option", f"The {room.host_title}'s seat stays the last.")
    places: dict[int, int | None] = dict.fromkeys(range(len(room.seating)))
    places |= {seat: place for place, seat in enumerate(message.seats) if seat is not None}
    try:
        seats = room.game.checked_seats(len(message.seats))
        options = Table(room.game, seats, 0, _options_after(room, places)).options
    except BadOption as error:
        raise Refused("bad_option", wire.sentence(error)) from error
    return _rearranged(room, message.seats, places, options)


def _rearranged(
    room: Room, order: Sequence[int | None], places: Mapping[int, int | None], options: dict[str, str | int]
) -> Change:
    """The seats in this order of their old numbers, None for new ones; people go with them."""
    seating = renamed(room.game, [EMPTY if old is None else room.seating[old] for old in order], room.code)
    before, after = len(room.seating), len(seating)

    def follow() -> None:
        _take_along(room, places)
        room.seating, room.options = seating, options

    stored = (
        *([] if options == room.options else [statements.table_changed(room.code, options=options)]),
        *(statements.seat_added(room.code, seat) for seat in range(before, after)),
        *seat_rows(room.code, room.seating, seating),
        *(statements.seat_removed(room.code, seat, room.seating[seat]) for seat in range(after, before)),
        *statements.seats_moved(room.code, places),
    )
    return Change(stored, then=(follow,), whole=tuple(room.subscribers))


def _options_after(room: Room, places: Mapping[int, int | None]) -> dict[str, str | int]:
    """The options when seats have these numbers: whoever was chosen to begin still is, while they have a seat."""
    options = dict(room.options)
    for option in room.game.options:
        value = options[option.name]
        if option.of_seats and isinstance(value, int):
            place = places.get(value - 1)
            options[option.name] = option.default if place is None else place + 1
    return options


def choose(room: Room, subscriber: Subscriber, message: wire.Choose) -> Change:
    """Choose a seat, or what stands in its place, for an option of seats.  Raises Refused."""
    host_only(subscriber)
    if room.phase != "lobby":
        raise Refused("not_over", "Who begins is chosen before the first game at a table.")
    if not any(option.of_seats and option.name == message.option for option in room.game.options):
        raise Refused("bad_option", "Only who begins can be chosen at the table.")
    try:
        options = room.game.checked_options({**room.options, message.option: message.value})
        options = room.game.fitted_options(options, len(room.seating))
    except BadOption as error:
        raise Refused("bad_option", wire.sentence(error)) from error

    def follow() -> None:
        room.options = options

    return Change(
        (statements.table_changed(room.code, options=options),), then=(follow,), whole=tuple(room.subscribers)
    )


async def add_seat(room: Room, subscriber: Subscriber, message: wire.AddSeat) -> Change:
    """Put a seat before the host seat; anybody can take it.  Raises Refused or StorageError."""
    match = room.checked_match()
    seat = room.players
    if not subscriber.host and (subscriber.seat is None or subscriber.seat < seat):
        raise Refused("not_host", "Only whoever opened this table, or has the host seat, may add a seat now.")
    options = room.game.with_late_seat(room.options)
    if room.phase != "playing" or len(room.games) > 1 or options is None:
        raise Refused(
            "bad_option", "A seat is added only during the first game at a table where people can come late."
        )
    names = list(match.stored_game.names)
    seating = [*room.seating[:seat], EMPTY, *room.seating[seat:]]
    name = checked_name(room.game, options, seating, seat, message.name)
    check_free(name, names)
    await room.timekeeper.store_timeouts()
    if match.unstored:
        raise StorageError("timeouts that nobody could see are not stored yet; try again")
    game = structs.replace(match.stored_game, names=(*names[:seat], name, *names[seat:]))
    stored = await room.store.read(room.code)
    assert stored is not None, "a table in use is not deleted"
    rows = [(who + (who >= seat), what) for who, what in stored.moves]
    again = Match(room.game, game, dict(options), match.number)
    await asyncio.to_thread(again.replay, rows)
    seating[seat] = SeatState(name)
    return _with_seat_before(room, seat, again, seating)


def _with_seat_before(room: Room, seat: int, match: Match, seating: list[SeatState]) -> Change:
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


def _take_along(room: Room, places: Mapping[int, int | None]) -> None:
    """People, and what they said and did, go to their seats' new numbers, None for seats that are gone."""
    move(room.subscribers, places)
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
