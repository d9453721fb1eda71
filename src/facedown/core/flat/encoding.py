"""What a seat sees, as numbers for a learner: a game declares once how each field of its view becomes numbers.

    ENCODING = Encoding(Observation, seats=SEATS, features=(one_hot("question", 16), bits("hand", 60)))

The declaration is turned into a list of instructions, which `encoder.py` works through for every game.
Seats are numbered relative to the viewer: 0 is the viewer, 1 the next seat clockwise.  A spectator is seat 0.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypedDict, Unpack

import numpy as np

from facedown.core.errors import BadOption, GameError
from facedown.core.flat.encoder import BYTES, NOWHERE, VALUES, Program, block_of, encode_record
from facedown.core.layout import Ints, dtype_of

NUMBER, ONE_HOT, BITS, COUNTS, SEAT, SEATS, SEAT_NUMBER = range(7)
KINDS = ("number", "one-hot", "bitset", "counts", "seat", "seats", "number")


class Feature(NamedTuple):
    """How a field becomes numbers.  The functions below make these."""

    field: str
    kind: int
    width: int  # numbers for one value; for SEAT: in addition to one for each seat; for SEATS: for each seat
    low: int = 0  # the value for which the first number stands
    most: float = 1.0  # the divisor
    shape: tuple[int, ...] | None = None  # the shape of an array that is stored flat
    seat_axis: int | None = None  # the axis that is indexed by seat, to be reordered with the viewer first
    inner: bool = False  # whether the elements of a row are indexed by seat, too
    adds: bool = False  # whether all elements of a row are added up in the same numbers
    part: slice = slice(None)  # the elements of a row that are used
    raw: bool = False  # whether it is read byte by byte
    via: Ints | None = None  # a table in which values are looked up first
    length: str = ""  # the field that says how many elements there are
    ends: str = ""  # the same for an array that two seats fill, seat 0 from the left end and seat 1 from the right
    name: str = ""


class How(TypedDict, total=False):
    """Optional settings of a feature, each as in `Feature`."""

    low: int
    shape: tuple[int, ...] | None
    seat_axis: int | None
    inner: bool
    part: slice
    via: Ints | None
    length: str
    ends: str
    name: str


def number(field: str, most: float, **how: Unpack[How]) -> Feature:
    """Each value, less `low`, divided by `most`."""
    return Feature(field, NUMBER, 1, most=most, **how)


def one_hot(field: str, size: int, **how: Unpack[How]) -> Feature:
    """One number for each of `size` values from `low` on: 1 for the field's value, 0 for the others."""
    return Feature(field, ONE_HOT, size, **how)


def bits(field: str, size: int, **how: Unpack[How]) -> Feature:
    """One number for each possible member of a set, from `low` on: 1 if the set has it."""
    return Feature(field, BITS, size, **how)


def copies(field: str, kinds: int, most: int, **how: Unpack[How]) -> Feature:
    """The number of each kind, divided by `most`; set n of the field has the kinds with more than n copies."""
    return Feature(field, BITS, kinds, most=most, adds=True, **how)


def far_bits(field: str, seat_axis: int | None = None) -> Feature:
    """One number for each byte of a set from the second byte on, for members that are very rarely there."""
    part, name = slice(1, None), f"far {field}"
    return Feature(field, NUMBER, 1, most=1 << 8, seat_axis=seat_axis, part=part, raw=True, name=name)


def counts(field: str, kinds: int, most: int, **how: Unpack[How]) -> Feature:
    """For each of `kinds` values, how often it occurs, divided by `most`."""
    return Feature(field, COUNTS, kinds, most=most, adds=True, **how)


def seat(field: str, *, also: int = 0, **how: Unpack[How]) -> Feature:
    """A seat: 1 at its place relative to the viewer; all 0 for none.  `also`: the number of further values."""
    return Feature(field, SEAT, also, **how)


def seat_number(field: str, **how: Unpack[How]) -> Feature:
    """Each seat as a single number, relative to the viewer: 0 for none, otherwise from 1 / seats to 1."""
    return Feature(field, SEAT_NUMBER, 1, **how)


def seats(field: str, each: int = 1, **how: Unpack[How]) -> Feature:
    """A set of seats; or, with `each`, a set in which each seat has that many members, those of seat 0 first."""
    return Feature(field, SEATS, each, **how)


class Slice(NamedTuple):
    """A part of an encoding: `x[start:stop].reshape(shape)`."""

    name: str
    kind: str
    start: int
    stop: int
    shape: tuple[int, ...]


