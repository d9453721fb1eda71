"""Acting for people who are away, if a bot tells the story, everybody waits for them and they lose nothing by it.

Everybody sees who is away and whom the table waits for.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Set

from facedown.core.game import Move
from facedown.server.play.match import Match
from facedown.server.rooms.driven import Driven
from facedown.server.storage.store import StorageError
from facedown.server.wire import Refused

log = logging.getLogger(__name__)

PATIENCE = 12.0  # seconds to wait for people who are away; reloading a page takes less


class AwayPlayers:
    """The people of one room who are away while everybody waits for them."""

    def __init__(self, room: Driven, then: Callable[[], None]) -> None:
        """`then` is called after something was done for them and published."""
        self._room, self._then = room, then
        self._awaited: Set[int] = frozenset()
        self._timer: asyncio.TimerHandle | None = None
        self._task: asyncio.Task[None] | None = None

    def look(self) -> None:
        """Check again after a change, for example of who is connected.  The lock is held."""
        awaited = self._found()
        if awaited == self._awaited:
            return
        self.stop()
        self._awaited = awaited
        if awaited:
            self._timer = asyncio.get_running_loop().call_later(PATIENCE, self._start)

    def stop(self) -> None:
        """Stop waiting."""
        self._awaited = frozenset()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

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

    def _start(self) -> None:
        self._task = asyncio.create_task(self.go_on())

    async def go_on(self) -> None:
        """Act for them, after waiting long enough."""
        room = self._room
        async with room.lock:
            awaited, match = self._found(), room.match_in_play
            for seat in sorted(awaited if match is not None and awaited == self._awaited else ()):
                assert match is not None
                move = _while_away(match, seat) if seat in match.table.asked else None
                if move is not None:
                    await self._play(seat, move)
            self.stop()
            room.publish()
        self._then()

    async def _play(self, seat: int, move: Move) -> None:
        try:
            await self._room.move(seat, move)
        except (Refused, StorageError) as error:  # then it is tried again after as long a wait
            log.warning("table %s: %s", self._room.code, error)


def _while_away(match: Match, seat: int) -> Move | None:
    """What is played for this seat while everybody waits for it; None: they keep waiting."""
    return match.table.now(match.game.while_away, seat, match.table.names)
