"""How old a question is, and going back, on a game in which all are asked at once."""

from __future__ import annotations

import pytest

from facedown import Illegal
from facedown.server.running import Running
from facedown.server.store import KeptGame
from facedown.server.wire import Refused
from tests.laws.leaky import mutant
from tests.sample_game import GAME, rules


@pytest.fixture
def running() -> Running:
    names = ("Ann", "Bo", "Cy")
    return Running(GAME, KeptGame("seed", names, None), GAME.checked_options({}), 1)


def first(running: Running, seat: int) -> str:
    return running.table.legal(seat)[0].text


def test_where_all_are_asked_at_once_another_answer_makes_nothing_stale(running: Running) -> None:
    assert running.table.asked == (0, 1, 2)
    at = running.version
    running.play(1, first(running, 1))
    running.check(0, at)
    running.play(0, first(running, 0))
    running.check(2, at)
    running.check(2, running.version)
    for seat in (0, 1):
        with pytest.raises(Refused) as refused:
            running.check(seat, at)
        assert refused.value.why == "stale"
    running.play(2, first(running, 2))
    with pytest.raises(Refused):
        running.check(0, at)
    running.check(0, running.version)


def test_what_has_not_been_seen_yet_cannot_be_answered(running: Running) -> None:
    with pytest.raises(Refused):
        running.check(0, running.version + 1)


def test_a_refused_move_leaves_the_game_as_it_was(running: Running) -> None:
    running.play(1, first(running, 1))
    before = running.table.record(), running.version, len(running.table.frames)
    with pytest.raises(Illegal):
        running.play(0, "nonsense")
    assert (running.table.record(), running.version, len(running.table.frames)) == before


def test_history_brings_a_game_back_to_where_it_was(running: Running) -> None:
    stops = []
    while not running.table.over:
        stops.append((running.rows(), running.table.view(0), running.version, len(running.table.frames)))
        seat = running.table.asked[-1]
        running.play(seat, first(running, seat))
    for moves, view, version, frames in reversed(stops):
        running.replay(moves)
        assert (running.rows(), running.table.view(0)) == (moves, view)
        assert (running.version, len(running.table.frames)) == (version, frames)


def test_in_a_tick_each_is_asked_once_whatever_others_do() -> None:
    game = mutant(rules={"CONTINUOUS": (rules.CHOOSE,)})
    running = Running(game, KeptGame("seed", ("Ann", "Bo", "Cy"), None), game.checked_options({"time": "short"}), 1)
    age = running.age_of(0)
    running.play(1, first(running, 1))
    assert running.age_of(0) == age
    running.wait()
    assert running.age_of(0) != age