class Encoding:
    """The encoding of a game's views, and of seats' memories if the game's bots have a memory.

    `x[encoding["hand"]]` is one part of the numbers, and `print(encoding)` lists all parts.

    `left_out` maps each field that adds nothing to the others to the reason.  Every other field must be declared.
    Raises GameError.
    """

    def __init__(
        self,
        view: type,
        seats: int,
        features: Sequence[Feature],
        memory: type | None = None,
        remembered: Sequence[Feature] = (),
        left_out: Mapping[str, str] | None = None,
    ) -> None:
        self.seats = seats
        self._view = _Part(view, seats, features, left_out or {})
        self._memory = None if memory is None else _Part(memory, seats, remembered, {})

    @property
    def size(self) -> int:
        """The length of an encoded view."""
        return self._view.size

    @property
    def memory_size(self) -> int:
        """The length of an encoded memory; 0 if the game's bots have no memory."""
        return 0 if self._memory is None else self._memory.size

    @functools.cached_property
    def slices(self) -> dict[str, Slice]:
        """The parts by name, in order; those of the memory are called "memory.<field>"."""
        parts = list(self._view.slices)
        if self._memory is not None:
            parts += [
                Slice(f"memory.{name}", kind, self.size + start, self.size + stop, shape)
                for name, kind, start, stop, shape in self._memory.slices
            ]
        return {part.name: part for part in parts}

    def encode(self, view: object, memory: object = None, run: Callable[..., int] | None = None) -> Ints:
        """Encode a view record, float32[size], or with the memory of its seat, float32[size + memory_size].

        `run` is `encode_record`, compiled or not.  Raises BadOption if `view` or `memory` is not such a record.
        """
        run = run or encode_record
        x = np.zeros(self.size + (self.memory_size if memory is not None else 0), np.float32)
        seen, block = self._view.record(view, "a view, as `table.observation(seat)` gives it"), block_of(len(x))
        own, seats = max(0, int(seen["seat"])), int(seen["seats"])
        run(np.frombuffer(seen.tobytes(), np.int8), own, self.program(seats), x, 0, block)
        if memory is not None:
            if self._memory is None:
                raise BadOption("the bots of this game have no memory to encode")
            kept = self._memory.record(memory, "a seat's memory")
            run(np.frombuffer(kept.tobytes(), np.int8), own, self.memory_program(seats), x, self.size, block)
        return x

    def __getitem__(self, name: str) -> slice:
        """The slice of a part, for `x[game.encoding["hand"]]`."""
        return slice(*self.slices[name][2:4])

    def __repr__(self) -> str:
        lines = [
            f"{part.start:5} {part.stop:5}  {part.kind:8} {part.name} {part.shape}" for part in self.slices.values()
        ]
        return "\n".join((f"{self.size + self.memory_size} numbers", *lines))

    def program(self, seats: int) -> Program:
        """How views are encoded at a table with this number of seats."""
        return self._view.program(seats)

    def memory_program(self, seats: int) -> Program:
        """How memories are encoded; the program for views if there are none."""
        return (self._memory or self._view).program(seats)


