"""What is stored of a table, as it is read."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from typing import Any

import msgspec

from facedown.core.errors import BadOption
from facedown.core.game import Game

# Rows of moves that are nobody's: how often time ran out, how many moves were undone, and from where a game went on
# otherwise (`match.Fork`).
CLOCK_SEAT = -1
UNDO_SEAT = -2
FORK_SEAT = -3


class StoredSeat(msgspec.Struct, frozen=True):
    name: str | None
    bot: str | None
    secret: str | None
    face: str | None


EMPTY_SEAT = StoredSeat(None, None, None, None)


class StoredLine(msgspec.Struct, frozen=True):
    """A line of Talk.  `who`: the secret, hashed, of the person who had the seat."""

    seat: int
    name: str
    text: str
    who: str | None = None


class Keep(msgspec.Struct, frozen=True):
    """For how many days after the last move, or after it was opened, a table is kept."""

    unbegun_days: float = 7  # at which no game has begun
    finished_days: float = 90
    unfinished_days: float = 365


class StoredGame(msgspec.Struct, frozen=True):
    seed: str
    names: tuple[str, ...]
    winners: tuple[int, ...] | None
    deal: str | None = None  # how the seed was made, as a record says it


class StoredTable(msgspec.Struct, frozen=True):
    """Everything that is stored of a table.

    `moves`, `version` and `last_views` are those of its last game; `lines` is the end of its chat; `once` are the
    seats and keys of what was done in its last two games, the latest last.  `is_damaged`: its options or the moves
    of its last game cannot be read, and are empty here.
    """

    code: str
    game: str
    options: dict[str, str | int]
    pace: str
    host: str
    seats: tuple[StoredSeat, ...]
    games: tuple[StoredGame, ...]
    moves: tuple[tuple[int, Any], ...]  # as of `match.Row`
    lines: tuple[StoredLine, ...]
    version: int = 1
    last_views: bytes | None = None
    once: tuple[tuple[int, str], ...] = ()
    waits: bool | None = None
    cards: str | None = None
    listed: bool = False
    talk: bool = True
    voice: str | None = None
    called_off: int = 0
    blocked: frozenset[str] = frozenset()
    is_damaged: bool = False


class Waiting(msgspec.Struct, frozen=True):
    """A table that waits for players, maybe at another server."""

    code: str
    game: str
    options: dict[str, str | int]
    seats: int
    free: int


class StoredPast(msgspec.Struct, frozen=True):
    """An earlier game of a table: its moves, and the version of the rules that played it."""

    game: StoredGame
    moves: tuple[tuple[int, Any], ...]  # as of `match.Row`
    version: int


def usable_options(game: Game, options: Mapping[str, str | int]) -> dict[str, str | int]:
    """The options of a table without those that its game no longer has."""
    known: dict[str, str | int] = {}
    for name, value in options.items():
        with contextlib.suppress(BadOption):
            known |= {name: game.checked_options({name: value})[name]}
    return game.checked_options(known)
