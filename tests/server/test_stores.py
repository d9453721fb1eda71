"""Both databases keep the same, in the same way: an SQLite file and PostgreSQL."""

from __future__ import annotations

import asyncio
import contextlib
import datetime
import itertools
from collections.abc import Awaitable, Callable
from functools import partial
from unittest.mock import Mock

import pytest
import sqlalchemy as sa

from facedown.games.clocktower.game import Clocktower
from facedown.server.limits import Limits
from facedown.server.site.catalogue import Puzzles
from facedown.server.storage import rows
from facedown.server.storage.database import MAKING, StorageError, connect, driver, is_sqlite
from facedown.server.storage.rows import EMPTY, FORM, SeatState, StoredGame, StoredLine, form, metadata
from facedown.server.storage.store import Conflict, Store
from facedown.server.wire import Refused
from tests.databases import execute
from tests.postgres import Postgres
from tests.server.harness import PATIENCE, run_alone

ANN = SeatState("Ann", None, "hash")


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever waits for another's lock waits as long as a busy machine needs."""
    monkeypatch.setattr("facedown.server.storage.database.BUSY", PATIENCE)


def with_store(url: str, does: Callable[[Store], Awaitable[None]]) -> None:
    """Do this with the store at this address, in which there is a table with two seats."""

    async def whole() -> None:
        kept = Store(url)
        await kept.open()
        try:
            opened = rows.table_opened("abc", "gotcha", {"decks": 2}, "human", "host")
            await kept.write(opened, *rows.seats_are("abc", (EMPTY, EMPTY)))
            await does(kept)
        finally:
            await kept.close()

    run_alone(whole)


def test_what_is_written_is_read(database: str) -> None:
    async def does(kept: Store) -> None:
        await kept.write(
            *rows.seats_are("abc", (EMPTY, ANN)),
            rows.game_started("abc", 1, 3, StoredGame("5eed", ("Ann", "Bo"), None)),
        )
        for number in range(3):
            key = None if number else "key of a move"
            await kept.write(rows.move_made("abc", 1, number, number % 2, f"Réd {number}", key))
        hello = StoredLine(1, "Ann", "hello", "hash", "key of a line")
        await kept.write(*rows.line_said("abc", hello, 50))
        found = await kept.read("abc")
        assert found is not None
        assert (found.options, found.seats, found.version) == ({"decks": 2}, (EMPTY, ANN), 3)
        assert found.moves == ((0, "Réd 0"), (1, "Réd 1"), (0, "Réd 2"))
        assert found.lines == (hello,)
        assert found.keys == ((0, "key of a move"), (1, "key of a line"))
        past = await kept.read_game("abc", 1)
        assert past is not None
        assert past.game.names == ("Ann", "Bo")
        assert await kept.read("abd") is None

    with_store(database, does)


@pytest.mark.usefixtures("patient")
def test_a_move_has_one_number(database: str) -> None:
    async def does(kept: Store) -> None:
        other = Store(database)
        await other.open()
        await kept.write(
            rows.game_started("abc", 1, 1, StoredGame("5eed", (), None)), rows.move_made("abc", 1, 0, 0, "one")
        )
        writes = [
            other.write(rows.move_made("abc", 1, 0, 1, "another")),
            other.write(rows.move_made("abc", 1, 1, 1, "next")),  # in the same transaction, and it stays
        ]
        outcomes = await asyncio.gather(*writes, return_exceptions=True)
        assert [type(outcome) for outcome in outcomes] == [Conflict, type(None)]
        found = await other.read("abc")
        assert found is not None
        assert found.moves == ((0, "one"), (1, "next"))
        await other.close()

    with_store(database, does)


@pytest.mark.usefixtures("patient")
def test_servers_that_write_to_the_same_tables_in_another_order_do_not_stop_each_other(database: str) -> None:
    async def does(kept: Store) -> None:
        other = Store(database)
        await other.open()
        await kept.write(rows.table_opened("abd", "gotcha", {}, "human", "host"))

        async def change(by: Store, codes: tuple[str, str], pace: str) -> None:
            for _ in range(20):
                with contextlib.suppress(Conflict):  # of two that wait for each other, one is told to try again
                    await by.write(*(rows.table_changed(code, pace=pace) for code in codes))

        await asyncio.gather(change(kept, ("abc", "abd"), "fast"), change(other, ("abd", "abc"), "human"))
        await kept.write(*(rows.table_changed(code, pace="instant") for code in ("abc", "abd")))
        both = [await other.read(code) for code in ("abc", "abd")]
        assert [found.pace for found in both if found is not None] == ["instant"] * 2
        await other.close()

    with_store(database, does)


