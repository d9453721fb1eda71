"""A slow line in front of a test's server: every request and message comes late, in both directions, in its order.

`FACEDOWN_LATE=0.5 make test PYTEST_ARGS=tests/browser` runs the browser tests with up to half a second each way.
A test that fails only then presses or reads something before the server's answer is there.
"""

from __future__ import annotations

import asyncio
import os
import random
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from litestar.types import ASGIApp, Receive, Scope, Send

LATE = float(os.environ.get("FACEDOWN_LATE", "0"))  # seconds that a message takes at most; half of it at least

_chance = random.Random(1)


def slow(app: ASGIApp) -> ASGIApp:
    """The same application at the end of a slow line."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        kind: str = scope["type"]
        if kind == "http":
            await asyncio.sleep(_delay())
            await app(scope, receive, send)
        elif kind == "websocket":
            await _talk(app, scope, receive, send)
        else:
            await app(scope, receive, send)

    return answer


def make_servers_slow() -> None:
    """Let the server that this process starts answer late, where FACEDOWN_LATE says so."""
    if LATE:
        from facedown.server import serving

        create_app = vars(serving)["create_app"]
        vars(serving).update(create_app=lambda *args, **named: slow(create_app(*args, **named)))


def _delay() -> float:
    return _chance.uniform(LATE / 2, LATE)


async def _talk(app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
    heard, said = _Line(), _Line()

    async def hear() -> None:
        while True:
            message = await receive()
            heard.put(message)
            if message["type"] == "websocket.disconnect":
                return

    async def say(message: Any) -> None:
        said.put(message)

    hearing, saying = asyncio.create_task(hear()), asyncio.create_task(said.pass_on(send))
    try:
        await app(scope, heard.get, say)
        said.end()
        await saying
    finally:
        for task in (hearing, saying):
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task


class _Line:
    """Messages on their way, each of which arrives after those before it."""

    def __init__(self) -> None:
        self.underway: asyncio.Queue[tuple[float, Any]] = asyncio.Queue()

    def put(self, message: Any) -> None:
        self.underway.put_nowait((asyncio.get_running_loop().time() + _delay(), message))

    def end(self) -> None:
        self.underway.put_nowait((0, None))

    async def get(self) -> Any:
        due, message = await self.underway.get()
        await asyncio.sleep(max(0, due - asyncio.get_running_loop().time()))
        return message

    async def pass_on(self, send: Callable[[Any], Awaitable[None]]) -> None:
        while (message := await self.get()) is not None:
            await send(message)
