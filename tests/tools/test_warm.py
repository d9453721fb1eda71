"""What is compiled before the tests begin."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

import facedown
from tests.how_much import some
from tools import warm
from tools.build_client import ROOT

PROGRAM = """
from tools import warm
batch = warm.Batch
warm.Batch = lambda contract, seats, names: print(*names) or batch(contract, seats, names)
warm.compile_game({!r})
"""


def test_clocktower_does_not_compile() -> None:
    assert "clocktower" not in warm.flat_games()


@pytest.mark.parametrize("name", some(["gotcha"], warm.flat_games()))
def test_each_flat_game_is_compiled_for_its_bots_and_where_nothing_compiles_there_is_nothing_to_fail(
    name: str,
) -> None:
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    said = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(name)], env=environment, cwd=ROOT, check=True, capture_output=True
    )
    bots = tuple(facedown.game(name).contract.bots())[: 3 if name == "botch" else 1]
    assert said.stdout.decode().splitlines() == [" ".join(bots), *["random"][: name == "gotcha"]]
