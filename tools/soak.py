"""Runs the tests again and again under a load, each time in another order, and counts what fails.

    python -m tools.soak [--rounds 20] [--load 6] [--part tests/server] [--seed 7] [--json FILE]

Ctrl+C stops it; what it has found is shown and kept, and the same command goes on from there.

A round is named by its seed.  From that follow the order of the tests, Python's own chance, and whether the servers
answer late (where it is odd).  Which process runs which test depends on time, too: for each failure there is
therefore a file with the tests that its process had run until then, and the command that runs these again.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple, TypedDict

from tools.build_client import ROOT

KEPT = ".soak"  # folder in which the rounds are kept
EVERY = 60.0  # seconds between two lines that tell how far it is
LOOK = 0.5  # seconds between two looks at what the tests report
HANGS = 2700  # seconds after which a test hangs, on a busy machine and a slow line
GRACE = 30.0  # seconds that tests get to tidy up when it is stopped, before they are asked again
ASKS = 3
FAILED, STOPPED = 1, 2  # pytest's exit status; above, the tests could not be run at all

# Keeps a processor busy until whoever started it has ended.
BUSY = """
import os
parent = os.getppid()
while os.getppid() == parent:
    for _ in range(10**6):
        pass
"""


class Wish(NamedTuple):
    """What is run in each round."""

    part: tuple[str, ...]  # arguments of pytest; none for all tests
    load: int  # busy processes beside the tests
    late: float  # seconds that servers' answers take at most in rounds with odd seeds
    workers: str  # processes that run tests: a number, or "auto"


class Failure(TypedDict):
    """A test that failed in a round."""

    test: str
    when: str  # "setup", "call" or "teardown"; "collect" where a file could not even be read
    why: str  # the last line of what pytest says
    order: str  # the file with the tests that its process had run, itself last; empty where it is unknown


class Round(TypedDict):
    """What came of a round."""

    seed: int
    late: float
    commit: str
    tests: int
    seconds: float
    whole: bool  # False: it was stopped
    failures: list[Failure]


class Results:
    """The rounds of one wish, in a folder of their own."""

    def __init__(self, folder: Path, wish: Wish, seed: int | None, rounds: int, *, fresh: bool = False) -> None:
        """Go on with what is there if it is of the same wish and not finished; else begin anew."""
        self.folder, self.file = folder, folder / "rounds.json"
        self.wish, self.first, self.rounds = wish, random.randrange(10**6) if seed is None else seed, list[Round]()
        if not fresh and self.file.exists():
            kept = json.loads(self.file.read_text(encoding="utf-8"))
            same = kept["wish"] == [list(wish.part), *wish[1:]] and seed in (None, kept["first"])
            if same and sum(one["whole"] for one in kept["rounds"]) < rounds:
                self.first, self.rounds = kept["first"], kept["rounds"]
                return
        shutil.rmtree(folder, ignore_errors=True)

    @property
    def done(self) -> int:
        """How many rounds went through."""
        return sum(one["whole"] for one in self.rounds)

    def add(self, found: Round) -> None:
        self.rounds.append(found)
        kept = {"wish": self.wish, "first": self.first, "rounds": self.rounds}
        new = self.file.with_suffix(".new")
        new.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
        new.replace(self.file)


class Reports:
    """Reads what pytest-reportlog has written, as far as it has come."""

    def __init__(self, log: Path, orders: Path) -> None:
        self.log, self.orders, self.read = log, orders, 0
        self.ran: dict[str, list[str]] = defaultdict(list)  # by each process, in order
        self.failures: list[Failure] = []

    @property
    def tests(self) -> int:
        return sum(map(len, self.ran.values()))

    def news(self) -> list[Failure]:
        """The failures since the last look."""
        if not self.log.exists():
            return []
        known = len(self.failures)
        with self.log.open("rb") as lines:
            lines.seek(self.read)
            for line in lines:
                if not line.endswith(b"\n"):  # the rest is still being written
                    break
                self.read += len(line)
                self.take(json.loads(line))
        return self.failures[known:]

    def take(self, report: dict[str, object]) -> None:
        kind, test = report.get("$report_type"), str(report.get("nodeid", ""))
        process = str(report.get("worker_id", "main"))
        if kind == "TestReport" and report["when"] == "setup":
            self.ran[process].append(test)
        if kind not in ("TestReport", "CollectReport") or report["outcome"] != "failed":
            return
        order = ""
        if self.ran[process]:
            file = self.orders.with_name(f"{self.orders.name}-{process}-{len(self.ran[process])}.txt")
            file.write_text("\n".join(self.ran[process]) + "\n", encoding="utf-8")
            order = str(file)
        why = last_line(report.get("longrepr"))
        when = str(report["when"]) if kind == "TestReport" else "collect"
        self.failures.append(Failure(test=test, when=when, why=why, order=order))


def last_line(longrepr: object) -> str:
    """What went wrong, in a line."""
    crash = longrepr.get("reprcrash") if isinstance(longrepr, dict) else None
    text = crash["message"] if crash else str(longrepr or "")
    return (text.strip().splitlines() or [""])[0 if crash else -1][:200]


@contextmanager
def busy(processes: int) -> Iterator[list[subprocess.Popen[bytes]]]:
    """So many processes that do nothing else keep the processors busy meanwhile."""
    # In sessions of their own: Ctrl+C is for whoever ends them.
    started = [subprocess.Popen([sys.executable, "-c", BUSY], start_new_session=True) for _ in range(processes)]
    try:
        yield started
    finally:
        for process in started:
            process.kill()
            process.wait()


def commit(root: Path) -> str:
    """What is tested."""
    asked = ["git", "describe", "--always", "--dirty", "--abbrev=10", "--exclude=*"]
    return subprocess.run(asked, cwd=root, capture_output=True, text=True, check=False).stdout.strip()


def command(wish: Wish, seed: int, log: Path) -> list[str]:
    """The run of one round."""
    spread = ["-n", wish.workers, *(["--maxprocesses", "4"] if wish.workers == "auto" else [])]
    return [
        *(sys.executable, "-m", "pytest", "-q", "--tb=short", "-o", f"timeout={HANGS}"),
        *("-p", "randomly", f"--randomly-seed={seed}"),
        *(*spread, "--dist", "worksteal", f"--report-log={log}", *wish.part),
    ]


def play(results: Results, seed: int, root: Path) -> tuple[Round, int]:
    """Run a round; what came of it, and pytest's exit status."""
    wish, name = results.wish, results.folder / f"round-{len(results.rounds) + 1}"
    log, late = name.with_suffix(".jsonl"), wish.late if seed % 2 else 0.0
    log.unlink(missing_ok=True)
    reports, began = Reports(log, name), time.monotonic()
    with name.with_suffix(".log").open("wb") as output:
        running = subprocess.Popen(
            command(wish, seed, log),
            cwd=root,
            env={**os.environ, "FACEDOWN_LATE": str(late)},
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,  # so that Ctrl+C reaches it once, from here
        )
        try:
            watch(running, reports)
        except KeyboardInterrupt:
            end(running)
    reports.news()
    log.unlink(missing_ok=True)
    found = Round(
        seed=seed,
        late=late,
        commit=commit(root),
        tests=reports.tests,
        seconds=round(time.monotonic() - began, 1),
        whole=running.returncode in (0, FAILED),
        failures=reports.failures,
    )
    return found, running.returncode


