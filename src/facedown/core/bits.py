"""Sets of small numbers as the bits of a whole number: hands, and the moves that are legal.

A set is an int64 of which at most 62 bits are used, so that signed arithmetic never meets the sign.
"""

from __future__ import annotations

from typing import Any

from facedown.core.layout import Ints, compiles, compiles_as

WORD = 64  # move 70 is bit 6 of word 1


def _machine_popcount() -> Any:
    from numba.core import types
    from numba.extending import intrinsic

    @intrinsic
    def popcount(typing: Any, bits: Any) -> Any:
        return types.int64(types.int64), lambda context, builder, signature, args: builder.ctpop(args[0])

    return popcount


def _machine_lowest() -> Any:
    from llvmlite import ir
    from numba.core import types
    from numba.extending import intrinsic

    @intrinsic
    def lowest(typing: Any, bits: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.cttz(args[0], ir.Constant(ir.IntType(1), 0))

        return types.int64(types.int64), generate

    return lowest


@compiles_as(_machine_popcount)
def popcount(bits: int) -> int:
    """How many members the set has."""
    return int(bits).bit_count()


@compiles_as(_machine_lowest)
def lowest(bits: int) -> int:
    """The smallest member of a set that has one; 64 where it has none."""
    bits = int(bits)
    return (bits & -bits).bit_length() - 1 if bits else WORD


@compiles
def nth(bits: int, n: int) -> int:
    """The member that `n` smaller ones precede."""
    rest = int(bits)
    for _ in range(n):
        rest &= rest - 1
    return lowest(rest)


@compiles
def holds(bits: int, member: int) -> bool:
    return (int(bits) >> member) & 1 == 1


@compiles
def allow(moves: Ints, move: int) -> None:
    """Add one move to a set of legal moves."""
    moves[move >> 6] |= 1 << (move & 63)


@compiles
def allows(moves: Ints, move: int) -> bool:
    return (int(moves[move >> 6]) >> (move & 63)) & 1 == 1


@compiles
def count(moves: Ints) -> int:
    total = 0
    for word in range(len(moves)):
        total += popcount(moves[word])
    return total


@compiles
def nth_move(moves: Ints, n: int) -> int:
    """The legal move that `n` others precede; -1 where there are not so many."""
    for word in range(len(moves)):
        here = popcount(moves[word])
        if n < here:
            return word * 64 + nth(moves[word], n)
        n -= here
    return -1
