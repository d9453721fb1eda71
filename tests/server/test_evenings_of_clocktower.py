"""Whole evenings of Clocktower, from the first minute to the end, by people with names that nobody planned for."""

from __future__ import annotations

import time

import pytest

from tests.how_much import some
from tests.server.harness import PATIENCE, Message, Person, Server

# Words of the game, of its records and of its moves.
NAMES = ("Mira", "Good", "yes", "go on", "Evil Imp", "Dawn", "Imp or Chef", "Bo is dead", "deal", "for Bo")


def does(person: Person) -> str:
    """Nominate somebody each day, and execute them; otherwise the first thing that there is."""
    legal, view = person.legal, person.state["view"]
    if view["question"] is not None and view["question"]["topic"] == "vote":
        return "yes"
    if "done" not in legal:
        return legal[0]
    living = {one["name"] for one in view["circle"] if one["alive"] and one["seat"] != person.seat}
    named = [move for move in legal if move.startswith("nominate ") and move[9:].strip("()") in living]
    return named[0] if named and not view["nominations"] else "done"


def ended(people: list[Person]) -> list[Message]:
    """Everybody plays until the game is over: what each saw last."""
    last, seen = time.monotonic(), -1
    while not all(person.over for person in people):
        if (version := people[0].state["version"]) != seen:
            last, seen = time.monotonic(), version
        assert time.monotonic() < last + PATIENCE, "the town does not go on"
        for person in people:
            assert person.say("ping")["ok"]
            if person.asked and person.legal:
                answer = person.play(does(person))
                assert answer["ok"] or answer["why"] in ("late", "stale"), answer
    return [person.state for person in people]


# A person tells the first nights and a day of several towns in tests/secrecy, too.
@pytest.mark.parametrize("told_by", some(["a policy"], ["a policy", "a person"]))
def test_ten_people_play_to_the_end(server: Server, told_by: str) -> None:
    table = server.open("clocktower", len(NAMES) + 1, script="Trouble Brewing", sweep=0)
    people = [table.host(), *(table.person() for _ in NAMES[1:])]
    if told_by == "a person":
        people.append(table.person())
    for seat, (person, name) in enumerate(zip(people, (*NAMES, "Sue"), strict=False)):
        assert person.sit(seat, name)["ok"]
    if told_by == "a policy":
        assert people[0].say("bot", seat=len(NAMES), bot="sensible")["ok"]
    assert people[0].say("start")["ok"]
    for person in people:
        person.wait(person.begun)
    for state in ended(people):
        assert state["view"]["winner"] in ("good", "evil")
        assert [place["name"] for place in state["view"]["circle"]] == list(NAMES)
        assert {"Night 1 falls.", "Night 2 falls."} <= {event["text"] for event in state["log"]}
