"""A town whose story a bot tells goes on without whoever is away, once all wait for them alone."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

import facedown
from facedown.server import wire
from facedown.server.rooms import away
from facedown.server.rooms.room import Room
from facedown.server.storage.store import StorageError
from facedown.server.verbs import receive
from tests.server.harness import PATIENCE
from tests.server.room_without_server import Subscriber, in_a_room, value

SCRIPT = "chef, saint, soldier, slayer, monk, poisoner, imp"
OPTIONS: dict[str, str | int] = {"script": SCRIPT, "sweep": 2}
AWAY = 2


async def until(so: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not so():
            await asyncio.sleep(0.01)


async def answer(room: Room, person: Subscriber, move: str) -> None:
    assert room.match is not None
    seat = person.seat or 0
    await receive(room, person, wire.Play(9, room.match.version_of(seat), value(room, seat, move)))


async def to_day(room: Room, people: list[Subscriber]) -> None:
    """Everybody takes the first answer there is, until it is day."""
    assert room.match is not None
    table = room.match.table
    while table.view(None).phase != "day":
        for seat in [seat for seat in table.asked if room.seating[seat].bot is None]:
            await answer(room, people[seat], table.legal(seat)[0].text)
        await asyncio.sleep(0.01)


@pytest.mark.parametrize("told_by_a_bot", [True, False])
def test_the_floor_goes_on_without_whoever_is_away_if_no_person_tells_the_story(
    database: str, monkeypatch: pytest.MonkeyPatch, told_by_a_bot: bool
) -> None:
    monkeypatch.setattr(away, "PATIENCE", 0.0)

    async def play(room: Room, people: list[Subscriber]) -> None:
        assert room.match is not None
        if told_by_a_bot:
            await receive(room, people[0], wire.HandOver(4, None))
        await to_day(room, people)
        await room.disconnect(people[AWAY])
        for seat in (0, 1, 3):
            await answer(room, people[seat], "done")
        await room.away.go_on()  # others are still asked: nobody is waited for alone
        assert set(room.match.table.asked) == {AWAY, 4}
        await answer(room, people[4], "done")
        if told_by_a_bot:
            await until(lambda: room.match is not None and room.match.table.view(None).nominating)
        else:
            await room.away.go_on()
            assert set(room.match.table.asked) == {AWAY}

    in_a_room(database, facedown.game("clocktower"), 6, play, OPTIONS)


def test_whoever_comes_back_in_time_is_not_spoken_for(database: str) -> None:
    async def play(room: Room, people: list[Subscriber]) -> None:
        assert room.match is not None
        await receive(room, people[0], wire.HandOver(4, None))
        await to_day(room, people)
        await room.disconnect(people[AWAY])
        for seat in (0, 1, 3, 4):
            await answer(room, people[seat], "done")
        again = Subscriber()
        await receive(room, again, wire.Hello(1, secret=people[AWAY].secret))
        await room.away.go_on()
        assert set(room.match.table.asked) == {AWAY}
        await answer(room, again, "done")
        assert room.match.table.view(None).nominating

    in_a_room(database, facedown.game("clocktower"), 6, play, OPTIONS)


def test_night_falls_without_whoever_does_not_come_to_look_at_their_token(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(away, "PATIENCE", 0.0)

    async def play(room: Room, people: list[Subscriber]) -> None:
        assert room.match is not None
        await receive(room, people[0], wire.HandOver(4, None))
        table = room.match.table
        await until(lambda: 0 in table.asked)
        await room.disconnect(people[AWAY])
        for seat in (0, 1, 3):
            await answer(room, people[seat], "ready")
        assert table.view(None).phase == "set-up"
        await answer(room, people[4], "ready")
        await until(lambda: table.view(None).phase == "night")

    in_a_room(database, facedown.game("clocktower"), 6, play, OPTIONS)


def test_a_database_that_fails_while_nobody_is_asked_who_is_there_is_tried_again(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table does not stand still for that."""
    monkeypatch.setattr(away, "PATIENCE", 0.0)
    failures = iter([StorageError("locked")])

    async def play(room: Room, people: list[Subscriber]) -> None:
        assert room.match is not None
        await receive(room, people[0], wire.HandOver(4, None))
        await to_day(room, people)
        move = room.move

        async def fails(seat: int, *what: Any) -> None:
            for failure in failures if seat == AWAY else ():
                raise failure
            await move(seat, *what)

        await room.disconnect(people[AWAY])
        monkeypatch.setattr(room, "move", fails)
        for seat in (0, 1, 3, 4):
            await answer(room, people[seat], "done")
        await until(lambda: room.match is not None and room.match.table.view(None).nominating)

    in_a_room(database, facedown.game("clocktower"), 6, play, OPTIONS)
