"""What goes wrong with a store, or with one table in it, harms nobody else, and nobody is told what is not so."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

import facedown
from facedown.agents import search
from facedown.core.game import Game
from facedown.core.table import Table
from facedown.server import wire
from facedown.server.limits import Limits
from facedown.server.rooms.room import Room
from facedown.server.storage import rows
from facedown.server.storage import store as stores
from facedown.server.storage.database import StorageError
from facedown.server.storage.rows import StoredGame
from facedown.server.storage.store import Store
from facedown.server.verbs import receive
from tests.databases import execute, hang_up_on_all, locked, only_sqlite
from tests.laws.positions import another
from tests.postgres import Postgres
from tests.replaced import replaced
from tests.sample_game import GAME
from tests.server.harness import PATIENCE, UNLIMITED, Person, play_out, run_alone
from tests.server.room_without_server import Subscriber, cards, in_a_room, opened_room, until
from tests.server.within import Within
from tests.server.zorb import OWN_CARDS


async def next_move(room: Room, people: list[Subscriber], n: int = 9) -> Any:
    """Whoever is asked first plays a card; what they are answered."""
    assert room.match is not None
    seat = room.match.table.asked[0]
    await receive(room, people[seat], wire.Play(n, room.match.version, cards(room, seat)[0]))
    return people[seat].answer()


def test_a_table_with_own_cards_is_read_again_like_any_other(database: str) -> None:
    async def play(room: Room, people: list[Subscriber]) -> None:
        assert (await next_move(room, people))["ok"]
        stored = await room.store.read(room.code)
        assert stored is not None
        again, back = Room(stored, room.game, room.store), [Subscriber() for _ in people]
        assert (again.phase, again.closed) == ("playing", None)
        for person, before in zip(back, people, strict=True):
            await receive(again, person, wire.Hello(1, secret=before.secret, host="host"))
        assert (await next_move(again, back, 10))["ok"]
        again.timekeeper.stop()

    in_a_room(database, facedown.game("gotcha").with_cards(OWN_CARDS), 2, play, {})


BAD = {
    "a sign that PostgreSQL cannot keep": ("a\0b", 0),
    "a number that no database can keep": ("fine", 2**70),
}


@pytest.mark.parametrize("what", BAD)
def test_what_is_wrong_with_one_change_is_no_reason_for_another_to_fail(database: str, what: str) -> None:
    move, number = BAD[what]

    async def whole() -> None:
        kept = Store(database)
        await kept.open()
        first = (
            rows.table_opened("abc", "gotcha", {}, "human", "host"),
            rows.game_started("abc", 1, 1, StoredGame("5eed", (), None)),
        )
        writes = [  # the first is on its way when the others come, so that these share a transaction
            kept.write(*first),
            kept.write(rows.move_made("abc", 1, number, 0, move)),
            kept.write(rows.move_made("abc", 1, 7, 1, "Rot 7 🂡")),
        ]
        _, wrong, right = await asyncio.gather(*writes, return_exceptions=True)
        assert right is None
        found = await kept.read("abc")
        assert found is not None
        assert (1, "Rot 7 🂡") in found.moves
        assert isinstance(wrong, StorageError) == (len(found.moves) == 1)
        await kept.close()

    run_alone(whole)


def test_a_database_that_cannot_keep_every_letter_is_refused_at_the_start(postgres: Postgres) -> None:
    with pytest.raises(StorageError, match=r"LATIN1.*ENCODING 'UTF8'"):
        Store(postgres.database(encoding="LATIN1")).try_out()


def test_a_file_that_is_no_database_is_named_at_the_start_and_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "Onkel Øystein's.db"
    file.write_text("Dear Ann, this is a letter.")
    with pytest.raises(StorageError, match=r"Øystein's\.db cannot be opened: .*not a database; .*--data"):
        Store(f"sqlite:///{file}").try_out()
    assert file.read_text() == "Dear Ann, this is a letter."


def speechless(game: Game, seats: set[int]) -> Game:
    """The game, in which nothing can be said to these seats as long as they are in the set."""
    honest = game.contract.words

    class Mute:
        def __getattr__(self, name: str) -> Any:
            return getattr(honest, name)

        def prompt(self, view: Any, names: Any) -> str:
            if view.seat in seats:
                raise KeyError("a mistake in one seat's words")
            return honest.prompt(view, names)

    mute = another(game)
    mute.contract.words = Mute()
    return mute


def kinds(person: Subscriber) -> list[str]:
    return [message["is"] for message in person.told]


def test_a_sentence_that_fails_silences_nobody_else(database: str, caplog: pytest.LogCaptureFixture) -> None:
    broken: set[int] = set()

    async def play(room: Room, people: list[Subscriber]) -> None:
        assert room.match is not None
        mover = room.match.table.asked[0]
        broken.add(1 - mover)
        assert (await next_move(room, people))["ok"]
        assert kinds(people[mover]) == ["answer", "update"]
        assert kinds(people[1 - mover]) == []
        assert kinds(people[2]) == ["update"], "who watches"
        broken.clear()
        async with room.lock:
            room.publish()
        assert kinds(people[1 - mover]) == ["table"], "they are told all as soon as that can be said"

    in_a_room(database, speechless(GAME, broken), 2, play)
    assert [record.getMessage() for record in caplog.records if record.exc_info] == [
        "table code: what seat 1 is to be told cannot be said"
    ]


def test_a_game_of_bots_goes_from_memory_with_the_next_one(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each bot that searches keeps its whole game, to look at what has happened in it."""
    monkeypatch.setattr(search, "prepare", lambda game: None)
    game = facedown.game("gotcha")

    async def whole() -> None:
        room, host = await opened_room(sqlite, game, 2, {}), Subscriber()
        await receive(room, host, wire.Hello(1, host="host"))
        for seat in range(2):
            await receive(room, host, wire.Bot(2, seat, "hard"))
        await receive(room, host, wire.Start(3))
        await until(lambda: room.phase == "over")
        assert room.match is not None
        first = room.match.stored_game.seed
        await receive(room, host, wire.Again(4))
        await until(lambda: room.phase == "over")
        await room.disconnect(host)
        gc.collect()
        there = [one for one in gc.get_objects() if type(one) is Table]  # others may be dead proxies
        assert first not in [table.seed for table in there]
        await room.store.close()

    run_alone(whole)


