"""A server on which a test decides.

It differs from `facedown serve` in what only a test may decide: `FOLDER.next` holds the seed of the next game, and
a leak that is planted when it begins; bots have the same luck in every game; a ping is answered only when no bot
has anything to do; and time runs out only when a ping with a counter above TICK says so.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec

import facedown
from facedown.core.table import Table
from facedown.server import run, wire
from facedown.server.admission import secrets
from facedown.server.bots import playing as bots
from facedown.server.play import match
from facedown.server.rooms import clock, messages, room
from facedown.server.rooms import registry as rooms
from facedown.server.rooms.outbox import Subscriber
from facedown.server.rooms.room import Room
from tests.replaced import Replacement, replaced
from tests.secrecy.lockstep import TICK, Next
from tests.secrecy.planted import planted
from tests.secrecy.towns import GAME, LaidOut
from tests.secrecy.windows import redealt

PAUSE = 0.0005  # seconds between two looks at what the bots have to do
LATE = time.monotonic() + 1e6  # seconds; so late that no room has long been unused
STANDING_STILL = SimpleNamespace(monotonic=lambda: LATE)


def main(port: int, folder: Path) -> None:
    drawn, coming, leaks = secrets.new_seed, folder.with_suffix(".next"), ExitStack()

    def new_seed() -> str:
        if not coming.exists():
            return drawn()
        told = msgspec.json.decode(coming.read_bytes(), type=Next)
        leaks.close()
        leaks.enter_context(planted(told.leak or None))
        return told.seed

    replacements: list[Replacement] = [
        (rooms, "find_game", lambda name: GAME if name == GAME.id else facedown.game(name)),
        (secrets, "new_seed", new_seed),
        (bots, "secrets", SimpleNamespace(token_hex=lambda _: "the same luck")),
        (match, "Table", _table),
        (clock, "time", STANDING_STILL),
        (room, "time", STANDING_STILL),
        (messages, "time", STANDING_STILL),
        (messages, "receive", _received(messages.receive)),
    ]
    with replaced(replacements):
        run(port=port, data=folder)


def _table(game: Any, names: tuple[str, ...], seed: str, options: dict[str, str | int]) -> Table:
    if isinstance(game, LaidOut):
        return Table(game, names, seed, options)
    return redealt(game, names, seed, options)


def _received(receive: Callable[..., Any]) -> Callable[..., Any]:
    async def received(room: Room, subscriber: Subscriber, message: wire.Message) -> None:
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
