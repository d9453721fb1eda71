"""Estimated values with their 95 % confidence intervals.  `benchmarks.intervals` measures how often these hold."""

from __future__ import annotations

import math

import msgspec
import numpy as np
from scipy.special import betaincinv, ndtri, stdtrit

from facedown.core.layout import Ints

CONFIDENCE = 0.95
FEWEST = 2  # values of which an interval is made: one says nothing about how far others lie away
Z = 1.959964  # half the width of a 95 % interval of the normal distribution, in standard deviations


class Estimate(msgspec.Struct, frozen=True):
    """An estimated value and its 95 % confidence interval.

    `low` and `high` are infinite (in JSON null) where there are too few values for an interval, and equal where
    all values were: these do not tell how far others might lie away.
    """

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return self.written(".4g")

    def written(self, figure: str, scale: float = 1.0, unit: str = "") -> str:
        """The value and its interval, each times `scale` and in this format: "0.5 (0.4 to 0.6)"."""
        value = f"{scale * self.value:{figure}}{unit}"
        if self.low == self.high:
            return f"{value} (each time)"
        if not math.isfinite(self.low + self.high):
            return f"{value} (too few for an interval)"
        return f"{value} ({scale * self.low:{figure}} to {scale * self.high:{figure}})"


def proportion(successes: float, trials: float, error: float = 1 - CONFIDENCE) -> Estimate:
    """A proportion with its exact interval (Clopper and Pearson, 1934), from quantiles of the beta distribution.

    `error` is the probability that the interval misses the truth.  One trial has none.
    """
    if trials < FEWEST:
        return Estimate(successes / max(1, trials), -math.inf, math.inf)
    return _exact(successes, trials, error)


def _exact(successes: float, trials: float, error: float) -> Estimate:
    """The interval for numbers that need not be whole, as sums of values between 0 and 1 may be."""
    tail, failures = error / 2, max(0.0, trials - successes)
    low = float(betaincinv(successes, failures + 1, tail)) if successes else 0.0
    high = float(betaincinv(successes + 1, failures, 1 - tail)) if failures else 1.0
    return Estimate(successes / trials, low, high)


def share(
    mean: float, spread: float, games: float, error: float = 1 - CONFIDENCE, *, pieces: int | None = None
) -> Estimate:
    """The mean of `games` values from 0 to 1 with an interval within 0 to 1; `spread` is their variance.

    It is the exact interval for so many yeses and noes as would say as much as these values: more than there are
    values where these spread less, as half a win does.  That few values agree by chance is allowed for, by as many
    values that spread as much as they can as the square of the interval's half-width in standard errors.  If the
    spread was estimated from a few `pieces` of games, the interval is wider, as by Student's t.
    """
    if games < FEWEST:
        return Estimate(mean, -math.inf, math.inf)
    normal = float(ndtri(1 - error / 2))
    if pieces is not None:
        spread *= (float(stdtrit(pieces - 1, 1 - error / 2)) / normal) ** 2
    most, doubt = mean * (1 - mean), normal**2
    narrower = (games * spread / most + doubt) / (games + doubt) if most > 0 else 1.0
    return _exact(mean * games / narrower, games / narrower, error)


def ratio(first: Estimate, second: Estimate) -> Estimate:
    """The ratio of two independent estimates that are 0 or more, from their own intervals, which need not be even.

    It is infinite where the second may be 0.  Donner and Zou, "Closed-form confidence intervals for functions of
    the normal mean and standard deviation", 2012, section 2.3, written so that nothing cancels out.
    """
    if second.low <= 0 or math.isinf(first.high):
        return Estimate(first.value / second.value if second.value > 0 else math.inf, 0.0, math.inf)
    both = first.value * second.value
    least, below = first.low * (2 * first.value - first.low), second.high * (2 * second.value - second.high)
    most, above = first.high * (2 * first.value - first.high), second.low * (2 * second.value - second.low)
    low = least / (both + math.sqrt(both * both - least * below)) if first.low > 0 else 0.0
    return Estimate(first.value / second.value, low, (both + math.sqrt(both * both - most * above)) / above)


def difference_of(mean: float, spread: float, games: int, error: float, pieces: int | None = None) -> Estimate:
    """The mean of `games` differences from -1 to 1, whose variance is `spread`, and its interval: see `share`."""
    found = share((1 + mean) / 2, spread / 4, games, error, pieces=pieces)
    return Estimate(mean, 2 * found.low - 1, 2 * found.high - 1)


def _rounded(numbers: Ints) -> Ints:
    """Round to 24 binary places, so that sums are exact and do not depend on how games are cut into pieces."""
    return np.round(numbers * 2.0**24) / 2.0**24


class Mean:
    """A running mean: the number of values, their sum, and the sums of their squares and cubes."""

    def __init__(self) -> None:
        self.n, self.total, self.squares, self.cubes = 0, 0.0, 0.0, 0.0

    def add(self, values: np.ndarray) -> None:
        numbers = _rounded(values.astype(np.float64).ravel())
        self.n += numbers.size
        self.total += float(numbers.sum())
        self.squares += float(_rounded(numbers**2).sum())
        self.cubes += float(_rounded(numbers**3).sum())

    def estimate(self) -> Estimate:
        """The mean with its 95 % interval by Student's t.

        It reaches further to where few values lie far away: P. Hall, "On the Removal of Skewness by
        Transformation", 1992, equation 2.3.
        """
        if self.n < FEWEST:
            return Estimate(self.total, -math.inf, math.inf)
        mean = self.total / self.n
        spread = max(0.0, self.squares / self.n - mean * mean)
        error, off = math.sqrt(spread / (self.n - 1)), float(stdtrit(self.n - 1, (1 + CONFIDENCE) / 2))
        low, high = (mean - error * _skewed(t, self._lean(mean, spread)) for t in (off, -off))
        return Estimate(mean, low, high)

    def _lean(self, mean: float, spread: float) -> float:
        """The skewness of the values, as far as so many can be skewed, over the root of their number."""
        if self.n < 3 or spread <= 0:
            return 0.0
        third = self.cubes / self.n - 3 * mean * self.squares / self.n + 2 * mean**3
        skewness = third / (spread * math.sqrt(spread))
        most = (self.n - 2) / math.sqrt(self.n - 1)
        return min(most, max(-most, skewness)) * math.sqrt(self.n - 1) / (self.n - 2)

    def estimate_share(self) -> Estimate:
        """The mean of values from 0 to 1 with a 95 % interval within 0 to 1."""
        mean = self.total / max(1, self.n)
        return share(mean, max(0.0, self.squares / max(1, self.n) - mean * mean), self.n)


def _skewed(t: float, lean: float) -> float:
    """The t of means of skewed values where it would be this one if they were not skewed."""
    if abs(lean) < 1e-6:
        return t
    return 3 * (math.cbrt(1 + lean * (t - lean / 6)) - 1) / lean
