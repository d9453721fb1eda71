"""The level of statistical assertions counts how many tests there are, and still catches what is not even."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests import frequencies

TESTS = Path(__file__).parents[1]


def test_all_tests_that_use_them_are_counted() -> None:
    found = 0
    for path in TESTS.rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and path != Path(__file__):
                calls = {ast.unparse(call.func) for call in ast.walk(node) if isinstance(call, ast.Call)}
                found += bool(calls & {"frequencies.check", "frequencies.check_even"})
    assert found <= frequencies.TESTS, "let the level count them all"


def test_the_p_value_is_that_of_the_tables() -> None:
    assert frequencies.p_value([10, 10, 10, 10]) == 1
    assert frequencies.p_value([8, 12, 16, 24], [1, 1, 1, 1]) == pytest.approx(0.02517, abs=1e-5)
    assert frequencies.p_value([30, 10], [0.5, 0.5]) == pytest.approx(0.00157, abs=1e-5)


def test_a_die_that_shows_six_a_tenth_more_often_is_caught_and_an_honest_one_is_not() -> None:
    frequencies.check_even([9_900, 10_020, 10_110, 9_950, 9_970, 10_050])
    with pytest.raises(AssertionError):
        frequencies.check_even([9_800, 9_800, 9_800, 9_800, 9_800, 11_000])
