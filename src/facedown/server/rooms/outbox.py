"""The connections to one table, and what they are to be sent as soon as what it tells of is stored.

Where a view is large, a connection is sent what has changed in it.  A change is a path, the names and numbers that
lead to a place, and what is there now.  It is made from what this connection was sent last and what it is to be
sent now, and from nothing else: whoever is sent the same before and now is sent the same changes.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import compress
from operator import is_not
from typing import NamedTuple, Protocol

import msgspec

from facedown.server import wire
from facedown.server.play.outbound import Messages, Receiver

log = logging.getLogger(__name__)

PLAIN = (str, int, bool)
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


LARGE = 2000  # characters of a view; to find what has changed in a smaller one takes longer than to send it whole


class Sent(NamedTuple):
    """What a connection that wants changes was sent last, and how many changes since it was sent a whole turn.

    `is_large`: was the last one that it was sent whole so large that changes of it are worth while?  Nothing but
    what this connection was sent decides that.
    """

    turn: wire.Turn
    changes: int = 0
    is_large: bool = False


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
            seat = subscriber.seat
            try:
                if seat not in made:
                    made[seat] = messages(seat)
                for message in made[seat]:
                    if subscriber in self._sent:
                        text, self._sent[subscriber] = written.after(self._sent[subscriber], message)
                    else:
                        text = written.as_it_is(message)
                    subscriber.send(text)
                for text in then if made[seat] else ():
                    subscriber.send(text)
            except Exception:
                self._fails(subscriber)


class Written:
    """The messages about one thing that has happened, each written once."""

    def __init__(self) -> None:
        self._whole: dict[int, str] = {}  # as they are, by their identity
        self._turns: dict[int, wire.Turn] = {}
        self._changed: dict[tuple[int, int, int], str] = {}
        self._differences: Differences | None = None

    def as_it_is(self, message: wire.Update | wire.Undone) -> str:
        if id(message) not in self._whole:
            self._whole[id(message)] = wire.write(message)
        return self._whole[id(message)]

    def after(self, sent: Sent | None, message: wire.Update | wire.Undone) -> tuple[str, Sent]:
        """The message for a connection that was sent this last, and what it has been sent then."""
        turn = self._turns.setdefault(id(message), turn_of(message))
        if sent is None or not sent.is_large or isinstance(message, wire.Undone):
            text, views = self.as_it_is(message), len(getattr(message, "frames", ())) + (message.view is not None)
            return text, Sent(turn, 0, len(text) >= LARGE * views)
        key = id(message), id(sent.turn), sent.changes
        if key not in self._changed:
            self._differences = self._differences or Differences()
            self._changed[key] = wire.write(self._differences.update(sent.turn, sent.changes, message))
        return self._changed[key], sent._replace(turn=turn, changes=sent.changes + 1)


class Differences:
    """Finds changes.  What many receivers see is the same object for all: it is compared once for all of them."""

    def __init__(self) -> None:
        self._found: dict[tuple[int, int], tuple[wire.Changes, object, object]] = {}

    def between(self, before: object, now: object) -> wire.Changes:
        """What is to be changed in `before` to make it `now`."""
        if before is now:
            return ()
        pair = id(before), id(now)
        known = self._found.get(pair)
        if known is None:
            known = self._found[pair] = _between(self, before, now), before, now  # their ids stay theirs
        return known[0]

    def update(self, before: wire.Turn, on: int, now: wire.Update) -> wire.Changed:
        """How an update differs from the turn that was sent last, `on` so many of these since a whole one."""
        view: wire.View = before.view
        frames: list[wire.ChangedFrame] = []
        for frame in now.frames:
            frames.append(wire.ChangedFrame(frame.event, self.between(view, frame.view)))
            view = frame.view
        shown = msgspec.structs.replace(before, view=view)
        return wire.Changed(on, now.version, now.frame, tuple(frames), self.between(shown, turn_of(now)), now.clock)


def turn_of(message: wire.Update | wire.Undone) -> wire.Turn:
    """The moment that is seen after this message."""
    fields = {name: getattr(message, name) for name in wire.Turn.__struct_fields__}
    if isinstance(message, wire.Update) and message.view is None and message.frames:
        fields["view"] = message.frames[-1].view
    return wire.Turn(**fields)


def _between(differences: Differences, before: object, now: object) -> wire.Changes:
    if isinstance(now, msgspec.Struct) and isinstance(before, type(now)) and (names := _fields_of(type(now))):
        old, new = msgspec.structs.astuple(before), msgspec.structs.astuple(now)
        return _within(
            differences, now, len(names), compress(zip(names, old, new, strict=True), map(is_not, old, new))
        )
    if _encode(before) == _encode(now):
        return ()
    if isinstance(before, (tuple, list)) and isinstance(now, (tuple, list)) and 0 < len(before) <= len(now):
        return _of_rows(differences, before, now)
    return (((), now),)


@lru_cache(maxsize=256)
def _fields_of(kind: type[msgspec.Struct]) -> tuple[str, ...]:
    """The names of the fields, where this is written as an object of all of them; else ()."""
    config = kind.__struct_config__
    is_object = not (config.omit_defaults or config.array_like) and config.tag is None
    return kind.__struct_encode_fields__ if is_object else ()


def _of_rows(differences: Differences, before: Sequence[object], now: Sequence[object]) -> wire.Changes:
    """What differs in a row that has not become shorter; what was added to it, comes in order."""
    added: wire.Changes = tuple(((at,), now[at]) for at in range(len(before), len(now)))
    pairs = compress(zip(range(len(before)), before, now, strict=False), map(is_not, before, now))
    changes = _within(differences, now, len(now) - len(added), pairs)
    is_new = 2 * len(added) > len(now) or any(not path for path, _ in changes)
    return (((), now),) if is_new else (*changes, *added)


def _within(
    differences: Differences, now: object, size: int, parts: Iterable[tuple[str | int, object, object]]
) -> wire.Changes:
    """What differs in these of its `size` parts; all of it, where more than half are new and none only in part."""
    found: list[tuple[tuple[str | int, ...], object]] = []
    differing, in_part = 0, False
    for name, old, new in parts:
        is_plain = type(new) in PLAIN and type(old) is type(new)
        changes = (((), new),) if is_plain and old != new else () if is_plain else differences.between(old, new)
        differing += bool(changes)
        for path, value in changes:
            found.append(((name, *path), value))
            in_part = in_part or bool(path)
    if 2 * differing > size > 1 and not in_part:
        return (((), now),)
    return tuple(found)
