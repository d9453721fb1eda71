"""One connection to a table: reads its messages, sees that each gets one answer, and sends what it is told."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import deque
from typing import Any, TypeAlias

from litestar.connection import WebSocket
from litestar.datastructures import State

from facedown.server import wire
from facedown.server.limits import Address, Bucket, Limits
from facedown.server.live import LiveTable
from facedown.server.store import StorageError
from facedown.server.tables import Tables
from facedown.server.wire import Refused

log = logging.getLogger(__name__)

BACKLOG = 4 * 1024 * 1024  # letters that wait for a reader who does not read; then the connection is closed
PATIENCE = 2.0  # seconds that a closed connection may take to hear of it
HELLO = 4  # messages that a hello counts for besides itself: it is answered with the whole table
TOO_SLOW, TOO_MUCH, TOO_MANY = 4408, 4429, 4430  # codes with which a connection is closed

Socket: TypeAlias = WebSocket[Any, Any, State]


class Connection:
    """A browser at a table."""

    def __init__(self, socket: Socket, code: str, tables: Tables, limits: Limits) -> None:
        self.seat: int | None = None
        self.host = False
        self._socket, self._code, self._tables = socket, code, tables
        self._table: LiveTable | None = None
        self._bucket = Bucket(limits.messages_a_second, limits.messages_at_once)
        self._patience = limits.patience
        self._outgoing: deque[str] = deque()
        self._waiting = 0  # letters in it
        self._news = asyncio.Event()
        self._closing: int | None = None

    def send(self, text: str) -> None:
        """Have this sent, after all that is to be sent already."""
        if self._closing is not None:
            return
        self._outgoing.append(text)
        self._waiting += len(text)
        if self._waiting > BACKLOG:
            self._close(TOO_SLOW)
        self._news.set()

    async def serve(self) -> None:
        """Talk until either side hangs up."""
        reader, sender = asyncio.create_task(self._read_all()), asyncio.create_task(self._send_all())
        try:
            await asyncio.wait({reader, sender}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (reader, sender):
                task.cancel()
            await asyncio.gather(reader, sender, return_exceptions=True)
            if self._table is not None:
                await self._table.gone(self)
        if self._closing is not None:
            with contextlib.suppress(Exception):  # it may be gone already, or not read even this
                await asyncio.wait_for(self._socket.close(self._closing), PATIENCE)

    async def _read_all(self) -> None:
        while True:
            message = await self._socket.receive()
            if message["type"] != "websocket.receive":
                return
            await self._answer(message.get("text"))

    async def _send_all(self) -> None:
        """Send what is to be sent; ends when the connection is to be closed, or is gone."""
        while True:
            await self._news.wait()
            self._news.clear()
            while self._outgoing and self._closing != TOO_SLOW:
                text = self._outgoing.popleft()
                self._waiting -= len(text)
                await self._socket.send({"type": "websocket.send", "text": text, "bytes": None})
            if self._closing is not None:
                return

    async def _answer(self, text: str | None) -> None:
        """Give one message its one answer."""
        n = None
        try:
            if not self._bucket.take():
                self._patience -= 1
                n = wire.number_of(text or "")
                if self._patience < 0:
                    self._close(TOO_MUCH)
                raise Refused("too_fast", "That was more than one connection may say at a time; wait a second.")
            if text is None:
                raise Refused("malformed", "Messages are JSON in text frames; this was a binary one.")
            n = wire.number_of(text)
            message = wire.read(text)
            if isinstance(message, wire.Hello) and not self._bucket.take(HELLO):
                raise Refused("too_fast", "That was hello too often; wait a second.")
            if self._table is None:
                self._table = await self._tables.find(self._code)
            # Shielded: what is begun is carried through, though this connection be gone in the meantime.
            await asyncio.shield(asyncio.ensure_future(self._table.hear(self, message)))
        except Refused as no:
            self.send(wire.write(wire.No(n, no.why, no.text, no.rule)))
        except StorageError as error:
            log.warning("table %s: %s", self._code, error)
            self.send(wire.write(wire.No(n, "storage", "The table cannot be read just now; try again.")))
        except Exception:
            log.exception("table %s: a message broke something", self._code)
            self.send(wire.write(wire.No(n, "broken", "Something in the program broke; nothing was changed.")))

    def _close(self, code: int) -> None:
        self._closing = code
        self._news.set()


async def talk(socket: Socket, code: str, tables: Tables, address: Address, limits: Limits) -> None:
    """Serve one connection, if its address may have another."""
    await socket.accept()
    if address.connections >= limits.connections or not address.requests.take():
        await socket.close(TOO_MANY, "too many connections from your address; close some, and wait a moment")
        return
    address.connections += 1
    try:
        await Connection(socket, code, tables, limits).serve()
    finally:
        address.connections -= 1
