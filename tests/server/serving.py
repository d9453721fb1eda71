"""Servers in processes of their own, each forked from one process that has imported all that a server needs.

Importing takes longer than anything else that a start does, and the tests start many.  The command that people use
is what `test_https.py` starts.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections.abc import Callable, Mapping
from functools import partial
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerContext, SpawnContext
from multiprocessing.process import BaseProcess
from pathlib import Path
from types import SimpleNamespace
from typing import TextIO

import facedown
from facedown.games.bots_battleground import phases
from facedown.games.bots_battleground import rules as battleground
from facedown.server import run
from facedown.server.rooms import registry as rooms
from facedown.server.rooms import secrets
from facedown.server.site import catalogue
from facedown.server.storage.rows import Statement
from facedown.server.storage.store import Store
from facedown.server.verbs import host
from tests import seeded_deals
from tests.laws.leaky import mutant
from tests.replaced import Replacement
from tests.sample_game import GAME, rules

Program = Callable[[int, Path], None]  # runs a server on this port, with its data in this folder


def serve(port: int, data: Path) -> None:
    """Serve with these `differences`; once there is a file with the suffix `.fatal`, die after the next write."""
    sys.modules["facedown.games"].__path__.extend(filter(None, [os.environ.get("FACEDOWN_GAMES")]))
    seeded_deals.follow()
    for owner, name, value in differences(os.environ):
        setattr(owner, name, value)
    fatal, written = data.with_suffix(".fatal"), Store.write

    async def write(store: Store, *changes: Statement) -> None:
        await written(store, *changes)
        if fatal.exists():
            fatal.unlink()
            os.kill(os.getpid(), signal.SIGKILL)

    Store.write = write  # type: ignore[assignment, method-assign]  # to see what is written
    run(port=port, data=data)


def differences(environment: Mapping[str, str]) -> list[Replacement]:
    """What is otherwise than at a server that people use.

    High Card is there too: the one game in which time is short, and as short as a test wants it (SECONDS).  A match
    of Bots Battleground takes up to some minutes, as the deal will have it, at four ticks a second; here they are
    shorter.  LONG_GONE says after how many seconds a storyteller has been gone for long; SEED from what everything
    is dealt.
    """
    game = mutant(rules={"CONTINUOUS": (rules.CHOOSE,)}) if "CONTINUOUS" in environment else GAME

    def find(name: str) -> object:
        return game if name == game.id else facedown.game(name)

    found: list[Replacement] = [(module, "find_game", find) for module in (catalogue, rooms)]
    # what is shown of a tick stays as it is
    found.append((battleground, "phases", SimpleNamespace(**{**vars(phases), "TICK_SECONDS": 0.01})))
    found += [(rules, "SHORT", float(environment.get("SECONDS", "0.3"))), (rules, "FAIR", 36000.0)]
    if gone := environment.get("LONG_GONE"):
        found.append((host, "LONG_GONE", float(gone)))
    if seed := environment.get("SEED"):
        found.append((secrets, "new_seed", lambda: seed))
    return found


def _begin(environment: Mapping[str, str], stdout: Connection, log: Path, program: Callable[[], None]) -> None:
    os.environ.clear()
    os.environ.update(environment)
    os.dup2(stdout.fileno(), 1)
    with log.open("a") as stderr:
        os.dup2(stderr.fileno(), 2)
    program()


def _context() -> ForkServerContext | SpawnContext:
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["tests.server.preloaded"])
    return context


def start(
    program: Program, port: int, data: Path, environment: Mapping[str, str], log: Path
) -> tuple[BaseProcess, TextIO]:
    """A process that runs this, with this environment alone, and what it prints; it writes its stderr to `log`."""
    context = _context()
    printed, stdout = context.Pipe(duplex=False)
    process = context.Process(
        target=_begin, args=(dict(environment), stdout, log, partial(program, port, data)), daemon=True
    )
    process.start()
    stdout.close()
    lines = os.fdopen(os.dup(printed.fileno()))
    printed.close()
    return process, lines
