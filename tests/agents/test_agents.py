"""Players see what their seat sees, answer with a legal move, and choose alike when they are seeded alike."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import facedown
from facedown.agents import Agent, RandomAgent, catch_up, levels, luck_of, player, players
from facedown.core.errors import BadOption
from facedown.core.game import Game
from tests.how_much import some
from tests.sample_game import GAME

ALL: list[Game] = [*map(facedown.game, facedown.games()), GAME]


def play(game: Game, name: str, seed: int) -> list[str]:
    table = game.new(seats=game.seats[0], seed=3)
    agents: list[Agent] = [player(game, name, f"{seed}/{seat}") for seat in range(len(table.names))]
    while table.asked and len(table.history) < 60:
        seat = table.asked[0]
        legal = table.legal(seat)
        catch_up(agents[seat], table, seat)
        move = agents[seat].choose(table.observation(seat), legal)
        assert move in legal or game.contract.interpret(table.position(), seat, move, table.names)
        table.play(seat, move)
    return [played.text for played in table.history]


EVERY = [(game, name) for game in ALL for name in players(game)]
# A search compiles; what those of other games do, interpreted, is seen in test_search.py.
FEW = [(game, name) for game, name in EVERY if name not in levels(game) or (game.id, name) == ("gotcha", "steady")]


@pytest.mark.parametrize(("game", "name"), some(FEW, EVERY))
def test_every_player_of_every_game(game: Game, name: str) -> None:
    assert play(game, name, 1) == play(game, name, 1)


@pytest.mark.parametrize("game", ALL)
def test_random_players_with_other_seeds_choose_otherwise(game: Game) -> None:
    assert len({tuple(play(game, "random", seed)) for seed in range(5)}) > 1


def test_an_unknown_player_is_refused_with_those_there_are() -> None:
    with pytest.raises(BadOption, match="High Card has no player 'clever'; it has: random, highest"):
        player(GAME, "clever")


def test_the_sample_games_bot_plays_its_highest_card() -> None:
    table = GAME.new(seats=2, seed=1)
    legal = table.legal(0)
    assert player(GAME, "highest").choose(table.observation(0), legal) == legal[-1]


def bytes_of(record: object) -> bytes:
    return np.array(record).tobytes()


class Diary(RandomAgent):
    """Somebody who writes down what they are shown."""

    remembers = True

    def __init__(self) -> None:
        super().__init__(luck_of("diary"))
        self.pages: list[bytes] = []

    def remember(self, view: Any) -> None:
        self.pages.append(bytes_of(view))

    def forget(self) -> None:
        self.pages = []


def test_who_catches_up_has_seen_each_thing_once_and_begins_anew_when_moves_are_taken_back() -> None:
    table, diary = GAME.new(seats=2, seed=1), Diary()
    for _ in range(4):
        catch_up(diary, table, 1)
        catch_up(diary, table, 1)
        assert diary.pages == [bytes_of(table.at(frame).observation(1)) for frame in range(len(table.frames))]
        table.play(table.asked[0], table.legal(table.asked[0])[0])
    catch_up(diary, table, 1)
    table.undo()
    table.play(table.asked[0], table.legal(table.asked[0])[-1])
    catch_up(diary, table, 1)
    assert diary.pages == [bytes_of(table.at(frame).observation(1)) for frame in range(len(table.frames))]
