"""Functions compiled, and bound to what they are to call."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from threading import Barrier, BrokenBarrierError
from types import FunctionType
from typing import Annotated, Any

import numba
import pytest
from numba.core.event import install_recorder

from facedown.core import compiling
from facedown.core.compiling import compiled, compiles, interpreted
from facedown.core.layout import Ints, blank, dtype_of, i1, i2, i8

ADDED = 10


class State:
    small: i1
    middle: i2
    wide: i8
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


OWN_RULES = """
from facedown.core.chance import luck_below
from facedown.core.compiling import compiled, compiles
import numbers_of_mine

@compiles
def own(luck):
    return luck_below(luck, numbers_of_mine.SIDES)

@compiles
def other(luck):
    return luck_below(luck, 6)

if __name__ == "__main__":
    import numpy
    for function in (own, other, luck_below):
        rest = (6,) if function is luck_below else ()
        twin = compiled(function)
        rolled = twin(numpy.array([1, 2, 3, 4], numpy.uint32), *rest)
        print(function.__name__, rolled, sum(twin.stats.cache_hits.values()))
"""


def test_a_change_compiles_again_only_what_it_changes(tmp_path: Path) -> None:
    """Also of a constant in another file, which Numba alone does not see."""
    program, constants = tmp_path / "own.py", tmp_path / "numbers_of_mine.py"
    environment = {**os.environ, "FACEDOWN_CACHE": str(tmp_path / "cache"), "NUMBA_DISABLE_JIT": "0"}

    def run(sides: int) -> list[str]:
        constants.write_text(f"SIDES = {sides}\nUNUSED = {sides}\n")
        done = subprocess.run(
            [sys.executable, program], env=environment, capture_output=True, check=True, text=True
        )
        return done.stdout.split()

    program.write_text(OWN_RULES)
    first, again, changed, back = run(6), run(6), run(1), run(6)
    assert first[2::3] == ["0", "0", "0"]
    assert again[2::3] == ["1", "1", "1"]
    assert changed[:3] == ["own", "0", "0"]
    assert changed[3:] == again[3:]
    assert back == again


@compiles
def is_one_of(number: int, first: int) -> bool:
    return number in (first, 7)


@compiles
def widened_numbers(s: State) -> bool:
    return is_one_of(int(s.small), int(s.middle)) and not is_one_of(int(s.wide), 5)


@compiles
def narrow_numbers(s: State) -> bool:
    return is_one_of(s.small, s.middle)


def test_whole_numbers_have_64_bits_wherever_they_come_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Fields are narrow; Numba refuses a tuple of different numbers, which Python does not mind."""
    s = blank(dtype_of(State))
    s.small, s.middle = 9, 9
    assert compiled(narrow_numbers)(s) is narrow_numbers(s) is True
    monkeypatch.setenv("FACEDOWN_CACHE", str(tmp_path))
    with install_recorder("numba:compile") as compilations:
        assert compiled(widened_numbers)(s) is widened_numbers(s) is True
    names = [event.data["dispatcher"].py_func.__name__ for _, event in compilations.buffer if event.is_start]
    assert sorted(names) == ["is_one_of", "widened_numbers"]  # each once


def test_machine_code_that_was_made_in_another_way_is_not_taken_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An older version's was, and batches ended with an error of Numba's."""
    monkeypatch.setenv("FACEDOWN_CACHE", str(tmp_path))
    for spared in (compiling.SPARED, {"_nrt": False}):
        monkeypatch.setattr(compiling, "SPARED", spared)
        same = compiles(FunctionType(is_one_of.__code__, globals(), "is_one_of"))
        assert compiled(same)(7, 5)
    assert len([*tmp_path.iterdir()]) == 2


def test_threads_that_compile_at_once_keep_machine_code_in_its_folders(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One put the setting back while Numba read it for another, and machine code lay in the working folder."""
    found: list[str] = []
    both, njit = Barrier(2), numba.njit

    def slow(**how: Any) -> Any:
        with suppress(BrokenBarrierError):
            both.wait(0.5)
        found.append(Path(vars(numba.config)["CACHE_DIR"]).name.partition("-")[0])
        return njit(**how)

    monkeypatch.setenv("FACEDOWN_CACHE", str(tmp_path))
    monkeypatch.setattr(numba, "njit", slow)
    names = ["one", "other"]
    same = [compiles(FunctionType(is_one_of.__code__, globals(), name)) for name in names]
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(compiled, same))
    assert sorted(found) == names


def test_only_what_is_marked_compiles() -> None:
    with pytest.raises(TypeError, match="unmarked is not marked @compiles"):
        compiled(unmarked)
