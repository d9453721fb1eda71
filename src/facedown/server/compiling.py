"""Compiling the rules in the background: until that is done, games run with interpreted rules.

A process with the lowest priority compiles them and leaves the machine code on the disk; this process then only
loads it.  With FACEDOWN_COMPILE=0 the rules stay interpreted.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import sys

from facedown.games import game as find_game
from facedown.games import games

log = logging.getLogger(__name__)

DELAY = 3.0  # seconds after the start, in which only the first page is served
PROGRAM = "from facedown.server.compiling import compile_all; compile_all(nice=19)"


async def in_background() -> None:
    """Compile every game that can be compiled, a few seconds after the start."""
    if os.environ.get("FACEDOWN_COMPILE") == "0":
        return
    await asyncio.sleep(DELAY)
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", PROGRAM, stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.DEVNULL
    )
    try:
        done = await process.wait()
    except asyncio.CancelledError:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        raise
    if done == 0:
        await asyncio.to_thread(compile_all)


def compile_all(nice: int = 0) -> None:
    """Compile every game that can be compiled; `nice` is added to this process's niceness."""
    if nice and hasattr(os, "nice"):
        os.nice(nice)
    for name in games():
        compiles = getattr(find_game(name), "compile", None)
        if compiles is None:
            continue
        try:
            compiles()
        except Exception:
            log.exception("%s could not be compiled; it runs interpreted", name)
