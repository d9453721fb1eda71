"""Runs what is worth an hour before something is called done, in slices, so that it goes on where it stopped.

    python -m tools.sweep [towns] [turns] [referees] [cards] [secrecy] [tests] [pages] [kills] [faults] [soak]
        [--towns 20000]

Without names, all parts one after the other.  A slice that fails is told with its last lines and the command that
runs it again, and the others still run.  Ctrl+C stops; the same command goes on with what is missing at this
commit.
"""

from __future__ import annotations

import argparse
import json
import os
import shlex
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from typing import NamedTuple

from tools.build_client import ROOT
from tools.faults import listed
from tools.soak import commit

KEPT = Path(".sweep")  # folder in which it is kept what has been done
TOWNS, PAIRS, KILLS, TESTS, MATCHES, FILES = 500, 100, 10, 60, 50, 1000  # in a slice
NUMBERS = 50  # of towns of bots in a slice
EDITIONS = ("Trouble Brewing", "Bad Moon Rising", "Sects & Violets")
FAMILIES = 10_000  # numbers of families between two slices of pairs, so that none is compared twice
LINES = 30  # of what a slice said that are shown if it failed

Command = list[str]


class Part(NamedTuple):
    """Something that takes long."""

    slices: Callable[[argparse.Namespace], list[Command]]
    alone: bool = False  # a slice uses all processors by itself
    environment: Mapping[str, str] = {}


def module(name: str, *words: object) -> Command:
    return [sys.executable, "-m", name, *map(str, words)]


def towns(asked: argparse.Namespace) -> list[Command]:
    """Random towns of Clocktower; of each edition a tenth as many of bots, whose deals the solver must know."""
    at_random = [
        module("tests.games.clocktower.random_towns", "--games", min(TOWNS, asked.towns - first), "--first", first)
        for first in range(0, asked.towns, TOWNS)
    ]
    of_bots, numbers = "tests.games.clocktower.worlds.bot_towns", asked.towns // 40  # each number has four towns
    return at_random + [
        module(of_bots, "--script", script, "--games", min(NUMBERS, numbers - first), "--first", first)
        for script in EDITIONS
        for first in range(0, numbers, NUMBERS)
    ]