def watch(running: subprocess.Popen[bytes], reports: Reports) -> None:
    """Tell what fails when it does, and every now and then how far it is."""
    next_line = time.monotonic() + EVERY
    while True:
        with suppress(subprocess.TimeoutExpired):
            running.wait(LOOK)
        for failure in reports.news():
            say(f"  FAILED {failure['test']} ({failure['when']}): {failure['why']}")
        if running.returncode is not None:
            return
        if time.monotonic() > next_line:
            next_line += EVERY
            say(f"  {reports.tests:,} tests so far, {len(reports.failures)} failed")


def end(running: subprocess.Popen[bytes]) -> None:
    """Let the tests tidy up, but not forever."""
    say("Stopping; the tests tidy up ...")
    with suppress(KeyboardInterrupt):
        for _ in range(ASKS):
            running.send_signal(signal.SIGINT)  # lost where Python cannot raise, as while it collects garbage
            with suppress(subprocess.TimeoutExpired):
                running.wait(GRACE)
                return
    running.kill()
    running.wait()


def table(results: Results) -> list[str]:
    """What failed how often, and how to see it again."""
    done, stopped = results.done, len(results.rounds) - results.done
    commits = ", ".join(dict.fromkeys(one["commit"] for one in results.rounds))
    most = max((one["tests"] for one in results.rounds), default=0)
    lines = [
        f"{done} rounds{f', and {stopped} that were stopped,' if stopped else ''} of {most:,} tests"
        f" beside {results.wish.load} busy processes ({commits})"
    ]
    failed: dict[str, list[tuple[Round, Failure]]] = defaultdict(list)
    for one in results.rounds:
        for failure in one["failures"]:
            failed[failure["test"]].append((one, failure))
    if not failed:
        return [*lines, "Nothing failed."]
    lines.append(" times  test")
    for test, times in sorted(failed.items(), key=lambda item: -len(item[1])):
        lines.append(f"{len(times):6}  {test}")
        for one, failure in times[:3]:
            lines += [
                f"        {failure['when']}: {failure['why']}",
                f"        {again(results.wish, one, failure)}",
            ]
    return lines


