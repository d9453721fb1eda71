"""The help of every command there is, on wide and narrow terminals."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from typing import Any

import pytest
from typer.main import get_command

from facedown.cli import app
from facedown.cli.help import DEEPER, EXAMPLES, INDENT, examples_lines
from tests.cli.conftest import Run

WIDTHS = (120, 80, 40)


def commands(group: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    yield path, group
    for name, command in getattr(group, "commands", {}).items():
        yield from commands(command, (*path, name))


ALL = [
    pytest.param(path, command, id=" ".join(("facedown", *path))) for path, command in commands(get_command(app))
]


def section(help: str, title: str) -> list[str]:
    """The lines below this title."""
    return help.partition(f"\n{title}\n")[2].partition("\n\n")[0].splitlines()


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize(("path", "command"), ALL)
def test_examples_are_indented_and_whole(
    run: Run, monkeypatch: pytest.MonkeyPatch, path: tuple[str, ...], command: Any, width: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    done = run(*path, "--help")
    assert (done.code, done.err) == (0, "")
    lines = section(done.out, EXAMPLES)
    written = inspect.cleandoc(command.help).partition(f"\n{EXAMPLES}\n")[2].strip().splitlines()
    assert len([line for line in lines if re.match(rf" {{{INDENT}}}\S", line)]) == len(written)
    assert all(re.match(rf" {{{INDENT}}}(\S| {{{DEEPER - INDENT}}}\S)", line) for line in lines)
    assert " ".join(lines).split() == " ".join(written).split()
    assert any(" ".join(("facedown", *path)) in example for example in written)


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize(("path", "command"), ALL)
def test_everything_fits_and_nothing_is_cut(
    run: Run, monkeypatch: pytest.MonkeyPatch, path: tuple[str, ...], command: Any, width: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    help = run(*path, "--help").out
    assert [line for line in help.splitlines() if len(line) > width or line != line.rstrip()] == []
    assert "…" not in help
    words = " ".join(help.split())
    for parameter in command.params:
        assert parameter.help
        assert parameter.help in words
        assert parameter.param_type_name == "argument" or parameter.opts[0] in words
    for name in getattr(command, "commands", ()):
        assert re.search(rf"^  {name}\b", help, re.MULTILINE)


def test_a_default_and_an_environment_variable_are_told(run: Run) -> None:
    words = " ".join(run("serve", "--help").out.split())
    assert "The port; 0 takes any free port. (default: 8000; environment variable: PORT)" in words
    assert "(required)" in run("arena", "--help").out


def test_what_an_example_does_stands_in_a_column_or_below_it() -> None:
    examples = ("facedown serve", "facedown serve --https     for phones")
    assert examples_lines(examples, 50) == ["  facedown serve", "  facedown serve --https   for phones"]
    assert examples_lines(examples, 30) == ["  facedown serve", "  facedown serve --https", "      for phones"]
    assert examples_lines(["facedown check --loose told.txt"], 24) == ["  facedown check --loose", "      told.txt"]
