"""The database: tables, their seats, the games played, every move as one row, and the chat.

When a `write` has been awaited, its changes are on disk.  Writes that wait at the same moment share one
transaction, so that two hundred tables cost hardly more than one.
"""

from __future__ import annotations

import asyncio
import contextlib
import math
import os
import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from itertools import chain
from operator import itemgetter
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

from sqlalchemy import Connection, Engine, Row, delete, func, select, text
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError, SQLAlchemyError

from facedown.core.errors import FacedownError
from facedown.server.limits import Limits
from facedown.server.storage import database, rows
from facedown.server.storage.database import PAGE, StorageError
from facedown.server.storage.rows import GAMES, LINES, MOVES, SEATS, TABLES, Statement, StoredTable

T = TypeVar("T")
Write: TypeAlias = tuple[tuple[Statement, ...], asyncio.Future[None]]  # what is changed, and who waits for it
_CHANGES: Callable[[Write], tuple[Statement, ...]] = itemgetter(0)

__all__ = ["Conflict", "Statement", "StorageError", "Store"]

FILE = "tables.db"
KEPT_FOR_MOVES = 0.1  # of the file: where no more than this is left, nothing but games that are played is stored
LOOK, LONG_LOOK = 1.0, 10.0  # seconds between two looks at how full SQLite's file is, or another database
LOOK_AFTER = 20  # changes, at least, after which SQLite's file is looked at, too: many may come within a second
LARGE_CHANGE = 2**16  # bytes: more than all but a few changes take; the next look comes before they fill the file
GATHERING = 0.004  # seconds for which a transaction waits for others' changes, while there are many
AT_A_TIME = 20  # tables that are deleted in one transaction, so that moves need not wait long
SHARE_AT_ONCE = 0.02  # of all tables: so many may `delete_old` delete, and one more
TRY = 5.0  # seconds between two tries whether anything can be stored
LONG_AGO = -math.inf
DAY = 86400

DEADLOCK = "40P01"  # PostgreSQL's code for two servers that wait for each other

BROKEN = "the connection to the database broke; nothing has changed, try again"


class Conflict(StorageError):
    """There is already a row with this key."""


