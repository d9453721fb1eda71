"""A trained network as a player in compiled games, from view to move without running any Python.

The machine code serves every network of a game, because the weights are not built into it.  A table in memory holds
their addresses, and the address of that table is the player's number (`core.batch`).
"""

from __future__ import annotations

import ctypes
import functools
import importlib
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from facedown.core.bits import lowest, popcount
from facedown.core.compiling import Numba, compiled, compiles, compiles_as
from facedown.core.errors import BadOption
from facedown.core.flat.encoder import Program, block_of, encode_record
from facedown.core.flat.encoding import Encoding
from facedown.core.flat.position import FlatPosition
from facedown.core.flat.stand_ins import observe
from facedown.core.layout import Ints

MOST_NUMBERS, MOST_WIDTH, MOST_LAYERS = 1 << 13, 1 << 12, 16  # of a view, of a layer, and of a network
LOWEST_ADDRESS = 1 << 12  # of any object in memory; the numbers of other players are smaller

# A table has four numbers for each array: where it lies, and its shape.  The first four are size, block and layers.
COLUMNS = 4
PROGRAM = 1
NUMBERS = PROGRAM + len(Program._fields)
WEIGHTS = NUMBERS + 1  # those of a layer, then its bias
ROWS = WEIGHTS + 2 * MOST_LAYERS


class Perceptron:
    """Dense layers with ReLU between them, ready to play at tables with `seats` seats.

    layers     weights float32[inputs, outputs] and bias float32[outputs]; the first reads the whole encoding, the
               last has an output for each action
    numbers    int64[64 * words]: the action that each move is

    Raises BadOption if the network is too large.
    """

    def __init__(self, encoding: Encoding, seats: int, layers: Sequence[tuple[Ints, Ints]], numbers: Ints) -> None:
        widest = max(len(bias) for _, bias in layers)
        if encoding.size > MOST_NUMBERS or widest > MOST_WIDTH or len(layers) > MOST_LAYERS:
            raise BadOption(
                f"a network that plays in compiled games has at most {MOST_LAYERS} layers, of at most "
                f"{MOST_WIDTH:,} numbers, and reads at most {MOST_NUMBERS:,}"
            )
        arrays = [*encoding.program(seats), numbers]
        arrays += [np.ascontiguousarray(part, np.float32) for layer in layers for part in layer]
        self._arrays = [np.ascontiguousarray(array) for array in arrays]  # these must stay at their addresses
        self._table = np.zeros((ROWS, COLUMNS), np.int64)
        self._table[0, :3] = encoding.size, block_of(encoding.size), len(layers)
        for row, array in enumerate(self._arrays, PROGRAM):
            self._table[row, : 1 + array.ndim] = array.ctypes.data, *array.shape

    @property
    def address(self) -> int:
        """The address of its table: the player's number, valid as long as this object exists."""
        return int(self._table.ctypes.data)


# -- arrays that lie somewhere in memory ---------------------------------------------------------------------------


def _machine_view(context: Numba, builder: Numba, kind: Numba, pointer: Numba, shape: Sequence[Numba]) -> Numba:
    """An array of this kind over memory that is not reference-counted."""
    from llvmlite import ir

    arrays: Numba = importlib.import_module("numba.np.arrayobj")  # it has no types
    array, word = context.make_array(kind)(context, builder), ir.IntType(64)
    size = context.get_abi_sizeof(context.get_data_type(kind.dtype))
    strides = [word(size)]
    for length in reversed(shape[1:]):
        strides.insert(0, builder.mul(strides[0], length))
    data = builder.bitcast(pointer, context.get_data_type(kind.dtype).as_pointer())
    arrays.populate_array(array, data=data, shape=shape, strides=strides, itemsize=word(size), meminfo=None)
    return array._getvalue()


