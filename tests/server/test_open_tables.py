"""The tables that their hosts have listed, and what everybody may know of a table: whose turn it is."""

from __future__ import annotations

import time
from collections.abc import Callable

from tests.databases import only_sqlite
from tests.server.harness import PATIENCE, UNLIMITED, listed, open_listed
from tests.server.within import Within


def test_a_listed_table_names_nobody_and_leaves_the_list_when_it_is_full_or_begun(app: Within) -> None:
    table = open_listed(app, "bayou-boss", 2)
    code = table.code
    assert code not in [one["code"] for one in listed(app)], "nobody is there yet"
    host = table.host()
    host.sit(0, "Wilhelmina")
    found = next(one for one in listed(app) if one["code"] == code)
    assert found == {
        "code": code, "game": "bayou-boss", "title": "Bayou Boss", "options": {"start": "lot"}, "seats": 2,
        "free": 1,
    }  # fmt: skip
    assert host.say("bot", seat=1, bot="random")["ok"]
    assert code not in [one["code"] for one in listed(app)], "no seat is free"
    assert host.say("bot", seat=1, bot=None)["ok"]
    assert code in [one["code"] for one in listed(app)]
    assert host.say("start")["ok"]
    assert code not in [one["code"] for one in listed(app)], "the game has begun"


def test_a_listed_table_at_which_nobody_is_left_is_not_shown(app: Within) -> None:
    table = open_listed(app, "gotcha", 2)
    guest = table.person()
    assert table.code in [one["code"] for one in listed(app)]
    guest.close()
    end = time.monotonic() + PATIENCE
    while table.code in [one["code"] for one in listed(app)]:
        assert time.monotonic() < end


def test_a_table_that_nobody_listed_is_not_in_the_list(app: Within) -> None:
    table = app.open("gotcha")
    table.host()
    assert table.code not in [one["code"] for one in listed(app)]


@only_sqlite
def test_one_address_does_not_fill_the_list(own_app: Callable[..., Within]) -> None:
    app = own_app(**UNLIMITED, FACEDOWN_LISTED_TABLES="2")
    tables = [open_listed(app, "gotcha", 2) for _ in range(4)]  # of which nobody is at any
    hosts = [table.host() for table in tables[:3]]
    assert [one["code"] for one in listed(app)] == sorted(table.code for table in tables[:2])
    status, no = app.ask("/api/tables", {"game": "gotcha", "public": True})
    assert (status, no["why"]) == (429, "too_fast")
    assert "2 open tables;" in no["text"]
    assert app.ask("/api/tables", {"game": "gotcha"})[0] == 201
    tables[3].elsewhere()
    tables[3].host()
    assert tables[3].code in [one["code"] for one in listed(app)], "others are as free as before"
    assert hosts[0].say("start")["ok"]
    assert sorted(one["code"] for one in listed(app)) == sorted(table.code for table in tables[1:])


def test_hidden_options_of_a_listed_table_are_not_told(app: Within) -> None:
    table = open_listed(app, "clocktower", 6, options={"script": "chef, empath, slayer, poisoner, imp"})
    host = table.host()
    found = next(one for one in listed(app) if one["code"] == table.code)
    assert found["options"] == host.state["options"]


def test_everybody_may_know_whose_turn_it_is_but_not_who_is_awake(app: Within) -> None:
    table = app.open("bayou-boss", 2)
    host = table.host()
    host.sit(0, "Zoe")
    assert host.say("start")["ok"]
    host.ready()
    assert table.passing()["asked"] == [0]
    town = app.open("clocktower", 6)
    people = [town.host(), *(town.person() for _ in range(5))]
    for seat, person in enumerate(people):
        person.sit(seat, f"P{seat}")
    assert people[0].say("start")["ok"]
    for person in people:
        person.wait(person.begun)
    assert any(person.asked for person in people), "somebody is woken"
    assert town.passing()["asked"] == []
