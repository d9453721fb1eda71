"""Whole random matches, watched by a referee who has read nothing but the rulebook."""

from __future__ import annotations

import pytest

from facedown.games.bots_battleground import GAME
from tests.games.bots_battleground.referee import Referee
from tests.games.referees import acted


@pytest.mark.covers(
    "bots-battleground 3.4", "bots-battleground 3.5", "bots-battleground 6.1", "bots-battleground 6.2"
)
@pytest.mark.parametrize("seats", range(3, 7))
def test_a_referee_agrees_with_a_whole_match(seats: int) -> None:
    referee = Referee(acted(GAME, seats, seats, dice=1 + seats % 2))
    referee.watch()
    assert referee.meetings > 3
