"""How games go: what seats have by tenths of a game, pairs of cards, and how many choices there are."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import facedown
from facedown import lab
from facedown.core.errors import BadOption
from facedown.core.flat import FlatGame
from facedown.lab.course import beyond
from facedown.lab.intervals import proportion
from facedown.lab.table_batch import SeatedBatch, happened


def gotcha() -> FlatGame:
    game = facedown.game("gotcha")
    assert isinstance(game, FlatGame)
    return game


def test_a_course_is_what_was_seen_at_the_tables() -> None:
    course = lab.course(gotcha(), 4, ["sensible"], seed=5, resources=["hand_count"])
    assert [(one.resource, one.tenth) for one in course.resources] == [
        (name, tenth) for name in ("points", "hand_count") for tenth in range(1, 11)
    ]
    batch, legal, had, won = SeatedBatch(gotcha().contract, 2, ["sensible"]), list[int](), 0, 0
    best = course.pairs[0]
    for number in range(4):
        before = len(legal)
        table, decisions = batch.at_table(5, number, lambda table: legal.append(len(table.legal(table.asked[0]))))
        assert len(legal) - before == decisions
        for seat in (0, 1):
            cards = {card for _, card, who in happened(table) if who == seat}
            if {best.first, best.second} <= cards:
                had, won = had + 1, won + (seat in table.standing.winners)
    choices = sum(moves > 1 for moves in legal) / 4
    assert course.choices.value == choices
    assert course.minutes(30).value == choices / 2
    assert (best.games, best.wins.value) == (had, won / had)
    assert str(course).startswith("gotcha: 4 games, ")
    assert "(too few for an interval) choices" in str(lab.course(gotcha(), 1))


def test_two_cards_that_win_only_together_are_told_from_two_that_win_alone() -> None:
    rare, often = proportion(100, 1000), proportion(900, 1000)
    help_each_other, alone = beyond(often, rare, rare, rare), beyond(often, often, rare, rare)
    assert help_each_other.low > 0.7
    assert help_each_other.value == pytest.approx(0.8)
    assert alone.low < 0 < alone.high


@pytest.mark.sweep
def test_the_interval_of_a_pair_holds_as_often_as_it_says() -> None:
    luck, odds, held = np.random.default_rng(1), np.array([0.7, 0.5, 0.4, 0.3]), 0
    for _ in range(2000):
        found = beyond(*(proportion(int(won), 40) for won in luck.binomial(40, odds)))
        held += found.low <= 0.1 <= found.high
    assert held >= 0.95 * 2000


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"resources": ["hand_cuont"]}, "did you mean 'hand_count'"),
        ({"games": 2.5}, "games must be a whole number, 1 or more, not 2.5"),
        ({"game": facedown.game("clocktower")}, "card games"),
        ({"agents": ["nobody"]}, "no player 'nobody'"),
    ],
)
def test_what_cannot_be_watched_is_told(wrong: dict[str, Any], told: str) -> None:
    asked: dict[str, Any] = {"game": gotcha(), "games": 2} | wrong
    with pytest.raises(BadOption, match=told):
        lab.course(**asked)
