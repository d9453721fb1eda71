"""What operators do about people at a table: read reports, and delete what is stored.

The server adds the person's name, what they said last in Talk, and the address from which they are or were
connected.  Nobody at the table hears of a report.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

import msgspec
from sqlalchemy import Connection, select
from sqlalchemy import delete as sql_delete
from sqlalchemy.exc import SQLAlchemyError

from facedown.server.storage import database
from facedown.server.storage.database import StorageError
from facedown.server.storage.schema import LINES, REPORTS, metadata


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
        rows = connection.execute(select(REPORTS).order_by(REPORTS.c.id)).all()
    said = [msgspec.json.decode(row.said, type=tuple[str, ...]) for row in rows]
    return [
        Complaint(row.id, row.code, row.at, row.name, row.address, row.why, lines)
        for row, lines in zip(rows, said, strict=True)
    ]


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
        gone = (sql_delete(table).where(table.c.code == code) for table in metadata.sorted_tables)
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
