"""How long bots take must not tell how much they had to decide where nobody sees it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

import facedown
from facedown.core.game import Move
from facedown.server import wire
from facedown.server.play.match import Match
from facedown.server.rooms import bots, secrets
from facedown.server.rooms.bots import Stretch
from facedown.server.rooms.room import Room
from facedown.server.storage.rows import SeatState
from facedown.server.verbs import receive
from tests.server.harness import run_alone
from tests.server.room_without_server import Subscriber, opened_room, says, value
from tests.server.watched import Watched, town

SEATS = 6
OPTIONS: dict[str, str | int] = {"script": "washerwoman, chef, empath, fortuneteller, poisoner, imp"}


def test_all_that_bots_answer_unseen_in_one_beat_comes_together(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By night, say: whoever counted the seconds could else tell how many are awake, or what was to be decided."""
    planned: dict[tuple[int, int], list[float]] = {}
    whole_move = bots.Bots._settle

    async def noted(self: bots.Bots, turn: bots.Decision, move: Move | None) -> bool:
        match = self._room.match
        assert match is not None
        if turn.seat not in match.table.known[None].asked:
            when = match.version_of(None), match.table.now(match.table.contract.beat).number
            planned.setdefault(when, []).append(self._due[turn])
        return await whole_move(self, turn, move)

    monkeypatch.setattr(bots.Bots, "_settle", noted)
    monkeypatch.setattr(secrets, "new_seed", lambda: "1")
    monkeypatch.setattr("secrets.token_hex", lambda _: "1")

    async def whole() -> None:
        room = await opened_room(sqlite, facedown.game("clocktower"), SEATS, OPTIONS, "fast")
        subscriber = Subscriber()
        await receive(room, subscriber, wire.Hello(1, host="host"))
        for seat in range(SEATS):
            await receive(room, subscriber, wire.Bot(2 + seat, seat, "random"))
        await receive(room, subscriber, wire.Start(20))
        try:
            while room.match is None or not room.match.table.timing.continuous:
                await asyncio.sleep(0.05)
        finally:
            room.subscribers.discard(subscriber)
            room.timekeeper.stop()
            await room.store.close()

    run_alone(whole)
    assert all(len(set(moments)) == 1 for moments in planned.values())
    assert sum(len(moments) > 1 for moments in planned.values()) > 1, "beats in which several things are decided"
    assert len({beat for _, beat in planned}) > 3, "several wake"


def test_a_beat_comes_when_it_comes_whatever_was_done_before_it() -> None:
    """Only how far the night has got decides when something is done in it, and how long people took."""
    stretch = Stretch("fast", (1, 1), 100.0)
    first = stretch.due(0, 100.0, 0.3)
    assert first == 100.3
    seventh = stretch.due(7, 100.4, 0.2)
    assert bots.BEATS["fast"][0] * 7 <= seventh - first <= bots.BEATS["fast"][1] * 7
    assert stretch.due(7, 101.0, 0.4) == seventh, "nothing more is to be waited for"
    stretch.is_answered = True
    later = stretch.due(7, 200.0, 0.4)
    assert 200.0 + bots.PAUSES["fast"][0] <= later <= 200.0 + bots.PAUSES["fast"][1]
    assert stretch.due(7, 200.1, 0.4) == later
    assert stretch.due(9, 200.1, 0.4) > later


async def in_a_room(database: str, options: str) -> tuple[Room, Match]:
    """Five players, of whom two are people, and a person who tells the story, when night has fallen."""
    room = await opened_room(database, facedown.game("clocktower"), SEATS, {}, "human")
    watched = town("Ann Chef, Bo Mayor, Cy Soldier, Di Poisoner, Ed Imp", options=options)
    room.match = watched
    room.subscribers.add(Subscriber())
    room.seating = [
        SeatState(name, "random" if 1 < seat < 5 else None, None) for seat, name in enumerate(watched.table.names)
    ]
    await room.store.close()
    return room, watched


def test_a_whisper_that_others_cannot_see_does_not_make_bots_think_again(sqlite: str) -> None:
    """Leak 6: it made every bot take a new pause, which everybody could see."""

    async def whole() -> None:
        room, match = await in_a_room(sqlite, "whispers: hidden\n")
        Watched(match).until_day()
        before = room.bots._decisions()
        assert {turn.seat for turn in before} == {2, 3, 4}
        says(match, 0, 'whisper Bo "I am the Chef"')
        assert room.bots._decisions() == before
        says(match, 0, 'whisper Cy "I am the Chef"')
        assert room.bots._decisions() == before, "nor does one that a bot hears: others do not know of it"
        says(match, 0, 'say "Good morning."')
        assert not set(room.bots._decisions()) & set(before)

    run_alone(whole)


def test_a_bot_answers_a_whisper_in_a_time_of_its_own(sqlite: str) -> None:
    """What everybody sees of it keeps its time; the answer comes also if it has said that it is done."""

    async def whole() -> None:
        room, match = await in_a_room(sqlite, "whispers: hidden\n")
        room.seating = [SeatState(state.name, "sensible" if state.bot else None, None) for state in room.seating]
        Watched(match).until_day()
        before = room.bots._decisions()
        says(match, 0, "whisper Cy = ask self")
        (answer,) = set(room.bots._decisions()) - set(before)
        assert set(before) < set(room.bots._decisions()), "all else is as it was"
        assert (answer.seat, answer.alone) == (2, True)
        move = room.bots._reply(answer, match.table, match.table.observation(answer.seat))
        assert move is not None
        match.play(2, move)
        assert room.bots._decisions() == before
        (said,) = [whisper for whisper in match.table.view(0).whispers if whisper.by == 2]
        assert said.text
        assert not match.table.view(1).whispers

    run_alone(whole)


