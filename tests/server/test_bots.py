"""Bots at a table: one that fails does not stop the game, and cannot fail unnoticed."""

from __future__ import annotations

import json
from typing import Any

import pytest

import facedown
from facedown.server import wire
from facedown.server.rooms.room import Room
from facedown.server.verbs import receive
from tests.databases import only_sqlite
from tests.laws.leaky import mutant
from tests.sample_game import GAME
from tests.sample_game import bots as players
from tests.server.harness import run_alone
from tests.server.room_without_server import Subscriber, in_a_room, opened_room, over


def broken(view: Any, moves: Any, luck: Any) -> int:
    raise KeyError("a card that this bot does not know")


def illegal(view: Any, moves: Any, luck: Any) -> int:
    return 60


@pytest.mark.parametrize(
    ("bot", "says"),
    [(broken, "a card that this bot does not know"), (illegal, "move number 60, which is not legal")],
)
@only_sqlite
def test_a_bot_that_fails_is_logged_once_and_the_game_goes_on(
    database: str, failed_bots: list[str], bot: Any, says: str
) -> None:
    async def play(room: Room, subscribers: list[Subscriber]) -> None:
        await receive(room, subscribers[0], wire.Leave(4))
        room.subscribers.discard(subscribers[0])
        await receive(room, subscribers[1], wire.Bot(5, 0, "highest"))
        await receive(room, subscribers[1], wire.Leave(6))
        room.subscribers.discard(subscribers[1])
        await receive(room, subscribers[2], wire.Bot(7, 1, "highest"))
        await over(room)
        assert room.match is not None
        secrets = [room.match.stored_game.seed, *(state.secret or "" for state in room.seating)]
        (failure,) = failed_bots
        assert all(word in failure for word in (room.code, GAME.id, "'highest'", says))
        assert "Traceback" in failure
        assert not any(secret and secret in failure for secret in secrets)
        failed_bots.clear()

    game = mutant()
    game.contract.bot_module = type("Bots", (), {"BOTS": {**players.BOTS, "highest": bot}})  # type: ignore[assignment]  # as modules are
    in_a_room(database, game, 2, play)


def home_made(team: str, number: int) -> dict[str, object]:
    return {"id": f"{team}{number}", "name": f"{team.title()} {number}", "team": team, "ability": "Does something."}


TEAMS = ("townsfolk", "townsfolk", "townsfolk", "outsider", "minion", "demon")
SCRIPT = ["chef", "empath", "drunk", "poisoner", "imp", *(home_made(team, n) for n, team in enumerate(TEAMS))]
NAMES = ("Bo", "Ann the 2nd", "Зоя", "Ann", "Anna", "José", "X 1", "Mira")


def test_bots_play_a_script_of_home_made_characters_whatever_the_players_are_called(sqlite: str) -> None:
    """One name is part of another, some are not of Latin letters; a bot that fails fails the test."""

    async def whole() -> None:
        game = facedown.game("clocktower")
        options = game.checked_options({"script": json.dumps(SCRIPT)})
        room, host = await opened_room(sqlite, game, len(NAMES), options), Subscriber()
        await receive(room, host, wire.Hello(1, host="host"))
        for seat, name in enumerate(NAMES):
            person = Subscriber()
            await receive(room, person, wire.Hello(1))
            await receive(room, person, wire.Sit(2, seat, name))
            await room.disconnect(person)
            await receive(room, host, wire.Bot(3, seat, "sensible"))
        await receive(room, host, wire.Start(4))
        await over(room)
        await room.disconnect(host)
        await room.store.close()

    run_alone(whole)
