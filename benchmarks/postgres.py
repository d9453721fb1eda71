"""What a move costs with PostgreSQL: the processor time of the server and of the database.

    python -m benchmarks.postgres [--tables 40] [--seconds 6] [--thinking 0.5] [--compiled]

Each table has two people.  PostgreSQL comes from the package that the tests use, with its own settings: a move is
on the disk before it is answered.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import tempfile
from pathlib import Path

from benchmarks.server import FACEDOWN, LIMITS, end, play, sit_down, start
from tests.postgres import Postgres


def used(database: int) -> float:
    """The seconds of processor time that the database's processes have used until now."""
    ticks = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):  # it has just ended
            _, parent, *fields = stat.read_text().rpartition(")")[2].split()
            if int(stat.parent.name) == database:
                ticks += sum(map(int, fields[9:13]))  # with those of its processes that have ended
            elif int(parent) == database:
                ticks += sum(map(int, fields[9:11]))
    return ticks / os.sysconf("SC_CLK_TCK")


async def main(tables: int, seconds: float, thinking: float, *, compiled: bool) -> None:
    postgres = Postgres(Path(tempfile.mkdtemp(prefix="facedown-postgres-")), quick=False)
    limits = {f"FACEDOWN_{name}": "1e9" for name in LIMITS}
    limits |= {"DATABASE_URL": postgres.database(), "FACEDOWN_COMPILE": "0"}
    try:
        with tempfile.TemporaryDirectory() as data:
            process, port = start(FACEDOWN, data, "compiled" if compiled else "", **limits)
            try:
                seats = await sit_down(tables, port)
                before = used(postgres.pid)
                tally = await play(seats, seconds, thinking, process)
                database = (used(postgres.pid) - before) / max(1, len(tally.times)) * 1000
                await asyncio.gather(*(seat.close() for seat in seats))
            finally:
                end(process)
    finally:
        postgres.end()
    print(
        f"{tables} tables: {tally.a_second:.0f} moves a second; 99 % within {tally.part(0.99):.1f} ms; refused "
        f"{tally.refused}; {tally.cost:.2f} ms a move of the server, {database:.2f} of PostgreSQL"
    )
    figures = {"name": f"a move with PostgreSQL, {tables} tables", "ms": tally.cost, "ms_postgresql": database}
    print(json.dumps(figures))


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("--tables", type=int, default=40)
    options.add_argument("--seconds", type=float, default=6.0)
    options.add_argument("--thinking", type=float, default=0.5)
    options.add_argument("--compiled", action="store_true", help="compile the rules first; may take a minute")
    chosen = options.parse_args()
    asyncio.run(main(chosen.tables, chosen.seconds, chosen.thinking, compiled=chosen.compiled))
