"""The time that bots take of the server: one thinks at a time, tables in turn, and each within a budget.

Bots think in one thread, so that whatever they compute, people's moves wait for one other thread at most.  A table
has one thought waiting there at most, and the first that waits comes first: so the tables take turns.  They take
turns, too, with what has to be done in the thread that serves people: one table after the other, and after each
nothing of other tables' bots for as long as it took, so that people wait for one of them at most.  What a table's
bots use, thinking and moving, is counted against the table and against one of the addresses whose people are there;
where either has used up what it may, the bots rest.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Coroutine, Generator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Generic, TypeVar

from facedown.server.admission.limits import Bucket, Limits

T = TypeVar("T")

REST = (
    0.5  # seconds after which bots that rest look again; always as long, so that it tells little of their thoughts
)


class Thinking:
    """The thread in which bots think, and the turns of their tables in the one that serves people."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "bots")
        self._queue = asyncio.Lock()
        self._last: object = None  # the table whose bots had the last turn
        self._free_at = 0.0  # when those of another may have the next, monotonic

    async def turn(self, table: object) -> None:
        """Wait until this table's bots may use the thread that serves people."""
        async with self._queue:
            while table is not self._last and (wait := self._free_at - time.monotonic()) > 0:
                await asyncio.sleep(wait)
            self._last = table

    def used(self, seconds: float) -> None:
        """The bots that have the turn used that thread for so many seconds, until now."""
        self._free_at = max(self._free_at, time.monotonic() + seconds)

    async def about(self, choose: Callable[[], T]) -> tuple[T, float]:
        """What this chooses, and the seconds of the processor that it took."""

        def timed() -> tuple[T, float]:
            began = time.thread_time()
            chosen = choose()
            return chosen, time.thread_time() - began

        return await asyncio.get_running_loop().run_in_executor(self._thread, timed)


class Budget:
    """What one table's bots may use.  The address that has most left pays, of those whose people are there."""

    def __init__(self, limits: Limits) -> None:
        self._own = Bucket(limits.bot_seconds_a_table, limits.bot_seconds_at_once)
        self._payers: Counter[Bucket] = Counter()

    def paid_by(self, address: Bucket) -> None:
        """Somebody of this address is there."""
        self._payers[address] += 1

    def no_longer_paid_by(self, address: Bucket) -> None:
        self._payers[address] -= 1
        self._payers += Counter()  # drops those that are gone

    def spend(self, seconds: float) -> None:
        """The bots have used so many seconds of the processor."""
        self._own.spend(seconds)
        if self._payers:
            max(self._payers, key=Bucket.left).spend(seconds)

    @property
    def is_spent(self) -> bool:
        return self._own.left() <= 0 or bool(self._payers and max(map(Bucket.left, self._payers)) <= 0)


class Metered(Generic[T]):
    """Awaits a coroutine, and says how many seconds of this thread it used, without those in which it waited."""

    def __init__(self, coroutine: Coroutine[object, None, T], spend: Callable[[float], object]) -> None:
        self._coroutine, self._spend = coroutine, spend

    def __await__(self) -> Generator[object, None, T]:
        step: Callable[[], object] = partial(self._coroutine.send, None)
        while True:
            began = time.thread_time()
            try:
                waits_for = step()
            except StopIteration as done:
                result: T = done.value
                return result
            finally:
                self._spend(time.thread_time() - began)
            try:
                yield waits_for
            except BaseException as error:
                step = partial(self._coroutine.throw, error)
            else:
                step = partial(self._coroutine.send, None)
