"""Measuring several things in turns."""

from __future__ import annotations

from collections.abc import Callable, Mapping


def in_turns(runs: Mapping[str, Callable[[int], float]], rounds: int) -> dict[str, list[float]]:
    """Every run once a round, so that what else the machine does affects all of them."""
    seen: dict[str, list[float]] = {name: [] for name in runs}
    for turn in range(rounds):
        for name, run in runs.items():
            seen[name].append(run(turn))
    return seen
