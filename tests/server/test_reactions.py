"""Faces that a seat makes for a moment: everybody sees them, few at a time, and none while people sleep."""

from __future__ import annotations

from facedown.server.verbs import talk
from tests.replaced import replaced
from tests.server.within import Within

NEVER = 1e-6  # a second


def test_everybody_sees_a_face_and_nothing_of_it_is_kept(app: Within) -> None:
    table = app.open("botch", 3)
    host = table.host()
    host.sit(0, "Zoe")
    watcher = table.person()
    assert host.say("react", expression="laugh")["why"] == "not_yours", "the game is not on"
    assert host.say("start")["ok"]
    before = len(watcher.told)
    assert host.say("react", expression="gasp")["ok"]
    watcher.say("ping")
    faces = [told for told in watcher.told[before:] if told["is"] == "reacted"]
    assert faces == [{"is": "reacted", "seat": 0, "expression": "gasp"}]
    assert watcher.say("react", expression="gasp")["why"] == "not_yours", "it only watches"
    assert "expression" not in table.person().raw[-1]


def test_too_many_faces_and_unknown_ones_are_refused(app: Within) -> None:
    host = app.open("gotcha").host()
    host.sit(0, "Zoe")
    host.say("start")
    with replaced([(talk, "FACES", (NEVER, 3))]):
        answers = [host.say("react", expression="wink") for _ in range(4)]
    assert [answer["ok"] for answer in answers] == [True] * 3 + [False]
    assert answers[-1]["why"] == "too_fast"
    assert host.say("react", expression="hiss")["why"] == "malformed"


def test_nobody_makes_a_face_by_night(app: Within) -> None:
    table = app.open("clocktower", 6, pace="human")
    host = table.host()
    people = [host, *(table.person() for _ in range(4))]
    for seat, person in enumerate(people):
        person.sit(seat, f"Zoe {seat}")
    host.say("start")
    assert host.say("react", expression="wink")["ok"], "they look at their tokens"
    assert host.say("say", text="Hurry up!")["ok"]
    for person in people:
        person.ready()
        person.play("ready")
    host.wait(lambda: host.state["view"]["phase"] == "night")
    assert host.say("react", expression="gasp")["why"] == "not_yours"
    assert host.say("say", text="Who is awake?")["why"] == "not_yours"
