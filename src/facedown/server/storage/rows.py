"""The rows of the database: its tables, what is read of them, and what can be written to them.

There are tables of games, their seats, the games played, every move as one row, and the chat.  Nothing has been
released, so there are no steps from one form to the next: a database of another one is refused.  For each kind of
thing that is written there is a statement, with its values; `Store.write` carries them out.
"""

from __future__ import annotations

import contextlib
import hashlib
import time
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import msgspec
import sqlalchemy as sa
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

    `moves` and `version` are those of its last game; `lines` are the last ones of each seat; `keys`
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


metadata = sa.MetaData(naming_convention={"ix": "ix_%(column_0_label)s", "pk": "pk_%(table_name)s"})


class Json(TypeDecorator[Any]):
    """A value of this type, as JSON.  What cannot be read is None."""

    impl, cache_ok = sa.String, True

    def __init__(self, of: Any = Any) -> None:
        super().__init__()
        self.of = of

    def process_bind_param(self, value: Any, dialect: sa.Dialect) -> str | None:
        return None if value is None else msgspec.json.encode(value).decode()

    def process_result_value(self, value: str | None, dialect: sa.Dialect) -> Any:
        try:
            return None if value is None else msgspec.json.decode(value, type=self.of)
        except msgspec.DecodeError:
            return None


def _key(name: str, kind: Any = sa.String) -> sa.Column[Any]:
    return sa.Column(name, kind, primary_key=True, autoincrement=False)


def _must(name: str, kind: Any = sa.String) -> sa.Column[Any]:
    return sa.Column(name, kind, nullable=False)


