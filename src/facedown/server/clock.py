"""The clock of a table: when the open question's time is over, and the one timer that rings then.

Time is monotonic and counts from when the table came into memory: a server that is started again begins anew, and
gives the open question its full time.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

from facedown.server import wire

LAG = 1.0  # seconds by which the clock may be behind and still catch up; after more it goes on from now


class Clock:
    """Deadlines, one after the other.  `ring` is awaited when one has passed, unless somebody notices it before."""

    def __init__(self, ring: Callable[[], Awaitable[None]]) -> None:
        self._ring = ring
        self._began = time.monotonic()
        self._ends: float | None = None
        self._question: object = None
        self._from: float | None = None  # where the last deadline was, if the next one follows on it
        self._timer: asyncio.TimerHandle | None = None
        self._ringing: asyncio.Task[None] | None = None

    def wind(self, question: object, seconds: float | None) -> None:
        """This question is open, for so long: its time runs on if it is the one that was open before."""
        if seconds is None:
            self.stop()
        elif self._ends is None or question != self._question:
            now = time.monotonic()
            follows = self._from is not None and now - self._from < LAG
            self._set((self._from if follows and self._from is not None else now) + seconds)
            self._question = question
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
