"""Simulations: counts that add up, intervals, fair seats, and an early end."""

from __future__ import annotations

import os
import re
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count

import msgspec
import numpy as np
import pytest

import facedown
from facedown.core.batch import Batch, in_pieces
from facedown.core.bits import allows
from facedown.core.errors import BadOption
from facedown.core.layout import Ints
from facedown.lab import Estimate, SimulationReport, simulate
from facedown.lab.batches import OwnBot
from facedown.lab.intervals import Mean, proportion
from tests.how_much import some
from tests.sample_game import GAME

PLAYERS = ("highest", "random")


def test_a_report_adds_up_and_goes_through_json() -> None:
    report = simulate(GAME, 3000, PLAYERS, seats=3, seed=5, cores=2)
    assert (report.games, report.finished, report.agents) == (3000, True, ("highest", "random", "random"))
    assert report.decisions == 9 * 3000
    assert (report.length.mean, report.length.shortest, report.length.longest) == (9, 9, 9)
    assert sum(player.share.value * player.seats for player in report.players) == pytest.approx(1)
    assert sum(player.score.value * player.seats for player in report.players) == pytest.approx(3)
    for player in report.players:
        assert player.wins.low < player.wins.value < player.wins.high
        assert player.share.low < player.share.value < player.share.high
    assert msgspec.json.decode(report.json(), type=SimulationReport) == report


def test_seats_are_fair_and_the_better_player_is_found() -> None:
    report = simulate(GAME, 6000, ("highest", "random", "random"), seats=3, seed=1)
    highest, anybody = report.players
    assert highest.share.low > highest.fair > anybody.share.high
    assert all(abs(seat.wins.value - report.by_seat[0].wins.value) < 0.05 for seat in report.by_seat)
    assert ahead(1, "highest", "random").low < -0.9  # one game says next to nothing
    better, worse = ahead(4000, "highest", "random"), ahead(4000, "random", "highest")
    assert better.low > 0 > worse.high
    assert ahead(1000, "highest", "random", "highest").low > 0  # one has two of three seats
    assert better.value == pytest.approx(-worse.value, abs=0.1)
    assert simulate(GAME, 10, ["random"], seats=2).ahead is None


def ahead(games: int, *players: str) -> Estimate:
    found = simulate(GAME, games, players, len(players)).ahead
    assert found is not None
    return found


def test_the_same_seed_counts_the_same_on_any_number_of_cores() -> None:
    one, two = (simulate(GAME, 5000, PLAYERS, 2, "x", cores=cores) for cores in (1, 2))
    assert (one.players, one.by_seat, one.shared) == (two.players, two.by_seat, two.shared)


def test_what_is_done_is_kept_when_it_is_stopped() -> None:
    stopped = simulate(GAME, 10**9, PLAYERS, progress=lambda done, games: done < 4000)
    assert 4000 <= stopped.games < 10**6
    assert not stopped.finished

    def interrupt(done: int, games: int) -> None:
        raise KeyboardInterrupt

    assert simulate(GAME, 10**9, PLAYERS, progress=interrupt).games >= 1


@pytest.fixture
def a_terminal() -> Iterator[None]:
    """Whoever starts tests in the background may hand down deafness to Ctrl-C; a terminal does not."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("a_terminal")
def test_ctrl_c_reaches_a_bot_that_never_answers() -> None:
    asked = count()

    def never(view: object, moves: Ints, luck: Ints) -> int:
        while next(asked) > 50:
            os.kill(os.getpid(), signal.SIGINT)
        return next(move for move in range(12) if allows(moves, move))

    report = simulate(GAME, 100, [never], cores=2)
    assert 0 < report.games < 100
    assert not report.finished


@pytest.mark.usefixtures("a_terminal")
def test_ctrl_c_does_not_wait_for_a_thread() -> None:
    ends = threading.Event()

    def play(seed: int, first: int, games: int) -> None:
        os.kill(os.getpid(), signal.SIGINT)
        ends.wait()

    with pytest.raises(KeyboardInterrupt):
        list(in_pieces(ThreadPoolExecutor(1), play, 0, 3, 1, ahead=1))
    ends.set()


AT_A_PROMPT = """
@facedown.compiles
def mine(view, moves, luck):
    found = -1
    for move in range(12):
        if allows(moves, move) and (found < 0 or HIGHEST):
            found = move
    return found
