"""A database that is locked, full or gone: told plainly, nothing half done, and the next try works."""

from __future__ import annotations

import errno
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from facedown.server import run
from facedown.server.storage import store
from facedown.server.storage.database import KEY_BYTES, hashing_key
from facedown.server.storage.rows import table_opened
from facedown.server.storage.store import StorageError, Store, database_url
from tests.databases import execute, locked, only_sqlite
from tests.server.harness import PATIENCE, UNLIMITED, Server, play_out, run_alone
from tests.server.within import Within

TABLES = ("tables", "seats", "games", "moves", "lines")


def test_a_move_on_a_locked_database_is_refused_and_works_when_tried_again(app: Within) -> None:
    table = app.open("gotcha")
    host, watcher = table.host(), table.person()
    host.sit(0, "Zoe")
    assert host.say("start")["ok"]
    host.ready()
    before = table.person(secret=host.secret).state
    with locked(app.url):
        told = len(watcher.told)
        assert host.play()["why"] == "storage"
        assert host.say("say", text="hello?")["why"] == "storage"
        assert app.ask("/api/tables", {"game": "gotcha"})[0] == 503
        after = table.person(secret=host.secret).state
        assert {k: after[k] for k in after if k != "seats"} == {k: before[k] for k in before if k != "seats"}
    watcher.say("ping")
    assert "said" not in watcher.kinds()[told:]
    assert host.play()["ok"]
    host.reach(before["version"] + 1)


def fill(app: Within, size: int) -> None:
    """Let the database be so large, in bytes."""
    ((pages,),), ((page,),) = (execute(app.url, f"PRAGMA page_{what}") for what in ("count", "size"))
    execute(app.url, "CREATE TABLE filling AS SELECT zeroblob(:missing)", missing=size - pages * page)


@only_sqlite
def test_a_server_that_is_nearly_full_keeps_what_is_left_for_moves(own_app: Callable[..., Within]) -> None:
    app = own_app(**UNLIMITED, FACEDOWN_MEGABYTES="0.5")
    table = app.open("gotcha")
    host = table.host()
    host.sit(0, "Zoe")
    assert host.say("start")["ok"]
    play_out(host, moves=2)
    chat = host.say("say", text="Last words")
    assert chat["ok"]
    fill(app, int(0.85 * 0.5 * 2**20))
    end = time.monotonic() + PATIENCE
    while (opened := app.ask("/api/tables", {"game": "gotcha"}))[0] == 201:
        assert time.monotonic() < end, "the disk is never full"
    assert opened[1]["why"] == "storage"
    assert host.say("say", text="x")["why"] == "storage"
    play_out(host)
    assert host.over
    app.kill()
    app.start()
    back = table.person(secret=host.secret, host=table.secret)
    assert back.over
    assert back.state["chat"][-1]["text"] == "Last words"
    assert app.ask("/api/tables", {"game": "gotcha"})[1]["why"] == "storage"
    app.kill()
    app.environment.clear()
    app.start()
    assert app.ask("/api/tables", {"game": "gotcha"})[0] == 201


def test_what_is_left_is_kept_however_fast_the_rest_is_filled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "LOOK", 3600.0)  # much may come between two looks by the clock

    async def whole() -> None:
        kept_in = Store(f"sqlite:///{tmp_path / 'tables.db'}", 0.5)
        await kept_in.open()
        for number in range(10_000):
            if kept_in.is_nearly_full:
                break
            await kept_in.write(table_opened(f"code{number}", "gotcha", {}, "human", "hash"))
        assert kept_in.is_nearly_full
        await kept_in.close()

    run_alone(whole)


def test_a_full_disk_refuses_what_cannot_be_kept_and_loses_nothing(tmp_path: Path) -> None:
    async def whole() -> None:
        kept_in = Store(f"sqlite:///{tmp_path / 'tables.db'}", 0.25)
        await kept_in.open()
        codes: list[str] = []

        async def fill() -> None:
            while True:
                code = f"code{len(codes)}"
                await kept_in.write(table_opened(code, "gotcha", {}, "human", "hash"))
                codes.append(code)

        with pytest.raises(StorageError, match="full"):
            await fill()
        read = [await kept_in.read(code) for code in (codes[0], codes[-1])]
        assert all(found is not None for found in read)
        assert await kept_in.read(f"code{len(codes)}") is None
        await kept_in.close()

    run_alone(whole)


def test_talk_takes_no_more_room_than_its_last_lines(own_app: Callable[..., Within]) -> None:
    app = own_app(**UNLIMITED)
    tables = [app.open("gotcha") for _ in range(2)]
    hosts = [table.host() for table in tables]
    for host in hosts:
        host.sit(0, "Zoe")
    for number in range(80):
        for host in hosts:
            assert host.say("say", text=f"line {number}", key=f"key-{number:05d}")["ok"]
    assert execute(app.url, "SELECT count(*) FROM lines GROUP BY code") == [(50,)] * 2
    assert [line["text"] for line in tables[0].person().state["chat"]] == [f"line {n}" for n in range(30, 80)]
    app.kill()
    app.start()
    again = tables[0].person(secret=hosts[0].secret)
    assert again.say("say", text="line 79", key="key-00079")["ok"]  # sent again: it is done already
    assert again.say("say", text="new", key="key-00080")["ok"]
    assert again.say("say", text="line 79", key="key-00079")["ok"]
    assert [line["text"] for line in tables[0].person().state["chat"]][-2:] == ["line 79", "new"]


