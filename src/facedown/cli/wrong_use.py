"""Errors about wrong words on the command line, in this program's words rather than its libraries'."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

import typer
from typer.core import TyperCommand

# Typer does not export this class: the base of its errors about the arguments of a command.
WrongUse: type[Exception] = typer.BadParameter.__mro__[1]
# Nor what is given to a command before its words are read.
_Context: Any = typer.Context.__mro__[1]
MOST_DIGITS = 18  # of a number that is written out


class Command(TyperCommand):
    """A command that refuses an option which is given twice and has one value; Typer would take the last."""

    def parse_args(self, ctx: _Context, args: list[str]) -> list[str]:
        _, _, given = self.make_parser(ctx).parse_args(args=list(args))
        for parameter in given:
            one_value = not getattr(parameter, "multiple", True) and not getattr(parameter, "is_flag", False)
            if one_value and given.count(parameter) > 1:
                raise WrongUse(f"{max(parameter.opts, key=len)} is given twice; leave one of the two out", ctx)
        return super().parse_args(ctx, args)


def words_of(wrong: Exception) -> str:
    """One line about it, with the command that shows the help."""
    context = getattr(wrong, "ctx", None)
    command = context.command_path if context else "facedown"
    message = _of_value(wrong) or wrong.format_message()  # type: ignore[attr-defined]  # see above
    return f"{message.rstrip('.')} (see `{command} --help`)"


def _of_value(wrong: Exception) -> str | None:
    """What is wrong with a value that is not a number, or too small or large; None for any other error."""
    names = getattr(getattr(wrong, "param", None), "opts", None)
    errors = getattr(wrong.__cause__, "errors", None)  # Pydantic's, which checks the values
    if not names or errors is None:
        return None
    error = errors()[0]
    say = SAID.get(error["type"])
    return f"{max(names, key=len)} {say(str(error['input']), error.get('ctx', {}))}" if say else None


def _whole_number(value: str, limits: Mapping[str, Any]) -> str:
    with suppress(ValueError):
        number = float(value)
        if number.is_integer() and abs(number) < 10**MOST_DIGITS:
            return f"is a whole number without an exponent or a point; write {number:.0f}, not {value}"
    return f"is a whole number, not {value!r}"


SAID: dict[str, Callable[[str, Mapping[str, Any]], str]] = {
    "int_parsing": _whole_number,
    "float_parsing": lambda value, limits: f"is a number, such as 2.5, not {value!r}",
    "greater_than_equal": lambda value, limits: f"is at least {limits['ge']}, not {value}",
    "less_than_equal": lambda value, limits: f"is at most {limits['le']}, not {value}",
}