def _machine_array_at(code: str, dimensions: int) -> Numba:
    from llvmlite import ir
    from numba.core import types
    from numba.extending import intrinsic
    from numba.np.numpy_support import from_dtype

    kind = types.Array(from_dtype(np.dtype(code)), dimensions, "C")

    @intrinsic
    def array_at(typing: Numba, table: Numba, row: Numba) -> Numba:
        def generate(context: Numba, builder: Numba, signature: Numba, args: Numba) -> Numba:
            word = ir.IntType(64)
            data = context.make_array(signature.args[0])(context, builder, args[0]).data
            first = builder.mul(args[1], word(COLUMNS))
            address, *shape = (
                builder.load(builder.gep(data, [builder.add(first, word(column))]))
                for column in range(1 + dimensions)
            )
            pointer = builder.inttoptr(address, ir.IntType(8).as_pointer())
            return _machine_view(context, builder, kind, pointer, shape)

        return kind(table, types.int64), generate

    return array_at


def _array_at(code: str, dimensions: int) -> Callable[[Ints, int], Ints]:
    """A function that returns the array of one row of a table, int64[ROWS * COLUMNS]."""

    def array_at(table: Ints, row: int) -> Ints:
        address, *shape = (int(number) for number in table[COLUMNS * row : COLUMNS * row + 1 + dimensions])
        return _memory(address, tuple(shape), code)

    return compiles_as(functools.partial(_machine_array_at, code, dimensions))(array_at)


def _memory(address: int, shape: tuple[int, ...], code: str) -> Ints:
    held: Any = (ctypes.c_char * (int(np.prod(shape)) * np.dtype(code).itemsize)).from_address(address)
    return np.ndarray(shape, code, held)


ints_1, ints_2, ints_3 = _array_at("i8", 1), _array_at("i4", 2), _array_at("i4", 3)
words_2 = _array_at("i8", 2)
floats_1, floats_2 = _array_at("f4", 1), _array_at("f4", 2)


def _machine_table_at() -> Numba:
    from llvmlite import ir
    from numba.core import types
    from numba.extending import intrinsic

    kind = types.Array(types.int64, 1, "C")

    @intrinsic
    def table_at(typing: Numba, address: Numba) -> Numba:
        def generate(context: Numba, builder: Numba, signature: Numba, args: Numba) -> Numba:
            pointer = builder.inttoptr(args[0], ir.IntType(8).as_pointer())
            return _machine_view(context, builder, kind, pointer, [ir.IntType(64)(ROWS * COLUMNS)])

        return kind(types.int64), generate

    return table_at


@compiles_as(_machine_table_at)
def table_at(address: int) -> Ints:
    """The table of a network, int64[ROWS * COLUMNS]."""
    return _memory(address, (ROWS * COLUMNS,), "i8")


def _machine_bytes_of() -> Numba:
    from llvmlite import ir
    from numba.core import types
    from numba.extending import intrinsic

    kind = types.Array(types.int8, 1, "C")

    @intrinsic
    def bytes_of(typing: Numba, record: Numba) -> Numba:
        def generate(context: Numba, builder: Numba, signature: Numba, args: Numba) -> Numba:
            size = ir.IntType(64)(signature.args[0].size)
            return _machine_view(context, builder, kind, args[0], [size])

        return kind(record), generate

    return bytes_of


@compiles_as(_machine_bytes_of)
def bytes_of(record: Any) -> Ints:
    """A record as int8[size]."""
    return np.frombuffer(record.tobytes(), np.int8)


def _machine_room(size: int) -> Numba:
    from llvmlite import ir
    from numba.core import types
    from numba.extending import intrinsic

    cgutils: Numba = importlib.import_module("numba.core.cgutils")  # it has no types

    kind = types.Array(types.float32, 1, "C")

    @intrinsic
    def room(typing: Numba) -> Numba:
        def generate(context: Numba, builder: Numba, signature: Numba, args: Numba) -> Numba:
            there = cgutils.alloca_once(builder, ir.ArrayType(ir.FloatType(), size))
            return _machine_view(context, builder, kind, there, [ir.IntType(64)(size)])

        return kind(), generate

    return room


