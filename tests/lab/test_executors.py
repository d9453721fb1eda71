"""Games that other processes play: the same report to the last bit, and what they cannot do is said in words."""

from __future__ import annotations

import importlib.util
import multiprocessing
import socket
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from pathlib import Path

import pytest

import facedown
from facedown.core.errors import BadOption, Stuck
from facedown.core.layout import Ints
from facedown.lab import SimulationReport, executors, simulate
from facedown.lab.results import Results, Simulated
from tests.sample_game import GAME as UNKNOWN

GOTCHA = facedown.game("gotcha")
SPEED = {"seconds", "decisions_per_second", "made"}


def what_is_found(report: SimulationReport) -> dict[str, object]:
    return {name: getattr(report, name) for name in SimulationReport.__struct_fields__ if name not in SPEED}


@pytest.fixture(scope="module")
def others() -> Iterator[Executor]:
    """Two other processes, which share nothing with this one."""
    with ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as pool:
        yield pool


def test_other_processes_find_the_same_to_the_last_bit(others: Executor) -> None:
    here = simulate(GOTCHA, 5000, ["sensible"], seed="twice", cores=1)
    there = simulate(GOTCHA, 5000, ["sensible"], seed="twice", executor=others)
    assert what_is_found(there) == what_is_found(here)


def test_other_processes_play_with_own_cards_and_games_without_records(others: Executor) -> None:
    mine = facedown.game("gotcha", cards=GOTCHA.cards_file().replace("worth = 3", "worth = 4"))
    assert mine.own_cards != ""
    assert what_is_found(simulate(mine, 300, executor=others)) == what_is_found(simulate(mine, 300, cores=1))
    towns = facedown.game("clocktower")
    there = simulate(towns, 12, seats=8, options={"script": "tb"}, executor=others)
    assert what_is_found(there) == what_is_found(simulate(towns, 12, seats=8, options={"script": "tb"}, cores=1))


def test_what_was_stopped_elsewhere_goes_on_here(others: Executor, tmp_path: Path) -> None:
    path, asked = tmp_path / "games.parquet", Simulated("gotcha", GOTCHA.contract.version, "", 2, ("random",), "0")
    with Results(path, asked) as results:
        stopped = simulate(GOTCHA, 6000, executor=others, results=results, progress=lambda *_: False)
    assert (stopped.games, stopped.finished) == (2000, False)
    with Results(path, asked) as results:
        report = simulate(GOTCHA, 6000, cores=1, results=results)
    assert what_is_found(report) == what_is_found(simulate(GOTCHA, 6000, executor=others))


@facedown.compiles
def my_own(v: object, moves: Ints, luck: Ints) -> int:
    """A bot of one's own."""
    return 0


def test_what_other_processes_cannot_play_is_refused(others: Executor, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BadOption, match="bots of your own"):
        simulate(GOTCHA, 5, [my_own], executor=others)
    with pytest.raises(BadOption, match="FACEDOWN_GAMES"):
        simulate(UNKNOWN, 5, executor=others)
    monkeypatch.setattr(executors, "sources", lambda: "of other rules")
    with pytest.raises(BadOption, match="the same version of Facedown"):
        simulate(GOTCHA, 5, executor=others)


@pytest.mark.sweep
@pytest.mark.skipif(importlib.util.find_spec("ray") is None, reason="no Ray")
def test_a_ray_cluster_finds_the_same_to_the_last_bit() -> None:
    from facedown.lab.cluster import Cluster

    here = simulate(GOTCHA, 9000, ["sensible"], seed="ray", cores=1)
    with Cluster("local", 2) as cluster:
        there = simulate(GOTCHA, 9000, ["sensible"], seed="ray", executor=cluster)
        assert cluster.workers == 2
        with pytest.raises(BadOption, match=r"a machine of the cluster failed: .*stuck"):
            cluster.submit(fails).result()
    assert what_is_found(there) == what_is_found(here)


@pytest.mark.skipif(importlib.util.find_spec("ray") is None, reason="no Ray")
def test_a_cluster_that_is_not_there_is_named() -> None:
    from facedown.lab.cluster import Cluster

    with socket.create_server(("127.0.0.1", 0)) as server:
        free = server.getsockname()[1]
    for address in (f"127.0.0.1:{free}", f"ray://127.0.0.1:{free}"):
        with pytest.raises(BadOption, match=f"no Ray cluster at '{address}': .*refused"):
            Cluster(address)


def fails() -> None:
    raise Stuck("stuck")