def test_a_clock_that_is_wrong_deletes_nothing_at_once(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It was four hundred days ahead when the server started, and most of its tables were gone."""
    now = int(time.time())

    async def whole() -> None:
        kept = Store(database)
        await kept.open()
        for number in range(45):
            await kept.write(rows.table_opened(f"code{number:02}", "gotcha", {}, "human", "host"))
        await kept.close()
        monkeypatch.setattr(rows, "now", lambda: now + 400 * 86400)
        for deleted in 0, 2:  # the second time, what the wrong clock has written is the newest
            kept = Store(database)
            await kept.open()
            await kept.write(rows.table_opened(f"wrong{deleted}", "gotcha", {}, "human", "host"))
            assert await kept.delete_old(Limits(), frozenset()) == deleted
            await kept.close()

    run_alone(whole)


@only_sqlite
def test_a_server_that_can_store_nothing_is_not_ready(own_app: Callable[..., Within]) -> None:
    app = own_app(**UNLIMITED)
    with replaced([(stores, "TRY", 0.0)]):
        assert app.ask("/ready") == (200, {"status": "ready"})
        with locked(app.url):
            assert app.ask("/ready")[0] == 503
        assert app.ask("/ready")[0] == 200
    with locked(app.url):
        assert app.ask("/ready")[0] == 200, "it is not tried each time that somebody asks"
    assert execute(app.url, "SELECT count(*) FROM lines") == [(0,)]


def test_a_table_goes_on_when_the_database_has_gone_away_and_come_back(own_app: Callable[..., Within]) -> None:
    """Its connections broke: whoever was there comes back, and the next moves are kept."""
    app = own_app(**UNLIMITED)
    table = app.open("gotcha")
    host = table.host()
    assert host.sit(0, "Ann")["ok"]
    assert host.say("start")["ok"]
    play_out(host, moves=2)
    hang_up_on_all(app.url)
    end = time.monotonic() + PATIENCE
    while True:
        back = None
        with contextlib.suppress(ConnectionClosed):
            back = table.person(secret=host.secret, host=table.secret)
            back.secret = host.secret
            back.ready()
            if back.play()["ok"]:
                break
        assert time.monotonic() < end, "the table does not go on"
    play_out(back)
    assert back.over


DAMAGES = {
    "a move that is none": ("UPDATE moves SET move = '{' WHERE code = :code", "shown"),
    "options that are none": ("UPDATE tables SET options = 'decks: 2' WHERE code = :code", "shown"),
    "a game that is none": ("UPDATE tables SET game = 'chess' WHERE code = :code", "broken"),
    "names that are none": ("UPDATE games SET names = '[1' WHERE code = :code", "shown"),
}


@pytest.mark.parametrize("what", DAMAGES)
def test_a_table_whose_rows_are_damaged_harms_no_other(
    own_app: Callable[..., Within], caplog: pytest.LogCaptureFixture, what: str
) -> None:
    damage, outcome = DAMAGES[what]
    app = own_app(**UNLIMITED)
    tables = [app.open("gotcha") for _ in range(2)]
    hosts = [table.host() for table in tables]
    for host in hosts:
        assert host.sit(0, "Ann")["ok"]
        assert host.say("start")["ok"]
        play_out(host, moves=2)
    app.kill()
    execute(app.url, damage, code=tables[0].code)
    app.start()
    for _ in range(2):
        person = Person(app, tables[0].code)
        if outcome == "shown":
            assert person.hello(secret=hosts[0].secret)["ok"]
            assert "error in the program" in person.state["archived"]
        else:
            assert person.hello(secret=hosts[0].secret)["why"] == "broken"
    assert (
        len([one for one in caplog.records if tables[0].code in one.getMessage() and one.levelname == "ERROR"]) == 1
    )
    back = tables[1].person(secret=hosts[1].secret)
    back.ready()
    play_out(back)
    assert back.over
