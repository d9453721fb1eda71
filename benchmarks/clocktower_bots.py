"""How games of Clocktower among its bots end, and what in them no sensible player would do.

    python -m benchmarks.clocktower_bots --games 2000 [--players 7 10 12] [--scripts "Trouble Brewing"] [--follies]

Printed for each script and number of players: wins of good with a 95 % interval, days, games a second of one core;
with `--follies` also what is counted of foolish play and how much doubt there is after each day, with `--random`
the same with random players on either side or both, with `--policy random` with a storyteller who plays at random.
The games are those of `facedown.games.clocktower.scenarios`, on which a bot of your own can play, too.
"""

from __future__ import annotations

import argparse
import statistics
import time

from benchmarks._follies import Follies
from facedown.games.clocktower.scenarios import Player, Scenario
from facedown.lab.intervals import proportion

SCRIPTS = ("Trouble Brewing", "Bad Moon Rising", "Sects and Violets")
SIDES = (("sensible", "sensible"), ("sensible", "random"), ("random", "sensible"), ("random", "random"))
LONG = 15  # days


def main() -> None:
    asked = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    asked.add_argument("--games", type=int, default=60, help="of each kind")
    asked.add_argument("--first", type=int, default=0, help="the number of the first game")
    asked.add_argument("--players", type=int, nargs="+", default=[7, 10])
    asked.add_argument("--scripts", nargs="+", default=SCRIPTS)
    asked.add_argument("--random", action="store_true", help="random players, too")
    asked.add_argument("--policy", default="balanced", choices=("balanced", "random"), help="of the storyteller")
    asked.add_argument("--follies", action="store_true", help="count foolish play")
    given = asked.parse_args()
    numbers = range(given.first, given.first + given.games)
    for script in given.scripts:
        for players in given.players:
            for sides in SIDES[: len(SIDES) if given.random else 1]:
                follies = Follies() if given.follies else None
                found = figures(script, players, sides, numbers, follies, given.policy)
                print(f"{script}, {players} players, good {sides[0]}, evil {sides[1]}: {found}", flush=True)
                if follies is not None:
                    print(*follies.lines(), sep="\n", flush=True)


def figures(
    script: str,
    players: int,
    sides: tuple[str, str],
    numbers: range,
    follies: Follies | None,
    policy: str = "balanced",
) -> str:
    """What comes of games with these seeds."""
    days, good, begun = [], 0, time.process_time()
    known: dict[str, Player] = {"sensible": follies.choose if follies else "sensible", "random": "random"}
    played = Scenario(script, script, players).games(
        len(numbers), known[sides[0]], known[sides[1]], numbers.start, policy=policy,
        watch=follies.watch if follies else id,
    )  # fmt: skip
    for out in played:
        if follies:
            follies.ended(out.end)
        good += out.sides["good"]
        days.append(out.measures["days"])
    seconds, games = time.process_time() - begun, len(numbers)
    long = sum(day > LONG for day in days)
    return (
        f"good wins {proportion(good, games).written('.1f', 100, ' %')}; "
        f"{statistics.mean(days):.1f} days, at most {max(days)}, {long} of {games} games over {LONG}; "
        f"{games / seconds:.0f} games a second"
    )


if __name__ == "__main__":
    main()
