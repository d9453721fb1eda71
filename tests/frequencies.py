"""Whether draws are as frequent as they should be: the statistical assertions of all tests, at one level.

Their seeds are fixed, so that a test says the same each time; but whoever changes rules or the order of draws gets
other draws.  That any of the tests then fails by luck alone happens once in `RARELY` such changes: this chance is
shared out among the tests, and in each of them among the frequencies that it tries.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from scipy.special import chdtrc  # not scipy.stats, which every process would be long in importing

RARELY = 1000
TESTS = 9  # that call `check` or `check_even`; tests/core/test_frequencies.py counts them


def p_value(seen: Sequence[float], expected: Sequence[float] | None = None) -> float:
    """By chi square: how often such a difference comes about by luck.  `expected` need not have the same sum."""
    expected = expected or [1.0] * len(seen)
    share = sum(seen) / sum(expected)
    total = sum((here - one * share) ** 2 / (one * share) for here, one in zip(seen, expected, strict=True))
    return float(chdtrc(len(seen) - 1, total))


def check(p_values: Sequence[float]) -> None:
    """Raises AssertionError where one of these is too small to be luck."""
    assert min(p_values) > 1 / (RARELY * TESTS * len(p_values)), p_values


def check_even(counts: Iterable[int]) -> None:
    """Raises AssertionError where these numbers are not about equal."""
    check([p_value(list(counts))])
