"""The standing line: what one plays for, and how far one is, from what this seat may know."""

import random

import pytest

import facedown
from facedown.core import record
from facedown.core.table import Table

BAYOU = """
game: bayou-boss
seats: Ann, Bo, Cy
dealer: Cy
Ann holds: Red 9
Bo holds: Red 3
Cy holds: Red 4
trump: Yellow 9
Ann: Red 9; Bo: Red 3; Cy: Red 4
"""

BOTCH = """
game: botch
seats: Ann, Bo, Cy
first: Ann
Ann: ready; Bo: ready; Cy: ready
Ann: give Bo 2
"""


def read(text: str) -> Table:
    return record.read(text, facedown.game)


def test_few_points_are_good_in_bayou_boss() -> None:
    table = read(BAYOU)
    assert table.aim("Ann") == "Fewest points wins · you 1, Bo 0, Cy 0 · 3 rounds to go"
    assert table.aim("Bo") == "Fewest points wins · you 0, Cy 0, Ann 1 · 3 rounds to go"
    assert table.aim(None) == "Fewest points wins · Bo 0, Cy 0, Ann 1 · 3 rounds to go"


def test_diamonds_count_in_the_botch_and_a_stash_among_them() -> None:
    table = read(BOTCH)
    assert table.aim("Ann") == "First to declare 10 diamonds · you 0, Bo 4, Cy 2"
    assert table.aim("Bo") == "First to declare 10 diamonds · you 4, Cy 2, Ann 0"


def test_rounds_and_tokens() -> None:
    assert facedown.game("gotcha").new().aim(0) == "First to win two rounds · you 0, Bo 0 · the draft"
    assert facedown.game("bots-battleground").new().aim(2) == "First to 10 tokens · you 0, Ann 0, Bo 0"


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


def test_clocktowers_line_is_the_same_for_everybody() -> None:
    table = facedown.game("clocktower").new(seed=3)
    assert len({table.aim(seat) for seat in (*range(len(table.names)), None)}) == 1
