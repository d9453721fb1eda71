"""What is compiled before the tests begin."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

import facedown
from facedown.core.flat import FlatGame
from tests.how_much import some
from tools import warm
from tools.build_client import ROOT


def test_each_flat_game_is_compiled_for_its_bots() -> None:
    assert "clocktower" not in warm.flat_games()
    for name in warm.flat_games():
        game = facedown.game(name)
        assert isinstance(game, FlatGame)
        bots = tuple(game.contract.bots())[: 3 if name == "botch" else 1]
        assert warm.players(game) == [bots, ("random",)][: 2 if name == "gotcha" else 1]


@pytest.mark.parametrize("name", some(["gotcha"], warm.flat_games()))
def test_where_nothing_compiles_there_is_nothing_to_fail(name: str) -> None:
    program = f"from tools.warm import compile_game; compile_game({name!r})"
    subprocess.run(
        [sys.executable, "-c", program], env=os.environ | {"NUMBA_DISABLE_JIT": "1"}, cwd=ROOT, check=True
    )
