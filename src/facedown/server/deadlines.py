"""Ends what takes too long: rules, in what strangers' cards, scripts and options may make them do, and bots.

Rules take a bounded number of steps, so this is for errors in the program.  Each call has a thread of its own: at
worst, others share the processor with it until it has used up its time and is ended.
"""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import threading
import time
from collections.abc import Callable
from typing import Generic, TypeVar

from facedown.core.errors import FacedownError

T = TypeVar("T")

STEP = 5.0  # seconds of processor time for a deal, a move, or reading what somebody has written
GAME = 60.0  # seconds for a whole game, that is replayed or looked back at
THOUGHT = 30.0  # seconds in which a bot must have chosen
MERCY = 5.0  # seconds of real time after which a thread that has not ended is asked again


class Overdue(FacedownError):
    """The rules have not come to an end in time."""


class _End(BaseException):
    """What is raised in a thread that has used up its time; no rule catches it by accident."""


class _Call(Generic[T]):
    """A call in a thread of its own."""

    def __init__(self, do: Callable[[], T]) -> None:
        self._do = do
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
        """What it returns or raises.  Raises Overdue if it takes longer than so many seconds of processor time."""
        self._thread.start()
        wait = seconds
        while wait > 0:
            self._thread.join(wait)
            if not self._thread.is_alive():
                break
            wait = seconds - self._used(seconds)
        else:
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

    def _end(self) -> None:
        """Raise an error in the thread, wherever it is, until it has ended."""
        if self._thread.is_alive():
            raised = ctypes.pythonapi.PyThreadState_SetAsyncExc
            raised(ctypes.c_ulong(self._thread.ident or 0), ctypes.py_object(_End))
            again = threading.Timer(MERCY, self._end)
            again.daemon = True
            again.start()


def bounded(do: Callable[[], T], seconds: float) -> T:
    """Call this.  Raises Overdue if it takes longer than so many seconds of processor time."""
    return _Call(do).result(seconds)


async def apart(do: Callable[[], T], seconds: float | None = None) -> T:
    """The same, while this thread serves others; without `seconds`, as for a move."""
    return await asyncio.to_thread(bounded, do, STEP if seconds is None else seconds)
