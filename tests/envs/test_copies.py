"""Whatever is played can be copied at any moment: the copy plays on alike, and the original does not move."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
import warnings
from collections.abc import Callable
from functools import partial
from typing import Any

import cloudpickle
import numpy as np
import pyspiel
import pytest
from gymnasium.error import ResetNeeded

import facedown
from facedown.core.compiling import interpreted
from facedown.core.game import Game
from facedown.core.table import Table
from facedown.envs import Vector, open_spiel
from facedown.envs import vector as envs_vector
from facedown.envs.gymnasium import LearnerVectorEnv
from facedown.envs.pettingzoo import env, parallel_env
from facedown.games import games
from tests.how_much import ALL, some
from tests.playing_on import MOST, ON, play_on, played_on, seen
from tests.sample_game import GAME as SAMPLE

CARD_GAMES = tuple(id for id in games() if id != "clocktower")


def pickled(protocol: int, one: Any) -> Any:
    return pickle.loads(pickle.dumps(one, protocol))


WAYS: dict[str, Callable[[Any], Any]] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    **{f"pickle {protocol}": partial(pickled, protocol) for protocol in (2, 3, 4, 5)},
    "cloudpickle": lambda one: pickle.loads(cloudpickle.dumps(one)),
}
FEW = {way: WAYS[way] for way in ("copy", "pickle 5")}  # the others differ in how they are written, not in what
SOME = WAYS if ALL else {way: WAYS[way] for way in ("copy", "deepcopy", "pickle 2", "cloudpickle")}
MOMENTS = {"fresh": 0, "in the middle": 12, "at the end": MOST}


def table_of(id: str) -> Table:
    game = facedown.game(id)
    seats = 8 if id == "clocktower" else game.seats[0]
    return game.new([f"Ø {seat}" for seat in range(seats)], seed="copies")


def begun(one: Any) -> Any:
    one.reset(seed=7)
    return one


def dealt(game: pyspiel.Game) -> pyspiel.State:
    state = game.new_initial_state()
    state.apply_action(1)
    return state


def agents_of(id: str) -> Any:
    return begun(env(id, bots={0: "sensible"}))


def state_of(id: str) -> Any:
    return dealt(open_spiel.load(id, deals=3))


def vector_of(id: str) -> Any:
    return begun(Vector(id, games=2, compiles=False))


TOWN: dict[str, Any] = {"seats": 8, "options": {"covers": "not asked"}, "bots": {7: "sensible"}}
MAKES: dict[str, Callable[[], Any]] = {
    **{f"table of {id}": partial(table_of, id) for id in games()},
    **{f"agents of {id}": partial(agents_of, id) for id in CARD_GAMES},
    "agents of clocktower": lambda: begun(env("clocktower", **TOWN)),
    "all agents of botch": lambda: begun(parallel_env("botch")),
    "all agents of bots-battleground": lambda: begun(parallel_env("bots-battleground")),
    **{f"state of {id}": partial(state_of, id) for id in CARD_GAMES},
    "state of other options": lambda: dealt(
        open_spiel.load("botch", 4, {"cast": "basic"}, deals=3, simultaneous=True)
    ),
    "root": lambda: open_spiel.load("gotcha", deals=3).new_initial_state(),
}
VECTORS: dict[str, Callable[[], Any]] = {
    **{f"vector of {id}": partial(vector_of, id) for id in CARD_GAMES},
    "vector with a memory": lambda: begun(
        Vector("botch", games=2, bots={1: "sensible"}, observe="information", compiles=False)
    ),
}


def all_agree(one: Any, ways: Any = WAYS) -> None:
    """A copy of each kind plays on alike, and neither the original nor another copy has moved meanwhile."""
    before = seen(one)
    copied = {way: ways[way](one) for way in ways}
    after = {}
    for way, other in copied.items():
        assert seen(other) == before, way
        play_on(other, ON, seed=2)
        after[way] = seen(other)
        assert seen(one) == before, way
    play_on(one, ON, seed=2)
    for way in ways:
        assert after[way] == seen(one), way


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("what", MAKES)
def test_a_copy_plays_on_alike(what: str, moment: str) -> None:
    one = MAKES[what]()
    play_on(one, MOMENTS[moment])
    all_agree(one, SOME if moment == "in the middle" else FEW)


@pytest.mark.parametrize("what", VECTORS)
def test_a_copied_vector_plays_on_alike(what: str) -> None:
    one = VECTORS[what]()
    play_on(one, 30)
    all_agree(one, SOME)


def test_a_gymnasium_environment_can_be_copied_and_a_closed_one_stays_closed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(envs_vector, "compiled", interpreted)
    envs = begun(LearnerVectorEnv("gotcha", 2, bots="random"))
    play_on(envs, 5)
    all_agree(envs)
    vector = VECTORS["vector of gotcha"]()
    vector.close()
    with pytest.raises(facedown.FacedownError, match="closed"):
        copy.deepcopy(vector).reset()


@pytest.mark.parametrize("id", games())
def test_a_game_is_its_own_copy_in_this_process(id: str) -> None:
    game = facedown.game(id)
    for way in WAYS.values():
        assert way(game) is game


@pytest.mark.parametrize("id", games())
def test_what_is_taken_back_or_dealt_anew_in_a_copy_stays_in_the_original(id: str) -> None:
    table = table_of(id)
    play_on(table, 12)
    before = seen(table)
    for way in WAYS.values():
        one, other = way(table), way(table)
        one.undo()
        other.determinized(0, 1)
        mark = other.mark()
        play_on(other, 5)
        other.go_back(mark)
        assert seen(other) == seen(table) == before
        play_on(one, 1, seed=3)
        assert seen(table) == before


@pytest.mark.parametrize("id", CARD_GAMES)
def test_a_table_that_was_dealt_anew_keeps_what_its_seat_knows(id: str) -> None:
    table = table_of(id)
    play_on(table, 15)
    anew = table.determinized(0, "elsewhere")
    for way in WAYS.values():
        other = way(anew)
        other_known, known = other.knowledge(0), anew.knowledge(0)
        assert (known is None and other_known is None) or known.tobytes() == other_known.tobytes()  # type: ignore[attr-defined]  # bytes of a record
        assert other.determinized(0, 3).position().tobytes() == anew.determinized(0, 3).position().tobytes()


METHODS = multiprocessing.get_all_start_methods()


@pytest.mark.parametrize("method", some(METHODS[:2], METHODS))
def test_another_process_plays_on_alike(method: str) -> None:
    things = [make() for make in MAKES.values()]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # that a process with threads is forked
        with multiprocessing.get_context(method).Pool(1) as pool:
            there = pool.map(played_on, things)
    assert there == [played_on(thing) for thing in things]


def test_a_game_that_another_process_would_not_find_is_refused() -> None:
    game: Game = SAMPLE
    assert copy.deepcopy(game) is game
    with pytest.raises(pickle.PicklingError, match="does not find it"):
        pickle.dumps(game)


@pytest.mark.parametrize("id", some(("bayou-boss", "botch", "gotcha"), CARD_GAMES))
def test_open_spiels_own_test_of_saving_passes(id: str) -> None:
    game = pyspiel.load_game(f"{open_spiel.registered_name(id)}(deals=5)")
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
    for way in WAYS.values():
        assert str(way(game)) == str(game)
        state = dealt(game)
        assert way(state).information_state_tensor(0) == state.information_state_tensor(0)


def test_before_the_first_reset_the_usual_errors_are_raised() -> None:
    fresh = copy.deepcopy(env("gotcha"))
    with pytest.raises(AttributeError, match="agent_selection cannot be accessed before reset"):
        fresh.last()
    with pytest.raises(AttributeError, match="has no attribute 'agent_selections'"):
        getattr(fresh, "agent_selections")  # noqa: B009 - it is not there
    with pytest.raises(ResetNeeded, match="reset"):
        LearnerVectorEnv("gotcha", 2).step(np.zeros(2, np.int64))