def test_bots_hear_the_accused_before_they_vote(sqlite: str) -> None:
    """Who is nominated says something for themselves; only then hands go up."""

    async def whole() -> None:
        room, match = await in_a_room(sqlite, "whispers: hidden\nsweep: 2\n")
        room.seating = [SeatState(state.name, "sensible" if state.bot else None, None) for state in room.seating]
        Watched(match).until_day()
        for seat, words in ((2, "claim Soldier"), (5, "to nominations"), (0, "nominate Cy"), (5, "go on")):
            says(match, seat, words)
        says(match, 3, "no")
        (speaks,) = room.bots._decisions()
        assert (speaks.seat, speaks.alone) == (2, True)
        move = room.bots._reply(speaks, match.table, match.table.observation(speaks.seat))
        assert move is not None
        assert move.text.startswith("say = defence Cy because ")
        match.play(2, move)
        assert {turn.seat for turn in room.bots._decisions()} <= {3, 4}, "then hands are counted"
        assert room.bots._decisions()

    run_alone(whole)


def make(match: Match) -> Callable[[int, Move], Awaitable[None]]:
    """What a bot chooses happens at once, and nothing is stored."""

    async def made(seat: int, move: Move) -> None:
        match.play(seat, move)

    return made


def test_bots_wait_with_nominations_until_people_had_time(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """For who is done, or says that it shall go on; anew after each nomination; in talk they go on as always."""

    async def whole() -> None:
        room, match = await in_a_room(sqlite, "whispers: hidden\n")
        room.asked_to_wait = True
        Watched(match).until_day()
        assert room.bots._decisions(), "talk waits for nobody"
        says(match, 5, "to nominations")
        monkeypatch.setattr(room.bots, "_make", make(match))
        waiting = room.bots._decisions()
        assert {one.talks for one in waiting} == {True}
        assert await room.bots._settle(waiting[0], match.table.interpret(2, "nominate Di"))
        assert not match.table.observation(None).nominations, "that is kept back"
        assert await room.bots._settle(waiting[0], match.table.interpret(2, "say = suspicion Di because silent Di"))
        assert match.table.observation(None).circle[2].says, "and words are not"
        says(match, 0, "done")
        assert {one.talks for one in room.bots._decisions()} == {True}, "the other person thinks yet"
        says(match, 1, "done")
        assert {one.talks for one in room.bots._decisions()} == {False}
        says(match, 2, "nominate Di")
        while not match.table.timing.continuous:
            seat = match.table.asked[0]
            match.play(seat, match.table.legal(seat)[0])
        assert {one.talks for one in room.bots._decisions()} == {True}, "it has to be thought about again"
        room.bots.go_on()
        assert {one.talks for one in room.bots._decisions()} == {False}

    run_alone(whole)


def test_every_bot_leaves_nominations_to_several_people_for_the_same_time(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From when they open, and again after each vote; talk is left to nobody."""
    now = 100.0
    monkeypatch.setattr("facedown.server.rooms.bots.time.monotonic", lambda: now)
    monkeypatch.setattr(bots, "reaction", lambda *_, **__: 1.0)

    def due(room: Room) -> set[float]:
        room.bots._next(room.bots._decisions())
        return set(room.bots._due.values())

    async def whole() -> None:
        nonlocal now
        room, match = await in_a_room(sqlite, "whispers: hidden\n")
        room.seating = [state if state.bot else SeatState(state.name, None, "x") for state in room.seating]
        Watched(match).until_day()
        assert due(room) == {101.0}
        says(match, 5, "to nominations")
        left = bots.LEFT_TO_PEOPLE["human"]
        assert due(room) == {101.0 + left}
        now += 3
        says(match, 0, "say Hm.")
        assert due(room) == {101.0 + left}, "what is said does not begin it anew"
        says(match, 0, "nominate Di")
        while not match.table.timing.continuous:
            seat = match.table.asked[0]
            match.play(seat, match.table.legal(seat)[0])
        assert due(room) == {104.0 + left}
        says(match, 0, "done")
        says(match, 1, "done")
        assert due(room) == {104.0}, "where no person is asked any more, nobody waits"

    run_alone(whole)


@pytest.mark.covers("clocktower 2.9")
def test_day_breaks_by_itself_and_no_sooner_than_the_night_may_end(sqlite: str) -> None:
    async def whole() -> None:
        room, match = await in_a_room(sqlite, "night: 30\n")
        room.bots.wake()
        table = match.table
        while not table.now(table.contract.beat).after:
            seat = table.asked[0]
            match.play(seat, table.legal(seat)[0])
        assert (
            table.view(None).phase,
            table.now(table.contract.beat).seat,
            table.now(table.contract.beat).after,
        ) == (
            "night",
            5,
            30.0,
        )
        (turn,) = room.bots._decisions()
        assert turn.seat == 5
        _, delay = room.bots._next([turn])
        assert 0 < delay <= 30
        teller = Subscriber()
        teller.seat = 5
        room.subscribers.add(teller)
        await receive(room, teller, wire.Play(1, match.version_of(5), value(room, 5, "go on")))
        assert "by itself" in teller.answer()["text"]

    run_alone(whole)
