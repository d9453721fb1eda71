"""Whole games, watched by a referee who has read nothing but the rulebook, and cards that nobody has seen."""

from __future__ import annotations

import pytest

from tests.games.referees import REFEREES, watched

CASES = {  # seeds with the house cards, and with cards of their own; some have shown a fault
    "gotcha": (range(6), (1, 7, 17, 31, 72)),
    "bayou-boss": (range(7), range(4)),
    "botch": (range(6), (0, 2, 6)),
    "bots-battleground": (range(3), (3,)),
}
RULES = {
    "gotcha": "2.6 3.3 4.2 4.4 4.5 4.6 4.7 4.8 5.3 5.4 5.5 5.6 5.7 5.8 6.9 6.11 6.12 7.3 7.6 7.7",
    "bayou-boss": "1.1 1.2 2.2 3.1 3.2 3.3 3.4 3.5 3.6 3.7 4.1 4.2 4.3 4.4 4.5 4.6 4.7 4.9 5.1 5.2 5.3 5.4 6.3 "
    "7.1 7.2 7.3 7.4 7.6",
    "botch": "2.3 3.4 3.5 4.6 4.7 4.8 4.9 5.6 6.3 7.3 7.6 8.4",
    "bots-battleground": "3.4 3.5 6.1 6.2 6.5 7.6 8.5 9.1 10.2",
}


def cases(number: int) -> list[object]:
    return [
        pytest.param(
            name,
            seed,
            id=f"{name} {seed}",
            marks=pytest.mark.covers(*(f"{name} {rule}" for rule in RULES[name].split())),
        )
        for name in REFEREES
        for seed in CASES[name][number]
    ]


@pytest.mark.parametrize(("name", "seed"), cases(0))
def test_a_referee_agrees_with_a_whole_game(name: str, seed: int) -> None:
    watched(name, seed, own=False, fast=False)


@pytest.mark.parametrize(("name", "seed"), cases(1))
def test_a_referee_agrees_with_a_game_of_any_cards_which_ends(name: str, seed: int) -> None:
    watched(name, seed, own=True, fast=False)
