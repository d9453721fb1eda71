"""Every game at every size that matters, and random positions of it, for the laws to be tried on."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Any, TypeVar

import numpy as np

import facedown
from facedown.agents import RandomAgent, luck_of
from facedown.core.chance import GAMES as PURPOSE
from facedown.core.chance import fill_block, key_of, luck_below
from facedown.core.flat import FlatGame
from facedown.core.game import Game
from facedown.core.history import Frame, Played
from facedown.core.layout import Ints
from facedown.core.table import Table
from tests.how_much import ALL, some
from tests.sample_game import GAME as SAMPLE

ONE_IN = 4  # steps: time runs out, or a seat acts unasked
RECENT = 3  # frames at the end that a twin has dealt anew, too
GAMES = [*(game for name in facedown.games() if isinstance(game := facedown.game(name), FlatGame)), SAMPLE]


def tables_of(games: list[FlatGame]) -> list[tuple[FlatGame, int]]:
    """Each game with the fewest and the most seats; in the sweep with some in between, too."""
    return [
        (game, seats)
        for game in games
        for seats in sorted({game.seats[0], game.seats[-1], *some((), (game.seats[len(game.seats) // 2],))})
    ]


TABLES = tables_of(GAMES)


def name(value: object) -> str:
    return value.id if isinstance(value, FlatGame) else str(value)


G = TypeVar("G", bound=Game)


def another(game: G) -> G:
    """The same game in an instance of its own, to be compiled or changed: `copy.copy` gives the one there is."""
    twin = object.__new__(type(game.contract))
    vars(twin).update(vars(game.contract))
    return type(game)(twin)


def in_fast_vectors(game: FlatGame) -> bool:
    """Whether vectors of this game are compiled: of one game and the sample, as all have one driver."""
    return ALL or game.id in ("gotcha", SAMPLE.id)


def fast(game: FlatGame) -> FlatGame:
    """The same game, compiled; the original stays as it was for the tests that want it interpreted."""
    twin = _to_compile(game)
    twin.compile()  # each time: at the end of a test it runs as Python again
    return twin


@functools.cache
def _to_compile(game: FlatGame) -> FlatGame:
    return another(game)


def options_of(game: FlatGame, seed: int, seats: int) -> dict[str, Any]:
    """Every option takes every value that it can with so many seats, as seeds go by."""
    found: dict[str, Any] = {}
    for option in game.options:
        there = [one for one in option.choices if not option.of_seats or isinstance(one, str) or one <= seats]
        found[option.name] = there[seed % len(there)]
    return found


def played(game: FlatGame, seats: int, seed: int) -> Iterator[Table]:
    """One random game: the same table again and again, whenever somebody is asked, and at its end.

    Where the clock runs, time sometimes runs out; where seats may act unasked, they sometimes do.
    """
    table = game.new(seats, seed, **options_of(game, seed, seats))
    anybody = RandomAgent(luck_of("laws", seed))
    while True:
        yield table
        if not table.asked:
            return
        if table.timing.seconds is not None and luck_below(anybody.luck, ONE_IN) == 0:
            table.wait()
            continue
        some = table.free if table.free and luck_below(anybody.luck, ONE_IN) == 0 else table.asked
        seat = some[int(anybody.luck[1]) % len(some)]
        table.play(seat, anybody.choose(None, table.legal(seat)))


def receivers(table: Table) -> list[int | None]:
    return [None, *range(len(table.names))]


def twin_of(table: Table, seat: int | None, seed: object) -> Table:
    """The same table to `seat`; what it may not know is dealt anew, in what has just been as well."""
    game = table.contract
    twin = table.copy()
    twin._position = game.determinize(table.position(), seat, seed)
    first = max(0, len(table.frames) - RECENT)
    twin.frames[first:] = [
        Frame(game.determinize(frame.position, seat, f"{seed} {number}"), frame.lines, {})
        for number, frame in enumerate(table.frames[first:], first)
    ]
    twin._forget()  # what has been seen of the true position is not to be shown again
    twin._history.lines = [Played(played.seat, "something") for played in table.history]
    return twin


def luck_in_batch(game: FlatGame, seed: object, number: int) -> Ints:
    """The luck with which random players choose in this game of a batch."""
    block = np.zeros(16, np.uint32)
    fill_block(block, np.array(key_of(game.id, seed), np.uint32), number, PURPOSE)
    luck = block[4:8].copy()
    luck[0] |= 1
    return luck
