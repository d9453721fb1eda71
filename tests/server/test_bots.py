"""Bots at a table: one that fails does not stop the game, and cannot fail unnoticed."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest

from facedown.server import wire
from facedown.server.room import Room
from tests.laws.leaky import mutant
from tests.sample_game import GAME
from tests.sample_game import bots as players
from tests.server.harness import PATIENCE
from tests.server.in_a_room import Subscriber, in_a_room


def broken(view: Any, moves: Any, luck: Any) -> int:
    raise KeyError("a card that this bot does not know")


def illegal(view: Any, moves: Any, luck: Any) -> int:
    return 60


@pytest.mark.parametrize(
    ("bot", "says"),
    [(broken, "a card that this bot does not know"), (illegal, "move number 60, which is not legal")],
)
def test_a_bot_that_fails_is_logged_once_and_the_game_goes_on(
    tmp_path: Path, failed_bots: list[str], bot: Any, says: str
) -> None:
    async def play(room: Room, subscribers: list[Subscriber]) -> None:
        await room.receive(subscribers[0], wire.Leave(4))
        room.subscribers.discard(subscribers[0])
        await room.receive(subscribers[1], wire.Bot(5, 0, "highest"))
        await room.receive(subscribers[1], wire.Leave(6))
        room.subscribers.discard(subscribers[1])
        await room.receive(subscribers[2], wire.Bot(7, 1, "highest"))
        end = time.monotonic() + PATIENCE
        while room.phase != "over":
            assert time.monotonic() < end
            await asyncio.sleep(0.02)
        assert room.match is not None
        secrets = [room.match.stored_game.seed, *(state.secret or "" for state in room.seating)]
        (failure,) = failed_bots
        assert all(word in failure for word in (room.code, GAME.id, "'highest'", says))
        assert "Traceback" in failure
        assert not any(secret and secret in failure for secret in secrets)
        failed_bots.clear()

    game = mutant()
    game.bot_module = type("Bots", (), {"BOTS": {**players.BOTS, "highest": bot}})  # type: ignore[assignment]  # as modules are
    in_a_room(tmp_path, game, 2, play)
