"""When somebody is told something tells no more than what they are told.

Time is a virtual one, and every pause takes its middle length: then the moments must be the same.  How pauses are
distributed is compared by `benchmarks/secrecy.py`.
"""

from __future__ import annotations

import pytest

from tests.secrecy.evenings import PAIRS, Pair, gaps
from tests.secrecy.planted import LEAKS_OF_TIME, planted

SAME = 1e-3  # seconds; the loop of the virtual time is a microsecond late at each stop


def differ(pair: Pair) -> bool:
    one, other = (gaps(pair, which) for which in (0, 1))
    return len(one) != len(other) or one != pytest.approx(other, abs=SAME)


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair.title)
def test_the_clock_does_not_tell(pair: Pair) -> None:
    assert not differ(pair)


@pytest.mark.parametrize("leak", sorted(LEAKS_OF_TIME))
def test_pauses_that_tell_are_caught(leak: str) -> None:
    with planted(leak):
        assert any(map(differ, PAIRS))
