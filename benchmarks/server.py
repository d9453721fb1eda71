"""Moves through real sockets, 200 tables at once, beside boardgame.io and a bare echo over uvicorn and websockets.

    npm --prefix benchmarks/boardgame ci        # once; without it, boardgame.io is left out
    python -m benchmarks.server [--compiled] [--tables 200] [--seconds 8]

Every seat is a connection of its own that answers at once with a random legal move, so the server is never idle:
answer times are those of a server that has all it can do.  They are measured once more at a pace at which people
play.  Each move is checked, written to disk and told to every connection of its table, with a view made for each.

boardgame.io plays a game with hidden hands (benchmarks/boardgame), two at a table as here, its client in Node; it
keeps tables in its own durable store, FlatFile, a file for each part of a table, which does not wait for the disk.
A server's processor time is that of its process while moves are made: what it can do for a core does not depend on
what the clients take beside it.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import math
import os
import random
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from facedown.core.game import LegalMove

GAMES = (("bayou-boss", 2), ("gotcha", 2))
BOARDGAME = Path(__file__).parent / "boardgame"
THINKING = 4.0  # seconds that a person takes for a move, in the second run
PATIENCE = 20.0  # seconds for an answer, when time is up
LIMITS = ("MESSAGES_A_SECOND", "MESSAGES_AT_ONCE", "REQUESTS_A_SECOND", "REQUESTS_AT_ONCE", "TABLES_AN_HOUR",
          "TABLES_AT_ONCE", "CONNECTIONS", "KILOBYTES_AN_HOUR",
          "KILOBYTES_AT_ONCE")  # fmt: skip

FACEDOWN = """
import sys
from pathlib import Path
from facedown import games
from facedown.server import run
from facedown.server.chores import compile_game
if sys.argv[3] == "compiled":
    for name in games():
        compile_game(name)
run(port=int(sys.argv[1]), data=Path(sys.argv[2]))
"""

ECHO = """
import sys
import uvicorn
async def echo(scope, receive, send):
    if scope["type"] != "websocket":
        return
    await receive()
    await send({"type": "websocket.accept"})
    while (message := await receive())["type"] == "websocket.receive":
        await send({"type": "websocket.send", "text": message["text"]})
print("there", flush=True)
uvicorn.run(echo, port=int(sys.argv[1]), log_level="error", lifespan="off", ws_per_message_deflate=False)
"""


class Told(msgspec.Struct):
    """As much of a message as a player needs who moves at random."""

    version: int = 0
    asked: tuple[int, ...] = ()
    legal: tuple[LegalMove, ...] = ()
    ok: bool | None = None
    n: int | None = None
    secret: str | None = None
    kind: str = msgspec.field(name="is", default="")


told_by: msgspec.json.Decoder[Told] = msgspec.json.Decoder(Told)


class Tally:
    """Answer times in seconds, what was refused, and the processor time of the server."""

    def __init__(self, times: Sequence[float] = (), seconds: float = 0.0) -> None:
        self.times = list(times)
        self.refused = 0
        self.seconds = seconds
        self.used = 0.0

    @property
    def cost(self) -> float:
        """Milliseconds of processor time a move."""
        return self.used / max(1, len(self.times)) * 1000

    @property
    def a_second(self) -> float:
        return len(self.times) / self.seconds

    def part(self, share: float) -> float:
        """The answer time, in milliseconds, that this share of the answers stayed under."""
        if not self.times:
            return math.nan
        return sorted(self.times)[min(len(self.times) - 1, int(len(self.times) * share))] * 1000


async def main(tables: int, seconds: float, compiled: bool) -> None:
    echo = await against_echo(tables * 2, seconds / 2)
    peer = await asyncio.to_thread(against_boardgame, tables, seconds)
    busy, calm = await measured(tables, seconds, compiled)
    runs = {"as fast as it goes": busy, f"a move every {THINKING:g} s": calm, "boardgame.io": peer, "echo": echo}
    print(
        f"{tables} tables of 2 seats, {tables * 2} connections; both ends share {os.cpu_count()} cores; rules",
        end=" ",
    )
    print("compiled" if compiled else "interpreted")
    for name, tally in runs.items():
        if tally is None or not tally.times:
            print(f"  {name}: left out; see the first lines of this file")
            continue
        print(
            f"  {name:<20}{tally.a_second:8.0f} a second; answers: half within {tally.part(0.5):7.1f} ms, "
            f"99 % within {tally.part(0.99):7.1f} ms; refused {tally.refused}; server {tally.cost:.2f} ms a move"
        )
    if peer is not None and peer.times:
        print(f"  moves a second of a core: {peer.cost / busy.cost:.2f} times those of boardgame.io with FlatFile")
    figures = {
        "name": f"server moves a second, {tables} tables",
        "ours": round(busy.a_second, 1),
        "peer": round(echo.a_second, 1),
        "ratio": round(busy.a_second / echo.a_second, 4),
        "ms_a_move": round(busy.cost, 3),
        "boardgame_io_ms_a_move": None if peer is None else round(peer.cost, 3),
        "p99_ms": round(busy.part(0.99), 1),
        "p99_ms_at_human_pace": round(calm.part(0.99), 1) if calm.times else None,
        "echo_p99_ms": round(echo.part(0.99), 1),
    }
    print(json.dumps(figures))


async def measured(tables: int, seconds: float, compiled: bool) -> tuple[Tally, Tally]:
    """Moves at this server, as fast as it goes and at the pace of people."""
    with tempfile.TemporaryDirectory() as data:
        limits = {f"FACEDOWN_{name}": "1e9" for name in LIMITS}
        process, port = start(FACEDOWN, data, "compiled" if compiled else "", FACEDOWN_COMPILE="0", **limits)
        try:
            seats = await sit_down(tables, port)
            busy = await play(seats, seconds, 0.0, process)
            calm = await play(seats, seconds, THINKING, process)
            await asyncio.gather(*(seat.close() for seat in seats))
        finally:
            end(process)
    return busy, calm


def free_port() -> int:
    """A port at which nobody listens."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return int(listening.getsockname()[1])


