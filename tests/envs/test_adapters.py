"""The field's own checkers hold for the adapters, and what is wrong is refused before anything happens."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np
import pyspiel
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env
from gymnasium.utils.env_match import check_environments_match
from gymnasium.vector import AutoresetMode
from open_spiel.python.algorithms import cfr, exploitability, ismcts, mcts
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

import facedown
from facedown.core.compiling import interpreted
from facedown.core.errors import BadOption, Illegal
from facedown.core.layout import Ints
from facedown.core.table import Table
from facedown.envs import open_spiel, vector
from facedown.envs.gymnasium import LearnerEnv, LearnerVectorEnv
from facedown.envs.pettingzoo import Observation, TableEnv, env, parallel_env
from facedown.games import games
from tests.how_much import count, some

CARD_GAMES = tuple(id for id in games() if id != "clocktower")
CYCLES = count(15, 60)
MOST_SEATS = {id: facedown.game(id).seats[-1] for id in CARD_GAMES}
USUAL = (
    "Observation is not a NumPy array",  # it is a dict
    "Observation space for each agent probably should be",
    r".*A Box observation space m\w+ value is -?infinity",  # encodings have no bounds
)


@pytest.fixture(autouse=True)
def no_other_warnings() -> Iterator[None]:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for usual in USUAL:
            warnings.filterwarnings("ignore", usual)
        yield


# -- PettingZoo ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("id", CARD_GAMES)
@pytest.mark.parametrize("seats", ["fewest", "most"])
def test_pettingzoo_agrees_with_what_it_checks(id: str, seats: str) -> None:
    count = None if seats == "fewest" else MOST_SEATS[id]
    api_test(env(id, count), num_cycles=CYCLES)
    seed_test(lambda: env(id, count), num_cycles=20)
    parallel_api_test(parallel_env(id, count), num_cycles=CYCLES)
    parallel_seed_test(lambda: parallel_env(id, count), num_cycles=20)


def test_a_town_is_seen_as_text_and_played_in_numbers_and_in_words() -> None:
    town = env("clocktower", 8, {"covers": "not asked"}, bots={7: "sensible"})
    seed_test(lambda: env("clocktower", 8, bots={7: "sensible"}), num_cycles=8)
    town.reset(seed=3)
    assert town.possible_agents == [f"seat_{seat}" for seat in range(7)]
    seen = town.observe(town.agent_selection)
    assert town.observation_space(town.agent_selection).contains(seen)
    spoken = 0
    for _ in town.agent_iter(max_iter=60):
        seen, _, over, _, info = town.last()
        if over:
            town.step(None)
            continue
        assert seen["action_mask"].sum() == len(info["moves"])
        if any(move["text"] == "done" for move in info["moves"]) and not spoken:
            town.step('say "Nobody here is called Storyteller but one"')
            spoken += 1
        else:
            town.step(len(info["moves"]) - 1)
    assert spoken == 1
    assert any("Nobody here" in event.text for event in town.table.log(None))


def test_towns_pass_what_pettingzoo_checks() -> None:
    api_test(env("clocktower", 7), num_cycles=20)
    parallel_api_test(parallel_env("clocktower", 7, bots={6: "sensible"}), num_cycles=20)


def first_legal(seen: Observation) -> int:
    return int(np.flatnonzero(seen["action_mask"])[0])


def test_an_illegal_action_is_named_and_nothing_has_moved() -> None:
    table = env("bayou-boss", 4)
    table.reset(seed=9)
    agent, seen = table.agent_selection, table.observe(table.agent_selection)
    wrong = int(np.flatnonzero(seen["action_mask"] == 0)[0])
    with pytest.raises(Illegal, match="may not play"):
        table.step(wrong)
    with pytest.raises(Illegal):
        table.step(10**6)
    again = table.observe(agent)
    assert table.agent_selection == agent
    assert np.array_equal(seen["observation"], again["observation"])
    table.step(first_legal(seen))


def test_in_parallel_an_action_that_is_missing_or_illegal_is_refused_for_all() -> None:
    table = parallel_env("bots-battleground", 3)
    seen, _ = table.reset(seed=4)
    asked = [agent for agent in table.agents if not seen[agent]["action_mask"][-1]]
    actions = {agent: first_legal(seen[agent]) for agent in table.agents}
    with pytest.raises(Illegal, match=f"{asked[0]} is asked"):
        table.step({agent: action for agent, action in actions.items() if agent != asked[0]})
    with pytest.raises(Illegal):
        table.step({**actions, asked[-1]: int(np.flatnonzero(seen[asked[-1]]["action_mask"] == 0)[0])})
    assert len(table.table.history) == 0
    table.step(actions)


def test_rewards_of_a_game_add_up_to_nothing_and_bots_are_no_agents() -> None:
    table = env("gotcha", bots={0: "sensible"})
    table.reset(seed=6)
    assert table.agents == ["seat_1"]
    luck = np.random.default_rng(2)
    while table.agents:
        seen, reward, over, _, _ = table.last()
        if over:
            assert reward == (1 if 1 in table.table.standing.winners else -1)
            table.step(None)
        else:
            table.step(int(luck.choice(np.flatnonzero(seen["action_mask"]))))


@pytest.mark.parametrize(
    "wrong",
    [
        {"seats": 99},
        {"bots": {5: "random"}},
        {"bots": {0: "nobody"}},
        {"options": {"tier": "x"}},
        {"render_mode": "gif"},
        {"reward": "money"},
        {"reward": None},
        {"game": None},
    ],
)
def test_what_cannot_be_is_refused_when_an_environment_is_made(wrong: dict[str, Any]) -> None:
    with pytest.raises(BadOption):
        env(**{"game": "gotcha"} | wrong)


@pytest.mark.parametrize("action", [1.5, True, np.float64(1), np.array([1]), "Super Rock", -1, 163])
@pytest.mark.parametrize("parallel", [False, True])
def test_an_action_that_is_no_number_of_one_is_refused_and_nothing_moves(action: Any, parallel: bool) -> None:
    asked: Any = (parallel_env if parallel else env)("gotcha", options={"start": "throw"})
    asked.reset(seed=3)
    before = asked.table.record()
    with pytest.raises(Illegal, match="action"):
        asked.step(dict.fromkeys(asked.agents, action) if parallel else action)
    assert asked.table.record() == before


@pytest.mark.parametrize("seed", [-1, 10**40, "a line", np.int64(5)])
def test_seeds_are_whole_numbers_or_a_line_of_text(seed: Any) -> None:
    first, again = TableEnv("gotcha"), TableEnv("gotcha")
    for environment in (first, again):
        environment.reset(seed=seed)
    assert first.table.seed == again.table.seed


@pytest.mark.parametrize("seed", ["", 1.5, float("nan"), b"x", True, [1]])
def test_other_seeds_are_refused(seed: Any) -> None:
    with pytest.raises(BadOption, match="not a seed"):
        env("gotcha").reset(seed=seed)


def test_an_environment_closes_twice_and_tells_what_everybody_sees() -> None:
    table = TableEnv("gotcha", render_mode="ansi")
    with pytest.raises(BadOption, match="reset"):
        _ = table.table
    table.reset(seed=1)
    assert str(table.render()).endswith(table.table.prompt(None))
    table.close()
    table.close()


# -- Gymnasium ----------------------------------------------------------------------------------------------------


def at_random(mask: Ints, luck: np.random.Generator) -> Ints:
    actions: Ints = (luck.random(mask.shape) * mask).argmax(axis=1)
    return actions


@pytest.fixture
def uncompiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is seen elsewhere that compiled games are the same."""
    monkeypatch.setattr(vector, "compiled", interpreted)


