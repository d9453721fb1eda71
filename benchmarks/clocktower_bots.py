"""How games of Clocktower among its bots end, beside games at random: wins, days, games a second on one core.

python -m benchmarks.clocktower_bots --games 2000
"""

from __future__ import annotations

import argparse
import math
import statistics
import time

from facedown.games.clocktower import playout
from facedown.games.clocktower.game import Clocktower

SCRIPTS = ("Trouble Brewing", "Bad Moon Rising", "Sects and Violets")
LONG = 15  # days


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--games", type=int, default=60, help="of each kind")
    asked.add_argument("--players", type=int, nargs="+", default=[7, 10])
    asked.add_argument("--scripts", nargs="+", default=SCRIPTS)
    given = asked.parse_args()
    for script in given.scripts:
        for players in given.players:
            for name in ("sensible", playout.RANDOM):
                print(
                    f"{script}, {players} players, {name}: {figures(script, players, name, given.games)}",
                    flush=True,
                )


def figures(script: str, players: int, name: str, games: int) -> str:
    game, days, good = Clocktower(), [], 0
    options, begun = game.checked_options({"script": script}), time.process_time()
    for number in range(games):
        out = game.play_out(players + 1, f"0/{number}", options, (name,) * (players + 1))
        good += out.end.startswith("good")
        days.append(out.measures["days"])
    seconds = time.process_time() - begun
    long = sum(day > LONG for day in days)
    share = good / games
    off = 1.96 * math.sqrt(share * (1 - share) / games)  # in 95 of 100 such runs it is no further off than this
    return (
        f"good win {100 * share:.1f} % +- {100 * off:.1f}; {statistics.mean(days):.1f} days, at most {max(days)}, "
        f"{long} of {games} games over {LONG}; {games / seconds:.0f} games a second"
    )


if __name__ == "__main__":
    main()
