"""What is compiled before the tests begin."""

from __future__ import annotations

import facedown
from facedown.core.flat import FlatGame
from tools import warm


def test_each_flat_game_is_compiled_for_random_players_its_first_bot_and_all_of_them() -> None:
    assert "clocktower" not in warm.flat_games()
    for name in warm.flat_games():
        game = facedown.game(name)
        assert isinstance(game, FlatGame)
        first = next(iter(game.bots()))
        assert warm.players(game)[:2] == [("random",), (first,)]
    botch = facedown.game("botch")
    assert isinstance(botch, FlatGame)
    assert warm.players(botch)[2] == tuple(botch.bots())