@pytest.mark.usefixtures("uncompiled")
def test_a_learner_among_bots_steps_in_gymnasium() -> None:
    envs, again = (LearnerVectorEnv("bayou-boss", 4, seat=2, seats=4) for _ in range(2))
    assert envs.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    seen, info = envs.reset(seed=11)
    other, _ = again.reset(seed=11)
    luck, ended = np.random.default_rng(0), 0
    for _ in range(60):
        assert envs.observation_space.contains(seen)
        assert np.array_equal(seen, other)
        actions = at_random(info["action_mask"], luck)
        seen, reward, terminated, truncated, info = envs.step(actions)
        other, *_ = again.step(actions)
        assert not truncated.any()
        assert not reward[~terminated].any()
        for game in np.flatnonzero(terminated):
            ended += 1
            assert envs.single_observation_space.contains(info["final_obs"][game])
            assert not np.array_equal(info["final_obs"][game], seen[game])
    assert ended > 0
    envs.close()
    envs.close()


class AnyAction(LearnerEnv):
    """Gymnasium's checker knows of no masks: an illegal action stands for the first legal one."""

    def step(self, action: np.int64) -> tuple[Ints, float, bool, bool, dict[str, Any]]:
        mask = self.action_masks()
        return super().step(action if mask[action] else mask.argmax())


