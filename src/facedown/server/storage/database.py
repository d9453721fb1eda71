"""The database itself: its address, how it is connected to, and its form.

SQLite is one file on this machine.  PostgreSQL, by `DATABASE_URL`, can be shared by several servers.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import secrets
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import NullPool

from facedown.core.errors import FacedownError
from facedown.server.storage.rows import FORM, metadata

BUSY = 1.5  # seconds to wait for a locked file or row
PATIENCE = 60.0  # seconds to wait at the start, while another server makes the tables
PAGE = 4096  # bytes of SQLite's
CACHE = 512  # kilobytes that SQLite keeps of the file; the system keeps the rest of it
MOST_PAGES = 2**32 - 2  # that a file of SQLite's can have
KEY_BYTES = 32
ELSEWHERE = "choose another place with --data or DATABASE_URL"
STRANGE = (
    "another version of this program, or another program, has written {}, and this one cannot read it; "
    f"it is left as it is: install that version, or {ELSEWHERE}"
)
MAKING = 0x0FACED  # the lock under which one server at a time makes the tables of a PostgreSQL database
FORMS = sa.Table("form", sa.MetaData(), sa.Column("form", sa.String, primary_key=True))  # with one row


class StorageError(FacedownError):
    """The database could not be read or written; nothing has changed."""


def driver(url: str) -> str:
    """The address with the driver by which this program reaches it.  Raises StorageError if it is none."""
    try:
        address = sa.make_url(url)
    except SQLAlchemyError as error:
        raise StorageError(
            "DATABASE_URL is not a database address such as sqlite:///tables.db or postgresql://user@host/name"
        ) from error
    known = {"postgres": "postgresql+psycopg", "postgresql": "postgresql+psycopg", "sqlite+aiosqlite": "sqlite"}
    address = address.set(drivername=known.get(address.drivername, address.drivername))
    return address.render_as_string(hide_password=False)


# libpq's settings by which a connection fails within seconds when the network to the database breaks silently; else
# whoever writes would wait for the system's own limit, which is minutes.
NETWORK = {
    "connect_timeout": 3,
    **{"keepalives_idle": 5, "keepalives_interval": 2, "keepalives_count": 3, "tcp_user_timeout": 10_000},
}


@contextlib.contextmanager
def alone(url: str) -> Iterator[None]:
    """Have a file of SQLite's for this process alone.  Raises StorageError if another server has it."""
    address = driver(url)
    file = sa.make_url(address).database if is_sqlite(address) else None
    if not file or file == ":memory:":
        yield
        return
    try:
        lock = sqlite3.connect(f"{file}.lock", timeout=0, isolation_level=None)
    except sqlite3.OperationalError as error:
        raise StorageError(f"{file} cannot be opened: {error}; {ELSEWHERE}") from error
    with contextlib.closing(lock):
        try:
            lock.execute("BEGIN EXCLUSIVE")  # until this process ends, however it ends
        except sqlite3.OperationalError as error:
            raise StorageError(
                f"another server uses {file}: stop it, or choose another folder with --data (make play DATA=...); "
                "several servers can share a PostgreSQL database"
            ) from error
        yield


def hashing_key(url: str) -> bytes:
    """The key with which addresses are hashed before they are stored, so that nobody can try out all addresses.

    It is FACEDOWN_KEY, or made of the password of a database that servers share, or in a file beside SQLite's: who
    gets hold of the database alone does not have it.  Raises StorageError.
    """
    address, given = sa.make_url(url), os.environ.get("FACEDOWN_KEY", "")
    if given or not is_sqlite(url):
        return hashlib.sha256((given or f"{address.database} {address.password}").encode()).digest()
    file = address.database
    if not file or file == ":memory:":
        return secrets.token_bytes(KEY_BYTES)
    kept = Path(f"{file}.key")
    try:
        if not kept.exists():
            made, new = tempfile.mkstemp(dir=kept.parent, prefix=f"{kept.name}.")
            try:  # where the disk is full there is no key, rather than an empty one
                with os.fdopen(made, "wb") as writing:
                    writing.write(secrets.token_bytes(KEY_BYTES))
                Path(new).replace(kept)
            finally:
                Path(new).unlink(missing_ok=True)
        return kept.read_bytes()
    except OSError as error:
        raise StorageError(f"the key for addresses cannot be kept in {kept}: {error.strerror}") from error


def is_sqlite(url: str) -> bool:
    return sa.make_url(url).get_backend_name() == "sqlite"


def unusable(url: str, error: SQLAlchemyError) -> StorageError:
    """What is said at the start if the database at this address cannot be opened."""
    reason = str(getattr(error, "orig", None) or error).strip()
    return StorageError(f"{_place(sa.make_url(url))} cannot be opened: {reason}; {ELSEWHERE}")


def _place(address: sa.URL) -> str:
    """SQLite's file, or the address without its password."""
    file = address.database if address.get_backend_name() == "sqlite" else None
    return file or address.render_as_string(hide_password=True)


