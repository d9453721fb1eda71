"""Playing pieces of a batch in other processes: those of any executor, on this machine or on others.

A process gets a description of the batch as text, makes the batch once, and sends back how its games ended.
"""

from __future__ import annotations

import functools
import hashlib
import os
from collections.abc import Iterator
from concurrent.futures import Executor
from typing import NamedTuple

import numpy as np

from facedown.core.batch import Batch, Outcome, in_pieces
from facedown.core.compiling import PACKAGE
from facedown.core.errors import BadOption, Stuck
from facedown.games import game as known_game
from facedown.games import games as known_games
from facedown.lab.batches import batch_of
from facedown.lab.process_batch import PlayedBatch


class Task(NamedTuple):
    """What is to be played, in the form that is sent to other processes."""

    sources: str  # a digest of the rules' source: other rules would play other games
    game: str
    cards: str  # the text of own cards, or ""
    seats: int
    players: tuple[str, ...]
    options: tuple[tuple[str, str | int], ...]


def pieces_elsewhere(
    executor: Executor, batch: Batch | PlayedBatch, seed: object, games: int, begin: int
) -> Iterator[Outcome]:
    """The outcomes of a batch in pieces, in order from game `begin` on, played by an executor, which stays open.

    The executor gets two pieces at a time for each of its `workers`, if it has this attribute.  Raises Stuck,
    BadOption.
    """
    if batch.game.id not in known_games():
        raise BadOption(
            f"other processes do not find the game {batch.game.id!r}: put its folder into FACEDOWN_GAMES"
        )
    options = tuple(sorted(batch.options.items()))
    task = Task(sources(), batch.game.id, batch.game.own_cards, batch.seats, tuple(batch.players), options)
    ahead = 2 * int(getattr(executor, "workers", 0) or os.cpu_count() or 1)
    for piece in in_pieces(
        executor, functools.partial(play_piece, task), str(seed), games, batch.games_per_piece,
        ahead=ahead, begin=begin, keep=True,
    ):  # fmt: skip
        if isinstance(piece, Outcome):
            yield piece
        elif piece.cannot_play:
            raise BadOption(piece.message)
        else:
            raise Stuck(piece.message, piece.record)


class Failed(NamedTuple):
    """Why a piece was not played; not an exception, because not every executor can transfer these."""

    message: str
    record: str = ""
    cannot_play: bool = False


def play_piece(task: Task, seed: str, first: int, games: int) -> Outcome | Failed:
    """Play some games of a task, in this process."""
    try:
        return _batch_of(task).play(seed, first, games)._replace(positions=np.zeros(0))
    except Stuck as stuck:
        return Failed(str(stuck), stuck.record)
    except BadOption as wrong:
        return Failed(str(wrong), cannot_play=True)


@functools.cache
def sources() -> str:
    """A hash of the rules and of the cards that come with them."""
    digest = hashlib.sha256()
    for folder in ("core", "games"):
        for path in sorted((PACKAGE / folder).rglob("*.*")):
            if path.suffix in (".py", ".toml"):
                digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


@functools.lru_cache(4)
def _batch_of(task: Task) -> Batch | PlayedBatch:
    if sources() != task.sources:
        raise BadOption("another process has other rules: install the same version of Facedown on every machine")
    game = known_game(task.game, cards=task.cards or None)
    return batch_of(game, task.seats, task.players, dict(task.options))
