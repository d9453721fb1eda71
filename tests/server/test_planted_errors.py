"""Whatever is stored fails first: nobody is told what is not so, and the next try works."""

from __future__ import annotations

import sqlite3
from collections.abc import Awaitable, Callable
from itertools import cycle
from typing import Any

import pytest
from sqlalchemy import exc

import facedown
from facedown.core.deal import commitment_to
from facedown.core.game import Game
from facedown.core.personae import Persona
from facedown.server import wire
from facedown.server.rooms import bots
from facedown.server.rooms.room import Room
from facedown.server.storage.rows import LINES, StoredTable
from facedown.server.storage.store import Store
from facedown.server.verbs import receive
from tests.sample_game import GAME
from tests.sample_game.words import SENTENCES
from tests.server.harness import run_alone
from tests.server.room_without_server import Hands, Subscriber, cards, opened_room, until, value

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
TALKER = Persona("Pip", FACE, dict.fromkeys(SENTENCES, ("I say so.", "So do I.")))


class Planted:
    """What makes a store fail: at the next thing that it is to store, at all of them, or at all of a kind."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.next, self.all, self.failures, self._errors = False, False, 0, cycle(ERRORS)
        self.kind = ""  # the table of the database to which nothing can be written
        commit = Store._commit

        def fails(store: Store, batch: Any) -> None:
            statements = [statement for changes, _ in batch for statement, _ in changes]
            kinds = [statement.table.name for statement in statements if hasattr(statement, "table")]
            if self.next or self.all or self.kind in kinds:
                self.next, self.failures = False, self.failures + 1
                raise next(self._errors)
            commit(store, batch)

        monkeypatch.setattr(Store, "_commit", fails)


class Table:
    """People at a table, one of whom watches; they ask again for what could not be stored."""

    def __init__(self, room: Room, people: int, planted: Planted, clock: Hands) -> None:
        self.room, self.planted, self.clock = room, planted, clock
        self.people = [Subscriber() for _ in range(people + 1)]
        self.away = set[int]()  # those of them who are gone
        self.host: str | None = "host"  # the secret with which all connect, until a seat makes one of them host
        self.kinds = set[type]()  # of messages for which something was stored

    async def seen(self, room: Room | None = None) -> list[Any]:
        """What each is shown, at this table or at one that was made from the same rows."""
        shown = []
        here = [person for number, person in enumerate(self.people) if number not in self.away]
        for person in here:
            await receive(room or self.room, person, wire.Hello(1, secret=person.secret, host=self.host))
            shown.append(next(message for message in reversed(person.told) if message["is"] == "table"))
        for person in here:
            person.told.clear()
        return [{**table, "clock": None, "frames": None} for table in shown]

    async def asks(self, who: int, message: wire.Said) -> None:
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

    async def happens(self, do: Callable[[], Awaitable[object]]) -> None:
        """Something that nobody asks for cannot be stored at first, and then it can."""
        before, failures = await self.seen(), self.planted.failures
        self.planted.next = True
        await do()
        assert not self.planted.next
        assert self.planted.failures > failures
        assert [heard for person in self.people for heard in person.told] == []
        assert await self.seen() == before
        await do()
        self.planted.all = True  # bots wait until it has been looked at
        assert await self.seen() != before
        await self.is_stored()
        self.planted.all = False

    async def plays(self, seat: int, move: object, key: str) -> None:
        assert self.room.match is not None
        await self.asks(seat, wire.Play(2, self.room.match.version_of(seat), move, key))

    async def bot_moves(self) -> None:
        """The bot that is asked fails with every error, and moves when it can be stored."""
        assert self.room.match is not None
        rows, failures = self.room.match.rows_stored, self.planted.failures
        before, self.planted.all = await self.seen(), True
        await until(lambda: self.planted.failures >= failures + len(ERRORS))
        assert [heard for person in self.people for heard in person.told] == []
        assert (self.room.match.rows_stored, await self.seen()) == (rows, before)
        self.planted.all = False
        await until(lambda: self.room.match is not None and self.room.match.rows_stored > rows)
        await self.is_stored()

    async def goes(self, who: int) -> None:
        """This one is not connected any more."""
        self.away.add(who)
        await self.room.disconnect(self.people[who])
        self.people[who].told.clear()

    async def all_come_back(self) -> None:
        self.away.clear()
        await self.seen()

    async def stored(self) -> StoredTable:
        found = await self.room.store.read(self.room.code)
        assert found is not None
        return found

    async def called_off(self) -> int:
        """How many starts since the last game were, as the store has it and as the room has."""
        stored = await self.stored()
        assert self.room.deals.called_off == stored.called_off
        return stored.called_off

    async def is_stored(self) -> None:
        """Whoever comes to the same table at another server is shown the same."""
        shown, stored = await self.seen(), await self.stored()
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
    await table.goes(1)
    await table.asks(0, wire.CallBot(2, 1))
    await table.bot_moves()
    await table.plays(0, cards(room, 0)[0], "key-for-the-bot")
    await table.bot_moves()
    await table.all_come_back()
    await table.asks(1, wire.MakeHost(2, 0))
    table.host = None
    await table.goes(0)
    await table.happens(room.hosting.go_on)
    await table.all_come_back()
    await table.asks(1, wire.Remove(2, 0, block=True))
    await table.goes(0)
    await table.asks(1, wire.DeleteTable(2))


async def time_runs_out(table: Table) -> None:
    room, planted = table.room, table.planted

    async def silence() -> None:
        """Time runs out until somebody can see it, so that it is stored, or until that fails."""
        assert room.match is not None
        before = room.match.rows_stored, planted.failures
        while (room.match.rows_stored, planted.failures) == before:
            for person in table.people:
                person.told.clear()  # of time that has passed and changes nothing
            await table.clock.pass_by(room)

    await table.sit_down("Ann", "Bo")
    await table.asks(0, wire.Start(2))
    while room.phase == "playing":
        await table.happens(silence)


async def a_deal_of_all(table: Table) -> None:
    room = table.room

    async def commit(*numbers: bytes) -> None:
        for seat, number in enumerate(numbers):
            await table.asks(seat, wire.Commit(2, commitment_to(room.code, number).hex()))

    await table.sit_down("Ann", "Bo")
    await table.asks(0, wire.Choose(2, "start", 2))
    numbers = bytes(range(32)), bytes(range(32, 64))
    await commit(*numbers)
    await table.asks(1, wire.Start(2))
    await receive(room, table.people[0], wire.Open(2, numbers[0].hex()))
    table.planted.next = True
    await receive(room, table.people[1], wire.Open(2, numbers[1].hex()))
    assert table.people[1].answer()["why"] == "storage"
    for person in table.people:
        assert person.told[-1] == {"is": "calledoff", "seats": [], "times": 1}
    await receive(room, table.people[0], wire.Commit(2, commitment_to(room.code, numbers[0]).hex()))
    assert table.people[0].answer()["why"] == "malformed", "the server knows this number by now"
    await table.goes(1)
    assert await table.called_off() == 1
    await table.asks(0, wire.Start(2))
    assert room.phase == "playing"
    assert await table.called_off() == 0, "a game has begun since, though without a deal"
    await table.is_stored()


async def a_night_that_is_told(table: Table) -> None:
    room, names = table.room, ("Ann", "Bo", "Cy", "Di", "Ed", "Mira")
    await table.sit_down(*names)
    await table.asks(5, wire.Start(2))
    assert room.match is not None
    poisoner = room.match.table.asked[0]
    await table.plays(poisoner, value(room, poisoner, names[(poisoner + 1) % 5]), "key-00001")
    await table.asks(5, wire.Undo(2, room.match.version_of(5), 0))
    await table.is_stored()
    await table.asks(5, wire.AddSeat(2, "Zoë"))
    await table.asks(5, wire.HandOver(2, to=1))
    await table.asks(0, wire.Leave(2))


async def a_town_without_one_of_them(table: Table) -> None:
    """A bot tells the story; when all others have looked at their tokens, night falls without who is away."""
    room, away = table.room, 2
    await table.sit_down("Ann", "Bo", "Cy", "Di", "Ed")
    await table.asks(0, wire.Pace(2, "instant", False))
    await table.asks(0, wire.Start(2))
    await until(lambda: room.match is not None and room.match.table.asked == tuple(range(5)))
    await table.goes(away)
    for seat in {*range(5)} - {away}:
        await table.plays(seat, value(room, seat, "ready"), f"key-{seat:05}")
    await table.happens(room.away.go_on)
    for person in {*range(7)} - {away}:
        await table.goes(person)


async def a_bot_that_talks(table: Table) -> None:
    """What it says goes unsaid where it cannot be stored, and moves are made all the same."""
    room, ann = table.room, table.people[0]
    await table.sit_down("Ann")
    await table.asks(0, wire.Bot(2, 1, "random"))
    await table.asks(0, wire.Name(2, 1, TALKER.name))
    await table.asks(0, wire.Pace(2, "instant", False))
    table.planted.kind, before = LINES.name, table.planted.failures
    await receive(room, ann, wire.Start(2))
    await until(lambda: table.planted.failures > before)
    assert room.chat == []
    assert not any(heard["is"] == "said" for person in table.people for heard in person.told)
    table.planted.kind = ""
    assert room.match is not None
    await receive(room, ann, wire.Play(2, room.match.version_of(0), cards(room, 0)[0]))
    assert ann.answer()["ok"], "the bot has moved all the same"
    await until(lambda: len(room.chat) > 0)
    said = room.chat[0].text
    assert any(heard["is"] == "said" and heard["text"] == said for heard in table.people[1].told)
    assert (await table.stored()).lines[0].text == said
    await table.goes(0)
    await table.goes(1)


TOLD: dict[str, str | int] = {"script": "chef, empath, slayer, poisoner, imp", "covers": "not asked"}
RUNS: dict[str, tuple[Game, int, dict[str, str | int], Callable[[Table], Awaitable[None]]]] = {
    "cards": (GAME, 2, {"time": "ample", "hand": 3}, cards_to_the_end),
    "time": (GAME, 2, {"time": "short", "hand": 3}, time_runs_out),
    "a deal": (facedown.game("gotcha"), 2, {}, a_deal_of_all),
    "a story": (facedown.game("clocktower"), 6, TOLD, a_night_that_is_told),
    "away": (facedown.game("clocktower"), 6, {"script": TOLD["script"]}, a_town_without_one_of_them),
    "bots' talk": (GAME, 2, {"time": "ample", "hand": 3}, a_bot_that_talks),
}


@pytest.mark.parametrize("run", RUNS)
def test_nobody_is_told_what_could_not_be_stored(database: str, run: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game, seats, options, play = RUNS[run]
    monkeypatch.setattr(bots, "RETRY", 0.01)
    monkeypatch.setattr(bots, "read_personae", lambda _: [TALKER])
    monkeypatch.setattr(bots, "OFTEN", 1.0)
    for seconds in ("DELAYS", "SILENCE"):
        monkeypatch.setitem(getattr(bots, seconds), "instant", (0.0, 0.0) if seconds == "DELAYS" else 0.0)

    async def whole() -> None:
        planted, clock = Planted(monkeypatch), Hands(monkeypatch)
        table = Table(await opened_room(database, game, seats, options, pace="human"), seats, planted, clock)
        try:
            await play(table)
        finally:
            table.room.timekeeper.stop()
            await table.room.store.close()
        assert planted.failures >= len(table.kinds)
        assert planted.failures > 4

    run_alone(whole)
