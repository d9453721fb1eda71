"""A table belongs to one server: another says so, and takes it over when the first has gone."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import psycopg
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from facedown.server import run, wire
from facedown.server.rooms import registry
from facedown.server.rooms.change import Change
from facedown.server.rooms.registry import Rooms
from facedown.server.storage import rows
from facedown.server.storage.store import StorageError, Store
from facedown.server.verbs import receive
from facedown.server.wire import Refused
from tests.postgres import Postgres
from tests.server import kills
from tests.server.harness import PATIENCE, UNLIMITED, Opened, Person, Server, listed, open_listed, run_alone
from tests.server.room_without_server import Subscriber


@pytest.fixture(scope="module")
def pair(postgres: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Server]]:
    """Two servers with one database, for all tests that leave them as they were."""
    url, folder = postgres.database(), tmp_path_factory.mktemp("pair")
    one, other = (Server(folder / str(n), **UNLIMITED, DATABASE_URL=url) for n in range(2))
    one.start()
    other.start()
    yield one, other
    one.stop()
    other.stop()


def at(server: Server, table: Opened) -> Opened:
    """The same table, at another server."""
    return Opened(server, table.code, table.secret)


def test_a_server_that_does_not_have_a_table_says_so(pair: tuple[Server, Server]) -> None:
    here, there = pair
    table = here.open("gotcha", 2)
    host = table.host()
    for path in ("", "/replay", "/record", "/game"):
        status, body, headers = there.fetch(f"/api/tables/{table.code}{path}")
        assert (status, headers["retry-after"]) == (503, "1")
        assert b'"why":"elsewhere"' in body
    with pytest.raises(InvalidStatus) as refused:
        at(there, table).person()
    assert refused.value.response.status_code == 503
    assert refused.value.response.headers["Retry-After"] == "1"
    assert there.ask("/api/tables/2222222222")[0] == 404
    assert host.sit(0, "Ann")["ok"], "nothing of it has disturbed whoever has the table"


def test_the_next_server_goes_on_with_the_tables_of_one_that_was_killed(
    postgres: Postgres, own_server: Callable[..., Server]
) -> None:
    here, there = (own_server(**UNLIMITED, DATABASE_URL=postgres.database()) for _ in range(2))
    there.kill()
    there.environment["DATABASE_URL"] = here.environment["DATABASE_URL"]
    there.start()
    table = here.open("botch", 3)
    ann = table.host()
    assert ann.sit(0, "Ann")["ok"]
    assert ann.say("start")["ok"]
    ann.ready()
    move = {"at": ann.state["version"], "move": ann.legal[0].move, "key": "key-00001"}
    here.kill_after(lambda: ann.send("play", **move))
    back = reached(lambda: at(there, table).person(secret=ann.secret, host=table.secret))
    assert back.seat == 0
    assert back.say("play", **move)["ok"], "it was stored, although it was not answered; it is not made again"
    assert at(there, table).passing()["version"] > move["at"]
    back.ready()


def reached(come: Callable[[], Person]) -> Person:
    """Whoever comes, as soon as they are let in."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return come()
        except InvalidStatus:
            assert time.monotonic() < end, "nobody takes the table over"


def test_two_servers_do_not_share_a_file(tmp_path: Path, own_server: Callable[..., Server]) -> None:
    server = own_server()
    with pytest.raises(StorageError, match=r"another server uses .*--data"):
        run(port=0, data=server.data)


def test_servers_that_are_killed_lose_no_move_and_make_none_twice(postgres: Postgres, tmp_path: Path) -> None:
    found = kills.run(postgres.database(), tmp_path, kills=3, tables=2)
    assert found["moves"] > 0


def becomes(server: Server, table: Opened, free: int | None) -> None:
    """Wait until the server lists the table with so many free seats; None: not at all."""
    deadline = time.monotonic() + PATIENCE
    while (found := {one["code"]: one["free"] for one in listed(server)}.get(table.code)) != free:
        assert time.monotonic() < deadline, f"{found} seats are free, not {free}"
        time.sleep(0.02)


def test_a_listed_table_is_found_at_every_server_until_it_is_full_or_left(pair: tuple[Server, Server]) -> None:
    one, other = pair
    table = open_listed(one, "gotcha", 2)
    host = table.host()
    becomes(other, table, 2)
    assert host.sit(1, "Zoë")["ok"]
    becomes(other, table, 1)
    ann = table.person()
    assert ann.sit(0, "Ann the 2nd")["ok"]
    for server in pair:
        becomes(server, table, None)
    assert ann.say("leave")["ok"]
    for server in pair:
        becomes(server, table, 1)
    host.close()
    ann.close()
    for server in pair:
        becomes(server, table, None)


def test_the_listed_tables_of_a_server_that_has_died_leave_the_list(
    postgres: Postgres, own_server: Callable[..., Server]
) -> None:
    url = postgres.database()
    one, late = own_server(**UNLIMITED, DATABASE_URL=url), own_server(**UNLIMITED, DATABASE_URL=url)
    table = open_listed(one, "bayou-boss", 3)
    table.host()
    becomes(late, table, 3)
    one.kill()
    becomes(late, table, None)


