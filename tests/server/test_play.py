"""Whole games over real sockets: people, bots, spectators, and the next game."""

from __future__ import annotations

import json
import random
import re
import time

import pytest

import facedown
from facedown.server.rooms import replay
from facedown.server.rooms.bots import PAUSES
from tests.server.harness import Person, play_out
from tests.server.within import Within

GAMES = [("bayou-boss", 4), ("gotcha", 2)]


def started(app: Within, game: str, seats: int, people: int) -> list[Person]:
    """The host and others in the first seats, bots in the rest, the game begun; a spectator comes last."""
    table = app.open(game, seats)
    browsers = [table.host(), *(table.person() for _ in range(people - 1))]
    for seat, browser in enumerate(browsers):
        assert browser.sit(seat, f"Player {'ABCDEFGH'[seat]}")["ok"]
    watcher = table.person()
    assert browsers[0].say("start")["ok"]
    for browser in (*browsers, watcher):
        browser.wait(browser.begun)
    return [*browsers, watcher]


def wait_for_people(*people: Person) -> None:
    """Listen until the bots have moved and the table waits for these alone."""
    told = max(person.state["version"] for person in people)
    people[0].reach(told)  # what was asked before that may have been answered since
    seats = {person.seat for person in people}
    people[0].wait(lambda: bool(people[0].state["asked"]) and seats.issuperset(people[0].state["asked"]))
    for person in people:
        person.reach(people[0].state["version"])


@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_people_and_bots_play_a_whole_game_and_another(app: Within, game: str, seats: int) -> None:
    *people, watcher = started(app, game, seats, 2)
    play_out(*people)
    watcher.wait(lambda: watcher.over)
    over = [next(m for m in reversed(p.told) if m["is"] == "over") for p in (*people, watcher)]
    assert over[0] == over[1] == over[2]
    assert len(over[0]["views"]) == seats
    assert over[0]["series"]["games"] == 1
    assert sum(over[0]["series"]["wins"]) == len(over[0]["standing"]["winners"])

    host = people[0]
    assert watcher.say("again")["why"] == "not_yours"
    for person in people:
        assert person.say("again")["ok"]
    for person in people:
        person.wait_until(lambda person: person.state["phase"] == "playing")
    assert [person.seat for person in people] == [0, 1]
    assert host.state["version"] <= host.state["frame"]
    play_out(*people)
    assert host.state["series"]["games"] == 2


@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_a_watcher_without_a_seat_sees_a_game_of_bots_alone(app: Within, game: str, seats: int) -> None:
    table = app.open(game, seats)
    host = table.host()
    assert host.say("start")["ok"]
    host.wait(lambda: host.over)
    assert host.seat is None
    assert {seat["kind"] for seat in host.state["seats"]} == {"bot"}
    frames = [frame for message in host.told if message["is"] == "update" for frame in message["frames"]]
    assert host.state["frame"] >= len(frames) > seats


@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_a_replay_shows_what_this_seat_saw_and_at_the_end_what_each_saw(app: Within, game: str, seats: int) -> None:
    host, guest, _ = started(app, game, seats, 2)
    play_out(host, guest, moves=3)
    wait_for_people(host, guest)
    path = f"/api/tables/{host.state['code']}/replay"
    _, mine = app.ask(path, headers={"Authorization": f"Bearer {host.secret}"})
    seen = [f for m in host.told if m["is"] in ("table", "update") for f in m["frames"]]
    assert [frame for frame in mine if frame in seen] == seen
    _, watched = app.ask(path)
    assert len(watched) == len(mine)
    assert all(frame["view"]["seat"] is None for frame in watched)
    assert app.ask(f"{path}?seat=1", headers={"Authorization": f"Bearer {host.secret}"})[0] == 409
    assert app.ask(path, headers={"Authorization": "Bearer nonsense"})[0] == 403
    assert app.ask(f"{path}?everything=true", headers={"Authorization": f"Bearer {host.secret}"})[0] == 409
    story, record = path.replace("/replay", "/story"), path.replace("/replay", "/record")
    assert app.ask(story)[1]["why"] == "not_over"
    assert app.ask(record)[0] == 409
    play_out(host, guest)
    again = facedown.read(app.ask(record)[1])
    assert list(again.standing.scores) == host.state["standing"]["scores"]
    assert [again.names[0], again.contract.id] == ["Player A", game]
    _, told = app.ask(f"{story}?seat=0")
    assert re.search(r"\byour?\b", told["why"].lower())
    assert app.ask(f"{story}?seat={seats}")[1]["why"] == "bad_option"
    if told["frame"] is not None:
        assert app.ask(path)[1][told["frame"]]["event"] == told["event"]
        assert re.match("(round|turn) [0-9]+", told["when"])
        assert told["frame"] < len(app.ask(path)[1]) - 1
        assert told["then"].endswith("ahead from then on.")
    _, opened = app.ask(f"{path}?everything=true")
    assert len(opened) > len(mine)
    assert opened[-1]["event"] == app.ask(path)[1][-1]["event"]
    status, theirs = app.ask(f"{path}?seat=1")
    assert status == 200
    assert theirs[-1]["view"]["seat"] == 1


