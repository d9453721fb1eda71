"""What a move costs where one server or two share a PostgreSQL database: processor time of all of them together.

    python -m benchmarks.workers [--tables 40] [--seconds 6] [--thinking 0.5] [--compiled]

Each table has two people.  With two servers they are measured twice: all people of a table at the same server, as a
proxy brings them that goes by the table's code, and one at each, which is the most that servers have to tell each
other.  PostgreSQL comes from the package that the tests use, with its own settings: a move is on the disk before it
is answered.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import subprocess
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from benchmarks.server import FACEDOWN, LIMITS, Tally, end, sit_down, spent, start
from tests.postgres import Postgres


def used(servers: Sequence[subprocess.Popen[str]], database: int) -> tuple[float, float]:
    """The seconds of processor time that the servers and the database's processes have used until now."""
    ticks = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):  # it has just ended
            _, parent, *fields = stat.read_text().rpartition(")")[2].split()
            if int(stat.parent.name) == database:
                ticks += sum(map(int, fields[9:13]))  # with those of its processes that have ended
            elif int(parent) == database:
                ticks += sum(map(int, fields[9:11]))
    return sum(map(spent, servers)), ticks / os.sysconf("SC_CLK_TCK")


async def measure(
    postgres: Postgres, servers: int, tables: int, seconds: float, thinking: float, *, apart: bool, compiled: bool
) -> tuple[Tally, float]:
    """Moves at so many servers, and the milliseconds of the database for each of them."""
    limits = {f"FACEDOWN_{name}": "1e9" for name in LIMITS}
    limits |= {"FACEDOWN_KILOBYTES_AT_ONCE": "1e9", "DATABASE_URL": postgres.database(), "FACEDOWN_COMPILE": "0"}
    with tempfile.TemporaryDirectory() as data:
        started = [start(FACEDOWN, data, "compiled" if compiled else "", **limits) for _ in range(servers)]
        processes = [process for process, _ in started]
        try:
            seats = await sit_down(tables, *(port for _, port in started), apart=apart)
            tally, database = Tally(), postgres.pid
            before = used(processes, database)
            until = time.perf_counter() + seconds
            await asyncio.gather(*(seat.play(until, thinking, tally) for seat in seats))
            after = used(processes, database)
            await asyncio.gather(*(seat.close() for seat in seats))
        finally:
            for process in processes:
                end(process)
    tally.seconds, tally.used = seconds, after[0] - before[0]
    return tally, (after[1] - before[1]) / max(1, len(tally.times)) * 1000


async def main(tables: int, seconds: float, thinking: float, *, compiled: bool) -> None:
    postgres = Postgres(Path(tempfile.mkdtemp(prefix="facedown-postgres-")), quick=False)
    runs = {"one server": (1, False), "two, a table at one": (2, False), "two, people apart": (2, True)}
    costs: dict[str, float] = {}
    try:
        for name, (servers, apart) in runs.items():
            tally, database = await measure(
                postgres, servers, tables, seconds, thinking, apart=apart, compiled=compiled
            )
            costs[name] = tally.cost + database
            print(
                f"  {name:<20}{tally.a_second:7.0f} moves a second; 99 % within {tally.part(0.99):6.1f} ms; "
                f"refused {tally.refused}; {tally.cost:.2f} ms a move of the servers, {database:.2f} of PostgreSQL"
            )
    finally:
        postgres.end()
    one, *others = costs.values()
    print(f"  in all, times that of one server: {', '.join(f'{cost / one:.2f}' for cost in others)}")
    print(json.dumps({"name": f"a move with two servers, {tables} tables", "ms": costs}))


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("--tables", type=int, default=40)
    options.add_argument("--seconds", type=float, default=6.0)
    options.add_argument("--thinking", type=float, default=0.5)
    options.add_argument("--compiled", action="store_true", help="compile the rules first; may take a minute")
    chosen = options.parse_args()
    asyncio.run(main(chosen.tables, chosen.seconds, chosen.thinking, compiled=chosen.compiled))
