"""Two versions of a game, pair by pair: alike where nothing changed, and sure of what they say."""

from __future__ import annotations

import math

import pytest

from facedown.core.errors import BadOption
from facedown.lab import Changes, compare_games, simulate
from tests.sample_game import GAME


def by_name(found: Changes) -> dict[str, tuple[float, float, float]]:
    return {change.measure: (change.more.low, change.more.value, change.more.high) for change in found.changes}


def test_a_version_differs_in_nothing_from_itself() -> None:
    found = compare_games(GAME, GAME, ["highest"], seats=3, games=600)
    assert found.games == 600
    assert set(by_name(found).values()) == {(0, 0, 0)}
    assert "no difference found" in str(found)


def test_a_change_is_found_and_is_the_opposite_the_other_way_round() -> None:
    one = compare_games(GAME, GAME, ["highest"], 3, 5, {"hand": 4}, {"hand": 3}, games=600)
    other = compare_games(GAME, GAME, ["highest"], 3, 5, {"hand": 3}, {"hand": 4}, games=600)
    assert any(interval != (0, 0, 0) for interval in by_name(one).values()), "there is something to find"
    for measure, (low, value, high) in by_name(other).items():
        assert by_name(one)[measure] == pytest.approx((-high, -value, -low))


def test_it_agrees_with_playing_both_versions_apart() -> None:
    paired = compare_games(GAME, GAME, ["highest", "random"], 2, "x", {"hand": 4}, {"hand": 3}, games=2000)
    four, three = (simulate(GAME, 2000, ["highest", "random"], 2, "x", {"hand": hand}) for hand in (4, 3))
    more = four.by_seat[0].score.value - three.by_seat[0].score.value
    assert by_name(paired)["Points of seat 1"][1] == pytest.approx(more)


def test_it_stops_when_it_is_sure_enough() -> None:
    found = compare_games(GAME, GAME, ["random"], 2, 0, {"hand": 4}, {"hand": 3}, until=0.1, games=100_000)
    assert found.enough
    assert found.games < 10_000
    assert all(change.more.high - change.more.low <= 0.2 for change in found.changes if change.of_games)
    assert found.surely_above(0.9) == ()


def test_intervals_allow_for_looking_often_and_at_much() -> None:
    def width(seats: int, games: int) -> float:
        found = compare_games(GAME, GAME, ["random"], seats, 1, {"hand": 4}, {"hand": 3}, games=games)
        low, _, high = by_name(found)["Wins of seat 1"]
        return (high - low) * math.sqrt(games)

    assert width(2, 500) < width(2, 2000), "the later look has less of the error left"
    seat = simulate(GAME, 500, seats=2, options={"hand": 4}).by_seat[0].wins
    assert width(2, 500) > (seat.high - seat.low) * math.sqrt(500)


@pytest.mark.parametrize(
    ("wrong", "says"), [({"games": 1}, "at least 2"), ({"until": 1.5}, "not a share of games")]
)
def test_what_makes_no_sense_is_refused(wrong: dict[str, float], says: str) -> None:
    with pytest.raises(BadOption, match=says):
        compare_games(GAME, GAME, **wrong)  # type: ignore[arg-type]  # on purpose
