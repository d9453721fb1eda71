"""Sets as bits, interpreted and compiled, beside Python's own sets."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from facedown.core import bits
from facedown.core.bits import lowest as bits_lowest
from facedown.core.bits import nth as bits_nth
from facedown.core.bits import popcount as bits_popcount
from facedown.core.compiling import compiled, compiles

MEMBERS = st.sets(st.integers(0, 61))
WAYS = [pytest.param(lambda function: function, id="interpreted"), pytest.param(compiled, id="compiled")]
Way = Callable[[Any], Any]


@compiles
def popcount(those: int) -> int:
    """What has a compiled form of its own cannot be called from Python in that form; so with the next two."""
    return bits_popcount(those)


@compiles
def lowest(those: int) -> int:
    return bits_lowest(those)


@compiles
def nth(those: int, n: int) -> int:
    return bits_nth(those, n)


def as_bits(members: set[int]) -> int:
    return sum(1 << member for member in members)


@pytest.mark.parametrize("way", WAYS)
@given(members=MEMBERS)
def test_a_set_of_numbers(way: Way, members: set[int]) -> None:
    those = as_bits(members)
    assert way(popcount)(those) == len(members)
    assert way(lowest)(those) == min(members, default=64)
    assert [way(nth)(those, n) for n in range(len(members))] == sorted(members)
    assert {member for member in range(62) if way(bits.holds)(those, member)} == members


@pytest.mark.parametrize("way", WAYS)
@given(members=st.sets(st.integers(0, 3 * 64 - 1).filter(lambda move: move % 64 < 62)))
def test_a_set_of_moves_in_several_words(way: Way, members: set[int]) -> None:
    moves = np.zeros(3, np.int64)
    for move in members:
        way(bits.allow)(moves, move)
    assert [way(bits.nth_move)(moves, n) for n in range(len(members))] == sorted(members)
    assert way(bits.nth_move)(moves, len(members)) == -1
    assert {move for move in range(3 * 64) if way(bits.allows)(moves, move)} == members
