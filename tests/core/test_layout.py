"""Records laid out from classes, and functions bound to what they are to call."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import pytest

from facedown.core.compiling import compiled, compiles, interpreted
from facedown.core.layout import Ints, SplitView, blank, copy_of, dtype_of, fields_of, i1, i2, i8, memory_of, plain

ADDED = 10


class Base:
    small: i1
    wide: i8


class State(Base):
    middle: i2
    row: Annotated[Ints, "i1", 3]
    grid: Annotated[Ints, "i2", 2, 3]


@compiles
def helper(s: State) -> int:
    return int(s.small) + ADDED


@compiles
def driver(s: State) -> int:
    s.grid[1, 2] = helper(s)
    return int(s.grid[1, 2])


@compiles
def doubled(s: State) -> int:
    return 2 * int(s.small)


@compiles
def beside_it(s: State) -> int:
    return int(s.middle)


def unmarked(s: State) -> int:
    return 0


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


def test_plain_fields_are_whole_numbers_and_tuples() -> None:
    one = blank(dtype_of(State))
    one.small, one.wide, one.row[:] = -1, -(2**63), [1, -2, 3]
    one.grid[:] = [[1, 2, 3], [-4, 5, 2**15 - 1]]
    read = vars(plain(one))
    assert read == {name: tuples(one[name].tolist()) for name in one.dtype.names}
    assert [type(read[name]) for name in ("small", "row", "grid")] == [int, tuple, tuple]


def test_a_few_fields_are_read_as_plain_ones() -> None:
    one = blank(dtype_of(State))
    one.small, one.wide, one.row[:], one.grid[1, 2] = -1, 5, [1, -2, 3], 7
    assert vars(fields_of(State, "grid", "small")(one)) == {"small": -1, "grid": ((0, 0, 0), (0, 0, 7))}


def test_views_with_equal_rests_differ_in_their_own_fields_alone() -> None:
    split = SplitView(State, "small", "row")
    one = blank(dtype_of(State))
    one.small, one.wide, one.middle, one.row[:], one.grid[:] = 1, 2, 3, [4, 5, 6], [[7, 8, 9]] * 2
    other = copy_of(one)
    other.small, other.row[:] = -1, [0, -5, 0]
    assert vars(split.own(other)) == {"small": -1, "row": (0, -5, 0)}
    assert split.rest(one) == split.rest(other)
    assert vars(split.plain(split.rest(one))) == vars(plain(one)) | {"small": 0, "row": (0, 0, 0)}
    assert one.row.tolist() == [4, 5, 6], "the record itself stays as it is"
    for field in ("wide", "middle", "grid"):
        another = copy_of(one)
        another[field] = another[field] + 1
        assert split.rest(another) != split.rest(one)


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


@pytest.mark.parametrize("way", [interpreted, compiled])
def test_globals_can_be_bound_all_the_way_down(way: Any) -> None:
    s = blank(dtype_of(State))
    s.small = 7
    assert way(driver)(s) == driver(s) == 17
    assert way(driver, ADDED=30)(s) == 37
    assert way(driver, helper=doubled)(s) == s.grid[1, 2] == 14
    assert way(driver)(s) == 17


def test_what_a_function_has_no_use_for_is_not_bound_to_it() -> None:
    """So that drivers which are bound to different things share the rules that they all call."""
    assert interpreted(beside_it, helper=doubled, ADDED=3) is interpreted(beside_it)
    assert interpreted(driver, helper=doubled) is not interpreted(driver)


@compiles
def small(s: State) -> int:
    """Named like the field that it reads."""
    return int(s.small) + ADDED


@compiles
def middle(s: State) -> int:
    """Reads a field that is named like another function."""
    return small(s) + int(s.middle) + int(s.wide)


@compiles
def wide(s: State) -> int:
    return middle(s)


@pytest.mark.parametrize("way", [interpreted, compiled])
def test_a_function_may_be_named_like_a_field(way: Any) -> None:
    s = blank(dtype_of(State))
    s.small, s.middle, s.wide = 1, 2, 3
    assert way(wide)(s) == wide(s) == 16
    assert way(wide, ADDED=20)(s) == 26
    assert way(middle, wide=small) is way(middle)  # it does not call `wide`


@compiles
def countdown(n: int) -> int:
    return 0 if n == 0 else countdown(n - 1)


@compiles
def is_even(n: int) -> int:
    return 1 if n == 0 else is_odd(n - 1)


@compiles
def is_odd(n: int) -> int:
    return 0 if n == 0 else is_even(n - 1)


@pytest.mark.parametrize("way", [interpreted, compiled])
@pytest.mark.parametrize("function", [countdown, is_even])
def test_a_function_that_calls_itself_is_refused(way: Any, function: Any) -> None:
    with pytest.raises(TypeError, match=f"{function.__name__} calls itself, which cannot compile"):
        way(function)


COMPILING = """
import numpy
from facedown.core.chance import luck_below
from facedown.core.compiling import compiled
compiled(luck_below)(numpy.array([1, 2, 3, 4], numpy.uint32), 6)
"""


def test_machine_code_that_processes_save_at_once_is_kept_apart(tmp_path: Path) -> None:
    """Neither knows the other's: the index has not been written yet."""
    kept: list[set[Path]] = []
    for _ in range(2):
        for index in tmp_path.rglob("*.nbi"):
            index.unlink()
        environment = os.environ | {"FACEDOWN_CACHE": str(tmp_path), "NUMBA_DISABLE_JIT": "0"}
        subprocess.run([sys.executable, "-c", COMPILING], env=environment, check=True)
        kept.append(set(tmp_path.rglob("*.nbc")))
    assert kept[0] < kept[1]
    assert len(kept[1]) == 2 * len(kept[0]) > 0


OWN_FUNCTION = """
from facedown.core.chance import luck_below
from facedown.core.compiling import compiled, compiles

@compiles
def own(luck):
    return luck_below(luck, 6)

if __name__ == "__main__":
    paths = [compiled(function).stats.cache_path for function in (own, luck_below)]
    print(*(path.rpartition("/")[0] for path in paths))
"""


def test_machine_code_of_somebodys_own_function_is_kept_apart_from_the_packages(tmp_path: Path) -> None:
    """It goes by the sources of all that it calls, and not by those of what was compiled before it."""
    (tmp_path / "own.py").write_text(OWN_FUNCTION)
    environment = {**os.environ, "FACEDOWN_CACHE": str(tmp_path / "cache"), "NUMBA_DISABLE_JIT": "0"}
    words = [sys.executable, str(tmp_path / "own.py")]
    own, package = subprocess.run(words, env=environment, capture_output=True, check=True, text=True).stdout.split()
    assert Path(own).parent == Path(package)


def test_only_what_is_marked_compiles() -> None:
    with pytest.raises(TypeError, match="unmarked is not marked @compiles"):
        compiled(unmarked)
