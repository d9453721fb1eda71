"""`facedown simulate`: many games, a progress bar, and a report with intervals."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer
from rich.markup import escape

from facedown.cli.console import (
    STOPPED,
    Cards,
    GameName,
    Options,
    caution,
    err,
    fail,
    game_with,
    options_in,
    value_of,
)
from facedown.cli.reporting import print_report
from facedown.cli.simulation_runs import Work, check_gpu, run_variants, write_and_print, write_page
from facedown.cli.variants import variants_of, varied
from facedown.core.compiling import can_compile
from facedown.core.flat import FlatGame
from facedown.core.spelling import counted

if TYPE_CHECKING:
    from facedown.core.game import Game
    from facedown.lab import SimulationReport

Games = Annotated[int, typer.Option("--games", "-n", metavar="N", min=1, help="The number of games to play.")]


def agents_option(default: str) -> Any:
    said = "The players seat by seat; the last one fills the remaining seats."
    return typer.Option("--agents", "-a", metavar="NAME,...", help=said, show_default=default)


Agents = Annotated[list[str] | None, agents_option("random")]
Seats = Annotated[
    int | None, typer.Option(metavar="N", help="The number of seats.", show_default="the fewest possible")
]
Players = Annotated[
    int | None,
    typer.Option(metavar="N", help="The number of players, not counting a storyteller; use it instead of --seats."),
]
Script = Annotated[
    str | None,
    typer.Option(metavar="SCRIPT", help="Short for --option script=...; can also be the JSON file of a script."),
]
Seed = Annotated[str, typer.Option(metavar="SEED", help="The same seed gives the same games.")]
Cores = Annotated[
    int | None, typer.Option(metavar="N", min=1, help="The number of cores to use.", show_default="all")
]
OnGpu = Annotated[bool, typer.Option("--gpu", help="Play on a CUDA device.")]
OnCluster = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        metavar="ADDRESS",
        help="Play on a Ray cluster: its address, `auto` for one started by `ray start`, or `local` to start one.",
    ),
]
Json = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Write the report as JSON to this file; `-` prints it.")
]
Vary = Annotated[
    list[str] | None,
    typer.Option(
        metavar="NAME=A,B,...",
        help="Simulate with each of these values of an option, of `seats`, or of a card (NAME.KEY).",
    ),
]
Out = Annotated[
    Path | None,
    typer.Option(
        "--out",
        metavar="FILE",
        help="Write a row for each game to this Parquet file; if it exists, continue from it.",
    ),
]
Page = Annotated[Path | None, typer.Option("--report", metavar="FILE", help="Write the report as an HTML page.")]


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
    cluster: OnCluster = None,
    json: Json = None,
    vary: Vary = None,
    results: Out = None,
    page: Page = None,
) -> None:
    """Play many games and report who wins.

    The report has confidence intervals, counts and speed.  Players change seats from game to game.
    Ctrl-C stops and reports the games played so far; with --out, running the same command again continues
    from there.

    \b
    Examples:
      facedown simulate gotcha --games 100000
      facedown simulate bayou-boss --seats 4 --agents sensible,random --seed 7
      facedown simulate gotcha --cards mine.toml
      facedown simulate gotcha -n 1000 --json report.json
      facedown simulate gotcha --vary tier=starter,advanced \\
          --out games.parquet --report report.html
      facedown simulate botch --vary seats=3,4,5 -a sensible
      facedown simulate gotcha --vary "Draw {type}.copies=1,2,3"
      facedown simulate clocktower --script "Trouble Brewing" --players 7 -n 1000
    """
    found = game_with(game, cards)
    count = _seats(found, seats, players)
    chosen = dict(options_in(options or [])) | _with_script(script)
    variants = variants_of(found, count, chosen, varied(vary or []))
    check_files(json, results, page, read=(cards,))
    if page is not None:
        if str(page) == "-":
            fail("--report writes a page to a file; to print the report as JSON: --json -")
        import facedown.lab.page  # noqa: F401 - it says what is not installed
    if results is not None and any(variant.beside for variant in variants):
        fail("--out keeps games of one set of cards and one number of seats; leave it out, or what is varied")
    _check_machine(found, gpu=gpu, cluster=cluster)
    caution(found, *(variant.options for variant in variants))
    work = Work(found, games, names_in(agents), count, seed, cores, gpu, cluster)
    reports, not_kept = run_variants(work, variants, results)
    _write(reports, json, page, work)
    _say_what_was_held(reports, games, results)
    if not_kept:
        fail(not_kept)
    if not reports[-1].finished:
        more = f"; the same command goes on from there: {results}" if results else ""
        say_stopped(reports[-1].games, counted(games, "game"), more)


def names_in(agents: Sequence[str] | None) -> list[str]:
    return [name.strip() for name in ",".join(agents or ["random"]).split(",") if name.strip()]


def _check_machine(game: Game, *, gpu: bool, cluster: str | None) -> None:
    """Say that it will be slow, or end the command if a GPU is wanted and there is none."""
    if gpu and cluster:
        fail("use --gpu or --cluster, not both")
    if isinstance(game, FlatGame) and not can_compile():
        err.print(escape("The rules are not compiled; pip install 'facedown[fast]' makes this far faster."))
    if gpu:
        check_gpu()


def _say_what_was_held(reports: Sequence[SimulationReport], games: int, results: Path | None) -> None:
    """Say so, if a results file held more games than were asked for."""
    if (held := max(report.games for report in reports)) > games:
        more = f"{results} already held {held:,} games, more than {games:,}; the report is about all of them."
        err.print(escape(more), soft_wrap=True)


def say_stopped(done: int, of: str, more: str = "") -> NoReturn:
    """End the command after Ctrl-C."""
    err.print(escape(f"Stopped after {done:,} of {of}{more}."), soft_wrap=True)
    raise typer.Exit(STOPPED)


def _seats(game: Game, seats: int | None, players: int | None) -> int | None:
    """The number of seats wanted, including host seats; None for the usual number."""
    if players is None:
        return seats
    if seats is not None:
        fail("use --seats or --players, not both")
    return players + game.contract.host_seats


def check_files(*written: Path | None, read: Sequence[Path | None] = ()) -> None:
    """End the command before any game is played if these could not be written afterwards, beside those read."""
    named = {file.resolve() for file in read if file is not None}
    for file in filter(None, written):
        if file.is_dir():
            fail(f"{file} is a folder; name a file in it, such as {file / 'report'}")
        if str(file) == "-" or (file.exists() and not file.is_file()):
            continue
        whole = file.resolve()
        if not whole.parent.is_dir():
            fail(f"{file}: there is no folder {file.parent} to write to")
        if whole in named:
            fail(f"{file} is named twice; one of the two would replace the other")
        named.add(whole)
        try:
            tempfile.TemporaryFile(dir=whole.parent).close()
        except OSError as error:
            fail(f"{file}: nothing can be written to the folder {file.parent}: {error.strerror}")


def _with_script(script: str | None) -> dict[str, str]:
    """The option that stands for --script: its name, or the text of a JSON file."""
    return {} if script is None else {"script": value_of(script)}


def _write(reports: Sequence[SimulationReport], json: Path | None, page: Path | None, work: Work) -> None:
    """Write the files, and print.  The JSON is a list, if there are several."""
    import msgspec

    def show() -> None:
        for report in reports:
            print_report(report)

    whole = reports[0].json() if len(reports) == 1 else msgspec.json.format(msgspec.json.encode(reports), indent=2)
    try:
        if page is not None:
            write_page(page, reports, work)
    finally:
        write_and_print(json, whole + b"\n", show)
