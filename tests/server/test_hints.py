"""A hint is what a bot would do by this seat's view; who plays against bots alone gets it, and nobody else."""

from __future__ import annotations

import asyncio
import re
import threading
from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import Any, cast

import pytest

import facedown
from facedown.server import wire
from facedown.server.rooms.room import Room
from facedown.server.storage.rows import SeatState
from facedown.server.verbs import play as verb
from facedown.server.verbs import receive
from facedown.server.wire import Refused
from tests.games.clocktower.ready import all_look
from tests.server.harness import PATIENCE, run_alone
from tests.server.room_without_server import Subscriber, opened_room
from tests.server.within import Within

BOT, PERSON = (cast(SeatState, SimpleNamespace(bot=bot)) for bot in ("sensible", None))
MOVES = 60


@pytest.mark.parametrize("game", ["bayou-boss", "gotcha", "botch"])
def test_a_hint_is_a_legal_move_and_depends_on_nothing_that_the_seat_cannot_see(game: str) -> None:
    table = facedown.game(game).new(seed=4)
    seat = table.asked[0]
    seating = [PERSON if other == seat else BOT for other in range(len(table.names))]
    told = verb.thought_of(facedown.game(game).contract, table, seating, seat)
    assert told.move in table.listed(seat)
    for seed in range(5):
        other = table.copy()
        other._position = table.determinized(seat, seed).position()
        other._forget()
        assert verb.thought_of(facedown.game(game).contract, other, seating, seat) == told


def test_what_is_the_only_legal_move_is_not_weighed() -> None:
    game = facedown.game("bayou-boss")
    table = game.new(seed=4)
    while len(table.legal(table.asked[0])) > 1:
        table.play(table.asked[0], table.legal(table.asked[0])[0].text)
    seat = table.asked[0]
    told = verb.thought_of(
        game.contract, table, [PERSON if other == seat else BOT for other in range(len(table.names))], seat
    )
    assert told == wire.Hint(table.listed(seat)[0], "Nothing else is allowed now.")


@pytest.mark.parametrize("seed", range(12))
def test_no_hint_praises_a_card_for_losing_points_or_tells_parts_of_one(seed: int) -> None:
    game = facedown.game("gotcha")
    table = game.new(seed=seed, tier="starter")
    while not table.over:
        seat = table.asked[0]
        told = verb.thought_of(game.contract, table, [PERSON if other == seat else BOT for other in range(2)], seat)
        assert not re.search(r"−|\d\.\d", told.why), told.why
        assert "worse than" not in told.why, f"{told.move.text} is proposed for what is bad about it: {told.why}"
        table.play(seat, told.move.text)


def test_nobody_is_helped_at_a_table_of_people_or_when_it_is_not_their_turn() -> None:
    table = facedown.game("bayou-boss").new(seed=4)
    seat = table.asked[0]
    asked: list[tuple[list[Any], int | None]] = [
        ([PERSON] * len(table.names), seat),
        ([BOT] * len(table.names), 1 - seat),
        ([BOT] * len(table.names), None),
    ]
    for seating, who in asked:
        with pytest.raises(Refused) as refused:
            verb.thought_of(facedown.game("bayou-boss").contract, table, seating, who)
        assert refused.value.why == "not_yours"


@pytest.mark.parametrize("game", ["bayou-boss", "botch", "bots-battleground", "gotcha"])
def test_every_hint_has_a_reason_of_its_own(game: str) -> None:
    """Who follows hints for long enough is told why each time, and not always the same."""
    table = facedown.game(game).new(seed=3)
    reasons = set()
    for _ in range(MOVES):
        if table.over:
            break
        for seat in table.asked:
            seating = [PERSON if other == seat else BOT for other in range(len(table.names))]
            if table.timing.continuous:
                table.play(seat, table.now(table.contract.timeout_move, seat, table.names))
                continue
            told = verb.thought_of(facedown.game(game).contract, table, seating, seat)
            assert "would do" not in told.why, told
            assert told.why.endswith("."), told
            reasons.add(told.why)
            table.play(seat, told.move.text)
            break
    assert len(reasons) >= (1 if game == "bots-battleground" else 8), reasons


