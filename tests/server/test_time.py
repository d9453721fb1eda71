"""The clock of a table: deadlines, moves that come too late, what is told of time, and what is stored of it."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest

import facedown
from facedown.server import wire
from facedown.server.rooms.room import Room
from facedown.server.verbs import receive
from tests.databases import execute
from tests.laws.leaky import mutant
from tests.replaced import replaced
from tests.sample_game import GAME, rules
from tests.server.harness import UNLIMITED, Opened, Person, play_out
from tests.server.room_without_server import Hands, Subscriber, cards, in_a_room
from tests.server.within import Within

SOON = 0.05  # seconds that everybody has where nobody does anything in them
AN_AGE = "36000"  # seconds in which no test ends: the clock runs, and never rings
ROUNDED = 0.002  # by how much two times may differ that are told in thousandths


@pytest.fixture
def hands(monkeypatch: pytest.MonkeyPatch) -> Hands:
    return Hands(monkeypatch)


def started(app: Within, *names: str, seats: int = 2, time: str = "short", pace: str = "instant") -> list[Person]:
    """People who have begun a game of High Card in which time is short; bots are in the other seats."""
    table = app.open(GAME.id, seats, pace, time=time)
    people = [table.host() if seat == 0 else table.person() for seat in range(len(names))]
    for seat, (person, name) in enumerate(zip(people, names, strict=True)):
        assert person.sit(seat, name)["ok"]
    assert people[0].say("start")["ok"]
    for person in people:
        person.wait(person.begun)
    return people


def rows(app: Within) -> list[tuple[Any, ...]]:
    return execute(app.url, "SELECT number, seat, move FROM moves ORDER BY number")


def test_where_nobody_says_anything_the_clock_plays_the_game_to_its_end(app: Within) -> None:
    with replaced([(rules, "SHORT", SOON)]):
        ann, bo = started(app, "Ann", "Bo")
        assert round(ann.state["clock"]["ends"] - ann.state["clock"]["now"], 3) <= SOON
        for person in (ann, bo):
            person.wait_until(lambda person: person.over)
    log = [event["text"] for event in ann.state["log"]]
    assert log.count("There is no time left to wait.") == 3
    assert sum(ann.state["standing"]["scores"]) == 3
    assert ann.state["clock"] is None


def test_where_the_same_is_asked_once_more_everybody_hears_how_long(app: Within) -> None:
    ann, bo = started(app, "Ann", "Bo")
    before = ann.state["clock"]["ends"]
    for person in (ann, bo):
        person.wait_until(lambda person: person.state["clock"]["ends"] > before)
        assert (person.state["frames"], person.state["version"]) == ([], 0)


def test_of_ticks_in_which_nothing_is_to_be_seen_nobody_hears(own_app: Callable[..., Within]) -> None:
    people = started(own_app(SECONDS="0.2", CONTINUOUS="1", **UNLIMITED), "Ann", "Bo")
    for person in people:
        person.told.clear()
        person.wait_until(lambda person: "update" in person.kinds())
        assert [message["frames"][0]["event"]["kind"] for message in person.told] == ["hurry"], "after three times"


def test_a_game_without_a_clock_has_none(app: Within) -> None:
    (ann,) = started(app, "Ann", time="ample")
    assert ann.state["clock"] is None
    assert ann.say("ping")["now"] > 0


def test_nobody_who_has_come_alone_is_hurried(app: Within) -> None:
    """Who was invited and never came has a bot in their seat."""
    (ann,) = started(app, "Ann", time="short")
    assert ann.state["clock"] is None


def test_where_the_others_are_put_off_their_seats_a_time_that_was_told_stays(app: Within) -> None:
    ann, _ = started(app, "Ann", "Bo", time="fair")
    assert ann.say("remove", seat=1)["ok"]
    told = ann.state["clock"]["ends"]
    ann.told.clear()
    assert ann.hello(secret=ann.secret)["ok"]
    ann.wait(lambda: "table" in ann.kinds())
    assert ann.state["clock"]["ends"] == told
    play_out(ann, moves=1)
    ann.wait(lambda: ann.state["clock"] is None)


def test_another_answer_does_not_wind_the_clock_up_again(app: Within) -> None:
    ann, bo = started(app, "Ann", "Bo", time="fair")
    ends = ann.state["clock"]["ends"]
    assert ann.play(ann.legal[0])["ok"]
    bo.wait(lambda: bo.state["asked"] == [1])
    assert bo.state["clock"]["ends"] == ends


def test_who_has_answered_may_act_unasked(app: Within) -> None:
    ann, bo = started(app, "Ann", "Bo", time="fair")
    first, *others = [move for move in ann.legal if move != "Wait"]
    assert ann.play(first)["ok"]
    ann.wait(lambda: ann.state["free"] == [0])
    assert not ann.asked
    assert ann.legal == others
    assert ann.play(others[0])["ok"]
    ann.wait(lambda: ann.state["view"]["chosen"][0]["card"] == others[0])
    bo.wait(lambda: bo.state["version"] == ann.state["version"])
    assert bo.state["view"]["chosen"] == [{"seat": 0, "card": None}]


def test_a_move_made_in_time_that_arrives_late_is_refused_with_that_reason(database: str, hands: Hands) -> None:
    async def play(room: Room, subscribers: list[Subscriber]) -> None:
        for _ in range(rules.PATIENCE):
            await hands.pass_by(room)
        seen = subscribers[1].updates()[-1]
        assert seen["frames"][-1]["event"]["kind"] == "hurry"
        hands.now += rules.SHORT - 0.1
        await receive(room, subscribers[0], wire.Play(4, seen["version"], cards(room, 0)[0]))
        assert subscribers[0].answer()["ok"], "on a quick line it is in time"
        hands.now += 0.2
        await receive(room, subscribers[1], wire.Play(4, seen["version"], seen["legal"][-1]["move"]))
        assert subscribers[1].answer()["why"] == "late"
        assert "Time was up" in subscribers[1].answer()["text"]
        frames = [frame for told in subscribers[1].updates() for frame in told["frames"]]
        assert "take" in [frame["event"]["kind"] for frame in frames]

    in_a_room(database, GAME, 2, play)


def test_time_that_nobody_saw_pass_makes_no_move_too_old(database: str, hands: Hands) -> None:
    async def play(room: Room, subscribers: list[Subscriber]) -> None:
        hands.now += 1.5 * rules.SHORT
        await receive(room, subscribers[0], wire.Play(4, 0, cards(room, 0)[0]))
        assert subscribers[0].answer()["ok"]

    in_a_room(database, GAME, 2, play)


def test_where_ticks_follow_each_other_what_is_legal_when_it_arrives_counts(database: str, hands: Hands) -> None:
    async def play(room: Room, subscribers: list[Subscriber]) -> None:
        assert room.match is not None
        assert room.timekeeper.face() == wire.ClockFace(0, None)
        for move in cards(room, 1)[:2]:
            await receive(room, subscribers[1], wire.Play(4, 0, move))
            assert subscribers[1].answer()["ok"]
        await hands.pass_by(room)
        assert subscribers[0].updates()[-1]["version"] > 0
        await receive(room, subscribers[0], wire.Play(4, 0, cards(room, 0)[0]))
        assert subscribers[0].answer()["ok"]

    in_a_room(database, mutant(rules={"CONTINUOUS": (rules.CHOOSE,)}), 2, play)


def test_the_page_can_tell_what_the_clock_says(app: Within) -> None:
    """As good as half of what a ping takes to come back."""
    (ann,) = started(app, "Ann", time="fair")
    pings = []
    for _ in range(5):
        sent = time.monotonic()
        now = ann.say("ping")["now"]
        back = time.monotonic()
        pings.append((back - sent, (sent + back) / 2 - now))
    took, apart = min(pings)
    earliest = time.monotonic() - apart - took / 2
    now = ann.say("ping")["now"]
    latest = time.monotonic() - apart + took / 2
    assert earliest - ROUNDED <= now <= latest + ROUNDED


# -- what is stored -----------------------------------------------------------------------------------------------


def test_what_nobody_could_see_is_written_with_what_everybody_saw(database: str, hands: Hands) -> None:
    async def play(room: Room, subscribers: list[Subscriber]) -> None:
        written: list[object] = []
        for _ in range(rules.PATIENCE):
            assert written == []
            await hands.pass_by(room)
            stored = await room.store.read("code")
            assert stored is not None
            written.extend(stored.moves)
        assert written == [(-1, 3)]

    in_a_room(database, GAME, 2, play)


def test_what_the_clock_did_is_kept_with_the_moves_in_their_order(own_app: Callable[..., Within]) -> None:
    app = own_app(SECONDS=str(SOON), **UNLIMITED)
    ann, _ = started(app, "Ann", "Bo")
    ann.wait(lambda: ann.over)
    table = facedown.core.record.read(record_of(app), lambda _: GAME)
    assert table.over
    assert [row[0] for row in rows(app)] == list(range(len(rows(app))))
    written = sum(int(times) for _, seat, times in rows(app) if seat == -1)
    assert written == sum(line.ran_out for line in table.history)


def record_of(app: Within) -> str:
    ((code,),) = execute(app.url, "SELECT code FROM tables")
    status, text = app.ask(f"/api/tables/{code}/record")
    assert status == 200
    return str(text)


def test_killed_while_the_clock_runs_it_goes_on_with_all_the_time_there_is(
    own_app: Callable[..., Within],
) -> None:
    app = own_app(SECONDS=AN_AGE, **UNLIMITED)
    table = app.open(GAME.id, 2, time="short")
    ann, bo = table.host(), table.person()
    assert ann.sit(0, "Ann")["ok"]
    assert bo.sit(1, "Bo")["ok"]
    assert ann.say("start")["ok"]
    play_out(ann, bo, moves=2)
    before = ann.state["log"]
    assert before
    app.kill()
    with replaced([(rules, "SHORT", SOON)]):
        app.start()
        back = Opened.person(table, secret=ann.secret, host=table.secret)
        assert back.state["log"][: len(before)] == before
        clock = back.state["clock"]
        assert clock["ends"] >= SOON - ROUNDED, "it begins anew when the table comes into memory"
        assert clock["ends"] - clock["now"] <= SOON + ROUNDED
        back.wait(lambda: back.over)


def test_the_clock_stands_still_while_nobody_is_there(database: str, hands: Hands) -> None:
    async def play(room: Room, subscribers: list[Subscriber]) -> None:
        await hands.pass_by(room)
        for subscriber in subscribers:
            hands.now += 0.1
            await room.disconnect(subscriber)
        await hands.pass_by(room, 1000)
        somebody = Subscriber()
        await receive(room, somebody, wire.Hello(1, host="host"))
        told = somebody.told[-1]
        assert (told["version"], told["view"]["hurry"]) == (0, False)
        assert told["clock"]["ends"] - told["clock"]["now"] == rules.SHORT

    in_a_room(database, GAME, 2, play)
