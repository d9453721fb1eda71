"""The connections to one table, and what they are to be sent as soon as what it tells of is stored.

In games with hidden events views are large, and a connection that wants it is sent what has changed in them.
A change is a path, the names and numbers that lead to a place, and what is there now.  It is made from what this
connection was sent last and what it is to be sent now, and from nothing else: whoever is sent the same before and
now is sent the same changes.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple, Protocol

import msgspec

from facedown.server import wire
from facedown.server.play.outbound import Messages, Receiver

log = logging.getLogger(__name__)

_encode = msgspec.json.Encoder().encode


class Subscriber(Protocol):
    """A connection, as the room knows it: its seat, whether it is the host's, its address, and how to tell it."""

    seat: int | None
    host: bool

    @property
    def origin(self) -> str | None:
        """The address from which it comes; None if there is none."""

    def send(self, text: str) -> None: ...

    def close(self, code: int) -> None:
        """End the connection, with this code of a WebSocket."""


class Sent(NamedTuple):
    """What a connection that wants changes was sent last, and how many changes since it was sent a whole turn."""

    turn: wire.Turn
    changes: int = 0


class Outbox:
    """Sends to the subscribers of one room, in the order in which things happened.

    Where the message for somebody cannot be made, that is logged, and they are sent the whole table instead; all
    others get theirs.
    """

    def __init__(self, code: str, subscribers: set[Subscriber], send_whole: Callable[[Subscriber], None]) -> None:
        """`code`: of the table; `send_whole`: sends a connection the whole table."""
        self._code, self._subscribers, self._send_whole = code, subscribers, send_whole
        self._waiting: list[tuple[Callable[[], None], Subscriber | None]] = []
        self._behind: set[Subscriber] = set()  # those for whom something could not be made
        self._logged: list[Receiver] = []  # the seats for which that has been logged
        self._sent: dict[Subscriber, Sent | None] = {}  # by those who want changes; None: nothing yet

    @property
    def watching(self) -> int:
        """How many watch those who play: are connected without a seat, beside people with one."""
        seats = [subscriber.seat for subscriber in self._subscribers]
        return seats.count(None) if any(seat is not None for seat in seats) else 0

    def wants_changes(self, subscriber: Subscriber, *, wanted: bool) -> None:
        """Set whether this connection is sent changes instead of whole views; it is sent a whole view next."""
        self.forget(subscriber)
        if wanted:
            self._sent[subscriber] = None

    def forget(self, subscriber: Subscriber) -> None:
        """This connection is gone."""
        self._sent.pop(subscriber, None)
        self._behind.discard(subscriber)

    def later(self, send: Callable[[], None], to: Subscriber | None = None) -> None:
        """Do this at the next `flush`; `to`: the only one to whom it sends something."""
        self._waiting.append((send, to))

    def flush(self) -> None:
        """Send everything that waits."""
        sends, self._waiting = self._waiting, []
        for send, to in sends:
            try:
                send()
            except Exception:
                for subscriber in self._subscribers if to is None else (to,):
                    self._fails(subscriber)
        for subscriber in self._behind & self._subscribers:
            try:
                self._send_whole(subscriber)
            except Exception:
                self._fails(subscriber)
            else:
                self._behind.discard(subscriber)

    def _fails(self, subscriber: Subscriber) -> None:
        """What this one is to be sent cannot be made: an error is being handled."""
        self._behind.add(subscriber)
        if subscriber.seat not in self._logged:
            self._logged.append(subscriber.seat)
            log.exception("table %s: what seat %s is to be told cannot be said", self._code, subscriber.seat)

    def send_all(self, text: str) -> None:
        """Send everybody the same."""
        for subscriber in self._subscribers:
            subscriber.send(text)

    def send_table(self, subscriber: Subscriber, table: wire.Table, turn: wire.Turn) -> None:
        """Send the whole table, which has this turn."""
        subscriber.send(wire.write(table))
        if subscriber in self._sent:
            self._sent[subscriber] = Sent(turn)

    def send_each(self, messages: Messages, then: Sequence[str]) -> None:
        """Send each connection the messages for its seat, made once a seat, and `then` to those who have any."""
        made: dict[Receiver, Sequence[wire.Update | wire.Undone]] = {}
        written = Written()
        for subscriber in self._subscribers - self._behind:
            try:
                if subscriber.seat not in made:
                    made[subscriber.seat] = messages(subscriber.seat)
                for message in made[subscriber.seat]:
                    sent = self._sent.get(subscriber)
                    after = sent if isinstance(message, wire.Update) else None
                    subscriber.send(written.text(message, after))
                    if subscriber in self._sent:
                        self._sent[subscriber] = Sent(written.turn(message), after.changes + 1 if after else 0)
                for text in then if made[subscriber.seat] else ():
                    subscriber.send(text)
            except Exception:
                self._fails(subscriber)