@pytest.mark.usefixtures("uncompiled")
@pytest.mark.parametrize("id", CARD_GAMES)
def test_gymnasium_agrees_with_what_it_checks(id: str) -> None:
    check_env(AnyAction(id), skip_render_check=True)
    check_environments_match(AnyAction(id), AnyAction(id), num_steps=30)


@pytest.mark.usefixtures("uncompiled")
def test_a_registered_game_is_played_to_its_end_by_its_masks() -> None:
    made = gymnasium.make("facedown.envs.gymnasium:facedown/gotcha-v0", bots="random", seat=1)
    env = made.unwrapped
    assert isinstance(env, LearnerEnv)
    luck, first = np.random.default_rng(0), []
    for seed in (5, None, 5):
        seen, info = made.reset(seed=seed)
        first.append(seen)
        terminated = False
        while not terminated:
            assert np.array_equal(env.action_masks(), info["action_mask"] == 1)
            with pytest.raises(Illegal):
                env.step(np.flatnonzero(info["action_mask"] == 0)[0])
            action = luck.choice(np.flatnonzero(info["action_mask"]))
            seen, reward, terminated, truncated, info = made.step(action)
            assert made.observation_space.contains(seen)
            assert not truncated
        assert reward in (-1, 0, 1)
        assert not info["action_mask"].any()
        with pytest.raises(ResetNeeded):
            env.step(action)
    assert np.array_equal(first[0], first[2])
    assert not np.array_equal(first[0], first[1])


def test_a_learner_has_a_seat_and_bots_have_the_others() -> None:
    with pytest.raises(BadOption, match="no seat 7"):
        LearnerVectorEnv("gotcha", 2, seat=7)
    with pytest.raises(BadOption, match="but the learner's"):
        LearnerVectorEnv("bayou-boss", 2, seats=4, bots={1: "random"})
    for seat in (True, 1.0, "0"):
        with pytest.raises(BadOption, match="no seat"):
            LearnerVectorEnv("gotcha", 2, seat=seat)  # type: ignore[arg-type]  # on purpose
    for bots in (["sensible"], None, 5, {"a": "random", 1: "random"}):
        with pytest.raises(BadOption):
            LearnerVectorEnv("gotcha", 2, bots=bots)  # type: ignore[arg-type]  # on purpose
    with pytest.raises(BadOption, match="observes"):
        LearnerVectorEnv("gotcha", 2, observe="view")
    with pytest.raises(BadOption, match="one seed"):
        LearnerVectorEnv("gotcha", 2).reset(seed=[1, 2])


# -- OpenSpiel ----------------------------------------------------------------------------------------------------


# Turns, one after the other, are tried, and saved in between, in test_copies: of the two games in which many seats
# are asked at once, each is tried in one way.
@pytest.mark.parametrize(
    ("id", "simultaneous"),
    some(
        [(id, True) for id in ("bayou-boss", "bots-battleground", "gotcha")],
        [(id, simultaneous) for id in CARD_GAMES for simultaneous in (False, True)],
    ),
)
def test_openspiel_agrees_with_what_it_checks(id: str, simultaneous: bool) -> None:
    game = pyspiel.load_game(open_spiel.registered_name(id), {"deals": 3, "simultaneous": simultaneous})
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


def test_all_who_are_asked_at_once_act() -> None:
    """Of the Botch, which begins when all are ready."""
    state = open_spiel.load("botch", 3, deals=1, simultaneous=True).new_initial_state()
    state.apply_action(0)
    state.apply_actions([state.legal_actions(player)[0] for player in range(3)])
    assert [(played.seat, played.text) for played in state.table.history] == [(seat, "ready") for seat in range(3)]


@pytest.mark.parametrize(
    ("one", "other"),
    [("give Bo 2", "ask Ann for 2"), ("ask Bo for 1", "call")],
    ids=["the two are gone", "something else is asked"],
)
def test_what_has_become_impossible_is_dropped(one: str, other: str) -> None:
    """Two are asked at once whether they call, in the second round of the Botch; the first to answer is Ann."""
    state = open_spiel.load("botch", 3, deals=1, simultaneous=True).new_initial_state()
    state.apply_action(0)
    actions = [str(action) for action in state.setup.game.actions]
    state.apply_actions([actions.index("ready")] * 3)
    for swaps in ("swap with Ann", "swap with Bo", "swap with Ann"):
        state.apply_action(actions.index(swaps))
        state.apply_action(actions.index("keep"))
    state.apply_action(actions.index("use Album on Ann"))
    state.apply_actions([actions.index(one), actions.index(other), 0])
    assert state.table.history[-1][:2] == (0, one)


