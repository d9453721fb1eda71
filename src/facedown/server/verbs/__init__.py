"""What people ask for at a table: `(room, who, message)` makes a `Change`, or raises Refused; and how that is done.

Messages to one room are handled one at a time, under its lock: a message is checked, what it changes is stored, and
only then is anybody told.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Any, TypeAlias

from facedown.server import metrics, wire
from facedown.server.rooms.change import Change
from facedown.server.rooms.outbox import Subscriber
from facedown.server.rooms.room import Room
from facedown.server.storage.store import StorageError
from facedown.server.verbs import begin, host, play, seats, talk
from facedown.server.wire import Refused

log = logging.getLogger(__name__)

Asked: TypeAlias = Change | play.Thought


VERBS: Mapping[type, Callable[[Room, Subscriber, Any], Asked | Awaitable[Asked]]] = {
    wire.Play: play.play, wire.Say: talk.say, wire.React: talk.react, wire.Ping: talk.ping,
    wire.AskHint: play.ask_hint, wire.Undoable: play.undoable, wire.Undo: play.undo_moves, wire.Unplay: play.unplay,
    wire.InWords: play.in_words,
    wire.Hello: seats.hello, wire.Sit: seats.sit, wire.Leave: seats.leave, wire.Remove: seats.remove,
    wire.Invite: seats.invite,
    wire.Name: seats.rename, wire.Wear: seats.wear, wire.Arrange: host.arrange, wire.Choose: host.choose,
    wire.MakeHost: host.make_host, wire.CallBot: seats.call_bot, wire.Bot: seats.bot,
    wire.HandOver: host.hand_over, wire.AddSeat: host.add_seat, wire.ReportPerson: talk.report,
    wire.AskSeat: host.ask_seat,
    wire.Start: begin.start, wire.Again: begin.again, wire.Commit: begin.commit, wire.Open: begin.open_number,
    wire.Pace: seats.pace, wire.Talk: talk.talk, wire.Voice: talk.voice,
    wire.DeleteTable: host.delete_table, wire.Unsay: talk.unsay, wire.Read: play.read,
}  # fmt: skip


async def receive(room: Room, subscriber: Subscriber, message: wire.Said) -> None:
    """Answer this message once, then tell everybody what has changed."""
    received = time.monotonic()
    verb: Callable[[], Asked | Awaitable[Asked]] = partial(VERBS[type(message)], room, subscriber, message)
    async with room.lock:
        thought = await _answered(room, subscriber, message, verb, received)
    if thought is not None:  # the table goes on meanwhile
        told = await play.thought_out(room, thought)
        verb = partial(play.hinted, room, subscriber, thought, told)
        async with room.lock:
            await _answered(room, subscriber, message, verb, received)
    room.bots.wake()


async def _answered(
    room: Room,
    subscriber: Subscriber,
    message: wire.Said,
    verb: Callable[[], Asked | Awaitable[Asked]],
    received: float,
) -> play.Thought | None:
    """Carry out this message and answer it, unless its answer has to be thought about.  The lock is held."""
    await room.timekeeper.catch_up(received)
    room.last_used = time.monotonic()
    answer: wire.Yes | wire.No
    try:
        if subscriber not in room.subscribers and not isinstance(message, wire.Hello):
            raise Refused("malformed", "Say hello first, so that the table knows who is there.")
        made = await room.tried(verb) if isinstance(message, wire.Play) else verb()
        asked = made if isinstance(made, Change | play.Thought) else await made
        if isinstance(asked, play.Thought):
            return asked
        await room.commit(asked)
        answer = wire.Yes(message.n, True, **asked.answer)
    except Refused as no:
        answer = wire.No(message.n, no.why, no.text, no.rule)
    except StorageError as error:
        log.warning("table %s: %s", room.code, error)
        answer = wire.No(message.n, "storage", "The table could not be saved; try again.")
    except Exception as error:
        room.log_once(f"a message ({type(message).__name__})", error)
        answer = wire.No(message.n, "broken", "There was an error in the program; nothing was changed.")
    subscriber.send(wire.write(answer))
    if isinstance(answer, wire.No):
        metrics.REFUSALS.labels(answer.why).inc()
    metrics.answers_to(type(message)).observe(time.monotonic() - received)
    try:
        room.publish()
    except Exception as error:  # the message has its one answer
        room.log_once("telling people what has changed", error)
    return None
