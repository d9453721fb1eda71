"""The tool behind `make sweep`: it runs what is missing, and tells what failed and how to see it again."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

import pytest

from facedown.server import settings
from tools.build_client import ROOT
from tools.sweep import EDITIONS, PARTS, Command, Part, kills, secrecy, sweep, towns, wished

# Counts its runs in a file of its own; fails where a file says so.
CODE = """
import pathlib, sys
runs = pathlib.Path(sys.argv[1])
runs.write_text(runs.read_text() + "x" if runs.exists() else "x")
sys.exit("this one broke" if pathlib.Path(f"{runs}-breaks").exists() else 0)
"""


def three(asked: argparse.Namespace) -> list[Command]:
    return [[sys.executable, "-c", CODE, f"slice-{number}"] for number in range(3)]


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("name", PARTS)
def test_servers_start_in_the_environment_of_each_part(name: str) -> None:
    settings.check(PARTS[name].environment)


def test_a_slice_that_failed_runs_again_and_the_others_do_not(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "slice-1-breaks").touch()
    assert sweep("three", Part(three, environment={"DEPTH": "2"}), wished([])) == [three(wished([]))[1]]
    said = capsys.readouterr().out
    assert "this one broke\nthree 1: FAILED (1); again: DEPTH=2 " in said
    (tmp_path / "slice-1-breaks").unlink()
    assert sweep("three", Part(three), wished([])) == []
    assert "three: 3 slices, 2 of them done before" in capsys.readouterr().out
    assert [(tmp_path / f"slice-{number}").read_text() for number in range(3)] == ["x", "xx", "x"]
    assert sweep("three", Part(three), wished(["--fresh"])) == []
    assert (tmp_path / "slice-0").read_text() == "xx"


def test_slices_cover_all_that_is_asked_for_and_nothing_twice() -> None:
    asked = wished(["--towns", "1200", "--pairs", "250", "--kills", "30"])
    assert [one[-3:] for one in towns(asked)] == [
        ["500", "--first", "0"],
        ["500", "--first", "500"],
        ["200", "--first", "1000"],
        *(["30", "--first", "0"] for _ in EDITIONS),
    ]
    assert [one[-3:] for one in secrecy(asked)] == [
        ["100", "--first", "0"],
        ["100", "--first", "10000"],
        ["50", "--first", "20000"],
    ]
    assert [one[-1] for one in kills(asked)] == ["0", "1", "2"]


def test_parts_are_chosen_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert wished(["towns", "kills"]).parts == ["towns", "kills"]
    with pytest.raises(SystemExit):
        wished(["town"])
    assert f"there is no part town: choose from {', '.join(PARTS)}" in capsys.readouterr().err


def test_tests_and_pages_try_all_in_the_sweep() -> None:
    assert PARTS["tests"].environment == PARTS["pages"].environment
    program = "from tests.browser.layouts import EVERYTHING; assert EVERYTHING"
    environment = os.environ | PARTS["pages"].environment
    subprocess.run([sys.executable, "-c", program], cwd=ROOT, env=environment, check=True)
