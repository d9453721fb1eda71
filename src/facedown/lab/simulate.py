"""Playing many games and reporting the results."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from typing import TYPE_CHECKING

from facedown.core.batch import Batch, Outcome
from facedown.core.chance import checked_seed
from facedown.core.errors import BadOption
from facedown.core.facts import checked_count
from facedown.core.flat.players import RANDOM
from facedown.core.game import Game
from facedown.lab.batches import OwnBot, batch_of, fill, named
from facedown.lab.executors import pieces_elsewhere
from facedown.lab.process_batch import PlayedBatch
from facedown.lab.report import SimulationReport, Tally
from facedown.lab.table_batch import SeatedBatch

if TYPE_CHECKING:
    from facedown.lab.results import Results  # needs PyArrow

Progress = Callable[[int, int], object]


def simulate(
    game: Game,
    games: int,
    agents: Sequence[str | OwnBot] = (RANDOM,),
    seats: int | None = None,
    seed: object = 0,
    options: Mapping[str, object] | None = None,
    progress: Progress | None = None,
    *,
    cores: int | None = None,
    on_gpu: bool = False,
    results: Results | None = None,
    executor: Executor | None = None,
) -> SimulationReport:
    """Play `games` games and report who won, with confidence intervals, and at what speed.

    `agents` are names of players, or your own bots: functions like those in the game's `bots.py`.  If marked
    `@facedown.compiles`, these are compiled, otherwise run as Python.  The last one is repeated to fill the seats,
    and players change seats from game to game, so that no player gains by its seat.  Game i can be replayed at a
    table with the seed "<seed>/<i>".

    `progress(done, games)` is called now and then; if it returns False, or Ctrl-C is pressed, the games so far are
    reported.  `cores` is the number of cores to use (None: all), and `on_gpu` plays on a CUDA device instead.
    `results` is a file that gets a row for each game; games that it already has are not played again, and are in
    the report, even if there are more than `games`.  `executor`
    plays the games in other processes, on this machine or on a cluster (`lab.cluster`); the report is the same.

    Raises BadOption; Stuck if a game cannot go on.  If `results` cannot be written, it stops early, and the end of
    the file's `with` block raises OSError.
    """
    if not isinstance(game, Game):
        raise BadOption(f"the first argument must be a game, as returned by facedown.game('gotcha'), not {game!r}")
    checked_count("games", games)
    if cores is not None:
        checked_count("cores", cores)
    count = game.seats[0] if seats is None else game.contract.checked_seats(seats)
    seed = checked_seed(seed)
    names, own = named(agents)
    batch = batch_of(game, count, fill(names, count), options, own)
    if executor is None:
        batch.play(seed, 0, 1)  # compiles, before the clock runs
    elif own or on_gpu:
        what = "bots of your own" if own else "a GPU"
        raise BadOption(f"an executor plays with the game's own players, on cores; it cannot take {what}")
    tally = Tally(batch)
    for kept in results.kept(batch.options) if results else ():
        tally.add(kept)
    kept_decisions, begun = tally.decisions, time.perf_counter()
    if executor is not None:
        pieces = pieces_elsewhere(executor, batch, seed, games, tally.games)
    else:
        pieces = _pieces(batch, seed, games, cores, on_gpu, tally.games)
    _count(tally, pieces, games, results, progress)
    return tally.report(seed, games, time.perf_counter() - begun, tally.decisions - kept_decisions)


def _count(
    tally: Tally, pieces: Iterator[Outcome], games: int, results: Results | None, progress: Progress | None
) -> None:
    """Add the games to the tally and to the results, until they are all played or it is stopped."""
    try:
        for piece in pieces:
            tally.add(piece)
            counts = tally.counts
            if results is not None and not results.write(tally.batch.options, piece, counts.totals, counts.told):
                break
            if progress is not None and progress(tally.games, games) is False:
                break
    except KeyboardInterrupt:
        pass  # the games so far are reported


def _pieces(
    batch: Batch | PlayedBatch, seed: object, games: int, cores: int | None, on_gpu: bool, begin: int
) -> Iterator[Outcome]:
    if not on_gpu:
        return batch.pieces(seed, games, cores, begin=begin)
    if isinstance(batch, Batch) and batch.networks:
        raise BadOption("trained networks do not run on a GPU here; play them on cores")
    if isinstance(batch, SeatedBatch):
        raise BadOption("players that search do not run on a GPU")
    if isinstance(batch, PlayedBatch):
        raise BadOption(f"{batch.game.title} does not run on a GPU: its position is not a record")
    return batch.pieces_on_gpu(seed, games, begin=begin)
