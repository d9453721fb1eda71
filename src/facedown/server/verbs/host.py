"""What hosts do: they arrange the seats and choose who begins, add one more, hand over, and delete the table.

Whoever tells the story hands that seat over, to a person or a bot.  The person who opened the table may do so, too,
and if both have been gone for a while, the first person present.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping, Sequence
from functools import partial
from typing import TypeVar

from msgspec import structs

from facedown.core.errors import BadOption
from facedown.core.spelling import counted
from facedown.core.table import Table
from facedown.server import wire
from facedown.server.limits import Bucket
from facedown.server.play.match import Match
from facedown.server.rooms.away import LONG_GONE, hosted_by
from facedown.server.rooms.change import Change
from facedown.server.rooms.outbox import Subscriber
from facedown.server.rooms.room import Room
from facedown.server.rooms.seating import bot_names, check_free, checked_name, renamed
from facedown.server.storage import rows
from facedown.server.storage.rows import EMPTY, SeatState
from facedown.server.storage.store import StorageError
from facedown.server.verbs.seats import check_bots, checked_seat, host_only, is_blocked, move, reseated
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

    def follow() -> None:
        _take_along(room, places)
        room.seating, room.options = seating, options

    stored = (
        *([] if options == room.options else [rows.table_changed(room.code, options=options)]),
        *rows.seats_are(room.code, seating),
        *rows.seats_moved(room.code, places),
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

    return Change((rows.table_changed(room.code, options=options),), then=(follow,), whole=tuple(room.subscribers))


async def add_seat(room: Room, subscriber: Subscriber, message: wire.AddSeat) -> Change:
    """Put a seat before the host seat; anybody can take it.  Raises Refused or StorageError."""
    match = room.checked_match()
    seat = room.players
    if not room.leads(subscriber):
        raise Refused("not_host", "Only whoever opened this table, or has the host seat, may add a seat now.")
    options, name, seating = _late(room, match, message.name)
    names = list(match.stored_game.names)
    await room.timekeeper.store_timeouts()
    if match.unstored:
        raise StorageError("timeouts that nobody could see are not stored yet; try again")
    game = structs.replace(match.stored_game, names=(*names[:seat], name, *names[seat:]))
    stored = await room.store.read(room.code)
    assert stored is not None, "a table in use is not deleted"
    moves = [(who + (who >= seat), what) for who, what in stored.moves]
    again = Match(room.game, game, dict(options), match.number)
    await asyncio.to_thread(again.replay, moves)
    seating[seat] = SeatState(name)
    return _with_seat_before(room, seat, again, seating)


def _late(room: Room, match: Match, wished: str) -> tuple[Mapping[str, str | int], str, list[SeatState]]:
    """The options, their name and the seats when somebody comes late.  Raises Refused."""
    seat, options = room.players, room.game.with_late_seat(room.options)
    if room.phase != "playing" or len(room.games) > 1 or options is None or room.asked_for_alone:
        raise Refused(
            "bad_option", "A seat is added only during the first game at a table where people can come late."
        )
    seating = [*room.seating[:seat], EMPTY, *room.seating[seat:]]
    name = checked_name(room.game, options, seating, seat, wished)
    check_free(name, match.stored_game.names)
    return options, name, seating


ASKS = (1 / 15, 12)  # for a chair that may come from one address: a second, and at once


def ask_seat(room: Room, subscriber: Subscriber, message: wire.AskSeat) -> Change:
    """Ask for a chair, which whoever may add a seat can give.  Raises Refused.

    Nobody learns of what others ask, or keeps a name from them.
    """
    if message.name is None:
        return Change(then=(lambda: room.wanting.pop(subscriber, None),))
    if subscriber.seat is not None:
        raise Refused("taken", "You have a seat here already.")
    if is_blocked(room, subscriber):
        raise Refused("not_yours", "The host of this table does not want you to take a seat here.")
    if room.is_by_one or not any(one.seat is not None and one.seat >= room.players for one in room.subscribers):
        raise Refused(
            "bad_option",
            f"Nobody can give you a chair here: no {room.host_title} is here, at a device of their own.",
        )
    _, name, _ = _late(room, room.checked_match(), message.name)
    if not room.asks.setdefault(subscriber.origin, Bucket(*ASKS)).take():
        raise Refused("too_fast", "Your address has asked for a chair often just now; wait a minute.")
    return Change(then=(partial(room.wanting.__setitem__, subscriber, name),))


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
        *rows.seats_are(room.code, seating),
        *rows.seat_put_before(room.code, match.number, seat, names, options),
        *rows.seats_moved(room.code, places),
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
        room.chat[at] = structs.replace(line, seat=rows.NOBODY if place is None else place)


def _moved(by_seat: Mapping[int, T], places: Mapping[int, int | None]) -> dict[int, T]:
    """The same by the seats' new numbers."""
    moved = {places.get(seat, seat): value for seat, value in by_seat.items()}
    return {seat: value for seat, value in moved.items() if seat is not None}


# -- another host, and the end ------------------------------------------------------------------------------------


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
    if room.leads(subscriber):
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
    """A bot has it from now on, until it is given to a person."""
    check_bots(room)
    state = room.seating[seat]
    return reseated(room, {seat: SeatState(state.name, bot_names(room.game)[0], None, state.face)}, {seat: None})


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
    return Change(tuple(rows.table_deleted(room.code)), then=(room.end_later,))
