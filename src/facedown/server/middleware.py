"""Checks every request before anything of it is parsed: the limits of its address, its host and its origin.

A page of another site can send requests to this server from a visitor's browser, and it can make its own name point
at this machine.  A request therefore must name one of this server's hosts, and a request that changes something or
opens a WebSocket must come from a page of this server.
"""

from __future__ import annotations

import asyncio
import ipaddress
import re
import time
from collections.abc import Mapping
from urllib.parse import parse_qsl, urlsplit

import msgspec
from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException
from litestar.handlers.base import BaseRouteHandler
from litestar.types import ASGIApp, HTTPReceiveMessage, Message, Receive, Scope, Send, WebSocketReceiveMessage

from facedown.core.spelling import joined
from facedown.server import metrics
from facedown.server.limits import Addresses
from facedown.server.wire import STATUS, Refused, Trouble

# Names that nobody can register, so that no other site can have them.
LOCAL = ("localhost", "local", "lan", "home", "internal", "home.arpa")
# Paths that count as a whole request begin so; a table's page is one, as it reveals whether the table exists.
TABLES = ("/api/", "/t/")
FILE_COST = 0.2  # of a request, as a page loads a dozen files
# As in `gzip;q=0`.
GZIP_REFUSED = re.compile(rb"gzip\s*;\s*q\s*=\s*0(\.0*)?\s*(,|$)", re.IGNORECASE)
DEFAULT_PORTS = {"http": 80, "https": 443, "ws": 80, "wss": 443}

# Of every response, errors included.
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
        "font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; "
        "form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(self)",
}
RAW_HEADERS = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]

API = "/api/"  # the page's own addresses, and files of it, may be linked with anything behind a question mark
NOT_ASKED = ("request", "data")  # parameters of a handler that do not come from the query


class Hosts:
    """The host names of this server: IP addresses, names of a home network, and those given to it."""

    def __init__(self, given: str = "") -> None:
        """`given`: names separated by commas; `*` stands for every name."""
        names = {name.strip().lower().rstrip(".") for name in given.split(",")} - {""}
        self._any, self._given = "*" in names, names

    def is_given(self, name: str) -> bool:
        return self._any or name in self._given

    def is_ours(self, name: str) -> bool:
        """Whether this host name (lower case, without a port) is one of this server's."""
        if self.is_given(name) or "." not in name.strip("."):
            return bool(name)
        if any(name.endswith(f".{local}") for local in LOCAL):
            return True
        try:
            ipaddress.ip_address(name.strip("[]"))
        except ValueError:
            return False
        return True


