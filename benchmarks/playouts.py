"""Random playouts on one core, beside OpenSpiel in the same run; two cores; copies of positions; memory.

    python -m benchmarks.playouts [GAME ...]     about three minutes for all of them
    python -m benchmarks.playouts --long         also plays ten million games of each, and watches the memory
    python -m benchmarks.playouts --store        keeps the medians in playouts.json, with which the docs must agree

A decision is an answer that a seat gives, forced ones included; chance is not counted, on either side.  OpenSpiel
plays what it has nearest to each game, through its Python loop (legal_actions, apply_action) and its own C++ loop
(evaluate_bots with uniform random bots); the fastest of those games is the peer.  Runs take turns; figures are
medians.  One core's seconds are those that the measuring thread was given, whatever else the machine did meanwhile;
those of two cores are the clock's.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import resource
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

import facedown
from benchmarks._turns import in_turns
from facedown.core.batch import Batch, gpu_is_there
from facedown.core.compiling import compiled, compiles
from facedown.core.flat import FlatGame
from facedown.core.layout import Ints, copy_of

ROUNDS = 7
GAMES = 20_000  # of ours in one measurement
DECISIONS_OF_PEER = {"C++": 50_000, "Python": 3_000}  # about so many of OpenSpiel's
SAMPLE = 100  # games from which it is seen how many decisions one has
COPIES = 10_000_000
STORED = Path(__file__).with_name("playouts.json")


class Contest(NamedTuple):
    """A game of ours, the games of OpenSpiel's that are nearest to it, and how many times their speed is wanted."""

    seats: int
    peers: tuple[str, ...]
    wanted: dict[str, float]


TRICKS = ("hearts", "spades", "oh_hell")
DICE = ("liars_dice", "liars_dice(numdice=5)")
CONTESTS = {
    "bayou-boss": Contest(4, TRICKS, {"C++": 5.0, "Python": 40.0}),
    "gotcha": Contest(2, TRICKS, {"C++": 5.0, "Python": 40.0}),
    "botch": Contest(4, DICE, {"C++": 5.0}),
    "bots-battleground": Contest(4, DICE, {"C++": 5.0}),
}


def main() -> None:
    parser = argparse.ArgumentParser(description="Random playouts beside OpenSpiel.")
    parser.add_argument("game", nargs="*", help=f"of {', '.join(CONTESTS)}; all where none is named")
    parser.add_argument("--long", action="store_true", help="play ten million games of each and watch the memory")
    parser.add_argument("--store", action="store_true", help="keep the medians of all games in playouts.json")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="measurements of each, taken in turns")
    chosen = parser.parse_args()
    if unknown := set(chosen.game) - set(CONTESTS):
        parser.error(f"there is no contest for {', '.join(sorted(unknown))}; there is: {', '.join(CONTESTS)}")
    batches = {name: Batch(_flat(name).contract, CONTESTS[name].seats) for name in chosen.game or CONTESTS}
    for name, batch in batches.items():
        begun = time.thread_time()
        batch.play(0, 0, 100)
        print(f"{name}: ready after {time.thread_time() - begun:.1f} s of one core")
    rates = _rates(batches, chosen.rounds)
    if chosen.store:
        STORED.write_text(
            json.dumps({"rounds": chosen.rounds, "medians": rates}, indent=1) + "\n", encoding="utf-8"
        )
    lines = [*_beside_open_spiel(batches, rates), *_two_cores(batches, chosen.rounds)]
    for name, batch in batches.items():
        _copying(name, batch)
        _memory(name, batch, 10_000_000 if chosen.long else 200_000)
        _gpu(name, batch)
    print()
    for line in sorted(lines, key=lambda line: -line.pop("of_wanted")):
        print(json.dumps(line))


def _flat(name: str) -> FlatGame:
    game = facedown.game(name)
    if not isinstance(game, FlatGame):
        sys.exit(f"{name} cannot be played in batches")
    return game


# -- decisions a second on one core -----------------------------------------------------------------------------


def _rates(batches: dict[str, Batch], rounds: int) -> dict[str, int]:
    """The medians of ours and of OpenSpiel's."""
    runs: dict[str, Callable[[int], float]] = {name: _ours(batch) for name, batch in batches.items()}
    peers = _peers(sorted({peer for name in batches for peer in CONTESTS[name].peers}))
    rates = in_turns(runs | {f"OpenSpiel {peer} ({loop})": run for (peer, loop), run in peers.items()}, rounds)
    print(f"\n{'decisions a second, one core':42} {'median':>12} {'least':>12} {'most':>12}")
    for name, seen in rates.items():
        print(f"{name:42} {statistics.median(seen):12,.0f} {min(seen):12,.0f} {max(seen):12,.0f}")
    return {name: round(statistics.median(seen)) for name, seen in rates.items()}


def fastest_peer(rates: dict[str, int], name: str, loop: str) -> int:
    """The median of the fastest of OpenSpiel's games beside this game of ours, in one of its loops; 0: not here."""
    return max(rates.get(f"OpenSpiel {peer} ({loop})", 0) for peer in CONTESTS[name].peers)


def _beside_open_spiel(batches: dict[str, Batch], rates: dict[str, int]) -> Iterator[dict[str, Any]]:
    for name in batches:
        for loop in DECISIONS_OF_PEER:
            if peer := fastest_peer(rates, name, loop):
                what = f"{name}: random decisions a second, beside OpenSpiel's {loop} loop"
                yield _line(what, rates[name], peer, CONTESTS[name].wanted.get(loop))


def _ours(batch: Batch) -> Callable[[int], float]:
    def run(turn: int) -> float:
        begun = time.thread_time()
        outcome = batch.play("benchmark", turn * GAMES, GAMES)
        return int(outcome.decisions.sum()) / (time.thread_time() - begun)

    return run


