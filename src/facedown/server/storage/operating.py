"""What operators do with the database: copies of it, reports about people, and what is deleted for good.

Copies are made while the server may be running, and restored while it is stopped.  To a report the server adds
the person's name, what they said last in Talk, and the address from which they are or were connected; nobody at
the table hears of it.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import msgspec
from sqlalchemy import Connection, make_url, select
from sqlalchemy import delete as sql_delete
from sqlalchemy.exc import SQLAlchemyError

from facedown.server.storage import database
from facedown.server.storage.database import StorageError, driver
from facedown.server.storage.rows import LINES, OF_A_TABLE, REPORTS
from facedown.server.storage.store import data_file

TABLES = {"tables", "seats", "games", "moves", "lines"}


def file_of_tables(data: Path | None) -> Path:
    """The file that servers use: that of DATABASE_URL, or else one in the folder `data`.

    Raises StorageError if DATABASE_URL names a database that is no file.
    """
    url = os.environ.get("DATABASE_URL", "")
    if not url:
        return data_file(data)
    address = make_url(driver(url))
    if address.get_backend_name() != "sqlite" or not address.database:
        raise StorageError(
            "the tables are in the database at DATABASE_URL; copy them with PostgreSQL's own pg_dump and pg_restore"
        )
    return Path(address.database)


def back_up(file: Path, copy: Path) -> None:
    """Write a consistent copy of the file while servers keep running.  Raises StorageError."""
    if copy.exists():
        raise StorageError(f"{copy} is there already; choose another name")
    _check(file)
    try:
        copy.touch(mode=0o600)  # seeds of games that are being played are in it
    except OSError as error:
        raise StorageError(
            f"{copy} cannot be written ({error.strerror}); make its folder, or choose another"
        ) from error
    try:
        _copy(file, copy)
    except StorageError:
        copy.unlink(missing_ok=True)
        raise


def restore(copy: Path, file: Path) -> Path | None:
    """Replace the file by a copy; returns where the old file is kept, if there was one.  Raises StorageError."""
    _check(copy)
    kept = None
    file.parent.mkdir(parents=True, exist_ok=True)
    if file.exists() and file.stat().st_size:
        _check_unused(file)
        kept = file.with_suffix(".before")
        kept.unlink(missing_ok=True)
        kept.touch(mode=0o600)
        _copy(file, kept)
    new = file.with_suffix(".new")
    new.unlink(missing_ok=True)
    new.touch(mode=0o600)
    _copy(copy, new)
    for beside in (f"{file}-wal", f"{file}-shm"):  # they belong to the file that goes
        Path(beside).unlink(missing_ok=True)
    new.replace(file)
    return kept


def _copy(source: Path, target: Path) -> None:
    try:
        with contextlib.closing(_open(source)) as read, contextlib.closing(sqlite3.connect(target)) as written:
            read.backup(written)
            written.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.Error as error:
        raise StorageError(f"{source} cannot be copied to {target}: {error}") from error


def _check(file: Path) -> None:
    """Raises StorageError unless the file is a whole database of tables."""
    try:
        with contextlib.closing(_open(file)) as database:
            names = {name for (name,) in database.execute("SELECT name FROM sqlite_master")}
            (whole,) = database.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.Error as error:
        raise StorageError(f"{file} cannot be read: {error}") from error
    if whole != "ok" or not names >= TABLES:
        raise StorageError(f"{file} is not a complete file of tables")


def _check_unused(file: Path) -> None:
    """Raises StorageError if a server has this file open: what it has in memory would be lost."""
    try:
        with contextlib.closing(sqlite3.connect(file, timeout=1, isolation_level=None)) as database:
            database.execute("PRAGMA locking_mode = EXCLUSIVE")
            database.execute("PRAGMA journal_mode = DELETE")
            database.execute("BEGIN EXCLUSIVE")
            database.execute("ROLLBACK")
    except sqlite3.Error as error:
        raise StorageError(f"a server uses {file}; stop it first") from error


def _open(file: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)


class Complaint(msgspec.Struct, frozen=True):
    """A report as the operator reads it."""

    id: int
    table: str
    at: int  # Unix time
    name: str  # of the person it is about
    address: str | None  # None: the server that took the report does not know it
    why: str
    said: tuple[str, ...]


def read(url: str) -> list[Complaint]:
    """All reports, the oldest first.  Raises StorageError."""
    with _connected(url) as connection:
        return [Complaint(*row) for row in connection.execute(select(REPORTS).order_by(REPORTS.c.id))]


def settle(url: str, number: int) -> bool:
    """Delete a report; False if there is none with this number.  Raises StorageError."""
    with _connected(url) as connection:
        return connection.execute(sql_delete(REPORTS).where(REPORTS.c.id == number)).rowcount == 1


def delete(url: str, code: str, name: str | None = None) -> int:
    """Delete a table with everything that is stored of it; with a `name`, what this person said there in Talk.

    Returns how many rows are gone.  Raises StorageError, also while a server has the table open.
    """
    with _connected(url) as connection:
        if not database.is_nobodys(connection, code):
            raise StorageError("a server has this table open; everybody has to leave it first, for two minutes")
        if name is not None:
            lines = sql_delete(LINES).where(LINES.c.code == code, LINES.c.name == name)
            return connection.execute(lines).rowcount
        gone = (sql_delete(table).where(table.c.code == code) for table in OF_A_TABLE)
        return sum(connection.execute(one).rowcount for one in gone)


@contextlib.contextmanager
def _connected(url: str) -> Iterator[Connection]:
    """A transaction of this database; servers may use it at the same time."""
    engine = database.connect(database.driver(url), database.MOST_PAGES)
    try:
        database.prepare(engine)
        with engine.begin() as connection:
            yield connection
    except SQLAlchemyError as error:
        reason = str(getattr(error, "orig", None) or error)
        raise StorageError(f"the database cannot be used at the moment ({reason})") from error
    finally:
        engine.dispose()
