"""One set of rules, several ways to run: equal seeds and equal choices give equal bytes everywhere."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest

import facedown
from facedown.agents import RandomAgent
from facedown.core.batch import Batch
from facedown.core.bits import lowest
from facedown.core.flat import FlatGame
from facedown.core.flat.players import RANDOM
from facedown.core.questions import is_over, who_is_asked
from tests.how_much import count, some
from tests.laws.positions import GAMES, TABLES, fast, luck_in_batch, name, options_of
from tests.laws.sweep import go_on

COMPILED = count(300, 1500)  # random games
INTERPRETED = count(3, 12)  # of these, so many are played again by interpreted rules


@pytest.mark.parametrize("game", GAMES, ids=name)
@pytest.mark.parametrize("bots", some([1], [0, 1]))
def test_compiled_and_interpreted_games_end_in_the_same_bytes(game: FlatGame, bots: int) -> None:
    """The compiled games are cut up and shared out differently, and the interpreted are spread over all of them."""
    players = [*[*game.contract.bots()][:bots], *[RANDOM] * game.seats[0]][: game.seats[0]]
    batch, plain = (Batch(game.contract, game.seats[0], players, compiles=compiles) for compiles in (True, False))
    whole = batch.play("lockstep", 0, COMPILED)
    batch.games_per_piece = COMPILED // 7
    for piece in batch.pieces("lockstep", COMPILED, cores=2):
        here = slice(piece.first, piece.first + len(piece.winners))
        assert piece.positions.tobytes() == whole.positions[here].tobytes()
        assert (piece.scores == whole.scores[here]).all()
    for first in range(0, COMPILED, COMPILED // INTERPRETED):
        again = plain.play("lockstep", first, 1)
        assert again.positions[0].tobytes() == whole.positions[first].tobytes()
        assert again.winners[0] == whole.winners[first]
        assert again.decisions[0] == whole.decisions[first]


@pytest.mark.parametrize("_test", ["one", "the next"])
def test_in_each_test_the_fast_game_is_a_compiled_one(_test: str) -> None:
    assert fast(facedown.game("bayou-boss")).contract._is_compiled


@pytest.mark.parametrize(("game", "seats"), TABLES, ids=name)
def test_compiled_rules_take_the_same_steps(game: FlatGame, seats: int) -> None:
    """Step by step, each rule by itself: what is legal, what comes of it, what every seat sees, how it stands."""
    options = game.checked_options(options_of(game, 3, seats))
    plain, twin = game.contract.start(seats, 3, options), fast(game).contract.start(seats, 3, options)
    luck, other_luck = np.arange(1, 5, dtype=np.uint32), np.arange(1, 5, dtype=np.uint32)
    while not is_over(plain):
        go_on(game, plain, luck)
        go_on(fast(game), twin, other_luck)
        assert plain.tobytes() == twin.tobytes()
        assert game.contract.timing(plain) == fast(game).contract.timing(twin)
        assert game.contract.free(plain) == fast(game).contract.free(twin)
        for seat in (None, *range(seats)):
            assert (
                game.contract.observation(plain, seat).tobytes()
                == fast(game).contract.observation(twin, seat).tobytes()
            )
    assert game.contract.standing(plain) == fast(game).contract.standing(twin)


@pytest.mark.parametrize("game", GAMES, ids=name)
def test_a_game_of_a_batch_can_be_seen_at_a_table(game: FlatGame) -> None:
    """Game 5 of batch 7 is the table with the seed 7/5, if the same players choose with the same luck."""
    seats = game.seats[0]
    outcome = Batch(game.contract, seats, compiles=False).play(7, 5, 1)
    table = game.new(seats, "7/5")
    anybody = RandomAgent(luck_in_batch(game, 7, 5))
    while table.asked:
        seat = lowest(who_is_asked(table.position()))
        table.play(seat, anybody.choose(None, table.legal(seat)))
    assert table.position().tobytes() == outcome.positions[0].tobytes()
    assert table.standing.scores == tuple(outcome.scores[0])
    assert sum(1 << seat for seat in table.standing.winners) == outcome.winners[0]
    assert len(table.history) == outcome.decisions[0]


ON_THE_SIMULATOR = """
from facedown.core.batch import Batch
from tests.laws.positions import GAMES
for game in GAMES:
    batch = Batch(game.contract, game.seats[0], {players!r}, compiles=False)
    plain, device = batch.play(3, 40, 2), batch.play_on_gpu(3, 40, 2)
    assert plain.positions.tobytes() == device.positions.tobytes(), game.id
    assert (plain.scores == device.scores).all() and (plain.decisions == device.decisions).all(), game.id
    print(game.id, int(device.decisions.sum()))
"""


def test_the_cuda_simulator_ends_in_the_same_bytes() -> None:
    """In a process of its own: Numba chooses between device and simulator when it is imported."""
    done = subprocess.run(
        [sys.executable, "-c", ON_THE_SIMULATOR.format(players=(RANDOM,))],
        env=os.environ | {"NUMBA_ENABLE_CUDASIM": "1", "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert [line.split()[0] for line in done.stdout.splitlines()] == [game.id for game in GAMES]
