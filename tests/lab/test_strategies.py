"""The simple strategies that bots are tried against: each always has an answer, and a legal one."""

from __future__ import annotations

import itertools
import types

import numpy as np
import pytest

import facedown
from facedown.agents import luck_of
from facedown.core.bits import allow, allows
from facedown.core.compiling import is_marked
from facedown.core.counting import TIMES
from facedown.core.flat import FlatGame
from facedown.core.layout import blank
from facedown.games.botch import simple as botch
from facedown.games.gotcha import simple as gotcha
from facedown.lab.deviations import HabitBatch, by_habit, handed_over, single_habits
from facedown.lab.exploit import with_habits, written_strategies
from tests.laws.positions import played

GAMES = ["gotcha", "botch"]
EVERY, MOMENTS = 2, 80  # of the first so many moments of a game each second is looked at
APART = 2  # at each of which every other strategy is asked, beginning with another one


@pytest.mark.parametrize("name", GAMES)
def test_each_strategy_makes_legal_moves(name: str) -> None:
    game = facedown.game(name)
    assert isinstance(game, FlatGame)
    strategies = {title: play for title, play in written_strategies(game).items() if callable(play)}
    assert len(strategies) >= 5
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


@pytest.mark.parametrize("module", [botch, gotcha])
def test_what_strategies_call_can_be_compiled(module: types.ModuleType) -> None:
    """A function that is found through its module has no compiled twin, which only shows when it is compiled."""
    for function in filter(is_marked, vars(module).values()):
        read, known = function.__code__.co_names, function.__globals__
        modules = [known[one] for one in read if isinstance(known.get(one), types.ModuleType)]
        found = {one for one in read for there in modules if is_marked(getattr(there, one, None))}
        assert not found - known.keys(), f"{function.__name__}: import {found} by name"


def test_a_habit_is_followed_where_it_can_be_and_left_out_where_there_is_another_move() -> None:
    game = facedown.game("botch")
    assert isinstance(game, FlatGame)
    single = {habit.name: habit for habit in single_habits(game, 4)}
    habits = {name: handed_over([habit]) for name, habit in single.items()}
    bot = with_habits(game, [single["always the first of ask"]])
    asked_for = 0
    for table in itertools.islice(played(game, 4, 3), 200):
        for seat in table.asked:
            legal = {move.code: listed for move, listed in zip(table.legal(seat), table.listed(seat), strict=True)}
            asking = [code for code, move in legal.items() if getattr(move, "does", "") == "ask"]
            moves = np.zeros(game.contract.move_words, np.int64)
            for code in legal:
                allow(moves, code)
            followed = by_habit(moves, luck_of(1), habits["always the first of ask"])
            assert followed == (asking[0] if asking else -1)
            assert not asking or getattr(legal[followed], "diamonds", 0) == 1
            memory = blank(game.contract.memory_layout)  # type: ignore[arg-type]  # bots of this game have one
            answered = bot(table.observation(seat), moves.copy(), luck_of(1), memory)
            assert answered in (asking[:1] or legal)
            assert by_habit(moves, luck_of(1), habits["never ask"]) == -1
            assert [code for code in legal if allows(moves, code)] == [code for code in legal if code not in asking]
            asked_for += bool(asking)
    assert asked_for > 20


def test_one_player_has_habits_and_all_others_none() -> None:
    game = facedown.game("botch")
    assert isinstance(game, FlatGame)
    habit = next(habit for habit in single_habits(game, 3) if habit.name == "always the first of ask")
    batch = HabitBatch(game.contract, 3, habits=[habit], compiles=False)
    assert batch.players == ("habits", "sensible", "sensible")
    totals = batch.play("whole", 0, 1).totals
    assert totals is not None
    asked = [0, 0, 0]
    for one in batch.plan.offered(totals):
        asked[one.seat] += int(one.chosen[TIMES]) * bool(allows(habit.kind, one.move))
    assert asked[0] > 10 > max(asked[1:])
