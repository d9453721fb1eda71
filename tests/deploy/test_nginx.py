"""The example of a proxy in front of the server is one that nginx reads, and says what the server relies on."""

from __future__ import annotations

import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import crossplane
import pytest

from facedown.server import certificates, wire
from tests.deploy import proxy
from tests.deploy.proxy import CONFIGURATION
from tests.postgres import Postgres
from tests.server import kills
from tests.server.harness import PATIENCE, UNLIMITED, Server, play_out

NEWER = ("ssl_reject_handshake",)  # than crossplane; nginx 1.19.4 and later have it


def directives(block: list[dict[str, Any]]) -> dict[str, list[list[str]]]:
    """The arguments of each directive, those inside others too."""
    found: dict[str, list[list[str]]] = {}
    for line in block:
        found.setdefault(line["directive"], []).append(line["args"])
        for name, args in directives(line.get("block", [])).items():
            found.setdefault(name, []).extend(args)
    return found


def test_nginx_reads_it() -> None:
    read = crossplane.parse(str(CONFIGURATION), strict=True, check_ctx=True, check_args=True, single=True)
    unknown = [error["error"] for error in read["errors"]]
    in_maps = (
        'unknown directive "default"',
        'unknown directive ""',
        'unknown directive "~',
    )  # lines of a map, which crossplane does not know
    assert [
        error for error in unknown if not error.startswith(in_maps) and not any(n in error for n in NEWER)
    ] == []


def test_it_says_what_the_server_relies_on() -> None:
    (read,) = crossplane.parse(str(CONFIGURATION), single=True)["config"]
    said = directives(read["parsed"])
    headers = dict(args for args in said["proxy_set_header"])
    assert headers["Host"] == "$host"  # the server checks which name was called
    assert headers["X-Forwarded-For"] == "$remote_addr"  # and not what a visitor wrote there
    assert (headers["Upgrade"], headers["Connection"]) == ("$http_upgrade", "$connection_upgrade")
    assert {"client_header_timeout", "client_body_timeout", "limit_conn", "limit_req"} <= said.keys()
    assert said["client_max_body_size"] == [["16k"], [str(wire.MAX_CARDS_BODY)]]
    assert wire.MAX_FRAME == 16 * 1024


def test_the_systems_nginx_takes_it(tmp_path: Path) -> None:
    made = certificates.keep(tmp_path / "https", ["localhost"])
    where = "/etc/letsencrypt/live/play.example.org"
    changes = ((f"{where}/fullchain.pem", str(made.certificate)), (f"{where}/privkey.pem", str(made.key)))
    file = proxy.configured(tmp_path, changes)
    done = subprocess.run([proxy.program(), "-t", "-p", tmp_path, "-c", file], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.fixture
def behind(postgres: Postgres, tmp_path: Path) -> Iterator[tuple[proxy.Proxy, list[Server]]]:
    """nginx, and two servers behind it that share a database."""
    settings = {**UNLIMITED, "DATABASE_URL": postgres.database(), "FACEDOWN_PROXIES": "127.0.0.1"}
    servers = [Server(tmp_path / str(number), **settings) for number in range(2)]
    front = proxy.Proxy(tmp_path / "nginx", servers)
    for server in servers:
        server.start()
    yield front, servers
    front.stop()
    for server in servers:
        server.stop()


@pytest.mark.parametrize(
    "begun",
    [
        b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ",
        b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50\r\n\r\nhalf a body",
    ],
    ids=["head", "body"],
)
def test_whoever_sends_half_a_request_is_hung_up_on_by_the_proxy(tmp_path: Path, begun: bytes) -> None:
    """The server leaves heads that come slowly to its proxy; here, within a second instead of ten."""
    nobody = cast(Server, SimpleNamespace(port=9))
    shorter = tuple((f"client_{part}_timeout 10s;", f"client_{part}_timeout 1s;") for part in ("header", "body"))
    front = proxy.Proxy(tmp_path / "nginx", [nobody], shorter)
    try:
        with socket.create_connection(("127.0.0.1", front.port), PATIENCE) as line:
            line.sendall(begun)
            answer = _until_hung_up(line)
    finally:
        front.stop()
    assert answer == b"" or answer.startswith(b"HTTP/1.1 408 ")


def _until_hung_up(line: socket.socket) -> bytes:
    """What comes until the other end hangs up."""
    heard = b""
    try:
        while piece := line.recv(4096):
            heard += piece
    except ConnectionResetError:  # there was more to read for it
        pass
    return heard


def test_whoever_asks_comes_to_the_server_that_has_the_table(behind: tuple[proxy.Proxy, list[Server]]) -> None:
    front, servers = behind
    tables = [front.open("gotcha", 2) for _ in range(4)]
    for number, table in enumerate(tables):
        owner = servers[number % 2]
        assert owner.ask(f"/api/tables/{table.code}")[0] == 200, "each has some, whatever nginx would choose"
    for table in tables[:2]:  # one of each
        host, guest = table.host(), table.person()
        assert host.sit(0, "Ann")["ok"]
        assert guest.sit(1, "Bo")["ok"]
        assert host.say("start")["ok"]
        play_out(host, guest)
        assert front.ask(f"/api/tables/{table.code}/record")[0] == 200
        body = {"frame": 0, "seat": 0}
        assert front.ask(f"/api/tables/{table.code}/play-on", body)[0] == 201, "also what is not idempotent"
    for server in servers:
        server.kill()
    assert front.ask(f"/api/tables/{tables[0].code}")[0] == 502


def test_cards_pass_through_and_longer_bodies_do_not(behind: tuple[proxy.Proxy, list[Server]]) -> None:
    front, _ = behind
    cards = {"cards": "é" * 15_900}
    assert front.ask("/api/games/gotcha/cards", cards)[0] == 200
    assert front.ask("/api/tables", {"game": "gotcha", "cards": "é" * 15_900})[1]["why"] == "bad_option"
    assert front.fetch("/api/games/gotcha/cards", b" " * wire.MAX_CARDS_BODY + b" ")[0] == 413
    code = front.open("gotcha").code
    assert front.fetch(f"/api/tables/{code}/play-on", b" " * wire.MAX_FRAME + b" ")[0] == 413


def test_people_behind_it_lose_nothing_when_servers_are_killed(postgres: Postgres, tmp_path: Path) -> None:
    found = kills.run(postgres.database(), tmp_path, kills=3, tables=2, front=proxy.Proxy)
    assert found["moves"] > 0
