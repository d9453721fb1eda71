"""Bots at a table: they see what their seats see, and answer after a short human pause."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from typing import TYPE_CHECKING, Any

from facedown.core.game import Move
from facedown.server.chairs import RANDOM
from facedown.server.store import StorageError

if TYPE_CHECKING:
    from facedown.server.live import LiveTable

log = logging.getLogger(__name__)

PAUSES = {"human": (0.6, 1.6), "fast": (0.15, 0.4), "instant": (0.0, 0.0)}  # seconds, whatever the cards
AFTER_TROUBLE = 1.0

_dice = secrets.SystemRandom()


class Bots:
    """All bots of one table.  They play while somebody is at the table to see it."""

    def __init__(self, table: LiveTable) -> None:
        self._table = table
        self._players: dict[tuple[int, int], Any] = {}  # by game and seat
        self._due: dict[tuple[int, int, int], float] = {}  # by game, seat and how old its question is
        self._task: asyncio.Task[None] | None = None

    def wake(self) -> None:
        """Something has changed: see whether a bot is asked."""
        if (self._task is None or self._task.done()) and self._waiting():
            self._task = asyncio.create_task(self._play())

    def forget(self, seat: int) -> None:
        """Somebody else sits there now."""
        self._players = {key: player for key, player in self._players.items() if key[1] != seat}

    def _waiting(self) -> list[int]:
        """The bots' seats that are asked now, while anybody is there to see."""
        table = self._table
        if not table.ears or table.running is None or table.phase != "playing":
            return []
        return [seat for seat in table.running.table.asked if table.chairs[seat].bot is not None]

    async def _play(self) -> None:
        table = self._table
        while True:
            async with table.lock:
                waiting = self._waiting()
                if not waiting or table.running is None:
                    return
                seat, delay = self._next(waiting)
                if delay <= 0 and not await self._move(seat):
                    delay = AFTER_TROUBLE
            await asyncio.sleep(max(delay, 0))

    def _next(self, waiting: list[int]) -> tuple[int, float]:
        """Who of them answers next, and in how many seconds."""
        running = self._table.running
        assert running is not None, "somebody is asked"
        keys = {(running.number, seat, running.age_of(seat)): seat for seat in waiting}
        self._due = {key: due for key, due in self._due.items() if key in keys}
        for key in keys:
            if key not in self._due:
                self._due[key] = time.monotonic() + _dice.uniform(*PAUSES[self._table.pace])
        first = min(keys, key=lambda key: self._due[key])
        return keys[first], self._due[first] - time.monotonic()

    async def _move(self, seat: int) -> bool:
        """Let this bot answer; False where that did not work and is to be tried again."""
        running = self._table.running
        assert running is not None, "it is asked"
        view, legal = running.table.seen(seat), running.table.legal(seat)
        try:
            move = await asyncio.to_thread(self._choice, seat, view, legal)
            await self._table.move(seat, move.text)
        except StorageError as error:
            log.warning("table %s: %s", self._table.code, error)
            return False
        except Exception:
            log.exception("table %s: a bot could not move", self._table.code)
            return False
        finally:
            self._table.tell()
        return True

    def _choice(self, seat: int, view: Any, legal: tuple[Move, ...]) -> Move:
        """What the bot in this seat chooses; where it fails, anything that is legal."""
        if len(legal) == 1:
            return legal[0]
        try:
            move: Move = self._player(seat).choose(view, legal)
            if move in legal:
                return move
            log.error("table %s: the bot of seat %d chose what is not legal", self._table.code, seat)
        except Exception:
            log.exception("table %s: the bot of seat %d failed", self._table.code, seat)
        return _dice.choice(legal)

    def _player(self, seat: int) -> Any:
        from facedown.agents import player

        running = self._table.running
        assert running is not None, "it is asked"
        key = running.number, seat
        if key not in self._players:
            name = self._table.chairs[seat].bot or RANDOM
            self._players[key] = player(self._table.game, name, secrets.token_hex(8))
        return self._players[key]
