"""What is stored is deleted for good: a table by its host, what somebody has said by whoever has said it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from websockets.exceptions import ConnectionClosed

from facedown.server import wire
from facedown.server.storage import operating as reports
from tests.databases import execute
from tests.server.harness import Opened, Person
from tests.server.within import Within

TABLES = ("tables", "seats", "games", "moves", "lines", "blocked")


def ended(person: Person) -> int:
    """The code with which this person's connection ends."""
    with pytest.raises(ConnectionClosed) as closed:
        person.wait(lambda: False)
    assert closed.value.rcvd is not None
    return closed.value.rcvd.code


def talk(table: Opened) -> list[tuple[str, str]]:
    """Who has said what, as somebody is told who comes now."""
    return [(line["name"], line["text"]) for line in table.person().state["chat"]]


def test_the_host_deletes_a_table_in_the_middle_of_a_game_and_nothing_is_left_of_it(
    own_app: Callable[..., Within],
) -> None:
    app = own_app()
    table, other = app.open("gotcha"), app.open("gotcha")
    host, guest, watcher = table.host(), table.elsewhere(), table.person()
    assert host.sit(0, "Ann")["ok"]
    assert guest.sit(1, "Bo")["ok"]
    assert guest.say("say", text="Hello", key="aaaaaaaa")["ok"]
    assert guest.say("report", seat=0, why="rude")["ok"]
    assert host.say("start")["ok"]
    host.wait(host.begun)
    for person in (guest, watcher):
        assert person.say("deletetable")["why"] == "not_host"
    assert host.say("deletetable")["ok"]
    for person in (host, guest, watcher):
        assert ended(person) == wire.DELETED
    assert app.fetch(f"/api/tables/{table.code}")[0] == 404
    assert Person(app, table.code).say("hello")["why"] == "unknown_table"
    app.stop()  # which stores what everybody sees
    for name in TABLES:
        assert execute(app.url, f"SELECT code FROM {name} WHERE code = :code", code=table.code) == [], name
    assert [report.why for report in reports.read(app.url)] == ["rude"]
    app.start()
    assert other.host().sit(0, "Ann")["ok"]


def test_what_somebody_has_said_goes_whatever_they_were_called_and_wherever_they_sat(app: Within) -> None:
    table = app.open("gotcha")
    host, guest = table.host(), table.person()
    assert host.sit(0, "Ann")["ok"]
    assert guest.sit(1, "Bo")["ok"]
    assert guest.say("say", text="I am Bo")["ok"]
    assert guest.say("name", seat=1, name="Zoë")["ok"]
    assert guest.say("say", text="I am Zoë")["ok"]
    assert host.say("arrange", seats=[1, 0])["ok"]
    assert host.say("say", text="I am Ann")["ok"]
    assert guest.say("unsay")["ok"]
    for person in (host, guest):
        person.wait_until(lambda person: person.kinds()[-1] == "lines")
        assert [line["text"] for line in person.told[-1]["chat"]] == ["I am Ann"]
    assert talk(table) == [("Ann", "I am Ann")]
    assert execute(app.url, "SELECT text FROM lines WHERE code = :code", code=table.code) == [("I am Ann",)]


def test_whoever_has_a_seat_after_somebody_else_deletes_nothing_of_theirs(app: Within) -> None:
    table = app.open("gotcha")
    first, second = table.person(), table.person()
    assert second.say("unsay")["why"] == "not_yours"
    assert first.sit(0, "Ann")["ok"]
    assert first.say("say", text="I was here")["ok"]
    assert first.say("leave")["ok"]
    assert second.sit(0, "Ann")["ok"]
    assert second.say("unsay")["ok"]
    assert talk(table) == [("Ann", "I was here")]
