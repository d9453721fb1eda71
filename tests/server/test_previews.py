"""Pictures of moments: of games that are over, and of nothing else."""

from __future__ import annotations

import io
import re
import urllib.request

from PIL import Image

from tests.server.harness import Server, play_out


def test_a_moment_of_a_game_that_is_over_is_a_picture_and_a_running_game_has_none(server: Server) -> None:
    table = server.open("gotcha", 2)
    host = table.host()
    host.sit(0, "Zoë <b>")
    address = f"/api/tables/{table.code}/moments"
    assert server.ask(f"{address}/1.png")[1]["why"] == "not_started"
    assert host.say("start")["ok"]
    assert server.ask(f"{address}/1.png")[1]["why"] == "not_over"
    assert b"og:image" not in server.fetch(f"/t/{table.code}/replay?at=1")[1]
    play_out(host)
    status, picture, headers = server.fetch(f"{address}/3.png")
    assert (status, headers["content-type"]) == (200, "image/png")
    with Image.open(io.BytesIO(picture)) as drawn:
        assert drawn.size == (1200, 630)
    assert server.fetch(f"{address}/4.png")[1] != picture
    moments = len(server.ask(f"/api/tables/{table.code}/replay")[1])
    assert server.fetch(f"{address}/{moments}.png")[0] == 200
    for name in ("0.png", f"{moments + 1}.png", "3.gif", "3", "-1.png", "x.png", "9999999.png"):
        assert server.ask(f"{address}/{name}")[1]["why"] == "not_found", name
    assert server.ask("/api/tables/aaaaaaaaaa/moments/1.png")[0] == 404
    assert server.ask(f"{address}/1.png?game=2")[0] == 404

    assert host.say("again")["ok"]
    host.wait(lambda: host.state["phase"] == "playing")
    assert server.ask(f"{address}/1.png")[1]["why"] == "not_over", "the next game has begun"
    assert server.fetch(f"{address}/3.png?game=1")[1] == picture
    assert b"og:image" not in server.fetch(f"/t/{table.code}/replay?game=2&at=1")[1]


def test_the_page_of_a_moment_names_its_picture(server: Server) -> None:
    table = server.open("gotcha", 2)
    host = table.host()
    host.sit(0, "Zoe")
    assert host.say("start")["ok"]
    play_out(host)
    told = server.fetch(f"/t/{table.code}/replay?game=1&at=3")[1].decode()
    plain = server.fetch(f"/t/{table.code}")[1].decode()
    if "</head>" in plain:  # the page is built
        assert f"/api/tables/{table.code}/moments/3.png?game=1" in told
        assert "moments" not in plain
    assert server.fetch("/t/aaaaaaaaaa/replay?at=1")[0] == 200


def test_an_invitation_names_the_game_and_is_the_same_before_during_and_after_it(server: Server) -> None:
    table = server.open("gotcha", 2)
    host = table.host()

    def told() -> str:
        return server.fetch(f"/t/{table.code}")[1].decode()

    before = told()
    if "</head>" in before:  # the page is built
        assert "GotchaCards on Facedown" in before
        found = re.search(r'"og:image" content="(http[^"]+)"', before)
        assert found is not None
        with urllib.request.urlopen(found[1]) as answer:
            assert answer.headers["content-type"] == "image/png"
        assert "og:" not in server.fetch("/t/aaaaaaaaaa")[1].decode()
    host.sit(0, "Zoe")
    assert host.say("start")["ok"]
    assert told() == before
    play_out(host)
    assert told() == before
