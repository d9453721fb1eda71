"""A seat on a new device: who has lost a phone gets it back from whoever gives seats, and nobody else does."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from facedown.server.rooms.away import LONG_GONE
from facedown.server.verbs.new_device import KEEPS
from tests.databases import execute
from tests.server.harness import Opened, Person
from tests.server.within import Within

KEY = "of_the_new_device_in_letters_and_" + "x" * 10


def botch(app: Within, *names: str) -> tuple[Opened, list[Person]]:
    """A game that is played by these people; the first is the host."""
    return begun(app.open("botch", len(names)), *names)


def begun(table: Opened, *names: str) -> tuple[Opened, list[Person]]:
    """The game at this table has begun."""
    people = [table.host(), *(table.person() for _ in names[1:])]
    for seat, (person, name) in enumerate(zip(people, names, strict=True)):
        assert person.sit(seat, name)["ok"]
    assert people[0].say("start")["ok"]
    for person in people:
        person.wait(person.begun)
    return table, people


def town(app: Within) -> tuple[Opened, list[Person]]:
    """A game that the last of these people leads; the first is the host, and plays."""
    table = app.open("clocktower", 6, script="chef, saint, soldier, slayer, monk, poisoner, imp")
    return begun(table, "Ann", "Bo", "Cy", "Di", "Ed", "Sue")


def asks(table: Opened, seat: int, key: str = KEY) -> tuple[Person, str]:
    """Somebody who watches says that the seat is theirs; their sign."""
    new = table.person()
    answer = new.say("claim", seat=seat, secret=key)
    assert answer["ok"], answer
    return new, answer["sign"]


def is_kept_by(app: Within, table: Opened, other: Person, *, giver: Person, away: Person, seat: int) -> None:
    """Who gives the seat to their own second device does not get it, as another player says no."""
    second, sign = asks(table, seat)
    assert giver.say("grant", sign=sign)["ok"]
    other.wait(lambda: other.state["claimed"] == [{"seat": seat, "sign": sign, "given": True}])
    assert other.say("grant", sign=sign, agree=False)["ok"]
    app.pass_by(KEEPS)
    assert [second.say("ping")["ok"], second.seat] == [True, None]
    assert table.person(secret=away.secret).seat == seat


def test_who_has_lost_their_device_plays_on_with_a_new_one_and_the_old_one_opens_nothing(
    own_app: Callable[..., Within],
) -> None:
    app = own_app()
    table, (ann, bo, cy) = botch(app, "Ann", "Bo", "Cy")
    hand = bo.state["view"]
    bo.close()
    ann.wait(lambda: not ann.state["seats"][1]["here"])
    new, sign = asks(table, 1)
    cy.wait(lambda: cy.state["claimed"] == [{"seat": 1, "sign": sign, "given": False}])
    assert cy.say("grant", sign=sign)["why"] == "not_host"
    assert ann.say("grant", sign=sign)["ok"]
    app.pass_by(KEEPS)
    new.wait(lambda: new.seat == 1)
    assert new.state["view"] == hand
    ann.wait(lambda: "newdevice" in ann.kinds() and ann.state["claimed"] == [])
    cy.wait(lambda: "newdevice" in cy.kinds() and cy.state["claimed"] == [])
    assert table.person().say("hello", secret=bo.secret)["why"] == "unknown_secret"
    app.kill()
    app.start()
    assert table.person(secret=KEY).seat == 1
    assert table.person().say("hello", secret=bo.secret)["why"] == "unknown_secret"


def test_whoever_sits_there_is_told_and_keeps_the_seat_or_loses_it_after_a_while(
    own_app: Callable[..., Within],
) -> None:
    app = own_app()
    table, (ann, bo, _) = botch(app, "Ann", "Bo", "Cy")
    thief, sign = asks(table, 1)
    assert ann.say("grant", sign=sign)["ok"]
    bo.wait(lambda: bo.state["claimed"] == [{"seat": 1, "sign": sign, "given": True}])
    assert bo.say("grant", sign=sign)["why"] == "not_host", "it is not theirs to give"
    assert bo.say("grant", sign=sign, agree=False)["ok"]
    app.pass_by(KEEPS)
    assert [thief.say("ping")["ok"], thief.seat, bo.say("ping")["ok"], bo.seat] == [True, None, True, 1]
    new, sign = asks(table, 1)
    assert ann.say("grant", sign=sign)["ok"]
    app.pass_by(KEEPS)
    new.wait(lambda: new.seat == 1)
    bo.wait(lambda: bo.seat is None)
    assert bo.say("play", at=bo.state["version"], move="pass")["why"] == "not_yours"


def test_a_player_who_gives_a_seat_gets_nobody_elses_cards_if_another_player_says_no(
    own_app: Callable[..., Within],
) -> None:
    app = own_app()
    table, (ann, bo, cy) = botch(app, "Ann", "Bo", "Cy")
    bo.close()
    ann.wait(lambda: not ann.state["seats"][1]["here"])
    is_kept_by(app, table, cy, giver=ann, away=bo, seat=1)


def test_nobody_who_asks_is_told_a_seats_secrets_before_it_is_given(app: Within) -> None:
    table, (ann, bo, _) = botch(app, "Ann", "Bo", "Cy")
    watcher = table.person()
    new, sign = asks(table, 1)
    assert new.say("grant", sign=sign)["why"] == "not_host"
    assert watcher.say("grant", sign=sign, agree=False)["why"] == "not_host"
    assert new.say("hello", secret=KEY)["why"] == "unknown_secret"
    assert new.state["view"] == watcher.state["view"] != bo.state["view"]
    assert ann.say("grant", sign=sign)["ok"]
    assert watcher.say("ping")["ok"]
    told = json.dumps([*ann.told, *watcher.told])
    assert KEY not in told, "the new secret is the new device's alone"
    new.close()
    watcher.wait(lambda: watcher.state["claimed"] == [])
    assert ann.say("grant", sign=sign)["why"] == "bad_option"


def test_the_hosts_rights_go_with_their_seat_and_leave_the_old_device(app: Within) -> None:
    table, (ann, bo, _) = botch(app, "Ann", "Bo", "Cy")
    new, sign = asks(table, 0)
    assert bo.say("grant", sign=sign)["why"] == "not_host"
    assert ann.say("grant", sign=sign)["ok"], "from their own old device, and so at once"
    new.wait(lambda: new.seat == 0 and new.state["host"])
    ann.wait(lambda: ann.seat is None and not ann.state["host"])
    for lost in ({"host": table.secret}, {"secret": ann.secret}):
        assert table.person().say("hello", **lost)["why"] == "unknown_secret"
    assert table.person(secret=KEY).state["host"]


def test_where_a_person_tells_the_story_they_give_seats_and_the_host_who_plays_does_not(app: Within) -> None:
    table, (host, bo, *_, teller) = town(app)
    bo.close()
    teller.wait(lambda: not teller.state["seats"][1]["here"])
    new, sign = asks(table, 1)
    assert host.say("grant", sign=sign)["why"] == "not_host", "they would learn what Bo knows"
    assert teller.say("grant", sign=sign)["ok"]
    new.wait(lambda: new.seat == 1)
    assert (new.state["view"]["seat"], host.state["view"]["seat"]) == (1, 0)


def test_the_storytellers_seat_is_no_way_for_a_host_who_plays_to_see_what_they_see(
    own_app: Callable[..., Within],
) -> None:
    app = own_app()
    table, (ann, bo, *_, teller) = town(app)
    teller.close()
    ann.wait(lambda: not ann.state["seats"][5]["here"])
    is_kept_by(app, table, bo, giver=ann, away=teller, seat=5)


def test_while_a_bot_leads_in_a_persons_place_the_host_gives_seats_and_players_may_say_no(app: Within) -> None:
    table, (host, bo, *_, teller) = town(app)
    assert teller.say("handover", to=None)["ok"]
    _, sign = asks(table, 1)
    assert host.say("grant", sign=sign)["ok"]
    bo.wait(lambda: bo.state["claimed"] == [{"seat": 1, "sign": sign, "given": True}])


def test_every_device_that_was_the_hosts_learns_that_it_is_no_longer(app: Within) -> None:
    table, (ann, *_) = botch(app, "Ann", "Bo", "Cy")
    beside = table.host()
    assert (beside.seat, beside.state["host"]) == (None, True)
    _, sign = asks(table, 0)
    assert ann.say("grant", sign=sign)["ok"]
    beside.wait(lambda: not beside.state["host"])


def test_what_was_said_on_the_lost_device_is_deleted_from_the_new_one(app: Within) -> None:
    table, (ann, bo, _) = botch(app, "Ann", "Bo", "Cy")
    for person in (ann, bo):
        assert person.say("say", text="I was here")["ok"]
    new, sign = asks(table, 0)
    assert ann.say("grant", sign=sign)["ok"]
    new.wait(lambda: new.seat == 0)
    assert new.say("unsay")["ok"]
    stored = execute(app.url, "SELECT name FROM lines WHERE code = :code", code=table.code)
    assert ([line["name"] for line in table.person().state["chat"]], stored) == (["Bo"], [("Bo",)])


@pytest.mark.parametrize("seat", [2, 9])
def test_only_a_seat_that_somebody_had_is_asked_for(app: Within, seat: int) -> None:
    table = app.open("botch", 3)
    host = table.host()
    assert host.sit(0, "Ann")["ok"]
    assert table.person().say("claim", seat=seat, secret=KEY)["why"] == "bad_option"
    assert host.say("claim", seat=0, secret=KEY)["why"] == "taken"
    assert table.person().say("claim", seat=0, secret=host.secret)["why"] == "taken", "it opens a seat already"


def test_who_plays_among_bots_alone_takes_their_seat_after_two_minutes_and_not_if_they_come_back(
    own_app: Callable[..., Within],
) -> None:
    app = own_app()
    table = app.open("botch", 3)
    ann = table.host()
    assert ann.sit(0, "Ann")["ok"]
    for seat in (1, 2):
        assert ann.say("bot", seat=seat, bot="random")["ok"]
    assert ann.say("start")["ok"]
    ann.wait(ann.begun)
    ann.close()
    new, sign = asks(table, 0)
    assert table.person().say("grant", sign=sign)["why"] == "not_host", "who watches takes nobody's seat"
    assert new.say("grant", sign=sign)["ok"]
    app.pass_by(KEEPS)
    assert [new.say("ping")["ok"], new.seat] == [True, None]
    back = table.person(secret=ann.secret)
    new.wait(lambda: new.state["claimed"] == [{"seat": 0, "sign": sign, "given": False}])
    app.pass_by(LONG_GONE)
    assert [new.say("ping")["ok"], new.seat, back.seat] == [True, None, 0]
    back.close()
    assert new.say("grant", sign=sign)["ok"]
    app.pass_by(LONG_GONE)
    new.wait(lambda: new.seat == 0)


def test_a_secret_opens_one_seat(app: Within) -> None:
    table, (ann, bo, _) = botch(app, "Ann", "Bo", "Cy")
    for secret in (KEY, bo.secret, table.secret):
        answer = table.person().say("claim", seat=1, secret=secret)
        assert answer["ok"] == (secret == KEY)
        if answer["ok"]:
            _, first = asks(table, 1, KEY[::-1])
            assert table.person().say("claim", seat=2, secret=KEY[::-1])["why"] == "taken"
            assert ann.say("grant", sign=first, agree=False)["ok"]


WORDS, OTHERS = "k7mp2xqf9ndtw4hac3vz", "k7mp2xqf9ndtw4hac3vy"


def in_person(app: Within) -> tuple[Opened, Person]:
    """A storyteller who answers for a whole room with the only device, and has written words down."""
    table = app.open(
        "clocktower", 6, script="chef, saint, soldier, slayer, monk, poisoner, imp", gather="in person"
    )
    sue = table.host()
    assert sue.sit(5, "Sue")["ok"]
    assert sue.say("keepwords", words=WORDS)["ok"]
    assert sue.say("start")["ok"]
    sue.wait(sue.begun)
    return table, sue


def test_who_has_the_only_device_and_loses_it_goes_on_with_the_words_that_were_written_down(
    own_app: Callable[..., Within],
) -> None:
    app = own_app()
    table, sue = in_person(app)
    seen = sue.state["view"]
    assert sue.say("keepwords", words=OTHERS)["why"] == "taken"  # who has the device makes no others
    app.kill()
    app.start()  # nobody is connected as the host
    new = table.person()
    assert new.say("claim", seat=5, secret=KEY, words=WORDS)["ok"]
    new.wait(lambda: new.seat == 5)
    assert [new.state["view"], new.state["host"]] == [seen, True]
    again = table.person()  # its line broke before the answer, and it asks once more
    assert again.say("claim", seat=5, secret=KEY, words=WORDS)["ok"]
    again.wait(lambda: (again.seat, again.state["host"]) == (5, True))
    for opens in ({"secret": sue.secret}, {"host": table.secret}):
        assert table.person().say("hello", **opens)["why"] == "unknown_secret"
    # The words open it once; on the new device others can be written down.
    assert table.person().say("claim", seat=5, secret=f"{KEY}2", words=WORDS)["why"] == "not_yours"
    assert new.say("keepwords", words=OTHERS)["ok"]


def test_nobody_without_the_words_has_the_seat_of_the_only_device(app: Within) -> None:
    table, sue = in_person(app)
    thief = table.person()
    for seat, words in ((5, OTHERS), (5, ""), (5, "A" * 20), (0, WORDS)):
        assert not thief.say("claim", seat=seat, secret=KEY, words=words)["ok"]
    mistyped = table.elsewhere().say("claim", seat=5, secret=KEY, words=WORDS[:-1])
    assert mistyped["text"] == "These are not the twenty letters that were written down for this seat."
    assert thief.say("keepwords", words=OTHERS)["why"] == "not_yours"
    assert [thief.seat, sue.seat, sue.say("undoable")["ok"]] == [None, 5, True]
    answers = [thief.say("claim", seat=5, secret=KEY, words=OTHERS)["why"] for _ in range(4)]
    assert answers[-1] == "too_fast"  # guesses are counted, and all of them look alike
    # The right ones stop the device with which somebody plays on.
    assert table.elsewhere().say("claim", seat=5, secret=KEY, words=WORDS)["ok"]
    sue.wait(lambda: sue.seat is None)
    assert [sue.state["host"], sue.say("undoable")["ok"]] == [False, False]
    assert WORDS not in "".join(thief.raw + sue.raw)


def test_only_the_one_device_of_a_room_writes_words_down(app: Within) -> None:
    for _, (ann, *_) in (town(app), botch(app, "Ann", "Bo", "Cy")):
        assert ann.say("keepwords", words=WORDS)["why"] == "not_yours"


def test_the_words_of_a_storyteller_who_is_not_host_leave_the_host_in_place(own_app: Callable[..., Within]) -> None:
    app = own_app()
    table = app.open("clocktower", 6, gather="in person")
    host, sue = table.host(), table.person()
    assert sue.sit(5, "Sue")["ok"]
    assert sue.say("keepwords", words=WORDS)["ok"]
    new = table.person()
    assert new.say("claim", seat=5, secret=KEY, words=WORDS)["ok"]
    new.wait(lambda: new.seat == 5)
    assert [new.state["host"], host.say("talk", open=True)["ok"]] == [False, True]
    assert new.say("keepwords", words=OTHERS)["ok"]
    app.kill()
    app.start()  # nobody is connected as the host, who has no part in what the storyteller writes down
    last = table.person()
    assert last.say("claim", seat=5, secret=f"{KEY}2", words=OTHERS)["ok"]
    last.wait(lambda: last.seat == 5)
    assert [last.state["host"], table.person().say("hello", host=table.secret)["ok"]] == [False, True]