class _Part:
    """The encoding of one record."""

    def __init__(
        self, laid_out: type, seats: int, features: Sequence[Feature], left_out: Mapping[str, str]
    ) -> None:
        self.layout, self.seats, self.name = dtype_of(laid_out), seats, laid_out.__name__
        self.features = features
        self._fields = {name: (dtype, int(at)) for name, (dtype, at, *_) in (self.layout.fields or {}).items()}
        fields = set(self._fields) - {"filler"}
        declared = {feature.field for feature in features}
        if unknown := (declared | set(left_out)) - fields:
            raise GameError(f"{self.name} has no field {sorted(unknown)[0]!r} to encode")
        if missing := fields - declared - set(left_out):
            raise GameError(f"the encoding of {self.name} has no feature for {', '.join(sorted(missing))}")

    @functools.cached_property
    def slices(self) -> list[Slice]:
        out, slices = 0, []
        for feature in self.features:
            array = self._array(feature)
            shape = (*array.shape, *(() if feature.kind in (NUMBER, SEAT_NUMBER) else (self._width(feature),)))
            size = int(np.prod(shape))
            slices.append(Slice(feature.name or feature.field, KINDS[feature.kind], out, out + size, shape))
            out += size
        return slices

    @property
    def size(self) -> int:
        return self.slices[-1].stop

    def record(self, given: object, what: str) -> Ints:
        """The record that was given.  Raises BadOption if it is of another type."""
        record = np.array(given)
        if record.dtype != self.layout or record.shape:
            raise BadOption(f"what is encoded is the record of {what}, not {type(given).__name__}")
        return record

    def _width(self, feature: Feature) -> int:
        """How many numbers one value becomes."""
        if feature.kind == SEAT:
            return self.seats + feature.width
        return self.seats * feature.width if feature.kind == SEATS else feature.width

    def _array(self, feature: Feature) -> _Array:
        dtype, at = self._fields[feature.field]
        if dtype.base.kind != "i":
            raise GameError(f"{self.name}.{feature.field} is not of signed whole numbers; only those are encoded")
        shape, size = feature.shape or dtype.shape, dtype.base.itemsize
        return _Array.of(feature, (*shape, size) if feature.raw else shape, 1 if feature.raw else size, at)

    @functools.cache  # noqa: B019 - an encoding lives as long as its game
    def program(self, seats: int) -> Program:
        """The instructions for each seat of a table with this number of seats."""
        writers = [_Writer(own, seats) for own in range(seats)]
        for writer in writers:
            for feature, part in zip(self.features, self.slices, strict=True):
                self._write(writer, feature, self._array(feature), part.start)
        return _program(writers)

    def _write(self, writer: _Writer, feature: Feature, array: _Array, out: int) -> None:
        """Write the instructions for one field."""
        width, scale = self._width(feature), 1 / feature.most
        if feature.kind == SEAT_NUMBER:
            width, scale = 1, 1 / self.seats
        table = writer.table(feature, width, self.seats)
        if feature.length or feature.ends:
            self._write_piles(writer, feature, array, out, table)
            return
        for row, column, at in array.elements():
            if (array.by_seat and row >= writer.seats) or (feature.inner and column >= writer.seats):
                continue
            row = writer.relative(row) if array.by_seat else row
            column = writer.relative(column) if feature.inner else column
            place = out + width * (row if feature.adds else row * array.columns + column)
            writer.write(feature, at, place, table, array.size, scale)

    def _write_piles(self, writer: _Writer, feature: Feature, array: _Array, out: int, table: int) -> None:
        """Instructions for an array whose length is in another field, or which two seats fill from its two ends."""
        counted, length = self._fields[feature.length or feature.ends]
        scale, size = 1 / feature.most, counted.base.itemsize
        first, last = array.at, array.at + array.columns - 1
        if feature.length:
            writer.piles.append((first, out, table, 1, array.columns, length, scale))
            return
        for seat, (begins, step) in enumerate(((first, 1), (last, -1))):
            place = out + writer.relative(seat) * feature.width
            writer.piles.append((begins, place, table, step, array.columns, length + seat * size, scale))


class _Array(NamedTuple):
    """Where the values of a field lie: in rows, which may be one for each seat, and columns."""

    at: int
    size: int  # bytes of a value
    rows: int
    row_bytes: int
    columns: int
    column_bytes: int
    by_seat: bool
    shape: tuple[int, ...]  # of the encoded values, without the numbers for each

    @classmethod
    def of(cls, feature: Feature, shape: tuple[int, ...], size: int, at: int) -> _Array:
        axes = [(n, size * int(np.prod(shape[i + 1 :]))) for i, n in enumerate(shape)]
        by_seat = feature.seat_axis is not None
        rows, row_bytes = (1, 0) if feature.seat_axis is None else axes.pop(feature.seat_axis)
        step = axes[-1][1] if axes else size
        columns = range(int(np.prod([n for n, _ in axes])))[feature.part]
        told: tuple[int, ...] = (2,) if feature.ends else (rows,) if by_seat else ()
        told += () if feature.adds or not axes else (len(columns),)
        return cls(at + columns.start * step, size, rows, row_bytes, len(columns), step, by_seat, told)

    def elements(self) -> Iterator[tuple[int, int, int]]:
        """Row, column and byte of each value."""
        for row in range(self.rows):
            for column in range(self.columns):
                yield row, column, self.at + row * self.row_bytes + column * self.column_bytes