def turns(asked: argparse.Namespace) -> list[Command]:
    """Towns of Clocktower that are played twice, with the circle begun elsewhere; a fourth as many."""
    return [
        module("tests.games.clocktower.turned_towns", "--towns", TOWNS, "--first", first)
        for first in range(0, asked.towns // 4, TOWNS)
    ]


def secrecy(asked: argparse.Namespace) -> list[Command]:
    """Pairs of games that differ in a secret."""
    return [
        module("tests.secrecy.sweep", "--pairs", min(PAIRS, asked.pairs - first), "--first", number * FAMILIES)
        for number, first in enumerate(range(0, asked.pairs, PAIRS))
    ]


def kills(asked: argparse.Namespace) -> list[Command]:
    """Servers that are killed while people play."""
    return [module("tests.server.kills", "--kills", KILLS, "--seed", seed) for seed in range(asked.kills // KILLS)]


def referees(asked: argparse.Namespace) -> list[Command]:
    """A thousand games of each that a referee watches by the rulebook alone, and as many with any cards."""
    return [
        module("tests.games.referees", "--games", MATCHES, "--first", first) for first in range(0, 1000, MATCHES)
    ]


def cards(asked: argparse.Namespace) -> list[Command]:
    """Cards files made at random, which bots play to the end; as many of each game."""
    return [
        module("tests.games.any_cards", "--files", FILES, "--first", first)
        for first in range(0, asked.files, FILES)
    ]


def tests(*files: str) -> Part:
    """All tests that pytest finds so, each of which tries more than in `make test` (tests/how_much.py)."""
    environment = {"FACEDOWN_TESTS": "all"}

    def slices(asked: argparse.Namespace) -> list[Command]:
        collected = subprocess.run(
            module("pytest", "--collect-only", "-q", *files),
            env={**os.environ, **environment},
            capture_output=True,
            text=True,
            check=True,
        )
        ids = [line for line in collected.stdout.splitlines() if "::" in line]
        workers = ("-q", "-n", "auto", "--maxprocesses", "4", "--dist", "worksteal")
        return [module("pytest", *workers, *ids[first : first + TESTS]) for first in range(0, len(ids), TESTS)]

    return Part(slices, alone=True, environment=environment)


def faults(asked: argparse.Namespace) -> list[Command]:
    """Faults that are planted, each in a slice, and must be caught."""
    return [module("tools.faults", one.what) for one in listed()]


def soak(asked: argparse.Namespace) -> list[Command]:
    """All tests in random order under a load."""
    return [module("tools.soak", "--rounds", asked.rounds)]


PARTS = {
    "towns": Part(towns),
    "turns": Part(turns),
    "referees": Part(referees),
    "cards": Part(cards),
    "secrecy": Part(secrecy, environment={"FACEDOWN_COMPILE": "0"}),
    "tests": tests("tests", "--ignore=tests/browser"),
    "pages": tests("tests/browser"),
    "kills": Part(kills, alone=True),
    "faults": Part(faults),
    "soak": Part(soak, alone=True),
}


class Done:
    """Which slices of a part went well at this commit."""

    def __init__(self, name: str, slices: Sequence[Command], *, fresh: bool = False) -> None:
        self.file = KEPT / f"{name}.json"
        self.state = {"commit": commit(Path.cwd()), "slices": [shlex.join(one[1:]) for one in slices]}
        self.numbers: list[int] = []
        if not fresh and self.file.exists():
            kept = json.loads(self.file.read_text(encoding="utf-8"))
            if {key: kept[key] for key in self.state} == self.state:
                self.numbers = kept["done"]

    def add(self, number: int) -> None:
        self.numbers.append(number)
        self.file.parent.mkdir(exist_ok=True)
        self.file.write_text(json.dumps({**self.state, "done": self.numbers}) + "\n", encoding="utf-8")


def run(command: Command, environment: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        stdin=subprocess.DEVNULL,
        text=True,
        check=False,
    )


def sweep(name: str, part: Part, asked: argparse.Namespace) -> list[Command]:
    """Run what is missing of a part; the slices that failed."""
    slices = part.slices(asked)
    done = Done(name, slices, fresh=asked.fresh)
    missing = [number for number in range(len(slices)) if number not in done.numbers]
    say(f"== {name}: {len(slices)} slices, {len(slices) - len(missing)} of them done before")
    failed: list[Command] = []
    with ThreadPoolExecutor(1 if part.alone else os.cpu_count()) as pool:
        running = {pool.submit(run, slices[number], part.environment): number for number in missing}
        try:
            for one in as_completed(running):
                number, result = running[one], one.result()
                if result.returncode == 0:
                    done.add(number)
                    last = (result.stdout.strip().splitlines() or [""])[-1]
                    say(f"{name} {len(done.numbers) + len(failed)} of {len(slices)}: {last}")
                else:
                    failed.append(slices[number])
                    say("\n".join(result.stdout.splitlines()[-LINES:]))
                    say(f"{name} {number}: FAILED ({result.returncode}); again: {again(slices[number], part)}")
        except KeyboardInterrupt:
            pool.shutdown(cancel_futures=True)
            raise
    return failed


def again(command: Command, part: Part) -> str:
    return shlex.join([*(f"{name}={value}" for name, value in part.environment.items()), *command])


def say(words: str) -> None:
    print(words, flush=True)


def wished(words: Sequence[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="sweep", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"of {', '.join(PARTS)} (all)")
    parser.add_argument("--towns", type=int, default=20_000, help="random towns of Clocktower (20,000)")
    parser.add_argument("--pairs", type=int, default=10_000, help="pairs of games that differ in a secret (10,000)")
    parser.add_argument("--files", type=int, default=25_000, help="cards files of each game (25,000)")
    parser.add_argument("--kills", type=int, default=50, help="deaths of servers (50)")
    parser.add_argument("--rounds", type=int, default=3, help="rounds of a soak of everything (3)")
    parser.add_argument("--fresh", action="store_true", help="begin anew, whatever was kept")
    asked = parser.parse_args(words)
    if unknown := set(asked.parts) - set(PARTS):
        parser.error(f"there is no part {', '.join(sorted(unknown))}: choose from {', '.join(PARTS)}")
    return asked


def main() -> None:
    os.chdir(ROOT)
    asked = wished()
    failed: dict[str, list[Command]] = {}
    try:
        for name in asked.parts or PARTS:
            failed[name] = sweep(name, PARTS[name], asked)
    except KeyboardInterrupt:
        sys.exit("\nThe sweep was stopped; the same command goes on from here.")
    for name, commands in failed.items():
        say(f"{name}: {f'{len(commands)} slices FAILED' if commands else 'nothing failed'}")
    sys.exit(any(failed.values()))


if __name__ == "__main__":
    main()
