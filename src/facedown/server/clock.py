"""The clock of a table: when the open question's time is over, the one timer that rings then, and what follows.

Time is monotonic and counts from when the table came into memory: a server that is started again begins anew, and
gives the open question its full time.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from facedown.server import wire
from facedown.server.store import Conflict, StorageError

if TYPE_CHECKING:
    from facedown.server.live import LiveTable

log = logging.getLogger(__name__)

UNSTORED = 4.0  # seconds for which time that ran out may go unwritten, while nobody could see anything
LAG = 1.0  # seconds by which the clock may be behind and still catch up; after more it goes on from now


class Clock:
    """Deadlines, one after the other.  `ring` is awaited when one has passed, unless somebody notices it before."""

    def __init__(self, ring: Callable[[], Awaitable[None]]) -> None:
        self._ring = ring
        self._began = time.monotonic()
        self._ends: float | None = None
        self._question: object = None
        self._lasts = False
        self._from: float | None = None  # where the last deadline was, if the next one follows on it
        self._timer: asyncio.TimerHandle | None = None
        self._ringing: asyncio.Task[None] | None = None

    def wind(self, question: object, seconds: float | None, *, lasts: bool = False) -> None:
        """This question is open, for so long: its time runs on if it is the one that was open before.

        Of questions that last, each follows where the one before would have ended: answers make time no faster.
        """
        if seconds is None:
            self.stop()
        elif self._ends is None or question != self._question:
            now = time.monotonic()
            last = self._ends if lasts and self._lasts and self._ends is not None else self._from
            begins = now if last is None or now - last > LAG else last
            self._set(begins + seconds)
            self._question, self._lasts = question, lasts
        self._from = None

    def is_over(self, at: float) -> bool:
        """Had the open question's time passed at this moment (monotonic)?"""
        return self._ends is not None and at >= self._ends

    def heeded(self) -> None:
        """The deadline has passed, and what follows from it has been done: the next follows on it."""
        self._from = self._ends
        self.stop()

    def stop(self) -> None:
        self._ends = self._question = None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def face(self, *, lasts: bool) -> wire.Clock | None:
        """What everybody may read on it; of a stream of questions there is no end to be shown."""
        if self._ends is None:
            return None
        return wire.Clock(self.now(), None if lasts else round(self._ends - self._began, 3))

    def now(self) -> float:
        """Seconds since it began, as the page is told them."""
        return round(time.monotonic() - self._began, 3)

    def _set(self, ends: float) -> None:
        self.stop()
        self._ends = ends
        self._start_timer()

    def _start_timer(self) -> None:
        assert self._ends is not None, "there is something to wait for"
        wait = max(0.0, self._ends - time.monotonic())
        self._timer = asyncio.get_running_loop().call_later(wait, self._rings)

    def _rings(self) -> None:
        if self.is_over(time.monotonic()):
            self._timer = None
            self._ringing = asyncio.ensure_future(self._ring())
        else:  # timers may go off a little early
            self._start_timer()


class Timekeeper:
    """Lets time run out at one table, while anybody is there."""

    def __init__(self, table: LiveTable) -> None:
        self._table = table
        self._clock = Clock(self._ring)

    def now(self) -> float:
        """Seconds since this clock began."""
        return self._clock.now()

    def face(self) -> wire.Clock | None:
        """What everybody may read on it."""
        running = self._table.running
        return None if running is None else self._clock.face(lasts=running.table.continuous)

    def wind(self) -> None:
        """Let the clock run for the question that is open."""
        table, running = self._table, self._table.running
        if running is None or not table.ears or table.phase != "playing":
            self._clock.stop()
        else:
            opened = running.table
            self._clock.wind((running.number, running.open_question()), opened.seconds, lasts=opened.continuous)

    def stop(self) -> None:
        self._clock.stop()

    async def catch_up(self, now: float) -> None:
        """Time runs out for every question whose time was over at this moment.  The table's lock is held."""
        while self._clock.is_over(now):
            await self.run_out()
            self._table.tell()

    async def run_out(self) -> None:
        """Silence answers the open question.  The table's lock is held."""
        table, running = self._table, self._table.running
        assert running is not None, "the clock runs"
        before, frame = running.saved(), len(running.table.frames) - 1
        try:
            seen = running.wait()
            if seen:
                await table.keep(before)
        except Conflict:
            return  # everybody is told anew
        except Exception:
            log.exception("table %s: time ran out, and it could not be kept; it begins anew", table.code)
            running.restore(before)
            self._clock.stop()
            return
        self._clock.heeded()
        if seen or not running.in_stream:  # that the same is asked once more can be seen by the clock
            table.tell_later(frame)
        else:
            for seat in running.now_again():
                table.tell_later(frame, seat)
        if not seen and time.monotonic() - table.stored_at > UNSTORED:
            await self.keep_quietly()

    async def keep_quietly(self) -> None:
        """Write down how often time ran out, though nobody could see it.  What does not go in now, will later."""
        table, running = self._table, self._table.running
        if running is not None and running.unstored:
            table.stored_at = time.monotonic()
            try:
                await table.keep(running.saved())
            except (StorageError, Conflict) as error:
                log.warning("table %s: %s", table.code, error)

    async def _ring(self) -> None:
        """The timer has rung: do what follows, unless a message that came at the same time has noticed already."""
        table = self._table
        try:
            async with table.lock:
                await self.catch_up(time.monotonic())
        except Exception:
            log.exception("table %s: the clock broke something", table.code)
        table.bots.wake()
