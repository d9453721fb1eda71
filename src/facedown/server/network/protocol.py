"""Limits HTTP connections and WebSockets: connections of an address, time for a request, frames.

uvicorn limits neither the connections of one address nor the time in which a request must arrive, so that a client
that sends a thousand incomplete requests would leave no room for others.
"""

from __future__ import annotations

import asyncio
import ipaddress
import math
from collections import Counter
from collections.abc import Iterable
from typing import Any

from uvicorn._types import ASGISendEvent
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.protocol import State
from websockets.utils import apply_mask

from facedown.server.admission.limits import Bucket, Limits, household
from facedown.server.wire import MAX_MESSAGE

TOGETHER = 0.1  # seconds; all connections due for a ping within such a span are pinged at its end
MOST_HEAD = 2**16  # bytes of a request before its body; uvicorn has no limit
PIECE = 2**14  # bytes that are parsed at a time
MOST_AHEAD = 10  # requests sent before the last one is answered; browsers send none
TOO_MUCH, NO_TEXT = 4429, 1007  # codes with which a connection is closed
NO_SOCKET = b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
CONTROLS = (0x88, 0x89, 0x8A)  # the first bytes of whole frames between messages: a close, a ping, a pong
LINGER = 1.0  # seconds in which a browser may fetch the reason why its connection is closed
SLICE = 1024  # bytes of frames that are parsed before the frames are counted
WHOLE_TEXT = 0x81  # the first byte of a frame that holds a whole text message
MASKED = 0x80  # in the second byte: the frame comes from a browser
SEND_TEXTS = "facedown.send_texts"  # in a socket's state: `TableSocket.send_texts`


class OpenConnections:
    """Counts the open HTTP connections of each address; trusted proxies may have any number."""

    def __init__(self, limits: Limits, proxies: str = "") -> None:
        """`proxies`: addresses and networks separated by commas, `*` for all, as uvicorn reads them."""
        self.limits = limits
        self._everybody = proxies.strip() == "*"
        self._proxies = [
            ipaddress.ip_network(proxy.strip(), strict=False) for proxy in proxies.split(",") if _is_network(proxy)
        ]
        self._open: Counter[str] = Counter()

    def enter(self, host: str) -> bool:
        """Count another connection of this address; False if it may not have more."""
        key = household(host)
        if not self._is_proxy(host) and self._open[key] >= self.limits.http_connections:
            return False
        self._open[key] += 1
        return True

    def leave(self, host: str) -> None:
        """Count one connection of this address less."""
        key = household(host)
        self._open[key] -= 1
        if self._open[key] <= 0:
            del self._open[key]

    def _is_proxy(self, host: str) -> bool:
        if self._everybody:
            return True
        if not self._proxies:
            return False
        address = ipaddress.ip_address(host)
        return any(address in network for network in self._proxies)


