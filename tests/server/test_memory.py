"""What a server keeps in memory: a room gives everything back when nobody uses it any more."""

from __future__ import annotations

import asyncio
import gc
import time
import weakref
from collections.abc import Callable, Iterator

import pytest
from sqlalchemy.sql.compiler import SQLCompiler

from facedown.core.kept import kept
from facedown.server import wire
from facedown.server.limits import Limits
from facedown.server.rooms import registry
from facedown.server.rooms.registry import Rooms
from facedown.server.rooms.room import Room
from facedown.server.storage.store import Store
from facedown.server.verbs import receive
from tests.databases import only_sqlite
from tests.server.harness import PATIENCE, UNLIMITED, run_alone
from tests.server.room_without_server import Subscriber, until
from tests.server.within import Within

PLAYED = Limits(bot_seconds_a_table=1e6, bot_seconds_at_once=1e6)


@pytest.fixture
def by_hand() -> Iterator[None]:
    """Nothing is collected unless the server does it."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


class Thought:
    """What a bot has worked out, and may want again."""


@kept(8)
def worked_out(seats: int) -> Thought:
    return Thought()


async def played(rooms: Rooms, game: str, seats: int, moves: int) -> tuple[Room, Subscriber]:
    """A table at which bots have made so many moves, while somebody watches."""
    opened = await rooms.open(wire.NewTable(game, seats, {}, "instant"))
    room, watcher = await rooms.find(opened.table), Subscriber()
    await receive(room, watcher, wire.Hello(1, host=opened.host))
    await receive(room, watcher, wire.Start(2))
    await until(lambda: room.match is not None and (room.match.rows_stored >= moves or room.phase == "over"))
    return room, watcher


@pytest.mark.parametrize(("game", "seats"), [("clocktower", 6), ("gotcha", 2)])
def test_a_room_that_is_dropped_gives_everything_back(
    database: str, game: str, seats: int, by_hand: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "IDLE", -1.0)

    async def whole() -> None:
        kept_in = Store(database)
        await kept_in.open()
        rooms = Rooms(kept_in, PLAYED)
        room, watcher = await played(rooms, game, seats, 20)
        assert room.match is not None
        kept_for_bots = worked_out(seats)
        assert worked_out(seats) is kept_for_bots
        parts = room, room.match, room.match.table, room.bots, room.timekeeper, kept_for_bots
        held = [weakref.ref(thing) for thing in parts]
        await room.disconnect(watcher)
        del room, watcher, parts, kept_for_bots
        await until(lambda: len(asyncio.all_tasks()) == 1)  # the bots have seen that nobody is there
        await rooms.sweep()
        assert not rooms.in_memory()
        assert [ref() for ref in held] == [None] * len(held)
        await kept_in.close()

    run_alone(whole)


def test_when_a_game_has_ended_what_bots_have_worked_out_is_let_go_of(database: str, by_hand: None) -> None:
    async def whole() -> None:
        kept_in = Store(database)
        await kept_in.open()
        rooms = Rooms(kept_in, PLAYED)
        room, watcher = await played(rooms, "gotcha", 2, 10_000)
        assert room.phase == "over"
        held = weakref.ref(worked_out(3))
        assert held() is not None
        await rooms.sweep()
        assert held() is None
        held = weakref.ref(worked_out(3))
        await rooms.sweep()
        assert held() is not None, "nothing has ended since"
        await room.disconnect(watcher)
        await kept_in.close()

    run_alone(whole)


def statements_kept(kept_in: Store) -> int:
    """How many statements of this store are there as they are written; those of others are not counted."""
    engine = kept_in._engine
    assert engine is not None
    gc.collect()
    # by type: what others left may be a proxy of something gone, which says no class
    there = [one for one in gc.get_objects() if issubclass(type(one), SQLCompiler)]
    return sum(one.dialect is engine.dialect for one in there)


def test_a_store_at_rest_keeps_no_statement_as_it_is_written(database: str) -> None:
    async def whole() -> None:
        kept_in = Store(database)
        await kept_in.open()
        try:
            await kept_in.read("")
            assert statements_kept(kept_in)
            await kept_in.rest()
            assert not statements_kept(kept_in)
            await kept_in.try_writing()  # and it goes on
        finally:
            await kept_in.close()

    run_alone(whole)


@only_sqlite
def test_an_address_has_so_many_games_with_bots_going(own_app: Callable[..., Within]) -> None:
    app = own_app(**UNLIMITED | {"FACEDOWN_BOT_TABLES": "2"})
    hosts = [app.open("gotcha", 2, pace="human").host() for _ in range(3)]
    for host in hosts:
        assert host.sit(0, "Ann")["ok"]
    assert [host.say("start")["ok"] for host in hosts] == [True, True, False]
    answer = hosts[2].say("start")
    assert (answer["why"], "2 games" in answer["text"]) == ("too_fast", True)
    somebody = app.open("gotcha", 2, pace="human").elsewhere()
    assert somebody.sit(0, "Bo")["ok"], "others have games of their own"
    hosts[0].close()
    somebody.close()
    end = time.monotonic() + PATIENCE
    while not hosts[2].say("start")["ok"]:  # as soon as the server knows that she has gone
        assert time.monotonic() < end