def again(wish: Wish, one: Round, failure: Failure) -> str:
    """The command that runs the tests up to this failure in the same order."""
    late = f"FACEDOWN_LATE={one['late']} " if one["late"] else ""
    seed = f"-p randomly --randomly-seed={one['seed']}"
    if failure["order"]:
        return f"{late}.venv/bin/pytest -n 0 {seed} --randomly-dont-reorganize @{failure['order']}"
    return f"{late}.venv/bin/pytest -n 0 {seed} {shlex.join(wish.part)}".rstrip()


def soak(results: Results, rounds: int, root: Path = ROOT) -> int:
    """Run what is missing of so many rounds; the exit status."""
    # What a shell starts with & ignores Ctrl+C, and so would the tests, which are stopped by it.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    results.folder.mkdir(parents=True, exist_ok=True)
    if results.rounds:
        say(f"Going on after {results.done} rounds; --fresh begins anew.")
    while results.done < rounds:
        seed = results.first + results.done
        say(
            f"Round {results.done + 1} of {rounds}: seed {seed}{', late' if seed % 2 and results.wish.late else ''}"
        )
        with busy(results.wish.load):
            found, status = play(results, seed, root)
        results.add(found)
        say(f"  {found['tests']:,} tests in {found['seconds']:.0f} s, {len(found['failures'])} failed")
        if not found["whole"]:
            if status > STOPPED:
                say(f"pytest ended with {status}: see {results.folder}/round-{len(results.rounds)}.log")
            break
    say("\n".join(table(results)))
    failed = any(one["failures"] for one in results.rounds)
    return 130 if results.done < rounds and not failed else int(failed)


def say(words: str) -> None:
    print(words, flush=True)


def wished(words: Sequence[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="soak", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=20, help="how often (20)")
    parser.add_argument("--load", type=int, default=6, help="busy processes beside the tests (6)")
    parser.add_argument("--part", default="", help='what pytest runs, such as "tests/server -k undo" (everything)')
    parser.add_argument("--seed", type=int, help="the seed of the first round; the others follow (drawn)")
    parser.add_argument("--late", type=float, default=0.5, help="servers' delay where the seed is odd (0.5 s)")
    parser.add_argument("--workers", default="auto", help="processes that run tests (as many as `make test` uses)")
    parser.add_argument("--folder", type=Path, help=f"where the rounds are kept ({KEPT}/ and the part's name)")
    parser.add_argument("--json", type=Path, help="write all rounds and their failures to this file, too")
    parser.add_argument("--fresh", action="store_true", help="begin anew, whatever was kept")
    return parser.parse_args(words)


def main() -> None:
    os.chdir(ROOT)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    asked = wished()
    wish = Wish(tuple(shlex.split(asked.part)), asked.load, asked.late, asked.workers)
    name = "".join(sign if sign.isalnum() else "-" for sign in asked.part)[:50] or "everything"
    results = Results(asked.folder or Path(KEPT, name), wish, asked.seed, asked.rounds, fresh=asked.fresh)
    status = soak(results, asked.rounds)
    if asked.json:
        asked.json.write_text(results.file.read_text(encoding="utf-8"), encoding="utf-8")
    sys.exit(status)


if __name__ == "__main__":
    main()
