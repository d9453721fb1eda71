"""Pictures of moments: of games that are over, and of nothing else."""

from __future__ import annotations

import asyncio
import io
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlsplit

import pytest
from PIL import Image

import facedown
from facedown.server.site import preview
from facedown.server.wire import Refused
from tests.server.harness import play_out, run_alone
from tests.server.within import Within

RECORDS = Path(__file__).parents[1] / "records"


def test_a_moment_of_a_game_that_is_over_is_a_picture_and_a_running_game_has_none(app: Within) -> None:
    table = app.open("gotcha", 2)
    host = table.host()
    host.sit(0, "Zoë <b>")
    address = f"/api/tables/{table.code}/moments"
    assert app.ask(f"{address}/1.png")[1]["why"] == "not_started"
    assert host.say("start")["ok"]
    assert app.ask(f"{address}/1.png")[1]["why"] == "not_over"
    assert b"og:image" not in app.fetch(f"/t/{table.code}/replay?at=1")[1]
    play_out(host)
    status, picture, headers = app.fetch(f"{address}/3.png")
    assert (status, headers["content-type"]) == (200, "image/png")
    with Image.open(io.BytesIO(picture)) as drawn:
        assert drawn.size == (1200, 630)
    assert app.fetch(f"{address}/4.png")[1] != picture
    moments = len(app.ask(f"/api/tables/{table.code}/replay")[1])
    assert app.fetch(f"{address}/{moments}.png")[0] == 200
    for name in ("0.png", f"{moments + 1}.png", "3.gif", "3", "-1.png", "x.png", "9999999.png"):
        assert app.ask(f"{address}/{name}")[1]["why"] == "not_found", name
    assert app.ask("/api/tables/aaaaaaaaaa/moments/1.png")[0] == 404
    assert app.ask(f"{address}/1.png?game=2")[0] == 404

    assert host.say("again")["ok"]
    host.wait(lambda: host.state["phase"] == "playing")
    assert app.ask(f"{address}/1.png")[1]["why"] == "not_over", "the next game has begun"
    status, again, kept = app.fetch(f"{address}/3.png?game=1")
    assert again == picture
    assert "max-age" in kept["cache-control"]
    assert headers["cache-control"] == "no-cache", "at this address, the next game's picture follows"
    assert b"og:image" not in app.fetch(f"/t/{table.code}/replay?game=2&at=1")[1]


def test_the_page_of_a_moment_names_its_picture(app: Within) -> None:
    table = app.open("gotcha", 2)
    host = table.host()
    host.sit(0, "Zoe")
    assert host.say("start")["ok"]
    play_out(host)
    told = app.fetch(f"/t/{table.code}/replay?game=1&at=3")[1].decode()
    plain = app.fetch(f"/t/{table.code}")[1].decode()
    if "</head>" in plain:  # the page is built
        assert f"/api/tables/{table.code}/moments/3.png?game=1" in told
        assert "moments" not in plain
        for asked, named in (("1", "&amp;seat=1"), ("watch", "&amp;seat=watch"), ("x%22", "")):
            told = app.fetch(f"/t/{table.code}/replay?game=1&at=3&seat={asked}")[1].decode()
            assert f'/moments/3.png?game=1{named}"' in told
    assert app.fetch("/t/aaaaaaaaaa/replay?at=1")[0] == 200


def test_an_invitation_names_the_game_and_is_the_same_before_during_and_after_it(app: Within) -> None:
    table = app.open("gotcha", 2)
    host = table.host()

    def told() -> str:
        return app.fetch(f"/t/{table.code}")[1].decode()

    before = told()
    if "</head>" in before:  # the page is built
        assert "GotchaCards on Facedown" in before
        found = re.search(r'"og:image" content="(http[^"]+)"', before)
        assert found is not None
        assert app.fetch(urlsplit(found[1]).path)[2]["content-type"] == "image/png"
        assert "og:" not in app.fetch("/t/aaaaaaaaaa")[1].decode()
    host.sit(0, "Zoe")
    assert host.say("start")["ok"]
    assert told() == before
    play_out(host)
    assert told() == before


def over(record: str) -> SimpleNamespace:
    """A room whose last game was this one."""
    return room_after(facedown.read((RECORDS / record).read_text()))


def room_after(table: Any) -> SimpleNamespace:
    """A room whose last game was played at this table."""
    assert table.over
    match = SimpleNamespace(table=table, stored_game=None, version=1)
    return SimpleNamespace(lock=asyncio.Lock(), games=[None], checked_match=lambda: match)


def test_a_moment_is_counted_as_those_saw_it_whose_link_it_is() -> None:
    """By night in Clocktower not everybody is told that something happens: their moments are fewer."""
    room: Any = over("clocktower/base_a_small_town.txt")
    table = room.checked_match().table
    every = len(table.frames)

    async def whole() -> None:
        counts: dict[str | None, int] = {None: every}
        for whose, seat in (("0", 0), ("watch", None)):
            counts[whose] = sum(frame == 0 or table.told_at(frame, seat) is not None for frame in range(every))
            assert counts[whose] < every
        for eyes, count in counts.items():
            assert (await preview.picture(room, count, eyes=eyes)).startswith(b"\x89PNG")
            with pytest.raises(Refused, match=f"1 to {count}"):
                await preview.picture(room, count + 1, eyes=eyes)
        for wrong in ("99", "-1", "everybody"):
            with pytest.raises(Refused, match="no seat"):
                await preview.picture(room, 1, eyes=wrong)

    run_alone(whole)


def test_a_moment_shows_the_cards_that_its_sentence_names() -> None:
    table = facedown.game("bayou-boss").new(seats=3, seed=11)
    while table.asked:
        table.play(table.asked[0], table.legal(table.asked[0])[0])
    room: Any = room_after(table)
    told = [table.told_at(frame, None) for frame in range(len(table.frames))]
    named = [re.findall(r"\[(.+?)\]", event.text) if event else [] for event in told]

    async def whole() -> None:
        for suit, other in (("Blue", "Green"), ("Green", "Blue")):
            moment = next(at for at, cards in enumerate(named, 1) if [card.split()[0] for card in cards] == [suit])
            with Image.open(io.BytesIO(await preview.picture(room, moment))) as drawn:
                colours = {colour for _, colour in drawn.getcolors(drawn.width * drawn.height) or ()}
            assert preview.colour_of(suit) in colours
            assert preview.colour_of(other) not in colours

    run_alone(whole)