# -- without a network ---------------------------------------------------------------------------------------------


def with_two(url: str, does: Callable[[Rooms, Store, Rooms], Awaitable[None]]) -> None:
    """Do this with the rooms of two servers that share a database, and the first one's store."""

    async def whole() -> None:
        stores = [Store(url) for _ in range(2)]
        for one in stores:
            await one.open()
        try:
            await does(Rooms(stores[0]), stores[0], Rooms(stores[1]))
        finally:
            for one in stores:
                await one.close()

    run_alone(whole)


async def refused(rooms: Rooms, code: str) -> str:
    """Why these rooms refuse this table; empty if they do not."""
    try:
        await rooms.find(code)
    except Refused as no:
        return no.why
    return ""


def test_a_table_that_nobody_uses_any_more_is_anybodys(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    async def does(one: Rooms, _: Store, other: Rooms) -> None:
        code = (await one.open(wire.NewTable("gotcha"))).table
        await one.find(code)
        assert await refused(other, code) == "elsewhere"
        await one.sweep()
        assert await refused(other, code) == "elsewhere", "somebody has just used it"
        monkeypatch.setattr(registry, "IDLE", -1.0)
        await one.sweep()
        assert await refused(other, code) == ""
        assert await refused(one, code) == "elsewhere"

    with_two(postgres.database(), does)


def test_all_who_ask_at_once_come_to_the_same_table(postgres: Postgres) -> None:
    async def does(one: Rooms, _: Store, other: Rooms) -> None:
        code = (await one.open(wire.NewTable("gotcha"))).table
        gone = asyncio.ensure_future(one.find(code))
        asked = [asyncio.ensure_future(one.find(code)) for _ in range(5)]
        await asyncio.sleep(0)
        gone.cancel()
        assert len({id(room) for room in await asyncio.gather(*asked)}) == 1
        assert await refused(other, "2222222222") == "unknown_table"

    with_two(postgres.database(), does)


def end_sessions(url: str) -> None:
    """End every connection to this database, as its restart does."""
    with psycopg.connect(url, autocommit=True) as connection:
        others = "datname = current_database() AND pid <> pg_backend_pid()"
        connection.execute(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {others}")


@pytest.mark.parametrize("by", ["a write", "a look"])
def test_a_server_whose_session_has_ended_writes_no_more_and_sends_people_away(postgres: Postgres, by: str) -> None:
    url = postgres.database()

    async def does(one: Rooms, kept: Store, other: Rooms) -> None:
        code = (await one.open(wire.NewTable("gotcha"))).table
        room, ann = await one.find(code), Subscriber()
        await receive(room, ann, wire.Hello(1))
        await asyncio.to_thread(end_sessions, url)
        write = room.store.write(rows.table_changed(code, talk=False))
        look = kept.look_after_session()
        with pytest.raises(StorageError):
            await (write if by == "a write" else look)
        write.close(), look.close()
        assert (ann.closed, room.subscribers) == (wire.RESTARTED, set())
        with pytest.raises(StorageError):  # its pool is told by the first error that all its connections have ended
            await other.find(code)
        taken = await other.find(code)
        assert taken.talk
        with pytest.raises(StorageError, match=r"this table is another server's"):
            await room.commit(Change((rows.table_changed(code, talk=False),)))
        late = Subscriber()
        await receive(room, late, wire.Hello(2))
        assert (late.closed, room.subscribers) == (wire.RESTARTED, set())
        assert await refused(one, code) == "elsewhere"

    with_two(url, does)


def test_what_waits_to_be_written_when_the_session_ends_is_refused(postgres: Postgres) -> None:
    url = postgres.database()

    async def does(one: Rooms, kept: Store, _: Rooms) -> None:
        code = (await one.open(wire.NewTable("gotcha"))).table
        room = await one.find(code)
        await asyncio.to_thread(end_sessions, url)
        writes = [asyncio.ensure_future(room.store.write(rows.table_changed(code, called_off=1)))]
        await asyncio.sleep(0)
        writes += [asyncio.ensure_future(room.store.write(rows.table_changed(code, called_off=n))) for n in (2, 3)]
        for outcome in await asyncio.gather(*writes, return_exceptions=True):
            assert isinstance(outcome, StorageError)
        again = await one.find(code)
        assert again is not room
        await again.store.write(rows.table_changed(code, talk=False))
        found = await kept.read(code)
        assert found is not None
        assert (found.called_off, found.talk) == (0, False)

    with_two(url, does)


def test_people_come_back_by_themselves_when_their_connection_ends_so(
    postgres: Postgres, own_server: Callable[..., Server]
) -> None:
    """The code is the one by which a page knows that it may come back at once."""
    url = postgres.database()
    server = own_server(**UNLIMITED, DATABASE_URL=url)
    table = server.open("gotcha", 2)
    host = table.host()
    assert host.sit(0, "Ann")["ok"]
    end_sessions(url)
    with pytest.raises(ConnectionClosed) as closed:
        host.wait(lambda: False)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == wire.RESTARTED
    assert reached(lambda: table.person(secret=host.secret)).seat == 0
