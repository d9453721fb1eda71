"""Rules that find no end, wherever a stranger's cards lead to them, are ended; others are served meanwhile."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

import facedown
from facedown.agents import agent
from facedown.core.flat import FlatContract
from facedown.games.clocktower.game import Clocktower
from facedown.server import deadlines
from facedown.server.deadlines import Overdue, apart
from tests.server.harness import PATIENCE, Opened, Person, run_alone
from tests.server.within import Within
from tests.server.zorb import OWN_CARDS

SHORT = 0.3  # seconds of processor time


class Planted:
    """What has no end, once it is `on`; before, it is what it replaces."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, of: Any, name: str) -> None:
        self.entered, self.on = threading.Event(), True
        found = getattr(of, name)
        planted = self

        def endless(*arguments: Any, **named: Any) -> Any:
            while planted.on:
                planted.entered.set()
            return found(*arguments, **named)

        monkeypatch.setattr(of, name, endless)


Plants = Callable[..., Planted]


@pytest.fixture
def plant(monkeypatch: pytest.MonkeyPatch) -> Iterator[Plants]:
    """Plants what has no end; whatever a test forgets of it comes to an end with the test."""
    for name in ("STEP", "GAME", "THOUGHT"):
        monkeypatch.setattr(deadlines, name, SHORT)
    planted: list[Planted] = []

    def make(of: Any, name: str, *, on: bool = True) -> Planted:
        planted.append(Planted(monkeypatch, of, name))
        planted[-1].on = on
        return planted[-1]

    yield make
    for one in planted:
        one.on = False


def opened(app: Within, pace: str = "instant") -> Opened:
    status, table = app.ask("/api/tables", {"game": "gotcha", "pace": pace, "cards": OWN_CARDS})
    assert status == 201, table
    return Opened(app, table["table"], table["host"])


def begun(app: Within, *, against_a_bot: bool = False) -> Person:
    """Whoever is asked first at a table with own cards, when the game has begun; else the host."""
    table = opened(app)
    people = [table.host()] if against_a_bot else [table.host(), table.person()]
    for seat, person in enumerate(people):
        person.sit(seat, ("Ann", "Bo")[seat])
    assert people[0].say("start")["ok"]
    for person in people:
        person.wait(person.begun)
    return next((person for person in people if person.asked), people[0])


def served_meanwhile(app: Within, planted: Planted, ask: Callable[[], Any]) -> Any:
    """What this comes to; others are served while it does not end."""
    with ThreadPoolExecutor(1) as thread:
        asked = thread.submit(ask)
        assert planted.entered.wait(PATIENCE)
        assert app.ask("/health") == (200, {"status": "alive"})
        return asked.result(PATIENCE)


def test_a_preview_of_cards_ends(app: Within, plant: Plants) -> None:
    endless = plant(FlatContract, "explain_cards")
    status, trouble = served_meanwhile(
        app, endless, lambda: app.ask("/api/games/gotcha/cards", {"cards": OWN_CARDS})
    )
    assert (status, trouble["why"]) == (500, "broken")
    assert "no end" in trouble["text"]


def test_opening_a_table_ends(app: Within, plant: Plants) -> None:
    endless = plant(FlatContract, "start")
    status, trouble = served_meanwhile(
        app, endless, lambda: app.ask("/api/tables", {"game": "gotcha", "cards": OWN_CARDS})
    )
    assert (status, trouble["why"]) == (400, "bad_option")
    assert "no end" in trouble["text"]


@pytest.mark.parametrize("do", ["start", "again"])
def test_a_deal_ends(app: Within, plant: Plants, do: str) -> None:
    host = opened(app).host()
    if do == "again":
        assert host.say("start")["ok"]
        host.wait(lambda: host.over)
    endless = plant(FlatContract, "start")
    answer = served_meanwhile(app, endless, lambda: host.say(do))
    assert (answer["ok"], answer["why"]) == (False, "broken")
    assert "no end" in answer["text"]
    endless.on = False
    assert host.say(do)["ok"]


