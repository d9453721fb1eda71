"""Bots think beside the table, in turns and within a budget; people are served meanwhile."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest

from facedown.server import wire
from facedown.server.deadlines import Budget, Metered, Thinking
from facedown.server.limits import Address, Limits
from facedown.server.rooms import room as rooms
from facedown.server.rooms.room import Room
from facedown.server.verbs import receive
from tests.databases import only_sqlite
from tests.laws.leaky import mutant
from tests.sample_game import bots as players
from tests.server.harness import PATIENCE, UNLIMITED, run_alone
from tests.server.room_without_server import Subscriber, cards, in_a_room
from tests.server.within import Within


async def until(so: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not so():
        assert time.monotonic() < end, "waited in vain"
        await asyncio.sleep(0.01)


@pytest.mark.parametrize("replaced", [False, True])
def test_a_table_goes_on_while_a_bot_thinks_and_a_thought_that_is_too_old_is_dropped(
    database: str, replaced: bool
) -> None:
    thinks, may_end = threading.Event(), threading.Event()

    def slow(view: Any, moves: Any, luck: Any) -> int:
        thinks.set()
        assert may_end.wait(PATIENCE)
        return players.highest(view, moves, luck)

    async def play(room: Room, subscribers: list[Subscriber]) -> None:
        assert room.match is not None
        await receive(room, subscribers[1], wire.Leave(4))
        room.subscribers.discard(subscribers[1])
        await receive(room, subscribers[2], wire.Bot(5, 1, "slow"))
        await asyncio.to_thread(thinks.wait, PATIENCE)
        before = room.match.version
        await receive(room, subscribers[0], wire.Say(6, "Take your time."))
        assert subscribers[0].answer()["ok"]
        await receive(room, subscribers[0], wire.Play(7, room.match.version_of(0), cards(room, 0)[0]))
        assert subscribers[0].answer()["ok"]
        if replaced:
            await receive(room, subscribers[2], wire.Bot(8, 1, None))
        may_end.set()
        if replaced:
            await until(
                lambda: room.bots._task is None or room.bots._task.done()
            )  # the thought has come, and nobody wants it
            assert 1 in room.match.table.asked
        else:
            await until(lambda: room.match is not None and room.match.version > before + 1)

    game = mutant()
    game.contract.bot_module = type("Bots", (), {"BOTS": {**players.BOTS, "slow": slow}})  # type: ignore[assignment]  # as modules are
    in_a_room(database, game, 2, play, {"time": "fair", "hand": 3})


def test_bots_that_have_used_up_their_time_rest_and_people_go_on(
    own_app: Callable[..., Within], monkeypatch: pytest.MonkeyPatch
) -> None:
    rests = threading.Event()

    class Watched(Budget):
        @property
        def is_spent(self) -> bool:
            if spent := super().is_spent:
                rests.set()
            return spent

    monkeypatch.setattr(rooms, "Budget", Watched)
    spent = {"FACEDOWN_BOT_SECONDS_AT_ONCE": "0.000001", "FACEDOWN_BOT_SECONDS_A_TABLE": "0.000001"}
    app = own_app(**{**UNLIMITED, **spent})
    table = app.open("botch", 3)
    ann, bo = table.host(), table.person()
    assert ann.sit(0, "Ann")["ok"]
    assert bo.sit(1, "Bo")["ok"]
    assert ann.say("start")["ok"]
    while not (rests.is_set() and table.passing()["asked"] == [2]):  # its first choice was free; then it rests
        for person in (ann, bo):
            assert person.say("ping")["ok"]
            if person.asked:
                assert person.play()["ok"]
    assert ann.say("say", text="It rests.")["ok"]


def test_tables_take_turns() -> None:
    order: list[str] = []

    async def table(thinking: Thinking, name: str) -> None:
        for _ in range(3):
            await thinking.run(lambda: order.append(name))

    async def whole() -> None:
        thinking = Thinking()
        await asyncio.gather(*(table(thinking, name) for name in "abc"))

    run_alone(whole)
    assert order == list("abcabcabc")


class Bots:
    """Those of a table."""


def test_people_come_between_the_turns_of_different_tables() -> None:
    between: list[int] = []
    tables: list[Bots] = []

    async def table(thinking: Thinking, people: list[int]) -> None:
        for _ in range(3):
            tables.append(bots := Bots())
            await thinking.turn(bots)
            between.append(people[0])
            people[0] = 0
            began = time.monotonic()
            while time.monotonic() < began + 0.01:
                pass
            thinking.used(time.monotonic() - began)
            thinking.used(0.0)  # as of one that waits: it shortens nothing

    async def person(people: list[int]) -> None:
        while True:
            await asyncio.sleep(0)
            people[0] += 1

    async def whole() -> None:
        thinking, people = Thinking(), [0]
        asks = asyncio.create_task(person(people))
        await asyncio.gather(*(table(thinking, people) for _ in range(4)))
        asks.cancel()

    run_alone(whole)
    assert len(between) == 12
    assert all(between[1:])


def test_an_address_pays_for_all_its_tables_and_others_for_none_of_them() -> None:
    limits = Limits(bot_seconds_a_table=1e-9, bot_seconds_an_address=1e-9, bot_seconds_at_once=5)
    crowd, other = Address(limits, "crowd"), Address(limits, "other")
    first, second, third = Budget(limits), Budget(limits), Budget(limits)
    for budget, address in ((first, crowd), (second, crowd), (third, other)):
        budget.paid_by(address)
    first.spend(4)
    assert not first.is_spent
    second.spend(2)
    assert first.is_spent
    assert second.is_spent
    assert not third.is_spent
    first.paid_by(other)  # somebody else comes to that table
    assert not first.is_spent
    first.no_longer_paid_by(other)
    assert first.is_spent
    third.spend(6)
    assert third.is_spent


def test_what_bots_write_is_counted_for_those_who_are_there() -> None:
    limits = Limits(kilobytes_an_hour=1e-9, kilobytes_at_once=5)
    budget, here, guest = Budget(limits), Address(limits, "here"), Address(limits, "guest")
    budget.paid_by(here)
    budget.store(4)
    budget.paid_by(guest)
    budget.store(2)
    assert [round(address.space.left()) for address in (here, guest)] == [1, 3]
    assert not budget.is_spent, "the game goes on"


@only_sqlite
def test_games_of_bots_end_when_their_address_has_nothing_left(own_app: Callable[..., Within]) -> None:
    """One that plays them day and night once filled most of the disk."""
    app = own_app(**UNLIMITED | {"FACEDOWN_KILOBYTES_AT_ONCE": "30", "FACEDOWN_KILOBYTES_AN_HOUR": "0.001"})
    host = app.open("gotcha", 2).host()
    assert host.say("bot", seat=0, bot="random")["ok"]
    assert host.say("bot", seat=1, bot="random")["ok"]
    assert host.say("start")["ok"]
    for _ in range(6):  # the games take five kilobytes each, and their moves as much again
        host.wait(lambda: host.over)
        answer = host.say("again")
        if not answer["ok"]:
            break
        host.wait(lambda: not host.over)
    assert answer["why"] == "too_fast"


def test_what_is_awaited_costs_nothing_and_fails_as_it_would() -> None:
    spent: list[float] = []
    elsewhere = []

    def burns() -> None:
        sum(range(2_000_000))
        elsewhere.append(time.thread_time())

    async def works() -> str:
        await asyncio.to_thread(burns)
        sum(range(200_000))
        with pytest.raises(asyncio.CancelledError):
            await asyncio.ensure_future(cancelled())
        return "done"

    async def cancelled() -> None:
        raise asyncio.CancelledError

    async def fails() -> None:
        await asyncio.sleep(0)
        raise KeyError("gone")

    async def whole() -> None:
        assert await Metered(works(), spent.append) == "done"
        with pytest.raises(KeyError):
            await Metered(fails(), spent.append)

    run_alone(whole)
    assert 0 < sum(spent) < elsewhere[0], "another thread's time is not counted"
