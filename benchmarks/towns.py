"""How much memory a server takes for towns full of bots, and how much it gives back when everybody has left.

    python -m benchmarks.towns [--tables 18] [--evenings 3] [--seats 16]

One server, within this process: in each evening so many tables of Clocktower are opened, and bots play
them to the end as fast as they can, while somebody watches each.  Then everybody leaves, and the rooms are dropped.
Printed after each evening: resident memory for each town at its end, and what is left of it when all have gone.

What is left is compared with two beginnings: that of a server that has just started, and that of one at which a
single town has been played and left, so that everything has been looked at once that is looked at in a town.
How many small objects are in use then, besides, tells what is held from what is only not given back.
With PYTHONMALLOC=malloc in the environment, Python keeps small objects where the C library does.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import sys
import tempfile
import time
import tracemalloc
from pathlib import Path

from facedown import games
from facedown.server import chores, wire
from facedown.server.limits import Limits
from facedown.server.rooms import registry
from facedown.server.rooms.registry import Rooms
from facedown.server.rooms.room import Room
from facedown.server.storage.store import Store
from facedown.server.verbs import receive

PAGE = os.sysconf("SC_PAGE_SIZE")
LOOK = 0.25  # seconds between two looks at whether all games are over
HURRIED = Limits(
    bot_seconds_a_table=1e9, bot_seconds_an_address=1e9, bot_seconds_at_once=1e9, kilobytes_at_once=1e9
)


class Watcher:
    """Somebody who has opened a table, and watches."""

    def __init__(self) -> None:
        self.seat: int | None = None
        self.host = True
        self.origin: str | None = None

    def close(self, code: int) -> None:
        raise AssertionError("its table is not lost")

    def send(self, text: str) -> None:
        pass


def resident() -> float:
    """Megabytes of this process that are in memory."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * PAGE / 2**20


async def evening(rooms: Rooms, tables: int, seats: int, seconds: float) -> tuple[float, int]:
    """Games from beginning to end; returns the memory at the end, and the moves of all of them."""
    watched: list[tuple[Room, Watcher]] = []
    for _ in range(tables):
        opened = await rooms.open(wire.NewTable("clocktower", seats, {"script": "Bad Moon Rising"}, "instant"))
        room, watcher = await rooms.find(opened.table), Watcher()
        await receive(room, watcher, wire.Hello(1, host=opened.host))
        await receive(room, watcher, wire.Start(2))
        watched.append((room, watcher))
    until = time.monotonic() + seconds
    while any(room.phase == "playing" for room, _ in watched) and time.monotonic() < until:
        await asyncio.sleep(LOOK)
    await rooms.sweep()  # as a server does every twenty seconds
    most, moves = resident(), sum(room.match.rows_stored for room, _ in watched if room.match is not None)
    for room, watcher in watched:
        await room.disconnect(watcher)
    watched.clear()
    return most, moves


async def main(tables: int, seats: int, evenings: int, seconds: float, *, trace: bool) -> None:
    with tempfile.TemporaryDirectory() as folder:
        kept_in = Store(f"sqlite:///{Path(folder) / 'tables.db'}")
        await kept_in.open()
        games()  # as a server imports them
        rooms = Rooms(kept_in, HURRIED)
        chores.set_up_memory()
        started, in_use = resident(), sys.getallocatedblocks()
        await evening(rooms, 1, seats, seconds)
        await leave(rooms)
        began, figures = resident(), []
        if trace:
            tracemalloc.start(1)
        for number in range(evenings):
            before = resident()
            most, moves = await evening(rooms, tables, seats, seconds)
            if trace:
                show("at the end")
            await leave(rooms)
            if trace:
                show("when all have left")
            figures.append((most - before) / tables)
            print(
                f"evening {number + 1}: {moves / tables:.0f} moves and {figures[-1]:.2f} MB a town at the end, "
                f"{resident():.0f} MB when all have left "
                f"(at the start {started:.0f} MB, after one town {began:.0f} MB), "
                f"{sys.getallocatedblocks() - in_use:,} small objects more in use than at the start"
            )
        left = resident()
        await kept_in.close()
    print(json.dumps({"name": "a town at the end of its evening, MB", "ours": round(max(figures), 2)}))
    print(json.dumps({"name": "memory after the evenings, of that at the start", "ours": round(left / started, 2)}))
    print(json.dumps({"name": "memory after the evenings, of that after one town", "ours": round(left / began, 2)}))


async def leave(rooms: Rooms) -> None:
    """Let the server see, as it does after a while, that nobody uses these rooms."""
    registry.IDLE = -1.0
    while len(asyncio.all_tasks()) > 1:  # the bots have yet to see that nobody is here
        await asyncio.sleep(LOOK)
    await rooms.sweep()
    assert not rooms.in_memory()


def show(when: str) -> None:
    gc.collect()
    print(when, tracemalloc.get_traced_memory()[0] / 1e6, "MB")
    for line in tracemalloc.take_snapshot().statistics("lineno")[:30]:
        print("  ", line)


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("--tables", type=int, default=18)
    options.add_argument("--seats", type=int, default=16)
    options.add_argument("--evenings", type=int, default=3)
    options.add_argument("--seconds", type=float, default=600.0, help="after which an evening ends anyway")
    options.add_argument("--trace", action="store_true", help="print which lines hold how much")
    chosen = options.parse_args()
    asyncio.run(main(chosen.tables, chosen.seats, chosen.evenings, chosen.seconds, trace=chosen.trace))
