"""What `--help` prints, laid out for the width of the terminal."""

from __future__ import annotations

import inspect
import re
import textwrap
from collections.abc import Iterable, Sequence
from typing import Any

import typer
from rich.console import Console
from rich.text import Text

EXAMPLES = "Examples:"  # in a command's docstring, the line above its examples
NARROW = 60  # on a terminal with fewer columns, a meaning stands below its name instead of beside it
INDENT, DEEPER = 2, 6  # columns


class Command(typer.core.TyperCommand):
    """A command whose help is printed by `print_help`."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        print_help(self, ctx)


class Group(typer.core.TyperGroup):
    """A group of commands whose help is printed by `print_help`."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        print_help(self, ctx)


def print_help(command: Any, ctx: Any) -> None:
    """Print usage, description, examples, arguments, options and subcommands."""
    console = Console(highlight=False)
    text, _, examples = inspect.cleandoc(command.help or "").partition(f"\n{EXAMPLES}\n")
    parameters = [one for one in command.get_params(ctx) if not getattr(one, "hidden", False)]
    arguments = [one for one in parameters if one.param_type_name == "argument"]
    options = [one for one in parameters if one.param_type_name == "option"]
    subcommands = [(name, command.get_command(ctx, name)) for name in getattr(command, "commands", ())]

    usage = ["Usage:", ctx.command_path, "[OPTIONS]", *map(_usage, arguments), *["COMMAND ..."] * bool(subcommands)]
    _print(console, _wrapped(" ".join(usage), console.width, "", " " * DEEPER))
    for paragraph in text.strip().split("\n\n"):
        _print(console, ["", *_wrapped(paragraph, console.width)])
    sections = {
        EXAMPLES: examples_lines(examples.strip().splitlines(), console.width),
        "Arguments:": _meanings([(_metavar(one), _meaning(one)) for one in arguments], console.width),
        "Options:": _meanings([(_names(one), _meaning(one)) for one in options], console.width),
        "Commands:": _meanings([(name, _summary(one)) for name, one in subcommands], console.width),
    }
    for title, lines in sections.items():
        if lines:
            console.print()
            console.print(Text(title, style="bold"))
            _print(console, lines)


def examples_lines(examples: Iterable[str], width: int) -> list[str]:
    """Lay out examples, each a command and perhaps, after two or more spaces, what it does.

    The explanations stand in one column if all of them fit, and below their commands otherwise.
    """
    pairs = [(*re.split(r" {2,}", one.strip(), maxsplit=1), "")[:2] for one in examples]
    column = INDENT + max((len(command) for command, meaning in pairs if meaning), default=0) + 3
    beside = all(column + len(meaning) <= width for _, meaning in pairs)
    lines = []
    for command, meaning in pairs:
        if beside and meaning:
            lines.append(f"{'':{INDENT}}{command}".ljust(column) + meaning)
        else:
            lines += _wrapped(command, width, " " * INDENT, " " * DEEPER)
            lines += _wrapped(meaning, width, " " * DEEPER, " " * DEEPER)
    return lines


def _meanings(pairs: Sequence[tuple[str, str]], width: int) -> list[str]:
    """Lay out names with their meanings."""
    column = INDENT + max((len(name) for name, _ in pairs), default=0) + 2
    lines = []
    for name, meaning in pairs:
        if width < NARROW:
            lines += [f"{'':{INDENT}}{name}", *_wrapped(meaning, width, " " * DEEPER, " " * DEEPER)]
        else:
            lines += _wrapped(meaning, width, f"{'':{INDENT}}{name}".ljust(column), " " * column)
    return lines


def _wrapped(text: str, width: int, first: str = "", others: str = "") -> list[str]:
    """The lines of a text at this width, with what the first and the other lines begin with."""
    return textwrap.wrap(
        " ".join(text.split()),
        width,
        initial_indent=first,
        subsequent_indent=others,
        break_long_words=False,
        break_on_hyphens=False,
    )


def _print(console: Console, lines: Iterable[str]) -> None:
    for line in lines:
        console.print(Text(line), soft_wrap=True)


def _usage(argument: Any) -> str:
    return _metavar(argument) if argument.required else f"[{_metavar(argument)}]"


def _metavar(parameter: Any) -> str:
    return str(parameter.metavar or parameter.name.upper())


def _names(option: Any) -> str:
    """`-n, --games N`: the short name, the first long one, and what stands for the value."""
    short = next((f"{name}, " for name in option.opts if not name.startswith("--")), "")
    long = next(name for name in option.opts if name.startswith("--"))
    return f"{short}{long}" if option.is_flag else f"{short}{long} {_metavar(option)}"


def _meaning(parameter: Any) -> str:
    """What a parameter is for, its default and the environment variable that can set it."""
    more = []
    if parameter.param_type_name == "option" and parameter.required:
        more.append("required")
    if isinstance(parameter.show_default, str):
        more.append(f"default: {parameter.show_default}")
    elif parameter.default is not None and not getattr(parameter, "is_flag", False):
        whole = isinstance(parameter.default, float) and parameter.default.is_integer()
        more.append(f"default: {int(parameter.default) if whole else parameter.default}")
    if parameter.envvar:
        more.append(f"environment variable: {parameter.envvar}")
    return f"{parameter.help} ({'; '.join(more)})" if more else str(parameter.help)


def _summary(command: Any) -> str:
    """The first sentence of a command's description."""
    paragraph = " ".join(inspect.cleandoc(command.help or "").split("\n\n")[0].split())
    return f"{paragraph.partition('. ')[0].removesuffix('.')}."
