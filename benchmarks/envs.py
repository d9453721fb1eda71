"""Steps a second of many games at once, beside OpenSpiel's vector environment and RLCard in the same run.

    python -m benchmarks.envs [GAME ...]         about two minutes, compiling included
    python -m benchmarks.envs --rounds 15        more measurements of each

A step is an action that the caller gives to one game: bots, forced moves and chance come on top, uncounted.  "step"
is the time in `step` alone, its actions chosen beforehand; "loop" is a policy in NumPy that takes any legal action
from the mask, and the step.  "vector" is OpenSpiel's own vector environment with a random choice from the legal
actions it lists, or RLCard's environment; "table" is Python's loop over one game, a `Table` here and a state there.
Last come microseconds of what a search does at one table: a copy, a move and taking it back, another deal that
looks the same to a seat; and OpenSpiel's clone of a state.  Everything runs on one core, in turns; seconds are
those that the thread was given, and figures are medians.
"""

from __future__ import annotations

import argparse
import itertools
import json
import random
import statistics
import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

import facedown
from benchmarks._turns import in_turns
from facedown.core.flat import FlatGame
from facedown.core.layout import Ints
from facedown.envs import Vector

ROUNDS = 5
GAMES = 1024
STEPS = 150  # of all games, in one measurement
PEER_GAMES = 16
PEER_STEPS = 60
TABLE_STEPS = 3_000
PEERS = ("hearts", "leduc_poker", "liars_dice")
RLCARD = ("leduc-holdem", "uno")


class Goal(NamedTuple):
    """How many seats, and the steps a second that are wanted: without encoding, and with."""

    seats: int
    view: float
    encoding: float


GOALS = {
    "bayou-boss": Goal(4, 4e6, 1e6),
    "gotcha": Goal(2, 2e6, 1e6),
    "botch": Goal(4, 1e6, 1e6),
    "bots-battleground": Goal(4, 1e6, 1e6),
}
Run = Callable[[int], float]  # the number of the round -> steps a second


def main() -> None:
    parser = argparse.ArgumentParser(description="Steps a second beside OpenSpiel and RLCard.")
    parser.add_argument("game", nargs="*", help=f"of {', '.join(GOALS)}; all where none is named")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    chosen = parser.parse_args()
    runs: dict[str, Run] = {}
    for name in chosen.game or GOALS:
        runs |= dict(_ours(name))
    peers = dict(_open_spiel()) | dict(_rlcard())
    rates = in_turns(runs | peers, chosen.rounds)
    print(f"\n{'steps a second, one core':46} {'median':>12} {'least':>12} {'most':>12}")
    for name, seen in rates.items():
        print(f"{name:46} {statistics.median(seen):12,.0f} {min(seen):12,.0f} {max(seen):12,.0f}")
    print()
    for name in runs:
        _line(name, statistics.median(rates[name]), rates, peers)
    print(f"\n{'microseconds':46} {'median':>12}")
    for what, act in [*(each for name in chosen.game or GOALS for each in _searching(name)), *_their_clones()]:
        print(f"{what:46} {_microseconds(act):12.1f}")


def _line(name: str, ours: float, rates: dict[str, list[float]], peers: dict[str, Run]) -> None:
    """The figure beside the fastest peer of its kind."""
    kind = "table" if name.endswith("table") else "vector"
    rivals = {peer: statistics.median(rates[peer]) for peer in peers if peer.endswith(kind)}
    line: dict[str, Any] = {"name": name, "ours": round(ours)}
    if rivals:
        best = max(rivals, key=lambda peer: rivals[peer])
        line |= {"peer": round(rivals[best]), "of": best, "ratio": round(ours / rivals[best], 1)}
    goal = GOALS[name.split()[0]]
    wanted = {"view, step": goal.view, "encoding, step": goal.encoding, "table": 1e5}.get(name.split(" ", 1)[1])
    print(json.dumps(line | ({"wanted": round(wanted)} if wanted else {})))


# -- ours ----------------------------------------------------------------------------------------------------------


def _ours(name: str) -> Iterator[tuple[str, Run]]:
    seats = GOALS[name].seats
    for observe in ("view", "encoding"):
        vector = Vector(name, seats, GAMES, "benchmark", observe=observe)
        begun = time.thread_time()
        vector.reset()
        print(f"{name}, {observe}: ready after {time.thread_time() - begun:.1f} s of one core")
        yield f"{name} {observe}, step", _steps(vector)
        yield f"{name} {observe}, loop", _loop(vector)
    game = facedown.game(name)
    assert isinstance(game, FlatGame)
    game.compile()
    yield f"{name} table", _table(game, seats)


def _any_legal(mask: Ints, luck: np.random.Generator) -> Ints:
    """One legal action in each game: the largest of random numbers, where they are legal."""
    actions: Ints = (luck.random(mask.shape, dtype=np.float32) * mask).argmax(axis=1)
    return actions


