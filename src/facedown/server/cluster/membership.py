"""The servers that share a PostgreSQL database: passes on their news, and notices when one of them is gone.

News travels as notifications of the database.  Each server holds two connections for this: one that listens, and
one that has the locks of the tables that it leads.  When a process dies, its connections end and its locks are
free; the others notice by asking the database who is connected.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Iterator
from functools import partial
from itertools import count
from typing import TYPE_CHECKING, Protocol

import msgspec
from sqlalchemy import make_url

from facedown.server.cluster import news
from facedown.server.cluster.news import AnyNews, Envelope
from facedown.server.storage import store
from facedown.server.storage.store import CHANNEL, Change, StorageError, Store

if TYPE_CHECKING:  # they are installed where there is a PostgreSQL database
    from psycopg import AsyncConnection
    from psycopg.pq.abc import PGconn

log = logging.getLogger(__name__)

LOOK = 0.4  # seconds between two checks of who is connected
PATIENCE = 5.0  # seconds to wait for the database's answer about a lock, while a table waits
AGAIN = 0.5  # seconds until a broken connection is tried again
NAME = "facedown "  # the beginning of the name of a server's connection
ALIVE = "-c tcp_keepalives_idle=2 -c tcp_keepalives_interval=1 -c tcp_keepalives_count=2"

_WHO = (
    "SELECT application_name FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE %s"
)


class Member(Protocol):
    """A table at which this server has people, as `Cluster` uses it."""

    code: str

    def hear(self, envelope: Envelope) -> None:
        """Take news of this table from another server."""

    def mentioned(self) -> set[str]:
        """The names of the other servers that are known to have people there."""

    def lose(self, server: str) -> None:
        """Note that a server is gone."""

    def begin_again(self) -> None:
        """Start afresh after a time in which no news was heard and all locks were lost."""


class Cluster:
    """The connections of this server to the others."""

    def __init__(self, store: Store) -> None:
        self.name = secrets.token_hex(6)
        self._store = store
        self._address = make_url(store.url).set(drivername="postgresql").render_as_string(hide_password=False)
        self._members: dict[str, Member] = {}
        self._numbers: Iterator[int] = count()
        self._own: AsyncConnection | None = None  # the connection that holds the locks; None while it is broken
        self._task: asyncio.Task[None] | None = None
        self._ready = asyncio.Event()

    async def start(self) -> None:
        """Start to listen; returns once it listens."""
        self._task = asyncio.create_task(self._run())
        await self._ready.wait()

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def add(self, member: Member) -> None:
        """Pass on news of this table from now on."""
        self._members[member.code] = member

    def remove(self, member: Member) -> None:
        self._members.pop(member.code, None)

    async def take(self, code: str) -> bool:
        """Try to become the leading server of this table; False if another leads.  Raises StorageError."""
        return bool(await self._locks("SELECT pg_try_advisory_lock(hashtextextended(%s, 0))", code))

    async def release(self, code: str) -> None:
        """Stop leading this table.  Raises StorageError."""
        await self._locks("SELECT pg_advisory_unlock(hashtextextended(%s, 0))", code)

    def change(self, table: str, told: AnyNews) -> Change:
        """A change that tells the others this once the transaction that it is part of is committed."""
        return store.told(news.written(self.name, next(self._numbers), table, told))

    async def _locks(self, statement: str, code: str) -> object:
        own = self._own
        if own is None:
            raise StorageError("the database cannot be reached at the moment; try again")
        try:
            async with asyncio.timeout(PATIENCE), own.cursor() as cursor:
                await cursor.execute(statement, (code,))
                row = await cursor.fetchone()
                return row[0] if row else None
        except TimeoutError as error:
            await own.close()  # this frees all locks, even one that was granted without an answer
            raise StorageError("the database does not answer about a table's lock; try again") from error
        except Exception as error:
            raise StorageError(f"the database cannot be used at the moment ({error}); try again") from error

    async def _run(self) -> None:
        """Listen and watch; after a broken connection, start again under a new name."""
        while True:
            try:
                async with contextlib.AsyncExitStack() as open_:
                    await self._listen(open_)
            except asyncio.CancelledError:
                raise
            except Exception as error:
                log.warning("messages from the other servers cannot be received: %s", error)
            self._own, self.name = None, secrets.token_hex(6)
            await asyncio.sleep(AGAIN)

    async def _listen(self, open_: contextlib.AsyncExitStack) -> None:
        from psycopg import AsyncConnection

        connect = partial(AsyncConnection.connect, self._address, autocommit=True, options=ALIVE, connect_timeout=3)
        own = await open_.enter_async_context(await connect(application_name=f"{NAME}{self.name}"))
        listening = await open_.enter_async_context(await connect())
        await listening.execute(f"LISTEN {CHANNEL}".encode())
        self._own = own
        self._ready.set()
        for member in list(self._members.values()):
            member.begin_again()
        watching = asyncio.create_task(self._watch(own))
        hearing = asyncio.create_task(self._hear(listening.pgconn))
        try:
            await asyncio.wait({watching, hearing}, return_when=asyncio.FIRST_EXCEPTION)
        finally:
            for task in (watching, hearing):
                task.cancel()
            outcomes = await asyncio.gather(watching, hearing, return_exceptions=True)
        for outcome in outcomes:
            if isinstance(outcome, Exception):
                raise outcome

    async def _hear(self, listening: PGconn) -> None:
        """Pass on news until the connection breaks or this task is cancelled.

        All notifications that have arrived are read at once; psycopg's `notifies` goes through the loop for each.
        """
        loop, socket = asyncio.get_running_loop(), listening.socket
        broken: asyncio.Future[None] = loop.create_future()

        def read() -> None:
            try:
                listening.consume_input()
                while (told := listening.notifies()) is not None:
                    self._take(told.extra)
            except Exception as error:
                loop.remove_reader(socket)
                if not broken.done():
                    broken.set_exception(error)

        loop.add_reader(socket, read)
        try:
            read()  # notifications that have arrived meanwhile
            await broken
        finally:
            loop.remove_reader(socket)

    def _take(self, told: bytes) -> None:
        if news.is_by(self.name, told):
            return
        try:
            envelope = news.read(told)
        except msgspec.DecodeError as error:
            log.warning("another server sent a message that this one does not know: %s", error)
            return
        member = self._members.get(envelope.table)
        if member is not None and envelope.by != self.name:
            member.hear(envelope)

    async def _watch(self, own: AsyncConnection) -> None:
        """Check regularly whether the other servers are still connected."""
        while True:
            await asyncio.sleep(LOOK)
            members = list(self._members.values())
            mentioned = set().union(*(member.mentioned() for member in members))
            async with own.cursor() as cursor:
                await cursor.execute(_WHO, (f"{NAME}%",))
                there = {name.removeprefix(NAME) for (name,) in await cursor.fetchall()}
            for server in mentioned - there:
                for member in members:
                    member.lose(server)
