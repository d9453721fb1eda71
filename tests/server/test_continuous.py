"""What a reload, a lost line and the death of the server leave: everything."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.databases import execute
from tests.server.harness import UNLIMITED, Opened, Person, play_out, same, seated
from tests.server.within import Within


@pytest.mark.parametrize(("game", "seats"), [("bayou-boss", 2), ("gotcha", 2)])
def test_killed_in_the_middle_the_server_goes_on_from_the_last_move(
    own_app: Callable[..., Within], game: str, seats: int
) -> None:
    app = own_app(**UNLIMITED)
    table = app.open(game, seats)
    host, guest = seated(table, "Zoe", "Yan")
    assert host.say("say", text="still there?")["ok"]
    assert host.say("start")["ok"]
    for moves in (5, 9):
        play_out(host, guest, moves=moves)
        before = [Opened.person(table, secret=person.secret).state for person in (host, guest)]
        app.kill()
        app.start()
        secrets = host.secret, guest.secret
        host, guest = table.person(secret=host.secret, host=table.secret), table.person(secret=guest.secret)
        host.secret, guest.secret = secrets
        assert all(same(*pair) for pair in zip(before, (host.state, guest.state), strict=True))
        assert host.state["chat"] == [{"seat": 0, "name": "Zoe", "text": "still there?"}]
    play_out(host, guest)
    assert host.state["series"]["games"] == 1
    (rows,) = execute(app.url, "SELECT count(*), max(number) FROM moves WHERE code = :code", code=table.code)
    assert rows == (host.state["version"], host.state["version"] - 1)


def test_killed_in_the_lobby_the_server_knows_who_sat_where(own_app: Callable[..., Within]) -> None:
    app = own_app(**UNLIMITED)
    table = app.open("bayou-boss", 4)
    host, _ = seated(table, "Zoe", "Yan")
    assert host.say("bot", seat=3, bot="random")["ok"]
    app.kill()
    app.start()
    seats = table.passing()["seats"]
    assert [seat["kind"] for seat in seats] == ["person", "person", "empty", "bot"]
    assert [seat["here"] for seat in seats] == [False, False, False, True]
    back = table.person(secret=host.secret, host=table.secret)
    assert back.seat == 0
    assert back.say("start")["ok"]


def test_who_comes_back_gets_what_was_missed(app: Within) -> None:
    table = app.open("gotcha")
    host, guest = seated(table, "Zoe", "Yan")
    assert host.say("start")["ok"]
    play_out(host, guest, moves=4)
    guest.reach(host.state["version"])
    seen = guest.state["frame"]
    guest.close()
    move = next(iter(host.legal), None)
    if move is not None:
        assert host.play(move)["ok"]
    back = table.person(secret=guest.secret, since=seen)
    assert len(back.state["frames"]) == back.state["frame"] - seen
    if back.state["frames"]:
        assert back.state["frames"][-1]["view"] == back.state["view"]
    assert table.person(secret=guest.secret, since=10**6).state["frames"] == []
    assert table.person(secret=guest.secret).state["frames"] == []


def test_two_tabs_in_one_seat_see_the_same_and_the_first_move_counts(app: Within) -> None:
    table = app.open("gotcha")
    (host,) = seated(table, "Zoe")
    assert host.say("start")["ok"]
    host.ready()
    other = table.person(secret=host.secret)
    assert same(host.state, other.state)
    move, at = host.legal[0], host.state["version"]
    first, second = host.send("play", at=at, move=move), other.send("play", at=at, move=move)
    answers = [host.answer(first), other.answer(second)]
    assert sorted(answer["ok"] for answer in answers) == [False, True]
    assert next(answer["why"] for answer in answers if not answer["ok"]) == "stale"
    host.reach(at + 1)
    other.reach(at + 1)
    assert host.raw[-1] == other.raw[-1] or host.state["version"] != other.state["version"]


def test_a_seat_dims_when_its_person_goes_and_lights_up_again(app: Within) -> None:
    table = app.open("gotcha")
    host, guest = seated(table, "Zoe", "Yan")
    host.wait(lambda: host.state["seats"][1]["here"])
    tab = table.person(secret=guest.secret)
    guest.close()
    assert host.say("ping")["ok"]
    assert host.state["seats"][1]["here"]
    tab.close()
    host.wait(lambda: not host.state["seats"][1]["here"])
    assert host.state["seats"][1]["held"]
    table.person(secret=guest.secret)
    host.wait(lambda: host.state["seats"][1]["here"])


def test_a_bot_stands_in_for_somebody_who_is_away_until_they_come_back(app: Within) -> None:
    table = app.open("gotcha")
    host, guest = seated(table, "Zoe", "Yan")
    assert host.say("start")["ok"]
    play_out(host, guest, moves=2)
    assert host.say("bot", seat=1, bot="random")["why"] == "taken"
    assert guest.say("bot", seat=0, bot="random")["why"] == "not_host"
    assert guest.say("leave")["ok"]
    assert guest.say("play", at=guest.state["version"], move="Draw Rock")["why"] == "not_yours"
    host.wait(lambda: not host.state["seats"][1]["here"])
    assert host.say("bot", seat=1, bot="random")["ok"]
    host.wait(lambda: host.state["seats"][1]["kind"] == "bot")
    assert host.state["seats"][1] == {
        **{"name": "Yan", "kind": "bot", "bot": "random"},
        **{"here": True, "held": True, "face": None, "host": False},
    }
    host.ready()
    play_out(host, moves=2)
    assert guest.say("hello", secret=guest.secret)["ok"]
    guest.wait(lambda: guest.seat == 1)
    host.wait(lambda: host.state["seats"][1]["kind"] == "person")
    play_out(host, guest)
    assert host.state["seats"][1]["name"] == host.state["names"][1] == "Yan"


def test_a_table_whose_people_have_left_the_lobby_is_free_again(app: Within) -> None:
    table = app.open("gotcha")
    host, guest = seated(table, "Zoe", "Yan")
    old = guest.secret
    assert guest.say("leave")["ok"]
    host.wait(lambda: host.state["seats"][1]["kind"] == "empty")
    assert table.person(secret=None).sit(1, "Xan")["ok"]
    late = Person(app, table.code)
    assert late.say("hello", secret=old)["why"] == "unknown_secret"
    assert host.sit(0, "Zoe")["why"] == "taken"
