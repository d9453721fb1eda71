"""A report to the operator about somebody at the table, of which nobody there hears."""

from __future__ import annotations

import time

import msgspec
from sqlalchemy import insert

from facedown.server import wire
from facedown.server.admission.limits import Bucket
from facedown.server.operations import metrics
from facedown.server.rooms.change import Change
from facedown.server.rooms.outbox import Subscriber
from facedown.server.rooms.room import Room
from facedown.server.seats.seat_changes import addresses
from facedown.server.storage.schema import ReportRow
from facedown.server.storage.statements import Statement
from facedown.server.wire import Refused

REPORTS = (1 / 120, 4)  # that one address may send from a table: a second, and at once
LINES = 20  # of what the person said last, in a report


def report(room: Room, subscriber: Subscriber, message: wire.ReportPerson) -> Change:
    """A report about the person in a seat.  Raises Refused."""
    seat, why = message.seat, " ".join(message.why.split())
    if seat >= len(room.seating) or not room.seating[seat].held or seat == subscriber.seat:
        raise Refused("bad_option", "Reports are about another person who has a seat at this table.")
    if not why or not why.isprintable():
        raise Refused("malformed", "Say in a few words what happened.")
    if room.store.is_nearly_full:
        raise Refused("storage", "This server is nearly full; what is left is kept for moves.")
    if not room.reports.setdefault(subscriber.origin, Bucket(*REPORTS)).take():
        raise Refused("too_fast", "You have sent several reports just now; wait a few minutes.")
    return Change((_made(room, seat, why),), then=(metrics.REPORTS.inc,))


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
