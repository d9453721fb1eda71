"""A finished game goes on from one of its moments, at a table of its own, against bots."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.databases import only_sqlite
from tests.server.harness import UNLIMITED, Opened, Person, play_out
from tests.server.within import Within

NAMES = ("Zoë", "Bo the 2nd")


def finished(app: Within, game: str = "gotcha") -> Opened:
    """A game of two people that is over."""
    table = app.open(game, seats=2)
    people = [table.host(), table.person()]
    for seat, (person, name) in enumerate(zip(people, NAMES, strict=True)):
        person.sit(seat, name)
    assert people[0].say("start")["ok"]
    play_out(*people)
    for person in people:
        person.close()
    return table


def asked_to_play_on(table: Opened, **wanted: Any) -> tuple[int, Any]:
    return table.server.ask(f"/api/tables/{table.code}/play-on", wanted)


def frames(table: Opened, seat: int) -> list[Any]:
    status, found = table.server.ask(f"/api/tables/{table.code}/replay?seat={seat}")
    assert status == 200
    return list(found)


def sit_in(app: Within, opened: dict[str, str]) -> Person:
    person = Opened(app, opened["table"], opened["host"]).person(secret=opened["secret"], host=opened["host"])
    assert person.say("pace", pace="instant")["ok"]
    return person


@pytest.mark.parametrize("anew", [False, True])
def test_the_moment_looks_as_it_did_and_the_game_goes_on(own_app: Callable[..., Within], *, anew: bool) -> None:
    app = own_app(**UNLIMITED)
    table = finished(app)
    seat = 1
    then = frames(table, seat)
    moment = next(n for n, frame in enumerate(then) if n > 12 and frame["event"])
    status, opened = asked_to_play_on(table, frame=moment, seat=seat, anew=anew)
    assert status == 201
    me = sit_in(app, opened)
    assert [one["kind"] for one in me.state["seats"]] == ["bot", "person"]
    assert [one["name"] for one in me.state["seats"]] == list(NAMES)
    secret = {"Authorization": f"Bearer {opened['secret']}"}
    seen = app.ask(f"/api/tables/{opened['table']}/replay", headers=secret)[1]
    assert seen[0 if anew else moment]["view"] == then[moment]["view"]
    me.close()
    app.kill()
    app.start()
    me = sit_in(app, opened)
    play_out(me)
    assert me.over
    status, record = app.ask(f"/api/tables/{opened['table']}/record")
    if anew:
        assert (status, record["why"]) == (404, "not_found")
    else:
        old = app.ask(f"/api/tables/{table.code}/record")[1].splitlines()
        assert record.splitlines()[:12] == old[:12], "it begins as the other did"


def test_what_is_dealt_anew_is_another_deal_each_time(app: Within) -> None:
    table, dealt = finished(app), set()
    hands = [len(frame["view"]["hand"]) for frame in frames(table, 1)]
    moment = hands.index(max(hands))  # before that all of a hand may be cards that everybody saw picked, which stay
    for _ in range(2):
        opened = asked_to_play_on(table, frame=moment, seat=0, anew=True)[1]
        me = sit_in(app, opened)
        play_out(me)
        dealt.add(str(app.ask(f"/api/tables/{opened['table']}/replay?seat=1")[1][0]["view"]["hand"]))
        me.close()
    assert len(dealt) > 1


WRONG: tuple[tuple[dict[str, Any], int, str], ...] = (
    ({"frame": 5, "seat": 2}, 400, "bad_option"),
    ({"frame": 100_000, "seat": 0}, 400, "bad_option"),
    ({"frame": -1, "seat": 0}, 400, "malformed"),
    ({"frame": 5, "seat": 0, "game": 7}, 404, "not_found"),
    ({"frame": 5, "seat": 0, "seed": "mine"}, 400, "malformed"),
    ({"frame": 5}, 400, "malformed"),
)


def test_what_cannot_be_is_refused(app: Within) -> None:
    table = finished(app)
    for wanted, status, why in WRONG:
        found = asked_to_play_on(table, **wanted)
        assert (found[0], found[1]["why"]) == (status, why), wanted
    status, told = asked_to_play_on(table, frame=len(frames(table, 0)) - 1, seat=0)
    assert (status, told["why"]) == (400, "over")


@only_sqlite
def test_playing_on_costs_what_it_stores(own_app: Callable[..., Within]) -> None:
    kept = {"FACEDOWN_KILOBYTES_AT_ONCE": "200", "FACEDOWN_KILOBYTES_AN_HOUR": "0.001"}
    app = own_app(**{**UNLIMITED, **kept})
    table = finished(app)
    ends = len(frames(table, 0)) - 1
    late = next(at for at in range(ends, 0, -1) if asked_to_play_on(table, frame=at, seat=0)[0] == 201)
    tries = [asked_to_play_on(table, frame=late, seat=0)[0] for _ in range(50)]
    assert 1 <= tries.count(201) <= 30, "each stores the moves until then, and not only a table"
    assert tries[-1] == 429


def test_only_a_finished_game_is_played_on(app: Within) -> None:
    running = app.open("gotcha", seats=2)
    assert asked_to_play_on(running, frame=0, seat=0)[1]["why"] == "not_started"
    host = running.host()
    host.sit(0, "Zoë")
    assert host.say("start")["ok"]
    assert asked_to_play_on(running, frame=0, seat=1, anew=True)[1]["why"] == "not_over"
    assert asked_to_play_on(app.open("clocktower", seats=6), frame=0, seat=0)[1]["why"] == "bad_option"
