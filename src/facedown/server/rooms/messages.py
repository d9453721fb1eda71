"""Carries out the messages from pages at their table.

Messages to one room are handled one at a time, under its lock: a message is checked, what it changes is stored, and
only then is anybody told.  What they do with seats is in `seat_requests`.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import NamedTuple, TypeAlias

from facedown.core.errors import FacedownError, Illegal
from facedown.core.spelling import has_piled_marks, unreadable
from facedown.server import wire
from facedown.server.admission import names
from facedown.server.bots import hints
from facedown.server.operations import metrics, reports
from facedown.server.play import outbound, undo
from facedown.server.play.match import Match
from facedown.server.play.outbound import Receiver
from facedown.server.rooms import dealing
from facedown.server.rooms.outbox import Subscriber
from facedown.server.rooms.room import Room
from facedown.server.seats import handing_over, late_seat, seat_requests
from facedown.server.storage import statements
from facedown.server.storage.store import StorageError
from facedown.server.wire import Refused

log = logging.getLogger(__name__)


class Thought(NamedTuple):
    """A hint that has to be thought about: for which seat, what it was asked, and how."""

    match: Match
    seat: int
    question: int
    think: Callable[[], wire.Hint]


Handler: TypeAlias = Callable[[], Awaitable[wire.Yes | Thought]]


async def receive(room: Room, subscriber: Subscriber, message: wire.Message) -> None:
    """Answer this message once, then tell everybody what has changed."""
    received = time.monotonic()
    async with room.lock:
        answer = await _locked(room, subscriber, message, partial(_handle, room, subscriber, message), received)
    if isinstance(answer, Thought):  # the table goes on meanwhile
        told = await _outcome(room, answer.think)
        answered = partial(_hinted, room, subscriber, message.n, answer, told)
        async with room.lock:
            await _locked(room, subscriber, message, answered, received)
    room.bots.wake()


async def _locked(
    room: Room, subscriber: Subscriber, message: wire.Message, handle: Handler, received: float
) -> wire.Yes | wire.No | Thought:
    """Answer this message with what `handle` returns, unless it has to be thought about.  The lock is held."""
    await room.timekeeper.catch_up(received)
    room.last_used = time.monotonic()
    answer = await _answer(room, message, handle)
    if not isinstance(answer, Thought):
        subscriber.send(wire.write(answer))
        if isinstance(answer, wire.No):
            metrics.REFUSALS.labels(answer.why).inc()
        metrics.answers_to(type(message)).observe(time.monotonic() - received)
    try:
        await _tell_all(room)
    except Exception:  # the message has its one answer
        log.exception("table %s: people could not be told what has changed", room.code)
    return answer


async def _tell_all(room: Room) -> None:
    """Tell everybody what a message has changed."""
    if not room.deals.holds(room.seating):
        await dealing.stop(room)  # its list of commitments says who sits where
    room.publish()


async def _answer(room: Room, message: wire.Message, handle: Handler) -> wire.Yes | wire.No | Thought:
    """Carry out a message."""
    try:
        return await handle()
    except Refused as no:
        return wire.No(message.n, no.why, no.text, no.rule)
    except StorageError as error:
        log.warning("table %s: %s", room.code, error)
        return wire.No(message.n, "storage", "The table could not be saved; try again.")
    except Exception:
        log.exception("table %s: a message could not be handled", room.code)
        return wire.No(message.n, "broken", "There was an error in the program; nothing was changed.")


async def _handle(room: Room, subscriber: Subscriber, message: wire.Message) -> wire.Yes | Thought:
    if subscriber not in room.subscribers and not isinstance(message, wire.Hello):
        raise Refused("malformed", "Say hello first, so that the table knows who is there.")
    match message:
        case wire.Hello():
            return await seat_requests.hello(room, subscriber, message)
        case wire.Sit():
            return await seat_requests.sit(room, subscriber, message)
        case wire.HandOver():
            return await handing_over.hand_over(room, subscriber, message)
        case wire.AskHint():
            return _thought(room, subscriber.seat)
        case wire.Undoable():
            return wire.Yes(message.n, undoable=undo.undoable(*_undoing(room, subscriber)))
        case wire.Ping():
            return wire.Yes(message.n, now=room.timekeeper.now())
    await _do(room, subscriber, message)
    return wire.Yes(message.n)


async def _do(room: Room, subscriber: Subscriber, message: wire.Message) -> None:
    """Carry out a message whose answer is a plain yes."""
    match message:
        case wire.Play():  # most are
            await _play(room, subscriber, message)
        case wire.Wear():
            await seat_requests.wear(room, subscriber, message)
        case wire.Bot():
            await seat_requests.bot(room, subscriber, message)
        case wire.Name():
            await seat_requests.rename(room, subscriber, message)
        case wire.Arrange():
            await seat_requests.arrange(room, subscriber, message)
        case wire.AddSeat():
            await late_seat.add(room, subscriber, message)
        case wire.Pace():
            await _set_pace(room, subscriber, message)
        case wire.Leave():
            await seat_requests.leave(room, subscriber)
        case wire.Remove():
            await seat_requests.remove(room, subscriber, message)
        case wire.Report():
            await reports.report(room, subscriber, message)
        case wire.Talk():
            await _set_talk(room, subscriber, message)
        case wire.Again(agree=False):
            _decline(room, subscriber)
        case wire.Start() | wire.Again():
            await _start_or_propose(room, subscriber, again=isinstance(message, wire.Again))
        case wire.Commit():
            dealing.commit(room, subscriber.seat, message.commitment)
        case wire.Open():
            await dealing.open_number(room, subscriber.seat, message.number)
        case wire.Undo():
            await _undo(room, subscriber, message)
        case wire.Unplay():
            await _unplay(room, subscriber, message)
        case wire.Say():
            await _say(room, subscriber, message)
        case wire.React():
            _react(room, subscriber, message)


async def _set_talk(room: Room, subscriber: Subscriber, message: wire.Talk) -> None:
    """Open or close Talk for everybody at the table."""
    seat_requests.host_only(subscriber)
    await room.store.write(statements.talk_set(room.code, is_open=message.open))
    room.talk = message.open
    room.tell_all(wire.TalkIs(message.open))


def _decline(room: Room, subscriber: Subscriber) -> None:
    """Note that this seat does not want another game.  Raises Refused."""
    if room.phase != "over":
        raise Refused("not_over", "Another game can be declined when this one is over.")
    room.rematch.decline(subscriber.seat)


async def _start_or_propose(room: Room, subscriber: Subscriber, *, again: bool) -> None:
    """Start the first game for the host, and another one once everybody who is there wants it.

    A host without a seat starts another game alone, for people who share one screen.
    """
    if not (again and room.phase == "over") or (subscriber.host and subscriber.seat is None):
        seat_requests.host_only(subscriber)
    elif not room.rematch.want(subscriber.seat, room.connected):
        return
    if again and room.phase == "lobby":
        raise Refused("not_started", "There has been no game yet; start the first.")
    if room.deals.is_open:
        raise Refused("not_over", "The game is about to begin.")
    if room.phase == "playing":
        raise Refused("not_over", "A game is being played; start the next one when it is over.")
    if not again and room.phase == "over":
        raise Refused("over", "This game is over; play again.")
    players = room.game.players(len(room.seating))
    if room.game.speaks_for_all(room.options) and not all(state.held for state in room.seating[players:]):
        title = room.game.names_of(len(room.seating))[-1].lower()
        raise Refused("not_started", f"The {title} answers for everybody here; take that seat first.")
    await dealing.begin(room)


async def _set_pace(room: Room, subscriber: Subscriber, message: wire.Pace) -> None:
    seat_requests.host_only(subscriber)
    pace = room.pace if message.pace is None else message.pace
    waits = room.asked_to_wait if message.waits is None else message.waits
    if (pace, waits) != (room.pace, room.asked_to_wait):
        await room.store.write(statements.pace_set(room.code, pace, waits))
        room.pace, room.asked_to_wait = pace, waits
    if message.next:
        room.bots.go_on()


async def _play(room: Room, subscriber: Subscriber, message: wire.Play) -> None:
    if subscriber.seat is None:
        raise Refused("not_yours", "You are watching; only a seat that is asked may move.")
    if room.idempotency.knows(subscriber.seat, message.key):
        return
    match = room.checked_match()
    if room.phase == "over":
        raise Refused("over", "The game is over; look back at it, or play again.")
    match.check_version(subscriber.seat, message.at)
    try:
        await _make(room, match, subscriber.seat, message)
        room.bots.person_acts()
    except Refused as no:
        if no.why in ("illegal", "not_yours"):
            match.check_up_to_date(subscriber.seat, message.at)
        raise


async def _make(room: Room, match: Match, seat: int, message: wire.Play) -> None:
    """Make the move of this message.  Raises Refused."""
    try:
        if room.game.free_text and isinstance(message.move, str):  # what the page writes, because it is not listed
            move = match.table.interpret(seat, message.move)
        else:
            move = room.game.read_value(message.move, match.table.names)
    except FacedownError as error:
        raise outbound.refusal(match.table, seat, error) from error
    is_full = match.written[seat] > room.limits.seat_kilobytes * 1024
    if is_full and not match.is_answer(seat, message.move):
        raise Refused("too_large", "You have made too many moves in this game; now you may only answer.")
    if match.table.beat.seat == seat and move == room.game.pause:
        raise Refused("not_yours", "The table goes on by itself when it is time; there is nothing to do.")
    await room.move(seat, move, message.key)


def _thought(room: Room, seat: int | None) -> Thought:
    """What has to be thought about for a hint.  Raises Refused."""
    match = room.checked_match()
    asked = hints.check(room.game, match.table, room.seating, seat)
    if room.bots.budget.is_spent:
        raise Refused("too_fast", "The bots at this table have used up their time; ask again in a moment.")
    think = partial(hints.hint, room.game, match.table.copy(), tuple(room.seating), asked)
    return Thought(match, asked, match.question_key(asked), think)


async def _outcome(room: Room, think: Callable[[], wire.Hint]) -> wire.Hint | Exception:
    """Think in the bots' time; returns the hint, or what it failed with."""
    try:
        told, seconds = await room.bots.thinking.run(think)
    except Exception as error:
        return error
    room.bots.budget.spend(seconds)
    return told


