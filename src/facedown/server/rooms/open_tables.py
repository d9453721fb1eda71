"""The list of open tables: listed by their hosts and waiting for players, at this server or another.

Each server says in the database which of its tables wait, and says so again every few seconds, so that those of a
server that has died leave the list.  The list contains no names.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterable

from facedown.core.errors import UnknownGame
from facedown.games import game as find_game
from facedown.server import wire
from facedown.server.storage import statements
from facedown.server.storage.store import StorageError, Store
from facedown.server.storage.stored import Waiting, usable_options

log = logging.getLogger(__name__)

LOOK = 0.5  # seconds between two looks at which tables wait
AGAIN = 2.0  # seconds until the database is told again of those that still wait


class OpenTables:
    """The list that all servers with the same database share."""

    def __init__(self, database: Store, here: Callable[[], Iterable[wire.OpenTable]]) -> None:
        """`here` returns the listed tables of this server."""
        self._store, self._here = database, here
        self._told: frozenset[str] = frozenset()  # the codes that the database has
        self._told_at = 0.0  # monotonic

    async def all(self) -> tuple[wire.OpenTable, ...]:
        """The tables of all servers, sorted by code.  Raises StorageError."""
        found = {table.code: table for table in self._here()}
        if self._store.is_shared:
            elsewhere = [one for one in await self._store.waiting() if one.code not in self._told]
            found = {table.code: table for table in map(_shown, elsewhere) if table is not None} | found
        return tuple(found[code] for code in sorted(found))

    async def tell(self) -> None:
        """Keep the database informed, until this task is cancelled."""
        while self._store.is_shared:
            try:
                await self._tell()
            except StorageError as error:
                log.warning("other servers cannot be told of open tables: %s", error)
            await asyncio.sleep(LOOK)

    async def _tell(self) -> None:
        here, now = frozenset(table.code for table in self._here()), time.monotonic()
        changes = []
        if here and (here != self._told or now - self._told_at > AGAIN):
            changes.append(statements.waits_for_players(sorted(here)))
        if gone := self._told - here:
            changes.append(statements.waits_no_more(sorted(gone)))
        if changes:
            await self._store.write(*changes)
            self._told, self._told_at = here, now


def _shown(waits: Waiting) -> wire.OpenTable | None:
    """What everybody may know about it; None if it is full by now, or this version has no such game."""
    try:
        game = find_game(waits.game)
    except UnknownGame:
        return None
    if not waits.free:
        return None
    options = game.public_options(usable_options(game, waits.options))
    return wire.OpenTable(waits.code, game.id, game.title, options, waits.seats, waits.free)
