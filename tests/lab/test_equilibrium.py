"""CFR+ against OpenSpiel's on games that both know, and on the last turn of GotchaCards."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pyspiel
import pytest
from open_spiel.python.algorithms import exploitability
from open_spiel.python.policy import TabularPolicy

from facedown.core.errors import BadOption
from facedown.envs import open_spiel
from facedown.lab.equilibrium import Solver, Tree

EXAMPLE = Path(__file__).parents[2] / "examples" / "gotcha_last_turn.py"


@pytest.fixture(scope="module")
def example() -> ModuleType:
    spec = importlib.util.spec_from_file_location(EXAMPLE.stem, EXAMPLE)
    assert spec
    assert spec.loader
    module = sys.modules[EXAMPLE.stem] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def solved(game: Any, rounds: int) -> Solver:
    solver = Solver(Tree.of(game.new_initial_state()))
    solver.run(rounds)
    return solver


def as_theirs(game: Any, solver: Solver) -> TabularPolicy:
    policy, chances = TabularPolicy(game), solver.policy()
    for row, state in zip(policy.action_probability_array, policy.states, strict=True):
        for action in range(len(row)):
            row[action] = chances[state.information_state_string()].get(action, 0.0)
    return policy


@pytest.mark.parametrize("name", ["kuhn_poker", "leduc_poker", "liars_dice(dice_sides=2)"])
@pytest.mark.parametrize("rounds", [1, 7, 40])
def test_it_goes_as_openspiels_does(name: str, rounds: int) -> None:
    game = pyspiel.load_game(name)
    ours, theirs = solved(game, rounds), pyspiel.CFRPlusSolver(game)
    for _ in range(rounds):
        theirs.evaluate_and_update_policy()
    assert ours.exploitability() == pytest.approx(pyspiel.exploitability(game, theirs.average_policy()))
    assert ours.exploitability() == pytest.approx(exploitability.exploitability(game, as_theirs(game, ours)))


def test_the_value_of_kuhns_poker_is_that_of_its_paper() -> None:
    assert solved(pyspiel.load_game("kuhn_poker"), 2000).value() == pytest.approx(-1 / 18, abs=1e-4)


@pytest.mark.parametrize("name", ["kuhn_poker(players=3)", "matrix_rps", "matrix_pd"])
def test_what_it_cannot_solve_is_refused(name: str) -> None:
    with pytest.raises(BadOption, match="only games of two players"):
        Tree.of(pyspiel.load_game(name).new_initial_state())


def test_a_game_that_is_too_large_is_refused() -> None:
    with pytest.raises(BadOption, match="more than 1,000 nodes"):
        Tree.of(pyspiel.load_game("leduc_poker").new_initial_state(), most=1000)


def test_a_last_turn_of_gotchacards_nears_its_equilibrium(example: ModuleType) -> None:
    game = example.one_turn(example.deck_of("Common Rock*2, Common Scissors, Mighty Scissors*2, Super Paper"))
    solver = solved(game, 1)
    before = solver.exploitability()
    solver.run(199)
    assert solver.exploitability() < before / 20
    assert solver.value() == pytest.approx(0, abs=1e-3)  # both place at once, and the hands are dealt alike


def test_who_has_the_better_hand_is_worth_more(example: ModuleType) -> None:
    """Mighty Paper and Super Paper beat every Common Rock, wherever it lies."""
    table = example.dealt(
        ("Common Rock", "Common Rock", "Common Rock"), ("Mighty Paper", "Super Paper", "Mighty Paper")
    )
    game = open_spiel.load(
        "gotcha", deals=1, start=lambda _: table.copy(), ends=example.turn_is_over, pays=example.by_points
    )
    assert solved(game, 1).value() == -1


@pytest.mark.parametrize("chances", [[0.5], [0.7, 0.7], [1.5, -0.5]])
def test_chances_of_deals_add_up_to_one(chances: list[float]) -> None:
    with pytest.raises(BadOption, match="add up to 1"):
        open_spiel.load("gotcha", deals=2, chances=chances)


def test_a_match_among_bots_is_solved_from_its_third_turn(
    example: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", [str(EXAMPLE), "--match", "7", "--worlds", "2", "--rounds", "150"])
    example.main()
    last = capsys.readouterr().out.splitlines()[-1]
    assert last.startswith("150 rounds: value")
    assert float(last.split()[-1]) < 0.02
