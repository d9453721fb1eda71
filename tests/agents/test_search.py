"""Players that search: they find what wins, know only what their seat knows, and are there where bots are named."""

from __future__ import annotations

import numpy as np
import pytest

import facedown
from facedown.agents import SearchAgent, catch_up, levels, luck_of, player, players
from facedown.agents import search as module
from facedown.agents.search import Search
from facedown.core.errors import BadOption
from facedown.core.flat import FlatGame
from facedown.lab import simulate
from tests.laws.positions import fast, played

GOTCHA, BAYOU = facedown.game("gotcha"), facedown.game("bayou-boss")
GAMES = [game for game in (GOTCHA, BAYOU) if isinstance(game, FlatGame)]


def luck(seed: object) -> np.ndarray:
    return luck_of("search", seed)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_what_the_seat_does_not_know_changes_no_choice(game: FlatGame) -> None:
    """Interpreted: it is the law of memory again, through a whole search."""
    search, looked = Search(game, 3, compiles=False), 0
    for number, table in enumerate(played(fast(game), 3 if game is BAYOU else 2, 1)):
        if number % 40 == 7 and table.asked:
            seat = table.asked[0]
            known, position = table.knowledge(seat), table.position()
            twin = game.redealt(position, seat, known, "twin")
            samples = [game.redealt(there, seat, known, "sample") for there in (position, twin)]
            one, other = (search.best(sample, seat, known, luck(number)) for sample in samples)
            assert one == other
            assert one in [move.code for move in table.legal(seat)]
            looked += 1
    assert looked > 1


def test_compiled_and_interpreted_searches_choose_alike() -> None:
    interpreted, compiled, game = Search(GAMES[0], 6, compiles=False), Search(GAMES[0], 6), fast(GAMES[0])
    for number, table in enumerate(played(game, 2, 3)):
        if number % 15 == 2 and table.asked:
            seat = table.asked[0]
            known, sample = table.knowledge(seat), table.determinized(seat, number).peek()
            one, other = (search.best(sample, seat, known, luck(number)) for search in (interpreted, compiled))
            assert one == other


def test_a_search_beats_the_bot_that_it_searches_with() -> None:
    report = simulate(GOTCHA, 20, ["steady", "sensible"], seed="search", cores=2)
    assert report.players[0].name == "steady"
    assert report.players[0].share.low > 0.5
    again = simulate(GOTCHA, 4, ["steady", "sensible"], seed="search", cores=1)
    assert simulate(GOTCHA, 4, ["steady", "sensible"], seed="search", cores=2).by_seat == again.by_seat


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
        SearchAgent(facedown.game("botch"), 5, luck(0))  # type: ignore[arg-type]  # it is one


def test_the_bot_answers_while_the_search_is_being_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[object] = []
    monkeypatch.setattr(module, "prepare", begun.append)
    monkeypatch.setattr(module, "_ready", set())
    table = GOTCHA.new(seed=4)
    agent = player(GOTCHA, "hard", patient=False)
    catch_up(agent, table, table.asked[0])
    seat = table.asked[0]
    assert agent.choose(table.observation(seat), table.legal(seat)) in table.legal(seat)
    assert begun == [GOTCHA]