class Store:
    """Reads tables and writes changes, in threads of its own."""

    def __init__(self, url: str, megabytes: float = 4096) -> None:
        """`megabytes`: the size at which the database counts as full.  Raises StorageError for a wrong address."""
        self.url = database.driver(url)
        self.hashing_key = b""  # for addresses, once the database is open
        self._megabytes, self._sqlite = megabytes, database.is_sqlite(self.url)
        self._writer = ThreadPoolExecutor(1, "store-writer")
        self._reader = ThreadPoolExecutor(2, "store-reader")
        self._waiting: list[Write] = []
        self._flushing: asyncio.Task[None] | None = None
        self._engine: Engine | None = None
        self._opened = 0.0  # monotonic: when this server has opened the database
        self._newest = math.inf  # Unix time: when the newest table was opened that was there then
        self._looked = LONG_AGO  # monotonic: when it was last looked how full the file is
        self._tried = LONG_AGO  # monotonic: when it was last tried to store something
        self._fails: StorageError | None = None  # with what that failed
        self._changed, self._look_after = 0, LOOK_AFTER  # changes since, and after how many it is looked at again
        self.is_nearly_full = False  # whether the rest of the space is kept for moves
        self._connection: Connection | None = None  # that writes and has the locks of tables
        self._locked: set[str] = set()  # the tables whose locks it has
        self._is_broken = False  # whether it has broken, until everybody has learned that
        self.lost: Callable[[], object] = lambda: None  # called when all that was locked is lost

    @property
    def is_shared(self) -> bool:
        """Whether other servers may use the same database."""
        return not self._sqlite

    def try_out(self) -> None:
        """Open the database and close it again, to find errors before the server starts.  Raises StorageError."""
        try:
            self._open()
        except SQLAlchemyError as error:
            raise database.unusable(self.url, error) from error
        finally:
            if self._engine is not None:
                self._engine.dispose()

    async def open(self) -> None:
        """Open the database, and make its tables if it is new.  Raises StorageError."""
        await self._in(self._writer, self._open)

    async def close(self) -> None:
        if self._flushing is not None:
            await self._flushing
        self._writer.submit(self._hang_up)
        self._writer.shutdown()
        self._reader.shutdown()
        if self._engine is not None:
            self._engine.dispose()

    async def rest(self) -> None:
        """Until something is wanted, keep neither statements as they are written nor SQLite's connection.

        A connection keeps a trace of its last 200 queries.
        """
        self._looked = LONG_AGO
        await self._in(self._writer, self._let_go)

    async def write(self, *changes: Statement) -> None:
        """Make all of these changes, or none.  Raises Conflict or StorageError."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((changes, done))
        if self._flushing is None:
            self._flushing = asyncio.create_task(self._flush())
        await done

    async def lock(self, code: str) -> bool:
        """Lock this table until the session ends; False if another server has it.  Raises StorageError."""
        return await self._in_session(self._lock, code) if self.is_shared else True

    def has(self, code: str) -> bool:
        """Whether this table, which was locked, still is."""
        return not self.is_shared or code in self._locked

    async def unlock(self, code: str) -> None:
        """Let another server have this table; what was written before is stored by then.  Raises StorageError."""
        if self.is_shared and code in self._locked:
            await self._in_session(self._unlock, code)

    async def try_writing(self) -> None:
        """Store something, and remove it again, if that has not just been tried.  Raises StorageError."""
        if time.monotonic() - self._tried < TRY:
            if self._fails is not None:
                raise self._fails
            return
        self._tried, self._fails = time.monotonic(), None
        line, forgotten = rows.line_said("", rows.StoredLine(0, "", "x" * PAGE), 0)
        try:
            await self.write(line, forgotten)
        except StorageError as error:
            self._fails = error
            raise

    async def look_after_session(self) -> None:
        """Find out whether this server still has what it has locked.  Raises StorageError if not."""
        if self.is_shared:
            await self._in_session(self._ping)

    async def _in_session(self, function: Callable[..., T], *arguments: object) -> T:
        """Do this in the session that writes; where it breaks, everybody learns that all locks are lost."""
        try:
            return await self._in(self._writer, function, *arguments)
        finally:
            self._tell_loss()

    def _tell_loss(self) -> None:
        """If the session has broken, refuse what waits to be written, and call `lost`."""
        if not self._is_broken:
            return
        self._is_broken, waiting, self._waiting = False, self._waiting, []
        for _, done in waiting:
            if not done.cancelled():
                done.set_exception(StorageError(BROKEN))
        self.lost()

    async def read(self, code: str) -> StoredTable | None:
        """The table with this code, or None.  Raises StorageError."""
        return await self._in(self._reader, self._read, code)

    async def read_game(self, code: str, number: int) -> rows.StoredPast | None:
        """Game `number` (from 1) of this table, or None if there is none.  Raises StorageError."""
        return await self._in(self._reader, self._read_game, code, number)

    async def waiting(self) -> list[rows.Waiting]:
        """The tables of all servers that are in the list of open tables.  Raises StorageError."""
        return await self._in(self._reader, self._read_waiting)

    async def puzzle_count(self, game: str, day: str) -> tuple[int, int]:
        """How many have answered the puzzle of a day, and how many had it right at first.  Raises StorageError."""
        return await self._in(self._reader, self._read_puzzle_count, game, day)

    async def delete_old(self, limits: Limits, spared: frozenset[str]) -> int:
        """Delete some of the tables that are too old, but not those `spared`; returns how many.

        A clock that is wrong does no great harm before somebody sees it: few go at once, and today is at most one
        day, and the time for which this server has run, after the newest table that it found.  Raises StorageError.
        """
        today, most = await self._in(self._reader, self._today)
        deleted, after = 0, ""
        while deleted < most:
            some, go_on = await self._in(
                self._writer, self._delete_old, limits, after, spared, today, most - deleted
            )
            deleted += some
            if go_on is None:
                break
            after = go_on
        return deleted

    async def forget_addresses(self, days: float) -> None:
        """Forget from where those were of whom reports are older than this.  Raises StorageError."""
        today, _ = await self._in(self._reader, self._today)
        await self.write(rows.addresses_forgotten(int(today - days * DAY)))

    async def _in(self, threads: ThreadPoolExecutor, function: Callable[..., T], *arguments: object) -> T:
        try:
            return await asyncio.get_running_loop().run_in_executor(threads, function, *arguments)
        except SQLAlchemyError as error:
            raise _as_facedown_error(error) from error

    async def _flush(self) -> None:
        """Write everything that waits in one transaction, until nothing waits.

        While many write, each transaction waits a moment for more: it costs the same with a few moves as with many.
        """
        alone = True
        try:
            while self._waiting:
                if not alone:
                    await asyncio.sleep(GATHERING)
                batch, self._waiting = self._waiting, []
                alone = len(batch) == 1
                outcomes = await asyncio.get_running_loop().run_in_executor(self._writer, self._write, batch)
                self._tell_loss()
                for (_, done), error in zip(batch, outcomes, strict=True):
                    if done.cancelled():
                        continue
                    if error is None:
                        done.set_result(None)
                    else:
                        done.set_exception(_as_facedown_error(error))
        finally:
            self._flushing = None

    # -- in the threads of the database ---------------------------------------------------------------------------

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[Connection]:
        """A transaction of the session that writes; it begins a new session where there is none."""
        assert self._engine is not None, "open() was not awaited"
        if self._is_broken:
            raise StorageError(BROKEN)
        if self._connection is None:
            self._connection = self._engine.connect()
        connection = self._connection
        try:
            with connection.begin():
                yield connection
        except BaseException:
            if connection.invalidated:
                self._hang_up()
                self._is_broken = True
            raise

    def _hang_up(self) -> None:
        """End the session that writes."""
        self._locked.clear()
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()

    def _let_go(self) -> None:
        assert self._engine is not None, "open() was not awaited"
        self._engine.clear_compiled_cache()
        if self._sqlite:
            self._hang_up()

    def _lock(self, code: str) -> bool:
        with self._transaction() as connection:
            if code not in self._locked and not database.lock(connection, code):
                return False
        self._locked.add(code)
        return True

    def _unlock(self, code: str) -> None:
        with self._transaction() as connection:
            database.unlock(connection, code)
        self._locked.discard(code)

    def _ping(self) -> None:
        with self._transaction() as connection:
            connection.execute(text("SELECT 1"))

    def _open(self) -> None:
        self._engine = database.connect(self.url, max(1, int(self._megabytes * 2**20) // PAGE))
        database.prepare(self._engine)
        self.hashing_key = database.hashing_key(self.url)
        with self._reading() as connection:
            self._newest = connection.scalar(select(func.max(TABLES.c.created))) or math.inf
        self._opened = time.monotonic()
        self._look()

    def _write(self, batch: list[Write]) -> list[Exception | None]:
        """Write the batch in one transaction or, if that fails, each in its own; returns their errors.

        What is wrong with one of them is no reason for another to fail.
        """
        try:
            self._commit(batch)
        except Exception as error:
            if len(batch) == 1 or _concerns_all(error):
                return [error] * len(batch)
            outcomes: list[Exception | None] = []
            while len(outcomes) < len(batch):
                alone, *_ = self._write([batch[len(outcomes)]])
                lost = alone is not None and _concerns_all(alone)
                outcomes += [alone] * (len(batch) - len(outcomes) if lost else 1)
            return outcomes
        return [None] * len(batch)

    def _commit(self, batch: list[Write]) -> None:
        moves: list[Mapping[str, object]] = []
        with self._transaction() as connection:
            for statement, row in chain.from_iterable(map(_CHANGES, batch)):
                self._changed += 1
                if statement is rows.INSERT_MOVE and isinstance(row, Mapping):
                    moves.append(row)
                else:
                    connection.execute(statement, row or None)
            if moves:  # those of all tables in one go: every statement is a way to the database and back
                connection.execute(rows.INSERT_MOVE, moves)
        many = self._sqlite and self._changed >= self._look_after
        if many or time.monotonic() - self._looked >= (LOOK if self._sqlite else LONG_LOOK):
            self._look()

    def _look(self) -> None:
        """See how full the database is."""
        assert self._engine is not None, "open() was not awaited"
        with self._engine.connect() as connection:
            if self._sqlite:
                pages = connection.scalar(text("PRAGMA page_count")) - connection.scalar(
                    text("PRAGMA freelist_count")
                )
                size = pages * PAGE
            else:
                size = connection.scalar(text("SELECT pg_database_size(current_database())"))
        left = self._megabytes * 2**20 * (1 - KEPT_FOR_MOVES) - size
        self.is_nearly_full, self._look_after = left < 0, max(LOOK_AFTER, int(left / LARGE_CHANGE))
        self._looked, self._changed = time.monotonic(), 0

    def _today(self) -> tuple[int, float]:
        """The time by which tables are old (Unix time), and how many of them may be deleted now."""
        with self._reading() as connection:
            count = connection.scalar(select(func.count()).select_from(TABLES)) or 0
        latest = self._newest + DAY + time.monotonic() - self._opened
        return int(min(rows.now(), latest)), 1 + SHARE_AT_ONCE * count

    def _delete_old(
        self, limits: Limits, after: str, spared: frozenset[str], today: int, most: float
    ) -> tuple[int, str | None]:
        """Delete the old ones of the next tables by code; how many, and where to go on (None: at the beginning)."""
        ages = limits.keep_unbegun_days, limits.keep_finished_days, limits.keep_unfinished_days
        oldest = today - min(ages) * DAY
        with self._transaction() as connection:
            next_ones = select(TABLES.c.code, TABLES.c.created).where(TABLES.c.code > after)
            found = connection.execute(next_ones.order_by(TABLES.c.code).limit(AT_A_TIME * 10)).all()
            idle = [row.code for row in found if row.created <= oldest and row.code not in spared]
            old = [c for c in idle if _is_old(connection, c, limits, today) and database.is_nobodys(connection, c)]
            old = old[: min(AT_A_TIME, math.ceil(most))]
            for table in rows.OF_A_TABLE:
                connection.execute(delete(table).where(table.columns["code"].in_(old)))
        if len(old) == AT_A_TIME:
            return len(old), old[-1]
        return len(old), found[-1].code if len(found) == AT_A_TIME * 10 else None

    def _read_game(self, code: str, number: int) -> rows.StoredPast | None:
        with self._reading() as connection:
            game = connection.execute(
                select(GAMES).where(GAMES.c.code == code, GAMES.c.game == number)
            ).one_or_none()
            if game is None:
                return None
            return rows.StoredPast(_game(game), _moves(connection, code, number) or (), game.version)

    def _read_puzzle_count(self, game: str, day: str) -> tuple[int, int]:
        counts = select(func.count(), func.count().filter(rows.PUZZLE_ANSWERS.c.correct))
        with self._reading() as connection:
            row = connection.execute(
                counts.where(rows.PUZZLE_ANSWERS.c.game == game, rows.PUZZLE_ANSWERS.c.day == day)
            ).one()
            return int(row[0]), int(row[1])

    def _read_waiting(self) -> list[rows.Waiting]:
        empty = (SEATS.c.name.is_(None)) & (SEATS.c.bot.is_(None)) & (SEATS.c.secret.is_(None))
        free = func.count().filter(empty).label("free")
        found = (
            select(TABLES.c.code, TABLES.c.game, TABLES.c.options, func.count().label("seats"), free)
            .join(SEATS, SEATS.c.code == TABLES.c.code)
            .where(TABLES.c.open_until > func.extract("epoch", func.now()))
            .group_by(TABLES.c.code)
        )
        with self._reading() as connection:
            return [rows.Waiting(*row) for row in connection.execute(found) if row.options is not None]

    def _reading(self) -> Connection:
        """A connection that sees the database as it is at one moment, as far as that can be had."""
        assert self._engine is not None, "open() was not awaited"
        connection = self._engine.connect()
        return connection if self._sqlite else connection.execution_options(isolation_level="REPEATABLE READ")

    def _read(self, code: str) -> StoredTable | None:
        with self._reading() as connection:
            table = connection.execute(select(TABLES).where(TABLES.c.code == code)).one_or_none()
            if table is None:
                return None
            columns = (SEATS.c[name] for name in rows.SeatState.__struct_fields__)
            seats = select(*columns).where(SEATS.c.code == code)
            games = connection.execute(select(GAMES).where(GAMES.c.code == code).order_by(GAMES.c.game)).all()
            moves = _moves(connection, code, len(games))
            made = select(MOVES.c.seat, MOVES.c.key, MOVES.c.at).where(MOVES.c.key.is_not(None))
            made = made.where(MOVES.c.code == code, MOVES.c.game >= len(games) - 1)
            moved = connection.execute(made.order_by(MOVES.c.game, MOVES.c.number)).all()
            said = connection.execute(select(LINES).where(LINES.c.code == code).order_by(LINES.c.id)).all()
            done = sorted((*moved, *said), key=lambda row: int(row.at))
            fields = set(StoredTable.__struct_fields__)
            own = {column: value for column, value in table._mapping.items() if column in fields}
            return StoredTable(
                **own | {"options": table.options or {}},
                seats=tuple(rows.SeatState(*row) for row in connection.execute(seats.order_by(SEATS.c.seat))),
                games=tuple(map(_game, games)),
                moves=moves or (),
                lines=tuple(rows.StoredLine(row.seat, row.name, row.text, row.who, row.key) for row in said),
                version=games[-1].version if games else 1,
                keys=tuple((row.seat, row.key) for row in done if row.key),
                blocked=frozenset(
                    connection.scalars(select(rows.BLOCKED.c.who).where(rows.BLOCKED.c.code == code))
                ),
                is_damaged=None in (table.options, moves, *(game.names for game in games)),
            )


def _is_old(connection: Connection, code: str, limits: Limits, today: int) -> bool:
    """Whether nothing has happened at this table for as long as such tables are kept."""
    last = select(GAMES.c.winners).where(GAMES.c.code == code).order_by(GAMES.c.game.desc()).limit(1)
    game = connection.execute(last).one_or_none()
    if game is None:
        days, since = limits.keep_unbegun_days, None
    else:
        days = limits.keep_unfinished_days if game.winners is None else limits.keep_finished_days
        moves = select(MOVES.c.at).where(MOVES.c.code == code)
        since = connection.scalar(moves.order_by(MOVES.c.game.desc(), MOVES.c.number.desc()).limit(1))
    since = since or connection.scalar(select(TABLES.c.created).where(TABLES.c.code == code))
    return bool(since is not None and since <= today - days * DAY)


def data_file(data: Path | None) -> Path:
    """The database's file: in the folder `data` (or `data` itself), otherwise in a folder of this user."""
    where = data or Path(os.environ.get("XDG_DATA_HOME") or "~/.local/share").expanduser() / "facedown"
    return where if where.suffix in (".db", ".sqlite", ".sqlite3") else where / FILE


