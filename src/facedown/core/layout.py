"""A state class laid out as one NumPy record, whose fields are attributes."""

from __future__ import annotations

import copyreg
import functools
import math
import operator
import struct
from collections import namedtuple
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Annotated, Any, Generic, NamedTuple, TypeAlias, TypeVar, cast, get_args, get_type_hints

import numpy as np
from numpy.typing import NDArray

S = TypeVar("S")

Ints: TypeAlias = NDArray[Any]
i1: TypeAlias = Annotated[int, "i1"]
i2: TypeAlias = Annotated[int, "i2"]
i4: TypeAlias = Annotated[int, "i4"]
i8: TypeAlias = Annotated[int, "i8"]
u1: TypeAlias = Annotated[int, "u1"]  # an index that never counts from the end, which compiled code need not check
u4: TypeAlias = Annotated[int, "u4"]

Field: TypeAlias = tuple[str, "np.dtype[np.generic]", tuple[int, ...]]


def dtype_of(state: type) -> np.dtype[np.void]:
    """Lay out the annotated fields of `state`, base classes included, as a record with fields as attributes.

    A field is annotated `i1`, `i2`, ... or, for an array, `Annotated[Ints, "i1", 8]`: its shape behind the code.
    The widest come first, so that all are aligned, as a GPU wants them, with no gap between them: two equal
    positions have equal bytes.  What is left to fill at the end is a field too.
    """
    layout: np.dtype[np.void] = _laid_out(state)
    return layout


@functools.cache
def _laid_out(state: Any) -> Any:
    fields: list[Field] = list(annotated_fields(state))
    fields.sort(key=lambda field: -field[1].itemsize)
    size, widest = np.dtype(fields).itemsize, fields[0][1].itemsize
    if filler := -size % widest:
        fields.append(("filler", np.dtype("i1"), (filler,)))
    return np.dtype((_class_of(state, [name for name, *_ in fields]), np.dtype(fields, align=True)))


def annotated_fields(state: type) -> Iterator[Field]:
    """The annotated fields of a class, those of its bases first: name, type and shape.  Raises TypeError."""
    for name, hint in get_type_hints(state, include_extras=True).items():
        laid_out = get_args(hint)[1:]
        if not laid_out or not isinstance(laid_out[0], str):
            raise TypeError(
                f"{state.__name__}.{name} has no layout; annotate it i1, i2, ... or Annotated[Ints, 'i1', n]"
            )
        code, *shape = laid_out
        yield name, np.dtype(code), tuple(shape)


def _class_of(state: type, fields: list[str]) -> type[np.void]:
    """A class of records with their fields as attributes: what `np.record` is, at a fifth of its cost.

    Setting any other attribute raises ValueError.  Copies share nothing, and a record is pickled as its bytes.
    """

    def reduced(record: np.void) -> tuple[object, ...]:
        return _record_of, (state, bytes(memory_of(record)))

    own = {
        "__setattr__": np.void.__setitem__,
        "__copy__": copy_of,
        "__deepcopy__": lambda record, memo: copy_of(record),
        "__reduce__": reduced,
    }
    fields_of_it = {field: property(operator.itemgetter(field)) for field in fields}
    return cast("type[np.void]", _Records(state.__name__, (np.void,), {**own, **fields_of_it, "_state": state}))


class _Records(type):
    """What classes of records are: each is pickled as the class that lays its records out."""

    _state: type


def _class_for(state: type) -> type:
    return dtype_of(state).type


def _pickled(records: _Records) -> tuple[Callable[..., Any], tuple[type]]:
    return _class_for, (records._state,)


copyreg.pickle(_Records, _pickled)


def _record_of(state: type, memory: bytes) -> Any:
    """The record of this class that had these bytes."""
    return with_memory(bytearray(memory), dtype_of(state))


def blank(dtype: np.dtype[np.void]) -> Any:
    """A new record of this layout, all zero."""
    return np.ndarray(1, dtype, bytearray(dtype.itemsize))[0]


def with_memory(memory: bytearray, dtype: np.dtype[np.void]) -> Any:
    """A record of this layout whose bytes these are."""
    return np.ndarray(1, dtype, memory)[0]  # `np.zeros` takes twice as long


def memory_of(record: Any) -> bytearray | bytes:
    """The bytes of a record: those themselves, of one that `with_memory` has made."""
    array = record.base
    memory = None if array is None else array.base
    if memory.__class__ is bytearray and len(memory) == record.itemsize:
        own: bytearray = memory
        return own
    copied: bytes = record.tobytes()
    return copied


def bytes_of(records: Ints) -> Ints:
    """The records' own memory as int8[..., bytes of a record]."""
    return records.view(np.int8).reshape(*records.shape, records.dtype.itemsize)


