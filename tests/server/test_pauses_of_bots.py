"""How long bots take must not tell how much they had to decide where nobody sees it."""

from __future__ import annotations

import asyncio
import secrets
from pathlib import Path

import pytest

import facedown
from facedown.server import bots, keys, store, wire
from facedown.server.live import LiveTable
from facedown.server.store import Store
from tests.server.harness import run_alone

SEATS = 6
OPTIONS: dict[str, str | int] = {"script": "washerwoman, chef, empath, fortuneteller, poisoner, imp"}


class Ear:
    """A connection that does not listen."""

    seat: int | None = None
    host = True

    def send(self, text: str) -> None:
        pass


def test_all_that_bots_answer_unseen_comes_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By night, say: whoever counted the seconds could else tell how many are awake, or what was to be decided."""
    planned: dict[int, list[float]] = {}
    whole_move = bots.Bots._move

    async def noted(self: bots.Bots, turn: bots.Turn) -> bool:
        running = self._table.running
        assert running is not None
        if turn.seat not in running.table.known_asked(None):
            planned.setdefault(running.version_of(None), []).append(self._due[turn])
        return await whole_move(self, turn)

    monkeypatch.setattr(bots.Bots, "_move", noted)
    monkeypatch.setattr(keys, "new_seed", lambda: "1")
    monkeypatch.setattr(secrets, "token_hex", lambda _: "1")

    async def whole() -> None:
        kept_in = Store(f"sqlite:///{tmp_path / 'tables.db'}")
        await kept_in.open()
        opened = store.table_opened("code", "clocktower", OPTIONS, "fast", keys.hashed("host"))
        await kept_in.write(opened, *(store.seat_added("code", seat) for seat in range(SEATS)))
        kept = await kept_in.read("code", 0)
        assert kept is not None
        table, ear = LiveTable(kept, facedown.game("clocktower"), kept_in), Ear()
        await table.hear(ear, wire.Hello(1, host="host"))
        for seat in range(SEATS):
            await table.hear(ear, wire.Bot(2 + seat, seat, "random"))
        await table.hear(ear, wire.Start(20))
        try:
            while table.running is None or not table.running.table.continuous:
                await asyncio.sleep(0.05)
        finally:
            table.ears.discard(ear)
            table.time.stop()
            await kept_in.close()

    run_alone(whole)
    assert all(len(set(moments)) == 1 for moments in planned.values())
    assert max(map(len, planned.values())) > 3, "a night in which several things are decided"