def connect(url: str, pages: int) -> sa.Engine:
    """The engine for this address; connections are made when they are needed.  `pages`: SQLite's largest size.

    What the address itself sets, such as `connect_timeout` (seconds), wins over ours.  Raises StorageError if its
    driver is not installed.
    """
    sqlite = is_sqlite(url)
    arguments: dict[str, object] = {"timeout": BUSY, "check_same_thread": False}
    if not sqlite:
        given = sa.make_url(url).normalized_query
        patience = {name: value for name, value in NETWORK.items() if name not in given}
        options = " ".join([f"-c lock_timeout={int(BUSY * 1000)}", *given.get("options", ())])
        arguments = {"options": options, **patience}
    try:
        pool = NullPool if sqlite else None  # opening a file is quick, and an idle connection holds memory
        engine = sa.create_engine(url, connect_args=arguments, hide_parameters=True, poolclass=pool)
    except ImportError as error:
        extra = ": pip install 'facedown[postgres]'" if "psycopg" in url else ""
        raise StorageError(f"this database needs a driver that is not installed ({error.name}){extra}") from error
    if sqlite:
        sa.event.listen(engine, "connect", lambda connection, _record: _prepare(connection, pages))
    return engine


def lock(connection: sa.Connection, code: str) -> bool:
    """Lock this table for as long as the session lasts; False if another session has it.  PostgreSQL only."""
    return bool(
        connection.scalar(sa.text("SELECT pg_try_advisory_lock(hashtextextended(:code, 0))"), {"code": code})
    )


def unlock(connection: sa.Connection, code: str) -> None:
    """Let go of the lock of this table."""
    connection.execute(sa.text("SELECT pg_advisory_unlock(hashtextextended(:code, 0))"), {"code": code})


def is_nobodys(connection: sa.Connection, code: str) -> bool:
    """Whether no other server has this table; none can claim it until the transaction ends."""
    if connection.dialect.name == "sqlite":
        return True  # the whole file is this server's
    free = sa.text("SELECT pg_try_advisory_xact_lock(hashtextextended(:code, 0))")
    return bool(connection.scalar(free, {"code": code}))


def _prepare(connection: sqlite3.Connection, pages: int) -> None:
    """Set SQLite up so that reading does not block the writer and commits are on disk when they return."""
    connection.execute(f"PRAGMA page_size = {PAGE}")
    _write_ahead(connection)
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute(f"PRAGMA max_page_count = {pages}")
    connection.execute(f"PRAGMA cache_size = -{CACHE}")


def _write_ahead(connection: sqlite3.Connection) -> None:
    """Have changes written to a log first (WAL).

    Whoever turns this on needs the file for itself.  SQLite's own timeout does not hold for it: while another
    server does the same, it fails at once.  So it is tried again here.
    """
    until = time.monotonic() + PATIENCE
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
        time.sleep(0.02)


def prepare(engine: sa.Engine) -> None:
    """Make the tables in a new database.

    Raises StorageError if another version of this program has left it, or if not every text can be kept in it.
    """
    with engine.connect() as connection:
        _check_encoding(connection)
        if _form(connection) == FORM:
            return
        connection.rollback()
        _keep_other_servers_out(connection)
        if _form(connection) is None and metadata.tables.keys().isdisjoint(
            sa.inspect(connection).get_table_names()
        ):
            metadata.create_all(connection)
            FORMS.create(connection)
            connection.execute(FORMS.insert(), {"form": FORM})
            connection.commit()
        elif _form(connection) != FORM:
            raise StorageError(STRANGE.format(_place(engine.url)))


def _check_encoding(connection: sa.Connection) -> None:
    """Raises StorageError for a PostgreSQL database that cannot keep what people write, or gives back bytes."""
    if connection.dialect.name == "postgresql":
        encoding = connection.scalar(sa.text("SHOW server_encoding"))
        if encoding != "UTF8":
            raise StorageError(
                f"this database keeps text as {encoding}, which lacks letters that people use; make one for "
                "Facedown with CREATE DATABASE ... ENCODING 'UTF8' TEMPLATE template0"
            )


def _keep_other_servers_out(connection: sa.Connection) -> None:
    """Begin a transaction in which one server at a time makes the tables; the others wait until it has."""
    milliseconds = int(PATIENCE * 1000)
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql(f"PRAGMA busy_timeout = {milliseconds}")
        try:
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        finally:
            connection.exec_driver_sql(f"PRAGMA busy_timeout = {int(BUSY * 1000)}")
    else:
        connection.exec_driver_sql(f"SET LOCAL lock_timeout = {milliseconds}")
        connection.execute(sa.text("SELECT pg_advisory_xact_lock(:key)"), {"key": MAKING})


def _form(connection: sa.Connection) -> str | None:
    """Which form the database says that it has; None if it says nothing."""
    if not sa.inspect(connection).has_table(FORMS.name):
        return None
    found: str | None = connection.scalar(sa.select(FORMS.c.form))
    return found