def copy_of(record: S) -> S:
    """A copy that shares nothing with `record`.  (Its own `copy` goes field by field: thirty times as long.)"""
    memory = memory_of(record)
    memory = memory.copy() if memory.__class__ is bytearray else bytearray(memory)
    copy: S = np.ndarray(1, record.dtype, memory)[0]  # type: ignore[attr-defined]  # records have it
    return copy


def plain(record: S) -> S:
    """The same with whole numbers and tuples for fields, to be read many times: it takes a tenth of the time."""
    return cast(S, _unpacking_of(cast(np.void, record).dtype).fields(record))


def or_none(number: int) -> int | None:
    """A seat or a number of a record as a view shows it: -1 stands for none there."""
    return None if number < 0 else int(number)


class _Unpacking(NamedTuple):
    """How the bytes of a record become Python's numbers, all at once, and which of these each field holds."""

    unpack: Callable[[Any], tuple[int, ...]]  # of a record, or its bytes
    parts: Callable[[tuple[int, ...]], tuple[int | tuple[int, ...], ...]]
    grids: list[Callable[[tuple[int, ...]], object]]  # fields of two dimensions, as rows, behind the other fields
    named: Callable[[Iterable[object]], object]  # all of them by their names

    def fields(self, record: object) -> object:
        """The fields by name."""
        numbers = self.unpack(record)
        found: tuple[object, ...] = self.parts(numbers)
        for rows in self.grids:
            found = (*found, rows(numbers))
        return self.named(found)


def fields_of(state: type[S], *wanted: str) -> Callable[[S], S]:
    """Reads these fields of a record, as `plain` reads all of them."""
    return cast("Callable[[S], S]", _unpacking(dtype_of(state), wanted).fields)


class SplitView(Generic[S]):
    """Splits views into the `own` fields, which differ between seats, and the rest.

    The rest is usually the same for all seats, so what is made from it can be cached by its bytes.
    """

    def __init__(self, view: type[S], *own: str) -> None:
        layout = dtype_of(view)
        assert layout.fields is not None, "a record has fields"
        self._own = _unpacking(layout, own)
        self._all = _unpacking_of(layout)
        self._blanks = [
            (slice(offset, offset + kind.itemsize), bytes(kind.itemsize))
            for kind, offset, *_ in map(layout.fields.__getitem__, own)
        ]

    def split(self, view: S) -> tuple[S, bytes]:
        """Its own fields, and the bytes of the view with zeros in their place."""
        memory = bytearray(view.tobytes())  # type: ignore[attr-defined]  # records have it
        own = cast(S, self._own.fields(memory))
        for place, zeros in self._blanks:
            memory[place] = zeros
        return own, bytes(memory)

    def plain(self, rest: bytes) -> S:
        """All fields of `rest`, as `plain` has them; its own are 0."""
        return cast(S, self._all.fields(rest))


@functools.lru_cache(maxsize=128)
def _unpacking_of(layout: np.dtype[np.void]) -> _Unpacking:
    assert layout.names is not None, "a record has fields"
    return _unpacking(layout, layout.names)


def _unpacking(layout: np.dtype[np.void], wanted: Collection[str]) -> _Unpacking:
    """How to read these fields of a record."""
    assert layout.fields is not None, "a record has fields"
    form, end, count = "=", 0, 0
    fields: list[tuple[str, int | slice]] = []
    grids: list[tuple[str, Callable[[tuple[int, ...]], object]]] = []
    for name, (kind, offset, *_) in layout.fields.items():
        if name not in wanted:
            continue
        shape, size = kind.shape, math.prod(kind.shape)
        form += f"{offset - end}x{size}{kind.base.char.replace('l', 'q')}"
        if len(shape) < 2:
            fields.append((name, slice(count, count + size) if shape else count))
        else:
            rows, width = range(count, count + size, shape[-1]), shape[-1]
            grids.append((name, _several(slice(row, row + width) for row in rows)))
        end, count = offset + kind.itemsize, count + size
    form += f"{layout.itemsize - end}x"
    named = cast(Any, namedtuple)("named", [name for name, _ in (*fields, *grids)])
    return _Unpacking(
        struct.Struct(form).unpack,
        _several(at for _, at in fields),
        [rows for _, rows in grids],
        named._make,
    )


def _several(places: Iterable[int | slice]) -> Callable[[tuple[int, ...]], tuple[Any, ...]]:
    """Takes what is at these places, as a tuple also of one."""
    first, *others = places
    return operator.itemgetter(first, *others) if others else lambda numbers: (numbers[first],)
