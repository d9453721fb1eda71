"""How long bots take must not tell how much they had to decide where nobody sees it."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

import facedown
from facedown.server import bots, secrets, store, wire
from facedown.server.room import Room
from facedown.server.store import Store
from tests.server.harness import run_alone

SEATS = 6
OPTIONS: dict[str, str | int] = {"script": "washerwoman, chef, empath, fortuneteller, poisoner, imp"}


class Subscriber:
    """A connection that does not listen."""

    seat: int | None = None
    host = True

    def send(self, text: str) -> None:
        pass


def test_all_that_bots_answer_unseen_comes_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By night, say: whoever counted the seconds could else tell how many are awake, or what was to be decided."""
    planned: dict[int, list[float]] = {}
    whole_move = bots.Bots._act

    async def noted(self: bots.Bots, turn: bots.Turn) -> bool:
        match = self._room.match
        assert match is not None
        if turn.seat not in match.table.known_asked(None):
            planned.setdefault(match.version_of(None), []).append(self._due[turn])
        return await whole_move(self, turn)

    monkeypatch.setattr(bots.Bots, "_act", noted)
    monkeypatch.setattr(secrets, "new_seed", lambda: "1")
    monkeypatch.setattr("secrets.token_hex", lambda _: "1")

    async def whole() -> None:
        kept_in = Store(f"sqlite:///{tmp_path / 'tables.db'}")
        await kept_in.open()
        opened = store.table_opened("code", "clocktower", OPTIONS, "fast", secrets.hashed("host"))
        await kept_in.write(opened, *(store.seat_added("code", seat) for seat in range(SEATS)))
        stored = await kept_in.read("code", 0)
        assert stored is not None
        room, subscriber = Room(stored, facedown.game("clocktower"), kept_in), Subscriber()
        await room.receive(subscriber, wire.Hello(1, host="host"))
        for seat in range(SEATS):
            await room.receive(subscriber, wire.Bot(2 + seat, seat, "random"))
        await room.receive(subscriber, wire.Start(20))
        try:
            while room.match is None or not room.match.table.continuous:
                await asyncio.sleep(0.05)
        finally:
            room.subscribers.discard(subscriber)
            room.timekeeper.stop()
            await kept_in.close()

    run_alone(whole)
    assert all(len(set(moments)) == 1 for moments in planned.values())
    assert max(map(len, planned.values())) > 3, "a night in which several things are decided"
