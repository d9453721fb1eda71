"""The list of open tables: listed by their hosts and waiting for players, on this server or another of the cluster.

Each server that has people at a table reports it.  The list contains no names.
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

LOOK = 0.5  # seconds between two checks for changes to report to the other servers


def waiting(room: Room) -> wire.OpenTable | None:
    """What everybody may know about a listed table; None unless somebody is there and a seat is free."""
    free = sum(state.empty for state in room.seating)
    if not free or not room.subscribers or room.phase != "lobby":
        return None
    options = room.game.public_options(room.options)
    return wire.OpenTable(room.code, room.game.id, room.game.title, options, len(room.seating), free)


class OpenTables:
    """The list that all servers with the same database share.

    To `Cluster` it is a member like a table, with an empty code.
    """

    code = ""  # no table has this code

    def __init__(self, here: Callable[[], Iterable[wire.OpenTable]]) -> None:
        """`here` returns the listed tables of this server."""
        self._here = here
        self._there: dict[str, dict[str, wire.OpenTable]] = {}  # by server, then by code
        self._told: dict[str, wire.OpenTable] = {}  # what the other servers were last told
        self._asks = True  # whether this server is to ask the others for all their tables
        self._asked = False  # whether another server has asked for all tables

    def all(self) -> tuple[wire.OpenTable, ...]:
        """The tables of all servers, sorted by code."""
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
        """Take news from another server: one of its tables, or a request for all of ours."""
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
        """Drop the tables of a server that is gone."""
        self._there.pop(server, None)

    def begin_again(self) -> None:
        """Start afresh after a time in which no news was heard; this server has a new name."""
        self._there, self._asked, self._asks = {}, True, True
