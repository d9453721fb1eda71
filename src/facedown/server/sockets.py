"""One connection to a table: reads and answers its messages, and sends it what the room publishes."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import deque
from typing import TypeAlias

from litestar.connection import WebSocket
from litestar.datastructures import State

from facedown.server import figures, messages, wire
from facedown.server.limits import Address, Bucket, Limits
from facedown.server.room import Room
from facedown.server.rooms import Rooms
from facedown.server.store import StorageError
from facedown.server.wire import Refused

log = logging.getLogger(__name__)

BACKLOG = 4 * 1024 * 1024  # characters waiting for a slow client; with more the connection is closed
PATIENCE = 2.0  # seconds that a client may take to receive the close frame
HELLO = 4  # what a hello costs besides the message itself: the whole table is sent in answer
TOO_SLOW, TOO_MUCH, TOO_MANY = 4408, 4429, 4430  # codes with which a connection is closed

Socket: TypeAlias = WebSocket[object, object, State]


class Connection:
    """A browser at a table."""

    def __init__(self, socket: Socket, code: str, rooms: Rooms, address: Address, limits: Limits) -> None:
        self.seat: int | None = None
        self.host = False
        self._socket, self._code, self._rooms, self._address = socket, code, rooms, address
        self._room: Room | None = None
        self._bucket = Bucket(limits.messages_a_second, limits.messages_at_once)
        self._patience = limits.patience
        self._outgoing: deque[str] = deque()
        self._waiting = 0  # characters in it
        self._news = asyncio.Event()
        self._closing: int | None = None

    @property
    def origin(self) -> str | None:
        return self._address.household

    def send(self, text: str) -> None:
        """Queue this text to be sent."""
        if self._closing is not None:
            return
        self._outgoing.append(text)
        self._waiting += len(text)
        if self._waiting > BACKLOG:
            self._close(TOO_SLOW)
        self._news.set()

    async def serve(self) -> None:
        """Run until either side closes the connection."""
        reader, sender = asyncio.create_task(self._read_all()), asyncio.create_task(self._send_all())
        try:
            await asyncio.wait({reader, sender}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (reader, sender):
                task.cancel()
            await asyncio.gather(reader, sender, return_exceptions=True)
            if self._room is not None:
                self._room.bots.budget.no_longer_paid_by(self._address.bots)
                await self._room.disconnect(self)
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
        """Send what is queued, until the connection is to be closed or is gone."""
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
        """Answer one message once."""
        n = None
        try:
            if not self._bucket.take():
                self._patience -= 1
                n = wire.number_of(text or "")
                if self._patience < 0:
                    self._close(TOO_MUCH)
                raise Refused("too_fast", "You are sending messages too fast; wait a second.")
            if text is None:
                raise Refused("malformed", "Messages are JSON in text frames; this was a binary one.")
            n = wire.number_of(text)
            message = wire.read(text)
            if isinstance(message, wire.Hello) and not self._bucket.take(HELLO):
                raise Refused("too_fast", "You are saying hello too often; wait a second.")
            if self._room is None:
                self._room = await self._rooms.find(self._code)
                self._room.bots.budget.paid_by(self._address.bots)
            self._charge(self._room, message)
            # Shielded: a message is handled to the end even if this connection closes meanwhile.
            await asyncio.shield(asyncio.ensure_future(messages.receive(self._room, self, message)))
        except Refused as no:
            figures.REFUSALS.labels(no.why).inc()
            self.send(wire.write(wire.No(n, no.why, no.text, no.rule)))
        except StorageError as error:
            log.warning("table %s: %s", self._code, error)
            self.send(wire.write(wire.No(n, "storage", "The table cannot be read just now; try again.")))
        except Exception:
            log.exception("table %s: a message could not be handled", self._code)
            self.send(wire.write(wire.No(n, "broken", "There was an error in the program; nothing was changed.")))

    def _charge(self, room: Room, message: wire.Message) -> None:
        """Count what is stored for this address.  Whoever is asked may always move.  Raises Refused."""
        cost = wire.kilobytes(message)
        if isinstance(message, wire.Play) and room.asks(self.seat):
            self._address.space.spend(cost)
        elif cost and not self._address.space.take(cost):
            raise Refused("too_fast", "Your address has written too much in the last hour; wait a while.")

    def _close(self, code: int) -> None:
        self._closing = code
        self._news.set()


async def talk(socket: Socket, code: str, rooms: Rooms, address: Address, limits: Limits) -> None:
    """Serve one connection, unless its address has too many."""
    await socket.accept()
    if address.connections >= limits.connections or not address.requests.take():
        await socket.close(TOO_MANY, "too many connections from your address; close some, and wait a moment")
        return
    address.connections += 1
    try:
        await Connection(socket, code, rooms, address, limits).serve()
    finally:
        address.connections -= 1
