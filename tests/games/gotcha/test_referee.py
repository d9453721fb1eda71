"""Whole random matches, watched by a referee who has read nothing but the rulebook."""

from __future__ import annotations

import pytest

from facedown.games.gotcha import GAME
from tests.games.gotcha.referee import Referee
from tests.games.referees import played


@pytest.mark.covers("gotcha 5.3", "gotcha 5.4", "gotcha 5.5", "gotcha 5.6", "gotcha 5.7")
@pytest.mark.parametrize("seed", range(6))
def test_a_referee_agrees_with_a_whole_match(seed: int) -> None:
    referee = Referee(played(GAME, 2, seed, tier=("advanced", "starter")[seed % 2]))
    referee.watch()
    assert referee.fights > 5