def _steps(vector: Vector) -> Run:
    def run(turn: int) -> float:
        luck, step, spent = np.random.default_rng(turn), vector.reset(turn), 0.0
        for _ in range(STEPS):
            actions = _any_legal(step.mask, luck)
            begun = time.thread_time()
            vector.step(actions)
            spent += time.thread_time() - begun
        return STEPS * vector.games / spent

    return run


def _loop(vector: Vector) -> Run:
    def run(turn: int) -> float:
        luck, step = np.random.default_rng(turn), vector.reset(turn)
        begun = time.thread_time()
        for _ in range(STEPS):
            vector.step(_any_legal(step.mask, luck))
        return STEPS * vector.games / (time.thread_time() - begun)

    return run


def _table(game: Any, seats: int) -> Run:
    """One table after the other: who is asked, what is legal, an action."""

    def run(turn: int) -> float:
        luck, table = random.Random(turn).random, game.new(seats, turn)
        begun = time.thread_time()
        for number in range(TABLE_STEPS):
            asked = table.asked
            if not asked:
                table = game.new(seats, f"{turn} {number}")
                asked = table.asked
            legal = table.mask(asked[0]).nonzero()[0]
            table.play(asked[0], legal[int(luck() * len(legal))])
        return TABLE_STEPS / (time.thread_time() - begun)

    return run


def _searching(name: str) -> Iterator[tuple[str, Callable[[], object]]]:
    """What a search does at a table in the middle of a game."""
    game: Any = facedown.game(name)
    luck, table = random.Random(1), game.new(GOALS[name].seats, 7)
    for _ in range(20):
        table.play(table.asked[0], luck.choice(table.mask(table.asked[0]).nonzero()[0]))
    seat, seeds = table.asked[0], itertools.count()
    action = table.mask(seat).nonzero()[0][0]

    def play_and_undo() -> None:
        table.play(seat, action)
        table.undo()

    yield f"{name} copy", table.copy
    yield f"{name} play and undo", play_and_undo
    yield f"{name} determinized", lambda: table.determinized(seat, next(seeds))


def _microseconds(act: Callable[[], object], times: int = 500) -> float:
    act()
    spent = []
    for _ in range(ROUNDS):
        begun = time.thread_time()
        for _ in range(times):
            act()
        spent.append((time.thread_time() - begun) / times * 1e6)
    return statistics.median(spent)


# -- theirs --------------------------------------------------------------------------------------------------------


def _open_spiel() -> Iterator[tuple[str, Run]]:
    try:
        import pyspiel
        from open_spiel.python import rl_agent, rl_environment, vector_env
    except ImportError:
        print("OpenSpiel is not here: there is nothing of it to compare with.")
        return
    for name in PEERS:
        envs = [rl_environment.Environment(name, include_full_state=False) for _ in range(PEER_GAMES)]
        yield f"OpenSpiel {name}, vector", _their_vector(vector_env.SyncVectorEnv(envs), rl_agent.StepOutput)
        yield f"OpenSpiel {name}, table", _their_table(pyspiel.load_game(name))


def _their_clones() -> Iterator[tuple[str, Callable[[], object]]]:
    try:
        import pyspiel
    except ImportError:
        return
    for name in PEERS:
        yield f"OpenSpiel {name} clone", pyspiel.load_game(name).new_initial_state().clone


def _their_vector(envs: Any, output: Any) -> Run:
    def run(turn: int) -> float:
        luck, steps = random.Random(turn).random, envs.reset()
        begun = time.thread_time()
        for _ in range(PEER_STEPS):
            actions = []
            for step in steps:
                legal = step.observations["legal_actions"][step.observations["current_player"]]
                actions.append(output(action=legal[int(luck() * len(legal))], probs=None))
            steps, *_ = envs.step(actions, reset_if_done=True)
        return PEER_STEPS * PEER_GAMES / (time.thread_time() - begun)

    return run


def _their_table(game: Any) -> Run:
    def run(turn: int) -> float:
        luck, state, steps = random.Random(turn).random, game.new_initial_state(), 0
        begun = time.thread_time()
        while steps < TABLE_STEPS:
            if state.is_terminal():
                state = game.new_initial_state()
            elif state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[int(luck() * len(outcomes))][0])
            else:
                legal = state.legal_actions()
                state.apply_action(legal[int(luck() * len(legal))])
                steps += 1
        return steps / (time.thread_time() - begun)

    return run


def _rlcard() -> Iterator[tuple[str, Run]]:
    try:
        import rlcard
    except ImportError:
        print("RLCard is not here (pip install rlcard): there is nothing of it to compare with.")
        return
    for name in RLCARD:
        yield f"RLCard {name}, vector", _their_episodes(rlcard.make(name))


def _their_episodes(env: Any) -> Run:
    def run(turn: int) -> float:
        luck, steps = random.Random(turn).random, 0
        begun = time.thread_time()
        while steps < TABLE_STEPS:
            state, _ = env.reset()
            while not env.is_over():
                legal = list(state["legal_actions"])
                state, _ = env.step(legal[int(luck() * len(legal))])
                steps += 1
        return steps / (time.thread_time() - begun)

    return run


if __name__ == "__main__":
    main()
