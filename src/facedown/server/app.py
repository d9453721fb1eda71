"""The ASGI application: the HTTP API, the WebSockets and the page."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import sys
from collections.abc import AsyncIterator, Callable
from functools import partial
from pathlib import PurePath

from litestar import Litestar, MediaType, Request, Response, get, post
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.response import Stream
from litestar.types import ASGIApp, ExceptionHandlersMap

from facedown import games
from facedown.core.errors import FacedownError
from facedown.server import chores, metrics, wire
from facedown.server.deadlines import Overdue, apart, call_off_all
from facedown.server.limits import Address, Addresses, Limits, limits_from
from facedown.server.middleware import Admission, Hosts, known_only
from facedown.server.rooms import replay
from facedown.server.rooms.registry import Rooms
from facedown.server.rooms.room import Room
from facedown.server.site import catalogue, page, preview
from facedown.server.site.catalogue import Puzzles
from facedown.server.sockets import Sockets
from facedown.server.storage.store import StorageError, Store, database_url
from facedown.server.wire import Refused

log = logging.getLogger(__name__)

PROGRAM = "facedown"
WHOLE_GAME = 9  # further requests that fetching a whole game counts as
PACKED = "packed"  # marks a route whose answers are compressed already
TIDY = 3600.0  # seconds between two searches for old tables
TIDY_AFTER = 600.0  # seconds after the start: who sees that its clock is wrong can end it before
RETRY = {"Retry-After": "1"}  # seconds, after which whoever asks again may come to the right server
SWEEP = 20.0  # seconds between two searches for unused rooms
WATCH = 1.0  # seconds between two looks at whether the tables here are still this server's
TOLD = 0.5  # seconds between two looks at whether other servers have to be told of open tables

ApiRequest = Request[object, object, State]
Answer = Response[bytes] | Stream


# -- games and tables ---------------------------------------------------------------------------------------------


@get("/api/games")
async def list_games(request: ApiRequest) -> tuple[wire.GameInfo, ...]:
    """Every game that this server has."""
    return catalogue.listed()


@get("/api/about")
async def show_about(request: ApiRequest) -> wire.About:
    """For how long this server keeps tables, and how it is started."""
    limits = request.app.state.addresses.limits
    days = limits.keep_unbegun_days, limits.keep_finished_days, limits.keep_unfinished_days
    return wire.About(*days, as_typed(sys.argv[0]))


def as_typed(program: str) -> str:
    """The command of a program whose `sys.argv[0]` this is.

    One that the shell has looked up is given by its name alone: of the machine's folders nothing is told.
    """
    path = PurePath(program)
    if path.name == "__main__.py":
        return f"python -m {PROGRAM}"
    return program if path.name == PROGRAM and not path.is_absolute() else PROGRAM


@get("/health", include_in_schema=False)
async def show_health() -> dict[str, str]:
    """Answer that the process is alive."""
    return {"status": "alive"}


@get("/ready", include_in_schema=False)
async def show_ready(request: ApiRequest) -> dict[str, str]:
    """Answer that the tables can be read; status 503 if not, or if the server is stopping."""
    await _rooms(request).try_out()
    return {"status": "ready"}


@get("/api/games/{name:str}", responses={200: ResponseSpec(wire.GameBook)}, opt={PACKED: True})
async def show_game(request: ApiRequest, name: str) -> Answer:
    """One game, with its cards and its numbered rules."""
    return page.respond_packed(request, await replay.beside(catalogue.packed_book, name))


@get("/api/games/{name:str}/cards", media_type="text/plain; charset=utf-8")
async def show_cards(request: ApiRequest, name: str) -> str:
    """The cards file of a game, as a starting point for own cards; empty if the game has none."""
    return await asyncio.to_thread(catalogue.cards_file, name)


def _trouble(why: wire.Why, text: str, headers: dict[str, str] | None = None) -> Response[wire.Trouble]:
    return Response(wire.Trouble(why, text), status_code=wire.STATUS.get(why, 400), headers=headers)


READING: ExceptionHandlersMap = {
    RecursionError: lambda *_: _trouble("malformed", "The JSON is nested too deep."),
    UnicodeDecodeError: lambda *_: _trouble("malformed", "The JSON is not UTF-8."),
}
posted = partial(post, exception_handlers=READING, request_max_body_size=wire.MAX_CARDS_BODY)


@posted("/api/games/{name:str}/cards", status_code=200)
async def read_cards(request: ApiRequest, name: str, data: wire.CardsText) -> wire.CardsRead:
    """What each card of a cards file does, or the problem of the file and its line."""
    return await apart(partial(catalogue.cards_read, name, data.cards))


@posted("/api/games/{name:str}/options", status_code=200)
async def read_options(request: ApiRequest, name: str, data: wire.GivenOptions) -> wire.OptionsRead:
    """What a game makes of these options, such as a script, or what is wrong with them."""
    return await asyncio.to_thread(catalogue.options_read, name, data.options)


@get("/api/games/{name:str}/print", media_type=MediaType.HTML)
async def print_game(request: ApiRequest, name: str) -> str:
    """A game on paper, as a page of HTML: a reference sheet, and every card to cut out."""
    return await asyncio.to_thread(catalogue.sheet, name)


@posted("/api/games/{name:str}/print", status_code=200, media_type=MediaType.HTML)
async def print_cards(request: ApiRequest, name: str, data: wire.CardsText) -> str:
    """The same with the cards of a cards file."""
    return await asyncio.to_thread(catalogue.own_sheet, name, data.cards)


@get("/api/lessons/{name:str}", responses={200: ResponseSpec(wire.Lesson)}, opt={PACKED: True})
async def show_lesson(request: ApiRequest, name: str) -> Answer:
    """How to play a game: a guided hand, step by step, and pictures."""
    return page.respond_packed(request, await replay.beside(catalogue.packed_lesson, name))


@get("/api/games/{name:str}/puzzle")
async def show_puzzle(request: ApiRequest, name: str) -> wire.PuzzleOfDay:
    """The puzzle that this game poses today, and how many have solved it."""
    return await _puzzles(request).shown(name)


@posted("/api/games/{name:str}/puzzle", status_code=200, request_max_body_size=wire.MAX_FRAME)
async def answer_puzzle(request: ApiRequest, name: str, data: wire.PuzzleGuess) -> wire.PuzzleAnswer:
    """Whether an answer to the puzzle of today, or yesterday, is right, and why."""
    _charge_space(request, wire.row(data.key))
    return await _puzzles(request).answered(name, data)


def _charge_table(request: ApiRequest, cards: str = "") -> None:
    """Count a new table, perhaps with own cards, for the address that asks for it.  Raises Refused."""
    if not _address(request).tables.take():
        raise Refused("too_fast", "Your address has opened too many tables; wait a few minutes.")
    _charge_space(request, _space_of(cards))


def _space_of(cards: str) -> float:
    """The kilobytes that a new table takes."""
    return wire.TABLE + (wire.row(cards) if cards else 0)


def _charge_space(request: ApiRequest, kilobytes: float) -> None:
    """Count what the address that asks lets the server store.  Raises Refused."""
    if not _address(request).space.take(kilobytes):
        raise Refused("too_fast", "Your address has written too much in the last hour; wait a while.")


@posted("/api/tables")
async def open_table(request: ApiRequest, data: wire.NewTable) -> wire.Opened:
    """Open a table; the answer holds its code and the secret of its host."""
    _charge_table(request, data.cards)
    if data.cards and not _address(request).own_cards.take():
        raise Refused("too_fast", "Your address has opened many tables with own cards today; try tomorrow.")
    try:
        return await _rooms(request).open(data, _address(request).household)
    except FacedownError:  # only tables that there are count
        _address(request).tables.spend(-1)
        _address(request).space.spend(-_space_of(data.cards))
        raise


@get("/api/tables")
async def list_open_tables(request: ApiRequest) -> tuple[wire.OpenTable, ...]:
    """The tables that their hosts have listed and that wait for players."""
    return await _rooms(request).open_tables.all()


@get("/api/tables/{code:str}")
async def show_table(request: ApiRequest, code: str, game: int | None = None) -> wire.TableSummary:
    """What anybody with the link may know about a table, or about its state after game number `game`."""
    if game is None:
        return await replay.summary(await _room(request, code))
    async with _looking_back(request):
        return await replay.summary(await _room(request, code), game)


@get("/api/tables/{code:str}/game", responses={200: ResponseSpec(wire.GameBook)}, opt={PACKED: True})
async def show_game_of_table(request: ApiRequest, code: str) -> Answer:
    """The game of a table, with its cards (perhaps own ones) and its numbered rules."""
    room = await _room(request, code)
    return page.respond_packed(request, await replay.beside(catalogue.packed_book_of, room.game))


@get("/api/tables/{code:str}/record", media_type="text/plain; charset=utf-8")
async def show_record(request: ApiRequest, code: str, game: int | None = None) -> str:
    """The record of a finished game: the last one, or number `game` of this table."""
    async with _looking_back(request):
        return await replay.record(await _room(request, code), game)


@posted("/api/tables/{code:str}/play-on", request_max_body_size=wire.MAX_FRAME)
async def play_on(request: ApiRequest, code: str, data: wire.PlayOn) -> wire.PlayedOn:
    """Open a table at which a finished game is played on from one of its moments, against bots."""
    async with _looking_back(request):
        _charge_table(request)
        charge = partial(_charge_space, request)
        return await _rooms(request).play_on(code, data, charge)


@get("/api/tables/{code:str}/replay", responses={200: ResponseSpec(tuple[wire.Frame, ...])}, opt={PACKED: True})
async def show_replay(
    request: ApiRequest, code: str, seat: int | None = None, everything: bool = False, game: int | None = None
) -> Answer:
    """A game as a spectator saw it, or the seat whose secret is sent as a bearer token.

    It is the last game, or number `game` (from 1) at this table.  A finished game can be seen from any seat, or
    with everything revealed.
    """
    scheme, _, secret = request.headers.get("authorization", "").partition(" ")
    async with _looking_back(request):
        room = await _room(request, code)
        frames = await replay.replay(room, seat, secret if scheme.lower() == "bearer" else None, everything, game)
        return page.respond_packed(request, await replay.beside(page.packed, frames))


@get("/api/tables/{code:str}/story")
async def show_story(request: ApiRequest, code: str, seat: int | None = None) -> wire.Story:
    """Why this seat won or lost a finished game, and the moment that decided it."""
    async with _looking_back(request):
        return await replay.story(await _room(request, code), seat)


@get("/api/tables/{code:str}/moments/{name:str}", media_type="image/png")
async def show_moment(
    request: ApiRequest, code: str, name: str, game: int | None = None, seat: str | None = None
) -> Response[bytes]:
    """A picture of one moment of a finished game: `12.png` is the twelfth thing that happened.

    With `seat`, it is the twelfth that this seat (`watch`: a spectator) saw.
    """
    number, dot, kind = name.partition(".")
    if (dot, kind) != (".", "png") or not (number.isascii() and number.isdigit()) or len(number) > 6:
        raise Refused("not_found", f"There is no moment {name[:20]!r}; they are called 1.png, 2.png and so on.")
    async with _looking_back(request):
        drawn = await preview.picture(await _room(request, code), int(number), game, seat)
    kept = "no-cache" if game is None else "public, max-age=86400"  # which game is the last one changes
    return Response(drawn, media_type="image/png", headers={"Cache-Control": kept})


# -- the page -----------------------------------------------------------------------------------------------------


PAGES = ("/", "/grimoire", "/scripts", "/settings", "/you", "/rules")
OF_ONE = tuple(f"/{what}/{{_rest:path}}" for what in ("new", "puzzle", "learn", "t", "rules"))


@get([*PAGES, *OF_ONE], include_in_schema=False, opt={PACKED: True})
async def show_page(request: ApiRequest) -> Response[bytes]:
    """The page, which decides by its address what to show."""
    file = page.index()
    with contextlib.suppress(Refused, StorageError):
        match request.scope["path"].split("/"):
            case ["", "t", code, "replay"]:
                file = await _page_of_moment(request, code)
            case ["", "t", code]:  # with what chat programs show of an invitation
                summary = await replay.summary(await _room(request, code))
                file = page.index_with(preview.invitation(summary, str(request.base_url)))
    return page.respond(request, file)


async def _page_of_moment(request: ApiRequest, code: str) -> page.File:
    """The page of a replay, with a picture of the moment for chat programs if the game is over."""
    told = {name: request.query_params.get(name, "") for name in ("game", "at", "seat")}
    asked = {name: int(text) for name, text in told.items() if text.isdecimal() and len(text) < 7}
    summary: wire.TableSummary = await show_table.fn(request, code, asked.get("game"))
    if summary.phase != "over":
        return page.index()
    eyes = preview.WATCH if told["seat"] == preview.WATCH else str(asked.get("seat", ""))
    game, moment = asked.get("game"), asked.get("at", 1)
    return page.index_with(preview.tags(summary, game, moment, eyes, str(request.base_url)))


@get(["/assets/{name:str}", "/{name:str}"], include_in_schema=False, opt={PACKED: True})
async def show_file(request: ApiRequest, name: str) -> Response[bytes]:
    """A file of the page."""
    inside = f"assets/{name}" if request.scope["path"].startswith("/assets/") else name
    file = page.find(inside)
    if file is None:
        raise Refused("not_found", f"There is nothing at {request.scope['path'][:80]!r}.")
    return page.respond(request, file)


# -- errors ------------------------------------------------------------------------------------------------------


def _refuse(request: ApiRequest, error: Refused) -> Response[wire.Trouble] | Response[bytes]:
    metrics.REFUSALS.labels(error.why).inc()
    if error.why == "not_found" and _is_browsing(request):
        return page.not_found()
    return _trouble(error.why, error.text, RETRY if error.why == "elsewhere" else None)


def _is_browsing(request: ApiRequest) -> bool:
    """Whether this is a person with a browser, and not a program that calls the API."""
    return not request.scope["path"].startswith("/api/") and "text/html" in request.headers.get("accept", "")


def _endless(_: ApiRequest, error: Overdue) -> Response[wire.Trouble]:
    log.error("%s", error)
    return _trouble("broken", wire.sentence(error))


def _no_storage(_: ApiRequest, error: StorageError) -> Response[wire.Trouble]:
    log.warning("%s", error)
    return _trouble("storage", "The tables cannot be read or written at the moment; try again.")


def _http_trouble(request: ApiRequest, error: HTTPException) -> Response[wire.Trouble] | Response[bytes]:
    code = error.status_code
    if code == 404 and _is_browsing(request):
        return page.not_found()
    why = {404: "not_found", 405: "not_found", 413: "too_large", 429: "too_fast"}.get(code, "malformed")
    extra = error.extra if isinstance(error.extra, list) else []
    details = [f"{item.get('key', '')}: {item.get('message', '')}".strip(": ") for item in extra if item]
    headers = dict(error.headers or {})
    for name in {"allow", "Allow"}.intersection(headers):
        headers[name] = headers[name].replace("GET", "GET, HEAD")
    return Response(wire.Trouble(why, "; ".join([error.detail, *details])), status_code=code, headers=headers)


def _broken(_: ApiRequest, error: Exception) -> Response[wire.Trouble]:
    log.error("a request could not be handled", exc_info=error)
    return _trouble("broken", "There was an error in the program; nothing was changed.")


@contextlib.asynccontextmanager
async def _looking_back(request: ApiRequest) -> AsyncIterator[None]:
    """Look at a whole game, which counts as more requests, one after the other of an address, so that others
    wait for one of them at most.  Raises Refused if its address has too few requests left.
    """
    address = _address(request)
    if not address.requests.take(WHOLE_GAME):
        raise Refused("too_fast", "Your address has sent too many requests; wait a second.")
    async with address.looks_back:
        yield


def _address(request: ApiRequest) -> Address:
    """What the address from which this comes has used of its limits."""
    addresses: Addresses = request.app.state.addresses
    return addresses.of(request.client.host if request.client else None)


def _rooms(request: ApiRequest) -> Rooms:
    rooms: Rooms = request.app.state.rooms
    return rooms


def _puzzles(request: ApiRequest) -> Puzzles:
    puzzles: Puzzles = request.app.state.puzzles
    return puzzles


async def _room(request: ApiRequest, code: str) -> Room:
    """The room of this table.  Raises Refused or StorageError."""
    return await _rooms(request).find(code, _address(request).loads)


# -- the application ----------------------------------------------------------------------------------------------


def create_app(
    url: str | None = None, limits: Limits | None = None, ready: Callable[[], object] = lambda: None
) -> ASGIApp:
    """The application, with the database at `url` (by default DATABASE_URL, or a file of this user).

    `ready` is called when it has started.
    """
    limits = limits or limits_from()
    database = Store(url or database_url(None), limits.megabytes)
    addresses, rooms = Addresses(limits), Rooms(database, limits)
    token = os.environ.get("FACEDOWN_METRICS", "")
    metrics.watch(rooms.in_memory, rooms.connections)
    app = Litestar(
        route_handlers=[
            list_games, show_about, show_game, show_lesson, list_open_tables, open_table, show_table, show_record,
            show_replay, play_on, show_story, show_moment, show_page, show_cards, read_cards, read_options,
            print_game, print_cards, show_puzzle, answer_puzzle,
            show_game_of_table, show_file, show_health, show_ready, *([metrics.controller(token)] if token else []),
        ],
        guards=[known_only],
        middleware=[metrics.MIDDLEWARE.middleware] if token else [],
        lifespan=[partial(_lifespan, database=database, ready=ready)],
        state=State({"rooms": rooms, "addresses": addresses, "puzzles": Puzzles(database)}),
        exception_handlers={
            Refused: _refuse, Overdue: _endless, StorageError: _no_storage, HTTPException: _http_trouble,
            Exception: _broken,
        },
        request_max_body_size=wire.MAX_FRAME,
        compression_config=CompressionConfig(backend="gzip", minimum_size=1000, exclude_opt_key=PACKED),
        openapi_config=OpenAPIConfig("Facedown", "1", render_plugins=[JsonRenderPlugin()]),
        logging_config=None,
    )  # fmt: skip
    return Admission(app, Sockets(rooms, addresses), addresses, Hosts(os.environ.get("FACEDOWN_HOSTS", "")))


@contextlib.asynccontextmanager
async def _lifespan(app: Litestar, *, database: Store, ready: Callable[[], object]) -> AsyncIterator[None]:
    """Open the database, and run chores while the application runs."""
    await database.open()
    games()  # import them now, not while somebody waits
    chores.set_up_memory()
    rooms: Rooms = app.state.rooms
    beside = [
        chores.every(SWEEP, rooms.sweep),
        chores.every(TOLD, rooms.open_tables.tell_servers),
        chores.every(TIDY, rooms.delete_old, TIDY_AFTER),
        chores.every(TIDY, app.state.puzzles.make_ahead, TIDY_AFTER),
        chores.every(WATCH, database.look_after_session),
        chores.compile_in_background(),
    ]
    tasks = [asyncio.create_task(chore) for chore in beside]
    ready()
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await rooms.close()
        call_off_all()
        await database.close()
