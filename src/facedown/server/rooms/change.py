"""A change of a table is a value: what is stored, and what follows once it is."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, NamedTuple

from facedown.server import wire
from facedown.server.play.match import Snapshot
from facedown.server.rooms.outbox import Subscriber
from facedown.server.storage.statements import Statement


class Change(NamedTuple):
    """What somebody asks for comes to this; `Room.commit` does all of it, or nothing.

    `statements`: what is stored.  `tried`: how the match was before something was made in it, which is stored, too,
    or else put back; `key`: with which it was sent.  `then`: what makes the change so in memory, and has people
    told of it.  `told`: messages for everybody.  `whole`: those who are sent the whole table, with what they have
    missed since the frame `since`.  `answer`: the fields of the answer, if it is more than a yes.
    """

    statements: tuple[Statement, ...] = ()
    tried: Snapshot | None = None
    then: tuple[Callable[[], object], ...] = ()
    told: tuple[wire.Told, ...] = ()
    whole: Collection[Subscriber] = ()
    since: int | None = None
    answer: Mapping[str, Any] = {}
    key: str | None = None
