"""Whole games that OpenSpiel's own algorithms solve: those that both know, and the last turn of GotchaCards."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pyspiel
import pytest

from facedown.core.errors import BadOption
from facedown.envs import open_spiel

EXAMPLE = Path(__file__).parents[2] / "examples" / "gotcha_last_turn.py"


@pytest.fixture(scope="module")
def example() -> ModuleType:
    spec = importlib.util.spec_from_file_location(EXAMPLE.stem, EXAMPLE)
    assert spec
    assert spec.loader
    module = sys.modules[EXAMPLE.stem] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def solved(game: Any, rounds: int) -> Any:
    solver = pyspiel.CFRPlusSolver(game)
    for _ in range(rounds):
        solver.evaluate_and_update_policy()
    return solver


@pytest.mark.parametrize("name", ["kuhn_poker", "leduc_poker", "liars_dice(dice_sides=2)"])
def test_what_is_unfolded_is_the_same_game(name: str) -> None:
    game = pyspiel.load_game(name)
    tree = open_spiel.unfolded(game.new_initial_state())
    there, here = (pyspiel.exploitability(one, solved(one, 7).tabular_average_policy()) for one in (game, tree))
    assert here == pytest.approx(there)


def test_information_sets_and_actions_keep_their_names() -> None:
    game = pyspiel.load_game("kuhn_poker")
    state = open_spiel.unfolded(game.new_initial_state()).new_initial_state()
    for theirs in (0, 1):
        state.apply_action(theirs)
    state.apply_action(state.legal_actions()[1])
    before = game.new_initial_state()
    for action in (0, 1, 1):
        before.apply_action(action)
    assert state.information_state_string().endswith(before.information_state_string())
    assert [state.action_to_string(action) for action in state.legal_actions()] == ["0", "1"]


@pytest.mark.parametrize("name", ["matrix_rps", "matrix_pd"])
def test_a_game_in_which_several_act_at_once_is_refused(name: str) -> None:
    with pytest.raises(BadOption, match="one player acts after the other"):
        open_spiel.unfolded(pyspiel.load_game(name).new_initial_state())


def test_a_game_that_is_too_large_is_refused() -> None:
    with pytest.raises(BadOption, match="more than 1,000 states"):
        open_spiel.unfolded(pyspiel.load_game("leduc_poker").new_initial_state(), most=1000)


def test_a_last_turn_of_gotchacards_nears_its_equilibrium(example: ModuleType) -> None:
    game = example.one_turn(example.deck_of("Common Rock*2, Common Scissors, Mighty Scissors*2, Super Paper"))
    tree = open_spiel.unfolded(game.new_initial_state())
    before, solver = example.exploitability(tree, solved(tree, 1)), solved(tree, 200)
    assert example.exploitability(tree, solver) < before / 20
    assert example.value(tree, solver) == pytest.approx(0, abs=1e-3)  # both place at once, hands are dealt alike


def test_who_has_the_better_hand_is_worth_more(example: ModuleType) -> None:
    """Mighty Paper and Super Paper beat every Common Rock, wherever it lies."""
    table = example.dealt(
        ("Common Rock", "Common Rock", "Common Rock"), ("Mighty Paper", "Super Paper", "Mighty Paper")
    )
    game = open_spiel.load(
        "gotcha", deals=1, start=lambda _: table.copy(), ends=example.turn_is_over, pays=example.by_points
    )
    tree = open_spiel.unfolded(game.new_initial_state())
    assert example.value(tree, solved(tree, 1)) == -1


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
