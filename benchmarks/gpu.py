"""Random playouts on a CUDA device: decisions a second, how much of the device is busy, and what limits that.

    python -m benchmarks.gpu [GAME ...]          Bayou Boss and GotchaCards where none is named
    python -m benchmarks.gpu --games 1048576     so many games at once

Seconds are the clock's, from the first byte that is sent to the last that comes back; the first round compiles and
does not count.  Some games are played on the CPU as well, and must end in the same bytes.  Occupancy is how many
threads a multiprocessor holds of those that it could: registers, blocks and the size of a block limit it.
Where there is no device, it says so in one line and exits with 1.  In Numba's simulator (NUMBA_ENABLE_CUDASIM=1) it
compares only: its speed tells nothing, and it has no registers.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from typing import Any, NamedTuple

import numpy as np

import facedown
from facedown.core.batch import Batch, gpu_is_there
from facedown.core.compiling import Numba, cuda_of_numba
from facedown.core.flat import FlatGame

GAMES = ("bayou-boss", "gotcha")
GOAL = {"bayou-boss": 1e9}
AT_ONCE = 1 << 17
COMPARED = 100
THREADS_A_BLOCK = 64
REGISTERS_A_TIME = 256  # are given to a warp at once
WARP = 32


def main() -> None:
    parser = argparse.ArgumentParser(description="Random playouts on a CUDA device.")
    parser.add_argument("game", nargs="*", help=f"{', '.join(GAMES)} where none is named")
    parser.add_argument("--games", type=int, default=AT_ONCE, help="at once")
    parser.add_argument("--rounds", type=int, default=5)
    chosen = parser.parse_args()
    if chosen.games < 1 or chosen.rounds < 1:
        parser.error("games and rounds are whole numbers from 1 on")
    try:
        there = gpu_is_there()
    except ImportError:
        there = False
    if not there:
        sys.exit("there is no CUDA device here, so nothing can be measured on one")
    for name in chosen.game or GAMES:
        _measure(name, chosen.games, chosen.rounds)


def _measure(name: str, games: int, rounds: int) -> None:
    """All lines about one game."""
    game = facedown.game(name)
    if not isinstance(game, FlatGame):
        sys.exit(f"{name} cannot be played in batches")
    simulated = bool(_config().ENABLE_CUDASIM)
    batch = Batch(game.contract, game.seats[-1], compiles=not simulated)
    first = batch.play_on_gpu(0, 0, games)
    alike = min(games, COMPARED)
    if first.positions[:alike].tobytes() != batch.play(0, 0, alike).positions.tobytes():
        sys.exit(f"{name}: games end otherwise on the device than on the CPU")
    print(f"{name}: {alike} games end in the same bytes as on the CPU")
    if simulated:
        return
    rates = []
    for turn in range(rounds):
        begun = time.perf_counter()
        outcome = batch.play_on_gpu(turn + 1, 0, games)
        rates.append(int(outcome.decisions.sum()) / (time.perf_counter() - begun))
    goal = f"; wanted: {GOAL[name]:,.0f}" if name in GOAL else ""
    rate, least, most = statistics.median(rates), min(rates), max(rates)
    print(f"{name}: {rate:,.0f} decisions a second on the device ({least:,.0f} to {most:,.0f}){goal}")
    kernel = batch.gpu_kernel
    (registers,), (local,) = (
        set(per_thread().values()) for per_thread in (kernel.get_regs_per_thread, kernel.get_local_mem_per_thread)
    )
    held = occupancy(registers, THREADS_A_BLOCK, Multiprocessor.of(cuda_of_numba().get_current_device()))
    print(f"{name}: {registers} registers and {local:,} bytes of local memory a thread, ", end="")
    size = np.dtype(game.contract.position_layout).itemsize
    print(f"{size} bytes a position; occupancy {held.share:.0%}, {held.limit}")


class Multiprocessor(NamedTuple):
    """What one of a device can hold."""

    registers: int
    threads: int
    blocks: int

    @classmethod
    def of(cls, device: Numba) -> Multiprocessor:
        return cls(
            device.MAX_REGISTERS_PER_MULTIPROCESSOR,
            device.MAX_THREADS_PER_MULTIPROCESSOR,
            device.MAX_BLOCKS_PER_MULTIPROCESSOR,
        )


class Occupancy(NamedTuple):
    """How many threads a multiprocessor holds, of those that it could; and why not more."""

    share: float
    limit: str


def occupancy(registers: int, threads_a_block: int, room: Multiprocessor) -> Occupancy:
    """What a kernel with so many registers a thread leaves of a multiprocessor.  Shared memory is not used."""
    warps = -(-threads_a_block // WARP)
    a_warp = -(-registers * WARP // REGISTERS_A_TIME) * REGISTERS_A_TIME
    blocks = {
        "limited by registers": room.registers // (a_warp * warps) if registers else room.blocks,
        "limited by how many threads it can hold": room.threads // (warps * WARP),
        "limited by how many blocks it can hold": room.blocks,
    }
    limit = min(blocks, key=lambda what: blocks[what])
    return Occupancy(blocks[limit] * warps * WARP / room.threads, limit)


def _config() -> Any:
    import numba

    return numba.config


if __name__ == "__main__":
    main()