async def _hinted(
    room: Room, subscriber: Subscriber, n: int, thought: Thought, told: wire.Hint | Exception
) -> wire.Yes:
    """The hint, if whoever wanted it is still asked the same.  Raises Refused."""
    if isinstance(told, Exception):
        raise told
    match = room.checked_match()
    seat = hints.check(room.game, match.table, room.seating, subscriber.seat)
    if (match, seat, match.question_key(seat)) != (
        thought.match,
        thought.seat,
        thought.question,
    ) or told.move not in match.table.listed(seat):
        raise Refused("stale", "The table has moved on since you asked; ask again if it is your turn.")
    return wire.Yes(n, hint=told)


def _undoing(room: Room, subscriber: Subscriber) -> tuple[Match, Receiver]:
    """The match, and whose view decides what this connection may undo.  Raises Refused if it may not undo."""
    undo.check_game(room.game)
    match = room.checked_match()
    return match, undo.authorized(match, room.seating, subscriber.seat, host=subscriber.host)


async def _undo(room: Room, subscriber: Subscriber, message: wire.Undo) -> None:
    """Undo what this message names.  Raises Refused or StorageError."""
    match, receiver = _undoing(room, subscriber)
    match.check_undo(receiver, message.at)
    await _take_back(room, match, lambda: match.undo(undo.moves_before(match, receiver, message.to)))


