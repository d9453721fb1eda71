"""A database that is locked, full or gone: told plainly, nothing half done, and the next try works."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from facedown.server.store import StorageError, Store, database_url
from tests.server.harness import UNLIMITED, Server


def test_a_move_on_a_locked_database_is_refused_and_works_when_tried_again(server: Server) -> None:
    table = server.open("gotcha")
    host, watcher = table.host(), table.person()
    host.sit(0, "Zoe")
    assert host.say("start")["ok"]
    host.ready()
    before = table.person(secret=host.secret).state
    lock = sqlite3.connect(server.database, isolation_level=None)
    lock.execute("BEGIN EXCLUSIVE")
    try:
        told = len(watcher.told)
        assert host.play()["why"] == "storage"
        assert host.say("say", text="hello?")["why"] == "storage"
        assert server.ask("/api/tables", {"game": "gotcha"})[0] == 503
        after = table.person(secret=host.secret).state
        assert {k: after[k] for k in after if k != "seats"} == {k: before[k] for k in before if k != "seats"}
    finally:
        lock.execute("ROLLBACK")
        lock.close()
    watcher.say("ping")
    assert "said" not in watcher.kinds()[told:]
    assert host.play()["ok"]
    host.reach(before["version"] + 1)


def test_a_full_disk_refuses_what_cannot_be_kept_and_loses_nothing(own_server: Callable[..., Server]) -> None:
    server = own_server(**UNLIMITED, FACEDOWN_MEGABYTES="0.25")
    table = server.open("gotcha")
    host = table.host()
    host.sit(0, "Zoe")
    lines = 0
    while (answer := host.say("say", text=f"line {lines} " + "x" * 280))["ok"]:
        lines += 1
        assert lines < 2000, "the disk is never full"
    assert answer["why"] == "storage"
    answers = (server.ask("/api/tables", {"game": "gotcha"}) for _ in range(100))
    assert next(told["why"] for status, told in answers if status != 201) == "storage"
    chat = table.person(secret=host.secret).state["chat"]
    assert chat[-1]["text"].startswith(f"line {lines - 1} ")
    server.kill()
    server.environment.clear()
    server.start()
    back = table.person(secret=host.secret, host=table.secret)
    assert back.state["chat"] == chat
    assert back.say("start")["ok"]


def test_tables_are_kept_where_only_their_owner_reads_them(server: Server) -> None:
    assert server.database.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("nonsense", "DATABASE_URL"),
        ("mysql+aiomysql://localhost/x", "driver"),
        ("sqlite:////dev/null/tables.db", "cannot be used"),
    ],
)
def test_a_database_that_cannot_be_had_is_told_before_the_server_starts(url: str, says: str) -> None:
    with pytest.raises(StorageError, match=says):
        Store(url).try_out()


def test_a_place_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StorageError, match="--data"):
        database_url(tmp_path / "file" / "folder")
