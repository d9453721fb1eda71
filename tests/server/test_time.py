"""The clock of a table: deadlines, moves that come too late, what is told of time, and what is kept of it."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable

import facedown
from tests.sample_game import GAME
from tests.server.harness import UNLIMITED, Opened, Person, Server

SECONDS = 0.3  # that everybody has on the shared server


def started(
    server: Server, *names: str, seats: int = 2, time: str = "short", pace: str = "instant"
) -> list[Person]:
    """People who have begun a game of High Card in which time is short; bots are in the other seats."""
    table = server.open(GAME.id, seats, pace, time=time)
    people = [table.host() if seat == 0 else table.person() for seat in range(len(names))]
    for seat, (person, name) in enumerate(zip(people, names, strict=True)):
        assert person.sit(seat, name)["ok"]
    assert people[0].say("start")["ok"]
    for person in people:
        person.wait(person.begun)
    return people


def rows(server: Server) -> list[tuple[int, int, str]]:
    with sqlite3.connect(server.database) as database:
        found = database.execute("SELECT number, seat, move FROM moves ORDER BY number").fetchall()
    database.close()
    return found


def test_where_nobody_says_anything_the_clock_plays_the_game_to_its_end(server: Server) -> None:
    ann, bo = started(server, "Ann", "Bo")
    assert ann.state["clock"]["ends"] - ann.state["clock"]["now"] <= SECONDS
    for person in (ann, bo):
        person.wait(lambda person=person: person.over)  # type: ignore[misc]  # no type inferred
    log = [event["text"] for event in ann.state["log"]]
    assert log.count("There is no time left to wait.") == 3
    assert sum(ann.state["standing"]["scores"]) == 3
    assert ann.state["clock"] is None


def test_where_the_same_is_asked_once_more_everybody_hears_how_long(server: Server) -> None:
    ann, bo = started(server, "Ann", "Bo")
    before = ann.state["clock"]["ends"]
    for person in (ann, bo):
        person.wait(lambda person=person: person.state["clock"]["ends"] > before)  # type: ignore[misc]  # no type inferred
        assert (person.state["frames"], person.state["version"]) == ([], 0)


def test_of_ticks_in_which_nothing_is_to_be_seen_nobody_hears(own_server: Callable[..., Server]) -> None:
    people = started(own_server(SECONDS="0.2", LASTING="1", **UNLIMITED), "Ann", "Bo")
    for person in people:
        person.told.clear()
        person.wait(lambda person=person: "happened" in person.kinds())  # type: ignore[misc]  # no type inferred
        assert [message["frames"][0]["event"]["kind"] for message in person.told] == ["hurry"], "after three times"


def test_a_game_without_a_clock_has_none(server: Server) -> None:
    (ann,) = started(server, "Ann", time="ample")
    assert ann.state["clock"] is None
    assert ann.say("ping")["now"] > 0


def test_another_answer_does_not_wind_the_clock_up_again(server: Server) -> None:
    ann, bo = started(server, "Ann", "Bo", time="fair")
    ends = ann.state["clock"]["ends"]
    assert ann.play(ann.state["legal"][0])["ok"]
    bo.wait(lambda: bo.state["asked"] == [1])
    assert bo.state["clock"]["ends"] == ends


def test_who_has_answered_may_act_unasked(server: Server) -> None:
    ann, bo = started(server, "Ann", "Bo", time="fair")
    first, *others = [move for move in ann.state["legal"] if move != "Wait"]
    assert ann.play(first)["ok"]
    ann.wait(lambda: ann.state["free"] == [0])
    assert not ann.asked
    assert ann.state["legal"] == others
    assert ann.play(others[0])["ok"]
    ann.wait(lambda: ann.state["view"]["chosen"][0]["card"] == others[0])
    bo.wait(lambda: bo.state["version"] == ann.state["version"])
    assert bo.state["view"]["chosen"] == [{"seat": 0, "card": None}]


def delayed(person: Person, seconds: float, move: str) -> int:
    """Send a move over a line that takes so long; the counter that its answer will bear."""
    at = person.state["version"]
    time.sleep(seconds)  # what is tested is how late it is
    return person.send("play", at=at, move=move)


def test_a_move_made_in_time_that_arrives_late_is_refused_with_that_reason(
    own_server: Callable[..., Server],
) -> None:
    server = own_server(SECONDS="0.8", **UNLIMITED)
    ann, bo = started(server, "Ann", "Bo")
    for person in (ann, bo):
        person.wait(lambda person=person: person.state["view"]["hurry"])  # type: ignore[misc]  # no type inferred
    clock = bo.state["clock"]
    assert ann.play(ann.state["legal"][0])["ok"], "on a quick line it is in time"
    left = clock["ends"] - clock["now"]
    n = delayed(bo, 0.3 + left - 0.1, bo.state["legal"][-1])  # decided 0.1 s before the end, 0.3 s under way
    answer = bo.answer(n)
    assert answer["why"] == "late"
    assert "Time was up" in answer["text"]
    bo.wait(lambda: any(event["kind"] == "take" for event in bo.state["log"]))


def test_time_that_nobody_saw_pass_makes_no_move_too_old(server: Server) -> None:
    ann, _ = started(server, "Ann", "Bo")
    n = delayed(ann, 1.5 * SECONDS, ann.state["legal"][0])
    assert ann.answer(n)["ok"]


def test_where_ticks_follow_each_other_what_is_legal_when_it_arrives_counts(
    own_server: Callable[..., Server],
) -> None:
    server = own_server(SECONDS="0.3", LASTING="1", **UNLIMITED)
    ann, bo = started(server, "Ann", "Bo")
    assert ann.state["clock"]["ends"] is None
    at = ann.state["version"]
    bo.play(bo.state["legal"][0])
    bo.play(bo.state["legal"][1])
    ann.wait(lambda: ann.state["version"] > at)
    assert ann.play(ann.state["legal"][0], at=at)["ok"]


def test_the_page_can_tell_what_the_clock_says(server: Server) -> None:
    """As good as half of what a ping takes to come back."""
    (ann,) = started(server, "Ann", time="fair")
    best = (1.0, 0.0)
    for _ in range(5):
        sent = time.monotonic()
        now = ann.say("ping")["now"]
        back = time.monotonic()
        best = min(best, (back - sent, (sent + back) / 2 - now))
    again = time.monotonic()
    assert abs(ann.say("ping")["now"] - (again - best[1])) < 0.05 + (time.monotonic() - again)


# -- what is kept -----------------------------------------------------------------------------------------------


def test_what_the_clock_did_is_kept_with_the_moves_in_their_order(own_server: Callable[..., Server]) -> None:
    server = own_server(SECONDS="0.2", **UNLIMITED)
    ann, _ = started(server, "Ann", "Bo")
    ann.wait(lambda: ann.state["view"]["hurry"])
    assert rows(server) == [(0, -1, "clock: 3")], "what nobody could see is written with what everybody saw"
    ann.wait(lambda: ann.over)
    table = facedown.core.records.read(record_of(server), lambda _: GAME)
    assert table.over
    assert [row[0] for row in rows(server)] == list(range(len(rows(server))))
    written = sum(int(text.split()[1]) for _, seat, text in rows(server) if seat == -1)
    assert written == sum(int(line.text.split()[1]) for line in table.history if line.seat is None)


def record_of(server: Server) -> str:
    with sqlite3.connect(server.database) as database:
        (code,) = database.execute("SELECT code FROM tables").fetchone()
    database.close()
    status, text = server.ask(f"/api/tables/{code}/record")
    assert status == 200
    return str(text)


def test_killed_while_the_clock_runs_it_goes_on_with_all_the_time_there_is(
    own_server: Callable[..., Server],
) -> None:
    server = own_server(SECONDS="0.4", **UNLIMITED)
    table = server.open(GAME.id, 2, time="short")
    ann = table.host()
    assert ann.sit(0, "Ann")["ok"]
    assert ann.say("start")["ok"]
    ann.wait(ann.begun)
    ann.wait(lambda: ann.state["view"]["trick"] == 2)
    before = ann.state["log"]
    server.kill()
    server.start()
    back = Opened.person(table, secret=ann.secret, host=table.secret)
    assert back.state["log"][: len(before)] == before
    clock = back.state["clock"]
    assert 0.3 < clock["ends"] - clock["now"] <= 0.4
    back.wait(lambda: back.over)


def test_time_that_ran_out_in_another_process_is_noticed(own_server: Callable[..., Server]) -> None:
    server = own_server(SECONDS="0.4", **UNLIMITED)
    ann, _ = started(server, "Ann", "Bo")
    with sqlite3.connect(server.database) as database:
        (code,) = database.execute("SELECT code FROM tables").fetchone()
        database.execute("INSERT INTO moves VALUES (?, 1, 0, -1, 'clock: 4', 0)", (code,))
    database.close()
    ann.told.clear()
    assert ann.play(ann.state["legal"][0])["why"] == "stale"
    ann.wait(lambda: "table" in ann.kinds())
    assert ann.state["view"]["trick"] == 2
    ann.wait(lambda: ann.over)


def test_the_clock_stands_still_while_nobody_is_there(own_server: Callable[..., Server]) -> None:
    server = own_server(SECONDS="0.2", **UNLIMITED)
    table = server.open(GAME.id, 2, time="short")
    ann = table.host()
    assert ann.sit(0, "Ann")["ok"]
    assert ann.say("start")["ok"]
    ann.wait(ann.begun)
    ann.wait(lambda: ann.state["view"]["hurry"])
    ann.close()
    (somebody,) = started(server, "Di")
    somebody.wait(lambda: somebody.over)  # a whole game elsewhere takes longer than what was left of this one
    assert table.passing()["phase"] == "playing"
    assert table.person(secret=ann.secret).state["view"]["trick"] == 1
