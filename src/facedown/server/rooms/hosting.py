"""A table always has a host: where whoever is host has been gone for a while, the next person there is host."""

from __future__ import annotations

import asyncio
import logging

from facedown.server import wire
from facedown.server.rooms.change import Change
from facedown.server.rooms.driven import Driven
from facedown.server.storage import statements
from facedown.server.storage.store import StorageError

log = logging.getLogger(__name__)

LONG_GONE = 120.0  # seconds
LONG_GONE_IN_LOBBY = 30.0  # where nobody has anything to do but to wait for the host


class Hosting:
    """Sees to it that one room has a host."""

    def __init__(self, room: Driven) -> None:
        self._room = room
        self._timer: asyncio.TimerHandle | None = None
        self._task: asyncio.Task[None] | None = None

    def look(self) -> None:
        """Check again after somebody came or went.  The lock is held."""
        if self.heir() is None:
            self.stop()
        elif self._timer is None:
            patience = LONG_GONE_IN_LOBBY if self._room.phase == "lobby" else LONG_GONE
            self._timer = asyncio.get_running_loop().call_later(patience, self._start)

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def heir(self) -> int | None:
        """The seat of who is host next: the first there, clockwise from the host's; None while there is a host."""
        room = self._room
        there = sorted(room.connected)
        if any(s.host for s in room.subscribers) or room.game.speaks_for_all(room.options) or not there:
            return None
        was = next((seat for seat, state in enumerate(room.seating) if state.secret == room.host), -1)
        return next((seat for seat in there if seat > was), there[0])

    def _start(self) -> None:
        self._task = asyncio.create_task(self.pass_on())

    async def pass_on(self) -> None:
        """Whoever is next is host from now on."""
        room = self._room
        async with room.lock:
            self.stop()
            heir = self.heir()
            if heir is not None:
                try:
                    await room.commit(hosted_by(room, heir))
                except StorageError as error:
                    log.warning("table %s: %s", room.code, error)
                    self.look()  # it is tried again after as long a wait
            room.publish()


def hosted_by(room: Driven, seat: int) -> Change:
    """Whoever has this seat, and can come back to it, is the host of the table from now on."""
    secret, heirs = room.seating[seat].secret, [s for s in room.subscribers if s.seat == seat]
    assert secret is not None, "somebody has the seat"
    before = [subscriber for subscriber in room.subscribers if subscriber.host]

    def follow() -> None:
        room.host = secret
        for subscriber in room.subscribers:
            subscriber.host = subscriber.seat == seat

    told = (wire.Hosts(seat, room.seating[seat].name or ""),)
    return Change((statements.host_set(room.code, secret),), then=(follow,), told=told, whole=(*heirs, *before))
