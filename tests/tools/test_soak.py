"""The tool behind `make soak`: it counts what fails by chance, and keeps what it has found."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from tools.soak import Reports, Results, Wish, busy, soak, table, watch, wished

# Fails in its second run, and leaves a file when it has failed; with a file `blocks` it never ends.
TESTS = """
import pathlib, threading, pytest
runs = pathlib.Path("runs")

@pytest.fixture
def blocking():
    yield
    if pathlib.Path("blocks").exists():
        pathlib.Path("waits").touch()
        threading.Event().wait()

def test_chance(blocking):
    runs.write_text(runs.read_text() + "x" if runs.exists() else "x")
    assert len(runs.read_text()) != 2, "the second run"

def test_sure(): ...
"""


PLUGINS = ("-p", "xdist.plugin", "-p", "pytest_reportlog.plugin")  # all that it needs, so that it starts quickly


@pytest.fixture
def wish(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Wish:
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    (tmp_path / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")
    (tmp_path / "test_it.py").write_text(TESTS, encoding="utf-8")
    return Wish((str(tmp_path / "test_it.py"), *PLUGINS), load=0, late=0.5, workers="0")


def results(folder: Path, wish: Wish, rounds: int, seed: int | None = None) -> Results:
    return Results(folder / "kept", wish, seed, rounds)


def test_what_fails_by_chance_is_counted_and_more_rounds_go_on_from_there(tmp_path: Path, wish: Wish) -> None:
    assert soak(results(tmp_path, wish, 2, seed=6), 2, tmp_path) == 1
    more = results(tmp_path, wish, 3)
    assert [one["seed"] for one in more.rounds] == [6, 7]
    assert soak(more, 3, tmp_path) == 1
    assert [(one["seed"], one["late"], one["tests"], len(one["failures"])) for one in more.rounds] == [
        (6, 0.0, 2, 0),
        (7, 0.5, 2, 1),
        (8, 0.0, 2, 0),
    ]
    lines = "\n".join(table(more))
    assert "     1  test_it.py::test_chance" in lines
    assert "call: AssertionError: the second run" in lines
    failure = more.rounds[1]["failures"][0]
    assert Path(failure["order"]).read_text(encoding="utf-8").splitlines()[-1] == failure["test"]
    assert "FACEDOWN_LATE=0.5 .venv/bin/pytest -n 0 -p randomly --randomly-seed=7 " in lines
    assert f"@{failure['order']}" in lines


def test_who_stops_it_keeps_what_it_found(tmp_path: Path, wish: Wish, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopping(running: subprocess.Popen[bytes], reports: Reports) -> None:
        while not (tmp_path / "waits").exists():  # asked before that, pytest would tidy up, and wait in that test
            assert running.poll() is None
        assert reports.news()
        raise KeyboardInterrupt

    (tmp_path / "blocks").touch()
    (tmp_path / "runs").write_text("x")
    monkeypatch.setattr("tools.soak.watch", stopping)
    assert soak(results(tmp_path, wish, 1, seed=6), 1, tmp_path) == 1
    (tmp_path / "blocks").unlink()
    monkeypatch.setattr("tools.soak.watch", watch)
    again = results(tmp_path, wish, 1)
    assert [(one["whole"], len(one["failures"])) for one in again.rounds] == [(False, 1)]
    assert soak(again, 1, tmp_path) == 1
    assert [(one["seed"], one["whole"], len(one["failures"])) for one in again.rounds] == [
        (6, False, 1),
        (6, True, 0),
    ]
    assert "1 rounds, and 1 that were stopped, of 2 tests" in table(again)[0]


def test_tests_that_cannot_run_end_it(tmp_path: Path, wish: Wish, capsys: pytest.CaptureFixture[str]) -> None:
    lost = wish._replace(part=("nowhere.py", *PLUGINS))
    assert soak(results(tmp_path, lost, 5), 5, tmp_path) == 130
    assert "pytest ended with 4: see" in capsys.readouterr().out


def test_reports_are_read_as_far_as_they_are_written(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    reports = Reports(log, tmp_path / "round-1")
    assert not reports.news()
    lines = [
        {"$report_type": "TestReport", "nodeid": "a", "when": "setup", "outcome": "passed", "worker_id": "gw0"},
        {"$report_type": "TestReport", "nodeid": "b", "when": "setup", "outcome": "passed", "worker_id": "gw1"},
        {"$report_type": "TestReport", "nodeid": "b", "when": "???", "outcome": "failed", "worker_id": "gw1",
         "longrepr": "worker 'gw1' crashed"},
        {"$report_type": "CollectReport", "nodeid": "c", "outcome": "failed", "longrepr": "a\nE  no such module"},
    ]  # fmt: skip
    text = "".join(json.dumps(line) + "\n" for line in lines)
    log.write_text(text[:-5])
    assert [(one["test"], one["why"]) for one in reports.news()] == [("b", "worker 'gw1' crashed")]
    log.write_text(text)
    assert [(one["test"], one["when"], one["why"]) for one in reports.news()] == [
        ("c", "collect", "E  no such module")
    ]
    assert reports.tests == 2
    assert Path(reports.failures[0]["order"]).read_text() == "b\n"


def test_another_wish_begins_anew(tmp_path: Path, wish: Wish) -> None:
    first = results(tmp_path, wish, 2, seed=6)
    first.folder.mkdir()
    first.add({"seed": 6, "late": 0, "commit": "", "tests": 2, "seconds": 1, "whole": True, "failures": []})
    assert results(tmp_path, wish, 2).rounds
    first.folder.mkdir(exist_ok=True)
    first.add(first.rounds[0])
    assert not results(tmp_path, wish, 2).rounds, "both rounds are done"
    first.folder.mkdir()
    first.add(first.rounds[0])
    assert not results(tmp_path, wish._replace(load=3), 9).rounds


def test_busy_processes_end_with_the_round(capfd: pytest.CaptureFixture[str]) -> None:
    with busy(2) as processes:
        assert all(process.poll() is None for process in processes)
    assert all(process.poll() is not None for process in processes)


def test_its_help_says_how_it_is_called(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        wished(["--help"])
    assert "--rounds" in capsys.readouterr().out
    assert wished([]).rounds == 20
