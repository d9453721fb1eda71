"""A game whose rules have changed since it was played is neither shown nor replayed, and nothing of it is lost."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

import pytest
from msgspec.structs import replace

from facedown.core.flat import FlatGame
from facedown.server import wire
from facedown.server.play.match import rows_of
from facedown.server.rooms import replay
from facedown.server.rooms.room import Room, played_by
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


def test_nothing_can_be_done_to_it(database: str) -> None:
    (secret, before), *_ = played(database, 1)

    async def visit(room: Room) -> None:
        somebody = await arrive(room, secret)
        told = table_told(somebody)
        assert (told["view"], told["log"], told["standing"], told["legal"]) == (None, [], None, [])
        assert "can be neither shown nor continued. Pa and Pb played it, and it was not over." in told["archived"]
        assert [seat["name"] for seat in told["seats"]] == ["Pa", "Pb"]
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


def test_what_is_known_of_it_is_told() -> None:
    played = StoredGame("seed", ("Pa", "Pb", "Pc"), (0, 2), None)
    assert played_by(played) == " Pa, Pb and Pc played it, and Pa and Pc won."
    assert played_by(replace(played, winners=())) == " Pa, Pb and Pc played it, and nobody won."
    assert played_by(replace(played, names=())) == "", "its row is broken"


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
        assert (room.phase, room.closed) == ("playing", None)
        assert room.match is not None
        assert len(rows_of(room.match.table)) == 1
        with pytest.raises(Refused, match="have changed"):
            await replay.replay(room, None, None, game=1)

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


def test_a_game_that_cannot_be_replayed_by_its_own_rules_is_kept_and_goes_on_when_it_can(
    database: str, caplog: pytest.LogCaptureFixture
) -> None:
    """The program has a mistake, and people are told so, not that the rules have changed."""
    (secret, before), *_ = played(database, 1)
    mistaken = changed_rules()
    mistaken.contract.version = 1

    async def visit(room: Room) -> None:
        told = table_told(await arrive(room, secret))
        assert "error in the program" in told["archived"]
        assert "nothing of it is lost" in told["archived"]

    async def goes_on(room: Room) -> None:
        told = table_told(await arrive(room, secret))
        assert (told["archived"], told["legal"]) == (None, before["legal"])

    come_back(database, mistaken, visit)
    (logged,) = [record for record in caplog.records if record.exc_info]
    assert "cannot be replayed" in logged.getMessage()
    come_back(database, mutant(), goes_on)


def test_options_that_the_game_no_longer_has_are_left_out_of_the_next_one(database: str) -> None:
    (secret, _), *_ = played(database, 1)
    execute(database, """UPDATE tables SET options = '{"time": "short", "hand": 9, "jokers": "two"}'""")

    async def visit(room: Room) -> None:
        somebody = await arrive(room, secret)
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
