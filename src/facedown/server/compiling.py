"""Compiling the rules beside the play: people are served from the interpreted ones until it is done.

Another process does it first, which gives way to everything else and leaves the machine code on the disk; here it
then only has to be loaded.  FACEDOWN_COMPILE=0 leaves the rules as they are.
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

PEACE = 3.0  # seconds in which the first page is served and nothing else is done
PROGRAM = "from facedown.server.compiling import compile_all; compile_all(nice=19)"


async def in_background() -> None:
    """Have every game that can be compiled compiled, a while after the start."""
    if os.environ.get("FACEDOWN_COMPILE") == "0":
        return
    await asyncio.sleep(PEACE)
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
    """Compile every game that can be, with this priority."""
    if nice and hasattr(os, "nice"):
        os.nice(nice)
    for name in games():
        compiles = getattr(find_game(name), "compile", None)
        if compiles is None:
            continue
        try:
            compiles()
        except Exception:
            log.exception("%s could not be compiled; it is played interpreted", name)