def start(program: str, *arguments: str, **environment: str) -> tuple[subprocess.Popen[str], int]:
    """A server in a process of its own, and the port on which it answers."""
    port = free_port()
    process = subprocess.Popen(
        [sys.executable, "-c", program, str(port), *arguments],
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline(), "the server did not start"
    return process, port


def spent(process: subprocess.Popen[str]) -> float:
    """The seconds of processor time that a running process has used until now."""
    fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def end(process: subprocess.Popen[str]) -> None:
    process.terminate()
    process.wait()


class Seat:
    """One connection that plays."""

    def __init__(self, socket: ClientConnection, seat: int) -> None:
        self.socket, self.seat, self.n, self.told = socket, seat, 0, Told()

    async def say(self, do: str, **what: Any) -> Told:
        """Say something and wait for its answer."""
        await self.send(do, **what)
        while True:
            told = told_by.decode(await self.socket.recv())
            if told.ok is not None:
                assert told.ok, "the set-up was refused"
                return told
            self.note(told)

    async def send(self, do: str, **what: Any) -> None:
        self.n += 1
        await self.socket.send(json.dumps({"do": do, "n": self.n, **what}))

    def note(self, told: Told) -> None:
        if told.asked or told.legal:  # who sits where is told beside it, and says nothing of what is asked
            self.told = told

    async def play(self, until: float, thinking: float, tally: Tally) -> None:
        """Answer whenever asked, until it is that late, and play again when a game is over."""
        sent: float | None = None
        while (left := until - time.perf_counter()) > 0 or sent is not None:
            if sent is None and self.seat in self.told.asked and self.told.legal:
                if thinking:
                    await asyncio.sleep(min(left, random.uniform(0, 2 * thinking)))
                if time.perf_counter() >= until:
                    return
                sent = time.perf_counter()
                await self.send("play", at=self.told.version, move=random.choice(self.told.legal).move)
            try:
                async with asyncio.timeout(left if sent is None else PATIENCE):
                    told = told_by.decode(await self.socket.recv())
            except TimeoutError:
                return
            if told.ok is None:
                self.note(told)
                if told.kind == "over":
                    await self.send("again")  # the next game begins when all have said so
            elif sent is not None and told.n == self.n:
                if (now := time.perf_counter()) < until:
                    tally.times.append(now - sent)
                tally.refused += not told.ok
                sent = None
                self.told = Told()

    async def close(self) -> None:
        await self.socket.close()


def open_table(port: int, game: str, seats: int, **wishes: str) -> dict[str, str]:
    """The code of a new table and the secret of its host, as the server answers."""
    wish = json.dumps({"game": game, "seats": seats, **wishes}).encode()
    request = Request(f"http://127.0.0.1:{port}/api/tables", wish, {"Content-Type": "application/json"})
    with urlopen(request) as response:
        opened: dict[str, str] = json.load(response)
        return opened


async def sit_down(tables: int, port: int) -> list[Seat]:
    """Open tables, and start their games; every second seat is a host's."""
    seats = []
    for number in range(tables):
        game, size = GAMES[number % len(GAMES)]
        opened = open_table(port, game, size)
        here = []
        for seat in range(size):
            address = f"ws://127.0.0.1:{port}/api/tables/{opened['table']}/socket"
            here.append(Seat(await connect(address, compression=None, max_size=None, ping_interval=None), seat))
            await here[-1].say("hello", **({"host": opened["host"]} if seat == 0 else {}))
            await here[-1].say("sit", seat=seat, name=f"Player {'AB'[seat]}")
        await here[0].say("start")
        seats += here
    return seats


async def play(seats: list[Seat], seconds: float, thinking: float, server: subprocess.Popen[str]) -> Tally:
    tally, began, before = Tally(), time.perf_counter(), spent(server)
    until = began + seconds
    gc.disable()  # or the players' own pauses would be taken for the server's
    try:
        await asyncio.gather(*(seat.play(until, thinking, tally) for seat in seats))
    finally:
        gc.enable()
    tally.seconds, tally.used = seconds, spent(server) - before
    return tally


def against_boardgame(tables: int, seconds: float) -> Tally | None:
    """The same number of tables on boardgame.io, as fast as it goes; None where it is not installed."""
    node, port = shutil.which("node"), free_port()
    if node is None or not (BOARDGAME / "node_modules").exists():
        return None
    with tempfile.TemporaryDirectory() as data:
        serve = [node, str(BOARDGAME / "serve.js"), str(port), data]
        server = subprocess.Popen(serve, stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout is not None
            assert server.stdout.readline(), "boardgame.io did not start"
            players = [node, str(BOARDGAME / "play.js"), *map(str, (port, tables, seconds))]
            with subprocess.Popen(players, stdout=subprocess.PIPE, text=True) as clients:
                assert clients.stdout is not None
                clients.stdout.readline()  # all sit
                before = spent(server)
                tally = Tally(json.loads(clients.stdout.readline()), seconds)
                tally.used = spent(server) - before
        finally:
            end(server)
    return tally


async def against_echo(connections: int, seconds: float) -> Tally:
    """The same number of connections, each of which sends a move's bytes and waits until they are back."""
    process, port = start(ECHO)
    tally = Tally()
    message = json.dumps({"do": "play", "n": 1, "at": 1, "move": "Red 3"})

    async def talk(socket: ClientConnection, until: float) -> None:
        while (sent := time.perf_counter()) < until:
            await socket.send(message)
            await socket.recv()
            tally.times.append(time.perf_counter() - sent)

    try:
        sockets = [await reach(port) for _ in range(connections)]
        until = time.perf_counter() + seconds
        await asyncio.gather(*(talk(socket, until) for socket in sockets))
        await asyncio.gather(*(socket.close() for socket in sockets))
    finally:
        end(process)
    tally.seconds = seconds
    return tally


async def reach(port: int) -> ClientConnection:
    """Connect, as soon as somebody listens."""
    for _ in range(200):
        try:
            return await connect(f"ws://127.0.0.1:{port}/", compression=None, ping_interval=None)
        except OSError:
            await asyncio.sleep(0.05)
    raise SystemExit("the echo server did not start")


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("--tables", type=int, default=200)
    options.add_argument("--seconds", type=float, default=8.0)
    options.add_argument("--compiled", action="store_true", help="compile the rules first; may take a minute")
    chosen = options.parse_args()
    asyncio.run(main(chosen.tables, chosen.seconds, chosen.compiled))
