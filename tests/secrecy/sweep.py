"""Ten thousand pairs of games that differ in a secret: `python -m tests.secrecy.sweep --pairs 10000`.

Stops at the first in which somebody can tell what they may not know, and prints what they were sent.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from tests.secrecy import town_runs, windows
from tests.secrecy.lockstep import Found, TwinServer
from tests.secrecy.serve import TwinProcess
from tests.secrecy.towns import family
from tests.server.harness import hang_up

KILLS = 10  # every so many families one lives through the death of the server
FORKS: dict[str, dict[str, Any]] = {"botch": {"window": "none"}, "bots-battleground": {}}


def of_towns(server: TwinServer, number: int) -> Found:
    """What is found in a family of towns."""
    return town_runs.compare(server, family(number), kill_at=2 if number % KILLS == 3 else None)


def of_windows(server: TwinServer, number: int) -> Found:
    """What is found in a game that parts in one answer, or in what lies in others' hands."""
    return of_fork(server, sorted(FORKS)[number % len(FORKS)], number)


def of_fork(server: TwinServer, game: str, number: int) -> Found:
    """The same, of one game."""
    return windows.compare(server, windows.fork(game, number, **FORKS[game]))


def main(
    pairs: Annotated[int, typer.Option(help="How many pairs.")] = 10_000,
    first: Annotated[int, typer.Option(help="The number of the first family.")] = 0,
) -> None:
    """Compare so many pairs; Ctrl+C stops."""
    with tempfile.TemporaryDirectory() as folder:
        server = TwinProcess(Path(folder) / "data")
        server.start()
        try:
            sweep(server, pairs, first)
        finally:
            server.stop()


def sweep(server: TwinServer, pairs: int, first: int) -> None:
    found, number, began = Found(), first, time.monotonic()
    kinds: tuple[Callable[[TwinServer, int], Found], ...] = (of_towns, of_towns, of_towns, of_windows)
    while found.pairs < pairs:
        found = found.plus(kinds[number % len(kinds)](server, number))
        hang_up()
        number += 1
        if number % 20 == 0:
            typer.echo(f"{found.pairs:,} pairs, {found.messages:,} messages in {time.monotonic() - began:.0f} s")
    unequal = f"{found.secret:,} of them with more done unseen in one"
    typer.echo(f"{found.pairs:,} pairs ({unequal}), {found.messages:,} messages: alike")


if __name__ == "__main__":
    typer.run(main)
