"""Whatever is stored fails first: nobody is told what is not so, and the next try works."""

from __future__ import annotations

import sqlite3
from collections.abc import Awaitable, Callable
from itertools import cycle
from typing import Any

import pytest
from sqlalchemy import exc

import facedown
from facedown.core.game import Game
from facedown.server import wire
from facedown.server.rooms.messages import receive
from facedown.server.rooms.room import Room
from facedown.server.storage.store import Store
from tests.sample_game import GAME
from tests.server.harness import run_alone
from tests.server.in_a_room import Subscriber, cards, opened_room, value

DISK = sqlite3.OperationalError("disk I/O error")
ERRORS = (  # one after the other
    exc.OperationalError("INSERT", {}, DISK),
    exc.IntegrityError("INSERT", {}, DISK),
    exc.DataError("INSERT", {}, DISK),
    exc.DBAPIError("INSERT", {}, DISK, connection_invalidated=True),
    exc.TimeoutError(),
    OSError(28, "No space left on device"),
    MemoryError(),
)
FACE = "abcdef"


class Planted:
    """What makes a store fail at the next thing that it is to store, if `next`."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.next, self.failures, self._errors = False, 0, cycle(ERRORS)
        commit = Store._commit

        def fails(store: Store, changes: Any) -> None:
            if self.next:
                self.next, self.failures = False, self.failures + 1
                raise next(self._errors)
            commit(store, changes)

        monkeypatch.setattr(Store, "_commit", fails)


class Table:
    """People at a table, one of whom watches; they ask again for what could not be stored."""

    def __init__(self, room: Room, people: int, planted: Planted) -> None:
        self.room, self.planted = room, planted
        self.people = [Subscriber() for _ in range(people + 1)]
        self.kinds = set[type]()  # of messages for which something was stored

    async def seen(self, room: Room | None = None) -> list[Any]:
        """What each is shown, at this table or at one that was made from the same rows."""
        shown = []
        for person in self.people:
            person.told.clear()
            await receive(room or self.room, person, wire.Hello(1, secret=person.secret, host="host"))
            shown += [message for message in person.told if message["is"] == "table"]
            person.told.clear()
        assert len(shown) == len(self.people)
        return [{**table, "clock": None, "frames": None} for table in shown]

    async def asks(self, who: int, message: wire.Message) -> None:
        before, failures = await self.seen(), self.planted.failures
        self.planted.next = True
        await receive(self.room, self.people[who], message)
        self.planted.next = False
        if self.planted.failures > failures:
            self.kinds.add(type(message))
            assert self.people[who].answer()["why"] in ("storage", "broken"), message
            told = [heard for person in self.people for heard in person.told if heard["is"] != "answer"]
            assert told == [], f"{message} was not stored"
            assert await self.seen() == before
            await receive(self.room, self.people[who], message)
        assert self.people[who].answer()["ok"], (message, self.people[who].answer())

    async def sit_down(self, *names: str) -> None:
        await self.seen()
        for seat, name in enumerate(names):
            await self.asks(seat, wire.Sit(2, seat, name))

    async def plays(self, seat: int, move: object, key: str) -> None:
        assert self.room.match is not None
        await self.asks(seat, wire.Play(2, self.room.match.version_of(seat), move, key))

    async def is_stored(self) -> None:
        """Whoever comes to the same table at another server is shown the same."""
        shown = await self.seen()
        stored = await self.room.store.read(self.room.code, wire.CHAT_KEPT)
        assert stored is not None
        again = Room(stored, self.room.game, self.room.store)
        await self.seen(again)
        assert await self.seen(again) == shown
        again.timekeeper.stop()


async def cards_to_the_end(table: Table) -> None:
    room = table.room
    await table.sit_down("Ann", "Bo")
    await table.asks(0, wire.Arrange(2, (0, None, 1)))
    await table.asks(0, wire.Bot(2, 1, "random"))
    await table.asks(0, wire.Arrange(2, (0, 2)))
    await table.asks(1, wire.Name(2, 1, "Di"))
    await table.asks(1, wire.Wear(2, FACE))
    await table.asks(0, wire.Pace(2, "instant", False))
    await table.asks(0, wire.Start(2))
    await table.asks(1, wire.Say(2, "Hello", "key-said"))
    await table.asks(0, wire.ReportPerson(2, 1, "He said hello."))
    await table.is_stored()
    while room.match is not None and room.phase == "playing":
        seat = room.match.table.asked[0]
        await table.plays(seat, cards(room, seat)[0], f"key-{room.match.version:05}")
    await table.is_stored()
    await table.asks(2, wire.Again(2))
    assert room.phase == "playing"
    await table.asks(1, wire.Unsay(2))
    await table.asks(0, wire.Talk(2, open=False))
    await table.asks(0, wire.Remove(2, 1, block=True))
    await table.asks(0, wire.DeleteTable(2))


async def a_night_that_is_told(table: Table) -> None:
    room, names = table.room, ("Ann", "Bo", "Cy", "Di", "Ed", "Mira")
    await table.sit_down(*names)
    await table.asks(5, wire.Start(2))
    assert room.match is not None
    poisoner = room.match.table.asked[0]
    await table.plays(poisoner, value(room, poisoner, names[(poisoner + 1) % 5]), "key-00001")
    await table.asks(5, wire.Undo(2, room.match.version_of(5), 0))
    await table.is_stored()
    await table.asks(5, wire.HandOver(2, to=1))
    await table.asks(0, wire.Leave(2))


TOLD: dict[str, str | int] = {"script": "chef, empath, slayer, poisoner, imp", "covers": "not asked"}
RUNS: dict[str, tuple[Game, int, dict[str, str | int], Callable[[Table], Awaitable[None]]]] = {
    "cards": (GAME, 2, {"time": "ample", "hand": 3}, cards_to_the_end),
    "a story": (facedown.game("clocktower"), 6, TOLD, a_night_that_is_told),
}


@pytest.mark.parametrize("run", RUNS)
def test_nobody_is_told_what_could_not_be_stored(database: str, run: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game, seats, options, play = RUNS[run]

    async def whole() -> None:
        planted = Planted(monkeypatch)
        table = Table(await opened_room(database, game, seats, options, pace="human"), seats, planted)
        try:
            await play(table)
        finally:
            table.room.timekeeper.stop()
            await table.room.store.close()
        assert planted.failures >= len(table.kinds) > 5

    run_alone(whole)
