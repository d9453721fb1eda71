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


class SeatState(msgspec.Struct, frozen=True):
    """One seat: empty, a person's (it has a secret), a bot's, or a person's with a bot standing in.

    One that has a name and nothing else is kept for a person without a device.
    """

    name: str | None = None
    bot: str | None = None
    secret: str | None = None  # its hash
    face: str | None = None

    @property
    def held(self) -> bool:
        """Whether a person holds this seat's secret."""
        return self.secret is not None

    @property
    def kept(self) -> bool:
        """Whether it belongs to a person without a device, for whom somebody else answers."""
        return self.secret is None and self.bot is None and self.name is not None

    @property
    def persons(self) -> bool:
        """Whether it belongs to a person, with or without a device."""
        return self.held or self.kept

    @property
    def empty(self) -> bool:
        return self.secret is None and self.bot is None and self.name is None


EMPTY = SeatState()


class StoredLine(msgspec.Struct, frozen=True):
    """A line of Talk.  `who`: the secret, hashed, of the person who had the seat; `key`: with which it was sent."""

    seat: int
    name: str
    text: str
    who: str | None = None
    key: str | None = None


class StoredGame(msgspec.Struct, frozen=True):
    seed: str
    names: tuple[str, ...]
    winners: tuple[int, ...] | None
    deal: str | None = None  # how the seed was made, as a record says it


class StoredTable(msgspec.Struct, frozen=True):
    """Everything that is stored of a table.

    `moves`, `version` and `last_views` are those of its last game; `lines` are the last ones of each seat; `keys`
    are the seats and keys of these lines and of the moves in its last two games, the latest last.  `is_damaged`:
    its options, the moves of its last game or names cannot be read, and are empty here.
    """

    code: str
    game: str
    options: dict[str, str | int]
    pace: str
    host: str
    seats: tuple[SeatState, ...]
    games: tuple[StoredGame, ...]
    moves: tuple[tuple[int, Any], ...]  # as of `match.Row`
    lines: tuple[StoredLine, ...]
    version: int = 1
    last_views: bytes | None = None
    keys: tuple[tuple[int, str], ...] = ()
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
