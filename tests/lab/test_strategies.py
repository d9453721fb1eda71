"""The simple strategies that bots are tried against: each always has an answer, and a legal one."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

import facedown
from facedown.agents import luck_of
from facedown.core.batch import Batch
from facedown.core.bits import allow
from facedown.core.flat import FlatGame
from facedown.core.layout import blank
from facedown.lab.exploit import strategies_of
from tests.laws.positions import played

GAMES = ["gotcha", "bayou-boss", "botch", "bots-battleground"]
EVERY, MOMENTS = 4, 80  # of the first so many moments of a game each fourth is looked at


@pytest.mark.parametrize("name", GAMES)
def test_each_strategy_makes_legal_moves(name: str) -> None:
    game = facedown.game(name)
    assert isinstance(game, FlatGame)
    strategies = {title: play for title, play in strategies_of(game).items() if callable(play)}
    assert len(strategies) > 7
    looked = 0
    for number, table in enumerate(itertools.islice(played(game, game.seats[0], 2), MOMENTS)):
        if number % EVERY or not table.asked:
            continue
        seat = table.asked[0]
        legal = [move.code for move in table.legal(seat)]
        view, luck = table.observation(seat), luck_of(number)
        memory = [] if game.memory_layout is None else [blank(game.memory_layout)]
        for known in memory:
            game.remember(view, known)  # type: ignore[misc]  # bots of this game have a memory
        for title, play in strategies.items():
            moves = np.zeros(game.move_words, np.int64)
            for code in legal:
                allow(moves, code)
            assert game.given_cards(play)(view, moves, luck, *memory) in legal, title
            looked += 1
    assert looked > 50


def test_who_never_switches_plays_a_whole_match_legally() -> None:
    game = facedown.game("bots-battleground")
    assert isinstance(game, FlatGame)
    play = strategies_of(game)["never switches"]
    assert callable(play)
    batch = Batch(game, 4, ["never_switches", "sensible"] * 2, compiles=False, own={"never_switches": play})
    assert batch.play("whole", 0, 1).decisions[0] > 0
