"""WebSockets of tables: read and answer messages, and send what the room publishes.

They use ASGI directly: Litestar's WebSockets take a tenth of the time of a move, and 12 kB each.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import Awaitable

from litestar.types import Receive, ReceiveMessage, Scope, Send, WebSocketCloseEvent

from facedown.server import metrics, verbs, wire
from facedown.server.limits import HELLO_AND_SEAT, Address, Addresses, Bucket, Limits, share
from facedown.server.rooms.registry import Rooms
from facedown.server.rooms.room import Room
from facedown.server.storage.store import StorageError
from facedown.server.wire import Refused

log = logging.getLogger(__name__)

BACKLOG = 4 * 1024 * 1024  # characters waiting for a slow client, above which the connection is closed
PATIENCE = 2.0  # seconds that a client may take to receive the close frame
UNREAD = 2**16  # characters waiting for a client, above which nothing more is read from it
# The additional cost of messages that are answered with a whole table or all moves, or that a bot thinks about.
EXTRA_COST = {
    wire.Hello: 4, wire.Sit: 4, wire.Leave: 4, wire.HandOver: 4, wire.Undoable: 4, wire.AskHint: 4,
    wire.AddSeat: 19,
}  # fmt: skip
# The additional cost, for each connection at the table, of messages of which everybody is told.  A host gives many
# seats to bots in one go.
COST_A_LISTENER = {
    wire.Say: 1 / 8, wire.Unsay: 1 / 4, wire.Wear: 1 / 8, wire.Name: 1 / 8, wire.Talk: 1 / 8, wire.Arrange: 1 / 4,
    wire.Voice: 1 / 8, wire.Sit: 1 / 8, wire.Choose: 1 / 8, wire.MakeHost: 1 / 8, wire.CallBot: 1 / 8,
    wire.Leave: 1 / 8, wire.Remove: 1 / 8, wire.HandOver: 1 / 8, wire.Again: 1 / 8, wire.Bot: 1 / 16,
    wire.AskSeat: 1 / 8,
}  # fmt: skip
BEGINS = (wire.Hello, wire.Start, wire.Again)  # with these a game may begin, or go on
MOST_FOR_LISTENERS = 30  # so that with the usual limits one such message can always be sent
HELLO = 20.0  # seconds in which somebody must have said hello
NOT_HERE, TOO_SLOW, TOO_MUCH, TOO_MANY = 4404, 4408, 4429, 4430  # codes with which a connection is closed


class Connection:
    """A browser at a table.  Its only permanent task waits for the browser's next message."""

    __slots__ = (
        "_address", "_bucket", "_closing", "_code", "_games", "_greets_until", "_is_listening", "_outgoing",
        "_patience", "_reader", "_receive", "_room", "_rooms", "_send", "_sender", "_share", "_waiting", "host",
        "seat",
    )  # fmt: skip

    def __init__(
        self, receive: Receive, send: Send, code: str, rooms: Rooms, address: Address, limits: Limits
    ) -> None:
        """`receive`, `send`: as ASGI has them."""
        self.seat: int | None = None
        self.host = False
        self._receive, self._send = receive, send
        self._code, self._rooms, self._address = code, rooms, address
        self._room: Room | None = None
        self._bucket, self._share = Bucket(limits.messages_a_second, limits.messages_at_once), share(limits)
        self._patience, self._games = limits.patience, limits.bot_tables
        self._outgoing: deque[str] = deque()
        self._waiting = 0  # characters in it
        self._closing: int | None = None
        self._greets_until = asyncio.get_running_loop().time() + HELLO
        self._reader: asyncio.Task[object] | None = None  # the task that runs `serve`
        self._is_listening = False  # whether that task waits for a message
        self._sender: asyncio.Task[None] | None = None  # the task that sends the queue

    @property
    def origin(self) -> str | None:
        return self._address.household

    def send(self, text: str) -> None:
        """Queue this text."""
        if self._closing is not None:
            return
        self._outgoing.append(text)
        self._waiting += len(text)
        if self._waiting > BACKLOG:
            self.close(TOO_SLOW)
        elif self._sender is None:
            self._sender = asyncio.create_task(self._send_all())

    async def serve(self) -> None:
        """Run until either side closes the connection."""
        self._reader = asyncio.current_task()
        try:
            await self._read_all()
        except asyncio.CancelledError:
            if self._closing is None:
                raise  # the server stops
        finally:
            await self._stop_sending()
            if self._room is not None:
                self._room.bots.budget.no_longer_paid_by(self._address)
                await self._room.disconnect(self)
        # Whoever floods is hung up on without a word: after one, the line would be read until it is answered.
        if self._closing not in (None, TOO_MUCH):
            with contextlib.suppress(Exception):  # it may be gone already, or not read even this
                closing: WebSocketCloseEvent = {"type": "websocket.close", "code": self._closing, "reason": ""}
                await asyncio.wait_for(self._send(closing), PATIENCE)

    async def _read_all(self) -> None:
        """Answer one message after another.  Each is handled to the end, even if the connection is lost."""
        while self._closing is None:
            self._is_listening = True
            if self._waiting > UNREAD and self._sender is not None:
                await asyncio.wait({self._sender})
            try:
                receiving: Awaitable[ReceiveMessage] = self._receive()
                if self._room is None:
                    left = self._greets_until - asyncio.get_running_loop().time()
                    receiving = asyncio.wait_for(receiving, left)
                message = await receiving
            except TimeoutError:
                self._closing = TOO_SLOW
                return
            self._is_listening = False
            if message["type"] != "websocket.receive":
                return
            await self._answer(message.get("text"))

    async def _send_all(self) -> None:
        """Send the queue, one text after another, as the browser reads them."""
        try:
            while self._outgoing and self._closing != TOO_SLOW:
                text = self._outgoing.popleft()
                self._waiting -= len(text)
                await self._send({"type": "websocket.send", "text": text, "bytes": None})
        except OSError:
            self._outgoing.clear()  # the connection is gone, which the reader will notice
        finally:
            self._sender = None

    async def _stop_sending(self) -> None:
        """Stop the sending task; if this side closes the connection, send the queue first unless it is too slow."""
        sender = self._sender
        if sender is None:
            return
        if self._closing in (None, TOO_SLOW):
            sender.cancel()
        await asyncio.wait({sender}, timeout=PATIENCE)

    async def _answer(self, text: str | None) -> None:
        """Handle one message and send its answer."""
        n = None
        try:
            if not self._takes(1):
                self._patience -= 1
                n = wire.number_of(text or "")
                if self._patience < 0:
                    self.close(TOO_MUCH)
                raise Refused("too_fast", "You are sending messages too fast; wait a second.")
            if text is None:
                raise Refused("malformed", "Messages are JSON in text frames; this was a binary one.")
            try:
                message = wire.read(text)
            except Refused:
                n = wire.number_of(text)
                raise
            n = message.n
            listeners = 0 if self._room is None else len(self._room.subscribers)
            more = min(listeners * COST_A_LISTENER.get(type(message), 0), MOST_FOR_LISTENERS)
            more += EXTRA_COST.get(type(message), 0)
            if more and not self._takes(more):
                raise Refused("too_fast", "You are asking for too much at once; wait a few seconds.")
            room = self._room or await self._rooms.find(self._code, self._address.loads)
            self._charge(room, message)
            self._check_games(room, message)
            try:
                await verbs.receive(room, self, message)
            finally:
                self._stay(room)
        except Refused as no:
            if no.why == "elsewhere":
                self.close(wire.RESTARTED)
            metrics.REFUSALS.labels(no.why).inc()
            self.send(wire.write(wire.No(n, no.why, no.text, no.rule)))
        except StorageError as error:
            log.warning("table %s: %s", self._code, error)
            self.send(wire.write(wire.No(n, "storage", "The table cannot be read just now; try again.")))
        except Exception:
            log.exception("table %s: a message could not be handled", self._code)
            self.send(wire.write(wire.No(n, "broken", "There was an error in the program; nothing was changed.")))

    def _takes(self, cost: float) -> bool:
        """Take this much from the limits of the connection and its address; False if either has less left.

        A full share pays for any message: however many listen, nobody is kept from a seat for ever.
        """
        of_share = min(cost, HELLO_AND_SEAT - 1)  # one was taken for reading it
        return self._bucket.take(cost) and (self._address.messages.take(cost) or self._share.take(of_share))

    def _stay(self, room: Room) -> None:
        """Keep the room after the first hello; before that, it may be unloaded and loaded again."""
        if self._room is None and self in room.subscribers:
            self._room = room
            room.bots.budget.paid_by(self._address)

    def _check_games(self, room: Room, message: wire.Said) -> None:
        """Raises Refused where this lets more games with bots go on for this address than it may have."""
        if isinstance(message, BEGINS) and self._rooms.going_for(self.origin, room) >= self._games:
            raise Refused(
                "too_fast",
                f"Your address has {self._games} games with bots going at the same time; leave one of them first.",
            )

    def _charge(self, room: Room, message: wire.Said) -> None:
        """Count what a message stores for this address; answers that are asked for always pass.  Raises Refused."""
        cost, match = wire.kilobytes(message), room.match
        if not cost or self._address.space.take(cost):
            return
        if not (isinstance(message, wire.Play) and match and match.is_answer(self.seat, message.move)):
            raise Refused("too_fast", "Your address has written too much in the last hour; wait a while.")
        self._address.space.spend(cost)

    def close(self, code: int) -> None:
        """End the connection, with this code."""
        self._closing = code
        if self._is_listening and self._reader is not None:
            self._reader.cancel()


