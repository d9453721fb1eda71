"""Whole simulations with everything counted, beside the loops of OpenSpiel and RLCard, and what counting costs.

    python -m benchmarks.lab [--games 1000000] [--report]

Each game is simulated by `lab.simulate` with `sensible` bots on all cores, as `facedown simulate` does, and its
report is made; `--report` makes the page as well.  OpenSpiel plays random games of Spades, which have 52 decisions,
through its C++ loop (evaluate_bots); RLCard, where it is installed, its `leduc-holdem` by its own `env.run`.  What
counting costs is measured in turns with the same driver without it, on one core.
"""

from __future__ import annotations

import argparse
import importlib
import json
import time
from typing import Any

import facedown
from facedown.core.batch import Batch, play_games
from facedown.core.compiling import compiled
from facedown.core.counting import UNCOUNTED
from facedown.core.flat import FlatGame
from facedown.lab import simulate
from facedown.lab.page import page

SEATS = {"gotcha": 2, "bayou-boss": 4}
WANTED = {"gotcha": 20.0, "bayou-boss": 40.0}  # seconds for a million games
ROUNDS = 9
PIECES = {"gotcha": 4000, "bayou-boss": 700}


def main() -> None:
    parser = argparse.ArgumentParser(description="Simulations with counts, beside other libraries' loops.")
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--report", action="store_true", help="make the page, too")
    asked = parser.parse_args()
    for name, seats in SEATS.items():
        simulate(facedown.game(name), 10, ["sensible"], seats)  # compiles, before the clock runs
        begun = time.perf_counter()
        report = simulate(facedown.game(name), asked.games, ["sensible"], seats)
        if asked.report:
            page([report], "benchmarks/lab.py")
        seconds = time.perf_counter() - begun
        a_million = seconds * 1e6 / asked.games
        kept = speed_kept(name, seats)
        line = {"game": name, "games": report.games, "seconds": round(seconds, 2), "a_million": round(a_million, 1)}
        rates = {
            "decisions_per_second": round(report.decisions / seconds),
            "wanted": WANTED[name],
            "speed_kept": kept,
        }
        print(json.dumps(line | rates))
    for peer in (open_spiel, rlcard):
        print(json.dumps(peer()))


def speed_kept(name: str, seats: int) -> float:
    """The speed of the driver that counts, over that of the one that does not."""
    game = facedown.game(name)
    assert isinstance(game, FlatGame)
    batches = [Batch(game.contract, seats, ("sensible",)) for _ in range(2)]
    batches[1]._play_games = compiled(play_games, **batches[1]._bound, **UNCOUNTED)
    best = [float("inf")] * 2
    for batch in batches:
        batch.play(0, 0, 1)
    for _ in range(ROUNDS):
        for at, batch in enumerate(batches):
            begun = time.thread_time()
            batch.play(0, 0, PIECES[name])
            best[at] = min(best[at], time.thread_time() - begun)
    return round(best[1] / best[0], 3)


def open_spiel(games: int = 2000) -> dict[str, object]:
    """OpenSpiel's own loop over random bots."""
    try:
        spiel: Any = importlib.import_module("pyspiel")
    except ModuleNotFoundError:
        return {"library": "OpenSpiel", "not installed": "pip install open-spiel"}
    game = spiel.load_game("spades")
    players = [spiel.make_uniform_random_bot(seat, seat) for seat in range(4)]
    begun = time.perf_counter()
    for seed in range(games):
        spiel.evaluate_bots(game.new_initial_state(), players, seed)
    seconds = time.perf_counter() - begun
    return {"library": "OpenSpiel", "game": "spades, random, C++", "a_million": round(seconds * 1e6 / games, 1)}


def rlcard(games: int = 2000) -> dict[str, object]:
    """RLCard's own loop over random agents."""
    try:
        library: Any = importlib.import_module("rlcard")
    except ModuleNotFoundError:
        return {"library": "RLCard", "not installed": "pip install rlcard"}
    agents: Any = importlib.import_module("rlcard.agents")
    env = library.make("leduc-holdem")
    env.set_agents([agents.RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])
    begun = time.perf_counter()
    for _ in range(games):
        env.run(is_training=False)
    seconds = time.perf_counter() - begun
    return {"library": "RLCard", "game": "leduc-holdem, random", "a_million": round(seconds * 1e6 / games, 1)}


if __name__ == "__main__":
    main()
