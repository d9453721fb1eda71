"""Turning views into numbers: one function, compiled or not, that works through a list of instructions.

`encoding.py` makes these instructions from what a game declares.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from facedown.core.bits import lowest, popcount
from facedown.core.compiling import compiles, compiles_as, compiles_inline
from facedown.core.layout import Ints

BYTES = 8  # of a word
VALUES = 256  # entries of a lookup table
NOWHERE = -1
MOST_BLOCKS = 62  # of an encoding: a set of them is a whole number


class Program(NamedTuple):
    """The encoder's instructions for each viewing seat, int32[seats, instructions, columns], with their factors.

    An instruction begins with `at`, the byte that it reads, and `out`, the index of the number that it writes.
    """

    runs: Ints  # at, out, low, count: `count` single bytes as numbers
    run_scales: Ints
    run_words: Ints  # int64[seats, instructions]: the byte `low`, which becomes 0, eight times over
    wide: Ints  # at, out, low, size, table: a number of several bytes, or one that is looked up
    wide_scales: Ints
    marks: Ints  # at, out, table, size: 1 at the place that the table gives for the value
    mark_scales: Ints
    sets: Ints  # at, out, table, size: the same for each member of a set
    set_scales: Ints
    piles: Ints  # at, out, table, step, count, length: the same for several values; byte `length` says how many
    pile_scales: Ints
    tables: Ints  # int32[tables, VALUES]


def block_of(size: int) -> int:
    """The shift for which `place >> block_of(size)` is the block in which a place lies; `size` is the encoding's.

    There are at most 62 blocks, of eight numbers or more, so that those of a word lie in at most two blocks.
    """
    return max(BYTES.bit_length() - 1, (size // MOST_BLOCKS).bit_length())


# -- eight at a time -----------------------------------------------------------------------------------------------
# In compiled code each of these is one instruction or two: places without a sign are not counted from the end.


@compiles_inline
def word_of_bytes(record: Ints, at: int) -> int:
    """The compiled form of `word_at`; LLVM makes one instruction of it."""
    first, word = np.uint64(at), np.uint64(0)
    for place in range(BYTES):
        word |= np.uint64(np.uint8(record[first + np.uint64(place)])) << np.uint64(8 * place)
    return int(np.int64(word))


@compiles_as(word_of_bytes)
def word_at(record: Ints, at: int) -> int:
    """The signed little-endian integer in bytes `at` to `at + 7` of contiguous int8[size]."""
    return int.from_bytes(record[at : at + BYTES].tobytes(), "little", signed=True)


@compiles_inline
def blank_eight(x: Ints, at: int) -> None:
    """Write eight zeros to contiguous float32[size], from `at` on."""
    first = np.uint64(at)
    for place in range(BYTES):
        x[first + np.uint64(place)] = 0


@compiles_inline
def scale_eight(record: Ints, at: int, low: np.float32, scale: np.float32, x: Ints, out: int) -> None:
    """Write eight bytes of contiguous int8[size], less `low` and times `scale`, to contiguous float32[size]."""
    there, here = np.uint64(at), np.uint64(out)
    for place in range(BYTES):
        x[here + np.uint64(place)] = (np.float32(record[there + np.uint64(place)]) - low) * scale


@compiles
def blank_blocks(x: Ints, blocks: int, block: int) -> None:
    """Write zeros to some blocks of `x`; `blocks` is a set as `encode_record` returns it."""
    last = len(x) - BYTES
    if last < 0:
        for place in range(len(x)):
            x[place] = 0
        return
    for _ in range(popcount(blocks)):
        first = lowest(blocks) << block
        blocks &= blocks - 1
        for place in range(first, first + (1 << block), BYTES):
            blank_eight(x, min(place, last))


@compiles_inline
def encode_record(record: Ints, own: int, program: Program, x: Ints, first: int, block: int) -> int:
    """Encode a record's bytes, int8[size], into `x` from index `first` on, where `x` must be zero.

    Returns the set of blocks of `x` that may no longer be zero; `block` is the shift from `block_of`.
    """
    written = _encode_numbers(
        record, program.runs[own], program.run_scales[own], program.run_words[own], x, first, block
    )
    written |= _encode_wide(record, program.wide[own], program.wide_scales[own], program.tables, x, first, block)
    written |= _encode_marks(record, program.marks[own], program.mark_scales[own], program.tables, x, first, block)
    written |= _encode_sets(record, program.sets[own], program.set_scales[own], program.tables, x, first, block)
    return written | _encode_piles(
        record, program.piles[own], program.pile_scales[own], program.tables, x, first, block
    )


@compiles_inline
def _encode_numbers(record: Ints, runs: Ints, scales: Ints, words: Ints, x: Ints, first: int, block: int) -> int:
    """Runs of bytes.  Most bytes are `low`; eight of them are compared at once, and then nothing is written."""
    written = 0
    for n in range(len(runs)):
        at, out, low, scale = int(runs[n, 0]), first + int(runs[n, 1]), np.float32(runs[n, 2]), scales[n]
        count, word = int(runs[n, 3]), int(words[n])
        if count == 1 or len(record) < BYTES:  # too few bytes to read a word
            for place in range(count):
                x[out + place] = (np.float32(record[at + place]) - low) * scale
            written |= 1 << (out >> block) | 1 << (out + count - 1 >> block)
        elif count < BYTES:
            begin = min(at, len(record) - BYTES)  # so that no byte beyond the record is read
            if (word_at(record, begin) >> 8 * (at - begin) ^ word) & ((1 << 8 * count) - 1):
                for place in range(count):
                    x[out + place] = (np.float32(record[at + place]) - low) * scale
                written |= 1 << (out >> block) | 1 << (out + count - 1 >> block)
        else:
            done = 0
            while done < count:
                done = min(done + BYTES, count)  # the last word begins within the one before it
                begin = done - BYTES
                if word_at(record, at + begin) != word:
                    scale_eight(record, at + begin, low, scale, x, out + begin)
                    written |= 1 << (out + begin >> block) | 1 << (out + done - 1 >> block)
    return written


@compiles_inline
def _encode_wide(record: Ints, wide: Ints, scales: Ints, tables: Ints, x: Ints, first: int, block: int) -> int:
    written = 0
    for n in range(len(wide)):
        value, out = whole_number(record, int(wide[n, 0]), int(wide[n, 3])), first + int(wide[n, 1])
        if wide[n, 4] >= 0:
            value = int(tables[wide[n, 4], value]) if 0 <= value < VALUES else NOWHERE
        x[out] = (np.float32(value) - np.float32(wide[n, 2])) * scales[n]
        written |= 1 << (out >> block)
    return written


@compiles_inline
def _encode_marks(record: Ints, marks: Ints, scales: Ints, tables: Ints, x: Ints, first: int, block: int) -> int:
    written = 0
    for n in range(len(marks)):
        at, size = int(marks[n, 0]), int(marks[n, 3])
        value = int(record[at]) if size == 1 else whole_number(record, at, size)
        if 0 <= value < VALUES:
            place = int(tables[marks[n, 2], value])
            if place >= 0:
                out = first + int(marks[n, 1]) + place
                x[out] += scales[n]
                written |= 1 << (out >> block)
    return written


@compiles_inline
def _encode_sets(record: Ints, sets: Ints, scales: Ints, tables: Ints, x: Ints, first: int, block: int) -> int:
    written = 0
    for n in range(len(sets)):
        value = whole_number(record, int(sets[n, 0]), int(sets[n, 3]))
        if value == 0:
            continue
        places, begin, scale = tables[sets[n, 2]], first + int(sets[n, 1]), scales[n]
        for _ in range(popcount(value)):
            place = int(places[lowest(value)])
            value &= value - 1
            if place >= 0:
                x[begin + place] += scale
                written |= 1 << (begin + place >> block)
    return written


@compiles_inline
def _encode_piles(record: Ints, piles: Ints, scales: Ints, tables: Ints, x: Ints, first: int, block: int) -> int:
    written = 0
    for n in range(len(piles)):
        at, step, begin = int(piles[n, 0]), int(piles[n, 3]), first + int(piles[n, 1])
        places, scale = tables[piles[n, 2]], scales[n]
        for card in range(min(int(piles[n, 4]), int(record[piles[n, 5]]) & 255)):
            value = int(record[at + card * step])
            place = int(places[value]) if value >= 0 else NOWHERE
            if place >= 0:
                x[begin + place] += scale
                written |= 1 << (begin + place >> block)
    return written


@compiles
def whole_number(record: Ints, at: int, size: int) -> int:
    """The signed little-endian integer in `size` bytes of `record`, int8[...], from byte `at` on."""
    if size == BYTES:
        return word_at(record, at)
    value = int(record[at + size - 1])
    if size == 1:
        return value
    for place in range(at + size - 2, at - 1, -1):
        value = value << 8 | (int(record[place]) & 255)
    return value