"""


@pytest.mark.parametrize("file", some([__file__], ["<stdin>", __file__]))
def test_a_bot_that_is_written_again_under_the_same_name_is_another_bot(file: str) -> None:
    """As in a notebook, where a cell is changed and run again; with another number in it."""
    shares = []
    for highest in (True, False, True):
        cell = {"facedown": facedown, "allows": allows, "HIGHEST": highest, "__name__": "__main__"}
        exec(compile(AT_A_PROMPT, file, "exec"), cell)
        report = simulate(GAME, 400, [cell["mine"], "random"], seed=1)  # type: ignore[list-item]  # a cell has no types
        shares.append(report.players[0].share.value)
    assert shares[0] == shares[2] > 0.5 > shares[1]


def test_bots_that_one_function_makes_are_different_bots() -> None:
    def bot(highest: bool) -> OwnBot:
        @facedown.compiles
        def made(view: object, moves: Ints, luck: Ints) -> int:
            found = -1
            for move in range(12):
                if allows(moves, move) and (found < 0 or highest):
                    found = move
            return np.int32(found)  # type: ignore[return-value]  # as a field of a view is one

        return made

    @facedown.compiles
    def lowest(view: object, moves: Ints, luck: Ints) -> int:
        found = 0
        while not allows(moves, found):
            found += 1
        return found

    best = simulate(GAME, 400, [lowest, bot(True)], seed=1).players[1]  # whose answers are numbers of two kinds
    worst = simulate(GAME, 400, [bot(False), "random"], seed=1).players[0]
    assert best.share.value > 0.5 > worst.share.value


@pytest.mark.parametrize(
    ("games", "agents", "seats", "words"),
    [
        (0, ("random",), 2, "games must be a whole number, 1 or more"),
        (9, ("clever",), 2, "no player 'clever'; it has: random, highest"),
        (9, (), 2, "name at least one agent"),
        (9, ("random",) * 3, 2, "3 agents, but 2 seats"),
        (9, ("random",), 9, "is for 2 to"),
    ],
)
def test_what_cannot_be_simulated_is_refused(games: int, agents: tuple[str, ...], seats: int, words: str) -> None:
    with pytest.raises(BadOption, match=words):
        simulate(GAME, games, agents, seats)


def test_the_name_of_a_game_is_no_game() -> None:
    with pytest.raises(BadOption, match=r"as returned by facedown\.game\('gotcha'\), not 'bayou-boss'"):
        simulate("bayou-boss", 10)  # type: ignore[arg-type]  # as somebody may try


def test_a_simulation_does_not_grow() -> None:
    """A piece of a batch is as large as any other, and nothing is kept of it but counts."""
    import gc
    import tracemalloc

    def held() -> int:
        gc.collect()  # how much garbage lies about is chance
        return tracemalloc.get_traced_memory()[0]

    batch = Batch(GAME.contract, 2, PLAYERS)
    batch.games_per_piece = 1000
    pieces = batch.pieces(0, 60_000, cores=1)
    for _ in range(10):
        next(pieces)
    tracemalloc.start()
    try:
        next(pieces)
        early = held()
        for piece in pieces:
            del piece
        assert held() < early + 100_000
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    ("shares", "low", "high"),
    [
        ([1.0] * 20, 0.025 ** (1 / 20), 1),  # who has won every time need not win always
        ([0.0] * 20, 0, 1 - 0.025 ** (1 / 20)),
        ([1.0] * 19 + [0.0], 0.7513, 0.9987),
        ([0.5] * 20, 0.4090, 0.5910),  # always shared so far
    ],
)
def test_the_interval_of_a_share_lies_between_0_and_1(shares: list[float], low: float, high: float) -> None:
    mean = Mean()
    mean.add(np.array(shares))
    found = mean.estimate_share()
    assert (found.low, found.high) == pytest.approx((low, high), abs=5e-5)


def test_the_interval_of_a_share_of_many_games_is_the_normal_one() -> None:
    mean = Mean()
    mean.add(np.random.default_rng(3).choice([0, 0.5, 1], 100_000, p=[0.5, 0.3, 0.2]))
    share, normal = mean.estimate_share(), mean.estimate()
    assert (share.low, share.high) == pytest.approx((normal.low, normal.high), abs=3e-5)


COVERED = 0.94  # of 2,000 intervals; `benchmarks.intervals` draws more


@pytest.mark.parametrize("games", [2, 7, 20, 400])
@pytest.mark.parametrize("odds", [(1, 1, 0), (97, 3, 0), (1, 1, 1), (90, 5, 5), (2, 2, 96)])
def test_intervals_of_a_difference_hold_as_often_as_they_say(games: int, odds: tuple[int, int, int]) -> None:
    """Two players on three seats win, lose and share games with these odds."""
    chances, luck = np.array(odds) / sum(odds), np.random.default_rng(games)
    shares = np.array([[0.5, 0.5, 0], [0, 0, 1], [1 / 3, 1 / 3, 1 / 3]])
    truth = float(chances @ (shares[:, :2].mean(axis=1) - shares[:, 2]))
    held = 0
    for drawn in luck.multinomial(games, chances, 2000):
        ahead = Mean()
        more = shares[:, :2].mean(axis=1) - shares[:, 2]
        ahead.add(np.repeat((more + 1) / 1.5, drawn))
        found = ahead.estimate_share()
        held += -1 + 1.5 * found.low <= truth <= -1 + 1.5 * found.high
        assert found.low < found.high
    assert held / 2000 > COVERED


@pytest.mark.parametrize("sign", [1, -1])
def test_the_interval_of_a_mean_holds_for_skewed_values(sign: int) -> None:
    """By Student's t alone 91 % of these hold."""
    held = 0
    for points in np.random.default_rng(2).geometric(0.2, (2000, 20)):
        mean = Mean()
        mean.add(sign * points)
        found = mean.estimate()
        held += found.low <= 5 * sign <= found.high
    assert held / 2000 > COVERED


