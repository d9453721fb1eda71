"""What one connection and all of one address may ask of a server, and what becomes of those that ask and go on."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from facedown.server import wire
from facedown.server.app import show_record, show_table
from facedown.server.limits import Addresses, Limits
from facedown.server.play import outbound
from facedown.server.rooms import registry, replay
from facedown.server.rooms.registry import Rooms
from facedown.server.rooms.room import Room
from facedown.server.sockets import Connection, Sockets
from facedown.server.storage.store import Store
from facedown.server.wire import Refused
from tests.databases import only_sqlite
from tests.sample_game import GAME
from tests.server.harness import Person, Server, run_alone
from tests.server.room_without_server import Subscriber, in_a_room

UNREAD = 2**16  # characters that may wait for somebody
NEVER = "0.000001"


class Browser:
    """A connection without a network: what it sends, and what it is sent and reads."""

    def __init__(self) -> None:
        self.sends: asyncio.Queue[Any] = asyncio.Queue()
        self.sends.put_nowait({"type": "websocket.connect"})
        self.told: list[Any] = []
        self.reads = asyncio.Event()
        self.reads.set()
        self.sent = 0

    def say(self, do: str, **more: object) -> None:
        self.sent += 1
        text = json.dumps({"do": do, "n": self.sent, **more})
        self.sends.put_nowait({"type": "websocket.receive", "text": text, "bytes": None})

    async def send(self, message: Any) -> None:
        await self.reads.wait()
        self.told.append(json.loads(message["text"]) if message["type"] == "websocket.send" else message)


def at_a_table(
    folder: Path, visit: Callable[[Rooms, str, Browser], Awaitable[None]], addresses: Addresses | None = None
) -> None:
    """Open a table, and let somebody connect to it."""

    async def whole() -> None:
        written = Store(f"sqlite:///{folder / 'tables.db'}")
        await written.open()
        limits = Limits(messages_a_second=10_000, messages_at_once=10_000)
        rooms = Rooms(written, limits)
        opened = await rooms.open(wire.NewTable("gotcha"))
        browser = Browser()
        path = f"/api/tables/{opened.table}/socket"
        scope: Any = {"type": "websocket", "path": path, "client": ("127.0.0.1", 1), "headers": []}
        serving = asyncio.create_task(
            Sockets(rooms, addresses or Addresses(limits))(scope, browser.sends.get, browser.send)
        )
        try:
            await visit(rooms, opened.table, browser)
        finally:
            browser.reads.set()
            browser.sends.put_nowait({"type": "websocket.disconnect", "code": 1000})
            await serving
            await written.close()

    run_alone(whole)


CODE = "k3qwz8hm2v"


def test_a_connection_that_waits_for_its_table_to_be_loaded_counts(tmp_path: Path) -> None:
    """Without an end to them, one address could have as many wait as it likes."""

    async def whole() -> None:
        written = Store(f"sqlite:///{tmp_path / 'tables.db'}")
        addresses, browser = Addresses(Limits()), Browser()
        address = addresses.of("127.0.0.1")
        scope: Any = {"path": f"/api/tables/{CODE}/socket", "client": ("127.0.0.1", 1), "headers": []}
        async with address.loads:
            waits = asyncio.create_task(Sockets(Rooms(written), addresses)(scope, browser.sends.get, browser.send))
            for _ in range(9):  # turns of the loop
                await asyncio.sleep(0)
            assert (browser.told, address.connections) == ([], 1)
            waits.cancel()
            await asyncio.wait({waits})
        assert address.connections == 0

    run_alone(whole)


async def until(is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not is_so():
            await asyncio.sleep(0.01)


def test_who_waits_before_they_say_hello_comes_to_the_same_table_as_all_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table at which nobody is leaves the memory; a connection that had asked for it had one of its own then."""
    monkeypatch.setattr(registry, "IDLE", -1.0)

    async def visit(rooms: Rooms, code: str, browser: Browser) -> None:
        browser.say("ping")
        await until(lambda: len(browser.told) == 2)
        assert browser.told[-1]["why"] == "malformed", "it has not said hello"
        await rooms.sweep()
        browser.say("hello")
        await until(lambda: len(browser.told) == 4)
        assert len((await rooms.find(code)).subscribers) == 1

    at_a_table(tmp_path, visit)


