"""A real server on loopback, and people who talk to it over real sockets."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, Protocol, TextIO, TypeVar
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from websockets.sync.client import connect

import facedown
import tests.server.serving as serving
from tests import bot_failures

PATIENCE = 100.0  # seconds in which everything must happen on the slowest machine

T = TypeVar("T")
Message = dict[str, Any]
TURN = ("view", "asked", "free", "prompt", "legal", "cannot", "standing", "aim", "slip")

UNLIMITED = {
    "FACEDOWN_MESSAGES_A_SECOND": "100000",
    "FACEDOWN_MESSAGES_AT_ONCE": "100000",
    "FACEDOWN_REQUESTS_A_SECOND": "100000",
    "FACEDOWN_REQUESTS_AT_ONCE": "100000",
    "FACEDOWN_TABLES_AN_HOUR": "1000000",
    "FACEDOWN_TABLES_AT_ONCE": "100000",
    "FACEDOWN_CONNECTIONS": "10000",
    "FACEDOWN_BOT_TABLES": "10000",
    "FACEDOWN_REQUEST_SECONDS": "600",  # the machine may be slow
    "FACEDOWN_BOT_SECONDS_AT_ONCE": "100000",
    "FACEDOWN_KILOBYTES_AT_ONCE": "100000000",
}


class Line(Protocol):
    """A WebSocket to a table."""

    def send(self, message: str | bytes) -> None: ...
    def recv(self, timeout: float) -> str | bytes: ...
    def close(self) -> None: ...


class Serving:
    """What can be asked of every server, wherever it runs."""

    port: int
    url: str  # of its database

    def fetch(
        self, path: str, body: bytes | None = None, headers: dict[str, str] | None = None
    ) -> tuple[int, bytes, dict[str, str]]:
        """What HTTP answers: the status, the body and the headers."""
        raise NotImplementedError

    def line(self, code: str, source: str) -> Line:
        """A WebSocket to this table, from this address."""
        raise NotImplementedError

    def start(self) -> object:
        """Start it, and wait until it serves."""
        raise NotImplementedError

    def kill(self) -> None:
        """End it as `kill -9` does."""
        raise NotImplementedError

    def kill_after(self, write: Callable[[], object]) -> None:
        """Let it end as `kill -9` does as soon as the next thing is stored, which `write` sends it."""
        raise NotImplementedError

    def ask(self, path: str, body: object = None, headers: dict[str, str] | None = None) -> tuple[int, Any]:
        """What HTTP answers: the status, and the JSON or text."""
        status, raw, found = self.fetch(path, None if body is None else json.dumps(body).encode(), headers)
        return status, json.loads(raw) if "json" in found.get("content-type", "") else raw.decode()

    def open(self, game: str, seats: int | None = None, pace: str = "instant", **options: Any) -> Opened:
        status, opened = self.ask("/api/tables", {"game": game, "seats": seats, "pace": pace, "options": options})
        assert status == 201, opened
        return Opened(self, opened["table"], opened["host"])


class Server(Serving):
    """A server in a process of its own, which can be killed and started again over the same data."""

    program: serving.Program = staticmethod(serving.serve)

    def __init__(self, data: Path, **environment: str) -> None:
        self.data, self.environment = data, environment
        self.log = data.with_name(f"{data.name}.log")  # what it writes to stderr
        bot_failures.watch(self.log)
        self._held = hold_a_port()
        self.port = int(self._held.getsockname()[1])
        self.process: BaseProcess | None = None
        self._printed: TextIO | None = None

    @property
    def database(self) -> Path:
        return self.data / "tables.db"

    @property
    def url(self) -> str:  # type: ignore[override]  # nobody sets it
        return self.environment.get("DATABASE_URL", f"sqlite:///{self.database}")

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> float:
        """Start it, and wait until it says that it is there; the seconds that this took."""
        began = time.monotonic()
        if sys.platform != "linux":
            self._held.close()
        environment = {**os.environ, "FACEDOWN_COMPILE": "0", **self.environment}
        self.process, self._printed = serving.start(self.program, self.port, self.data, environment, self.log)
        said = self._printed.readline()
        assert "Facedown is at" in said, f"the server did not start: {said!r}\n{self.log.read_text()}"
        return time.monotonic() - began

    def kill(self) -> None:
        """End it as `kill -9` does."""
        self._end(signal.SIGKILL)

    def kill_after(self, write: Callable[[], object]) -> None:
        """Let it end as `kill -9` does as soon as the next thing is stored, which `write` sends it."""
        self.data.with_suffix(".fatal").touch()
        write()
        self.wait()
        self.kill()

    def wait(self) -> int | None:
        """Wait until it has ended; its exit status, the signal's number below zero if it was killed."""
        assert self.process is not None
        self.process.join(PATIENCE)
        return self.process.exitcode

    def stop(self) -> None:
        """End it as Ctrl+C does."""
        self._end(signal.SIGINT)
        self._held.close()

    def _end(self, how: signal.Signals) -> None:
        if self.process is None or self._printed is None:
            return
        if self.process.is_alive():
            with suppress(ProcessLookupError):
                os.kill(self.process.pid or 0, how)
        assert self.wait() is not None, "the server does not stop"
        self.process.close()
        self._printed.close()
        self.process = self._printed = None

    def fetch(
        self,
        path: str,
        body: bytes | None = None,
        headers: dict[str, str] | None = None,
        method: str | None = None,
    ) -> tuple[int, bytes, dict[str, str]]:
        sent = {"Content-Type": "application/json"} if body is not None else {}
        request = Request(f"http://127.0.0.1:{self.port}{path}", body, {**sent, **(headers or {})}, method=method)
        try:
            with urlopen(request, timeout=PATIENCE) as response:
                return response.status, response.read(), {k.lower(): v for k, v in response.headers.items()}
        except HTTPError as error:
            with error:
                return error.code, error.read(), {k.lower(): v for k, v in error.headers.items()}

    def line(self, code: str, source: str) -> Line:
        return WebSocket(self.port, code, source)


