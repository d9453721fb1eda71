"""Sets of small numbers as the bits of an integer: hands, and the moves that are legal.

A set of cards or seats is an int64 of which at most 62 bits are used, so that arithmetic never reaches the sign
bit; a set of moves is an array of int64 of which all 64 bits are used.
"""

from __future__ import annotations

import functools

import numpy as np

from facedown.core.compiling import compiles, compiles_as
from facedown.core.layout import Ints

WORD = 64  # move 70 is bit 6 of word 1
ALL = (1 << WORD) - 1
# For counting bits: 1, 2 or 4 of every 2, 4 or 8 bits; one bit of each byte; and by how much to shift.
ONES, TWOS, FOURS = np.uint64(0x5555555555555555), np.uint64(0x3333333333333333), np.uint64(0x0F0F0F0F0F0F0F0F)
EACH_BYTE, BY_1, BY_2, BY_4, BY_56 = np.uint64(0x0101010101010101), *map(np.uint64, (1, 2, 4, 56))


@compiles
def counted_in_groups(bits: int) -> int:
    """The number of bits, added up in ever wider groups.  LLVM knows this form, and makes one instruction of it."""
    n = np.uint64(bits)
    n -= n >> BY_1 & ONES
    n = (n & TWOS) + (n >> BY_2 & TWOS)
    n = n + (n >> BY_4) & FOURS
    return int(np.int64(n * EACH_BYTE >> BY_56))


@compiles
def bits_below_lowest(bits: int) -> int:
    """The number of zeros below the lowest bit.  This, too, becomes one instruction."""
    return counted_in_groups(~bits & (bits - 1))


@compiles_as(counted_in_groups)
def popcount(bits: int) -> int:
    """The number of members of a set."""
    return (int(bits) & ALL).bit_count()


@compiles_as(bits_below_lowest)
def lowest(bits: int) -> int:
    """The smallest member of a set; 64 if it is empty."""
    bits = int(bits)
    return (bits & -bits).bit_length() - 1 if bits else WORD


@compiles
def nth(bits: int, n: int) -> int:
    """Member number `n` of a set, counted from 0 in increasing order; `n` is less than 64."""
    rest = int(bits)
    for _ in range(n):
        rest &= rest - 1
    return lowest(rest)


@functools.lru_cache(maxsize=4096)  # sets of seats are asked for many times between two moves
def members(bits: int) -> tuple[int, ...]:
    """The members of a set, smallest first.  Not for rules, because it cannot be compiled."""
    found = []
    while bits:
        found.append((bits & -bits).bit_length() - 1)
        bits &= bits - 1
    return tuple(found)


@compiles
def holds(bits: int, member: int) -> bool:
    return (int(bits) >> member) & 1 == 1


@compiles
def allow(moves: Ints, move: int) -> None:
    """Add one move to a set of legal moves."""
    bit = move & 63
    moves[move >> 6] |= (1 if bit < 63 else -1) << bit  # the last bit is the sign


@compiles
def allows(moves: Ints, move: int) -> bool:
    return (int(moves[move >> 6]) >> (move & 63)) & 1 == 1


@compiles
def nth_move(moves: Ints, n: int) -> int:
    """Move number `n` of a set of moves, counted from 0; -1 if the set has no more than `n`."""
    for word in range(len(moves)):
        here = popcount(moves[word])
        if n < here:
            return word * 64 + nth(moves[word], n)
        n -= here
    return -1
