"""A server within the process of the tests: the whole application, in a thread of its own and without sockets.

It takes milliseconds to start, so that a test can have one of its own over either kind of database.  What sockets,
processes and signals do to a server is tested with a `harness.Server`.
"""

from __future__ import annotations

import asyncio
import queue
import threading
import time
import warnings
from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from contextlib import suppress
from typing import Any
from urllib.parse import unquote

from litestar.exceptions import LitestarDeprecationWarning
from websockets.exceptions import ConnectionClosedError
from websockets.frames import Close

from facedown.server import app as application
from facedown.server import chores
from facedown.server.limits import limits_from
from facedown.server.site.catalogue import Puzzles
from facedown.server.storage import database
from facedown.server.storage.rows import Statement, StoredTable
from facedown.server.storage.store import StorageError, Store
from tests.databases import hang_up_on_all
from tests.replaced import replaced
from tests.server.harness import PATIENCE, Line, Serving

HOST = (b"host", b"localhost:1")
BUSY = 0.5  # seconds to wait for a locked database


class Loop(asyncio.SelectorEventLoop):
    """An event loop whose time a test lets pass."""

    ahead = 0.0  # seconds, of the monotonic clock

    def time(self) -> float:
        return super().time() + self.ahead

    def pass_by(self, seconds: float) -> None:
        self.ahead += seconds


class MortalStore(Store):
    """A store that a test can cut off at any moment, as the end of a server's process does."""

    def __init__(self, url: str, megabytes: float = 4096) -> None:
        super().__init__(url, megabytes)
        self.is_cut_off, self.dies_next = False, False

    async def write(self, *changes: Statement) -> None:
        self._check()
        await super().write(*changes)
        if self.dies_next:
            self.is_cut_off = True
            await asyncio.Event().wait()  # nobody is told any more

    async def read(self, code: str) -> StoredTable | None:
        self._check()
        return await super().read(code)

    def _check(self) -> None:
        if self.is_cut_off:
            raise StorageError("the server has been killed")


class Within(Serving):
    """A server over the database at this address, which can be killed and started again."""

    port = 1

    def __init__(self, url: str, **environment: str) -> None:
        self.url, self.environment = url, environment
        self._loop: Loop | None = None

    def start(self) -> None:
        """Start it, and wait until it serves."""
        self._loop = Loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True, name="server")
        self._thread.start()
        self._do(self._open()).result(PATIENCE)
        self._at_rest = self._do(self._tasks()).result(PATIENCE)

    def rest(self) -> None:
        """Wait until it knows that nobody is there any more, and no bot thinks."""
        end = time.monotonic() + PATIENCE
        while self._do(self._tasks()).result(PATIENCE) > self._at_rest:
            assert time.monotonic() < end, "somebody is still there"
            time.sleep(0.002)

    def pass_by(self, seconds: float) -> None:
        """Let its timers run as if so many seconds had passed; what is asked for the time tells the real one."""
        assert self._loop is not None, "it has been started"
        self._loop.call_soon_threadsafe(self._loop.pass_by, seconds)

    def kill(self) -> None:
        """End it without a chance to store anything more."""
        self._store.is_cut_off = True
        hang_up_on_all(self.url)
        self._end(self._drop())

    def kill_after(self, write: Callable[[], object]) -> None:
        """Let it end as soon as the next thing is stored, which `write` sends it; nobody is told of that."""
        self._store.dies_next = True
        write()
        self._do(self._is_cut_off()).result(PATIENCE)
        self.kill()

    def stop(self) -> None:
        """End it as Ctrl+C does."""
        self._end(self._close())

    async def _open(self) -> None:
        def store(url: str, megabytes: float) -> Store:
            self._store = MortalStore(url, megabytes)
            return self._store

        differences = [
            (application, "Store", store),
            (chores, "set_up_memory", lambda: None),  # of the tests' process
            (chores, "compile_in_background", _never),
            (Puzzles, "make_ahead", _never),
            (database, "BUSY", BUSY),
        ]
        with replaced(differences), warnings.catch_warnings():
            warnings.simplefilter("ignore", LitestarDeprecationWarning)
            self._app: Any = application.create_app(self.url, limits_from(self.environment))
            await self._begin()

    async def _begin(self) -> None:
        self._lifespan, started = asyncio.Queue[dict[str, Any]](), asyncio.Event()
        self._lifespan.put_nowait({"type": "lifespan.startup"})

        async def said(message: dict[str, Any]) -> None:
            assert message["type"] != "lifespan.startup.failed", message
            started.set()

        scope = {"type": "lifespan", "asgi": {"version": "3.0"}, "state": {}}
        self._running = asyncio.ensure_future(self._app(scope, self._lifespan.get, said))
        starting = asyncio.ensure_future(started.wait())
        await asyncio.wait({self._running, starting}, return_when=asyncio.FIRST_COMPLETED)
        if self._running.done():
            self._running.result()

    async def _tasks(self) -> int:
        return len(asyncio.all_tasks())

    async def _close(self) -> None:
        self._lifespan.put_nowait({"type": "lifespan.shutdown"})
        await self._running

    async def _drop(self) -> None:
        with suppress(StorageError):
            await self._store.close()

    async def _is_cut_off(self) -> None:
        while not self._store.is_cut_off:
            await asyncio.sleep(0.002)

    def _end(self, how: Any) -> None:
        if self._loop is None:
            how.close()
            return
        self._do(how).result(PATIENCE)
        self._do(_cancel_all()).result(PATIENCE)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(PATIENCE)
        self._loop.close()
        self._loop = None

    def _do(self, what: Any) -> Future[Any]:
        assert self._loop is not None, "it has been started"
        return asyncio.run_coroutine_threadsafe(what, self._loop)

    def fetch(
        self, path: str, body: bytes | None = None, headers: dict[str, str] | None = None
    ) -> tuple[int, bytes, dict[str, str]]:
        path, _, query = path.partition("?")
        given = {**({"content-type": "application/json"} if body is not None else {}), **(headers or {})}
        scope = {
            **self._scope("http", path, query.encode()),
            "method": "GET" if body is None else "POST",
            "headers": [HOST, *((name.lower().encode(), value.encode()) for name, value in given.items())],
        }
        return self._do(_fetched(self._app, scope, body or b"")).result(PATIENCE)  # type: ignore[no-any-return]  # of any coroutine

    def line(self, code: str, source: str) -> Line:
        scope = {**self._scope("websocket", f"/api/tables/{code}/socket", b"", source), "subprotocols": []}
        return LineWithin(self._loop, self._app, scope)

    def _scope(self, kind: str, path: str, query: bytes, source: str = "127.0.0.1") -> dict[str, Any]:
        return {
            "type": kind,
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "scheme": "http" if kind == "http" else "ws",
            "path": unquote(path),
            "raw_path": path.encode(),
            "query_string": query,
            "root_path": "",
            "headers": [HOST],
            "client": (source, 1),
            "server": ("127.0.0.1", 1),
            "state": {},
        }