def _room(size: int) -> Callable[[], Ints]:
    """A function that returns a working array, float32[size], which exists until its caller returns."""

    def room() -> Ints:
        return np.empty(size, np.float32)

    return compiles_as(functools.partial(_machine_room, size))(room)


room_to_see, room_to_think = _room(MOST_NUMBERS), _room(MOST_WIDTH)


# -- from a view to a move -----------------------------------------------------------------------------------------


@compiles
def add_row_by_number(sums: Ints, row: Ints, value: np.float32) -> None:
    for place in range(len(row)):
        sums[place] += value * row[place]


@compiles_as(lambda: compiled(add_row_by_number))
def add_row(sums: Ints, row: Ints, value: np.float32) -> None:
    """Add `value` times a row.  Both versions add in the same order, so that their results are identical."""
    sums[: len(row)] += value * row


@compiles
def program_at(table: Ints) -> Program:
    """The encoder's program."""
    return Program(
        ints_3(table, PROGRAM),
        floats_2(table, PROGRAM + 1),
        words_2(table, PROGRAM + 2),
        ints_3(table, PROGRAM + 3),
        floats_2(table, PROGRAM + 4),
        ints_3(table, PROGRAM + 5),
        floats_2(table, PROGRAM + 6),
        ints_3(table, PROGRAM + 7),
        floats_2(table, PROGRAM + 8),
        ints_3(table, PROGRAM + 9),
        floats_2(table, PROGRAM + 10),
        ints_2(table, PROGRAM + 11),
    )


@compiles
def network_move(v: Any, moves: Ints, address: int) -> int:
    """The move in `moves` with the highest value (the lowest of equals); -1 if there is none."""
    table = table_at(address)
    size, block, layers = int(table[0]), int(table[1]), int(table[2])
    x, sums, more = room_to_see(), room_to_think(), room_to_think()
    for place in range(size):
        x[place] = 0
    encode_record(bytes_of(v), max(0, int(v.seat)), program_at(table), x[:size], 0, block)
    values, count = x, size
    for layer in range(layers):
        weights, bias = floats_2(table, WEIGHTS + 2 * layer), floats_1(table, WEIGHTS + 2 * layer + 1)
        for place in range(len(bias)):
            sums[place] = bias[place]
        for place in range(count):
            if values[place] > 0 or (layer == 0 and values[place] < 0):  # the others are cut off
                add_row(sums, weights[place], values[place])
        values, sums, more, count = sums, more, sums, len(bias)
    numbers = ints_1(table, NUMBERS)
    best, most = -1, np.float32(0)
    for word in range(len(moves)):
        left = int(moves[word])
        for _ in range(popcount(left)):
            move = word * 64 + lowest(left)
            left &= left - 1
            value = values[numbers[move]]
            if best < 0 or value > most:
                best, most = move, value
    return best


@compiles
def chosen_otherwise(
    s: FlatPosition,
    c: object,
    seat: int,
    player: int,
    moves: Ints,
    luck: Ints,
    view: Ints,
    blank_view: Ints,
    memories: Ints,
) -> int:
    """A placeholder for `chosen` as it is without networks."""
    return -1


@compiles
def chosen_by_network(
    s: FlatPosition,
    c: object,
    seat: int,
    player: int,
    moves: Ints,
    luck: Ints,
    view: Ints,
    blank_view: Ints,
    memories: Ints,
) -> int:
    """The answer of the player on this seat, if some players are networks; these get what the seat sees."""
    if player < LOWEST_ADDRESS:
        return chosen_otherwise(s, c, seat, player, moves, luck, view, blank_view, memories)
    view[0] = blank_view[0]
    observe(s, c, seat, view[0])
    return network_move(view[0], moves, player)