def _number() -> sa.Column[Any]:
    """The rows in order."""
    return sa.Column("id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), primary_key=True, autoincrement=True)


TABLES = sa.Table(
    "tables",
    metadata,
    _key("code"),
    _must("game"),
    _must("options", Json(dict[str, str | int])),
    sa.Column("cards", sa.String),  # a cards file; None: the game's own cards
    _must("pace"),
    _must("host"),  # hash of the host's secret
    _must("created", sa.BigInteger),  # Unix time, for people; nothing depends on it
    sa.Column("waits", sa.Boolean),  # shall bots wait for people; None: nobody has said
    _must("listed", sa.Boolean),  # may everybody find it on the home page
    sa.Column("talk", sa.Boolean, nullable=False, default=True),  # False: the host has closed Talk
    sa.Column("voice", sa.String),  # a link to where the table talks aloud
    sa.Column("called_off", sa.Integer, nullable=False, default=0),  # starts, since the last game began
    sa.Column("open_until", sa.Float),  # Unix time: until then it is in the list of open tables that servers share
)

# The addresses from which nobody may take a seat at a table; `who`: a hash of the code and the address.
BLOCKED = sa.Table("blocked", metadata, _key("code"), _key("who"))

SEATS = sa.Table(
    "seats",
    metadata,
    _key("code"),
    _key("seat", sa.Integer),
    sa.Column("name", sa.String),
    sa.Column("bot", sa.String),
    sa.Column("secret", sa.String),  # hash of the secret of the person who has the seat
    sa.Column("face", sa.String),  # six letters, as `wire.Face`
)

GAMES = sa.Table(
    "games",
    metadata,
    _key("code"),
    _key("game", sa.Integer),  # 1, 2, ... at this table
    _must("seed"),
    _must("names", Json(tuple[str, ...])),  # of the seats, when this game began
    sa.Column("winners", Json(tuple[int, ...])),  # seats; None while the game goes on
    sa.Column("deal", sa.String),  # how the seed was made, as a record says it; None: by the server alone
    _must("version", sa.Integer),  # of the rules: `Contract.version`
)

MOVES = sa.Table(
    "moves",
    metadata,
    _key("code"),
    _key("game", sa.Integer),
    _key("number", sa.Integer),  # from 0
    _must("seat", sa.Integer),
    _must("move", Json()),  # as of `match.Row`
    _must("at", sa.BigInteger),  # Unix time, for people
    sa.Column("key", sa.String),  # with which a page sent it: what it sends again with this key is not done again
)

# What somebody has reported about somebody else at a table, for whoever runs the server.
REPORTS = sa.Table(
    "reports",
    metadata,
    _number(),
    sa.Column("code", sa.String, nullable=False, index=True),
    _must("at", sa.BigInteger),
    _must("name"),  # of the person it is about
    sa.Column("address", sa.String),  # theirs
    _must("why"),
    _must("said", Json(tuple[str, ...])),  # the last things that they said
)

LINES = sa.Table(
    "lines",
    metadata,
    _number(),
    sa.Column("code", sa.String, nullable=False, index=True),
    _must("seat", sa.Integer),
    _must("name"),
    _must("text"),
    _must("at", sa.BigInteger),
    sa.Column("who", sa.String),  # hash of the secret of the person who had the seat; None: nobody had
    sa.Column("key", sa.String),  # as of a move
)

# The first answer of each browser to the puzzle of a day; `who`: a hash of what it has made up for that day.
PUZZLE_ANSWERS = sa.Table(
    "puzzle_answers",
    metadata,
    _key("game"),
    _key("day"),
    _key("who"),
    _must("correct", sa.Boolean),
)

OF_A_TABLE = [table for table in metadata.sorted_tables if table is not PUZZLE_ANSWERS]  # these have its code


def form(of: sa.MetaData) -> str:
    """A name for these tables with these columns: with any other it is another one."""
    columns = sorted(
        f"{column} {column.type} {column.nullable} {column.primary_key}"
        for table in of.tables.values()
        for column in table.columns
    )
    return hashlib.sha256("\n".join(columns).encode()).hexdigest()[:12]


FORM = form(metadata)


# -- what can be written ------------------------------------------------------------------------------------------

OPEN = 5  # seconds for which a table is in the list of open tables, unless its server says so again

NOBODY = -1  # the seat of what somebody said whose seat is no longer there

Row: TypeAlias = Mapping[str, object]
Statement: TypeAlias = tuple[sa.Insert | sa.Update | sa.Delete, Row | list[Row]]

_INSERT_TABLE, _INSERT_SEAT = sa.insert(TABLES), sa.insert(SEATS)
_INSERT_GAME, _INSERT_LINE = sa.insert(GAMES), sa.insert(LINES)
INSERT_MOVE = sa.insert(MOVES)

# To make a statement takes longer than to carry it out: these, which every game needs, are made once.
_CODE: sa.BindParameter[str] = sa.bindparam("of_code")
_GAME: sa.BindParameter[int] = sa.bindparam("of_game")
_END_GAME = sa.update(GAMES).where(GAMES.c.code == _CODE, GAMES.c.game == _GAME).values(winners=sa.bindparam("won"))


def table_opened(
    code: str,
    game: str,
    options: dict[str, str | int],
    pace: str,
    host: str,
    *,
    listed: bool = False,
    cards: str | None = None,
) -> Statement:
    """`cards`: a cards file; None: the table has the game's own cards."""
    row = {"code": code, "game": game, "options": options, "cards": cards, "pace": pace, "host": host}
    return _INSERT_TABLE, {**row, "created": now(), "listed": listed}


def table_changed(code: str, **columns: object) -> Statement:
    """This table has these values in these columns from now on."""
    return sa.update(TABLES).where(TABLES.c.code == code).values(columns), {}


def waits_for_players(codes: Sequence[str], *, waits: bool) -> Statement:
    """For the next seconds, these tables are in the list of open tables that all servers share; or no more."""
    until = sa.func.extract("epoch", sa.func.now()) + OPEN if waits else None
    return sa.update(TABLES).where(TABLES.c.code.in_(codes)).values(open_until=until), {}


def blocked(code: str, who: str) -> list[Statement]:
    """Nobody of this address may take a seat at this table; `who`: its hash."""
    row = {"code": code, "who": who}
    old = sa.delete(BLOCKED).where(BLOCKED.c.code == code, BLOCKED.c.who == who)
    return [(old, {}), (sa.insert(BLOCKED), row)]


def reported(code: str, name: str, address: str | None, why: str, said: Sequence[str]) -> Statement:
    """A report about somebody of this name and address, with what they said last."""
    row = {"code": code, "at": now(), "name": name, "address": address, "why": why, "said": said}
    return sa.insert(REPORTS), row


def addresses_forgotten(before: int) -> Statement:
    """Reports from before this moment (Unix time) no longer say from where somebody was."""
    old = sa.update(REPORTS).where(REPORTS.c.at < before, REPORTS.c.address.is_not(None))
    return old.values(address=None), {}


def seats_are(code: str, seats: Sequence[SeatState]) -> tuple[Statement, Statement]:
    """A table has these seats, and no others."""
    new: list[Row] = [
        {"code": code, "seat": seat, **msgspec.structs.asdict(state)} for seat, state in enumerate(seats)
    ]
    return (sa.delete(SEATS).where(SEATS.c.code == code), {}), (_INSERT_SEAT, new)


def game_started(code: str, game: int, version: int, begun: StoredGame) -> Statement:
    """`version`: of the rules that play it."""
    return _INSERT_GAME, {"code": code, "game": game, "version": version, **msgspec.structs.asdict(begun)}


def game_ended(code: str, game: int, winners: Sequence[int] | None) -> Statement:
    """`winners`: None: its end was undone."""
    return _END_GAME, {"of_code": code, "of_game": game, "won": winners}


def move_made(code: str, game: int, number: int, seat: int, what: object, key: str | None = None) -> Statement:
    row = {"code": code, "game": game, "number": number, "seat": seat, "move": what, "key": key}
    return INSERT_MOVE, {**row, "at": now()}


def line_said(code: str, line: StoredLine, keep: int) -> tuple[Statement, Statement]:
    """One line more of a table's chat, of which the last `keep` lines of each seat are kept, with their keys."""
    row = {"code": code, **msgspec.structs.asdict(line), "at": now()}
    same = (LINES.c.code == code) & LINES.c.seat.in_((line.seat, NOBODY))
    last = sa.select(LINES.c.id).where(same).order_by(LINES.c.id.desc()).limit(1).offset(keep).scalar_subquery()
    return (_INSERT_LINE, row), (sa.delete(LINES).where(same, LINES.c.id <= last), {})


def lines_deleted(code: str, who: str) -> Statement:
    """What this person has said at this table is gone."""
    return sa.delete(LINES).where(LINES.c.code == code, LINES.c.who == who), {}


def table_deleted(code: str) -> list[Statement]:
    """This table is gone, with everything that is stored of it, except for reports about somebody there."""
    tables = [table for table in OF_A_TABLE if table is not REPORTS]
    return [(sa.delete(table).where(table.columns["code"] == code), {}) for table in tables]


def puzzle_answered(game: str, day: str, who: str, *, right: bool) -> Statement:
    """The first answer of somebody to the puzzle of a day; a conflict if they have answered it before."""
    return sa.insert(PUZZLE_ANSWERS), {"game": game, "day": day, "who": who, "correct": right}


def puzzles_forgotten(before: str) -> Statement:
    """The answers to puzzles of earlier days are gone."""
    return sa.delete(PUZZLE_ANSWERS).where(PUZZLE_ANSWERS.c.day < before), {}


def seat_put_before(
    code: str, game: int, seat: int, names: Sequence[str], options: dict[str, str | int]
) -> list[Statement]:
    """A game has these names and options from its beginning; what this seat and later ones did, the next did."""
    moves = sa.update(MOVES).where(MOVES.c.code == code, MOVES.c.game == game, MOVES.c.seat >= seat)
    games = sa.update(GAMES).where(GAMES.c.code == code, GAMES.c.game == game)
    return [
        (moves.values(seat=MOVES.c.seat + 1), {}),
        (games.values(names=names), {}),
        table_changed(code, options=options),
    ]


def seats_moved(code: str, places: Mapping[int, int | None]) -> list[Statement]:
    """Lines of Talk of these seats belong to others now: to `places`, None for a seat that is gone."""
    moved = {old: new for old, new in places.items() if new is not None and new != old}
    gone = [old for old, new in places.items() if new is None]
    lines = sa.update(LINES).where(LINES.c.code == code)
    changes: list[Statement] = []
    if gone:
        changes.append((lines.where(LINES.c.seat.in_(gone)).values(seat=NOBODY), {}))
    if moved:
        changes.append((lines.where(LINES.c.seat.in_(moved)).values(seat=sa.case(moved, value=LINES.c.seat)), {}))
    return changes


def now() -> int:
    return int(time.time())
