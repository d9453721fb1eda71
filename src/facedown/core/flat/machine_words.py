"""Eight bytes of a record at once."""

from __future__ import annotations

from facedown.core.layout import Ints, Numba, compiles_as

BYTES = 8  # of a word


def _machine_word_at() -> Numba:
    from llvmlite import ir
    from numba.core import types
    from numba.extending import intrinsic

    @intrinsic
    def word_at(typing: Numba, record: Numba, at: Numba) -> Numba:
        def generate(context: Numba, builder: Numba, signature: Numba, args: Numba) -> Numba:
            array = context.make_array(signature.args[0])(context, builder, args[0])
            first = builder.bitcast(array.data, ir.IntType(8).as_pointer())
            there = builder.bitcast(builder.gep(first, [args[1]]), ir.IntType(64).as_pointer())
            return builder.load(there, align=1)  # a word may begin at any byte

        return types.int64(record, types.int64), generate

    return word_at


@compiles_as(_machine_word_at)
def word_at(record: Ints, at: int) -> int:
    """The signed whole number in bytes `at` to `at + 7` of contiguous int8[size], the lowest first."""
    return int.from_bytes(record[at : at + BYTES].tobytes(), "little", signed=True)
