"""Another game at the same table, proposed by anybody who has a seat."""

from __future__ import annotations

from tests.server.harness import Person, play_out
from tests.server.within import Within


def three_at_the_end(app: Within) -> list[Person]:
    table = app.open("bayou-boss", 3)
    people = [table.host(), table.person(), table.person()]
    for seat, person in enumerate(people):
        person.sit(seat, f"P{seat}")
    assert people[0].say("start")["ok"]
    play_out(*people)
    return people


def test_a_guest_proposes_and_the_game_begins_when_all_who_are_there_agree(app: Within) -> None:
    host, ann, bo = three_at_the_end(app)
    assert ann.say("again")["ok"]
    for person in (host, ann, bo):
        person.wait_until(lambda person: person.state.get("willing") == [1])
    assert ann.say("wear", face="aaaaaa")["ok"], "she wants it with another face, too"
    host.close()  # who is away is not waited for
    bo.wait(lambda: not bo.state["seats"][0]["here"])
    assert bo.say("again")["ok"]
    for person in (ann, bo):
        person.wait_until(lambda person: person.state["phase"] == "playing")
    assert bo.state["willing"] == []


def test_the_host_asks_those_who_are_there_and_nobody_without_a_seat_proposes(app: Within) -> None:
    host, ann, bo = three_at_the_end(app)
    assert bo.say("leave")["ok"]
    assert bo.say("again")["why"] == "not_yours"
    assert ann.say("start")["why"] == "not_host"
    assert host.say("again")["ok"]
    ann.wait_until(lambda ann: ann.state.get("willing") == [0])
    assert ann.state["phase"] == "over", "her result stays until she agrees"
    assert ann.say("again")["ok"]
    ann.wait(lambda: ann.state["phase"] == "playing")
    assert ann.say("again")["why"] == "not_host"


def test_who_would_rather_not_says_so_and_may_still_agree(app: Within) -> None:
    host, ann, bo = three_at_the_end(app)
    assert host.say("again")["ok"]
    assert ann.say("again", agree=False)["ok"]
    for person in (host, ann, bo):
        person.wait_until(lambda person: person.state.get("declining") == [1])
        assert person.state["willing"] == [0]
    passing = Person(app, host.state["code"])
    passing.hello()
    assert passing.say("again", agree=False)["why"] == "not_yours"
    assert bo.say("again")["ok"]
    assert host.state["phase"] == "over"
    assert ann.say("again")["ok"]
    for person in (host, ann, bo):
        person.wait_until(lambda person: person.state["phase"] == "playing")
    assert ann.state["declining"] == []
    assert ann.say("again", agree=False)["why"] == "not_over"


def test_who_gets_up_no_longer_wants_to(app: Within) -> None:
    host, ann, bo = three_at_the_end(app)
    assert ann.say("again")["ok"]
    assert ann.say("leave")["ok"]
    assert ann.sit(1, "Di")["ok"]
    host.say("ping")
    assert host.state["willing"] == []
    assert bo.say("again")["ok"]
    assert host.say("ping")["ok"]
    assert host.state["willing"] == [2]


def test_earlier_games_can_be_looked_back_at_by_their_numbers_while_the_next_is_played(app: Within) -> None:
    host, ann, bo = three_at_the_end(app)
    address = f"/api/tables/{host.state['code']}"
    first = app.ask(f"{address}/replay?everything=true")[1]
    record = app.ask(f"{address}/record")[1]
    standing = host.state["standing"]
    for person in (host, ann, bo):
        assert person.say("again")["ok"]
    ann.wait(lambda: ann.state["phase"] == "playing")
    assert app.ask(f"{address}/replay?everything=true&game=1") == (200, first)
    assert app.ask(f"{address}/record?game=1") == (200, record)
    told = app.ask(f"{address}?game=1")[1]
    assert (told["phase"], told["standing"]) == ("over", standing)
    assert app.ask(f"{address}?game=2")[1]["phase"] == "playing"
    assert app.ask(f"{address}/record?game=2")[0] == 409
    assert app.ask(f"{address}/replay?everything=true&game=2")[0] == 409
    assert app.ask(f"{address}/replay?game=3")[0] == 404
    assert app.ask(f"{address}/replay?game=0")[0] == 404
    play_out(host, ann, bo)
    second = app.ask(f"{address}/record")[1]
    for person in (host, ann, bo):
        assert person.say("again")["ok"]
    ann.wait(lambda: ann.state["phase"] == "playing")
    assert [app.ask(f"{address}/record?game={number}")[1] for number in (1, 2)] == [record, second]
