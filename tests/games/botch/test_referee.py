"""Whole random games, watched by a referee who has read nothing but the rulebook."""

from __future__ import annotations

import pytest

from facedown.games.botch import GAME
from tests.games.botch.referee import Referee
from tests.games.referees import played


@pytest.mark.covers("botch 3.4", "botch 4.6", "botch 4.7", "botch 4.8", "botch 5.6", "botch 6.3", "botch 8.4")
@pytest.mark.parametrize("seats", range(3, 9))
def test_a_referee_agrees_with_a_whole_game(seats: int) -> None:
    referee = Referee(played(GAME, seats, seats, cast=("advanced", "hidden")[seats % 2]))
    referee.watch()
    assert referee.calls > 0
    assert referee.swaps > 2
