"""How players play, in words: each has a line of its own, and personae belong to levels that there are."""

from __future__ import annotations

import pytest

import facedown
from facedown.agents import TEMPO, players, style
from facedown.agents.network import trained
from facedown.core.personae import read_personae


@pytest.mark.parametrize("name", facedown.games())
def test_each_player_says_how_it_plays(name: str) -> None:
    game = facedown.game(name)
    said = [style(game, player) for player in players(game) if player not in trained(game)]
    assert {style(game, player) for player in trained(game)} <= {"has learned by playing"}
    assert all(said)
    assert len(set(said)) == len(said)
    assert set(TEMPO) <= {"easy", "hard"}


@pytest.mark.parametrize("name", ["bayou-boss", "botch", "bots-battleground", "gotcha"])
def test_each_level_has_a_name_of_its_own_that_speaks(name: str) -> None:
    game = facedown.game(name)
    personae = read_personae(game.contract.folder)
    of_levels = {persona.level: persona for persona in personae if persona.level}
    assert set(of_levels) == {"easy", "steady", "hard"}
    assert set(of_levels) <= set(players(game))
    assert all(persona.says for persona in of_levels.values())
