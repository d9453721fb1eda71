"""Bots have names and faces of their own, and speak in character of what everybody saw."""

from __future__ import annotations

from collections.abc import Callable

import facedown
from facedown.core.personae import read_personae
from tests.databases import only_sqlite
from tests.server.harness import UNLIMITED
from tests.server.within import Within

BOTCH = {persona.name: persona for persona in read_personae(facedown.game("botch").contract.folder)}


def test_bots_have_names_and_faces_of_their_own(app: Within) -> None:
    table = app.open("botch", 4)
    host = table.host()
    host.sit(0, "Zoe", face="abcdef")
    for seat in (1, 2, 3):
        assert host.say("bot", seat=seat, bot="random")["ok"]
    bots = table.passing()["seats"][1:]
    assert len({bot["name"] for bot in bots}) == 3
    assert all(BOTCH[bot["name"]].face == bot["face"] for bot in bots)


def test_a_bot_gives_its_name_to_a_person_who_has_it(app: Within) -> None:
    table = app.open("botch", 3)
    host = table.host()
    host.say("bot", seat=1, bot="random")
    name = table.passing()["seats"][1]["name"]
    assert host.sit(0, name)["ok"]
    seats = table.passing()["seats"]
    assert seats[0]["name"] == name != seats[1]["name"]
    assert seats[1]["face"] == BOTCH[seats[1]["name"]].face


@only_sqlite
def test_bots_speak_in_character_of_what_they_did(own_app: Callable[..., Within]) -> None:
    table = own_app(**UNLIMITED).open("botch", 4, pace="fast")
    host = table.host()
    assert host.say("start")["ok"]
    while "said" not in (told := host.hear())["is"]:
        pass
    line = told
    persona = BOTCH[host.state["seats"][line["seat"]]["name"]]
    kinds = {event["kind"] for event in host.state["log"] if event["seat"] == line["seat"]}
    assert any(line["text"] in persona.says.get(kind, ()) for kind in kinds)


def test_bots_that_answer_at_once_say_nothing(app: Within) -> None:
    table = app.open("gotcha", pace="instant")
    host = table.host()
    assert host.say("start")["ok"]
    while host.hear()["is"] != "over":
        pass
    assert "said" not in host.kinds()


def test_bots_that_search_have_names_of_their_own_level(app: Within) -> None:
    for level in ("easy", "steady", "hard"):
        table = app.open("botch", 4)
        host = table.host()
        for seat in (1, 2, 3):
            assert host.say("bot", seat=seat, bot=level)["ok"]
        first, *rest = (BOTCH[bot["name"]] for bot in table.passing()["seats"][1:])
        assert first.level == level
        assert all(persona.level == "" for persona in rest)
        assert host.say("bot", seat=0, bot="sensible")["ok"]
        assert BOTCH[table.passing()["seats"][0]["name"]].level == ""
