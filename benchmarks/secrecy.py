"""Does the time at which messages come tell what is hidden?  Twin towns with bots and a policy, night after night.

Two towns differ in one secret.  For one observer who may not know it, every gap between two messages is compared
over all evenings by the Kolmogorov-Smirnov test.  The smallest p-value is printed, times the number of gaps: where
it is small, the clock tells the secret.  Beside it stands the same with a planted leak: bots that pause only where
there is something to decide, and anew whenever anything happens.

The time is a virtual one, of the server's own clock, pauses and dice (`tests/secrecy/virtual_time.py`): an hour
takes a second, and how long the machine takes to think is no part of it.
"""

from __future__ import annotations

from random import Random
from typing import Annotated

import typer
from scipy.stats import ks_2samp

from tests.secrecy.evenings import PAIRS, Pair, gaps
from tests.secrecy.planted import planted

EVENINGS_WITH_A_LEAK = 40


def p_value(pair: Pair, evenings: int, leak: str | None = None) -> tuple[float, int]:
    """The corrected p-value, and how many gaps were compared: those that every evening has, and how many it has."""
    with planted(leak):
        one, other = (
            [gaps(pair, which, Random(f"{pair.title} {which} {evening}")) for evening in range(evenings)]
            for which in (0, 1)
        )
    fewest = min(map(len, (*one, *other)))
    first, second = ([[*found[:fewest], len(found)] for found in side] for side in (one, other))
    columns = zip(zip(*first, strict=True), zip(*second, strict=True), strict=True)
    found = [ks_2samp(*column, method="asymp").pvalue for column in columns]
    return min(1.0, min(found) * len(found)), fewest


def main(evenings: Annotated[int, typer.Option(help="How many of each town.")] = 200) -> None:
    """Print for each secret whether the clock tells it."""
    print(f"{evenings} evenings of each town in virtual time: p-values of the two-sample Kolmogorov-Smirnov test")
    print(f"{'the secret':38} {'gaps':>5} {'p':>9} {'p with a leak':>14}")
    for pair in PAIRS:
        honest, compared = p_value(pair, evenings)
        leaking, _ = p_value(pair, min(evenings, EVENINGS_WITH_A_LEAK), "whispers" if pair.whisper else "pauses")
        print(f"{pair.title:38} {compared:5} {honest:9.3f} {leaking:14.2g}", flush=True)


if __name__ == "__main__":
    typer.run(main)
