"""Two versions of a game, pair by pair: alike where nothing changed, and sure of what they say."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import facedown
from facedown.core.batch import Batch, Outcome
from facedown.core.errors import BadOption
from facedown.core.flat import FlatGame
from facedown.lab import Changes, compare, simulate
from facedown.lab.paired import _Cards, _Sums
from tests.sample_game import GAME


def by_name(found: Changes) -> dict[str, tuple[float, float, float]]:
    return {change.measure: (change.more.low, change.more.value, change.more.high) for change in found.changes}


def test_a_version_differs_in_nothing_from_itself() -> None:
    found = compare(GAME, GAME, ["highest"], seats=3, games=600)
    assert found.games == 600
    assert {value for _, value, _ in by_name(found).values()} == {0}
    assert all(change.alike for change in found.changes)
    assert {change.more.high - change.more.low > 0 for change in found.changes if change.of_games} == {True}
    assert "Wins of seat 1: the same in every pair of games." in str(found)


def test_cards_that_change_nothing_are_said_to_be_the_same() -> None:
    found = compare(facedown.game("gotcha"), facedown.game("gotcha"), games=20)
    assert "Won with cards: the same in every pair of games." in str(found)


def test_few_pairs_that_all_agree_are_not_certain() -> None:
    few = _Sums(1)
    won, lost = (
        Outcome(0, np.array([[score]]), np.array([winner]), np.array([9]), np.array([0]))
        for score, winner in ((1, 1), (0, 0))
    )
    for _ in range(3):
        few.add(won, lost)
    (change, *_) = few.changes(0.001)
    assert change.more.value == 1
    assert -1 <= change.more.low < 0 < change.more.high <= 1
    assert not change.is_found
    for _ in range(60):
        few.add(won, lost)
    assert few.changes(0.001)[0].is_found


@pytest.mark.parametrize(("alike", "low", "high"), [(0, 0.9, 1.1), (0.5, 1.8, 2.2), (1, math.inf, math.inf)])
def test_the_same_deals_are_worth_as_many_games_as_they_save(alike: float, low: float, high: float) -> None:
    """Where half of all pairs have the same winner for the same luck, others would spread twice as much."""
    luck, sums = np.random.default_rng(3), _Sums(2)
    wins, others = luck.integers(2, size=(2, 20_000))
    others = np.where(luck.random(20_000) < alike, wins, others)
    scores, zeros = np.zeros((20_000, 2), np.int64), np.zeros(20_000, np.int64)
    sums.add(*(Outcome(0, scores, 1 + won, zeros, zeros) for won in (wins, others)))
    assert low <= sums.worth() <= high
    said = str(Changes(20_000, False, (), worth=sums.worth()))
    told = "" if math.isinf(low) else " With other deals in each version it would take "
    told += {0: "no more.", 0.5: "2.0 times as many."}.get(alike, "")
    assert said == f"20,000 pairs of games, with 95 % intervals that hold together.{told}"


def test_a_change_is_found_and_is_the_opposite_the_other_way_round() -> None:
    one = compare(GAME, GAME, ["highest"], 3, 5, {"hand": 4}, {"hand": 3}, games=600)
    other = compare(GAME, GAME, ["highest"], 3, 5, {"hand": 3}, {"hand": 4}, games=600)
    assert any(interval != (0, 0, 0) for interval in by_name(one).values()), "there is something to find"
    for measure, (low, value, high) in by_name(other).items():
        assert by_name(one)[measure] == pytest.approx((-high, -value, -low))


def test_it_agrees_with_playing_both_versions_apart() -> None:
    paired = compare(GAME, GAME, ["highest", "random"], 2, "x", {"hand": 4}, {"hand": 3}, games=2000)
    four, three = (simulate(GAME, 2000, ["highest", "random"], 2, "x", {"hand": hand}) for hand in (4, 3))
    more = four.by_seat[0].score.value - three.by_seat[0].score.value
    assert by_name(paired)["Points of seat 1"][1] == pytest.approx(more)


def test_it_stops_when_it_is_sure_enough() -> None:
    found = compare(GAME, GAME, ["highest", "random"], 2, 0, {"hand": 4}, {"hand": 3}, until=0.1, games=100_000)
    assert found.enough
    assert found.games < 10_000
    assert all(change.more.high - change.more.low <= 0.2 for change in found.changes if change.of_games)
    assert found.surely_above(0.9) == ()


def test_intervals_allow_for_looking_often_and_at_much() -> None:
    players = ["highest", "random"]

    def width(seats: int, games: int, until: float = 0.0) -> float:
        found = compare(GAME, GAME, players, seats, 1, {"hand": 4}, {"hand": 3}, games=games, until=until)
        low, _, high = by_name(found)["Wins of seat 1"]
        return (high - low) * math.sqrt(games)

    assert width(2, 500, 1e-9) < width(2, 2000, 1e-9), "the later look has less of the error left"
    assert width(2, 2000) < width(2, 2000, 1e-9), "who looks only at the end pays for one look"
    seat = simulate(GAME, 500, players, 2, options={"hand": 4}).by_seat[0].wins
    assert width(2, 500) > (seat.high - seat.low) * math.sqrt(500)


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"games": 19}, "games must be a whole number, 20 or more, not 19"),
        ({"games": "20"}, "20 or more, not .20."),
        ({"until": 1.5}, "not a share of games"),
    ],
)
def test_what_makes_no_sense_is_refused(wrong: dict[str, Any], says: str) -> None:
    with pytest.raises(BadOption, match=says):
        compare(GAME, GAME, **wrong)


def test_what_each_card_decides_is_compared() -> None:
    printed = facedown.game("gotcha")
    mine = facedown.game(
        "gotcha",
        cards=printed.cards_file().replace(
            '{does = "draw", cards = 1, when = ["wins"]}', '{does = "draw", cards = 2, when = ["wins"]}'
        ),
    )
    found = compare(mine, printed, ["sensible"], options={"tier": "starter"}, games=1000)
    of_cards = {change.card: change for change in found.changes if change.card}
    assert {"Draw Rock", "Gotcha", "Common Paper"} <= set(of_cards)
    assert "Curse" not in of_cards  # of the other tier
    for change in of_cards.values():
        assert change.more.low < change.more.value < change.more.high
        assert 0 < change.before < 1
    assert "Won with" in str(found)


def test_a_few_games_tell_no_less_of_cards_than_of_seats() -> None:
    """With two pieces of a hundred games, cards were known to within some thousand percent."""
    game = facedown.game("gotcha")
    found = compare(game, game, ["sensible", "random"], options={"tier": "starter"}, against_options={}, games=200)
    widths = [change.more.high - change.more.low for change in found.changes if change.of_games]
    assert max(widths) < 1


def test_intervals_of_cards_hold() -> None:
    """Of many comparisons of like games, at most one in twenty finds a difference in any card."""
    game = facedown.game("gotcha")
    assert isinstance(game, FlatGame)
    played = Batch(game.contract, 2)
    wrong = 0
    for number in range(40):
        cards = _Cards((played, played))
        for piece in range(10):
            cards.add(played.play(("a", number), 50 * piece, 50), played.play(("b", number), 50 * piece, 50))
        wrong += any(change.is_found for change in cards.changes(0.05 / len(cards.events)))
    assert wrong <= 5
