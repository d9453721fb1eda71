"""The help of every command there is, on wide and narrow terminals."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from typing import Any

import pytest
from typer.main import get_command

from facedown.cli import app
from tests.cli.conftest import Run

WIDTHS = ("120", "80", "40")
EXAMPLES = "\b\nExamples:\n"


def commands(group: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    yield path, group
    for name, command in getattr(group, "commands", {}).items():
        yield from commands(command, (*path, name))


ALL = [
    pytest.param(path, command, id=" ".join(("facedown", *path))) for path, command in commands(get_command(app))
]


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize(("path", "command"), ALL)
def test_examples_stand_as_they_are_written(
    run: Run, monkeypatch: pytest.MonkeyPatch, path: tuple[str, ...], command: Any, width: str
) -> None:
    monkeypatch.setenv("COLUMNS", width)
    done = run(*path, "--help")
    assert (done.code, done.err) == (0, "")
    examples = inspect.cleandoc(command.help).partition(EXAMPLES)[2].split("\n\n")[0].splitlines()
    assert any(example.split()[: len(path) + 1] == ["facedown", *path] for example in examples)
    assert "\n".join(("  Examples:", *(f"  {example}" for example in examples))) in done.out


@pytest.mark.parametrize(("path", "command"), ALL)
def test_everything_is_explained_and_nothing_is_cut(
    run: Run, monkeypatch: pytest.MonkeyPatch, path: tuple[str, ...], command: Any
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    help = run(*path, "--help").out
    assert "..." not in help.partition("\nCommands:")[2], "a summary is cut"
    assert [line for line in help.splitlines() if len(line) > 80] == []
    words = " ".join(help.split())
    for parameter in command.params:
        assert parameter.help
        assert parameter.help in words


@pytest.mark.parametrize("width", ["40", "48", "60"])
@pytest.mark.parametrize(("path", "command"), ALL)
def test_it_fits_a_narrow_terminal(
    run: Run, monkeypatch: pytest.MonkeyPatch, path: tuple[str, ...], command: Any, width: str
) -> None:
    """All but the examples, which are there to be copied."""
    monkeypatch.setenv("COLUMNS", width)
    examples = [line.strip() for line in inspect.cleandoc(command.help).partition(EXAMPLES)[2].splitlines()]
    help = run(*path, "--help").out
    assert "..." not in help.partition("\nCommands:")[2], "a summary is cut"
    assert [line for line in help.splitlines() if line.strip() not in examples and len(line) > int(width)] == []
