"""Limits the time that bots take from the server: one bot thinks at a time, tables take turns, each has a budget.

All bots think in one thread, so that people's moves compete with one other thread at most.  A table has at most
one thought waiting there, first come, first served, so that tables take turns.  They also take turns at using the
thread that serves people; after each turn, other tables' bots wait for as long as it took, so that people wait for
one of them at most.  The time that a table's bots use for thinking and moving counts against the table and against
one of the addresses of the people there.  When either has used up its budget, the bots rest.
"""

from __future__ import annotations

import asyncio
import time
import weakref
from collections import Counter
from collections.abc import Callable, Coroutine, Generator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Generic, TypeVar

from facedown.server import deadlines
from facedown.server.admission.limits import Address, Bucket, Limits
from facedown.server.deadlines import bounded

T = TypeVar("T")

SWITCH = 0.001  # seconds after which the thread in which bots think yields to the one that serves people
REST = 0.5  # seconds for which bots rest at a time; always the same, so that it reveals little


class Thinking:
    """The thread in which bots think, and the turns of tables at the thread that serves people."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "bots")
        self._queue = asyncio.Lock()
        self._last: Callable[[], object] = lambda: None  # the table whose bots had the last turn
        self._free_at = 0.0  # when another table may have the next turn, monotonic

    async def turn(self, table: object) -> None:
        """Wait until this table's bots may use the thread that serves people."""
        async with self._queue:
            while table is not self._last() and (wait := self._free_at - time.monotonic()) > 0:
                await asyncio.sleep(wait)
            self._last = weakref.ref(table)

    def used(self, seconds: float) -> None:
        """Note that the table whose turn it is has used that thread for the last `seconds` seconds."""
        self._free_at = max(self._free_at, time.monotonic() + seconds)

    async def run(self, choose: Callable[[], T]) -> tuple[T, float]:
        """Call this beside the tables; returns its result and the seconds of processor time that it took.

        Raises Overdue if it finds no end.
        """

        def timed() -> tuple[T, float]:
            began = time.thread_time()
            chosen = choose()
            return chosen, time.thread_time() - began

        thought = partial(bounded, timed, deadlines.THOUGHT)
        return await asyncio.get_running_loop().run_in_executor(self._thread, thought)


class Budget:
    """What one table's bots may use.  Of the addresses of people there, the one with the most left pays."""

    def __init__(self, limits: Limits) -> None:
        self._own = Bucket(limits.bot_seconds_a_table, limits.bot_seconds_at_once)
        self._payers: Counter[Address] = Counter()

    def paid_by(self, address: Address) -> None:
        """Note that somebody of this address has come."""
        self._payers[address] += 1

    def no_longer_paid_by(self, address: Address) -> None:
        """Note that somebody of this address has left."""
        self._payers[address] -= 1
        self._payers += Counter()  # drops those that are gone

    def spend(self, seconds: float) -> None:
        """Count seconds of processor time that the bots have used."""
        self._own.spend(seconds)
        if self._payers:
            max((payer.bots for payer in self._payers), key=Bucket.left).spend(seconds)

    def store(self, kilobytes: float) -> None:
        """Count what is stored for the bots.  They play on: no other game begins when nothing is left for it."""
        if self._payers:
            max((payer.space for payer in self._payers), key=Bucket.left).spend(kilobytes)

    @property
    def is_spent(self) -> bool:
        """Whether the bots have to rest: the table or everybody here has no time left."""
        return self._own.left() <= 0 or bool(self._payers and max(p.bots.left() for p in self._payers) <= 0)


class Metered(Generic[T]):
    """Awaits a coroutine, and tells `spend` how many seconds of this thread it used, without waiting times."""

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