class Sockets:
    """The ASGI application for the sockets of tables: `/api/tables/CODE/socket`."""

    def __init__(self, rooms: Rooms, addresses: Addresses) -> None:
        self._rooms, self._addresses = rooms, addresses

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        code, limits = code_in(scope["path"]), self._addresses.limits
        scope["headers"] = []  # not needed any more; this saves memory while the connection lasts
        await receive()  # the message "websocket.connect"
        if code is None or scope.get("query_string"):
            reason = "There is nothing here." if code is None else "A socket's address has no parameters."
            await send({"type": "websocket.close", "code": NOT_HERE, "reason": reason})
            return
        client = scope["client"]
        address = self._addresses.of(client[0] if client else None)
        if address.connections >= limits.connections or not address.requests.take():
            reason = "too many connections from your address; close some, and wait a moment"
            await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
            await send({"type": "websocket.close", "code": TOO_MANY, "reason": reason})
            return
        address.connections += 1  # those that wait for their table to be loaded count, too
        try:
            if await self._is_elsewhere(code, address):
                # Whoever asks again comes to the server that has the table.
                again = [(b"retry-after", b"1")]
                await send({"type": "websocket.http.response.start", "status": 503, "headers": again})
                await send({"type": "websocket.http.response.body", "body": b"", "more_body": False})
            else:
                await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
                await Connection(receive, send, code, self._rooms, address, limits).serve()
        finally:
            address.connections -= 1

    async def _is_elsewhere(self, code: str, address: Address) -> bool:
        """Whether another server has this table.  Any other trouble is told once the connection stands."""
        try:
            await self._rooms.find(code, address.loads)
        except (Refused, StorageError) as no:
            return getattr(no, "why", None) == "elsewhere"
        return False


def code_in(path: str) -> str | None:
    """The code of the table whose socket has this path; None for other paths."""
    match path.split("/"):
        case ["", "api", "tables", code, "socket"]:
            return code
    return None
