"""Records laid out from classes."""

from __future__ import annotations

from typing import Annotated, Any

import numpy as np
import pytest

from facedown.core.layout import Ints, SplitView, blank, copy_of, dtype_of, fields_of, i1, i2, i8, memory_of, plain


class Base:
    small: i1
    wide: i8


class State(Base):
    middle: i2
    row: Annotated[Ints, "i1", 3]
    grid: Annotated[Ints, "i2", 2, 3]


def test_fields_are_aligned_and_leave_no_gap() -> None:
    layout = dtype_of(State)
    places = sorted((at, kind.base.itemsize, kind.itemsize) for kind, at, *_ in (layout.fields or {}).values())
    assert all(at % width == 0 for at, width, _ in places)
    assert [at for at, *_ in places] == [0, *np.cumsum([size for *_, size in places])[:-1]]
    assert sum(size for *_, size in places) == layout.itemsize
    assert set(State.__annotations__) | set(Base.__annotations__) <= set(layout.names or ())


def test_a_field_without_a_layout_is_named() -> None:
    class Wrong:
        deck: int

    with pytest.raises(TypeError, match=r"Wrong\.deck has no layout; annotate it i1"):
        dtype_of(Wrong)


def test_a_copy_shares_nothing_and_has_the_same_bytes() -> None:
    one = blank(dtype_of(State))
    one.wide, one.row[:] = -5, [1, 2, 3]
    other = copy_of(one)
    assert other.tobytes() == one.tobytes()
    other.row[1], other.small = 9, 4
    assert (list(one.row), one.small) == ([1, 2, 3], 0)


def test_a_field_that_is_none_cannot_be_set() -> None:
    one = blank(dtype_of(State))
    with pytest.raises(ValueError, match="no field of name smal"):
        one.smal = 3
    assert one.small == 0


def fields(read: Any) -> dict[str, object]:
    """What was read of a record, by name."""
    found: dict[str, object] = read._asdict()
    return found


def test_plain_fields_are_whole_numbers_and_tuples() -> None:
    one = blank(dtype_of(State))
    one.small, one.wide, one.row[:] = -1, -(2**63), [1, -2, 3]
    one.grid[:] = [[1, 2, 3], [-4, 5, 2**15 - 1]]
    read = fields(plain(one))
    assert read == {name: tuples(one[name].tolist()) for name in one.dtype.names}
    assert [type(read[name]) for name in ("small", "row", "grid")] == [int, tuple, tuple]


def test_a_few_fields_are_read_as_plain_ones() -> None:
    one = blank(dtype_of(State))
    one.small, one.wide, one.row[:], one.grid[1, 2] = -1, 5, [1, -2, 3], 7
    assert fields(fields_of(State, "grid", "small")(one)) == {"small": -1, "grid": ((0, 0, 0), (0, 0, 7))}


def test_views_with_equal_rests_differ_in_their_own_fields_alone() -> None:
    split = SplitView(State, "small", "row")
    one = blank(dtype_of(State))
    one.small, one.wide, one.middle, one.row[:], one.grid[:] = 1, 2, 3, [4, 5, 6], [[7, 8, 9]] * 2
    other = copy_of(one)
    other.small, other.row[:] = -1, [0, -5, 0]
    own, rest = split.split(other)
    assert fields(own) == {"small": -1, "row": (0, -5, 0)}
    assert split.split(one)[1] == rest
    assert fields(split.plain(rest)) == fields(plain(one)) | {"small": 0, "row": (0, 0, 0)}
    assert one.row.tolist() == [4, 5, 6], "the record itself stays as it is"
    for field in ("wide", "middle", "grid"):
        another = copy_of(one)
        another[field] = another[field] + 1
        assert split.split(another)[1] != rest


def tuples(value: Any) -> Any:
    return tuple(map(tuples, value)) if isinstance(value, list) else value


def test_the_memory_of_a_record_is_its_bytes_wherever_it_lies() -> None:
    one = blank(dtype_of(State))
    one.wide = 7
    row = np.frombuffer(bytearray(3 * one.nbytes), one.dtype)
    row[1] = one
    for record in (one, row[1], row[1:2][0], np.array([one, one])[0]):
        assert bytes(memory_of(record)) == one.tobytes()
    one.wide = 8
    assert bytes(memory_of(one)) == one.tobytes() != row[1].tobytes()
