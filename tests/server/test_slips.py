"""Taking one's own last move back: offered as long as it has shown nobody anything, whatever is hidden."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

import pytest

import facedown
from facedown.core.flat import FlatGame
from facedown.server.play.outbound import slipped
from tests.laws.positions import GAMES, name, played, twin_of
from tests.server.harness import Person
from tests.server.within import Within

MOST = 60  # steps of a game
SHOWN = ("view", "asked", "free", "prompt", "legal", "cannot", "standing", "slip")


@pytest.mark.parametrize("game", GAMES, ids=name)
def test_whether_it_is_offered_depends_on_nothing_that_is_hidden(game: FlatGame) -> None:
    seats = game.seats[0]
    for step, table in enumerate(islice(played(game, seats, 0), MOST)):
        offered = [slipped(table) == seat for seat in range(seats)]
        assert sum(offered) <= 1
        for seat in range(seats):
            twin = twin_of(table, seat, step)
            assert [slipped(twin) == other for other in range(seats)] == offered


def test_it_is_offered_after_a_card_is_put_face_down_and_never_after_one_was_shown() -> None:
    offered: dict[bool, set[str]] = {True: set(), False: set()}
    game = facedown.game("gotcha")
    assert isinstance(game, FlatGame)
    for seed in range(2):
        for table in islice(played(game, 2, seed), MOST):
            event = table.told_at(len(table.frames) - 1, None)
            if table.history and event is not None:
                offered[slipped(table) is not None].add(event.kind)
    assert {"place", "done"} <= offered[True] <= {"place", "done", "threw"}
    assert {"keep", "draft", "turn"} <= offered[False]


def placing(app: Within) -> tuple[Person, Person, Person]:
    """A match in which the first is about to place a card, the second waits, and the third watches."""
    table = app.open("gotcha", 2, tier="starter")
    people = [table.host(), table.person()]
    watcher = table.person()
    for seat, person in enumerate(people):
        person.sit(seat, f"P{seat}")
    assert people[0].say("start")["ok"]
    for person in (*people, watcher):
        person.wait(person.begun)
    while True:
        for person in (*people, watcher):
            person.say("ping")
        mover, other = sorted(people, key=lambda person: not person.asked)
        if mover.state["log"] and mover.state["log"][-1]["kind"] == "turn":
            return mover, other, watcher
        assert mover.play()["ok"]


def listen(*people: Person) -> None:
    for person in people:
        person.say("ping")


def shown(person: Person) -> dict[str, object]:
    return {key: person.state[key] for key in SHOWN}


def unplay(person: Person) -> dict[str, object]:
    return person.say("unplay", at=person.state["version"])


def test_a_slip_is_taken_back_and_everybody_sees_the_table_as_it_was(own_app: Callable[..., Within]) -> None:
    app = own_app()
    mover, other, watcher = placing(app)
    before = [shown(person) for person in (mover, other, watcher)]
    logs = [len(person.state["log"]) for person in (mover, other, watcher)]
    assert unplay(mover)["why"] == "illegal"
    assert mover.play()["ok"]
    listen(mover, other, watcher)
    assert [person.state["slip"] for person in (mover, other, watcher)] == [True, False, False]
    assert unplay(other)["why"] == "illegal"
    assert unplay(watcher)["why"] == "not_yours"
    old = other.state["version"]
    assert unplay(mover)["ok"]
    listen(mover, other, watcher)
    assert [shown(person) for person in (mover, other, watcher)] == before
    for person, length in zip((mover, other, watcher), logs, strict=True):
        assert len(person.state["log"]) == length + 1
        assert person.state["log"][-1]["text"].endswith("takes that back.")
        assert person.state["version"] > old
    app.kill()
    app.start()
    back = Person(app, mover.state["code"])
    back.hello(secret=mover.secret)
    assert {key: back.state[key] for key in SHOWN} == before[0]
    assert back.play()["ok"]


def test_it_is_refused_once_another_seat_has_moved(app: Within) -> None:
    mover, other, watcher = placing(app)
    assert mover.play()["ok"]
    listen(mover)
    done = mover.legal[-1]
    assert mover.play(done)["ok"]
    listen(mover, other)
    assert mover.state["slip"], "even that one is done can be taken back"
    late = mover.state["version"]
    assert other.play()["ok"]
    assert mover.say("unplay", at=late)["why"] == "stale"
    listen(mover, other, watcher)
    assert [person.state["slip"] for person in (mover, other)] == [False, True]
    assert unplay(mover)["why"] == "illegal"
