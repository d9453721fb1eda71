"""Chairs of a table: two people want the same one; who sleeps does not talk."""

from __future__ import annotations

import pytest

from tests.server.harness import Person, Server

SCRIPT = "chef, saint, soldier, slayer, monk, poisoner, imp"


def test_of_two_people_who_take_one_chair_at_once_one_has_it_and_the_other_is_told_who(server: Server) -> None:
    table = server.open("botch", 3)
    both = [table.host(), table.person()]
    for _ in range(10):
        sent = [person.send("sit", seat=1, name=name) for person, name in zip(both, ("Ann", "Bo"), strict=True)]
        answers = [person.answer(n) for person, n in zip(both, sent, strict=True)]
        assert sorted(answer["ok"] for answer in answers) == [False, True]
        (lost,) = (answer for answer in answers if not answer["ok"])
        first = next(person for person, answer in zip(both, answers, strict=True) if answer["ok"])
        name = table.passing()["seats"][1]["name"]
        assert (lost["why"], name in lost["text"]) == ("taken", True)
        assert first.say("leave")["ok"]


def test_of_two_people_who_take_one_name_at_once_one_has_it(server: Server) -> None:
    table = server.open("botch", 3)
    both = [table.host(), table.person()]
    sent = [person.send("sit", seat=seat, name="Ann") for seat, person in enumerate(both)]
    answers = [person.answer(n) for person, n in zip(both, sent, strict=True)]
    assert sorted(answer.get("why", "") for answer in answers) == ["", "taken"]


def town(server: Server) -> list[Person]:
    """Five players and a storyteller, and the first night has begun."""
    table = server.open("clocktower", 6, script=SCRIPT)
    people = [table.host(), *(table.person() for _ in range(5))]
    for seat, person in enumerate(people):
        assert person.sit(seat, f"P{'abcdef'[seat]}")["ok"]
    assert people[0].say("start")["ok"]
    for person in people:
        person.wait(person.begun)
    return people


def test_talk_is_closed_by_night_for_all_players_alike_and_open_by_day(server: Server) -> None:
    *players, teller = people = town(server)
    teller.ready()
    while teller.state["view"]["phase"] != "night":
        assert teller.play()["ok"]
        assert teller.say("ping")["ok"]
    refusals = {str(player.say("say", text="hm?") | {"n": 0}) for player in players}
    assert len(refusals) == 1
    assert "night" in refusals.pop()
    assert teller.say("say", text="one moment")["ok"]
    while teller.state["view"]["phase"] == "night":
        for person in people:
            if person.say("ping")["ok"] and person.asked:
                assert person.play()["ok"]
        assert teller.say("ping")["ok"]
    assert players[0].say("say", text="hm?")["ok"]


@pytest.mark.parametrize("travellers", range(6))
def test_a_table_that_is_opened_is_dealt_whoever_its_script_brings_as_travellers(
    server: Server, travellers: int
) -> None:
    script = f"{SCRIPT}, scarletwoman, beggar"
    table = server.open("clocktower", 6 + travellers, script=script, travellers=travellers)
    host = table.host()
    assert host.sit(5 + travellers, "Sue")["ok"]
    assert host.say("start")["ok"]
    host.ready()
    while host.state["view"]["phase"] == "set-up":
        assert host.play()["ok"]
        assert host.say("ping")["ok"]
