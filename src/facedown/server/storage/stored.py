"""What is stored: the tables of the database, and what is read of them.

There are tables of games, their seats, the games played, every move as one row, and the chat.  Nothing has been
released, so there are no steps from one form to the next: a database of another one is refused.
"""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Mapping
from typing import Any

import msgspec
from sqlalchemy import BigInteger, Boolean, Column, Dialect, Float, Integer, LargeBinary, MetaData, String, Table
from sqlalchemy.types import TypeDecorator

from facedown.core.contract import Contract
from facedown.core.errors import BadOption

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


def usable_options(game: Contract, options: Mapping[str, str | int]) -> dict[str, str | int]:
    """The options of a table without those that its game no longer has."""
    known: dict[str, str | int] = {}
    for name, value in options.items():
        with contextlib.suppress(BadOption):
            known |= {name: game.checked_options({name: value})[name]}
    return game.checked_options(known)


# -- the tables of the database -----------------------------------------------------------------------------------


metadata = MetaData(naming_convention={"ix": "ix_%(column_0_label)s", "pk": "pk_%(table_name)s"})


class Json(TypeDecorator[Any]):
    """A value of this type, as JSON.  What cannot be read is None."""

    impl, cache_ok = String, True

    def __init__(self, of: Any = Any) -> None:
        super().__init__()
        self.of = of

    def process_bind_param(self, value: Any, dialect: Dialect) -> str | None:
        return None if value is None else msgspec.json.encode(value).decode()

    def process_result_value(self, value: str | None, dialect: Dialect) -> Any:
        try:
            return None if value is None else msgspec.json.decode(value, type=self.of)
        except msgspec.DecodeError:
            return None


def _key(name: str, kind: Any = String) -> Column[Any]:
    return Column(name, kind, primary_key=True, autoincrement=False)


def _must(name: str, kind: Any = String) -> Column[Any]:
    return Column(name, kind, nullable=False)


def _number() -> Column[Any]:
    """The rows in order."""
    return Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=True)


TABLES = Table(
    "tables",
    metadata,
    _key("code"),
    _must("game"),
    _must("options", Json(dict[str, str | int])),
    Column("cards", String),  # a cards file; None: the game's own cards
    _must("pace"),
    _must("host"),  # hash of the host's secret
    _must("created", BigInteger),  # Unix time, for people; nothing depends on it
    Column("waits", Boolean),  # shall bots wait for people; None: nobody has said
    _must("listed", Boolean),  # may everybody find it on the home page
    Column("talk", Boolean, nullable=False, default=True),  # False: the host has closed Talk
    Column("voice", String),  # a link to where the table talks aloud
    Column("called_off", Integer, nullable=False, default=0),  # starts, since the last game began
    Column("open_until", Float),  # Unix time: until then it is in the list of open tables that servers share
)

# The addresses from which nobody may take a seat at a table; `who`: a hash of the code and the address.
BLOCKED = Table("blocked", metadata, _key("code"), _key("who"))

SEATS = Table(
    "seats",
    metadata,
    _key("code"),
    _key("seat", Integer),
    Column("name", String),
    Column("bot", String),
    Column("secret", String),  # hash of the secret of the person who has the seat
    Column("face", String),  # six letters, as `wire.Face`
)

GAMES = Table(
    "games",
    metadata,
    _key("code"),
    _key("game", Integer),  # 1, 2, ... at this table
    _must("seed"),
    _must("names", Json(tuple[str, ...])),  # of the seats, when this game began
    Column("winners", Json(tuple[int, ...])),  # seats; None while the game goes on
    Column("deal", String),  # how the seed was made, as a record says it; None: by the server alone
)

# The version of the rules that plays a game, and what everybody saw when it was last left.
LAST_VIEWS = Table(
    "last_views",
    metadata,
    _key("code"),
    _key("game", Integer),
    _must("version", Integer),  # `Contract.version`; a game without a row was played by version 1
    Column("views", LargeBinary),  # as `archive.packed` makes it
)

MOVES = Table(
    "moves",
    metadata,
    _key("code"),
    _key("game", Integer),
    _key("number", Integer),  # from 0
    _must("seat", Integer),
    _must("move", Json()),  # as of `match.Row`
    _must("at", BigInteger),  # Unix time, for people
    Column("key", String),  # with which a page sent it: what it sends again with this key is not done again
)

# What somebody has reported about somebody else at a table, for whoever runs the server.
REPORTS = Table(
    "reports",
    metadata,
    _number(),
    Column("code", String, nullable=False, index=True),
    _must("at", BigInteger),
    _must("name"),  # of the person it is about
    Column("address", String),  # theirs
    _must("why"),
    _must("said", Json(tuple[str, ...])),  # the last things that they said
)

LINES = Table(
    "lines",
    metadata,
    _number(),
    Column("code", String, nullable=False, index=True),
    _must("seat", Integer),
    _must("name"),
    _must("text"),
    _must("at", BigInteger),
    Column("who", String),  # hash of the secret of the person who had the seat; None: nobody had
    Column("key", String),  # as of a move
)

# The first answer of each browser to the puzzle of a day; `who`: a hash of what it has made up for that day.
PUZZLE_ANSWERS = Table(
    "puzzle_answers",
    metadata,
    _key("game"),
    _key("day"),
    _key("who"),
    _must("correct", Boolean),
)

OF_A_TABLE = [table for table in metadata.sorted_tables if table is not PUZZLE_ANSWERS]  # these have its code


def form(of: MetaData) -> str:
    """A name for these tables with these columns: with any other it is another one."""
    columns = sorted(
        f"{column} {column.type} {column.nullable} {column.primary_key}"
        for table in of.tables.values()
        for column in table.columns
    )
    return hashlib.sha256("\n".join(columns).encode()).hexdigest()[:12]


FORM = form(metadata)