def test_one_value_has_no_interval_and_two_have_a_wide_one() -> None:
    one, two = Mean(), Mean()
    one.add(np.array([7.0]))
    two.add(np.array([7.0, 9.0]))
    assert str(one.estimate()) == "7 (too few for an interval)"
    assert str(Mean().estimate_share()) == str(proportion(0, 0)) == "0 (too few for an interval)"
    assert str(proportion(1, 1)) == "1 (too few for an interval)"
    one.add(np.array([7]))
    assert str(one.estimate()) == "7 (each time)"
    assert two.estimate().low < 0 < 16 < two.estimate().high
    report = simulate(GAME, 1, PLAYERS)
    of_wins = [*(one.share for one in report.players), *(one.wins for one in report.by_seat)]
    assert [str(one).split(" ", 1)[1] for one in of_wins] == ["(too few for an interval)"] * len(of_wins)
    assert b"Infinity" not in report.json()
    assert b'"low": null' in report.json()


def test_a_report_is_printed_for_people() -> None:
    report = simulate(facedown.game("bayou-boss"), 50, ["sensible"], 3, seed=4)
    head, player, *seats, length, made = str(report).splitlines()
    assert made == str(report.made)
    assert head == "bayou-boss, 3 seats, start lot: 50 games, seed 4"
    assert re.fullmatch(r"sensible wins \S+ \(\S+ to \S+\) of the games, 0.3333 is fair", player)
    assert [line.split()[:3] for line in seats] == [["seat", str(n), "wins"] for n in (1, 2, 3)]
    assert length.endswith(f"{report.length.shortest} to {report.length.longest}")
