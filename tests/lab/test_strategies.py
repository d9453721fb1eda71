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
from facedown.lab.deviations import single_habits, strategy
from facedown.lab.exploit import written_strategies
from tests.laws.positions import played

GAMES = ["gotcha", "bayou-boss", "botch", "bots-battleground"]
EVERY, MOMENTS = 4, 80  # of the first so many moments of a game each fourth is looked at
APART = 7  # at each of which every seventh strategy is asked, beginning with another one


@pytest.mark.parametrize("name", GAMES)
def test_each_strategy_makes_legal_moves(name: str) -> None:
    game = facedown.game(name)
    assert isinstance(game, FlatGame)
    strategies = {title: play for title, play in written_strategies(game).items() if callable(play)}
    assert len(strategies) > 7
    strategies |= {habit.name: strategy(game, [habit]) for habit in single_habits(game, game.seats[0])}
    looked = 0
    for number, table in enumerate(itertools.islice(played(game, game.seats[0], 2), MOMENTS)):
        if number % EVERY or not table.asked:
            continue
        seat = table.asked[0]
        legal = [move.code for move in table.legal(seat)]
        view, luck = table.observation(seat), luck_of(number)
        memory = [] if game.contract.memory_layout is None else [blank(game.contract.memory_layout)]
        for known in memory:
            game.contract.remember(view, known)  # type: ignore[misc]  # bots of this game have a memory
        for title, play in itertools.islice(strategies.items(), looked % APART, None, APART):
            moves = np.zeros(game.contract.move_words, np.int64)
            for code in legal:
                allow(moves, code)
            assert game.contract.given_cards(play)(view, moves, luck, *memory) in legal, title
            looked += 1
    assert looked > 50


def test_who_never_switches_plays_a_whole_match_legally() -> None:
    game = facedown.game("bots-battleground")
    assert isinstance(game, FlatGame)
    play = written_strategies(game)["never switches"]
    assert callable(play)
    batch = Batch(
        game.contract, 4, ["never_switches", "sensible"] * 2, compiles=False, own={"never_switches": play}
    )
    assert batch.play("whole", 0, 1).decisions[0] > 0


def test_a_habit_is_followed_where_it_can_be_and_left_out_where_there_is_another_move() -> None:
    game = facedown.game("botch")
    assert isinstance(game, FlatGame)
    habits = {habit.name: strategy(game, [habit]) for habit in single_habits(game, 4)}
    assert game.contract.memory_layout is not None
    asked_for = refused = 0
    for table in itertools.islice(played(game, 4, 3), 200):
        for seat in table.asked:
            legal = {move.code: listed for move, listed in zip(table.legal(seat), table.listed(seat), strict=True)}
            does = {code: getattr(move, "does", "") for code, move in legal.items()}
            for name in ("always the first of ask", "never ask"):
                moves, memory = np.zeros(game.contract.move_words, np.int64), blank(game.contract.memory_layout)
                for code in legal:
                    allow(moves, code)
                game.contract.remember(table.observation(seat), memory)  # type: ignore[misc]  # the Botch's have a memory
                move = game.contract.given_cards(habits[name])(table.observation(seat), moves, luck_of(1), memory)
                if name == "never ask":
                    assert does[move] != "ask"
                    refused += "ask" in does.values()
                elif "ask" in does.values():
                    assert does[move] == "ask"
                    assert getattr(legal[move], "diamonds", 0) == 1
                    asked_for += 1
    assert asked_for > 20
    assert refused > 20
