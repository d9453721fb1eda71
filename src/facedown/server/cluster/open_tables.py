"""The tables that their hosts have listed, while they wait for players: those of this server and of the cluster.

A table is told of by each server that has people at it.  It names nobody.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from facedown.server import wire
from facedown.server.cluster import news
from facedown.server.cluster.membership import Cluster
from facedown.server.cluster.news import Envelope
from facedown.server.storage.store import Conflict, StorageError, Store

if TYPE_CHECKING:
    from facedown.server.rooms.room import Room

log = logging.getLogger(__name__)

LOOK = 0.5  # seconds between two looks at what has changed, for the other servers


def waiting(room: Room) -> wire.OpenTable | None:
    """What everybody may know of a listed table; None unless somebody is there and a seat is free."""
    free = sum(state.empty for state in room.seating)
    if not free or not room.subscribers or room.phase != "lobby":
        return None
    options = room.game.public_options(room.options)
    return wire.OpenTable(room.code, room.game.id, room.game.title, options, len(room.seating), free)


class OpenTables:
    """A list that all servers which share a database have in common.

    `cluster` hears for it what is told of "no table", as for a table at which people are.
    """

    code = ""  # no table has this one

    def __init__(self, here: Callable[[], Iterable[wire.OpenTable]]) -> None:
        """`here`: gives the listed tables of this server."""
        self._here = here
        self._there: dict[str, dict[str, wire.OpenTable]] = {}  # by server, then by code
        self._told: dict[str, wire.OpenTable] = {}  # what the others know of this server's
        self._asks = True  # does this server want to be told of all tables of the others?
        self._asked = False  # does another want that?

    def all(self) -> tuple[wire.OpenTable, ...]:
        """The tables of all servers, by their codes."""
        found: dict[str, wire.OpenTable] = {}
        for tables in self._there.values():
            found |= tables
        found |= {table.code: table for table in self._here()}
        return tuple(found[code] for code in sorted(found))

    async def tell(self, cluster: Cluster, store: Store) -> None:
        """Keep the other servers informed, until this task is cancelled."""
        cluster.add(self)
        while True:
            try:
                await self._tell_changes(cluster, store)
            except (StorageError, Conflict) as error:
                log.warning("the other servers cannot be told of open tables: %s", error)
            await asyncio.sleep(LOOK)

    async def _tell_changes(self, cluster: Cluster, store: Store) -> None:
        here, told, asks = {table.code: table for table in self._here()}, self._told, self._asks
        all_anew, self._asked, self._asks, self._told = self._asked, False, False, here
        new: list[news.AnyNews] = [
            news.Listed(code, here.get(code))
            for code in sorted({*here, *told})
            if here.get(code) != told.get(code) or (all_anew and code in here)
        ]
        if asks:
            new.append(news.ListedWhere())
        if not new:
            return
        try:
            await store.write(*(cluster.change(self.code, one) for one in new))
        except (StorageError, Conflict):
            self._told, self._asked, self._asks = told, all_anew or self._asked, asks or self._asks
            raise

    # -- as `cluster` knows it -------------------------------------------------------------------------------------

    def hear(self, envelope: Envelope) -> None:
        """Another server tells of one of its tables, or wants to be told of all of ours."""
        match envelope.news:
            case news.Listed(code, waits):
                tables = self._there.setdefault(envelope.by, {})
                tables.pop(code, None)
                if waits is not None:
                    tables[code] = waits
            case news.ListedWhere():
                self._asked = True

    def mentioned(self) -> set[str]:
        """The servers whose tables are listed."""
        return {server for server, tables in self._there.items() if tables}

    def lose(self, server: str) -> None:
        """This server is gone, and nobody is at its tables."""
        self._there.pop(server, None)

    def begin_again(self) -> None:
        """What was told for a while has not been heard, and this server has another name."""
        self._there, self._asked, self._asks = {}, True, True