class WebSocket:
    """A WebSocket to a table of the server at this port, from an address of this machine."""

    def __init__(self, port: int, code: str, source: str) -> None:
        address = f"ws://127.0.0.1:{port}/api/tables/{code}/socket"
        self._hanging_up = ExitStack()
        line = self._hanging_up.enter_context(
            connect(
                address,
                compression=None,
                max_size=None,
                max_queue=None,
                proxy=None,
                ping_interval=None,
                open_timeout=PATIENCE,
                source_address=(source, 0),
            )
        )
        self.send, self.recv = line.send, line.recv

    def close(self) -> None:
        self._hanging_up.close()


class Opened:
    """A table on a server, and the secret of its host."""

    def __init__(self, server: Serving, code: str, secret: str) -> None:
        self.server, self.code, self.secret = server, code, secret

    def elsewhere(self, **hello: Any) -> Person:
        """Somebody at another address of this machine."""
        person = Person(self.server, self.code, "127.0.0.2")
        person.hello(**hello)
        return person

    def person(self, **hello: Any) -> Person:
        """Somebody with a browser, who has said hello."""
        person = Person(self.server, self.code)
        person.hello(**hello)
        return person

    def host(self) -> Person:
        return self.person(host=self.secret)

    def passing(self) -> Message:
        found: Message = self.server.ask(f"/api/tables/{self.code}")[1]
        return found


_connected: list[Person] = []


def hang_up() -> None:
    """Close every browser that is open."""
    while _connected:
        _connected.pop().close()


class Legal(str):
    """What a legal move is called, and what is sent to make it."""

    move: Any

    @classmethod
    def of(cls, listed: Message) -> Legal:
        self = cls(listed["text"])
        self.move = listed["move"]
        return self


class Reachable(Protocol):
    """A server, or a way to one."""

    def line(self, code: str, source: str) -> Line: ...


