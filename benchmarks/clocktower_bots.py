"""How games of Clocktower among its bots end, and what in them no sensible player would do.

    python -m benchmarks.clocktower_bots --games 2000 [--players 7 10 12] [--scripts "Trouble Brewing"] [--follies]

Printed for each script and number of players: wins of good with a 95 % interval, days, games a second of one core;
with `--follies` also what is counted of foolish play, with `--random` the same for random players.
"""

from __future__ import annotations

import argparse
import math
import statistics
import time
from random import Random

from benchmarks._follies import Follies
from facedown.games.clocktower import bots, playout
from facedown.games.clocktower.game import Clocktower

SCRIPTS = ("Trouble Brewing", "Bad Moon Rising", "Sects and Violets")
LONG = 15  # days


def main() -> None:
    asked = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    asked.add_argument("--games", type=int, default=60, help="of each kind")
    asked.add_argument("--first", type=int, default=0, help="the number of the first game")
    asked.add_argument("--players", type=int, nargs="+", default=[7, 10])
    asked.add_argument("--scripts", nargs="+", default=SCRIPTS)
    asked.add_argument("--random", action="store_true", help="random players, too")
    asked.add_argument("--follies", action="store_true", help="count foolish play")
    given = asked.parse_args()
    numbers = range(given.first, given.first + given.games)
    for script in given.scripts:
        for players in given.players:
            for name in ("sensible", playout.RANDOM)[: 1 + given.random]:
                follies = Follies()
                found = figures(script, players, name, numbers, follies)
                print(f"{script}, {players} players, {name}: {found}", flush=True)
                if given.follies:
                    print(*follies.lines(), sep="\n", flush=True)


def figures(script: str, players: int, name: str, numbers: range, follies: Follies) -> str:
    """What comes of games with these seeds."""
    game, days, good = Clocktower(), [], 0
    options = {**game.checked_options({"script": script}), **game.in_records}
    known = {**bots.BOTS, "sensible": follies.choose}
    begun = time.process_time()
    for number in numbers:
        position = game.start(players + 1, f"0/{number}", options)
        follies.watch(position)
        out = playout.play_out(game, position, (name,) * (players + 1), Random(f"luck 0/{number}"), known)
        follies.ended(out.end)
        good += out.end.startswith("good")
        days.append(out.measures["days"])
    seconds, games = time.process_time() - begun, len(numbers)
    long = sum(day > LONG for day in days)
    share = good / games
    off = 1.96 * math.sqrt(share * (1 - share) / games)  # in 95 of 100 such runs it is no further off than this
    return (
        f"good win {100 * share:.1f} % +- {100 * off:.1f}; {statistics.mean(days):.1f} days, at most {max(days)}, "
        f"{long} of {games} games over {LONG}; {games / seconds:.0f} games a second"
    )


if __name__ == "__main__":
    main()
