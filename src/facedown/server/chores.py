"""What the server does beside serving: chores again and again, compiling the rules, and collecting garbage.

Until a game's rules are compiled, it runs with interpreted ones.  For one game after another, a process with the
lowest priority compiles them and writes the machine code to the disk, from where this process loads it.  With
FACEDOWN_COMPILE=0 the rules stay interpreted.
"""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import gc
import logging
import os
import re
import sys
from collections.abc import Awaitable, Callable

from facedown.games import game as find_game
from facedown.games import games
from facedown.server.storage.database import StorageError

log = logging.getLogger(__name__)

DELAY = 3.0  # seconds after the start, so that the first page is served first
GARBAGE = (5_000, 5, 4)  # the thresholds of the garbage collector
ARENAS = -8  # glibc's M_ARENA_MAX
LIBRARY = ctypes.CDLL(None) if sys.platform == "linux" else None
PROGRAM = """
import os, sys
if hasattr(os, "nice"):
    os.nice(19)
from facedown.server.chores import compile_game
compile_game(sys.argv[1])
"""


async def every(seconds: float, do: Callable[[], Awaitable[object]], first: float | None = None) -> None:
    """Do this again and again; `first`: in so many seconds.  What fails for long is logged once."""
    said = ""
    await asyncio.sleep(seconds if first is None else first)
    while True:
        try:
            await do()
        except StorageError as error:
            if str(error) != said:
                log.warning("%s", error)
            said = str(error)
        except Exception as error:
            if str(error) != said:
                log.exception("a chore failed")
            said = str(error)
        else:
            said = ""
        await asyncio.sleep(seconds)


async def compile_in_background() -> None:
    """Compile every game that can be compiled, a few seconds after the start."""
    if os.environ.get("FACEDOWN_COMPILE") == "0":
        return
    await asyncio.sleep(DELAY)
    for name in games():
        if hasattr(find_game(name), "compile") and await _compiled_apart(name):
            await asyncio.to_thread(compile_game, name)


async def _compiled_apart(name: str) -> bool:
    """Compile this game in a process of its own; returns whether that succeeded."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", PROGRAM, name, stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.DEVNULL
    )
    try:
        return await process.wait() == 0
    except asyncio.CancelledError:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        raise


def compile_game(name: str) -> None:
    """Compile this game, if it can be compiled."""
    compiles = getattr(find_game(name), "compile", None)
    if compiles is None:
        return
    try:
        compiles()
    except Exception:
        log.exception("%s could not be compiled; it runs interpreted", name)


def set_up_memory() -> None:
    """Collect cyclic garbage while it is young, and never among the objects from before the start.

    A past position that is looked at in Clocktower is a thousand objects in a cycle.  With smaller thresholds they
    count as old before anybody lets go of them, and old objects are looked at rarely, because that takes longest:
    when they have become a quarter more.  Without the second `collect`, those from before the start would count.

    All threads that begin from now on share one heap, which gives more back than a heap for each.
    """
    gc.collect()
    gc.freeze()
    gc.collect()
    gc.set_threshold(*GARBAGE)
    if (set_option := getattr(LIBRARY, "mallopt", None)) is not None:
        set_option(ARENAS, 1)


def give_back_memory() -> None:
    """Give what nobody uses any more back to the system, where the C library can (glibc's can).

    Python returns a megabyte only where nothing of it is in use, and its cache of attributes holds the names that
    were looked up last: some hundred of them, all over what a town has used.  `re` keeps patterns there.
    """
    re.purge()
    clear: Callable[[], None] = getattr(sys, "_clear_internal_caches", None) or sys._clear_type_cache
    clear()
    gc.collect()
    if (trim := getattr(LIBRARY, "malloc_trim", None)) is not None:
        trim(0)
