"""Intervals that are put together from others; `benchmarks.intervals` measures how often each holds the truth."""

from __future__ import annotations

import math

import numpy as np
import pytest

from facedown.lab.intervals import Estimate, proportion, ratio

KNOWN = Estimate(0.25, 0.25, 0.25)


def test_a_ratio_to_a_known_number_is_the_interval_divided_by_it() -> None:
    found = ratio(Estimate(0.3, 0.2, 0.45), KNOWN)
    assert (found.value, found.low, found.high) == pytest.approx((1.2, 0.8, 1.8))


@pytest.mark.parametrize(
    ("won", "of_best", "low", "high"),
    [(0, 20, 0, 0.2), (50, 50, 0.9, 1.1), (5, 0, 0, math.inf), (0, 0, 0, math.inf), (25, 25, 0.65, 1.55)],
)
def test_the_ratio_of_two_shares_at_their_edges(won: int, of_best: int, low: float, high: float) -> None:
    found = ratio(proportion(won, 50), proportion(of_best, 50))
    assert low <= found.low <= found.value <= found.high <= high


def test_the_ratio_of_two_shares_holds_the_truth_as_often_as_it_says() -> None:
    drawn = np.random.default_rng(1).binomial(100, (0.4, 0.2), (1000, 2))
    found = [ratio(proportion(int(one), 100), proportion(int(other), 100)) for one, other in drawn]
    assert 930 < sum(one.low <= 2 <= one.high for one in found) < 990