def _peers(names: list[str]) -> dict[tuple[str, str], Callable[[int], float]]:
    """OpenSpiel's two loops over these games; none where it is not installed (Windows)."""
    try:
        import pyspiel
    except ImportError:
        print("OpenSpiel is not here: there is nothing to compare with.")
        return {}
    runs: dict[tuple[str, str], Callable[[int], float]] = {}
    for name in names:
        game = pyspiel.load_game(name)
        runs[name, "C++"] = _cpp_loop(pyspiel, game)
        runs[name, "Python"] = _python_loop(game)
    return runs


def _python_loop(game: Any) -> Callable[[int], float]:
    def run(turn: int) -> float:
        luck = random.Random(turn).random
        decisions, begun = 0, time.thread_time()
        while decisions < DECISIONS_OF_PEER["Python"]:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():  # a card of a shuffled deck, or a die: all outcomes are equally likely
                    outcomes = state.chance_outcomes()
                    state.apply_action(outcomes[int(luck() * len(outcomes))][0])
                else:
                    actions = state.legal_actions()
                    state.apply_action(actions[int(luck() * len(actions))])
                    decisions += 1
        return decisions / (time.thread_time() - begun)

    return run


def _cpp_loop(pyspiel: Any, game: Any) -> Callable[[int], float]:
    bots = [pyspiel.make_uniform_random_bot(player, player + 1) for player in range(game.num_players())]

    def play(seed: int) -> int:
        """One game; returns how many decisions were made in it."""
        state = game.new_initial_state()
        pyspiel.evaluate_bots(state, bots, seed)
        return sum(int(step.player >= 0) for step in state.full_history())

    games = DECISIONS_OF_PEER["C++"] * SAMPLE // sum(map(play, range(SAMPLE)))

    def run(turn: int) -> float:
        states = [game.new_initial_state() for _ in range(games)]
        begun = time.thread_time()
        for number, state in enumerate(states):
            pyspiel.evaluate_bots(state, bots, turn * games + number)
        seconds = time.thread_time() - begun
        decisions = sum(int(step.player >= 0) for state in states for step in state.full_history())
        return decisions / seconds

    return run


# -- two cores, copies, memory, a GPU ---------------------------------------------------------------------------


def _two_cores(batches: dict[str, Batch], rounds: int) -> Iterator[dict[str, Any]]:
    print()
    for name, batch in batches.items():
        rates = in_turns({str(cores): _on_cores(batch, cores) for cores in (1, 2)}, rounds)
        one, two = (statistics.median(rates[cores]) for cores in ("1", "2"))
        print(f"{name}: {one:,.0f} decisions a second on one core, {two:,.0f} on two: {two / one:.2f} times")
        yield _line(f"{name}: random decisions a second, two cores beside one", two, one, 1.8)


def _on_cores(batch: Batch, cores: int) -> Callable[[int], float]:
    def run(turn: int) -> float:
        begun = time.perf_counter()
        decisions = sum(int(piece.decisions.sum()) for piece in batch.pieces(turn, 4 * GAMES, cores))
        return decisions / (time.perf_counter() - begun)

    return run


@compiles
def copy_round(positions: Ints, times: int) -> None:
    """Copy each position to the next place, round and round."""
    size = len(positions)
    for i in range(times):
        positions[(i + 1) % size] = positions[i % size]


def _copying(name: str, batch: Batch) -> None:
    positions = batch.play(0, 0, 16).positions
    run = compiled(copy_round)
    run(positions, 1)
    begun = time.perf_counter()
    run(positions, COPIES)
    rules = (time.perf_counter() - begun) / COPIES * 1e9
    one, times = positions[0], COPIES // 100
    begun = time.perf_counter()
    for _ in range(times):
        copy_of(one)
    python = (time.perf_counter() - begun) / times * 1e9
    size = batch.game.position_layout.itemsize
    print(
        f"\n{name}: a position has {size} bytes; a copy takes {rules:.0f} ns compiled, {python:.0f} ns from Python"
    )


def _memory(name: str, batch: Batch, games: int) -> None:
    """How much the process grows between the first tenth of the games and the last."""
    grown = [_resident() for _ in batch.pieces("memory", games, cores=2)]
    print(
        f"{name}: {games:,} games; {grown[len(grown) // 10]:,} KiB resident early on, {grown[-1]:,} KiB at the end"
    )


def _resident() -> int:
    """KiB now; where the system does not say, the most so far."""
    status = Path("/proc/self/statm")
    if status.exists():
        return int(status.read_text().split()[1]) * resource.getpagesize() // 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def _gpu(name: str, batch: Batch) -> None:
    if not gpu_is_there():
        print(f"{name}: no GPU here")
        return
    size = 1 << 17
    batch.play_on_gpu(0, 0, size)
    begun = time.perf_counter()
    outcome = batch.play_on_gpu(1, 0, size)
    seconds = time.perf_counter() - begun
    same = bool(np.array_equal(outcome.positions[:100], batch.play(1, 0, 100).positions))
    print(f"{name}: {outcome.decisions.sum() / seconds:,.0f} decisions a second on the GPU; as on the CPU: {same}")


def _line(name: str, ours: float, peer: float, wanted: float | None) -> dict[str, Any]:
    """The line of JSON, and how much of what is wanted was reached; the worst is printed last."""
    return {"name": name, "ours": round(ours), "peer": round(peer), "ratio": round(ours / peer, 2),
            "of_wanted": ours / peer / wanted if wanted else math.inf}  # fmt: skip


if __name__ == "__main__":
    main()
