"""Benchmarks where there is nothing to measure: they say so, and compare what they can."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from benchmarks.gpu import Multiprocessor, occupancy

LARGE = Multiprocessor(registers=65_536, threads=2048, blocks=32)


def on_gpu(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """The benchmark in a process of its own: Numba chooses between device and simulator when it is imported."""
    path = os.pathsep.join(p for p in sys.path if p)
    return subprocess.run(
        [sys.executable, "-m", "benchmarks.gpu", *arguments],
        env=os.environ | {"PYTHONPATH": path} | environment,
        capture_output=True,
        text=True,
        check=False,
    )


def test_in_the_simulator_the_gpu_benchmark_only_compares() -> None:
    done = on_gpu("gotcha", "--games", "2", NUMBA_ENABLE_CUDASIM="1")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "gotcha: 2 games end in the same bytes as on the CPU\n"


def test_without_a_device_the_gpu_benchmark_says_so_in_one_line() -> None:
    done = on_gpu("gotcha", NUMBA_ENABLE_CUDASIM="0", CUDA_VISIBLE_DEVICES="")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.splitlines() == ["there is no CUDA device here, so nothing can be measured on one"]


@pytest.mark.parametrize(
    ("registers", "share", "limit"),
    [
        (255, 8 / 64, "limited by registers"),
        (64, 32 / 64, "limited by registers"),
        (20, 1, "limited by how many threads it can hold"),
    ],
)
def test_occupancy_is_what_the_scarcest_thing_allows(registers: int, share: float, limit: str) -> None:
    assert occupancy(registers, 64, LARGE) == (share, limit)
