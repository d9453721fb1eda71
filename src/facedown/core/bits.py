"""Sets of small numbers as the bits of an integer: hands, and the moves that are legal.

A set of cards or seats is an int64 of which at most 62 bits are used, so that arithmetic never reaches the sign
bit; a set of moves is an array of int64 of which all 64 bits are used.
"""

from __future__ import annotations

import functools
import importlib

from facedown.core.compiling import Numba, compiles, compiles_as
from facedown.core.layout import Ints

WORD = 64  # move 70 is bit 6 of word 1
ALL = (1 << WORD) - 1


def _machine_popcount() -> Numba:
    from numba.core import types
    from numba.extending import intrinsic

    @intrinsic
    def popcount(typing: Numba, bits: Numba) -> Numba:
        return types.int64(types.int64), lambda context, builder, signature, args: builder.ctpop(args[0])

    return popcount


def _machine_lowest() -> Numba:
    from llvmlite import ir
    from numba.core import types
    from numba.extending import intrinsic

    @intrinsic
    def lowest(typing: Numba, bits: Numba) -> Numba:
        def generate(context: Numba, builder: Numba, signature: Numba, args: Numba) -> Numba:
            return builder.cttz(args[0], ir.Constant(ir.IntType(1), 0))

        return types.int64(types.int64), generate

    return lowest


def _machine_nth() -> Numba:
    import llvmlite.binding as llvm
    from llvmlite import ir
    from numba.core import types
    from numba.core.cpu import CPUContext
    from numba.extending import intrinsic

    cgutils: Numba = importlib.import_module("numba.core.cgutils")  # it has no types

    # One instruction deposits a bit at the n-th member; on the first two Zens it is slower than the loop.
    quick = llvm.get_host_cpu_features().get("bmi2", False)
    quick = quick and llvm.get_host_cpu_name() not in ("znver1", "znver2")
    word = ir.IntType(64)

    @intrinsic
    def nth(typing: Numba, bits: Numba, n: Numba) -> Numba:
        def generate(context: Numba, builder: Numba, signature: Numba, args: Numba) -> Numba:
            rest, steps = args
            if quick and isinstance(context, CPUContext):
                signature_there = ir.FunctionType(word, [word, word])
                deposit = cgutils.get_or_insert_function(builder.module, signature_there, "llvm.x86.bmi.pdep.64")
                rest = builder.call(deposit, [builder.shl(ir.Constant(word, 1), steps), rest])
            else:
                left = cgutils.alloca_once_value(builder, rest)
                with cgutils.for_range(builder, steps):
                    now = builder.load(left)
                    builder.store(builder.and_(now, builder.sub(now, ir.Constant(word, 1))), left)
                rest = builder.load(left)
            return builder.cttz(rest, ir.Constant(ir.IntType(1), 0))

        return types.int64(types.int64, types.int64), generate

    return nth


@compiles_as(_machine_popcount)
def popcount(bits: int) -> int:
    """The number of members of a set."""
    return (int(bits) & ALL).bit_count()


@compiles_as(_machine_lowest)
def lowest(bits: int) -> int:
    """The smallest member of a set; 64 if it is empty."""
    bits = int(bits)
    return (bits & -bits).bit_length() - 1 if bits else WORD


@compiles_as(_machine_nth)
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