class Protocol(HttpToolsProtocol):
    """uvicorn's HTTP protocol with a deadline for each exchange and a limit on each address's connections."""

    def __init__(self, open_connections: OpenConnections, **given: Any) -> None:
        super().__init__(**given)
        self._open = open_connections
        self._host: str | None = None  # the address, as long as this connection is counted
        self._deadline: asyncio.TimerHandle | None = None
        self._head, self._is_head = 0, True  # bytes of the request's head so far; whether the head is being read
        self._is_socket = False  # whether it has become a WebSocket

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        super().connection_made(transport)
        peer = transport.get_extra_info("peername")
        host = str(peer[0]) if isinstance(peer, tuple) else ""
        if not self._open.enter(host):
            transport.abort()
            return
        self._host = host
        self._allow(self._open.limits.request_seconds)

    def connection_lost(self, exc: Exception | None) -> None:
        self._release()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Parse data, unless the head of the request is longer than any browser sends."""
        for start in range(0, len(data), PIECE):
            piece = data[start : start + PIECE]
            self._head += len(piece) if self._is_head else 0
            if self._head > MOST_HEAD or len(self.pipeline) > MOST_AHEAD:
                self.transport.abort()
            if self._is_socket or self.transport.is_closing():
                return
            super().data_received(piece)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._is_head = True
        self._allow(self._open.limits.request_seconds)

    def on_headers_complete(self) -> None:
        self._head, self._is_head = 0, False
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._is_head = True  # of the next request
        self._allow(self._open.limits.answer_seconds)

    def on_response_complete(self) -> None:
        self._allow(None)  # the time between two requests is limited by `timeout_keep_alive`
        super().on_response_complete()

    def handle_websocket_upgrade(self) -> None:
        self._release()  # sockets are limited by `FACEDOWN_CONNECTIONS`
        super().handle_websocket_upgrade()
        self._is_socket = True
        del self.parser  # it holds this object, which nobody needs any more

    def _allow(self, seconds: float | None) -> None:
        """Set the deadline after which the connection is closed, in seconds from now; None for no deadline."""
        if self._deadline is not None:
            self._deadline.cancel()
        self._deadline = None if seconds is None else self.loop.call_later(seconds, self.transport.abort)

    def _release(self) -> None:
        self._allow(None)
        if self._host is not None:
            self._open.leave(self._host)
            self._host = None


class TableSocket(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket protocol, with a limit on frames, and its own fast way to read and write whole texts.

    Messages are limited where they are answered; this limits pings and fragments, which are not answered there.
    For whole texts, `websockets` takes five times as long.
    """

    def __init__(self, limits: Limits, **given: Any) -> None:
        super().__init__(**given)
        self._frames = Bucket(limits.messages_a_second * 2, limits.messages_at_once * 2 + limits.patience * 2)
        self._is_plain = True  # whether nothing but whole frames has come since the handshake

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.handshake_complete:  # the handshake is not refused
            self.scope["state"][SEND_TEXTS] = self.send_texts

    def data_received(self, data: bytes) -> None:
        """Parse data, and stop soon after the connection has sent too many frames."""
        if self._is_plain and self.handshake_complete:
            data = self._read_frames(data)
        for start in range(0, len(data), SLICE):
            if self.close_sent or self.transport.is_closing():
                return
            super().data_received(data[start : start + SLICE])
            self._count_frames()
        if not self.handshake_initiated:  # the first data were no request that `websockets` answers
            self.transport.write(NO_SOCKET)
            self.transport.close()

    def _read_frames(self, data: bytes) -> bytes:
        """Read whole text and control frames; returns the rest of the data."""
        at = 0
        while at < len(data) and not (self.close_sent or self.transport.is_closing()):
            frame = whole_frame(data, at)
            if frame is not None and data[at] == WHOLE_TEXT and self.conn.state is State.OPEN:
                start, at = frame
                self._frames.spend(1)
                self.curr_msg_data_type = "text"
                self.frames = [apply_mask(data[start:at], data[start - 4 : start])]
                self.send_receive_event_to_app()
            elif frame is not None and data[at] in CONTROLS:
                super().data_received(data[at : frame[1]])
                at = frame[1]
            else:
                self._is_plain = False
                return data[at:]
            self._count_frames()
        return b""

    def _count_frames(self) -> None:
        """Close the connection if it has sent too many frames."""
        if self._frames.left() < 0:
            self.conn.fail(TOO_MUCH, "too many frames")
            self.handle_parser_exception()
            self.transport.abort()  # the client may not be reading

    def handle_parser_exception(self) -> None:
        """Tell the browser why the connection ends, and drop what it still sends for a moment before closing.

        Whoever closes a connection with unread data resets it, and the browser would not learn the reason.
        """
        closing = self.conn.close_sent
        assert closing is not None, "websockets has failed the connection"
        self.queue.put_nowait({"type": "websocket.disconnect", "code": closing.code, "reason": closing.reason})
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()
        if self.close_timer is None:
            self.close_timer = self.loop.call_later(LINGER, self.transport.close)

    def handle_cont(self, event: Frame) -> None:
        self._frames.spend(1)
        super().handle_cont(event)

    def handle_text(self, event: Frame) -> None:
        self._frames.spend(1)
        super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        self._frames.spend(1)
        super().handle_bytes(event)

    def handle_ping(self) -> None:
        self._frames.spend(1)
        super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        self._frames.spend(1)
        super().handle_pong(event)

    def send_receive_event_to_app(self) -> None:
        """Pass a whole message to the application; a text that is not UTF-8 closes the connection without a log.

        Reading pauses while two messages wait.  (uvicorn pauses for each, which costs two system calls.)
        """
        data, self.frames = b"".join(self.frames), []
        if self.close_sent:
            return
        try:
            text = data.decode() if self.curr_msg_data_type == "text" else None
        except UnicodeDecodeError:
            self.conn.fail(NO_TEXT, "this is not UTF-8")
            self.handle_parser_exception()
            return
        if text is None:
            self.queue.put_nowait({"type": "websocket.receive", "bytes": data})
        else:
            self.queue.put_nowait({"type": "websocket.receive", "text": text})
        if self.queue.qsize() > 1 and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    def send_texts(self, texts: Iterable[str]) -> bool:
        """Send these texts at once; False, with nothing done, if the browser does not read fast enough."""
        if self.close_sent or self.disconnected or not self.writable.is_set():
            return False
        self.transport.write(b"".join(map(text_frame, texts)))
        return True

    async def send(self, message: ASGISendEvent) -> None:
        """Send an ASGI message of the application."""
        text = message.get("text") if message["type"] == "websocket.send" else None
        if not (isinstance(text, str) and self.handshake_complete and self.send_texts((text,))):
            await super().send(message)
        if message["type"] == "websocket.accept":
            del self.request, self.response  # not needed any more; this saves memory while the connection lasts

    def schedule_ping(self) -> None:
        """Schedule the next ping at a moment shared with other connections, because waking up is expensive."""
        assert self.ping_interval is not None, "it is set"
        due = math.ceil((self.loop.time() + self.ping_interval) / TOGETHER) * TOGETHER
        self.ping_timer = self.loop.call_at(due, self.send_keepalive_ping)


def whole_frame(data: bytes, at: int) -> tuple[int, int] | None:
    """Where the payload of a browser's frame begins and ends; None if the frame is incomplete or large."""
    if len(data) < at + 2 or not data[at + 1] & MASKED:
        return None
    start, size = at + 6, data[at + 1] & ~MASKED
    if size == 127:  # its size takes eight bytes
        return None
    if size == 126:
        start, size = at + 8, int.from_bytes(data[at + 2 : at + 4])
    return (start, start + size) if start + size <= len(data) and size <= MAX_MESSAGE else None


def text_frame(text: str) -> bytes:
    """A server's frame with this whole text (RFC 6455, 5.2)."""
    data = text.encode()
    size = len(data)
    if size < 126:
        return b"%c%c%b" % (WHOLE_TEXT, size, data)
    if size < 2**16:
        return b"%c%c%b%b" % (WHOLE_TEXT, 126, size.to_bytes(2), data)
    return b"%c%c%b%b" % (WHOLE_TEXT, 127, size.to_bytes(8), data)


def _is_network(text: str) -> bool:
    try:
        ipaddress.ip_network(text.strip(), strict=False)
    except ValueError:
        return False
    return True
