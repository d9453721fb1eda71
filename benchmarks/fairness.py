"""How long others wait while one address has as many tables full of bots as it may: the time of a ping.

    python -m benchmarks.fairness [--game clocktower] [--seats 16] [--tables 18] [--seconds 20]

All seats of its tables have bots that answer at once; all limits are the usual ones.  Somebody of
another address sits at a table of GotchaCards meanwhile and pings.  Printed for the time in which the bots use up
what they may in a burst, and for the time after it.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import tempfile
import time
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from benchmarks.server import FACEDOWN, Seat, Tally, end, open_table, spent, start, told_by

PAUSE = 0.1  # seconds between two pings: fewer than any limit
ELSEWHERE = ("127.0.0.2", 0)  # another address of this machine: to the server, somebody else


async def come(port: int, code: str, **of: Any) -> ClientConnection:
    address = f"ws://127.0.0.1:{port}/api/tables/{code}/socket"
    return await connect(address, compression=None, max_size=None, ping_interval=None, **of)


async def ping(seat: Seat, seconds: float) -> Tally:
    """The answer times of a person who pings for so long."""
    tally, until = Tally(seconds=seconds), time.perf_counter() + seconds
    while (sent := time.perf_counter()) < until:
        assert (await seat.say("ping")).ok
        tally.times.append(time.perf_counter() - sent)
        await asyncio.sleep(PAUSE)
    return tally


async def watch(socket: ClientConnection, seen: list[int]) -> None:
    """Count what a table's bots do, as a spectator is told."""
    async for text in socket:
        seen[0] += told_by.decode(text).ok is None


async def main(game: str, seats: int, tables: int, seconds: float) -> None:
    with tempfile.TemporaryDirectory() as data:
        process, port = start(FACEDOWN, data, "", FACEDOWN_COMPILE="0")
        try:
            opened = open_table(port, "gotcha", 2)
            person = Seat(await come(port, opened["table"], local_addr=ELSEWHERE), 0)
            await person.say("hello", host=opened["host"])
            await person.say("sit", seat=0, name="Ann")
            runs = {"nobody else": await ping(person, 3)}
            seen, watching = [0], []
            for _ in range(tables):
                full = open_table(port, game, seats, pace="instant")
                host = Seat(await come(port, full["table"]), 0)
                await host.say("hello", host=full["host"])
                await host.say("start")
                watching.append(asyncio.create_task(watch(host.socket, seen)))
            used = spent(process)
            runs["the first half"] = await ping(person, seconds / 2)
            runs["the second half"] = await ping(person, seconds / 2)
            used = spent(process) - used
            for task in watching:
                task.cancel()
        finally:
            end(process)
    print(f"{tables} tables of {seats} bots: {seen[0] / seconds:.0f} messages a second,", end=" ")
    print(f"{used / seconds:.2f} of a core")
    for name, tally in runs.items():
        figures = ", ".join(f"{share:.0%} {tally.part(share):.1f} ms" for share in (0.5, 0.95, 1.0))
        print(f"  {name:<20}{figures}")
    late = runs["the first half"].part(0.95)
    print(json.dumps({"name": "ping beside tables of bots, 95 %, ms", "ours": round(late, 1)}))


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("--game", default="clocktower")
    options.add_argument("--seats", type=int, default=16)
    options.add_argument("--tables", type=int, default=18)
    options.add_argument("--seconds", type=float, default=20.0)
    chosen = options.parse_args()
    asyncio.run(main(chosen.game, chosen.seats, chosen.tables, chosen.seconds))
