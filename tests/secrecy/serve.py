"""A server on which a test decides.

It differs from `facedown serve` in what only a test may decide: the seed of the next game, and a leak that is
planted; bots have the same luck in every game; a ping is answered only when no bot has anything to do; time runs
out only when a ping with a counter above TICK says so; and a test that is slow to answer is not hung up on.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec

import facedown
from facedown.core.table import Table
from facedown.server import run, serving, verbs, wire
from facedown.server.play import match
from facedown.server.rooms import bots, clock, room, secrets
from facedown.server.rooms import registry as rooms
from facedown.server.rooms.outbox import Subscriber
from facedown.server.rooms.room import Room
from tests.replaced import Replacement, replaced
from tests.secrecy.lockstep import TICK, TwinServer
from tests.secrecy.planted import planted
from tests.secrecy.towns import GAME, LaidOut
from tests.secrecy.windows import redealt
from tests.server.harness import PATIENCE, UNLIMITED, Server
from tests.server.within import Within

PAUSE = 0.0005  # seconds between two looks at what the bots have to do
LATE = time.monotonic() + 1e6  # seconds; so late that no room has long been unused
STANDING_STILL = SimpleNamespace(monotonic=lambda: LATE)


class Next(msgspec.Struct, frozen=True):
    """What a test decides of the next game on a server: its seed, and which leak there is from then on, or ""."""

    seed: str
    leak: str


class TwinProcess(Server, TwinServer):
    """Such a server in a process of its own, reached by real sockets."""

    def __init__(self, data: Path) -> None:
        super().__init__(data, **UNLIMITED)
        self._leak = ""

    @staticmethod
    def program(port: int, data: Path) -> None:
        drawn, coming, leaks = secrets.new_seed, data.with_suffix(".next"), ExitStack()

        def new_seed() -> str:
            if not coming.exists():
                return drawn()
            told = msgspec.json.decode(coming.read_bytes(), type=Next)
            leaks.close()
            leaks.enter_context(planted(told.leak or None))
            return told.seed

        with replaced(_differences(new_seed)):
            run(port=port, data=data)

    def next_seed(self, seed: str) -> None:
        self.data.with_suffix(".next").write_bytes(msgspec.json.encode(Next(seed, self._leak)))

    @contextmanager
    def leaking(self, leak: str) -> Iterator[None]:
        self._leak = leak
        try:
            with planted(leak):
                yield
        finally:
            self._leak = ""


class TwinWithin(Within, TwinServer):
    """Such a server in the process of the tests."""

    def __init__(self, url: str) -> None:
        super().__init__(url, **UNLIMITED)
        self._seed = ""

    @contextmanager
    def serving(self) -> Iterator[TwinWithin]:
        """Meanwhile it serves."""
        with replaced(_differences(lambda: self._seed)):
            self.start()
            yield self
            self.stop()

    def next_seed(self, seed: str) -> None:
        self._seed = seed

    def leaking(self, leak: str) -> AbstractContextManager[None]:
        return planted(leak)


def _differences(new_seed: Callable[[], str]) -> list[Replacement]:
    return [
        (rooms, "find_game", lambda name: GAME if name == GAME.id else facedown.game(name)),
        (secrets, "new_seed", new_seed),
        (bots, "secrets", SimpleNamespace(token_hex=lambda _: "the same luck")),
        (match, "Table", _table),
        (clock, "time", STANDING_STILL),
        (room, "time", STANDING_STILL),
        (verbs, "time", STANDING_STILL),
        (verbs, "receive", _received(verbs.receive)),
        (serving, "PING", PATIENCE),
    ]


def _table(game: Any, names: tuple[str, ...], seed: str, options: dict[str, str | int]) -> Table:
    if isinstance(game, LaidOut):
        return Table(game, names, seed, options)
    return redealt(game, names, seed, options)


def _received(receive: Callable[..., Any]) -> Callable[..., Any]:
    async def received(room: Room, subscriber: Subscriber, message: wire.Said) -> None:
        if isinstance(message, wire.Ping) and message.n > TICK:
            async with room.lock:
                await room.timekeeper.run_out()
                room.publish()
            room.bots.wake()  # as the clock does
        while isinstance(message, wire.Ping) and _busy(room):
            await asyncio.sleep(PAUSE)
        await receive(room, subscriber, message)

    return received


def _busy(room: Room) -> bool:
    """Has a bot something to do at this table?"""
    due = room.bots._due
    return any(not math.isinf(due.get(turn, 0.0)) for turn in room.bots._decisions())
