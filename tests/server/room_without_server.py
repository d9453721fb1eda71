"""A table without a server, whose clock goes on only when a test turns it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest

from facedown.core.game import Game
from facedown.server import verbs, wire
from facedown.server.play.match import Match
from facedown.server.rooms import clock, secrets
from facedown.server.rooms import room as rooms
from facedown.server.rooms.room import Room
from facedown.server.storage import rows
from facedown.server.storage.store import Store
from facedown.server.verbs import receive
from tests.sample_game import rules
from tests.server.harness import PATIENCE, run_alone

SHORT: dict[str, str | int] = {"time": "short", "hand": 3}


class Hands:
    """A clock that a test turns: however long the machine takes, no time passes at the table."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1000.0
        for module in (clock, verbs, rooms):
            monkeypatch.setattr(module, "time", SimpleNamespace(monotonic=lambda: self.now))

    async def pass_by(self, room: Room, seconds: float = rules.SHORT) -> None:
        """So many seconds later, the table has heeded all deadlines until then."""
        self.now += seconds
        async with room.lock:
            await room.timekeeper.catch_up(self.now)


class Subscriber:
    """A connection that keeps what it is told."""

    def __init__(self) -> None:
        self.seat: int | None = None
        self.host = True
        self.origin: str | None = None
        self.secret: str | None = None  # of its seat
        self.closed: int | None = None  # the code with which it was closed
        self.told: list[Any] = []

    def send(self, text: str) -> None:
        self.told.append(json.loads(text))
        self.secret = self.told[-1].get("secret", self.secret)

    def close(self, code: int) -> None:
        self.closed = code

    def updates(self) -> list[Any]:
        """What this one was told of the game since it was last looked at."""
        found, self.told = [message for message in self.told if message["is"] == "update"], []
        return found

    def answer(self) -> Any:
        """What its last message was answered."""
        return next(message for message in reversed(self.told) if message["is"] == "answer")


def cards(room: Room, seat: int) -> list[object]:
    """What this seat may choose."""
    assert room.match is not None
    return [listed.move for listed in room.match.table.listed(seat) if listed.text != "Wait"]


def value(room: Room, seat: int, words: str) -> object:
    """What is sent to make the move of these words."""
    assert room.match is not None
    return room.game.move_value(room.match.table.interpret(seat, words))


def says(match: Match, seat: int, words: str) -> bool:
    """Make the move of these words."""
    return match.play(seat, match.table.interpret(seat, words))


async def until(is_so: Callable[[], bool]) -> None:
    """Let the table go on until this is so."""
    async with asyncio.timeout(PATIENCE):
        while not is_so():
            await asyncio.sleep(0.005)


async def over(room: Room) -> None:
    """Let bots play to the end, however long they take, as long as they go on."""
    match = room.match
    assert match is not None

    def is_past(version: int) -> bool:
        return room.phase == "over" or match.version > version

    while room.phase != "over":
        await until(partial(is_past, match.version))


async def opened_room(
    database: str,
    game: Game,
    seats: int,
    options: dict[str, str | int],
    pace: str = "instant",
    code: str = "code",
) -> Room:
    """A table with empty seats, whose host has the secret `host`, in a store that the caller closes."""
    kept_in = Store(database)
    await kept_in.open()
    opened = rows.table_opened(code, game.id, options, pace, secrets.hashed("host"), cards=game.own_cards or None)
    await kept_in.write(opened, *rows.seats_are(code, [rows.EMPTY] * seats))
    stored = await kept_in.read(code)
    assert stored is not None
    return Room(stored, game.contract, kept_in)


def in_a_room(
    database: str,
    game: Game,
    seats: int,
    play: Callable[[Room, list[Subscriber]], Awaitable[None]],
    options: dict[str, str | int] = SHORT,
    code: str = "code",
) -> None:
    """Play at a table with a person in each seat, and one who watches."""

    async def whole() -> None:
        room = await opened_room(database, game, seats, options, code=code)
        subscribers = [Subscriber() for _ in range(seats + 1)]
        for seat, subscriber in enumerate(subscribers):
            await receive(room, subscriber, wire.Hello(1, host="host"))
            if seat < seats:
                await receive(room, subscriber, wire.Sit(2, seat, f"P{'abcdefgh'[seat]}"))
        await receive(room, subscribers[0], wire.Start(3))
        for subscriber in subscribers:
            subscriber.told.clear()
        try:
            await play(room, subscribers)
        finally:
            room.timekeeper.stop()
            await room.store.close()

    run_alone(whole)
