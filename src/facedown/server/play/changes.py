"""What differs between two things that one connection is sent, so that it is not sent the same again.

A change is a path, the names and numbers that lead to a place, and what is there now.  It is made from what this
connection was sent last and what it is to be sent now, and from nothing else: whoever is sent the same before and
now is sent the same changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import compress
from operator import is_not

import msgspec

from facedown.server.wire import Changed, ChangedFrame, Changes, Turn, Undone, Update, View

PLAIN = (str, int, bool)
_encode = msgspec.json.Encoder().encode


class Differences:
    """Finds changes.  What many receivers see is the same object for all: it is compared once for all of them."""

    def __init__(self) -> None:
        self._found: dict[tuple[int, int], tuple[Changes, object, object]] = {}

    def between(self, before: object, now: object) -> Changes:
        """What is to be changed in `before` to make it `now`."""
        if before is now:
            return ()
        pair = id(before), id(now)
        known = self._found.get(pair)
        if known is None:
            known = self._found[pair] = _between(self, before, now), before, now  # their ids stay theirs
        return known[0]

    def update(self, before: Turn, on: int, now: Update) -> Changed:
        """How an update differs from the turn that was sent last, `on` so many of these since a whole one."""
        view: View = before.view
        frames: list[ChangedFrame] = []
        for frame in now.frames:
            frames.append(ChangedFrame(frame.event, self.between(view, frame.view)))
            view = frame.view
        shown = msgspec.structs.replace(before, view=view)
        return Changed(on, now.version, now.frame, tuple(frames), self.between(shown, turn_of(now)), now.clock)


def turn_of(message: Update | Undone) -> Turn:
    """The moment that is seen after this message."""
    fields = {name: getattr(message, name) for name in Turn.__struct_fields__}
    if isinstance(message, Update) and message.view is None and message.frames:
        fields["view"] = message.frames[-1].view
    return Turn(**fields)


def views_in(message: Update | Undone) -> int:
    """How many views this message has."""
    return 1 if isinstance(message, Undone) else len(message.frames) + (message.view is not None)


def _between(differences: Differences, before: object, now: object) -> Changes:
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


def _of_rows(differences: Differences, before: Sequence[object], now: Sequence[object]) -> Changes:
    """What differs in a row that has not become shorter; what was added to it, comes in order."""
    added: Changes = tuple(((at,), now[at]) for at in range(len(before), len(now)))
    pairs = compress(zip(range(len(before)), before, now, strict=False), map(is_not, before, now))
    changes = _within(differences, now, len(now) - len(added), pairs)
    is_new = 2 * len(added) > len(now) or any(not path for path, _ in changes)
    return (((), now),) if is_new else (*changes, *added)


def _within(
    differences: Differences, now: object, size: int, parts: Iterable[tuple[str | int, object, object]]
) -> Changes:
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
