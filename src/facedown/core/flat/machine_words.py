"""Reading eight bytes of a record at once, and writing eight numbers of an encoding."""

from __future__ import annotations

import numpy as np

from facedown.core.compiling import Numba, compiles_as
from facedown.core.layout import Ints

BYTES = 8  # of a word
LINE = 16  # numbers, float32, on a line of the cache


def _machine_word_at() -> Numba:
    from llvmlite import ir
    from numba.core import types
    from numba.extending import intrinsic

    @intrinsic
    def word_at(typing: Numba, record: Numba, at: Numba) -> Numba:
        def generate(context: Numba, builder: Numba, signature: Numba, args: Numba) -> Numba:
            there = _address(context, builder, signature.args[0], args[0], args[1], ir.IntType(64))
            return builder.load(there, align=1)  # a word may begin at any byte

        return types.int64(record, types.int64), generate

    return word_at


@compiles_as(_machine_word_at)
def word_at(record: Ints, at: int) -> int:
    """The signed little-endian integer in bytes `at` to `at + 7` of contiguous int8[size]."""
    return int.from_bytes(record[at : at + BYTES].tobytes(), "little", signed=True)


def _machine_blank_eight() -> Numba:
    from llvmlite import ir
    from numba.core import types
    from numba.extending import intrinsic

    @intrinsic
    def blank_eight(typing: Numba, x: Numba, at: Numba) -> Numba:
        def generate(context: Numba, builder: Numba, signature: Numba, args: Numba) -> Numba:
            eight = ir.VectorType(ir.FloatType(), BYTES)
            there = _address(context, builder, signature.args[0], args[0], args[1], eight)
            builder.store(ir.Constant(eight, [0.0] * BYTES), there, align=4)
            return context.get_dummy_value()

        return types.none(x, types.int64), generate

    return blank_eight


@compiles_as(_machine_blank_eight)
def blank_eight(x: Ints, at: int) -> None:
    """Write eight zeros to contiguous float32[size], from `at` on."""
    x[at : at + BYTES] = 0


def _machine_scale_eight() -> Numba:
    from llvmlite import ir
    from numba.core import types
    from numba.extending import intrinsic

    @intrinsic
    def scale_eight(
        typing: Numba, record: Numba, at: Numba, low: Numba, scale: Numba, x: Numba, out: Numba
    ) -> Numba:
        def generate(context: Numba, builder: Numba, signature: Numba, args: Numba) -> Numba:
            single = ir.FloatType()
            small, eight = ir.VectorType(ir.IntType(8), BYTES), ir.VectorType(single, BYTES)

            def eight_times(number: Numba) -> Numba:
                one = builder.insert_element(ir.Constant(eight, ir.Undefined), number, ir.IntType(32)(0))
                first = ir.Constant(ir.VectorType(ir.IntType(32), BYTES), [0] * BYTES)
                return builder.shuffle_vector(one, one, first)

            read = _address(context, builder, signature.args[0], args[0], args[1], small)
            numbers = builder.sitofp(builder.load(read, align=1), eight)
            scaled = builder.fmul(builder.fsub(numbers, eight_times(args[2])), eight_times(args[3]))
            builder.store(scaled, _address(context, builder, signature.args[4], args[4], args[5], eight), align=4)
            return context.get_dummy_value()

        return types.none(record, types.int64, types.float32, types.float32, x, types.int64), generate

    return scale_eight


@compiles_as(_machine_scale_eight)
def scale_eight(record: Ints, at: int, low: np.float32, scale: np.float32, x: Ints, out: int) -> None:
    """Write eight bytes of contiguous int8[size], less `low` and times `scale`, to contiguous float32[size]."""
    x[out : out + BYTES] = (record[at : at + BYTES].astype(np.float32) - low) * scale


def _machine_fetch() -> Numba:
    from llvmlite import ir
    from numba.core import types
    from numba.extending import intrinsic

    @intrinsic
    def fetch(typing: Numba, x: Numba, at: Numba) -> Numba:
        def generate(context: Numba, builder: Numba, signature: Numba, args: Numba) -> Numba:
            number, byte = ir.IntType(32), ir.IntType(8).as_pointer()
            call = ir.FunctionType(ir.VoidType(), [byte, number, number, number])
            prefetch = builder.module.declare_intrinsic("llvm.prefetch", (byte,), call)
            there = _address(context, builder, signature.args[0], args[0], args[1], ir.IntType(8))
            builder.call(prefetch, [there, number(1), number(3), number(1)])  # to be written, kept close, data
            return context.get_dummy_value()

        return types.none(x, types.int64), generate

    return fetch


@compiles_as(_machine_fetch)
def fetch(x: Ints, at: int) -> None:
    """Prefetch the cache line of this number, which will soon be written."""


def _address(context: Numba, builder: Numba, kind: Numba, array: Numba, at: Numba, there: Numba) -> Numba:
    """The address of element `at` of an array, as a pointer to the type that is read or written there."""
    data = context.make_array(kind)(context, builder, array).data
    return builder.bitcast(builder.gep(data, [at]), there.as_pointer())
