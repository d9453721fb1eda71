"""How a statement would be told, asked for before it is made: nothing happens, and nothing hidden is told."""

from __future__ import annotations

from typing import Any

import pytest

import facedown
from facedown.server import wire
from facedown.server.rooms.room import Room
from facedown.server.verbs import receive
from tests.server.room_without_server import Subscriber, in_a_room
from tests.server.town import SCRIPT, to_nominations

CLAIM = {"type": "claim", "role": "chef"}
FOUND = {"type": "report", "when": "N1", "by": "washerwoman", "learned": [["pair", [1, 2]], ["role", "chef"]]}
SAID: list[dict[str, Any]] = [
    {"says": [CLAIM]},
    {"says": [FOUND]},
    {"says": [{"type": "ask", "what": "about", "about": 3}], "to": 1},
    {"says": [{"type": "evil", "seat": 2}, {"type": "ask", "what": "self"}]},
]


def spoken(says: dict[str, Any]) -> dict[str, Any]:
    return {"type": "deed", "verb": "say", **says}


async def asked(room: Room, person: Subscriber, move: object) -> dict[str, Any]:
    await receive(room, person, wire.InWords(7, move))
    answer: dict[str, Any] = person.told[-1]
    assert answer["n"] == 7
    return answer


def test_a_statement_is_told_in_the_words_that_were_shown_before_and_until_then_to_nobody(database: str) -> None:
    async def talk(room: Room, people: list[Subscriber]) -> None:
        await to_nominations(room, people)
        assert room.match is not None
        for says in SAID:
            told, rows = [len(person.told) for person in people[1:]], room.match.rows_stored
            words = (await asked(room, people[0], spoken(says)))["words"]
            assert [len(person.told) for person in people[1:]] == told
            assert room.match.rows_stored == rows
            await receive(room, people[0], wire.Play(8, room.match.version_of(0), spoken(says)))
            assert words.strip("“”") in room.match.log(3)[-1].text, says

    in_a_room(database, facedown.game("clocktower"), 6, talk, {"script": SCRIPT})


def test_the_words_are_the_same_whoever_everybody_is(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[list[str]] = []

    async def talk(room: Room, people: list[Subscriber]) -> None:
        told.append([(await asked(room, people[0], spoken(says)))["words"] for says in SAID])

    for seed in range(3):
        monkeypatch.setattr("facedown.server.rooms.secrets.new_seed", lambda seed=seed: f"{seed:032x}")
        in_a_room(database, facedown.game("clocktower"), 6, talk, {"script": SCRIPT}, f"code{seed}")
    assert told[0] == told[1] == told[2]


NOT_SAID = [{"type": "deed", "verb": "done"}, {"type": "deed"}, None, {"says": [CLAIM]}]


@pytest.mark.parametrize("move", [*NOT_SAID, {"type": "deed", "verb": "nominate", "words": "Her."}])
def test_only_what_says_something_is_told_beforehand(database: str, move: object) -> None:
    async def refused(room: Room, people: list[Subscriber]) -> None:
        assert (await asked(room, people[0], move))["why"] in ("bad_option", "illegal")

    in_a_room(database, facedown.game("clocktower"), 6, refused, {"script": SCRIPT})


def test_what_is_said_to_somebody_who_is_not_there_is_refused(database: str) -> None:
    async def refused(room: Room, people: list[Subscriber]) -> None:
        await to_nominations(room, people)
        assert room.match is not None
        move = spoken({"says": [CLAIM], "to": 6})
        assert (await asked(room, people[0], move))["why"] == "illegal"
        await receive(room, people[0], wire.Play(8, room.match.version_of(0), move))
        assert people[0].told[-1]["why"] == "illegal"

    in_a_room(database, facedown.game("clocktower"), 6, refused, {"script": SCRIPT})


def test_who_watches_says_nothing(database: str) -> None:
    async def refused(room: Room, people: list[Subscriber]) -> None:
        watcher = Subscriber()
        await receive(room, watcher, wire.Hello(1))
        assert (await asked(room, watcher, spoken(SAID[0])))["why"] == "not_yours"

    in_a_room(database, facedown.game("clocktower"), 6, refused, {"script": SCRIPT})
