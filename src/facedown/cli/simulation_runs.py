"""Running simulations for `facedown simulate`: each variant with a progress bar, results files and pages."""

from __future__ import annotations

import shlex
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from facedown.cli.console import err, fail
from facedown.cli.variants import Variant

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from facedown.core.game import Game
    from facedown.lab import SimulationReport
    from facedown.lab.results import Results

GAMES_BY_SKILL = 2000
KEPT = "what could be written is in the journal beside it, and the same command goes on from there"


class Work(NamedTuple):
    """What all variants of a simulation have in common."""

    game: Game
    games: int
    agents: Sequence[str]
    seats: int | None
    seed: str
    cores: int | None
    on_gpu: bool
    cluster: str | None = None  # the address of a Ray cluster that plays the games


class Played(NamedTuple):
    """The reports of the variants that were played."""

    reports: list[SimulationReport]
    not_kept: str = ""  # why the results file does not have them, if so


def check_gpu() -> None:
    """End the command with one line if there is no CUDA device to play on."""
    from facedown.core.batch import gpu_is_there

    if not gpu_is_there():
        fail("there is no CUDA device here; leave --gpu out, and the games are played on the cores")


def run_variants(work: Work, variants: Sequence[Variant], file: Path | None) -> Played:
    """A report for each variant, except those that were not begun before Ctrl-C or a full disk."""
    reports: list[SimulationReport] = []
    try:
        _run(work, variants, file, reports)
    except OSError as error:
        if not reports:
            raise
        return Played(reports, f"{error.filename}: {error.strerror}; {KEPT}")
    return Played(reports)


def _run(
    work: Work,
    variants: Sequence[Variant],
    file: Path | None,
    reports: list[SimulationReport],
) -> None:
    """Add to `reports`.  Raises OSError after the last one, if the file could not be written."""
    import msgspec

    from facedown import lab

    with ExitStack() as stack:
        results = stack.enter_context(_results(work, file)) if file else None
        executor = stack.enter_context(_cluster(work)) if work.cluster else None
        stopped, go_on = stack.enter_context(watched())
        for variant in variants:
            _, games, agents, _, seed, cores, on_gpu, _ = work
            report = lab.simulate(
                variant.game, games, agents, variant.seats, seed, variant.options, go_on,
                cores=cores, on_gpu=on_gpu, results=results, executor=executor,
            )  # fmt: skip
            reports.append(msgspec.structs.replace(report, varied=dict(variant.beside)))
            if stopped.is_set() or not reports[-1].finished:
                break


def _cluster(work: Work) -> Executor:
    from facedown.lab.cluster import Cluster

    assert work.cluster is not None
    return Cluster(work.cluster, work.cores)


def _results(work: Work, file: Path) -> Results:
    from facedown.lab.results import Results, Simulated

    game, count = work.game.contract, work.game.seats[0] if work.seats is None else work.seats
    return Results(file, Simulated(game.id, game.version, game.own_cards, count, tuple(work.agents), work.seed))


def write_page(file: Path, reports: Sequence[SimulationReport], work: Work) -> None:
    """Write the report's page, which also shows players of other strengths."""
    from facedown import lab
    from facedown.lab.page import page

    games, first = min(work.games, GAMES_BY_SKILL), reports[0]
    with progress_bar() as show:
        by_skill = [
            lab.simulate(work.game, games, [name], first.seats, work.seed, first.options, show, cores=work.cores)
            for name in ("random", *work.game.contract.bots())
        ]
    command = shlex.join(["facedown", *sys.argv[1:]])
    write_whole(file, page(reports, command, by_skill).encode())
    err.print(f"The report is in {file}.", soft_wrap=True)


def write_and_print(file: Path | None, data: bytes, show: Callable[[], object]) -> None:
    """Write the file, if one is named, and then print; `-` prints the data instead.

    In this order, since whoever reads what is printed may stop (`| head`); a disk may be full, too.
    """
    if str(file) == "-":
        sys.stdout.write(data.decode())
        return
    try:
        if file is not None:
            write_whole(file, data)
    finally:
        show()


def write_whole(file: Path, data: bytes) -> None:
    """Write a file completely, or end the command and leave the old file unchanged."""
    device = file.exists() and not file.is_file()
    whole = file if device else file.resolve()  # a link goes on leading there
    part = file if device else whole.with_name(f"{whole.name}.part")
    try:
        part.write_bytes(data)
        if not device:
            part.replace(whole)
    except OSError as error:
        if not device:
            with suppress(OSError):
                part.unlink(missing_ok=True)
        fail(f"{file}: {error.strerror}")


@contextmanager
def stopping(begun: Callable[[], bool] = lambda: True) -> Iterator[threading.Event]:
    """An event that Ctrl-C and SIGTERM set, so that files are written completely; a second one interrupts, as the
    first does before anything has `begun`."""
    stopped = threading.Event()

    def stop(number: int, frame: object) -> None:
        if stopped.is_set() or not begun():
            raise KeyboardInterrupt
        stopped.set()

    before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield stopped
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def watched() -> Iterator[tuple[threading.Event, Callable[[int, int], bool]]]:
    """`stopping` with a progress bar: a function that shows what is done and says whether to go on.

    Until it is called the rules compile, and nothing would be lost.
    """
    playing = threading.Event()
    with stopping(playing.is_set) as stopped, progress_bar() as show:

        def go_on(done: int, total: int) -> bool:
            playing.set()
            show(done, total)
            return not stopped.is_set()

        try:
            yield stopped, go_on
        except KeyboardInterrupt:
            if not playing.is_set():
                err.print("Stopped before the first game was over.")
            raise


@contextmanager
def leaving_in_order() -> Iterator[None]:
    """Exit properly on SIGTERM or when the terminal closes, so that programs on seats end with the command."""

    def leave(number: int, frame: object) -> None:
        raise SystemExit(128 + number)

    before = {number: signal.signal(number, leave) for number in (signal.SIGTERM, signal.SIGHUP)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def progress_bar() -> Iterator[Callable[[int, int], None]]:
    """Show a progress bar; yields a function of the number of games done and the total."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("games"),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=err, transient=True, disable=not err.is_terminal) as progress:
        bar = progress.add_task("compiling", total=None, rate="")

        def show(done: int, total: int) -> None:
            speed = progress.tasks[0].speed
            rate = f"{speed:,.0f} a second" if speed else ""
            progress.update(bar, description="playing", completed=done, total=total, rate=rate)

        yield show
