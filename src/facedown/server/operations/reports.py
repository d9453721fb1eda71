"""Reports to the operator about people at a table.

The server adds the person's name, what they said last in Talk, and the address from which they are or were
connected.  Nobody at the table hears of a report.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator

import msgspec
from sqlalchemy import Connection, delete, insert, select
from sqlalchemy.exc import SQLAlchemyError

from facedown.server import wire
from facedown.server.admission.limits import Bucket
from facedown.server.operations import metrics
from facedown.server.rooms.outbox import Subscriber
from facedown.server.rooms.room import Room
from facedown.server.seats.seat_changes import addresses
from facedown.server.storage import database
from facedown.server.storage.database import StorageError
from facedown.server.storage.schema import ReportRow
from facedown.server.storage.statements import Statement
from facedown.server.wire import Refused

REPORTS = (1 / 120, 4)  # that one address may send from a table: a second, and at once
LINES = 20  # of what the person said last, in a report


class Report(msgspec.Struct, frozen=True):
    """A report as the operator reads it."""

    id: int
    table: str
    at: int  # Unix time
    name: str  # of the person it is about
    address: str | None  # None: the server that took the report does not know it
    why: str
    said: tuple[str, ...]


async def report(room: Room, subscriber: Subscriber, message: wire.Report) -> None:
    """Store a report about the person in a seat.  Raises Refused or StorageError."""
    seat, why = message.seat, " ".join(message.why.split())
    if seat >= len(room.seating) or not room.seating[seat].held or seat == subscriber.seat:
        raise Refused("bad_option", "Reports are about another person who has a seat at this table.")
    if not why or not why.isprintable():
        raise Refused("malformed", "Say in a few words what happened.")
    if room.store.is_nearly_full:
        raise Refused("storage", "This server is nearly full; what is left is kept for moves.")
    if not room.reports.setdefault(subscriber.origin, Bucket(*REPORTS)).take():
        raise Refused("too_fast", "You have sent several reports just now; wait a few minutes.")
    await room.store.write(_made(room, seat, why))
    metrics.REPORTS.inc()


def _made(room: Room, seat: int, why: str) -> Statement:
    name = room.seating[seat].name or ""
    said = [line.text for line in room.chat if (line.seat, line.name) == (seat, name)][-LINES:]
    origins = sorted(addresses(room, seat))
    row = {
        "code": room.code,
        "at": int(time.time()),
        "name": name,
        "address": origins[0] if origins else None,
        "why": why,
        "said": msgspec.json.encode(said).decode(),
    }
    return insert(ReportRow), row


def read(url: str) -> list[Report]:
    """All reports, the oldest first.  Raises StorageError."""
    with _connected(url) as connection:
        rows = connection.execute(select(*ReportRow.__table__.columns).order_by(ReportRow.id)).mappings().all()
    return [
        Report(
            row["id"],
            row["code"],
            row["at"],
            row["name"],
            row["address"],
            row["why"],
            msgspec.json.decode(row["said"], type=tuple[str, ...]),
        )
        for row in rows
    ]


def settle(url: str, number: int) -> bool:
    """Delete a report; False if there is none with this number.  Raises StorageError."""
    with _connected(url) as connection:
        return connection.execute(delete(ReportRow).where(ReportRow.id == number)).rowcount == 1


@contextlib.contextmanager
def _connected(url: str) -> Iterator[Connection]:
    """A transaction of this database; servers may use it at the same time."""
    engine = database.connect(database.driver(url), database.MOST_PAGES)
    try:
        database.upgrade(engine)
        with engine.begin() as connection:
            yield connection
    except SQLAlchemyError as error:
        reason = str(getattr(error, "orig", None) or error)
        raise StorageError(f"the database cannot be used at the moment ({reason})") from error
    finally:
        engine.dispose()
