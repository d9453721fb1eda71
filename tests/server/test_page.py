"""The page and its files: served whole wherever one is in it, stored as long as may be, and nothing let in."""

from __future__ import annotations

import gzip
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import facedown
from facedown.server.app import as_typed
from facedown.server.rooms.seating import checked_bot
from facedown.server.site import page
from tests.server.harness import Server


@pytest.mark.parametrize(
    "path",
    ["/", "/settings", "/grimoire", "/scripts", "/new/gotcha", "/t/abcdefghjk", "/t/x/replay", "/rules/gotcha/3.2"],
)
def test_every_address_of_the_page_gives_the_page(server: Server, path: str) -> None:
    status, body, headers = server.fetch(path)
    assert (status, headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert body == page.index().body
    assert headers["cache-control"] in ("no-cache", "no-store")


def test_the_server_starts_without_complaint(own_server: Callable[..., Server]) -> None:
    assert own_server().log.read_text() == ""


def test_nothing_foreign_runs_in_the_page(server: Server) -> None:
    for path in ("/", "/api/games", "/nothing", "/api/tables/abcdefghjk"):
        headers = server.fetch(path)[2]
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "script-src 'self';" in policy
        assert "frame-ancestors 'none'" in policy
        assert (headers["x-content-type-options"], headers["referrer-policy"]) == ("nosniff", "no-referrer")
        assert "server" not in headers


def test_a_file_is_compressed_and_kept_for_ever_and_the_page_is_asked_for_anew(tmp_path: Path) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets" / "index-abc.js").write_text("let a = 1;\n" * 200)
    (tmp_path / "index.html").write_text("<!doctype html>")
    (tmp_path / ".built-from").write_text("secret")
    script = page.find("assets/index-abc.js", tmp_path)
    assert script is not None
    assert script.zipped is not None
    assert gzip.decompress(script.zipped) == script.body
    assert "immutable" in script.keep
    assert page.index(tmp_path).keep == "no-cache"
    for name in ("../index.html", ".built-from", "assets", "assets/../../x", "nothing.js"):
        assert page.find(name, tmp_path) is None


def test_where_the_page_is_not_built_a_plain_one_says_so(tmp_path: Path) -> None:
    assert b"make play" in page.index(tmp_path).body


def test_what_the_browser_has_is_not_sent_again(server: Server) -> None:
    tag = server.fetch("/")[2]["etag"]
    if tag == '"not-built"':
        assert server.fetch("/")[2]["cache-control"] == "no-store"
    status, body, _ = server.fetch("/", headers={"If-None-Match": tag})
    assert (status, body) == (304, b"")


@pytest.mark.parametrize("path", ["/assets/nope.js", "/nope", "/../pyproject.toml", "/.built-from", "/api/nope"])
def test_what_is_not_there_is_not_found(server: Server, path: str) -> None:
    assert server.fetch(path)[0] == 404


def test_a_person_at_an_address_that_is_not_there_sees_the_page(server: Server) -> None:
    for path in ("/nowhere", "/nowhere/at/all"):
        status, body, headers = server.fetch(path, headers={"Accept": "text/html,*/*"})
        assert (status, headers["content-type"].split(";")[0]) == (404, "text/html")
        assert body == server.fetch("/")[1]
    assert server.fetch("/api/nowhere", headers={"Accept": "text/html"})[1].startswith(b"{")


def test_the_games_are_listed_with_all_there_is_to_read(server: Server) -> None:
    status, games = server.ask("/api/games")
    assert status == 200
    assert [game["id"] for game in games] == list(facedown.games())
    for listed in games:
        _, book = server.ask(f"/api/games/{listed['id']}")
        assert {name: book[name] for name in listed} == listed
        best = "balanced" if book["id"] == "clocktower" else "hard"  # a storyteller; the others play cards
        assert (book["bots"][0], book["bots"][-1]) == ("random", best)
        assert book["seats"] == list(facedown.game(book["id"]).seats)
        assert [rule["number"] for rule in book["rules"]] == [
            rule.number for rule in facedown.game(book["id"]).rulebook()
        ]
        assert all(card["name"] and card["text"] for card in book["cards"])
    assert server.ask("/api/games/chess")[1]["why"] == "unknown_game"


def test_a_bot_kept_for_comparison_is_not_offered_but_takes_a_seat_when_it_is_named(server: Server) -> None:
    assert "sensible-1" not in server.ask("/api/games/gotcha")[1]["bots"]
    assert checked_bot(facedown.game("gotcha").contract, "sensible-1") == "sensible-1"


@pytest.mark.parametrize(
    ("program", "command"),
    [
        (".venv/bin/facedown", ".venv/bin/facedown"),  # as `make play` starts it
        ("/home/mira/games/.venv/bin/facedown", "facedown"),
        ("/usr/lib/python3/dist-packages/facedown/__main__.py", "python -m facedown"),
        ("/usr/bin/gunicorn", "facedown"),
    ],
)
def test_the_page_names_the_command_as_it_was_typed_and_no_folder_of_the_machine(
    program: str, command: str
) -> None:
    assert as_typed(program) == command


def test_it_serves_before_anything_is_compiled() -> None:
    program = "import sys, facedown, facedown.server.serving; facedown.games(); sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_a_port_that_is_taken_is_told_in_one_line(own_server: Callable[..., Server], tmp_path: Path) -> None:
    server = own_server()
    command = [sys.executable, "-m", "facedown", "serve", "--port", str(server.port), "--data", str(tmp_path)]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert str(server.port) in line
    assert "--port" in line


@pytest.mark.parametrize("path", ["/api/games/clocktower", "/api/lessons/clocktower"])
def test_a_large_answer_is_the_same_packed_and_unpacked(server: Server, path: str) -> None:
    _, packed, headers = server.fetch(path, headers={"Accept-Encoding": "gzip"})
    assert (headers["content-encoding"], headers["content-type"]) == ("gzip", "application/json")
    status, body, headers = server.fetch(path)
    assert (status, headers["content-type"], headers["vary"]) == (200, "application/json", "Accept-Encoding")
    assert "content-encoding" not in headers
    assert len(body) > 2**16, "it is sent in several pieces"
    assert gzip.decompress(packed) == body