def test_a_replay_at_a_restart_ends(own_app: Callable[..., Within], plant: Plants) -> None:
    app = own_app()
    host = begun(app)
    app.kill()
    app.start()
    endless = plant(FlatContract, "start")
    path = f"/api/tables/{host.code}"
    status, trouble = served_meanwhile(app, endless, lambda: app.ask(path))
    assert (status, trouble["why"]) == (500, "broken")
    endless.on = False
    assert app.ask(path)[0] == 200


def test_looking_back_ends(app: Within, plant: Plants) -> None:
    host = begun(app)
    endless = plant(FlatContract, "view")
    status, trouble = served_meanwhile(app, endless, lambda: app.ask(f"/api/tables/{host.code}/replay"))
    assert (status, trouble["why"]) == (500, "broken")
    endless.on = False
    assert app.ask(f"/api/tables/{host.code}/replay")[0] == 200


def test_a_hint_ends(app: Within, plant: Plants) -> None:
    host = begun(app, against_a_bot=True)
    host.ready()
    endless = plant(FlatContract, "reason")
    answer = served_meanwhile(app, endless, lambda: host.say("hint"))
    assert (answer["ok"], answer["why"]) == (False, "broken")
    assert host.play()["ok"]


@pytest.mark.parametrize("what", ["play", "view"])
def test_where_a_move_has_no_end_its_table_is_closed_with_a_sentence(app: Within, plant: Plants, what: str) -> None:
    mover = begun(app)
    endless = plant(FlatContract, what)
    answer = served_meanwhile(app, endless, mover.play)
    assert (answer["ok"], answer["why"]) == (False, "broken")
    mover.wait(lambda: mover.state["phase"] == "over")
    assert "no end" in mover.state["archived"]


def test_a_bot_that_finds_no_end_is_replaced_by_random_moves(
    app: Within, plant: Plants, failed_bots: list[str]
) -> None:
    endless = plant(agent.BotAgent, "choose")
    watcher = opened(app).host()
    assert watcher.say("start")["ok"]
    assert endless.entered.wait(PATIENCE)
    assert app.ask("/health")[0] == 200
    watcher.wait(lambda: watcher.over)
    assert len(failed_bots) == 1
    failed_bots.clear()


def test_what_takes_its_time_but_no_processor_is_not_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    asked, used, waited = threading.Semaphore(0), deadlines._Call._used, threading.Event()

    def looked_at(call: deadlines._Call[None], otherwise: float) -> float:
        asked.release()  # its time is up; has it used it?
        return used(call, otherwise)

    def waits() -> None:
        if all(asked.acquire(timeout=PATIENCE) for _ in range(3)):
            waited.set()

    monkeypatch.setattr(deadlines._Call, "_used", looked_at)
    run_alone(lambda: apart(waits, SHORT))
    assert waited.is_set()


def test_a_thread_that_is_ended_ends() -> None:
    before = threading.active_count()

    def swallows() -> None:
        while True:
            with contextlib.suppress(Exception):
                facedown.game("gotcha").new()

    with pytest.raises(Overdue):
        run_alone(lambda: apart(swallows, SHORT))
    end = time.monotonic() + PATIENCE
    while threading.active_count() > before:
        assert time.monotonic() < end, [thread.name for thread in threading.enumerate()]


def test_a_server_that_stops_waits_for_nothing_that_takes_long(
    own_app: Callable[..., Within], monkeypatch: pytest.MonkeyPatch
) -> None:
    app = own_app()
    endless = Planted(monkeypatch, Clocktower, "puzzle")
    with ThreadPoolExecutor(1) as thread:
        asked = thread.submit(app.ask, "/api/games/clocktower/puzzle")
        assert endless.entered.wait(PATIENCE)
        app.stop()
        end = time.monotonic() + PATIENCE
        while any(thread.name == "deadline" for thread in threading.enumerate()):
            assert time.monotonic() < end
        assert asked.exception(PATIENCE)
