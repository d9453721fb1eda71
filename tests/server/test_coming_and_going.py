"""People come and go: the host, somebody in the middle of a game, everybody between two games."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.server.harness import UNLIMITED, Opened, Person
from tests.server.within import Within

NAMES = ("Zoë", "host", "Bo 2")


def hosts(person: Person) -> list[bool]:
    return [seat["host"] for seat in person.state["seats"]]


def three(app: Within, game: str = "bayou-boss") -> tuple[Opened, list[Person]]:
    """A table of three people, the first of them its host."""
    table = app.open(game, 3)
    people = [table.host(), table.person(), table.person()]
    for seat, (person, name) in enumerate(zip(people, NAMES, strict=True)):
        assert person.sit(seat, name)["ok"]
    return table, people


def playing(app: Within) -> tuple[Opened, list[Person]]:
    table, people = three(app)
    assert people[0].say("start")["ok"]
    for person in people:
        person.wait(person.begun)
    return table, people


def wins(winner: Person, *others: Person) -> None:
    """Play to the end, whoever wins."""
    people = (winner, *others)
    while not any(person.over for person in people):
        for person in people:
            assert person.say("ping")["ok"]
            if person.asked and not person.over:
                person.play()
    for person in people:
        person.wait_until(lambda person: person.over)


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for a host who is gone."""
    for name in ("LONG_GONE", "LONG_GONE_IN_LOBBY"):
        monkeypatch.setattr(f"facedown.server.rooms.away.{name}", 0.0)


@pytest.mark.usefixtures("soon")
@pytest.mark.parametrize("begun", [False, True])
def test_where_the_host_is_gone_the_next_person_there_is_host_and_may_hand_it_on(
    own_app: Callable[..., Within], begun: bool
) -> None:
    app = own_app(**UNLIMITED)
    table, (zoe, host, bo) = playing(app) if begun else three(app)
    zoe.close()
    host.wait(lambda: host.state["host"])
    bo.wait(lambda: hosts(bo) == [False, True, False])
    assert [message for message in bo.told if message["is"] == "hosts"] == [
        {"is": "hosts", "seat": 1, "name": "host"}
    ]
    back = table.person(host=table.secret, secret=zoe.secret)
    assert (back.state["you"], back.state["host"]) == (0, False), "the seat is theirs as before"
    assert table.person().say("hello", host=table.secret)["why"] == "unknown_secret"
    assert bo.say("makehost", seat=2)["why"] == "not_host"
    assert host.say("makehost", seat=1)["why"] == "bad_option"
    assert host.say("makehost", seat=2)["ok"]
    bo.wait(lambda: bo.state["host"])
    assert host.say("bot", seat=0, bot=None)["why"] == "not_host"
    app.kill()
    app.start()
    assert table.person(secret=bo.secret).state["host"], "stored"


@pytest.mark.usefixtures("soon")
def test_while_a_host_is_there_nobody_else_becomes_host(app: Within) -> None:
    table, (zoe, host, bo) = three(app)
    second = table.host()
    host.close()
    zoe.close()
    bo.wait(lambda: not bo.state["seats"][0]["here"])
    assert second.say("ping")["ok"]
    assert (bo.state["host"], second.state["host"]) == (False, True)


def test_of_three_who_are_there_two_must_want_a_bot_for_who_is_away(app: Within) -> None:
    table = app.open("bayou-boss", 4)
    people = [table.host(), *(table.person() for _ in range(3))]
    for seat, person in enumerate(people):
        assert person.sit(seat, f"Zo{'abcd'[seat]}")["ok"]
    assert people[0].say("start")["ok"]
    for person in people:
        person.wait(person.begun)
    assert people[1].say("callbot", seat=3)["why"] == "taken", "they are there"
    people[3].close()
    people[1].wait(lambda: not people[1].state["seats"][3]["here"])
    assert table.person().say("callbot", seat=3)["why"] == "not_yours"
    assert people[1].say("callbot", seat=3)["ok"]
    people[2].wait(lambda: people[2].state["called"] == [{"seat": 3, "votes": [1], "needed": 2}])
    assert people[1].say("callbot", seat=3, agree=False)["ok"]
    people[2].wait(lambda: people[2].state["called"] == [])
    assert people[1].say("callbot", seat=3)["ok"]
    assert people[2].say("callbot", seat=3)["ok"]
    people[1].wait(lambda: people[1].state["seats"][3]["kind"] == "bot")
    assert people[1].state["called"] == []
    assert table.person(secret=people[3].secret).seat == 3
    people[1].wait(lambda: people[1].state["seats"][3]["kind"] == "person")