@only_sqlite
def test_an_address_writes_so_much_and_then_only_its_moves(own_app: Callable[..., Within]) -> None:
    few = {"FACEDOWN_KILOBYTES_AT_ONCE": "13", "FACEDOWN_KILOBYTES_AN_HOUR": "0.001"}
    app = own_app(**{**UNLIMITED, **few})
    table = app.open("gotcha")
    host = table.host()
    assert host.sit(0, "Zoe")["ok"]
    assert host.say("start")["ok"]
    answers = [host.say("say", text="x" * 300) for _ in range(20)]
    assert [answer["ok"] for answer in answers].count(True) < 14
    assert answers[-1]["why"] == "too_fast"
    assert app.ask("/api/tables", {"game": "gotcha"})[0] == 429
    play_out(host, moves=3)


@only_sqlite
@pytest.mark.parametrize(
    ("limit", "why"), [("FACEDOWN_SEAT_KILOBYTES", "too_large"), ("FACEDOWN_KILOBYTES_AT_ONCE", "too_fast")]
)
def test_whoever_is_asked_may_answer_but_not_write_without_end_before(
    own_app: Callable[..., Within], limit: str, why: str
) -> None:
    """A storyteller is asked nearly all the time, and may write notes or take moves back as often as they like."""
    app = own_app(**{**UNLIMITED, "FACEDOWN_KILOBYTES_AN_HOUR": "0.001", limit: "12"})
    table = app.open("clocktower", 6)
    teller = table.host()
    assert teller.sit(5, "Őrsi")["ok"]
    assert teller.say("start")["ok"]
    teller.wait(lambda: teller.asked)
    answers = []
    for _ in range(40):
        assert teller.say("ping")["ok"]
        answers.append(teller.play('note "' + "x" * 400 + '"'))
    assert [answer["ok"] for answer in answers].count(True) < 35
    assert answers[-1]["why"] == why
    if why == "too_fast":
        undone = [teller.say("undo", at=teller.state["version"], to=0) for _ in range(10)]
        assert undone[-1]["why"] == why
    assert teller.say("ping")["ok"]
    assert teller.play()["ok"]


@pytest.mark.parametrize(
    ("last", "winners", "stays"),
    [(None, None, False), (80, "[0]", True), (100, "[0]", False), (100, None, True), (400, None, False)],
)
def test_tables_at_which_nothing_happens_are_deleted_in_time(
    own_app: Callable[..., Within], last: int | None, winners: str | None, stays: bool
) -> None:
    """`last`: how many days ago the last move was made; None: no game has begun."""
    app = own_app(**UNLIMITED)
    gone, old, young = (app.open("gotcha") for _ in range(3))
    app.kill()
    execute(app.url, "UPDATE tables SET created = created - 500 * 86400 WHERE code <> :code", code=young.code)
    if last is not None:
        row = (
            "INSERT INTO games (code, game, seed, names, version, winners) VALUES (:code, 1, 'seed', '[]', 1, :won)"
        )
        execute(app.url, row, code=old.code, won=winners)
        at = int(time.time()) - last * 86400
        execute(app.url, "INSERT INTO moves VALUES (:code, 1, 0, 0, 'x', :at, NULL)", code=old.code, at=at)
    app.start()
    kept = app.ask("/api/about")[1]
    assert {name: kept[name] for name in ("unbegun", "finished", "unfinished")} == {
        "unbegun": 7,
        "finished": 90,
        "unfinished": 365,
    }
    end = time.monotonic() + PATIENCE
    while True:
        counts = {name: {code for (code,) in execute(app.url, f"SELECT code FROM {name}")} for name in TABLES}
        if gone.code not in counts["tables"]:  # all that is old goes with it
            break
        assert time.monotonic() < end
    assert young.passing()["phase"] == "lobby"
    assert (old.code in set().union(*counts.values())) == stays


def test_tables_are_kept_where_only_their_owner_reads_them(server: Server) -> None:
    assert server.database.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("nonsense", "DATABASE_URL"),
        ("mysql+aiomysql://localhost/x", "driver"),
        ("sqlite:////dev/null/tables.db", "/dev/null/tables.db cannot be opened: .*; choose another place"),
    ],
)
def test_a_database_that_cannot_be_had_is_told_before_the_server_starts(
    url: str, says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", url)
    with pytest.raises(StorageError, match=says):
        run(port=0)


def test_a_key_for_addresses_that_could_not_be_written_is_made_the_next_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def is_full(_: int) -> bytes:
        raise OSError(errno.ENOSPC, "No space left on device")

    url = f"sqlite:///{tmp_path}/tables.db"
    with monkeypatch.context() as full:
        full.setattr("secrets.token_bytes", is_full)
        with pytest.raises(StorageError, match="No space left"):
            hashing_key(url)
    key = hashing_key(url)
    assert (len(key), hashing_key(url)) == (KEY_BYTES, key)
    assert (tmp_path / "tables.db.key").stat().st_mode & 0o077 == 0


def test_a_place_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StorageError, match="--data"):
        database_url(tmp_path / "file" / "folder")


def test_the_pace_that_the_host_has_set_outlives_the_server(own_app: Callable[..., Within]) -> None:
    app = own_app(**UNLIMITED)
    table = app.open("gotcha", pace="human")
    host = table.host()
    assert host.state["waits"] is False  # nobody plays alone with bots
    assert host.say("pace", pace="fast", waits=True)["ok"]
    app.kill()
    app.start()
    state = table.host().state
    assert (state["pace"], state["waits"]) == ("fast", True)
