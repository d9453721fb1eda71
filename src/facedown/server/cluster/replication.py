"""Repeats at a table of this server what other servers have done at it, so that everybody sees the same."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from facedown.core.errors import FacedownError
from facedown.server import wire
from facedown.server.cluster import news
from facedown.server.cluster.news import AnyNews, Moved, Seated, State
from facedown.server.play import dealing
from facedown.server.play.match import Match
from facedown.server.seats import seat_changes
from facedown.server.storage.store import CLOCK_SEAT, UNDO_SEAT, Conflict

if TYPE_CHECKING:
    from facedown.server.rooms.room import Room

log = logging.getLogger(__name__)


async def hear(room: Room) -> None:
    """Apply the news that has been heard and not applied yet.  The lock is held."""
    peers = room.peers
    while peers.heard:
        envelope = peers.heard.popleft()
        try:
            await _do(room, envelope.by, envelope.news)
        except FacedownError as error:
            log.warning("table %s: changes made by another server cannot be applied here: %s", room.code, error)
            await room.reload()
        if not room.deals.holds(room.seating):
            await dealing.stop(room)
        room.publish()
    room.bots.wake()


async def _do(room: Room, by: str, told: AnyNews) -> None:
    match told:
        case Moved():
            await _move(room, told)
        case news.Said():
            if not room.idempotency.knows(told.seat, told.key):
                room.idempotency.add(told.seat, told.key)
            room.hear_line(wire.Line(told.seat, told.name, told.text))
        case Seated():
            await seat_changes.seat(room, told, by)
        case news.Started():
            if told.number == len(room.games) + 1:
                await room.begin(told)
            elif told.number > len(room.games):
                await room.reload()
        case news.PaceIs():
            room.pace, room.asked_to_wait = told.pace, told.waits
            if told.go_on:
                room.bots.go_on()
        case news.Look():
            await room.reload()
        case news.Here():
            await _come(room, by, told)
        case State():
            pass  # `Peers` has it
        case _:
            await _tell(room, told)


async def _tell(room: Room, told: AnyNews) -> None:
    """Apply news of what is not stored, and pass it on to the people here."""
    match told:
        case news.TellAll():
            room.send_all_later(told.text)
        case news.Blocks():
            room.blocked.update(told.who)
        case news.RemovedFrom():
            await seat_changes.block(room, seat_changes.origins(room, told.seat) - {told.spared})
        case news.TalkIs():
            room.talk = told.open
            room.send_all_later(wire.write(wire.TalkIs(told.open)))
        case news.Wants():
            if told.agree:
                await _wish(room, told.seat)
            else:
                room.rematch.decline(told.seat)
        case news.Committed():
            room.deals.commit(room.seating, told.seat, told.commitment)
        case news.Dealing():
            room.deals.begin_elsewhere(told, lambda: dealing.call_off_later(room))
            room.send_all_later(told.told)
        case news.NumberOpened():
            await dealing.number_opened(room, told)
        case news.CalledOff():
            room.deals.ended(told.times)
            room.send_all_later(told.told)


async def _move(room: Room, told: Moved) -> None:
    """Apply those of the rows that are new here."""
    match = room.match
    if match is None or told.game != match.number:
        if told.game >= len(room.games):
            await room.reload()
        return
    new = told.rows[max(0, match.rows_stored - told.number) :]
    if told.number > match.rows_stored or (new and match.unstored):
        await room.reload()  # some news was lost
        return
    if new and told.key is not None:
        room.idempotency.add(*told.key)
    for seat, what in new:
        _apply(room, match, seat, what)
        match.mark_stored()
    if new:
        room.note_end()


def _apply(room: Room, match: Match, seat: int, what: Any) -> None:
    """Apply one row of a game's history, and tell the people here."""
    frame = len(match.table.frames) - 1
    if seat == CLOCK_SEAT:
        for _ in range(what):
            room.timekeeper.tell_of_timeout(frame, visible=match.wait())
            frame = len(match.table.frames) - 1
    elif seat == UNDO_SEAT:
        lost = match.take_back(what)
        room.bots.hold_back(lost)
        room.publish_undone_later(lost)
    else:
        visible = match.play(seat, room.game.read_value(what, match.table.names))
        room.publish_later(frame, None if visible else seat)
        if room.seating[seat].bot is None:
            room.bots.person_acts()
        if visible:
            room.bot_talk.heard(frame)


async def _come(room: Room, by: str, here: news.Here) -> None:
    """Note that a server has joined or left the table, or that other people are connected to it."""
    was_led = room.is_led
    room.peers.note(by, here)
    room.note_led(was_led)
    if here.gone:
        await room.peers.try_to_lead()
    elif here.asks and room.peers.leads:
        await room.timekeeper.store_timeouts()
        room.peers.tell(_state_for(room, by))
    rows = 0 if room.match is None else room.match.rows_stored
    if (here.game, here.rows) > (len(room.games), rows):
        await room.reload()


async def _wish(room: Room, seat: int) -> None:
    """Note that somebody wants to play again; once everybody here does, the leading server begins a game."""
    all_want = room.rematch.want(seat, room.connected)
    if all_want and room.peers.leads and room.phase == "over" and not room.deals.is_open:
        try:
            await dealing.begin(room)
        except Conflict:
            log.info("table %s: its next game has begun at another server", room.code)


def present(room: Room, *, asks: bool = False) -> news.Here:
    """Who is connected to this server, and how far the game is here."""
    seats = {subscriber.seat for subscriber in room.subscribers if subscriber.seat is not None}
    rows = 0 if room.match is None else room.match.rows_stored
    led = room.leaders_here(room.game.players(len(room.seating)))
    hosts = tuple(sorted(room.hosts_here))
    return news.Here(tuple(sorted(seats)), led, game=len(room.games), rows=rows, hosts=hosts, asks=asks)


def _state_for(room: Room, server: str) -> State:
    """What is not in the database, for a server that has just joined the table."""
    return State(
        to=server,
        here=room.peers.all_here(),
        left=room.timekeeper.left(),
        willing=room.willing(),
        declining=room.declining(),
        commitments=room.deals.commitments(room.seating),
        dealing=room.deals.dealing,
        called_off=room.deals.called_off,
        talk=room.talk,
    )


def take_state(room: Room, state: State) -> None:
    """Take over what the leading server knows about the table.  The lock is held."""
    room.talk = state.talk
    for seat in state.willing:
        room.rematch.want(seat, ())
    for seat in state.declining:
        room.rematch.decline(seat)
    room.deals.ended(state.called_off)
    for seat, commitment in state.commitments.items():
        room.deals.commit(room.seating, seat, commitment)
    if state.dealing is not None:
        room.deals.begin_elsewhere(state.dealing, lambda: dealing.call_off_later(room))
    if state.left is not None:
        room.timekeeper.wind()
        room.timekeeper.set_left(state.left)


async def lead(room: Room) -> None:
    """Begin to run the table's clock and bots on this server.  The lock is held."""
    room.publish()
    room.timekeeper.lead()
    room.bots.wake()