async def _unplay(room: Room, subscriber: Subscriber, message: wire.Unplay) -> None:
    """Take back a slip, this seat's own last move.  Raises Refused or StorageError."""
    seat = subscriber.seat
    if seat is None:
        raise Refused("not_yours", "You are watching; there is no move of yours to take back.")
    match = room.checked_match()
    match.check_up_to_date(seat, message.at)
    await _take_back(room, match, lambda: match.unplay(seat))


async def _take_back(room: Room, match: Match, take_back: Callable[[], Mapping[Receiver, int]]) -> None:
    """Take moves back, store that, and tell those who see a difference.

    `take_back` says how many lines each log has lost.  Raises Refused or StorageError; the table is then
    unchanged.
    """
    before = match.snapshot()
    try:
        lost = take_back()
    except Illegal as error:
        raise Refused("illegal", wire.sentence(error)) from error
    except Exception:
        match.restore(before)
        raise
    await room.save(before)
    room.bots.hold_back(lost)
    room.publish_undone_later(lost)


async def _say(room: Room, subscriber: Subscriber, message: wire.Say) -> None:
    if subscriber.seat is None:
        raise Refused("not_yours", "Take a seat to talk at this table.")
    if not room.talk and not subscriber.host:
        raise Refused("not_yours", "The host has closed Talk at this table.")
    players, match = room.game.players(len(room.seating)), room.match_in_play
    if match is not None and match.table.quiet and subscriber.seat < players:
        raise Refused("not_yours", match.table.quiet)
    text = " ".join(message.text.split())
    if names.is_blank(text) or has_piled_marks(text):
        raise Refused("malformed", "There is nothing in this message that can be read.")
    if unreadable(text):
        raise Refused("malformed", "There are characters in this message that nobody can see. Leave them out.")
    if len(text) > wire.MAX_CHAT:
        raise Refused("too_large", f"A line may have {wire.MAX_CHAT} characters; this one has {len(text)}.")
    if room.idempotency.knows(subscriber.seat, message.key):
        return
    if room.store.is_nearly_full:
        raise Refused("storage", "This server is nearly full; what is left is kept for moves. Talk another way.")
    await room.say(subscriber.seat, text, message.key)


def _react(room: Room, subscriber: Subscriber, message: wire.React) -> None:
    seat, match = subscriber.seat, room.match_in_play
    if seat is None or match is None:
        raise Refused("not_yours", "Faces are made by those who play, while they play.")
    if match.table.quiet:
        raise Refused("not_yours", match.table.quiet)
    room.make_face(seat, message.expression)