def database_url(data: Path | None) -> str:
    """The database's address: DATABASE_URL if it is set, otherwise a file in the folder `data` (or `data` itself).

    Raises StorageError if the folder cannot be created.
    """
    url = os.environ.get("DATABASE_URL", "")
    if url:
        return url
    file = data_file(data)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch(mode=0o600)  # seeds are in it: nobody else on this machine may read it
    except OSError as error:
        raise StorageError(
            f"tables cannot be kept in {file}: {error.strerror}; choose a place with --data"
        ) from error
    return f"sqlite:///{file.resolve()}"


def _concerns_all(error: Exception) -> bool:
    """Whether the database is gone, or locked as a whole, so that no other write would do better now."""
    if not isinstance(error, DBAPIError):
        return False
    if getattr(error.orig, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY:
        return True
    no_answer = isinstance(error, OperationalError) and getattr(error.orig, "sqlstate", "") is None
    return error.connection_invalidated or no_answer


def _as_facedown_error(error: Exception) -> FacedownError:
    deadlock = isinstance(error, DBAPIError) and getattr(error.orig, "sqlstate", None) == DEADLOCK
    if deadlock or isinstance(error, IntegrityError):
        return Conflict("another process has just changed this table")
    reason = str(getattr(error, "orig", None) or error)
    return StorageError(f"the database cannot be used at the moment ({reason}); nothing has changed, try again")


def _game(row: Row[Any]) -> rows.StoredGame:
    return rows.StoredGame(row.seed, row.names or (), row.winners, row.deal)


def _moves(connection: Connection, code: str, game: int) -> tuple[tuple[int, Any], ...] | None:
    """The moves of this game; None if they are damaged."""
    made = select(MOVES.c.seat, MOVES.c.move).where(MOVES.c.code == code, MOVES.c.game == game)
    found = connection.execute(made.order_by(MOVES.c.number)).all()
    return None if any(row.move is None for row in found) else tuple((row.seat, row.move) for row in found)
