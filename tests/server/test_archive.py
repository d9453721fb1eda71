"""A game whose rules have changed since it was played is shown as it was left, and never replayed."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any
from unittest.mock import Mock

import pytest

import facedown
from facedown.core.flat import FlatGame
from facedown.games.clocktower import position
from facedown.server import wire
from facedown.server.play import archive
from facedown.server.play.match import Match, rows_of
from facedown.server.rooms import replay
from facedown.server.rooms.room import Room
from facedown.server.storage.rows import StoredGame
from facedown.server.storage.store import Store
from facedown.server.verbs import receive
from facedown.server.wire import Refused
from tests.databases import execute
from tests.laws.leaky import mutant
from tests.sample_game import GAME
from tests.server.harness import run_alone
from tests.server.room_without_server import Subscriber, cards, in_a_room

SHOWN = ("view", "log", "standing", "seats", "you", "series", "chat")
Visit = Callable[[Room], Awaitable[None]]


def changed_rules() -> FlatGame:
    """The next version of the game, in which nothing that was played is legal."""
    game = mutant(rules={"legal": lambda s, seat, moves: None})
    game.contract.version = 2
    return game


def table_told(subscriber: Subscriber) -> dict[str, Any]:
    return next(message for message in reversed(subscriber.told) if message["is"] == "table")


def played(database: str, tricks: int) -> list[tuple[str | None, dict[str, Any]]]:
    """Two people play and leave, a spectator too: their secrets, and the table as it was shown to them last."""
    left = []

    async def play(room: Room, subscribers: list[Subscriber]) -> None:
        assert room.match is not None
        for _ in range(tricks):
            for seat in (0, 1):
                await receive(room, subscribers[seat], wire.Play(4, room.match.version, cards(room, seat)[0]))
                assert subscribers[seat].answer()["ok"]
        await receive(room, subscribers[0], wire.Say(5, "Good night"))
        for subscriber in subscribers:
            await receive(room, subscriber, wire.Hello(6, secret=subscriber.secret, host="host"))
            left.append((subscriber.secret, table_told(subscriber)))
        for subscriber in subscribers:
            await room.disconnect(subscriber)

    in_a_room(database, mutant(), 2, play)
    return left


def come_back(database: str, game: FlatGame, visit: Callable[[Room], Coroutine[Any, Any, None]]) -> None:
    """The server has this game when somebody comes back to the table."""

    async def whole() -> None:
        stored_in = Store(database)
        await stored_in.open()
        try:
            stored = await stored_in.read("code")
            assert stored is not None
            room = Room(stored, game.contract, stored_in)
            await visit(room)
            room.timekeeper.stop()
        finally:
            await stored_in.close()

    run_alone(whole)


async def arrive(room: Room, secret: str | None = None) -> Subscriber:
    subscriber = Subscriber()
    await receive(room, subscriber, wire.Hello(1, secret=secret, host="host"))
    assert subscriber.answer()["ok"]
    return subscriber


@pytest.mark.parametrize("tricks", [0, 2, 3])
def test_everybody_sees_it_as_they_left_it(database: str, tricks: int) -> None:
    left = played(database, tricks)

    async def visit(room: Room) -> None:
        for secret, before in left:
            somebody = await arrive(room, secret)
            now = table_told(somebody)
            assert {key: now[key] for key in SHOWN if key != "seats"} == {
                key: before[key] for key in SHOWN if key != "seats"
            }
            assert [seat["name"] for seat in now["seats"]] == ["Pa", "Pb"]
            assert (now["phase"], now["asked"], now["legal"]) == ("over", [], [])
            assert now["archived"] == (
                "The rules of High Card have changed since this game was played, so it is shown as it was left and "
                "cannot be continued."
            )
            over = [message for message in somebody.told if message["is"] == "over"]
            assert bool(over) == before["standing"]["over"], "hidden cards are revealed only if the game was over"

    come_back(database, changed_rules(), visit)


def test_nothing_can_be_done_to_it(database: str) -> None:
    (secret, before), *_ = played(database, 1)

    async def visit(room: Room) -> None:
        somebody = await arrive(room, secret)
        for message in (wire.Play(2, before["version"], before["legal"][0]["move"]), wire.Play(3, 0, "nonsense")):
            await receive(room, somebody, message)
            answer = somebody.answer()
            assert (answer["ok"], answer["why"]) == (False, "over")
            assert "have changed" in answer["text"]
        for look in (replay.replay(room, None, None), replay.record(room)):
            with pytest.raises(Refused, match="have changed"):
                await look
        assert room.phase == "over"

    come_back(database, changed_rules(), visit)


def test_a_new_game_can_be_played_at_its_table(database: str) -> None:
    (secret, _), *_ = played(database, 1)
    newer = mutant()
    newer.contract.version = 2

    async def again(room: Room) -> None:
        somebody = await arrive(room, secret)
        await receive(room, somebody, wire.Again(2))
        assert somebody.answer()["ok"]
        told = table_told(somebody)
        assert (told["phase"], told["archived"], len(told["log"])) == ("playing", None, 1)
        await receive(room, somebody, wire.Play(3, told["version"], told["legal"][0]["move"]))
        assert somebody.answer()["ok"]

    async def once_more(room: Room) -> None:
        assert (room.phase, room.archived) == ("playing", None)
        assert room.match is not None
        assert len(rows_of(room.match.table)) == 1

    come_back(database, newer, again)
    come_back(database, newer, once_more)


def test_the_same_version_goes_on(database: str) -> None:
    (secret, before), *_ = played(database, 1)

    async def visit(room: Room) -> None:
        now = table_told(await arrive(room, secret))
        assert {key: now[key] for key in (*SHOWN, "legal", "phase") if key != "seats"} == {
            key: before[key] for key in (*SHOWN, "legal", "phase") if key != "seats"
        }

    come_back(database, mutant(), visit)


@pytest.mark.parametrize("damage", ["DELETE FROM last_views", "UPDATE last_views SET views = NULL"])
def test_without_stored_views_it_is_still_told_plainly(database: str, damage: str) -> None:
    """So is a game from before views were stored; it counts as version 1."""
    (secret, _), *_ = played(database, 1)
    execute(database, damage)

    async def visit(room: Room) -> None:
        told = table_told(await arrive(room, secret))
        assert (told["view"], told["log"], told["standing"], told["phase"]) == (None, [], None, "over")
        assert "it can no longer be shown and cannot be continued" in told["archived"]
        assert [seat["name"] for seat in told["seats"]] == ["Pa", "Pb"]

    come_back(database, changed_rules(), visit)


def test_a_game_that_cannot_be_replayed_by_its_own_rules_is_kept_and_goes_on_when_it_can(
    database: str, caplog: pytest.LogCaptureFixture
) -> None:
    """The program has a mistake, and people are told so, not that the rules have changed."""
    (secret, before), *_ = played(database, 1)
    mistaken = changed_rules()
    mistaken.contract.version = 1

    async def visit(room: Room) -> None:
        told = table_told(await arrive(room, secret))
        assert told["log"] == before["log"]
        assert "error in the program" in told["archived"]
        assert "shown as it was left" in told["archived"]

    async def goes_on(room: Room) -> None:
        told = table_told(await arrive(room, secret))
        assert (told["archived"], told["legal"]) == (None, before["legal"])

    come_back(database, mistaken, visit)
    (logged,) = [record for record in caplog.records if record.exc_info]
    assert "cannot be replayed" in logged.getMessage()
    come_back(database, mutant(), goes_on)


def test_options_that_the_game_no_longer_has_are_left_out_of_the_next_one(database: str) -> None:
    (secret, before), *_ = played(database, 1)
    execute(database, """UPDATE tables SET options = '{"time": "short", "hand": 9, "jokers": "two"}'""")

    async def visit(room: Room) -> None:
        somebody = await arrive(room, secret)
        assert table_told(somebody)["log"] == before["log"]
        assert room.options == GAME.checked_options({"time": "short"})
        await receive(room, somebody, wire.Again(2))
        assert somebody.answer()["ok"]

    come_back(database, mutant(), visit)


def test_what_was_sent_is_what_the_log_says(database: str) -> None:
    async def play(room: Room, subscribers: list[Subscriber]) -> None:
        assert room.match is not None
        table = room.match.table
        for move in range(4):
            seat = move % 2
            await receive(room, subscribers[seat], wire.Play(4, room.match.version, cards(room, seat)[0]))
            if move == 1:  # somebody comes in between, and all that was said is made anew for them
                await receive(room, subscribers[0], wire.Hello(5, secret=subscribers[0].secret))
        assert len(table.frames) > 4
        for receiver in (0, 1, None):
            assert room.match.log(receiver) == tuple(table.log(receiver))

    in_a_room(database, mutant(), 2, play)


def test_a_past_moment_is_taken_up_once_for_all_who_saw_it(monkeypatch: pytest.MonkeyPatch) -> None:
    town, names = facedown.game("clocktower").contract, ("Ann", "Bo", "Cy", "Di", "Ed", "Story")
    match, dice = Match(town, StoredGame("5", names, None), town.checked_options({}), 1), random.Random(2)
    for _ in range(40):
        seat = dice.choice(match.table.asked)
        match.play(seat, dice.choice(match.table.legal(seat)))
    taken_up = Mock(wraps=position.thawed)
    monkeypatch.setattr(position, "thawed", taken_up)
    archive.packed(match, range(len(names)))
    assert 0 < taken_up.call_count <= len(match.table.frames) + 1
