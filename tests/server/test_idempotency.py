"""What is sent again after a broken line, with the same key, is done once."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from facedown.server import wire
from facedown.server.rooms import secrets
from facedown.server.rooms.room import Room
from facedown.server.storage.rows import CLOCK_SEAT
from facedown.server.verbs import receive
from tests.databases import execute, locked
from tests.sample_game import GAME
from tests.server.harness import UNLIMITED, Message, Opened, Person, seated
from tests.server.room_without_server import Subscriber, cards, in_a_room
from tests.server.within import Within

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Mira")
SCRIPT = "chef, empath, slayer, poisoner, imp"  # with five players everybody is one of these

KEY = "made-up-by-the-page"


@pytest.fixture
def mortal(own_app: Callable[..., Within]) -> Within:
    """A server that these tests kill, and start again."""
    return own_app(**UNLIMITED)


def stored_moves(table: Opened, *seats: int) -> list[object]:
    """What these seats, or all of them, have done, as it is stored."""
    rows = "SELECT seat, move FROM moves WHERE code = :code AND seat >= 0 ORDER BY number"
    found = execute(table.server.url, rows, code=table.code)
    return [json.loads(move) for seat, move in found if not seats or seat in seats]


def back(table: Opened, person: Person) -> Person:
    """The same person on a new line."""
    again = table.person(secret=person.secret)
    again.secret = person.secret
    return again


def sent_again(table: Opened, person: Person, do: str, **what: Any) -> tuple[Message, Person]:
    """Say this; the server dies when it is stored; come back and say it again.  The answer, and the new line."""
    said = {**what, "key": secrets.new_secret()[:24]}
    table.server.kill_after(lambda: person.send(do, **said))
    table.server.start()
    again = back(table, person)
    return again.say(do, **said), again


@pytest.mark.parametrize("game", ["bayou-boss", "gotcha", "botch", "bots-battleground"])
def test_a_move_that_was_stored_but_not_answered_is_made_once(mortal: Within, game: str) -> None:
    table = mortal.open(game)
    host = table.host()
    host.sit(0, "Zoe")
    assert host.say("start")["ok"]
    host.ready()
    move = host.legal[0]
    answer, again = sent_again(table, host, "play", at=host.state["version"], move=move)
    assert answer["ok"], answer
    again.say("ping")
    assert stored_moves(table, 0) == [move.move]


def test_by_night_by_hand_and_on_the_floor_all_is_done_once(mortal: Within) -> None:
    """What may be done again and again would be done twice, as often as it is sent."""
    table = mortal.open("clocktower", 6, script=SCRIPT, covers="not asked")
    people = seated(table, *NAMES)
    assert people[0].say("start")["ok"]

    def once(seat: int, move: str) -> None:
        person, before = back(table, people[seat]), stored_moves(table)
        answer, again = sent_again(table, person, "play", at=person.state["version"], move=move)
        assert answer["ok"], answer
        assert stored_moves(table)[:-1] == before
        assert again.play(move)["ok"] or move == "Ann", "what is not sent again, but said again, is done again"

    for person in people:
        person.say("ping")
    once(next(seat for seat, person in enumerate(people) if person.asked), "Ann")
    once(5, "mark Bo drunk")
    while "done" not in (ann := back(table, people[0])).legal:
        asked = next(person for person in (back(table, other) for other in people) if person.asked)
        assert asked.play()["ok"]
    once(ann.state["you"], 'say "Good morning."')


def test_a_line_of_the_chat_is_said_once(mortal: Within) -> None:
    table = mortal.open("gotcha")
    host, guest = seated(table, "Zoe", "Yan")
    assert host.say("say", text="Still there?", key=KEY)["ok"]
    later = [f"Line {number}" for number in range(wire.CHAT_KEPT)]
    for text in later:
        assert guest.say("say", text=text)["ok"]
    answer, again = sent_again(table, guest, "say", text="Where?")
    assert answer["ok"]
    assert back(table, host).say("say", text="Still there?", key=KEY)["ok"]
    assert [line["text"] for line in back(table, again).state["chat"]] == [*later[1:], "Where?"]


def test_with_another_key_or_none_or_in_another_seat_it_is_another_line(app: Within) -> None:
    table = app.open("gotcha")
    host, guest = seated(table, "Zoe", "Yan")
    for person, more in [
        (host, {"key": KEY}),
        (host, {"key": KEY}),
        (host, {"key": KEY * 2}),
        (guest, {"key": KEY}),
    ]:
        assert person.say("say", text="Hm.", **more)["ok"]
    assert host.say("say", text="Hm.")["ok"]
    assert [line["seat"] for line in table.person().state["chat"]] == [0, 0, 1, 0]


def test_another_seats_key_keeps_nobody_from_moving(app: Within) -> None:
    table = app.open("bayou-boss", 2)
    people = seated(table, "Zoe", "Yan")
    assert people[0].say("start")["ok"]
    for person in people:
        person.wait(person.begun)
    for move in range(1, 5):
        mover = next(person for person in people if person.asked)
        key = "everybodys-key" + "_" * sum(one == mover.seat for one in stored_seats(table))
        assert mover.say("play", at=mover.state["version"], move=mover.legal[0], key=key)["ok"]
        assert len(stored_moves(table)) == move, "it is made, whatever others have sent with this key"
        for person in people:
            person.reach(move)


def stored_seats(table: Opened) -> list[int]:
    """Who has moved, in order."""
    return [seat for seat in range(2) for _ in stored_moves(table, seat)]


def test_the_move_that_ended_the_game_is_answered_and_not_made_in_the_next(database: str) -> None:
    async def play(room: Room, subscribers: list[Subscriber]) -> None:
        assert room.match is not None
        while room.phase == "playing":
            seat, at = room.match.table.asked[0], room.match.version
            last = wire.Play(5, at, cards(room, seat)[0], f"{KEY}{at}")
            await receive(room, subscribers[seat], last)
        for again in (False, True):
            for who in subscribers if again else ():
                await receive(room, who, wire.Again(6))
            await receive(room, subscribers[seat], last)
            assert subscribers[seat].answer()["ok"]
            stored = await room.store.read(room.code)
            assert stored is not None
            assert len(stored.games) == 1 + again
            assert again == (stored.moves == ())

    in_a_room(database, GAME, 2, play)


def test_a_move_has_its_key_though_a_timeout_is_stored_with_it(database: str) -> None:
    async def play(room: Room, subscribers: list[Subscriber]) -> None:
        assert room.match is not None
        room.match.wait()
        seat = room.match.table.asked[0]
        said = wire.Play(5, room.match.version, cards(room, seat)[0], KEY)
        await receive(room, subscribers[seat], said)
        assert subscribers[seat].answer()["ok"]
        stored = await room.store.read(room.code)
        assert stored is not None
        assert [who for who, _ in stored.moves] == [CLOCK_SEAT, seat]
        assert stored.keys == ((seat, KEY),)

    in_a_room(database, GAME, 2, play)


def test_what_could_not_be_stored_or_was_refused_may_be_tried_again_with_its_key(app: Within) -> None:
    table = app.open("gotcha")
    host = table.host()
    host.sit(0, "Zoe")
    assert host.say("start")["ok"]
    host.ready()
    move, at = host.legal[0], host.state["version"]
    with locked(app.url):
        assert host.say("play", at=at, move=move, key=KEY)["why"] == "storage"
    assert host.say("play", at=at, move="Nobody", key=KEY)["why"] == "illegal"
    assert host.say("play", at=at, move=move, key=KEY)["ok"]
    host.reach(at + 1)
    assert host.say("play", at=at, move=move, key=KEY)["ok"]
    assert stored_moves(table, 0)[0] == move.move


@pytest.mark.parametrize("key", ["short", "x" * 41, 7, "a-key-with-\0", "a key in words"])
def test_a_key_that_is_none_is_refused(app: Within, key: object) -> None:
    host = app.open("gotcha").host()
    host.sit(0, "Zoe")
    assert host.say("say", text="Hm.", key=key)["why"] == "malformed"
