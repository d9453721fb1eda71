"""The server: what is asked for over HTTP, the sockets, and the page."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator
from typing import Any

from litestar import Litestar, Request, Response, get, post, websocket
from litestar.config.compression import CompressionConfig
from litestar.connection import WebSocket
from litestar.datastructures import State
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.types import Message, Scope

from facedown import games
from facedown.server import catalogue, compiling, page, replay, sockets, wire
from facedown.server.limits import Addresses, Limits, limits_from
from facedown.server.store import StorageError, Store, database_url
from facedown.server.tables import Tables
from facedown.server.wire import Refused

log = logging.getLogger(__name__)

WHOLE_GAME = 10  # requests that looking through a whole game counts for
SWEEP = 20.0  # seconds between two looks for tables that nobody is at

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
        "font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; "
        "frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(self)",
}

RAW_HEADERS = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]

STATUS: dict[str, int] = {
    "unknown_table": 404, "unknown_game": 404, "not_found": 404, "too_fast": 429, "too_large": 413,
    "storage": 503, "not_over": 409, "not_started": 409, "unknown_secret": 403, "broken": 500,
}  # fmt: skip

Asked = Request[Any, Any, State]


# -- games and tables ---------------------------------------------------------------------------------------------


@get("/api/games")
async def list_games(request: Asked) -> tuple[wire.GameInfo, ...]:
    """Every game that is here."""
    _admit(request)
    return catalogue.listed()


@get("/api/games/{name:str}")
async def show_game(request: Asked, name: str) -> wire.GameBook:
    """One game, with its cards and its numbered rules."""
    _admit(request)
    return await asyncio.to_thread(catalogue.book, name)


@post("/api/tables")
async def open_table(request: Asked, data: wire.NewTable) -> wire.Opened:
    """Open a table; the answer holds its code and the secret of its host."""
    _admit(request)
    address = request.app.state.addresses.of(_host(request))
    if not address.tables.take():
        raise Refused("too_fast", "Your address has opened many tables; wait some minutes before the next.")
    opened: wire.Opened = await request.app.state.tables.open(data)
    return opened


@get("/api/tables/{code:str}")
async def show_table(request: Asked, code: str) -> wire.Passing:
    """What a passer-by may know of a table."""
    _admit(request)
    table = await request.app.state.tables.find(code)
    async with table.lock:
        passing: wire.Passing = table.passing()
        return passing


@get("/api/tables/{code:str}/record", media_type="text/plain; charset=utf-8")
async def show_record(request: Asked, code: str) -> str:
    """The record of a game that is over."""
    _admit(request, WHOLE_GAME)
    table = await request.app.state.tables.find(code)
    return await replay.record(table)


@get("/api/tables/{code:str}/replay")
async def show_replay(
    request: Asked, code: str, seat: int | None = None, everything: bool = False
) -> tuple[wire.Frame, ...]:
    """The game as a spectator saw it, or the seat whose secret is sent; when it is over, as any seat did, or
    with everything turned up."""
    _admit(request, WHOLE_GAME)
    scheme, _, secret = request.headers.get("authorization", "").partition(" ")
    table = await request.app.state.tables.find(code)
    return await replay.replay(table, seat, secret if scheme.lower() == "bearer" else None, everything)


@websocket("/api/tables/{code:str}/socket")
async def sit_at(socket: WebSocket[Any, Any, State], code: str) -> None:
    """The line of one browser to a table."""
    state = socket.app.state
    await sockets.talk(socket, code, state.tables, state.addresses.of(_host(socket)), state.addresses.limits)


# -- the page -----------------------------------------------------------------------------------------------------


@get(
    ["/", "/settings", "/new/{_rest:path}", "/t/{_rest:path}", "/rules", "/rules/{_rest:path}"],
    include_in_schema=False,
)
async def show_page(request: Asked) -> Response[bytes]:
    """The page; it finds out itself where it is."""
    return page.respond(request, page.index())


@get(["/assets/{name:str}", "/{name:str}"], include_in_schema=False)
async def show_file(request: Asked, name: str) -> Response[bytes]:
    """A file of the page."""
    inside = f"assets/{name}" if request.scope["path"].startswith("/assets/") else name
    file = page.find(inside)
    if file is None:
        raise Refused("not_found", f"There is nothing at {request.scope['path'][:80]!r}.")
    return page.respond(request, file)


# -- when it goes wrong -------------------------------------------------------------------------------------------


def _refuse(request: Asked, error: Refused) -> Response[wire.Trouble] | Response[bytes]:
    if error.why == "not_found" and _is_browsing(request):
        return page.not_there()
    return Response(wire.Trouble(error.why, error.text), status_code=STATUS.get(error.why, 400))


def _is_browsing(request: Asked) -> bool:
    """Does a person look at this address, rather than a program ask for it?"""
    return not request.scope["path"].startswith("/api/") and "text/html" in request.headers.get("accept", "")


def _no_storage(_: Asked, error: StorageError) -> Response[wire.Trouble]:
    log.warning("%s", error)
    return Response(
        wire.Trouble("storage", "The tables cannot be read or written just now; try again."), status_code=503
    )


def _http_trouble(request: Asked, error: HTTPException) -> Response[wire.Trouble] | Response[bytes]:
    code = error.status_code
    if code == 404 and _is_browsing(request):
        return page.not_there()
    why = {404: "not_found", 405: "not_found", 413: "too_large", 429: "too_fast"}.get(code, "malformed")
    extra = error.extra if isinstance(error.extra, list) else []
    details = [f"{item.get('key', '')}: {item.get('message', '')}".strip(": ") for item in extra if item]
    return Response(wire.Trouble(why, "; ".join([error.detail, *details])), status_code=code)


def _broken(_: Asked, error: Exception) -> Response[wire.Trouble]:
    log.error("a request broke something", exc_info=error)
    return Response(wire.Trouble("broken", "Something in the program broke; nothing was changed."), status_code=500)


async def _protect(message: Message, scope: Scope) -> None:
    """Every answer, a refusal too, bears the headers that keep foreign things out of the page."""
    if message["type"] == "http.response.start":
        message["headers"] = [*message["headers"], *RAW_HEADERS]


def _admit(request: Asked, cost: float = 1) -> None:
    """Let this request in, if its address has not asked too much.  Raises Refused."""
    if not request.app.state.addresses.of(_host(request)).requests.take(cost):
        raise Refused("too_fast", "Your address asks too often; wait a second.")


def _host(connection: Asked | WebSocket[Any, Any, State]) -> str | None:
    return connection.client.host if connection.client else None


# -- the application ----------------------------------------------------------------------------------------------


def create_app(url: str | None = None, limits: Limits | None = None) -> Litestar:
    """The application, over the database at `url` (or DATABASE_URL, or the file of this user)."""
    limits = limits or limits_from()
    written = Store(url or database_url(None), limits.megabytes)

    @contextlib.asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        await written.open()
        games()  # import them now, not while somebody waits
        chores = [asyncio.create_task(_sweep(app.state.tables)), asyncio.create_task(compiling.in_background())]
        try:
            yield
        finally:
            for chore in chores:
                chore.cancel()
            await written.close()

    return Litestar(
        route_handlers=[
            list_games, show_game, open_table, show_table, show_record, show_replay, sit_at, show_page, show_file,
        ],
        lifespan=[lifespan],
        state=State({"tables": Tables(written), "addresses": Addresses(limits)}),
        exception_handlers={
            Refused: _refuse, StorageError: _no_storage, HTTPException: _http_trouble, Exception: _broken,
        },
        before_send=[_protect],
        request_max_body_size=wire.MAX_FRAME,
        compression_config=CompressionConfig(backend="gzip", minimum_size=1000, exclude=["^/assets/", "/socket$"]),
        openapi_config=OpenAPIConfig("Facedown", "1", render_plugins=[JsonRenderPlugin()]),
        logging_config=None,
    )  # fmt: skip


async def _sweep(tables: Tables) -> None:
    while True:
        await asyncio.sleep(SWEEP)
        tables.sweep()
