"""How often the lab's 95 % intervals hold the truth, for few and many games, in the middle and at the edges.

    python -m benchmarks.intervals

The truth is known, because the games are drawn from known odds.  Beside each figure stands that of an interval of
SciPy's or NumPy's, as one would take it without this package: Wilson's for yes and no, the normal one for the rest.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from scipy.stats import binomtest, norm
from scipy.stats.contingency import relative_risk

from facedown.core.layout import Ints
from facedown.lab.intervals import Estimate, Mean, difference_of, proportion, ratio
from facedown.lab.paired import LEAST_GAMES, won_more

SAMPLES = 4000
GAMES = (5, 20, 100, 1000)
ONE_OF_MANY = 0.001  # the error of each interval, where fifty of a comparison hold together


def covered(truth: float, interval: Callable[[Ints], tuple[float, float]], samples: Ints) -> float:
    """The share of the samples whose interval holds the truth; equal samples are looked at once."""
    kinds, times = np.unique(samples, axis=0, return_counts=True)
    ends = [interval(kind) for kind in kinds]
    holds = [low - 1e-9 <= truth <= high + 1e-9 for low, high in ends]
    return float(np.average(holds, weights=times))


def ends(found: Estimate) -> tuple[float, float]:
    return found.low, found.high


def normal(values: Ints, error: float = 0.05) -> tuple[float, float]:
    """The textbook's interval: the mean and 1.96 standard errors."""
    off = float(norm.ppf(1 - error / 2)) * float(values.std(ddof=1)) / np.sqrt(len(values))
    return float(values.mean()) - off, float(values.mean()) + off


def mean_of(values: Ints) -> Mean:
    mean = Mean()
    mean.add(values)
    return mean


def yes_or_no(chance: float, games: int, luck: np.random.Generator) -> tuple[float, float]:
    """Games won or not: the lab's interval, and Wilson's."""
    won = luck.binomial(games, chance, (SAMPLES, 1))

    def wilson(count: Ints) -> tuple[float, float]:
        found = binomtest(int(count[0]), games).proportion_ci(method="wilson")
        return float(found.low), float(found.high)

    return covered(chance, lambda n: ends(proportion(int(n[0]), games)), won), covered(chance, wilson, won)


def shares(
    odds: tuple[float, ...], values: tuple[float, ...], games: int, luck: np.random.Generator
) -> tuple[float, float]:
    """Shares of a win between 0 and 1."""
    counts, points = luck.multinomial(games, odds, SAMPLES), np.array(values)
    truth = float(points @ odds)
    return (
        covered(truth, lambda n: ends(mean_of(np.repeat(points, n)).estimate_share()), counts),
        covered(truth, lambda n: normal(np.repeat(points, n)), counts),
    )


def scores(games: int, luck: np.random.Generator) -> tuple[float, float]:
    """Points that are few most of the time, and sometimes many."""
    points = luck.geometric(0.2, (SAMPLES, games)).astype(np.float64)
    return covered(5.0, lambda row: ends(mean_of(row).estimate()), points), covered(5.0, normal, points)


def changed(
    odds: tuple[float, float, float], games: int, luck: np.random.Generator, error: float = 0.05
) -> tuple[float, float]:
    """A comparison's wins in pairs of games: one less, as many, or one more, with these odds."""
    counts, values = luck.multinomial(games, odds, SAMPLES), np.array([-1.0, 0.0, 1.0])

    def lab(count: Ints) -> tuple[float, float]:
        mean = float(values @ count) / games
        return ends(difference_of(mean, float(values**2 @ count) / games - mean * mean, games, error))

    def other(count: Ints) -> tuple[float, float]:
        return normal(np.repeat(values, count), error)

    truth = float(values @ np.array(odds))
    return covered(truth, lab, counts), covered(truth, other, counts)


def won_with_card(
    odds: tuple[float, float], had: float, games: int, luck: np.random.Generator
) -> tuple[float, float]:
    """A comparison's games won with a card that a seat has this often, in 20 pieces, in both versions."""
    pieces, holds, textbook = 20, 0, 0
    for _ in range(SAMPLES):
        having = luck.binomial(games // pieces, had, (2, pieces))
        counts = np.stack([having, luck.binomial(having, np.array(odds)[:, None])], axis=1).astype(np.float64)
        if not counts[:, 0].sum(axis=1).all():
            counts[:, 0, 0] += 1  # such cards are not compared
        found, (n, m) = won_more(counts, 0.05), counts[:, 0].sum(axis=1)
        holds += found.low <= odds[0] - odds[1] <= found.high
        p, q = counts[:, 1].sum(axis=1) / (n, m)
        textbook += abs(p - q - odds[0] + odds[1]) <= norm.ppf(0.975) * np.sqrt(p * (1 - p) / n + q * (1 - q) / m)
    return holds / SAMPLES, textbook / SAMPLES


def beside(odds: tuple[float, float], games: int, luck: np.random.Generator) -> tuple[float, float]:
    """One player's wins divided by another's: the lab's interval, and that of SciPy's relative risk."""
    won = luck.binomial(games, odds, (SAMPLES, 2))

    def lab(counts: Ints) -> tuple[float, float]:
        return ends(ratio(proportion(int(counts[0]), games), proportion(int(counts[1]), games)))

    def katz(counts: Ints) -> tuple[float, float]:
        if not counts.all():
            return 0.0, np.inf
        found = relative_risk(int(counts[0]), games, int(counts[1]), games).confidence_interval()
        return float(found.low), float(found.high)

    truth = odds[0] / odds[1]
    return covered(truth, lab, won), covered(truth, katz, won)


def main() -> None:
    luck = np.random.default_rng(1)
    print(f"Intervals that hold the truth, of {SAMPLES:,}; nominal: 95 %\n")
    print(f"{'':34}{'games':>6}  {'lab':>6}  {'other':>6}")
    for games in GAMES:
        for chance in (0.5, 0.1, 0.01):
            print_row(f"won, {chance:.0%} of games", games, yes_or_no(chance, games, luck))
        print_row("half wins, a third each", games, shares((1 / 3, 1 / 3, 1 / 3), (0.0, 0.5, 1.0), games, luck))
        print_row("almost always shared", games, shares((0.02, 0.96, 0.02), (0.0, 0.5, 1.0), games, luck))
        print_row("points, skewed", games, scores(games, luck))
        for two in ((0.74, 0.72), (0.25, 0.1)):
            print_row(f"ratio of {two[0]:.0%} to {two[1]:.0%} won", games, beside(two, games, luck))
        if games >= LEAST_GAMES:
            for odds in ((0.25, 0.5, 0.25), (0.1, 0.6, 0.3), (0.0, 0.98, 0.02), (0.001, 0.998, 0.001)):
                print_row(f"compared: {odds[0]:.1%} less, {odds[2]:.1%} more", games, changed(odds, games, luck))
                print_row("   ... one of fifty: 99.9 %", games, changed(odds, games, luck, ONE_OF_MANY))
            print_row("compared: card, 60 % and 50 % won", games, won_with_card((0.6, 0.5), 0.5, games, luck))
            print_row("compared: rare, 60 % and 20 % won", games, won_with_card((0.6, 0.2), 0.05, games, luck))


def print_row(what: str, games: int, found: tuple[float, float]) -> None:
    lab, other = found
    print(f"{what:34}{games:6,}  {100 * lab:5.1f}%  {100 * other:5.1f}%", flush=True)


if __name__ == "__main__":
    main()