def test_who_does_not_read_is_not_answered_any_further(tmp_path: Path) -> None:
    async def visit(rooms: Rooms, code: str, browser: Browser) -> None:
        browser.say("hello")
        await until(lambda: len(browser.told) == 3)
        size = len(json.dumps(browser.told[-1]))
        browser.reads.clear()
        many = 4 * UNREAD // size
        for _ in range(many):
            browser.say("hello")
        await until(lambda: browser.sends.qsize() < many)
        for _ in range(20 * many):  # turns of the loop, in each of which one could be read: nothing more is
            await asyncio.sleep(0)
        assert browser.sends.qsize() > many // 2
        browser.reads.set()
        await until(lambda: len(browser.told) == 3 + 2 * many)
        answers = [told["n"] for told in browser.told[1:] if told["is"] == "answer"]
        assert answers == list(range(1, many + 2))

    at_a_table(tmp_path, visit)


def test_many_connections_of_one_address_may_not_ask_as_much_as_they_like(
    own_server: Callable[..., Server],
) -> None:
    server = own_server(FACEDOWN_MESSAGES_AT_ONCE="10", FACEDOWN_MESSAGES_A_SECOND=NEVER)
    table = server.open("gotcha")
    oks = []
    for _ in range(30):
        person = Person(server, table.code)
        oks += [person.say(do)["ok"] for do in ("hello", "hello")]  # five each
    assert oks == [True] * 40 + [True, False] * 10, "each may come"
    other = table.elsewhere()
    assert other.say("ping")["ok"]


def _hears_more_than(browser: Browser, lines: int) -> bool:
    return len(browser.told) > lines


def test_one_person_who_floods_does_not_shut_out_others_of_the_same_address(tmp_path: Path) -> None:
    addresses = Addresses(Limits(messages_a_second=10_000, messages_at_once=10_000))

    async def visit(rooms: Rooms, code: str, browser: Browser) -> None:
        browser.say("hello")
        await until(lambda: len(browser.told) == 3)
        addresses.of("127.0.0.1").messages.spend(10**9)
        while not any(told.get("secret") for told in browser.told):
            answered = partial(_hears_more_than, browser, len(browser.told))
            browser.say("sit", seat=0, name="Zoe")
            await until(answered)

    at_a_table(tmp_path, visit, addresses)


def test_those_who_flood_do_not_shut_out_newcomers_of_the_same_address(tmp_path: Path) -> None:
    addresses = Addresses(Limits())

    async def visit(rooms: Rooms, code: str, browser: Browser) -> None:
        addresses.of("127.0.0.1").messages.spend(10**9)
        browser.say("hello")
        await until(lambda: len(browser.told) > 1)
        assert browser.told[1]["ok"]

    at_a_table(tmp_path, visit, addresses)


def test_those_who_flood_a_table_at_which_they_all_watch_do_not_keep_a_newcomer_from_its_seats(
    tmp_path: Path,
) -> None:
    addresses = Addresses(Limits())

    async def visit(rooms: Rooms, code: str, browser: Browser) -> None:
        browser.say("hello")
        await until(lambda: len(browser.told) == 3)
        listeners = (await rooms.find(code, asyncio.Lock())).subscribers
        (newcomer,) = listeners
        listeners |= {Subscriber() for _ in range(200)}
        addresses.of("127.0.0.1").messages.spend(10**9)
        assert isinstance(newcomer, Connection)
        newcomer._share.spend(-(10**9))  # they have waited until it holds as much as it can
        browser.say("sit", seat=0, name="Zoe")
        await until(lambda: any(told.get("n") == 2 for told in browser.told))
        assert any(told.get("secret") for told in browser.told), browser.told[-1]

    at_a_table(tmp_path, visit, addresses)