def test_of_two_one_is_enough(app: Within) -> None:
    _, (zoe, host, bo) = playing(app)
    bo.close()
    host.wait(lambda: not host.state["seats"][2]["here"])
    assert host.say("callbot", seat=2)["ok"]
    zoe.wait(lambda: zoe.state["seats"][2]["kind"] == "bot")


def test_the_result_keeps_its_names_and_somebody_new_sits_down_between_two_games(app: Within) -> None:
    table, (zoe, host, bo) = playing(app)
    watcher = table.person()
    host.wait(lambda: host.state["watching"] == 1)
    wins(zoe, host, bo)
    assert bo.say("leave")["ok"]
    host.wait(lambda: host.state["seats"][2]["kind"] == "empty")
    assert watcher.sit(2, "Ulla")["ok"]
    assert watcher.state["names"] == list(NAMES), "as the game was played"
    host.wait(lambda: host.state["seats"][2]["name"] == "Ulla")
    assert table.person().state["names"] == list(NAMES)
    for person in (zoe, host, watcher):
        assert person.say("again")["ok"]
    watcher.wait(lambda: watcher.state["phase"] == "playing")
    assert watcher.state["names"] == ["Zoë", "host", "Ulla"]


def test_a_rematch_that_was_declined_is_asked_for_again_and_begins_without_whoever_leaves(app: Within) -> None:
    _, (zoe, host, bo) = playing(app)
    wins(zoe, host, bo)
    assert zoe.say("again")["ok"]
    assert host.say("again")["ok"]
    assert bo.say("again", agree=False)["ok"]
    zoe.wait(lambda: (zoe.state["willing"], zoe.state["declining"]) == ([0, 1], [2]))
    assert zoe.say("again")["ok"], "asked once more"
    bo.wait(lambda: (bo.state["willing"], bo.state["declining"]) == ([0, 1], []))
    assert bo.say("leave")["ok"]
    assert zoe.say("again")["ok"]
    zoe.wait(lambda: zoe.state["phase"] == "playing")
    assert zoe.state["seats"][2]["kind"] == "bot"


def test_who_is_away_is_still_the_host_for_all_to_see(app: Within) -> None:
    table, (zoe, host, bo) = three(app)
    zoe.close()
    bo.wait(lambda: not bo.state["seats"][0]["here"])
    assert hosts(bo) == [True, False, False]
    assert hosts(table.person()) == [True, False, False], "whoever comes sees it, too"
    assert host.say("leave")["ok"]
    assert hosts(bo) == [True, False, False]


def test_whoever_sits_down_is_not_asked_what_was_declined_before(app: Within) -> None:
    table, (zoe, host, bo) = playing(app)
    watcher = table.person()
    wins(zoe, host, bo)
    assert zoe.say("again")["ok"]
    assert bo.say("again", agree=False)["ok"]
    assert bo.say("leave")["ok"]
    assert watcher.sit(2, "Ulla")["ok"]
    host.wait(lambda: host.state["seats"][2]["name"] == "Ulla")
    for person in (zoe, host, watcher):
        person.wait_until(lambda person: not person.state["willing"])
    assert zoe.say("again")["ok"]
    watcher.wait(lambda: watcher.state["willing"] == [0])


def test_whoever_sits_down_is_asked_what_nobody_has_declined(app: Within) -> None:
    table, (zoe, host, bo) = playing(app)
    watcher = table.person()
    wins(zoe, host, bo)
    assert bo.say("leave")["ok"]
    assert zoe.say("again")["ok"]
    assert watcher.sit(2, "Ulla")["ok"]
    watcher.wait(lambda: watcher.state["willing"] == [0])
