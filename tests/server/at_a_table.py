"""A table without a server, whose clock goes on only when a test turns it."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from facedown.core.flat import FlatGame
from facedown.server import clock, keys, live, store, wire
from facedown.server.live import LiveTable
from facedown.server.store import Store
from tests.sample_game import rules
from tests.server.harness import run_alone

SHORT: dict[str, str | int] = {"time": "short", "hand": 3}


class Hands:
    """A clock that a test turns: however long the machine takes, no time passes at the table."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1000.0
        for module in (clock, live):
            monkeypatch.setattr(module, "time", SimpleNamespace(monotonic=lambda: self.now))

    async def pass_by(self, table: LiveTable, seconds: float = rules.SHORT) -> None:
        """So many seconds later, the table has heeded all deadlines until then."""
        self.now += seconds
        async with table.lock:
            await table.time.catch_up(self.now)


class Ear:
    """A connection that keeps what it is told."""

    def __init__(self) -> None:
        self.seat: int | None = None
        self.host = True
        self.told: list[Any] = []

    def send(self, text: str) -> None:
        self.told.append(json.loads(text))

    def happened(self) -> list[Any]:
        """What this one was told of the game since it was last looked at."""
        found, self.told = [message for message in self.told if message["is"] == "happened"], []
        return found

    def answer(self) -> Any:
        """What its last message was answered."""
        return next(message for message in reversed(self.told) if message["is"] == "answer")


def cards(table: LiveTable, seat: int) -> list[str]:
    """What this seat may choose."""
    assert table.running is not None
    return [move.text for move in table.running.table.legal(seat) if move.text != "Wait"]


def at_a_table(
    folder: Path, game: FlatGame, seats: int, play: Callable[[LiveTable, list[Ear]], Awaitable[None]]
) -> None:
    """Play at a table with a person in each seat, and one who watches."""

    async def whole() -> None:
        kept_in = Store(f"sqlite:///{folder / 'tables.db'}")
        await kept_in.open()
        opened = store.table_opened("code", game.id, SHORT, "instant", keys.hashed("host"))
        await kept_in.write(opened, *(store.seat_added("code", seat) for seat in range(seats)))
        kept = await kept_in.read("code", 0)
        assert kept is not None
        table, ears = LiveTable(kept, game, kept_in), [Ear() for _ in range(seats + 1)]
        for seat, ear in enumerate(ears):
            await table.hear(ear, wire.Hello(1, host="host"))
            if seat < seats:
                await table.hear(ear, wire.Sit(2, seat, f"P{'abc'[seat]}"))
        await table.hear(ears[0], wire.Start(3))
        for ear in ears:
            ear.told.clear()
        try:
            await play(table, ears)
        finally:
            table.time.stop()
            await kept_in.close()

    run_alone(whole)