@only_sqlite
def test_who_looks_back_holds_nobody_up_who_plays(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    looks, may_go_on = threading.Event(), threading.Event()

    def slowly(*_: object) -> tuple[wire.Frame, ...]:
        looks.set()
        assert may_go_on.wait(60)
        return ()

    async def play(room: Room, people: list[Subscriber]) -> None:
        monkeypatch.setattr(outbound, "frames", slowly)
        looking = asyncio.create_task(replay.replay(room, None, None))
        assert await asyncio.to_thread(looks.wait, 60)
        assert not room.lock.locked()
        may_go_on.set()
        assert await looking == ()

    in_a_room(database, GAME, 2, play)


def request(addresses: Addresses, rooms: object, address: str) -> Any:
    """What a route is given of a request from this address."""
    state = SimpleNamespace(addresses=addresses, rooms=rooms)
    return SimpleNamespace(app=SimpleNamespace(state=state), client=SimpleNamespace(host=address))


def test_others_who_look_back_wait_for_one_of_an_addresses_requests_at_most(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def whole() -> None:
        begun: list[int | None] = []
        goes_on = asyncio.Event()

        async def record(_: object, game: int | None) -> str:
            begun.append(game)
            await goes_on.wait()
            return "the record"

        async def find(code: str, _: asyncio.Lock) -> str:
            return code

        monkeypatch.setattr(replay, "record", record)
        addresses, rooms = Addresses(Limits()), SimpleNamespace(find=find)

        def ask(address: str, game: int) -> asyncio.Future[str]:
            return asyncio.ensure_future(show_record.fn(request(addresses, rooms, address), CODE, game))

        asked = [*(ask("192.0.2.1", game) for game in (1, 2, 3)), ask("192.0.2.7", 4)]
        await until(lambda: 4 in begun)
        assert begun == [1, 4]
        goes_on.set()
        assert await asyncio.gather(*asked) == ["the record"] * 4

    run_alone(whole)


def test_tables_are_loaded_one_at_a_time_for_each_address(monkeypatch: pytest.MonkeyPatch) -> None:
    """A long game takes seconds of processor time, and one address may ask for hundreds at once."""
    begun: list[str] = []

    async def whole() -> None:
        goes_on = asyncio.Event()

        async def load(_: Rooms, code: str) -> None:
            begun.append(code[-1])
            await goes_on.wait()
            raise Refused("unknown_table", "It is gone.")

        monkeypatch.setattr(Rooms, "_load", load)
        addresses, rooms = Addresses(Limits()), Rooms(Store("sqlite://"))

        def ask(address: str, last: str) -> asyncio.Future[Any]:
            asked = show_table.fn(request(addresses, rooms, address), CODE[:-1] + last)
            return asyncio.ensure_future(asked)

        def come(address: str, last: str) -> asyncio.Future[None]:
            browser, path = Browser(), f"/api/tables/{CODE[:-1] + last}/socket"
            scope: Any = {"type": "websocket", "path": path, "client": (address, 1), "headers": []}
            return asyncio.ensure_future(Sockets(rooms, addresses)(scope, browser.sends.get, browser.send))

        flood = [ask("192.0.2.1", "2"), come("192.0.2.1", "3"), ask("192.0.2.1", "4")]
        others = [ask("192.0.2.7", "5"), come("192.0.2.8", "4")]
        await until(lambda: len(begun) > 2)
        assert begun == ["2", "5", "4"], "also one for which somebody else waits"
        goes_on.set()
        await until(lambda: "3" in begun)
        for one in (*flood, *others):
            one.cancel()
        await asyncio.gather(*flood, *others, return_exceptions=True)

    run_alone(whole)