@pytest.mark.parametrize("id", CARD_GAMES)
def test_their_search_plays_the_whole_games(id: str) -> None:
    game = open_spiel.load(id, deals=5)
    luck = np.random.RandomState(3)
    bot = ismcts.ISMCTSBot(
        game=game,
        evaluator=mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=luck),
        uct_c=1.4,
        max_simulations=4,
        random_state=luck,
    )
    state = game.new_initial_state()
    state.apply_action(2)
    for _ in range(6):
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)


def test_in_a_sample_those_who_choose_first_and_unseen_have_chosen() -> None:
    state = open_spiel.load("bots-battleground", deals=5).new_initial_state()
    state.apply_action(2)
    luck, later = np.random.RandomState(5), 0
    for _ in range(40):
        seat = state.current_player()
        for _ in range(3):
            sample = state.resample_from_infostate(seat, luck.random_sample)
            assert sample.current_player() == seat
            assert sample.information_state_string(seat) == state.information_state_string(seat)
            assert sample.legal_actions() == state.legal_actions()
        later += seat > 0
        state.apply_action(luck.choice(state.legal_actions()))
    assert later > 0


def test_counterfactual_regrets_shrink_where_rock_counts_double() -> None:
    """GotchaCards' throw for who goes first, on its own; in equilibrium paper is thrown most often."""
    game = open_spiel.load(
        "gotcha",
        options={"start": "throw"},
        deals=1,
        ends=lambda table: len(table.history) == 2,
        pays=rock_pays_double,
    )
    solver = cfr.CFRSolver(game)
    before = exploitability.nash_conv(game, solver.average_policy())
    for _ in range(100):
        solver.evaluate_and_update_policy()
    assert exploitability.nash_conv(game, solver.average_policy()) < before / 5
    state = game.new_initial_state()
    state.apply_action(0)
    chances = solver.average_policy().action_probabilities(state)
    assert max(chances, key=lambda action: chances[action]) == game.setup.game.actions.index("Throw paper")


def rock_pays_double(table: Table) -> tuple[float, float]:
    mine, yours = (move.text.split()[-1] for move in table.history)
    beats = {"rock": "scissors", "scissors": "paper", "paper": "rock"}
    if mine == yours:
        return 0.0, 0.0
    won = mine if beats[mine] == yours else yours
    worth = 1.0 if won == "rock" else 0.5
    return (worth, -worth) if won == mine else (-worth, worth)


@pytest.mark.parametrize("id", ["gotcha", "botch"])  # without a memory, and with one
def test_what_a_player_cannot_know_does_not_change_what_it_knows(id: str) -> None:
    """An information state stays the same when the others' cards are dealt anew, and whatever they do unseen."""
    state = open_spiel.load(id, deals=2).new_initial_state()
    state.apply_action(1)
    luck = np.random.default_rng(4)
    for _ in range(12):
        me = state.current_player()
        known, numbers = state.information_state_string(me), state.information_state_tensor(me)
        assert len(numbers) == state.get_game().information_state_tensor_size()
        other = state.resample_from_infostate(me, luck.random)
        assert other.information_state_string(me) == known
        assert other.information_state_tensor(me) == numbers
        assert other.legal_actions() == state.legal_actions()
        state.apply_action(int(luck.choice(state.legal_actions())))
        assert state.information_state_string(me) != known


@pytest.mark.parametrize(
    "wrong",
    [
        {"deals": 0},
        {"deals": 2.5},
        {"seats": 9},
        {"options": {"tier": "?"}},
        {"game": None},
        {"game": 5},
        {"deals": 10**30},
        {"options": 0},
        {"chances": 3},
        {"deals": 2, "chances": ["a", "b"]},
        {"deals": 2, "chances": [float("nan"), 1]},
    ],
)
def test_what_cannot_be_is_no_game_for_openspiel(wrong: dict[str, Any]) -> None:
    with pytest.raises(BadOption):
        open_spiel.load(**{"game": "gotcha"} | wrong)


def test_games_without_numbers_are_not_for_openspiel() -> None:
    with pytest.raises(BadOption, match="no numbers"):
        open_spiel.load("clocktower")
