"""What a move at a Clocktower table of sixteen costs the server, its message and those that tell of it.

    python -m benchmarks.evening [--moves 900] [--whole]

Fifteen players and a storyteller, each connected; the wire itself is left out.  Printed for each third of the
evening, so that it shows whether a move costs more the longer the history is.
"""

from __future__ import annotations

import argparse
import asyncio
import cProfile
import json
import pstats
import tempfile
import time
from pathlib import Path

from benchmarks.restart import KEPT, OPTIONS, long_evening
from facedown import game
from facedown.server import chores, wire
from facedown.server.play.match import Match
from facedown.server.rooms import secrets
from facedown.server.rooms.room import Room
from facedown.server.storage import rows
from facedown.server.storage.store import Store
from facedown.server.verbs import receive


class Listener:
    """A connection that counts what it is sent."""

    def __init__(self) -> None:
        self.seat: int | None = None
        self.host = True
        self.origin: str | None = None
        self.sent = 0

    def close(self, code: int) -> None:
        raise AssertionError("its table is not lost")

    def send(self, text: str) -> None:
        self.sent += len(text)


async def sit_down(kept_in: Store, *, whole: bool) -> tuple[Room, list[Listener]]:
    """A table at which all sit, and the game has begun with the seed of the evening."""
    clocktower = game("clocktower")
    opened = rows.table_opened("code", clocktower.id, OPTIONS, "instant", secrets.hashed("host"))
    await kept_in.write(opened, *rows.seats_are("code", [rows.EMPTY] * len(KEPT.names)))
    stored = await kept_in.read("code")
    assert stored is not None
    room, people = Room(stored, clocktower.contract, kept_in), [Listener() for _ in KEPT.names]
    hello = wire.Hello(1, host="host", changes=not whole)
    for seat, person in enumerate(people):
        await receive(room, person, hello)
        await receive(room, person, wire.Sit(2, seat, KEPT.names[seat]))
    await receive(room, people[0], wire.Start(3))
    return room, people


def seen(room: Room) -> Match:
    """The game at this table."""
    assert room.match is not None, "it has begun"
    return room.match


async def main(moves: int, *, whole: bool, profile: bool) -> None:
    evening, figures = long_evening(moves), []
    secrets.new_seed = lambda: KEPT.seed
    with tempfile.TemporaryDirectory() as folder:
        kept_in = Store(f"sqlite:///{Path(folder) / 'tables.db'}")
        await kept_in.open()
        room, people = await sit_down(kept_in, whole=whole)
        chores.set_up_memory()
        third = len(evening) // 3
        profiler = cProfile.Profile(time.process_time)
        for part in range(3):
            before, sent, began = seen(room).rows_stored, sum(p.sent for p in people), time.process_time()
            if profile and part == 1:
                profiler.enable()
            for seat, value in evening[part * third : (part + 1) * third]:
                at = seen(room).version_of(seat)
                await receive(room, people[seat], wire.Play(4, at, value))
            profiler.disable()
            made = seen(room).rows_stored - before
            assert made >= third
            took = (time.process_time() - began) / third * 1000
            size = (sum(p.sent for p in people) - sent) / third / len(people) / 1000
            print(f"  moves {part * third} to {(part + 1) * third}: {took:.2f} ms a move, {size:.1f} kB a receiver")
            figures.append(took)
        room.timekeeper.stop()
        await kept_in.close()
    if profile:
        pstats.Stats(profiler).sort_stats("cumulative").print_stats(70)
        pstats.Stats(profiler).sort_stats("tottime").print_stats(40)
    print(json.dumps({"name": "a move of Clocktower at sixteen seats, ms", "ours": figures[-1]}))


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("--moves", type=int, default=900)
    options.add_argument("--whole", action="store_true", help="whole views, as they are sent to other programs")
    options.add_argument("--profile", action="store_true", help="print where the time of the second third goes")
    chosen = options.parse_args()
    asyncio.run(main(chosen.moves, whole=chosen.whole, profile=chosen.profile))
