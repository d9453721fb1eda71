"""Players that search: they find what wins, know only what their seat knows, and are there where bots are named."""

from __future__ import annotations

import importlib.util
import itertools
import types
from functools import partial
from typing import Any, cast

import numpy as np
import pytest

import facedown
from facedown.agents import SearchAgent, catch_up, levels, luck_of, player, players, playouts
from facedown.agents import search as module
from facedown.agents.search import Memories, Search
from facedown.core.bits import allows
from facedown.core.compiling import compiles
from facedown.core.errors import BadOption
from facedown.core.flat import FlatGame
from facedown.core.table import Table
from facedown.games.botch import steps
from facedown.games.bots_battleground import codes
from facedown.lab import simulate
from tests.laws.positions import fast, played
from tests.sample_game import GAME as SAMPLE

GAMES = [game for game in map(facedown.game, facedown.games()) if isinstance(game, FlatGame)]
GOTCHA, BOTCH, BATTLEGROUND = (
    next(game for game in GAMES if game.id == name) for name in ("gotcha", "botch", "bots-battleground")
)


def luck(seed: object) -> np.ndarray:
    return luck_of("search", seed)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_what_the_seat_does_not_know_changes_no_choice(game: FlatGame) -> None:
    """Interpreted: it is the law of memory again, through a whole search."""
    search, looked = Search(game.contract, 3, compiles=False), 0
    for number, table in enumerate(itertools.islice(played(fast(game), min(3, game.seats[-1]), 1), 200)):
        if number % 40 == 7 and table.asked:
            seat = table.asked[0]
            memories = Memories(game.contract)
            memories.follow(table, seat)
            known, position = table.knowledge(seat), table.position()
            twin = game.contract.redealt(position, seat, known, "twin")
            samples = [game.contract.redealt(there, seat, known, "sample") for there in (position, twin)]
            one, other = (
                search.best(sample, seat, known, luck(number), memories=memories.arrays) for sample in samples
            )
            assert one == other
            assert one in [move.code for move in table.legal(seat)]
            looked += 1
    assert looked > 1


def test_compiled_and_interpreted_searches_choose_alike() -> None:
    interpreted, compiled, game = (
        Search(GOTCHA.contract, 6, compiles=False),
        Search(GOTCHA.contract, 6),
        fast(GOTCHA),
    )
    compared = 0
    for number, table in enumerate(played(game, 2, 3)):
        if number % 15 == 2 and table.asked:
            seat = table.asked[0]
            known, sample = table.knowledge(seat), table.determinized(seat, number).position()
            one, other = (search.best(sample, seat, known, luck(number)) for search in (interpreted, compiled))
            assert one == other
            compared += 1
    assert compared > 0