@pytest.mark.parametrize("game", ["gotcha", "botch"])
def test_who_was_ahead_from_when_on_is_told_with_scores_that_everybody_saw(game: str) -> None:
    told = 0
    for seed in range(3):
        kind, luck = facedown.game(game), random.Random(seed)
        table = kind.new(kind.seats[0], seed=seed)
        while not table.over:
            table.play(table.asked[0], luck.choice(table.legal(table.asked[0])))
        story = replay.story_of(table, table.standing.winners[0])
        scores = re.match(r"With (-?\d+) to (-?\d+), you were ahead from then on\.", story.then)
        assert scores or story.then in ("", "You were ahead from then on.")
        if scores:
            assert story.frame is not None
            then = table.contract.standing(table.frames[story.frame].position).scores
            assert {*map(int, scores.groups())} <= {*then}
        told += bool(story.then)
    assert told


def test_a_refused_move_names_its_rule_and_changes_nothing(app: Within) -> None:
    host, _ = started(app, "bayou-boss", 3, 1)
    host.wait(lambda: host.asked)
    before = app.ask(f"/api/tables/{host.state['code']}")
    answer = host.play("no such card")
    assert (answer["ok"], answer["why"]) == (False, "illegal")
    hidden = next(card for card in facedown.game("bayou-boss").cards() if card.name not in host.legal)
    assert host.play(hidden.name)["why"] == "illegal"
    assert app.ask(f"/api/tables/{host.state['code']}") == before


def test_only_the_seat_that_is_asked_may_move(app: Within) -> None:
    host, guest, watcher = started(app, "bayou-boss", 3, 2)
    host.wait(lambda: host.asked or 1 in host.state["asked"])
    guest.wait(lambda: guest.state["version"] >= host.state["version"])
    asked, other = (host, guest) if host.asked else (guest, host)
    move = asked.legal[0]
    assert other.play(move)["why"] == "not_yours"
    assert watcher.play(move)["why"] == "not_yours"
    assert asked.play(move)["ok"]
    assert asked.play(move, at=asked.state["version"] + 9)["why"] == "stale"


@pytest.mark.parametrize("game", ["botch", "clocktower"])
def test_a_move_is_sent_as_its_value_and_never_as_words(app: Within, game: str) -> None:
    seats = facedown.game(game).seats[0]
    *people, _ = started(app, game, seats, seats)
    asked = people[people[0].state["asked"][0] if game == "botch" else -1]
    wrong: tuple[object, ...] = 'say "Hello."', "to nominations", "", None, [], {"text": "done"}
    for words in (*map(str, asked.legal[:3]), *wrong):
        asked.n += 1
        asked.socket.send(json.dumps({"do": "play", "n": asked.n, "at": asked.state["version"], "move": words}))
        assert asked.answer(asked.n)["why"] == "illegal"


def test_before_the_start_nothing_can_be_played_or_seen(app: Within) -> None:
    table = app.open("gotcha")
    host = table.host()
    host.sit(0, "Ann")
    assert host.say("play", at=0, move="Draw Paper")["why"] == "not_started"
    assert host.say("again")["why"] == "not_started"
    assert app.ask(f"/api/tables/{table.code}/replay")[1]["why"] == "not_started"
    assert app.ask(f"/api/tables/{table.code}/record")[1]["why"] == "not_started"


def test_people_talk_and_those_who_come_later_can_read_it(app: Within) -> None:
    table = app.open("gotcha")
    host, guest = table.host(), table.person()
    assert guest.say("say", text="hello?")["why"] == "not_yours"
    host.sit(0, "Ann")
    assert host.say("say", text="  hello   there ")["ok"]
    guest.wait(lambda: "said" in guest.kinds())
    assert guest.told[-1] == {"is": "said", "seat": 0, "name": "Ann", "text": "hello there"}
    assert host.say("say", text=" ")["why"] == "malformed"
    assert host.say("say", text="x" * 301)["why"] == "too_large"
    assert table.person().state["chat"] == [{"seat": 0, "name": "Ann", "text": "hello there"}]


def test_a_bot_lets_people_see_what_happened_before_it_moves(app: Within) -> None:
    table = app.open("gotcha", pace="fast")
    host = table.host()
    assert host.state["pace"] == "fast"
    before = time.monotonic()
    assert host.say("start")["ok"]
    host.wait(lambda: host.kinds().count("update") == 2)
    assert time.monotonic() - before >= 2 * PAUSES["fast"][0]
