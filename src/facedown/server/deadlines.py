"""Limits the time of rules and bots: what finds no end is ended, and bots take turns and have budgets.

Rules take a bounded number of steps, so a deadline is for errors in the program, whatever strangers' cards, scripts
and options may make them do.  Each call has a thread of its own: at worst, others share the processor with it until
it has used up its time and is ended.

All bots think in one thread, so that people's moves compete with one other thread at most.  A table has at most
one thought waiting there, first come, first served, so that tables take turns.  They also take turns at using the
thread that serves people; after each turn, other tables' bots wait for as long as it took, so that people wait for
one of them at most.  The time that a table's bots use for thinking and moving counts against the table and against
one of the addresses of the people there.  When either has used up its budget, the bots rest.
"""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import threading
import time
import weakref
from collections import Counter
from collections.abc import Callable, Coroutine, Generator
from concurrent.futures import CancelledError, Executor, ThreadPoolExecutor
from functools import partial
from typing import Any, Generic, TypeVar
from weakref import WeakSet

from facedown.core.errors import FacedownError
from facedown.server.limits import Address, Bucket, Limits

T = TypeVar("T")

STEP = 5.0  # seconds of processor time for a deal, a move, or reading what somebody has written
GAME = 60.0  # seconds for a whole game, that is replayed or looked back at
THOUGHT = 30.0  # seconds in which a bot must have chosen
MERCY = 5.0  # seconds of real time after which a thread that has not ended is asked again
SWITCH = 0.001  # seconds after which the thread in which bots think yields to the one that serves people
REST = 0.5  # seconds for which bots rest at a time; always the same, so that it reveals little


class Overdue(FacedownError):
    """The rules have not come to an end in time."""


class _End(BaseException):
    """What is raised in a thread that has used up its time; no rule catches it by accident."""


class _Call(Generic[T]):
    """A call in a thread of its own, for what runs in the event loop `loop`."""

    def __init__(self, do: Callable[[], T], loop: asyncio.AbstractEventLoop) -> None:
        self._do, self.loop = do, loop
        self._is_called_off = False
        self._result: T
        self._error: BaseException | None = None
        self._clock: int | None = None  # of the thread's processor time
        self._thread = threading.Thread(target=self._run, daemon=True, name="deadline")

    def _run(self) -> None:
        try:
            with contextlib.suppress(AttributeError, OSError):  # not every system tells
                self._clock = time.pthread_getcpuclockid(threading.get_ident())
            self._result = self._do()
        except BaseException as error:
            self._error = error

    def result(self, seconds: float) -> T:
        """What it returns or raises.  Raises Overdue if it takes longer than so many seconds of processor time.

        Raises CancelledError, as in a task that is cancelled, if it is called off.
        """
        wait = 0.0 if self._is_called_off else seconds
        if wait:
            self._thread.start()
        while wait > 0 and self._thread.is_alive():
            self._thread.join(wait)
            wait = seconds - self._used(seconds)
        if self._is_called_off:
            raise CancelledError
        if self._thread.is_alive():
            self._end()
            raise Overdue("the rules found no end with these cards and options")
        if self._error is not None:
            raise self._error
        return self._result

    def _used(self, otherwise: float) -> float:
        """The processor time that it has used; `otherwise` where the system does not tell."""
        if self._clock is not None:
            with contextlib.suppress(OSError):  # it has just ended
                return time.clock_gettime(self._clock)
        return otherwise

    def call_off(self) -> None:
        """Let it end without a result."""
        self._is_called_off = True
        self._end()

    def _end(self) -> None:
        """Raise an error in the thread, wherever it is, until it has ended."""
        if self._thread.is_alive():
            raised = ctypes.pythonapi.PyThreadState_SetAsyncExc
            raised(ctypes.c_ulong(self._thread.ident or 0), ctypes.py_object(_End))
            again = threading.Timer(MERCY, self._end)
            again.daemon = True
            again.start()


_called: WeakSet[_Call[Any]] = WeakSet()  # what is called from event loops, or was until lately


async def apart(do: Callable[[], T], seconds: float | None = None, queue: Executor | None = None) -> T:
    """Call this, while the thread of this event loop serves others.

    Raises Overdue if it takes longer than so many seconds of processor time; without `seconds`, as for a move.
    `queue`: where calls wait that are made one after the other.
    """
    loop = asyncio.get_running_loop()
    call = _Call(do, loop)
    _called.add(call)
    return await loop.run_in_executor(queue, call.result, STEP if seconds is None else seconds)


def call_off_all() -> None:
    """End what has been called from this event loop: the server stops, and waits for none of it."""
    loop = asyncio.get_running_loop()
    for call in list(_called):
        if call.loop is loop:
            call.call_off()


# -- bots ---------------------------------------------------------------------------------------------------------


class Thinking:
    """The thread in which bots think, and the turns of tables at the thread that serves people."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "bots")
        self._queue = asyncio.Lock()
        self.rest()

    def rest(self) -> None:
        """Forget who had the last turn: nothing of that time keeps memory from going back."""
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

        return await apart(timed, THOUGHT, self._thread)


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