class LineWithin:
    """A WebSocket without a socket."""

    def __init__(self, loop: asyncio.AbstractEventLoop | None, app: Any, scope: dict[str, Any]) -> None:
        assert loop is not None, "the server has been started"
        self._loop = loop
        self._said: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._told: queue.SimpleQueue[str | Close] = queue.SimpleQueue()
        self._put({"type": "websocket.connect"})
        asyncio.run_coroutine_threadsafe(self._run(app, scope), loop)

    async def _run(self, app: Any, scope: dict[str, Any]) -> None:
        try:
            await app(scope, self._said.get, self._hear)
        finally:
            self._told.put(Close(1006, ""))

    async def _hear(self, message: dict[str, Any]) -> None:
        if message["type"] == "websocket.send":
            self._told.put(message["text"])
        elif message["type"] == "websocket.close":
            self._told.put(Close(message["code"], message["reason"]))

    def _put(self, message: dict[str, Any]) -> None:
        with suppress(RuntimeError):  # the server is gone
            self._loop.call_soon_threadsafe(self._said.put_nowait, message)

    def send(self, message: str | bytes) -> None:
        is_text = isinstance(message, str)
        self._put({"type": "websocket.receive", "text" if is_text else "bytes": message})

    def recv(self, timeout: float) -> str:
        try:
            told = self._told.get(timeout=timeout)
        except queue.Empty:
            raise TimeoutError from None
        if isinstance(told, Close):
            raise ConnectionClosedError(told, None)
        return told

    def close(self) -> None:
        self._put({"type": "websocket.disconnect", "code": 1000})


async def _fetched(
    app: Callable[..., Awaitable[None]], scope: dict[str, Any], body: bytes
) -> tuple[int, bytes, dict[str, str]]:
    """What the application answers."""
    answer: list[dict[str, Any]] = []
    asked = iter([{"type": "http.request", "body": body, "more_body": False}])

    async def receive() -> dict[str, Any]:
        return next(asked, {"type": "http.disconnect"})

    async def send(message: dict[str, Any]) -> None:
        answer.append(message)

    await app(scope, receive, send)
    start, *parts = answer
    headers = {name.decode().lower(): value.decode() for name, value in start["headers"]}
    return start["status"], b"".join(part.get("body", b"") for part in parts), headers


async def _never(*_: object) -> None:
    """What is done in the background of a server for people, and not here."""


async def _cancel_all() -> None:
    """Cancel every task of this loop but this one, until none is left."""
    while tasks := [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]:
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks, timeout=1)
