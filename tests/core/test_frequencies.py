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


def test_a_die_that_shows_six_a_tenth_more_often_is_caught_and_an_honest_one_is_not() -> None:
    frequencies.check_even([9_900, 10_020, 10_110, 9_950, 9_970, 10_050])
    with pytest.raises(AssertionError):
        frequencies.check_even([9_800, 9_800, 9_800, 9_800, 9_800, 11_000])
