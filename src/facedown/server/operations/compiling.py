"""Compiles the rules in the background; until that is done, games run with interpreted rules.

For one game after another, a process with the lowest priority compiles the rules and writes the machine code to the
disk, from where this process loads it.  With FACEDOWN_COMPILE=0 the rules stay interpreted.
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

DELAY = 3.0  # seconds after the start, so that the first page is served first
PROGRAM = """
import sys
from facedown.server.operations.compiling import compile_game
compile_game(sys.argv[1], nice=19)
"""


async def in_background() -> None:
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


def compile_game(name: str, nice: int = 0) -> None:
    """Compile this game, if it can be compiled; `nice` is added to this process's niceness."""
    if nice and hasattr(os, "nice"):
        os.nice(nice)
    compiles = getattr(find_game(name), "compile", None)
    if compiles is None:
        return
    try:
        compiles()
    except Exception:
        log.exception("%s could not be compiled; it runs interpreted", name)
