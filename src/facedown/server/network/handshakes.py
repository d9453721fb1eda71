"""Limits TLS handshakes: each counts for its address, and has a deadline.

asyncio and uvloop hand a connection to its protocol after the handshake.  The limits of `protocol` do not count it
until then, so that a client that opens connections and sends nothing could leave no room for others.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
import ssl
from collections.abc import Callable
from typing import Any

from facedown.server.network.protocol import OpenConnections

log = logging.getLogger(__name__)

AGAIN = 0.5  # seconds to wait after the system has refused to accept a connection

Make = Callable[[], asyncio.Protocol]


class Secured:
    """A server that counts connections before their handshakes, and gives them to the protocol from `make` then.

    It has the methods of asyncio's servers that uvicorn needs to close it.
    """

    def __init__(
        self, make: Make, listening: socket.socket, context: ssl.SSLContext, open_connections: OpenConnections
    ) -> None:
        self.sockets = (listening,)
        self._make, self._context, self._open = make, context, open_connections
        self._handshakes: set[asyncio.Task[None]] = set()
        self._accepting = asyncio.get_running_loop().create_task(self._accept(listening))

    def close(self) -> None:
        for task in (self._accepting, *self._handshakes):
            task.cancel()

    async def wait_closed(self) -> None:
        await asyncio.gather(self._accepting, *self._handshakes, return_exceptions=True)

    async def _accept(self, listening: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                connection, peer = await loop.sock_accept(listening)
            except OSError as error:
                log.warning("a connection could not be accepted: %s", error)
                await asyncio.sleep(AGAIN)
                continue
            if not self._open.enter(peer[0]):
                connection.close()
                continue
            task = loop.create_task(self._shake_hands(connection, peer[0]))
            self._handshakes.add(task)
            task.add_done_callback(self._handshakes.discard)

    async def _shake_hands(self, connection: socket.socket, host: str) -> None:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        with contextlib.ExitStack() as counted:
            counted.callback(self._open.leave, host)
            try:
                await asyncio.get_running_loop().connect_accepted_socket(
                    lambda: Done(counted.close, self._make),
                    connection,
                    ssl=self._context,
                    ssl_handshake_timeout=self._open.limits.request_seconds,
                )
            except OSError as error:
                log.debug("a handshake has failed: %s", error)


class Done(asyncio.Protocol):
    """Replaces itself by the protocol that reads the connection, which counts it from then on."""

    def __init__(self, leave: Callable[[], None], make: Make) -> None:
        self._leave, self._make = leave, make

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        self._leave()
        reader = self._make()
        transport.set_protocol(reader)
        reader.connection_made(transport)


def count_handshakes(loop: asyncio.AbstractEventLoop, open_connections: OpenConnections) -> None:
    """Make uvicorn, which serves in this loop, count each connection before its handshake."""
    create_server = loop.create_server

    async def create(make: Make, *, sock: socket.socket, backlog: int, **how: Any) -> Any:
        context = how.get("ssl")
        if context is None:
            return await create_server(make, sock=sock, backlog=backlog, **how)
        sock.listen(backlog)
        return Secured(make, sock, context, open_connections)

    vars(loop)["create_server"] = create
