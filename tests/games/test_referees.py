"""Whole games, watched by a referee who has read nothing but the rulebook, and cards that nobody has seen."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from tests.games.referees import REFEREES, watched

CASES = {  # seeds with the house cards, and with cards of their own; some have shown a fault
    "gotcha": (range(1, 6), (1, 7, 17, 31, 72)),
    "bayou-boss": (range(1, 7), range(4)),
    "botch": (range(1, 6), (0, 2, 6)),
    "bots-battleground": (range(1, 3), (3,)),
}


def knows_other_values(referee: Any) -> None:
    for card in referee.known.values():
        card.worth += 1


def knows_stronger_bots(referee: Any) -> None:
    for card in referee.cards.values():
        card["attack"] += 1


def knows_other_actions(referee: Any) -> None:
    referee.items = {name: {**card, "action": ["stash 9"]} for name, card in referee.items.items()}


def knows_no_trick_that_counts(referee: Any) -> None:
    referee.effect = lambda card: "no score"


MISTAKES: Mapping[str, Callable[[Any], None]] = {
    "gotcha": knows_other_values,
    "bayou-boss": knows_no_trick_that_counts,
    "botch": knows_other_actions,
    "bots-battleground": knows_stronger_bots,
}


def cases(number: int) -> list[tuple[str, int]]:
    return [(name, seed) for name in REFEREES for seed in CASES[name][number]]


@pytest.mark.covers(
    "gotcha 2.6", "gotcha 3.3", "gotcha 4.2", "gotcha 4.4", "gotcha 4.5", "gotcha 4.6", "gotcha 4.7",
    "gotcha 4.8", "gotcha 5.3", "gotcha 5.4", "gotcha 5.5", "gotcha 5.6", "gotcha 5.7", "gotcha 5.8",
    "gotcha 6.9", "gotcha 6.11", "gotcha 6.12", "gotcha 7.3", "gotcha 7.6", "gotcha 7.7", "bayou-boss 1.1",
    "bayou-boss 1.2", "bayou-boss 2.2", "bayou-boss 3.1", "bayou-boss 3.2", "bayou-boss 3.3", "bayou-boss 3.4",
    "bayou-boss 3.5", "bayou-boss 3.6", "bayou-boss 3.7", "bayou-boss 4.1", "bayou-boss 4.2", "bayou-boss 4.3",
    "bayou-boss 4.4", "bayou-boss 4.5", "bayou-boss 4.6", "bayou-boss 4.7", "bayou-boss 4.9", "bayou-boss 5.1",
    "bayou-boss 5.2", "bayou-boss 5.3", "bayou-boss 5.4", "bayou-boss 6.3", "bayou-boss 7.1", "bayou-boss 7.2",
    "bayou-boss 7.3", "bayou-boss 7.4", "bayou-boss 7.6", "botch 2.3", "botch 3.4", "botch 3.5", "botch 4.6",
    "botch 4.7", "botch 4.8", "botch 4.9", "botch 5.6", "botch 6.3", "botch 7.3", "botch 7.6", "botch 8.4",
    "bots-battleground 3.4", "bots-battleground 3.5", "bots-battleground 6.1", "bots-battleground 6.2",
    "bots-battleground 6.5", "bots-battleground 7.6", "bots-battleground 8.5", "bots-battleground 9.1",
    "bots-battleground 10.2",
)  # fmt: skip
@pytest.mark.parametrize(("name", "seed"), cases(0))
def test_a_referee_agrees_with_a_whole_game(name: str, seed: int) -> None:
    watched(name, seed, own=False, fast=False)


@pytest.mark.parametrize("name", REFEREES)
def test_a_referee_who_is_mistaken_about_the_cards_objects_to_what_another_agrees_with(name: str) -> None:
    mistaken = REFEREES[name](watched(name, 0, own=False, fast=False).table)
    MISTAKES[name](mistaken)
    with pytest.raises(AssertionError):
        mistaken.watch()


@pytest.mark.parametrize(("name", "seed"), cases(1))
def test_a_referee_agrees_with_a_game_of_any_cards_which_ends(name: str, seed: int) -> None:
    watched(name, seed, own=True, fast=False)
