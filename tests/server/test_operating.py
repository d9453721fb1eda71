"""What operators need: a server that says whether it is well, stops without losing anything, and can be copied."""

from __future__ import annotations

import json
import signal
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from facedown import BadOption
from facedown.server import run, settings
from facedown.server.storage import operating as backup
from facedown.server.storage.operating import back_up, file_of_tables, restore
from facedown.server.storage.store import StorageError
from tests.server.harness import UNLIMITED, Server, play_out


def test_a_server_says_that_it_is_there_and_whether_it_can_read_its_tables(
    own_server: Callable[..., Server],
) -> None:
    server = own_server(**UNLIMITED)
    assert server.ask("/health") == (200, {"status": "alive"})
    assert server.ask("/ready") == (200, {"status": "ready"})
    with closing(sqlite3.connect(server.database, isolation_level=None)) as database:
        database.execute("ALTER TABLE moves RENAME TO gone")
        database.execute("ALTER TABLE tables RENAME TO gone_too")
    assert server.ask("/ready")[0] == 503
    assert server.ask("/health")[0] == 200


def test_figures_are_given_to_who_has_the_token(own_server: Callable[..., Server]) -> None:
    server = own_server(**UNLIMITED, FACEDOWN_METRICS="a long secret")
    table = server.open("gotcha")
    host = table.host()
    assert host.sit(0, "Ann")["ok"]
    assert host.say("start")["ok"]
    play_out(host, moves=1)
    assert not host.say("sit", seat=1, name="Bo")["ok"]
    for headers in ({}, {"Authorization": "Bearer x"}, {"Authorization": "Bearer a long secre"}):
        assert server.fetch("/metrics", headers=headers)[0] == 404
    status, raw, _ = server.fetch("/metrics", headers={"Authorization": "Bearer a long secret"})
    text = raw.decode()
    lines = dict(line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
    assert status == 200
    assert (float(lines["facedown_tables"]), float(lines["facedown_people"])) == (1, 1)
    assert float(lines["facedown_moves_total"]) >= 1
    assert float(lines['facedown_refusals_total{why="taken"}']) == 1
    assert float(lines['facedown_answer_seconds_count{do="play"}']) >= 1
    assert not any(secret in text for secret in (table.code, table.secret, host.secret or "-"))


def test_without_a_token_there_are_no_figures(server: Server) -> None:
    assert server.fetch("/metrics")[0] == 404


def test_a_server_that_is_told_to_stop_loses_nobody(own_server: Callable[..., Server]) -> None:
    server = own_server(**UNLIMITED, FACEDOWN_LOG="json")
    table = server.open("gotcha")
    host = table.host()
    assert host.sit(0, "Ann")["ok"]
    assert host.say("start")["ok"]
    play_out(host, moves=2)
    host.ready()
    before = host.state
    assert server.process is not None
    server.process.terminate()
    with pytest.raises(ConnectionClosed) as closed:
        host.wait(lambda: False)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1012  # "service restart": the page comes back by itself
    assert server.wait() in (0, -signal.SIGTERM)
    server.kill()
    server.start()
    back = table.person(secret=host.secret, host=table.secret)
    assert {k: back.state[k] for k in ("view", "legal", "log")} == {k: before[k] for k in ("view", "legal", "log")}
    play_out(back)
    assert back.over
    for line in server.log.read_text().splitlines():
        assert {"time", "level", "from", "text"} <= json.loads(line).keys()


def test_a_copy_is_made_while_people_play_and_put_back_when_the_server_stands_still(
    own_server: Callable[..., Server], tmp_path: Path
) -> None:
    server = own_server(**UNLIMITED)
    table = server.open("gotcha")
    host = table.host()
    assert host.sit(0, "Ann")["ok"]
    copy = tmp_path / "copy.db"
    back_up(server.database, copy)
    assert copy.stat().st_mode & 0o077 == 0
    with pytest.raises(StorageError, match="there already"):
        back_up(server.database, copy)
    with pytest.raises(StorageError, match="make its folder"):
        back_up(server.database, tmp_path / "nowhere" / "copy.db")
    later = server.open("gotcha")
    with pytest.raises(StorageError, match="stop it first"):
        restore(copy, server.database)
    assert later.passing()["phase"] == "lobby"
    server.kill()
    assert restore(copy, server.database) == server.database.with_suffix(".before")
    server.start()
    assert table.person(secret=host.secret).seat == 0
    assert server.ask(f"/api/tables/{later.code}")[0] == 404


def test_a_copy_that_fails_leaves_nothing_behind(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(source: Path, target: Path) -> None:
        raise StorageError("the disk is full")

    monkeypatch.setattr(backup, "_copy", fails)
    server.open("gotcha")
    with pytest.raises(StorageError, match="full"):
        back_up(server.database, tmp_path / "copy.db")
    assert not list(tmp_path.glob("copy*"))


def test_a_copy_holds_every_move_that_was_answered_before_it_was_begun(
    own_server: Callable[..., Server], tmp_path: Path
) -> None:
    server = own_server(**UNLIMITED)
    tables = [server.open("bayou-boss", 2) for _ in range(4)]
    people = [(table.host(), table.person()) for table in tables]
    for host, guest in people:
        assert host.sit(0, "Ann")["ok"]
        assert guest.sit(1, "Bo")["ok"]
        assert host.say("start")["ok"]
    for pair in people:
        play_out(*pair, moves=6)
        pair[0].reach(6)  # the last move may have been the other's
    with ThreadPoolExecutor() as threads:
        playing = [threads.submit(play_out, *pair, moves=25) for pair in people]
        before = [host.state["version"] for host, _ in people]
        assert min(before) >= 6
        back_up(server.database, tmp_path / "copy.db")
        for each in playing:
            each.result()
    server.kill()
    restore(tmp_path / "copy.db", server.database)
    server.start()
    for table, version, (host, _) in zip(tables, before, people, strict=True):
        again = table.person(secret=host.secret)
        assert again.state["phase"] == "playing"
        assert again.state["version"] >= version
    for table in tables:
        assert server.ask(f"/api/tables/{table.code}/replay")[0] == 200


def test_what_is_no_copy_is_not_put_back(tmp_path: Path) -> None:
    (tmp_path / "odd.db").write_bytes(b"no database")
    with closing(sqlite3.connect(tmp_path / "other.db")) as other:
        other.execute("CREATE TABLE x (y)")
    for name in ("odd.db", "other.db", "none.db"):
        with pytest.raises(StorageError):
            restore(tmp_path / name, tmp_path / "tables.db")
    assert not (tmp_path / "tables.db").exists()


def test_a_backup_is_of_the_tables_that_the_server_uses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DATABASE_URL", raising=False)
    assert file_of_tables(tmp_path) == tmp_path / "tables.db"
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{tmp_path}/others.db")
    assert file_of_tables(tmp_path) == tmp_path / "others.db"
    monkeypatch.setenv("DATABASE_URL", "postgresql://facedown@localhost/facedown")
    with pytest.raises(StorageError, match="pg_dump"):
        file_of_tables(tmp_path)


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("FACEDOWN_HOST", "play.example.org", "no setting FACEDOWN_HOST; is it FACEDOWN_HOSTS?"),
        ("FACEDOWN_MEGABITES", "1", "no setting FACEDOWN_MEGABITES; is it FACEDOWN_MEGABYTES?"),
        ("FACEDOWN_XYZZY", "", "no setting FACEDOWN_XYZZY; docs/server.md"),
        ("FACEDOWN_PROXIES", "127.0.0.1, nginx", "FACEDOWN_PROXIES names 'nginx'"),
        ("FACEDOWN_PROXIES", "10.0.0.0/99", "FACEDOWN_PROXIES names '10.0.0.0/99'"),
        ("FACEDOWN_PROXIES", "127.0.0.1,", "FACEDOWN_PROXIES names ''"),
        (
            "FACEDOWN_HOSTS",
            "localhost, https://play.example.org",
            "FACEDOWN_HOSTS names 'https://play.example.org'",
        ),
        ("FACEDOWN_HOSTS", "play.example.org:443", "without a port"),
        ("FACEDOWN_COMPILE", "no", "FACEDOWN_COMPILE is 0 or 1"),
        ("FACEDOWN_MEGABYTES", "4 GB", "FACEDOWN_MEGABYTES is '4 GB', which is not a number"),
        ("FACEDOWN_CONNECTIONS", "1.5", "FACEDOWN_CONNECTIONS is '1.5', which is not a whole number"),
        ("FACEDOWN_PATIENCE", "0", "FACEDOWN_PATIENCE is '0', but must be more than 0"),
        ("FACEDOWN_KEEP_FINISHED_DAYS", "nan", "FACEDOWN_KEEP_FINISHED_DAYS is 'nan', but must be more than 0"),
        ("FACEDOWN_MESSAGES_A_SECOND", "inf", "FACEDOWN_MESSAGES_A_SECOND is 'inf', but must be more than 0"),
    ],
)
def test_a_setting_that_makes_no_sense_stops_the_start(
    name: str, value: str, says: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(BadOption) as refused:
        run(port=0, data=tmp_path)
    assert says in str(refused.value)


def test_settings_that_there_are_may_be_given() -> None:
    settings.check({"FACEDOWN_COMPILE": "0", "FACEDOWN_HOSTS": " Play.example.org, [fd00::1], *, bücher.example, "})
    settings.check({"FACEDOWN_PROXIES": "*", "FACEDOWN_PATIENCE": "5", "PATH": "", "FACEDOWN_DATA": "x"})
    assert settings.proxies({"FACEDOWN_PROXIES": " 127.0.0.1, fd00::/8 "}) == "127.0.0.1, fd00::/8"


@pytest.mark.parametrize(
    ("accepted", "coding"),
    [("gzip", "gzip"), ("gzip;q=0.5", "gzip"), ("gzip;q=0", None), ("br, gzip ; q=0.00, *", None), (None, None)],
)
@pytest.mark.parametrize("path", ["/", "/api/games", "/api/games/gotcha"])
def test_what_refuses_gzip_is_sent_as_it_is(
    server: Server, path: str, accepted: str | None, coding: str | None
) -> None:
    _, _, headers = server.fetch(path, headers={} if accepted is None else {"Accept-Encoding": accepted})
    assert headers.get("content-encoding") == coding


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "POST"])
@pytest.mark.parametrize("path", ["/", "/health", "/t/abc", "/api/games"])
def test_a_method_that_a_route_does_not_have_is_refused_as_one(server: Server, path: str, method: str) -> None:
    status, _, headers = server.fetch(path, method=method)
    assert (status, "GET, HEAD" in headers.get("allow", "")) == (405, True)