def test_keys_of_moves_and_lines_are_known_in_the_order_in_which_they_were_used(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rows, "now", partial(next, itertools.count(2_000_000_000)))

    async def does(kept: Store) -> None:
        keys = [f"key {number * 7 % 20:02d}" for number in range(20)]
        for number, key in enumerate(keys):
            if number % 3:
                await kept.write(rows.move_made("abc", 1, number, 0, "Pass", key))
            else:
                await kept.write(*rows.line_said("abc", StoredLine(0, "Ann", "Hello", None, key), 50))
        found = await kept.read("abc")
        assert found is not None
        assert [key for _, key in found.keys] == keys

    with_store(database, does)


def test_the_last_lines_of_talk_are_kept(database: str) -> None:
    async def does(kept: Store) -> None:
        for number in range(9):
            await kept.write(*rows.line_said("abc", StoredLine(0, "Ann", f"line {number}"), 5))
        found = await kept.read("abc")
        assert found is not None
        assert [line.text for line in found.lines] == [f"line {number}" for number in range(4, 9)]

    with_store(database, does)


def test_lines_and_keys_go_with_seats_that_change_places_though_two_have_the_same_key(database: str) -> None:
    async def does(kept: Store) -> None:
        for seat, name in enumerate(("Зоя", "Őrsi", "Ann the 2nd")):
            line = StoredLine(seat, name, "Hello", None, "one key of all")
            await kept.write(*rows.line_said("abc", line, 50))
        await kept.write(*rows.seats_moved("abc", {0: 1, 1: 0, 2: None}))
        found = await kept.read("abc")
        assert found is not None
        assert [(line.seat, line.name) for line in found.lines] == [(1, "Зоя"), (0, "Őrsi"), (-1, "Ann the 2nd")]
        assert sorted(found.keys) == [(seat, "one key of all") for seat in (-1, 0, 1)]

    with_store(database, does)


def test_old_tables_are_deleted_with_all_that_is_theirs(database: str) -> None:
    async def does(kept: Store) -> None:
        await kept.write(rows.table_opened("spared", "gotcha", {}, "human", "host"))
        assert await kept.delete_old(Limits(), frozenset()) == 0
        assert await kept.delete_old(Limits(keep_unbegun_days=-1), frozenset({"spared"})) == 1
        assert await kept.read("abc") is None
        assert await kept.read("spared") is not None

    with_store(database, does)


def test_a_table_that_another_server_has_is_kept_whatever_the_clock_says(postgres: Postgres) -> None:
    url = postgres.database()

    async def does(kept: Store) -> None:
        other = Store(url)
        await other.open()
        assert await other.lock("abc")
        assert await kept.delete_old(Limits(keep_unbegun_days=-1), frozenset()) == 0
        await other.unlock("abc")
        assert await kept.delete_old(Limits(keep_unbegun_days=-1), frozenset()) == 1
        await other.close()

    with_store(url, does)


def test_a_full_database_is_noticed(database: str) -> None:
    async def whole() -> None:
        kept = Store(database, 0.01)
        await kept.open()
        assert kept.is_nearly_full
        await kept.close()

    run_alone(whole)


def test_servers_that_start_together_make_the_tables_once(bare_database: str) -> None:
    created: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        if statement.split()[:3] == ["CREATE", "TABLE", "tables"]:
            created.append(statement)

    async def whole() -> None:
        servers = [Store(bare_database) for _ in range(4)]
        await asyncio.gather(*(server.open() for server in servers))
        for server in servers:
            await server.close()

    sa.event.listen(sa.Engine, "before_cursor_execute", note)
    try:
        run_alone(whole)
    finally:
        sa.event.remove(sa.Engine, "before_cursor_execute", note)
    assert len(created) == 1