class Person:
    """One browser at a table: says things, gets their answers, and keeps what it is told."""

    def __init__(self, server: Reachable, code: str, source: str = "127.0.0.1") -> None:
        self.socket = server.line(code, source)
        _connected.append(self)
        self.code = code
        self.n = 0
        self.told: list[Message] = []
        self.raw: list[str] = []
        self.answers: dict[int | None, Message] = {}
        self.secret: str | None = None
        self.state: Message = {}
        self.changes = 0  # that were sent since a whole turn

    def send(self, do: str, **what: Any) -> int:
        """Say something without waiting for the answer; the counter that the answer will bear.

        A `move` may be given in words.
        """
        self.n += 1
        if "move" in what:
            what["move"] = self.value(what["move"])
        self.socket.send(json.dumps({"do": do, "n": self.n, **what}))
        return self.n

    def say(self, do: str, **what: Any) -> Message:
        """Say something, and wait for its answer."""
        return self.answer(self.send(do, **what))

    def answer(self, n: int | None) -> Message:
        """The one answer to message `n`."""
        self.wait(lambda: n in self.answers)
        return self.answers.pop(n)

    def hello(self, **what: Any) -> Message:
        answer = self.say("hello", **what)
        if answer["ok"]:
            self.wait(lambda: bool(self.state))
        return answer

    def sit(self, seat: int, name: str, **what: Any) -> Message:
        answer = self.say("sit", seat=seat, name=name, **what)
        self.secret = answer.get("secret", self.secret)
        return answer

    def play(self, move: str | None = None, at: int | None = None) -> Message:
        """Make this move, or the first that is legal, going by what was last seen."""
        chosen = self.legal[0] if move is None else move
        return self.say("play", at=self.state["version"] if at is None else at, move=chosen)

    @property
    def legal(self) -> list[Legal]:
        """What we may do now."""
        return [Legal.of(listed) for listed in self.state["legal"]]

    def value(self, move: object) -> object:
        """What is sent to make this move, given as one of those that are legal or in words that mean a move."""
        if isinstance(move, Legal):
            return move.move
        if not self.state or not isinstance(move, str):
            return move
        listed = [legal.move for legal in self.legal if legal == move]
        return listed[0] if listed else self._unlisted(move)

    def _unlisted(self, words: str) -> object:
        """What is sent to make a move that cannot be listed; the words, where they mean none."""
        game, names = facedown.game(self.state["game"]), [seat["name"] or "" for seat in self.state["seats"]]
        position = game.contract.start(len(names), 0, game.checked_options({}))
        try:
            return game.contract.move_value(game.contract.read_move(position, 0, words, names))
        except facedown.Illegal:
            return words

    def hear(self) -> Message:
        """The next thing that is said to us."""
        text = self.socket.recv(PATIENCE)
        assert isinstance(text, str)
        message: Message = json.loads(text)
        is_change = message["is"] == "changed"
        if is_change:
            message = self._whole(message)
        if message["is"] == "answer":
            assert message["n"] not in self.answers, "two answers to one message"
            self.answers[message["n"]] = message
            return message
        self.told.append(message)
        self.raw.append(text)
        if message["is"] in ("table", "update", "undone"):
            self.changes = self.changes + 1 if is_change else 0
        if message["is"] == "table":
            self.state = dict(message)
        elif message["is"] == "update":
            view = message["view"] or message["frames"][-1]["view"]
            log = [frame["event"] for frame in message["frames"] if frame["event"] is not None]
            self.state = {**self.state, **message, "view": view, "log": self.state["log"] + log}
        elif message["is"] == "undone":
            stored = len(self.state["log"]) - message["lost"]
            self.state = {**self.state, **message, "log": [*self.state["log"][:stored], message["note"]]}
        elif message["is"] in ("seats", "over"):
            self.state = {**self.state, **message, **({"phase": "over"} if message["is"] == "over" else {})}
        return message

    def _whole(self, changed: Message) -> Message:
        """A message as it would be if it were not sent as changes."""
        assert changed.pop("on") == self.changes, "it changes something else than what was sent last"
        view, frames = self.state["view"], []
        for frame in changed["frames"]:
            view = applied(frame["view"], view)
            frames.append({**frame, "view": view})
        turn = applied(changed.pop("turn"), {**self.turn, "view": view})
        return {**changed, **turn, "is": "update", "frames": frames}

    @property
    def turn(self) -> Message:
        """The moment that this browser shows."""
        return {field: self.state[field] for field in TURN}

    def wait(self, until: Callable[[], bool]) -> None:
        """Listen until this is so."""
        end = time.monotonic() + PATIENCE
        while not until():
            assert time.monotonic() < end, f"waited in vain; last: {self.told[-1:]}"
            self.hear()

    def wait_until(self, is_so: Callable[[Person], bool]) -> None:
        """Listen until this is so of this person, one of several in a loop."""
        self.wait(lambda: is_so(self))

    def reach(self, version: int) -> None:
        """Listen until the game is as far as this, or over."""
        self.wait(lambda: self.state["version"] >= version or self.over)

    def begun(self) -> bool:
        return bool(self.state["phase"] != "lobby")

    def ready(self) -> None:
        """Listen until we are asked, or the game is over."""
        self.wait(lambda: self.asked or self.over)

    def kinds(self) -> list[str]:
        return [message["is"] for message in self.told]

    @property
    def seat(self) -> int | None:
        seat: int | None = self.state["you"]
        return seat

    @property
    def over(self) -> bool:
        return bool(self.state.get("phase") == "over")

    @property
    def asked(self) -> bool:
        return self.seat in self.state["asked"] and not self.over

    def close(self) -> None:
        self.socket.close()


