"""`facedown simulate`: many games, a progress bar, and a report with intervals."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.markup import escape

from facedown.cli.console import STOPPED, Cards, GameName, Options, err, fail, game_with, options_in, text_of
from facedown.cli.reporting import print_report
from facedown.core.flat import FlatGame
from facedown.core.layout import can_compile
from facedown.core.spelling import counted

if TYPE_CHECKING:
    from facedown.lab import Report

Games = Annotated[int, typer.Option("--games", "-n", min=1, help="The number of games to play.")]
Agents = Annotated[
    list[str] | None,
    typer.Option(
        "--agents",
        "-a",
        metavar="NAME,...",
        help="The players seat by seat; the last one fills the remaining seats.  [dim]default: random[/dim]",
    ),
]
Seats = Annotated[int | None, typer.Option(help="The number of seats.  [dim]default: the fewest possible[/dim]")]
Players = Annotated[
    int | None, typer.Option(help="The number of players, without a storyteller's seat; instead of --seats.")
]
Script = Annotated[
    str | None, typer.Option(help="Short for --option script=..., or the name of a script's JSON file.")
]
Seed = Annotated[str, typer.Option(help="The same seed gives the same games.")]
Cores = Annotated[int | None, typer.Option(min=1, help="The number of cores to use.  [dim]default: all[/dim]")]
OnGpu = Annotated[bool, typer.Option("--gpu", help="Play on a CUDA device.")]
Json = Annotated[Path | None, typer.Option(help="Write the report as JSON to this file; `-` prints it.")]


def simulate(
    game: GameName,
    games: Games = 10_000,
    agents: Agents = None,
    seats: Seats = None,
    players: Players = None,
    script: Script = None,
    seed: Seed = "0",
    options: Options = None,
    cards: Cards = None,
    cores: Cores = None,
    gpu: OnGpu = False,
    json: Json = None,
) -> None:
    """Play many games and report who wins, with confidence intervals and speed.

    Players change seats from game to game.  Ctrl-C stops and reports the games played so far.

    [bold]Examples[/bold]

      facedown simulate gotcha --games 100000
      facedown simulate bayou-boss --seats 4 --agents sensible,random --seed 7
      facedown simulate gotcha --cards mine.toml
      facedown simulate gotcha -n 1000 --json report.json
      facedown simulate clocktower --script "Trouble Brewing" --players 7 --games 1000
    """
    from facedown import lab

    found = game_with(game, cards)
    names = [name.strip() for name in ",".join(agents or ["random"]).split(",") if name.strip()]
    chosen = dict(options_in(options or [])) | _with_script(script)
    if players is not None:
        if seats is not None:
            fail("use --seats or --players, not both")
        seats = players + found.host_seats
    if json is not None and str(json) != "-" and not json.parent.is_dir():
        fail(f"{json}: there is no folder {json.parent} to write to")  # said before the games, not after
    if isinstance(found, FlatGame) and not can_compile():
        err.print(escape("The rules are not compiled; pip install 'facedown[fast]' makes this far faster."))
    with progress_bar() as show:
        report = lab.simulate(found, games, names, seats, seed, chosen, progress=show, cores=cores, on_gpu=gpu)
    _write(report, json)
    if not report.finished:
        err.print(f"Stopped after {report.games:,} of {counted(games, 'game')}.")
        raise typer.Exit(STOPPED)


def _with_script(script: str | None) -> dict[str, str]:
    """The option that stands for --script: its name, or the text of a JSON file."""
    return {} if script is None else {"script": text_of(f"@{script}" if script.endswith(".json") else script)}


@contextmanager
def progress_bar() -> Iterator[Callable[[int, int], None]]:
    """A bar on the screen; gives what is to be called with how many games are done, and of how many."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("games"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=err, transient=True) as progress:
        bar = progress.add_task("compiling", total=None)

        def show(done: int, total: int) -> None:
            progress.update(bar, description="playing", completed=done, total=total)

        yield show


def _write(report: Report, json: Path | None) -> None:
    """Print the report, or as JSON, where `-` is named; another file gets it beside."""
    if str(json) == "-":
        sys.stdout.write(report.json().decode() + "\n")
        return
    print_report(report)
    if json is not None:
        try:
            json.write_bytes(report.json() + b"\n")
        except OSError as error:
            fail(f"{json}: {error.strerror}")
