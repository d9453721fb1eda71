"""Where the time of a run went, folder by folder: seconds and processor time, added up over all of its processes.

Processor time is that of pytest's processes and of all that they start: servers, browsers, the database.  A process
that goes on by itself after its parent has ended is not counted.  `--times FILE` writes the table as JSON, too.
"""

from __future__ import annotations

import json
import time
from collections import defaultdict
from collections.abc import Generator, Mapping
from pathlib import Path
from typing import NamedTuple

import psutil
import pytest
from _pytest.terminal import TerminalReporter

BEFORE = "(starting and collecting)"
NAME = "facedown-times"
SENT_AS = "facedown_times"  # under which a worker sends its own to the process that prints


class Spent(NamedTuple):
    """What a folder took."""

    tests: int = 0
    seconds: float = 0.0
    cpu: float = 0.0  # seconds of processors, of users' and of system's work

    def plus(self, tests: int, seconds: float, cpu: float) -> Spent:
        return Spent(self.tests + tests, self.seconds + seconds, self.cpu + cpu)


def processor_time(*, alone: bool) -> float:
    """Seconds that processors have worked for this process and, unless `alone`, for all that it has started."""
    this = psutil.Process()
    if alone:
        times = this.cpu_times()
        return float(times.user + times.system)
    total = 0.0
    for process in (this, *this.children(recursive=True)):
        try:
            times = process.cpu_times()
        except psutil.Error:  # it has just ended, and its parent counts it
            continue
        total += times.user + times.system + times.children_user + times.children_system
    return total


def folder_of(item: pytest.Item) -> str:
    return item.nodeid.partition("::")[0].rpartition("/")[0]


class Times:
    """Measures this process, and adds what the workers have measured."""

    def __init__(self, *, spreads: bool) -> None:
        self.spreads = spreads  # this process hands the tests to workers, each of which measures its own
        self.found: dict[str, Spent] = defaultdict(Spent)
        self.began = time.perf_counter()
        self.cpu = 0.0  # up to the last look
        self.folder = BEFORE  # of the test that ran last

    def add(self, folder: str, tests: int, seconds: float, *, look: bool = True) -> None:
        """Put it down to this folder, with the processor time since the last look."""
        before, self.cpu = self.cpu, processor_time(alone=self.spreads) if look else self.cpu
        self.found[folder] = self.found[folder].plus(tests, seconds, max(0.0, self.cpu - before))

    def look(self) -> None:
        """Put the processor time since the last look down to the folder of the last test."""
        self.add(self.folder, 0, 0.0)

    @pytest.hookimpl(trylast=True)
    def pytest_collection_finish(self) -> None:
        self.add(BEFORE, 0, time.perf_counter() - self.began)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(
        self, item: pytest.Item, nextitem: pytest.Item | None
    ) -> Generator[None, bool, bool]:
        began = time.perf_counter()
        done = yield
        self.folder = folder_of(item)
        leaves = nextitem is None or folder_of(nextitem) != self.folder
        self.add(self.folder, 1, time.perf_counter() - began, look=leaves)
        return done

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        self.look()  # where it was stopped
        if hasattr(session.config, "workeroutput"):
            session.config.workeroutput[SENT_AS] = {folder: tuple(one) for folder, one in self.found.items()}

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: object) -> None:
        """A worker has ended; one that crashed has sent nothing."""
        for folder, sent in getattr(node, "workeroutput", {}).get(SENT_AS, {}).items():
            self.found[folder] = self.found[folder].plus(*sent)

    def pytest_terminal_summary(self, terminalreporter: TerminalReporter) -> None:
        if any(spent.tests for spent in self.found.values()):
            terminalreporter.section("time by folder")
            for line in table(self.found):
                terminalreporter.write_line(line)
        if file := terminalreporter.config.getoption("--times"):
            found = {folder: spent._asdict() for folder, spent in self.found.items()}
            file.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


def table(found: Mapping[str, Spent]) -> list[str]:
    """The lines of the table, the longest first, and their sum."""
    total = Spent(*map(sum, zip(*found.values(), strict=True)))
    lines = ["  tests   seconds     CPU s  folder"]
    for folder, spent in [*sorted(found.items(), key=lambda one: -one[1].seconds), ("in all", total)]:
        lines.append(f"{spent.tests:7,} {spent.seconds:9,.1f} {spent.cpu:9,.1f}  {folder}")
    return lines


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--times", type=Path, metavar="FILE", help="write the time by folder to this file, as JSON")


def pytest_configure(config: pytest.Config) -> None:
    spreads = bool(config.getoption("numprocesses", default=None)) and not hasattr(config, "workerinput")
    config.pluginmanager.register(Times(spreads=spreads), NAME)


def of(config: pytest.Config) -> Times:
    """The times of this process."""
    found = config.pluginmanager.get_plugin(NAME)
    assert isinstance(found, Times)
    return found
