"""How long it takes to find every world of a town of Clocktower.

    python -m benchmarks.worlds [FILE] [--rounds 3]

FILE holds puzzles in the format of docs/clocktower-worlds.md; without one, those of the tests are taken.  A figure
is the least processor time of a few rounds, on one core, reading the puzzle excluded.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from pathlib import Path

from facedown.games.clocktower.worlds.puzzle import NotModelled, Puzzle, read
from facedown.games.clocktower.worlds.solve import solve

PUZZLES = Path(__file__).parents[1] / "tests/games/clocktower/worlds/puzzles.json"
MILLI = 1000.0


def main(file: Path, rounds: int) -> None:
    times: dict[str, float] = {}
    unknown = 0
    for puzzle in read(file.read_text(encoding="utf-8")):
        try:
            times[puzzle.id] = least(puzzle, rounds)
        except NotModelled:
            unknown += 1
    slowest = max(times, key=lambda id: times[id])
    median = statistics.median(times.values())
    print(f"{len(times)} puzzles, {unknown} with characters that are not known")
    print(f"median {median:.1f} ms, worst {times[slowest]:.0f} ms ({slowest}), {sum(times.values()):.0f} ms in all")
    print(json.dumps({"name": "worlds, ms", "median": round(median, 2), "worst": round(times[slowest], 1)}))


def least(puzzle: Puzzle, rounds: int) -> float:
    """The least processor time of solving a puzzle, in milliseconds."""
    found = []
    for _ in range(rounds):
        began = time.process_time()
        solve(puzzle)
        found.append((time.process_time() - began) * MILLI)
    return min(found)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("file", nargs="?", type=Path, default=PUZZLES)
    parser.add_argument("--rounds", type=int, default=3)
    chosen = parser.parse_args()
    main(chosen.file, chosen.rounds)
