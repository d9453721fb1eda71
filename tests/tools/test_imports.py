"""What tests share stands in modules of its own: no test module imports another."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]


def imported(text: str) -> Iterator[str]:
    """The modules of the tests that this source imports, and what it takes from them."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("tests"):
            yield from (f"{node.module}.{name.name}" for name in node.names)
        elif isinstance(node, ast.Import):
            yield from (name.name for name in node.names if name.name.startswith("tests"))


def of_tests(text: str) -> list[str]:
    """The test modules among them."""
    return [name for name in imported(text) if any(part.startswith("test_") for part in name.split("."))]


@pytest.mark.parametrize(
    "line",
    [
        "from tests.laws.test_secrets import PAIRS",
        "from tests.laws import sweep, test_secrets",
        "import tests.laws.test_secrets as secrets",
    ],
)
def test_each_way_to_import_one_is_found(line: str) -> None:
    assert of_tests(f"def f():\n    {line}")


def test_no_module_imports_a_test_module() -> None:
    found = {
        str(path.relative_to(TESTS)): modules
        for path in sorted(TESTS.rglob("*.py"))
        if (modules := of_tests(path.read_text(encoding="utf-8")))
    }
    assert not found, "what they share belongs into a module of its own"