class Written:
    """The messages about one thing that has happened, each written once.

    What many receivers see is the same object for all: it is compared once for all of them.
    """

    def __init__(self) -> None:
        self._texts: dict[tuple[int, ...], str] = {}  # by the identity of a message, and of what was sent before it
        self._turns: dict[int, wire.Turn] = {}
        self._found: dict[tuple[int, int], tuple[wire.Changes, object, object]] = {}

    def text(self, message: wire.Update | wire.Undone, sent: Sent | None) -> str:
        """The message as it is; where that is known, how it differs from what a connection was `sent` last."""
        key = (id(message),) if sent is None else (id(message), id(sent.turn), sent.changes)
        text = self._texts.get(key)
        if text is None:
            told = message if sent is None or isinstance(message, wire.Undone) else self._changed(sent, message)
            text = self._texts[key] = _encode(told).decode()
        return text

    def turn(self, message: wire.Update | wire.Undone) -> wire.Turn:
        """The moment that is seen after this message, the same for all who are sent it."""
        if id(message) not in self._turns:
            fields = {name: getattr(message, name) for name in wire.Turn.__struct_fields__}
            if isinstance(message, wire.Update) and message.view is None and message.frames:
                fields["view"] = message.frames[-1].view
            self._turns[id(message)] = wire.Turn(**fields)
        return self._turns[id(message)]

    def _changed(self, sent: Sent, now: wire.Update) -> wire.Changed:
        """How an update differs from the turn that was sent last."""
        view: wire.View = sent.turn.view
        frames: list[wire.ChangedFrame] = []
        for frame in now.frames:
            frames.append(wire.ChangedFrame(frame.event, self.changes(view, frame.view)))
            view = frame.view
        turn = self.changes(msgspec.structs.replace(sent.turn, view=view), self.turn(now))
        return wire.Changed(sent.changes, now.version, now.frame, tuple(frames), turn, now.clock)

    def changes(self, before: object, now: object) -> wire.Changes:
        """What is to be changed in `before` to make it `now`."""
        if before is now:
            return ()
        pair = id(before), id(now)
        if pair not in self._found:
            self._found[pair] = self._compared(before, now), before, now  # so that their ids stay theirs
        return self._found[pair][0]

    def _compared(self, before: object, now: object) -> wire.Changes:
        added: wire.Changes = ()
        parts: Iterable[tuple[str | int, object, object]]
        if isinstance(now, msgspec.Struct) and isinstance(before, type(now)) and (names := _fields_of(type(now))):
            old, new = msgspec.structs.astuple(before), msgspec.structs.astuple(now)
            parts, size = zip(names, old, new, strict=True), len(names)
        elif _encode(before) == _encode(now):
            return ()
        elif isinstance(before, (tuple, list)) and isinstance(now, (tuple, list)) and 0 < len(before) <= len(now):
            parts, size = zip(range(len(before)), before, now, strict=False), len(now)
            added = tuple(((at,), now[at]) for at in range(len(before), size))
        else:
            return (((), now),)
        differing = ((name, self.changes(old, new)) for name, old, new in parts if old is not new)
        found = (*[((name, *path), value) for name, inside in differing for path, value in inside], *added)
        is_new = 2 * len(found) > size > 1 and all(len(path) == 1 for path, _ in found)
        return (((), now),) if is_new else found


@lru_cache(maxsize=256)
def _fields_of(kind: type[msgspec.Struct]) -> tuple[str, ...]:
    """The names of the fields, where this is written as an object of all of them; else ()."""
    config = kind.__struct_config__
    is_object = not (config.omit_defaults or config.array_like) and config.tag is None
    return kind.__struct_encode_fields__ if is_object else ()