def test_whoever_tells_the_story_may_ask_at_a_table_of_people() -> None:
    game = facedown.game("clocktower")
    table = game.new(8, seed=4)
    teller = len(table.names) - 1
    while teller not in table.asked or len(table.legal(teller)) == 1:
        all_look(table)
        if teller in table.asked:
            table.play(teller, "go on")
    told = verb.thought_of(game.contract, table, [PERSON] * len(table.names), teller)
    assert all(move in table.listed(teller) for move in (told.move, *told.then))
    with pytest.raises(Refused):
        verb.thought_of(game.contract, table, [PERSON] * len(table.names), 0)


def test_it_is_asked_for_over_the_socket(app: Within) -> None:
    table = app.open("bayou-boss", 2)
    host = table.host()
    assert host.sit(0, "Ann")["ok"]
    assert host.say("start")["ok"]
    host.wait(lambda: host.asked)
    answer = host.say("hint")
    assert answer["ok"]
    assert answer["hint"]["move"] in host.state["legal"]


def alone(database: str, play: Callable[[Room, Subscriber, Subscriber], Awaitable[None]]) -> None:
    """Play against a bot, with somebody who watches, until it is the person's turn."""

    async def whole() -> None:
        room = await opened_room(database, facedown.game("bayou-boss"), 2, {})
        host, watcher = Subscriber(), Subscriber()
        await receive(room, host, wire.Hello(1, host="host"))
        await receive(room, host, wire.Sit(2, 0, "Ann"))
        await receive(room, watcher, wire.Hello(1))
        await receive(room, host, wire.Start(3))
        try:
            async with asyncio.timeout(PATIENCE):
                while room.match is None or 0 not in room.match.table.asked:
                    await asyncio.sleep(0.01)
                await play(room, host, watcher)
        finally:
            room.timekeeper.stop()
            for subscriber in (host, watcher):
                await room.disconnect(subscriber)
            room.bots.wake()
            await room.store.close()

    run_alone(whole)


def test_the_table_goes_on_while_a_bot_thinks_about_a_hint(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    thinks, go_on, think = threading.Event(), threading.Event(), verb.thought_of

    def slowly(*asked: Any) -> wire.Hint:
        thinks.set()
        assert go_on.wait(PATIENCE)
        return think(*asked)

    async def play(room: Room, host: Subscriber, watcher: Subscriber) -> None:
        monkeypatch.setattr(verb, "thought_of", slowly)
        for moves in (False, True):
            thinks.clear()
            go_on.clear()
            asked = asyncio.create_task(receive(room, host, wire.AskHint(5)))
            assert await asyncio.to_thread(thinks.wait, PATIENCE)
            await receive(room, watcher, wire.Ping(6))
            assert watcher.answer()["n"] == 6, "nobody waits for the bot's thoughts"
            if moves:
                again = Subscriber()
                await receive(room, again, wire.Hello(1, secret=host.secret))
                assert room.match is not None
                move = room.match.table.listed(0)[0].move
                await receive(room, again, wire.Play(7, room.match.version, move))
                assert again.answer()["ok"]
            go_on.set()
            await asked
            answer = host.answer()
            assert answer["ok"] != moves, answer
            if moves:
                assert answer["why"] in ("stale", "not_yours"), "what was thought of is over"
                await room.disconnect(again)

    alone(sqlite, play)


def test_whoever_may_not_ask_is_told_so_whatever_the_bots_have_used(sqlite: str) -> None:
    async def play(room: Room, host: Subscriber, watcher: Subscriber) -> None:
        room.bots.budget.spend(1e6)
        for who, why in ((watcher, "not_yours"), (host, "too_fast")):
            await receive(room, who, wire.AskHint(5))
            assert who.answer()["why"] == why

    alone(sqlite, play)