def play_out(*people: Person, moves: int | None = None) -> None:
    """Let these people make their first legal moves, until the game is over or so many moves have been made."""
    made, since, alone = 0, time.monotonic(), len(people) == 1
    for person in people:
        person.wait(person.begun)
    while moves is None or made < moves:
        for person in people:
            # what one is told, another may never hear of; and what one has done, one hears after the answer
            assert person.say("ping")["ok"]
        if any(person.over for person in people):
            break
        asked = next((person for person in people if person.asked), None)
        if asked is None:
            assert time.monotonic() < since + PATIENCE, "nobody is asked any more"
            if alone:
                people[0].hear()
            continue
        before, since = asked.state["version"], time.monotonic()
        answer = asked.play()
        # where several are asked at once, what a move has done may not have been told yet; nor that time was up
        assert answer["ok"] or answer["why"] in ("stale", "late", "over"), answer
        made += answer["ok"]
        asked.reach(before + 1)
    for person in people:
        if any(other.over for other in people):
            person.wait_until(lambda person: person.over)


def applied(changes: list[Any], before: Any) -> Any:
    """What a page makes of these changes; `before` stays as it was."""
    for path, value in changes:
        before = _put(before, path, value)
    return before


def _put(before: Any, path: list[str | int], value: Any) -> Any:
    if not path:
        return value
    name, *rest = path
    copy: Any = dict(before) if isinstance(before, dict) else [*before, None]
    copy[name] = _put(copy[name], rest, value)
    return copy if isinstance(before, dict) or name == len(before) else copy[:-1]


def run_alone(whole: Callable[[], Coroutine[Any, Any, T]], loop: asyncio.AbstractEventLoop | None = None) -> T:
    """Run this in an event loop and a thread of its own: a browser test may have left a loop in this thread."""

    def run() -> T:
        with asyncio.Runner(loop_factory=None if loop is None else lambda: loop) as runner:
            return runner.run(whole())

    with ThreadPoolExecutor(1) as thread:
        return thread.submit(run).result()


def at_once(*does: Callable[[], object]) -> None:
    """Do all of these at the same time, each in a thread."""
    threads = [threading.Thread(target=do) for do in does]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
        assert not thread.is_alive()


def hold_a_port() -> socket.socket:
    """A socket on a free port of ours, which nobody else is given as long as it is open.

    Linux lets a server listen beside it; elsewhere it has to make way, and luck must do.
    """
    held = socket.socket()
    held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    held.bind(("127.0.0.1", 0))
    return held


def seated(table: Opened, *names: str) -> list[Person]:
    """The host in the first seat, others in the next ones."""
    people = [table.host() if seat == 0 else table.person() for seat in range(len(names))]
    for seat, (person, name) in enumerate(zip(people, names, strict=True)):
        assert person.sit(seat, name)["ok"]
    return people


def same(before: dict[str, Any], after: dict[str, Any]) -> bool:
    """Do two messages tell the same of the game?  What has just happened is told by an `update` alone."""
    told = ("version", "frame", "asked", "prompt", "legal", "cannot", "standing", "log", "you", "phase")
    return all(before[key] == after[key] for key in told) and now(before) == now(after)


def now(message: dict[str, Any]) -> dict[str, Any]:
    """What is seen, without what has just happened."""
    return {**message["view"], "event": None}


def open_listed(server: Serving, game: str, seats: int, **wish: Any) -> Opened:
    status, opened = server.ask("/api/tables", {"game": game, "seats": seats, "public": True, **wish})
    assert status == 201
    return Opened(server, opened["table"], opened["host"])


def listed(server: Serving) -> list[dict[str, Any]]:
    status, tables = server.ask("/api/tables")
    assert status == 200
    found: list[dict[str, Any]] = tables
    return found