@pytest.mark.parametrize("journal", ["delete", "wal"])
def test_a_server_waits_while_another_makes_the_tables(
    bare_database: str, journal: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For longer than it would wait for a move to be written, and whatever the file's journal is by then."""
    monkeypatch.setattr("facedown.server.storage.database.BUSY", 0.1)
    other = sa.create_engine(driver(bare_database), isolation_level="AUTOCOMMIT")

    async def whole() -> None:
        kept = Store(bare_database)
        with other.connect() as making:
            if is_sqlite(bare_database):
                making.exec_driver_sql(f"PRAGMA journal_mode = {journal}")
                making.exec_driver_sql("BEGIN IMMEDIATE")
            else:
                making.execute(sa.text("SELECT pg_advisory_lock(:key)"), {"key": MAKING})
            opened = asyncio.ensure_future(kept.open())
            await asyncio.wait({opened}, timeout=0.6)
            assert not opened.done()
            if is_sqlite(bare_database):
                making.exec_driver_sql("ROLLBACK")
            else:
                making.execute(sa.text("SELECT pg_advisory_unlock(:key)"), {"key": MAKING})
            await asyncio.wait_for(opened, PATIENCE)
        await kept.close()

    try:
        run_alone(whole)
    finally:
        other.dispose()


@pytest.mark.parametrize(
    "changes",
    [("UPDATE form SET form = 'first'",), ("DROP TABLE form",), ("DROP TABLE form", "DROP TABLE tables")],
)
def test_a_database_of_another_version_is_left_alone(database: str, changes: tuple[str, ...]) -> None:
    for change in changes:
        execute(database, change)
    place = sa.make_url(database).database or ""
    with pytest.raises(
        StorageError, match=rf"or another program, has written .*{place}.*; it is left as it is: install"
    ):
        Store(database).try_out()


def test_what_the_address_of_a_database_sets_wins() -> None:
    told: list[dict[str, object]] = []

    def asks(_dialect: object, _record: object, _positional: object, by_name: dict[str, object]) -> None:
        told.append(dict(by_name))
        raise ConnectionAbortedError

    for given in ("", "?connect_timeout=60&keepalives_idle=9&options=-c%20search_path%3Dours"):
        engine = connect(driver(f"postgresql://nobody@nowhere.invalid/facedown{given}"), 0)
        sa.event.listen(engine, "do_connect", asks)
        with pytest.raises(ConnectionAbortedError):
            engine.connect()
    names = ("connect_timeout", "keepalives_idle", "keepalives_count", "options")
    ours, theirs = [[by_name[name] for name in names] for by_name in told]
    assert ours == [3, 5, 3, "-c lock_timeout=1500"]
    assert theirs == ["60", "9", 3, "-c lock_timeout=1500 -c search_path=ours"]


def test_one_more_column_makes_a_database_of_another_version() -> None:
    other = sa.MetaData()
    for table in metadata.tables.values():
        table.to_metadata(other)
    assert form(other) == FORM
    other.tables["tables"].append_column(sa.Column("weather", sa.String))
    assert form(other) != FORM


def test_answers_to_earlier_puzzles_are_forgotten_though_the_next_one_cannot_be_made(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    today = datetime.datetime.now(datetime.UTC).date()
    days = [(today - datetime.timedelta(ago)).isoformat() for ago in (0, 3)]
    posed = Mock(asks="Who?", choices=(), known=())
    monkeypatch.setattr(Clocktower, "puzzle", Mock(side_effect=[ZeroDivisionError, posed, posed]))
    monkeypatch.setattr("facedown.server.site.catalogue.AGAIN", 0.0)

    async def does(kept: Store) -> None:
        await kept.write(*(rows.puzzle_answered("clocktower", day, "who", right=True) for day in days))
        puzzles = Puzzles(kept)
        with pytest.raises(Refused):
            await puzzles.make_ahead()
        assert [await kept.puzzle_count("clocktower", day) for day in days] == [(1, 1), (0, 0)]
        assert (await puzzles.shown("clocktower")).asks == "Who?", "it is tried again"

    with_store(database, does)


def test_lines_are_deleted_by_who_has_said_them(database: str) -> None:
    async def does(kept: Store) -> None:
        for seat, name, who in ((0, "Ann", "a"), (1, "Ann", "b"), (1, "Zoë", "a"), (0, "Bot", None)):
            await kept.write(*rows.line_said("abc", StoredLine(seat, name, "Hello", who), 50))
        await kept.write(rows.lines_deleted("abc", "a"))
        found = await kept.read("abc")
        assert found is not None
        assert [(line.name, line.who) for line in found.lines] == [("Ann", "b"), ("Bot", None)]

    with_store(database, does)
