"""The standing line: what one plays for, and what is left of the game."""

import random

import pytest
from msgspec.structs import replace

import facedown
from facedown.games.bayou import words as bayou

LINES = {
    "bayou-boss": "Each trick is a point, fewest win · 4 rounds, or until 12",
    "botch": "First to declare 10 diamonds wins",
    "bots-battleground": "First to 10 tokens · a fight won gives 2, a fight lost takes 1",
    "clocktower": "Good wins if the Demon dies, evil if only two players live",
    "gotcha": "Win two rounds by most points",
}


@pytest.mark.parametrize("name", LINES)
def test_it_says_to_everybody_what_wins_and_leaves_the_scores_to_the_plates(name: str) -> None:
    table = facedown.game(name).new()
    assert {table.aim(seat) for seat in (*range(len(table.names)), None)} == {LINES[name]}


def test_bayou_boss_warns_when_somebody_may_end_it_and_says_which_round_is_the_last() -> None:
    view = facedown.game("bayou-boss").new(seats=3).view(0)
    assert isinstance(view, bayou.View)
    lines = {most: bayou.aim(replace(view, totals=(most - 1, 0, 0), tricks=(1, 0, 0)), ()) for most in (8, 9, 12)}
    assert [line.split(" · ")[1] for line in lines.values()] == [
        "4 rounds, or until 12",
        "somebody is close to 12",
        "last round",
    ]


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
