"""A server's bots play the same game whatever the seats are called."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Sequence
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

import facedown
from facedown.games.clocktower.moves import act_of
from facedown.server import wire
from facedown.server.rooms import bots, secrets
from facedown.server.rooms import room as rooms
from facedown.server.verbs import receive
from tests.server.harness import run_alone
from tests.server.room_without_server import Subscriber, opened_room

GAME = facedown.game("clocktower")
SEATS, ENOUGH = 8, 60  # moves: the first night and a good part of the day
NAMES = ("Chef", "Bo", "Ann the 2nd", "Зоя", "Bob", "Bobby", "Ann", "Storyteller")


class SameDice(Random):
    """Shows the same whenever it is thrown."""

    def random(self) -> float:
        return 0.5

    def sample(self, population: Sequence[Any], k: int, *, counts: object = None) -> list[Any]:
        return list(population)[:k]


class SameTime:
    """Passes while bots wait and at no other time: however long they think, they act in the same order."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1000.0
        monkeypatch.setattr(bots, "time", SimpleNamespace(monotonic=lambda: self.now))
        monkeypatch.setattr(bots, "asyncio", SimpleNamespace(**{**vars(asyncio), "wait_for": self.wait_for}))

    async def wait_for(self, news: Awaitable[object], seconds: float | None) -> None:
        try:
            await asyncio.wait_for(news, None if seconds is None else 0)
        except TimeoutError:
            self.now += seconds or 0
            raise


def played(
    database: str, code: str, names: Sequence[str], monkeypatch: pytest.MonkeyPatch
) -> list[tuple[int | None, Any]]:
    """What bots do at a table of the server, by seat and meaning: equal for equal games."""
    SameTime(monkeypatch)
    monkeypatch.setattr(rooms, "filled", lambda game, given: list(names))
    done: list[tuple[int | None, Any]] = []

    async def whole() -> None:
        room, subscriber = await opened_room(database, GAME, SEATS, {"script": "tb"}, code=code), Subscriber()
        await receive(room, subscriber, wire.Hello(1, host="host"))
        for seat in range(SEATS):
            await receive(room, subscriber, wire.Bot(2 + seat, seat, "sensible"))
        await receive(room, subscriber, wire.Start(20))
        try:
            while room.match is None or (len(room.match.table.history) < ENOUGH and not room.match.table.over):
                await asyncio.sleep(0.02)
        finally:
            room.subscribers.discard(subscriber)
            room.timekeeper.stop()
            await room.store.close()
        assert room.match.table.names == tuple(names)
        for line in room.match.table.history[:ENOUGH]:
            assert line.move is not None
            done.append((line.seat, act_of(line.move)))

    run_alone(whole)
    return done


def test_bots_of_a_server_do_not_go_by_names(
    sqlite: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(secrets, "new_seed", lambda: "7")
    monkeypatch.setattr("secrets.token_hex", lambda _: "7")
    monkeypatch.setattr(bots, "_dice", SameDice())
    with caplog.at_level(logging.ERROR):
        usual = played(sqlite, "usual", GAME.contract.names_of(SEATS), monkeypatch)
        other = played(sqlite, "other", NAMES, monkeypatch)
    assert not caplog.records
    assert len(usual) == ENOUGH
    assert other == usual
