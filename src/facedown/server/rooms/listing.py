"""The list of open tables: listed by their hosts and waiting for players, at this server or another.

Each server says in the database which of its tables wait, and says so again every few seconds, so that those of a
server that has died leave the list.  The list contains no names.
"""

from __future__ import annotations

import logging
import time
from collections import Counter
from collections.abc import Mapping
from functools import partial

from facedown.core.errors import UnknownGame
from facedown.games import game as find_game
from facedown.server import wire
from facedown.server.rooms.room import Room
from facedown.server.storage import rows
from facedown.server.storage.rows import Waiting, usable_options
from facedown.server.storage.store import Store

log = logging.getLogger(__name__)

AGAIN = 2.0  # seconds until the database is told again of those that still wait


def waiting(room: Room) -> wire.OpenTable | None:
    """What everybody may know about a listed table; None unless somebody is there and a seat is free."""
    free = sum(state.empty for state in room.seating)
    if not free or not room.subscribers or room.phase != "lobby":
        return None
    options = room.game.public_options(room.options)
    return wire.OpenTable(room.code, room.game.id, room.game.title, options, len(room.seating), free)


class OpenTables:
    """The tables that everybody may find, here and at other servers; each address has a limited number of them."""

    def __init__(self, database: Store, rooms: Mapping[str, Room], most: int) -> None:
        """`rooms`: those in memory, by their table's code; `most`: listed tables of one address."""
        self._store, self._rooms, self._most = database, rooms, most
        self._told: frozenset[str] = frozenset()  # the codes that the database has
        self._told_at = 0.0  # monotonic
        # By code, in order: what their hosts were last told; None: nothing, or that it is listed.
        self._wanted: dict[str, str | None] = {}

    def add(self, code: str) -> None:
        """The host of this table, which is in memory, wants it listed."""
        self._wanted[code] = None
        self._rooms[code].why_unlisted = partial(self._why_unlisted, code)

    def remove(self, code: str) -> None:
        """This table is in memory no more."""
        self._wanted.pop(code, None)

    async def all(self) -> tuple[wire.OpenTable, ...]:
        """The tables of all servers, sorted by code.  Raises StorageError."""
        found = {table.code: table for table in self._shown()[0]}
        if self._store.is_shared:
            elsewhere = [one for one in await self._store.waiting() if one.code not in self._told]
            found = {table.code: table for table in map(_shown, elsewhere) if table is not None} | found
        return tuple(found[code] for code in sorted(found))

    async def tell_servers(self) -> None:
        """Say in the database which tables here wait.  Raises StorageError."""
        if not self._store.is_shared:
            return
        here, now, changes = frozenset(table.code for table in self._shown()[0]), time.monotonic(), []
        if here and (here != self._told or now - self._told_at > AGAIN):
            changes.append(rows.waits_for_players(sorted(here)))
        if gone := self._told - here:
            changes.append(rows.waits_no_more(sorted(gone)))
        if changes:
            await self._store.write(*changes)
            self._told, self._told_at = here, now

    def of(self, origin: str | None) -> int:
        """How many tables this address has in the list."""
        return self._shown()[1][origin]

    async def tell_hosts(self) -> None:
        """Tell hosts whose table has come into the list, or has dropped out of it, since they were last told."""
        listed = {table.code for table in self._shown()[0]}
        for code, told in list(self._wanted.items()):
            room = self._rooms.get(code)
            if room is None or told == (why := self._why_not(room, listed)):
                continue
            self._wanted[code] = why
            text = wire.write(wire.Listed(why))
            for subscriber in room.subscribers:
                if subscriber.host:
                    subscriber.send(text)

    def _why_unlisted(self, code: str) -> str | None:
        """What the host of this table is told now, who has just come."""
        if code not in self._wanted or (room := self._rooms.get(code)) is None:
            return None
        self._wanted[code] = self._why_not(room, {table.code for table in self._shown()[0]})
        return self._wanted[code]

    def _why_not(self, room: Room, listed: set[str]) -> str | None:
        """Why a table that waits for players is not among those `listed`; None if it is, or does not wait."""
        if room.code in listed or waiting(room) is None:
            return None
        return (
            f"This table is not in the list of open tables, because {self._most} from your address are in it "
            "already. It will be listed as soon as one of them begins its game."
        )

    def _shown(self) -> tuple[list[wire.OpenTable], Counter[str | None]]:
        """These tables, and how many each address has: a table counts for the one there that has the fewest.

        Who opens many and then comes to all at once has no more of them in the list than others.  A table that does
        not wait any more loses its place to those that do, whose hosts have been told that they are listed.
        """
        tables: list[wire.OpenTable] = []
        had: Counter[str | None] = Counter()
        for code in list(self._wanted):
            room = self._rooms.get(code)
            table = None if room is None else waiting(room)
            if room is None or table is None:
                self._wanted[code] = self._wanted.pop(code)
                continue
            fewest = min((subscriber.origin for subscriber in room.subscribers), key=had.__getitem__)
            if had[fewest] < self._most:
                had[fewest] += 1
                tables.append(table)
        return tables, had


def _shown(waits: Waiting) -> wire.OpenTable | None:
    """What everybody may know about it; None if it is full by now, or this version has no such game."""
    try:
        game = find_game(waits.game).contract
    except UnknownGame:
        return None
    if not waits.free:
        return None
    options = game.public_options(usable_options(game, waits.options))
    return wire.OpenTable(waits.code, game.id, game.title, options, waits.seats, waits.free)
