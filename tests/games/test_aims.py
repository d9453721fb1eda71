"""The standing line: what one plays for, and what is left of the game."""

import random

import pytest

import facedown

LINES = {
    "bayou-boss": "Each trick is a point, fewest win · 4 rounds, or until 12",
    "botch": "First to declare 10 diamonds wins",
    "bots-battleground": "First to 10 tokens · a fight won gives 2, a fight lost takes 1",
    "clocktower": "Good wins if the Demon dies, evil if only two players live",
    "gotcha": "Win two rounds by most points · the draft",
}


@pytest.mark.parametrize("name", LINES)
def test_it_says_to_everybody_what_wins_and_leaves_the_scores_to_the_plates(name: str) -> None:
    table = facedown.game(name).new()
    assert {table.aim(seat) for seat in (*range(len(table.names)), None)} == {LINES[name]}


@pytest.mark.parametrize("name", facedown.games())
def test_every_game_has_one_at_every_moment(name: str) -> None:
    table = facedown.game(name).new(seed=3)
    dice = random.Random(3)
    for _ in range(150):
        for seat in (*range(len(table.names)), None):
            line = table.aim(seat)
            assert line == line.strip()
            assert 10 < len(line) < 90
        if table.over:
            break
        seat = dice.choice(table.asked)
        moves = [move for move in table.legal(seat) if table.objection(seat, move) is None]
        table.play(seat, dice.choice(moves))