class Admission:
    """The ASGI application around the server's, which refuses requests that must not be processed."""

    def __init__(self, app: ASGIApp, sockets: ASGIApp, addresses: Addresses, hosts: Hosts) -> None:
        """`app` serves HTTP and the lifespan events, `sockets` serves WebSockets."""
        self._app, self._sockets, self._addresses, self._hosts = app, sockets, addresses, hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_head = scope["type"] == ScopeType.HTTP and scope["method"] == "HEAD"

        async def protected(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *RAW_HEADERS]
            elif message["type"] == "http.response.body" and is_head:
                message["body"] = b""
            await send(message)

        if scope["type"] == ScopeType.WEBSOCKET:
            await self._admit(self._sockets, scope, receive, send)
        elif scope["type"] == ScopeType.HTTP:
            # Gzip is the one coding that is used here.
            refused = [name == b"accept-encoding" and GZIP_REFUSED.search(said) for name, said in scope["headers"]]
            scope["headers"] = [one for one, no in zip(scope["headers"], refused, strict=True) if not no]
            in_time = _in_time(receive, self._addresses.limits.request_seconds)
            asked = {**scope, "method": "GET"} if is_head else scope
            await self._admit(self._app, asked, in_time, protected)
        else:  # lifespan events
            await self._app(scope, receive, send)

    async def _admit(self, app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            self._check(scope)
        except Refused as no:
            await _refuse(scope, send, no)
        else:
            await app(scope, receive, send)

    def _check(self, scope: Scope) -> None:
        """Raises Refused."""
        if scope["type"] == ScopeType.HTTP:
            client = scope["client"]
            path = re.sub("/+", "/", str(scope["path"]))  # the routes take several slashes for one
            cost = 1 if path.startswith(TABLES) else FILE_COST
            is_probe = path == "/health"  # it is told that the process is alive, whatever its address sends
            if not is_probe and not self._addresses.of(client[0] if client else None).requests.take(cost):
                raise Refused("too_fast", "Your address has sent too many requests; wait a second.")
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        named_once = sum(name == b"host" for name, _ in scope["headers"]) == 1
        host = _authority(f"//{headers.get(b'host', '')}") if named_once else None
        if host is None or not self._hosts.is_ours(host[0]):
            if host is None:
                raise Refused("wrong_host", "A request has to name one host, in its header Host.")
            raise Refused(
                "wrong_host",
                f"This request is for {host[0][:80]!r}, which is not a name of this server. Its operator can allow "
                "a name: FACEDOWN_HOSTS=play.example.org",
            )
        if scope["type"] == ScopeType.WEBSOCKET:
            self._check_origin(headers, host)
        elif scope["method"] not in ("GET", "HEAD", "OPTIONS"):
            self._check_origin(headers, host)
            has_body = b"transfer-encoding" in headers or headers.get(b"content-length", "0") != "0"
            kind = headers.get(b"content-type", "").partition(";")[0].strip().lower()
            if has_body and kind != "application/json":
                raise Refused("not_json", "Send JSON, and say so: Content-Type: application/json")

    def _check_origin(self, headers: Mapping[bytes, str], host: tuple[str, int | None]) -> None:
        """Check the site whose page sends this; programs other than browsers name none.  Raises Refused."""
        origin = headers.get(b"origin")
        if origin is None:
            return
        page = _authority(origin)
        if page is None or not (_same(page, host, origin) or self._hosts.is_given(page[0])):
            raise Refused("wrong_origin", f"A page of another site ({origin[:80]!r}) may not do this here.")


def _in_time(receive: Receive, seconds: float) -> Receive:
    """Receive a request whose whole body must arrive within so many seconds, else its status is 408."""
    ends, is_whole = time.monotonic() + seconds, False

    async def received() -> HTTPReceiveMessage | WebSocketReceiveMessage:
        nonlocal is_whole
        if is_whole:
            return await receive()
        try:
            async with asyncio.timeout(max(0.0, ends - time.monotonic())):
                message = await receive()
        except TimeoutError as error:
            raise HTTPException("The request did not arrive in time.", status_code=408) from error
        is_whole = message["type"] != "http.request" or not message["more_body"]
        return message

    return received


def _authority(address: str) -> tuple[str, int | None] | None:
    """The host (lower case) and port of an address such as `https://example.org:8000`; None if it has none."""
    try:
        parts = urlsplit(address)
        host, port = parts.hostname, parts.port
    except ValueError:
        return None
    return (host.rstrip("."), port) if host and parts.path in ("", "/") and "@" not in parts.netloc else None


def _same(page: tuple[str, int | None], host: tuple[str, int | None], origin: str) -> bool:
    """Whether a page comes from this host; a proxy may have removed the default port from either."""
    usual = DEFAULT_PORTS.get(origin.partition(":")[0])
    return page[0] == host[0] and (page[1] or usual) == (host[1] or usual)


async def _refuse(scope: Scope, send: Send, no: Refused) -> None:
    metrics.REFUSALS.labels(no.why).inc()
    if scope["type"] == ScopeType.WEBSOCKET:
        await send({"type": "websocket.close", "code": 1008, "reason": no.text[:120]})
        return
    body = msgspec.json.encode(Trouble(no.why, no.text))
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": STATUS.get(no.why, 400), "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})


def known_only(
    connection: ASGIConnection[BaseRouteHandler, object, object, State], handler: BaseRouteHandler
) -> None:
    """A guard for all routes.  Raises Refused, and names what the route does not know."""
    if connection.scope["path"].startswith(API):
        given = connection.scope["path_params"]
        known = [
            name for name in handler.parsed_fn_signature.parameters if name not in NOT_ASKED and name not in given
        ]
        _check_query(connection.scope["query_string"], known)


def _check_query(query: bytes, known: list[str]) -> None:
    """Raises Refused if this query has another parameter than those known, or one of them twice."""
    names = [name for name, _ in parse_qsl(query.decode("latin-1"), keep_blank_values=True)]
    for name in names:
        if name not in known:
            there = f"it takes {joined(known)}" if known else "it takes none"
            raise Refused("malformed", f"This address has no parameter {name[:40]!r}; {there}.")
        if names.count(name) > 1:
            raise Refused("malformed", f"The parameter {name!r} is given twice.")