class _Writer:
    """The instructions for one viewing seat, each with its scale last."""

    def __init__(self, own: int, seats: int) -> None:
        self.own, self.seats = own, seats
        self.runs: list[tuple[float, ...]] = []
        self.wide: list[tuple[float, ...]] = []
        self.marks: list[tuple[float, ...]] = []
        self.sets: list[tuple[float, ...]] = []
        self.piles: list[tuple[float, ...]] = []
        self.tables: list[Ints] = []

    def relative(self, seat: int) -> int:
        """How many seats clockwise of the viewer this seat is."""
        return (seat - self.own) % self.seats

    def write(self, feature: Feature, at: int, out: int, table: int, size: int, scale: float) -> None:
        """Write the instruction for one value."""
        if feature.kind in (BITS, SEATS):
            self.sets.append((at, out, table, size, scale))
        elif feature.kind not in (NUMBER, SEAT_NUMBER):
            self.marks.append((at, out, table, size, scale))
        elif feature.kind == SEAT_NUMBER:
            self.wide.append((at, out, NOWHERE, size, table, scale))
        elif size > 1 or not -128 <= feature.low < 128:
            self.wide.append((at, out, feature.low, size, NOWHERE, scale))
        elif self.runs and self._goes_on(at, out, feature.low, scale):
            *begins, count, scale = self.runs[-1]
            self.runs[-1] = (*begins, count + 1, scale)
        else:
            self.runs.append((at, out, feature.low, 1, scale))

    def _goes_on(self, at: int, out: int, low: int, scale: float) -> bool:
        """Whether this value directly follows the last one, both in the record and in the numbers."""
        first, place, *kind, count, last_scale = self.runs[-1]
        return (first + count, place + count, low, scale) == (at, out, kind[0], last_scale)

    def table(self, feature: Feature, width: int, seats: int) -> int:
        """The number of the table that says where each value or member of a field goes."""
        places = np.full(VALUES, NOWHERE, np.int32)
        for value in range(VALUES):
            places[value] = self._place(feature, value, width, seats)
        return self._keep(places)

    def _keep(self, places: Ints) -> int:
        for number, table in enumerate(self.tables):
            if (table == places).all():
                return number
        self.tables.append(places)
        return len(self.tables) - 1

    def _place(self, feature: Feature, value: int, width: int, seats: int) -> int:
        if feature.via is not None:
            value = int(feature.via[value]) if value < len(feature.via) else NOWHERE
        if feature.kind == SEAT_NUMBER:
            return self.relative(value) if value < self.seats else NOWHERE
        if feature.kind == SEAT:
            place = self.relative(value) if value < self.seats else value if value >= seats else NOWHERE
        elif feature.kind == SEATS:
            whose, which = divmod(value, feature.width)
            place = self.relative(whose) * feature.width + which if whose < self.seats else NOWHERE
        else:
            place = value - feature.low
        return place if 0 <= place < width else NOWHERE


def _program(writers: Sequence[_Writer]) -> Program:
    """The instructions for all viewing seats, as arrays.  Each seat has its own tables, in seat order."""
    arrays: list[Ints] = []
    tables = [table for writer in writers for table in writer.tables]
    first = np.cumsum([0, *(len(writer.tables) for writer in writers[:-1])])
    for name, columns in (("runs", 4), ("wide", 5), ("marks", 4), ("sets", 4), ("piles", 6)):
        things = [getattr(writer, name) for writer in writers]
        most = max(map(len, things))  # seats may have runs cut up differently; missing ones get length 0
        array, scales = (
            np.zeros((len(writers), most, columns), np.int32),
            np.zeros((len(writers), most), np.float32),
        )
        for own, of_seat in enumerate(things):
            for number, (*thing, scale) in enumerate(of_seat):
                array[own, number], scales[own, number] = thing, scale
            if column := {"wide": 4, "marks": 2, "sets": 2, "piles": 2}.get(name):
                array[own, :, column][array[own, :, column] != NOWHERE] += first[own]
        arrays += [array, scales]
        if name == "runs":
            arrays.append(array[:, :, 2, None].astype(np.int8).repeat(BYTES, 2).view(np.int64)[:, :, 0])
    return Program._make((*arrays, np.array(tables or [np.full(VALUES, NOWHERE)], np.int32)))


def plain(view: type, seats: int) -> Encoding:
    """A default encoding for views without a declared one: values as numbers, wide sets by their members."""
    return Encoding(view, seats, tuple(_plain_features(view)))


def _plain_features(view: type) -> Iterator[Feature]:
    for name, (dtype, *_) in (dtype_of(view).fields or {}).items():
        if name != "filler":
            wide = dtype.base.itemsize > 2
            yield bits(name, 8 * dtype.base.itemsize) if wide else number(name, 16.0**dtype.base.itemsize)
