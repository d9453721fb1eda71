"""What is done when people are away: something in their place, and another host."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Set

from facedown.core.game import Move
from facedown.server import wire
from facedown.server.play.match import Match
from facedown.server.rooms.change import Change, Driven
from facedown.server.storage import statements
from facedown.server.storage.store import StorageError
from facedown.server.wire import Refused

log = logging.getLogger(__name__)

PATIENCE = 12.0  # seconds to wait for people who are away; reloading a page takes less
LONG_GONE = 120.0  # seconds for which a host may be gone
LONG_GONE_IN_LOBBY = 30.0  # where nobody has anything to do but to wait for the host


class Waiting:
    """One room, in which something is done after a while unless somebody comes."""

    def __init__(self, room: Driven) -> None:
        self._room = room
        self._timer: asyncio.TimerHandle | None = None
        self._task: asyncio.Task[None] | None = None

    def stop(self) -> None:
        """Stop waiting."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _wait(self, seconds: float) -> None:
        self._timer = asyncio.get_running_loop().call_later(seconds, self._start)

    def _start(self) -> None:
        self._task = asyncio.create_task(self.go_on())

    async def go_on(self) -> None:
        """Do it, after waiting long enough."""
        raise NotImplementedError


class AwayPlayers(Waiting):
    """The people of one room who are away while everybody waits for them.

    They are acted for if a bot tells the story and they lose nothing by it.  Everybody sees who is away and whom
    the table waits for.
    """

    def __init__(self, room: Driven, then: Callable[[], None]) -> None:
        """`then` is called after something was done for them and published."""
        super().__init__(room)
        self._then = then
        self._awaited: Set[int] = frozenset()

    def look(self) -> None:
        """Check again after a change, for example of who is connected.  The lock is held."""
        awaited = self._found()
        if awaited != self._awaited:
            self.stop()
            self._awaited = awaited
            if awaited:
                self._wait(PATIENCE)

    def stop(self) -> None:
        super().stop()
        self._awaited = frozenset()

    def _found(self) -> Set[int]:
        """The asked seats, if all of them belong to people who are away and the table may go on; else none."""
        room, hosts = self._room, self._room.game.host_seats
        match = room.match_in_play if hosts else None
        if match is None or any(state.bot is None for state in room.seating[-hosts:]):
            return frozenset()  # whoever tells the story decides how long to wait
        asked = match.table.asked
        gone = {seat for seat, info in enumerate(room.seats()) if info.kind == "person" and not info.here}
        if not gone.issuperset(asked) or not set(asked).issubset(match.table.known[None].asked):
            return frozenset()
        return frozenset(asked) if all(_while_away(match, seat) for seat in asked) else frozenset()

    async def go_on(self) -> None:
        room = self._room
        async with room.lock:
            awaited, match = self._found(), room.match_in_play
            for seat in sorted(awaited if match is not None and awaited == self._awaited else ()):
                assert match is not None
                move = _while_away(match, seat) if seat in match.table.asked else None
                if move is not None:
                    try:
                        await room.move(seat, move)
                    except (Refused, StorageError) as error:  # then it is tried again after as long a wait
                        log.warning("table %s: %s", room.code, error)
            self.stop()
            room.publish()
        self._then()


def _while_away(match: Match, seat: int) -> Move | None:
    """What is played for this seat while everybody waits for it; None: they keep waiting."""
    return match.table.now(match.game.while_away, seat, match.table.names)


class Hosting(Waiting):
    """Sees to it that one room has a host: where they have been gone for a while, the next person there is host."""

    def look(self) -> None:
        """Check again after somebody came or went.  The lock is held."""
        if self.heir() is None:
            self.stop()
        elif self._timer is None:
            self._wait(LONG_GONE_IN_LOBBY if self._room.phase == "lobby" else LONG_GONE)

    def heir(self) -> int | None:
        """The seat of who is host next: the first there, clockwise from the host's; None while there is a host."""
        room = self._room
        there = sorted(room.connected)
        if any(s.host for s in room.subscribers) or room.is_by_one or not there:
            return None
        was = next((seat for seat, state in enumerate(room.seating) if state.secret == room.host), -1)
        return next((seat for seat in there if seat > was), there[0])

    async def go_on(self) -> None:
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
    return Change(
        (statements.table_changed(room.code, host=secret),), then=(follow,), told=told, whole=(*heirs, *before)
    )
