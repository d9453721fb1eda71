"""What a table costs at which people sit and nothing happens: memory, and processor time.

    python -m benchmarks.idle [--tables 300] [--seconds 45]

Two people are connected to each table, and a game has begun.  Memory (the process' proportional set size) and
time are those above a server with five tables.  In 45 seconds every connection is asked once whether it is there.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import subprocess
import tempfile
import time
from pathlib import Path

from benchmarks import server

MANY = 3000  # tables for which time is printed
SETTLING = 2.0  # seconds in which what sitting down has begun comes to its end


async def main(tables: int, seconds: float) -> None:
    with tempfile.TemporaryDirectory() as data:
        limits = {f"FACEDOWN_{name}": "1e9" for name in server.LIMITS}
        process, port = server.start(server.FACEDOWN, data, "", FACEDOWN_COMPILE="0", **limits)
        try:
            few = await server.sit_down(5, port)
            before, alone = kilobytes(process), await share_of_a_core(process, seconds)
            seats = await server.sit_down(tables, port)
            each = (kilobytes(process) - before) / tables
            share = (await share_of_a_core(process, seconds) - alone) * MANY / tables
            await asyncio.gather(*(seat.close() for seat in (*few, *seats)))
        finally:
            server.end(process)
    print(f"{tables} tables: {each:.0f} kB each; {MANY} of them would take {share * 100:.1f} % of a core")
    print(json.dumps({"name": "idle tables, kB each", "ours": round(each, 1), "of_a_core": round(share, 4)}))


async def share_of_a_core(process: subprocess.Popen[str], seconds: float) -> float:
    """How much of a core a running process takes in the next seconds."""
    await asyncio.sleep(SETTLING)
    used, began = server.spent(process), time.perf_counter()
    await asyncio.sleep(seconds)
    return (server.spent(process) - used) / (time.perf_counter() - began)


def kilobytes(process: subprocess.Popen[str]) -> int:
    """The memory of a running process, what it shares with others divided among them."""
    lines = Path(f"/proc/{process.pid}/smaps_rollup").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Pss:"))


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("--tables", type=int, default=300)
    options.add_argument("--seconds", type=float, default=45.0)
    chosen = options.parse_args()
    asyncio.run(main(chosen.tables, chosen.seconds))