@pytest.mark.parametrize("game", ["bayou-boss", "botch"])
def test_all_moves_in_question_meet_the_same_deals_and_luck(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    kind, met = cast(FlatGame, facedown.game(game)), list[tuple[int, bytes]]()
    table = kind.new(kind.seats[0], seed=1)
    while len(table.legal(seat := table.asked[0])) < 5:
        table.play(seat, table.legal(seat)[0])
    memories = Memories(kind.contract)
    memories.follow(table, seat)

    def look(s: Any, c: Any, seat: int, move: int, buffers: Any) -> None:
        remembered = buffers[playouts.MEMORIES].tobytes()
        met.append((move, s.tobytes() + buffers[playouts.LUCK].tobytes() + remembered))
        buffers[playouts.LUCK][:] = move
        if memories.arrays is not None:
            buffers[playouts.MEMORIES][playouts.BY_SEAT :] = memories.arrays[playouts.OWN]

    monkeypatch.setattr(playouts, "play_on", look)
    bot = kind.contract.bots()["sensible"]
    ours = compiles(types.FunctionType(bot.__code__, bot.__globals__))
    ours.__qualname__ = f"{bot.__qualname__}_watched"  # searches are kept, by the name of what they are bound to
    search = Search(kind.contract, 36, bot=ours, compiles=False)
    known, sample = table.knowledge(seat), table.determinized(seat, 1).position()
    search.best(sample, seat, known, luck(1), memories=memories.arrays)
    first = [move for move, _ in met[: len({move for move, _ in met})]]
    assert len(set(first)) == len(first) > 1
    assert len({there for _, there in met[: len(first)]}) == 1
    assert met[0][1] != met[len(first)][1]


def test_of_equal_moves_those_stay_that_were_first() -> None:
    moves, totals, no = np.array([9, 5, 7, 63]), np.array([1.0, 2.0, 1.0, 2.0]), np.zeros(1)
    assert playouts.better_half(4, (no, no, moves, totals)) == 2
    assert moves[:3].tolist() == [5, 63, 9]
    legal = np.array([-1])
    playouts.disallow(legal, 63)
    assert [allows(legal, move) for move in (62, 63)] == [True, False]


def test_a_search_beats_the_bot_that_it_searches_with() -> None:
    report = simulate(GOTCHA, 20, ["steady", "sensible"], seed="search", cores=2)
    assert report.players[0].name == "steady"
    assert report.players[0].share.low > 0.5
    again = simulate(GOTCHA, 4, ["steady", "sensible"], seed="search", cores=1)
    assert simulate(GOTCHA, 4, ["steady", "sensible"], seed="search", cores=2).by_seat == again.by_seat


def test_whether_numba_is_there_is_looked_up_once(monkeypatch: pytest.MonkeyPatch) -> None:
    found = levels(facedown.game("gotcha"))
    monkeypatch.delattr(importlib.util, "find_spec")  # it reads folders
    assert levels(facedown.game("gotcha")) == found


def test_without_numba_a_level_is_not_called_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "has_numba", lambda: False)
    for wanted in (partial(player, GOTCHA, "hard"), partial(simulate, GOTCHA, 1, ["hard"])):
        with pytest.raises(BadOption, match=r"hard thinks ahead, which needs: pip install 'facedown\[fast\]'"):
            wanted()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_levels_are_players_like_others(game: FlatGame) -> None:
    assert list(levels(game)) == ["easy", "steady", "hard"]
    assert set(levels(game)) < set(players(game))
    assert players(game)[1] == "sensible", "who answers at once stays the usual bot"
    agent = player(game, "hard")
    assert isinstance(agent, SearchAgent)
    assert agent.iterations == levels(game)["hard"]


def test_games_without_a_memory_of_their_own_have_no_players_that_search() -> None:
    assert not levels(facedown.game("clocktower"))
    with pytest.raises(BadOption, match="search"):
        SearchAgent(SAMPLE.contract, 5, luck(0))


@pytest.mark.parametrize("number", range(3))
def test_who_is_asked_together_with_others_answers_before_they_have(number: int) -> None:
    """Rulebook 4.4 of the Botch: what others will answer to the same question is no part of one's own answer."""
    search = Search(BOTCH.contract, 4, compiles=False)
    for table in played(fast(BOTCH), 4, number):
        if len(table.asked) > 1 and table.observation(0).question == steps.CALLS:
            seat, memories = table.asked[-1], Memories(BOTCH.contract)
            memories.follow(table, seat)
            sample, known = table.determinized(seat, number).position(), table.knowledge(seat)
            code = search.best(sample, seat, known, luck(number), memories=memories.arrays)
            assert code in [move.code for move in table.legal(seat)]
            return
    raise AssertionError("somebody says that they use a card")


def test_a_searching_bot_takes_a_persons_time_to_react(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots Battleground: in some ticks it does not think but waits, as the bot does."""
    thoughts: list[int] = []

    def first_move(agent: SearchAgent, table: Table, seat: int) -> int:
        thoughts.append(seat)
        return table.legal(seat)[0].code

    monkeypatch.setattr(SearchAgent, "searched", first_move)
    agent, waited = player(BATTLEGROUND, "easy"), 0
    for table in itertools.islice(played(fast(BATTLEGROUND), 3, 3), 2000):
        for seat in table.asked:
            if table.timing.continuous and len(table.legal(seat)) > 1:
                before = len(thoughts)
                catch_up(agent, table, seat)
                move = agent.choose(table.observation(seat), table.legal(seat))
                if len(thoughts) == before:
                    assert move.code == codes.WAIT
                    waited += 1
    assert waited > len(thoughts) > 50


def test_the_bot_answers_while_the_search_is_being_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[object] = []
    monkeypatch.setattr(module, "prepare", begun.append)
    monkeypatch.setattr(module, "_ready", set())
    table = GOTCHA.new(seed=4)
    agent = player(GOTCHA, "hard", patient=False)
    catch_up(agent, table, table.asked[0])
    seat = table.asked[0]
    assert agent.choose(table.observation(seat), table.legal(seat)) in table.legal(seat)
    assert begun == [GOTCHA.contract]
