"""The table of what each folder took, at the end of a run."""

from __future__ import annotations

import json
import os
from pathlib import Path

import psutil
import pytest

from tools.build_client import ROOT

pytest_plugins = ["pytester"]

WORK = 0.3  # seconds of a processor

# A test that starts a process, which works so long, says so, and still runs when the test has ended.
BUSY = f"""
import subprocess, sys
CODE = "import sys, time\\nwhile time.process_time() < {WORK}: pass\\nprint('done', flush=True)\\nsys.stdin.read()"
started = []
def test_child():
    pipe = subprocess.PIPE
    started.append(subprocess.Popen([sys.executable, "-c", CODE], stdin=pipe, stdout=pipe, text=True))
    assert started[0].stdout.readline() == "done\\n"
"""


def children() -> float:
    """The processor time of all processes that this one started and that have ended."""
    times = psutil.Process().cpu_times()
    return float(times.children_user + times.children_system)


def test_each_folder_has_its_tests_and_the_time_of_what_they_started(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT), prepend=os.pathsep)
    pytester.makeini("[pytest]")  # folders are named from here, whatever lies in those above
    pytester.makeconftest("pytest_plugins = ['tests.times']")
    for name, text in (("busy/test_it.py", BUSY), ("quiet/test_its.py", "def test_a(): ...\ndef test_b(): ...")):
        path = pytester.path / name
        path.parent.mkdir()
        path.write_text(text, encoding="utf-8")
    before = children()
    result = pytester.runpytest_subprocess("-p", "no:randomly", "-n", "1", "--times", "times.json")
    took = children() - before
    assert result.ret == 0
    found = json.loads(Path("times.json").read_text(encoding="utf-8"))
    assert {folder: one["tests"] for folder, one in found.items() if one["tests"]} == {"busy": 1, "quiet": 2}
    assert found["busy"]["cpu"] > WORK / 2  # the clock is coarse
    assert found["quiet"]["cpu"] < WORK / 2
    assert sum(one["cpu"] for one in found.values()) < took * 1.1  # nothing is counted twice
    result.stdout.re_match_lines([r".*time by folder", r" +3 .*in all"])
