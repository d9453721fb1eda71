"""Help that fits narrow terminals; Typer's is never narrower than 50 columns, and half of that is for names."""

from __future__ import annotations

import inspect
import shutil
from collections.abc import Sequence

import typer

NARROW = 72  # columns below which an explanation stands under the name that it explains
INDENT = 4  # of such an explanation

# Typer does not export these two classes.
_Context = typer.Context.__mro__[1]
_Help = typer.Context.formatter_class


class FittingHelp(_Help):  # type: ignore[misc, valid-type]  # a variable, see above
    """As wide as the terminal."""

    width: int

    def __init__(self, indent_increment: int = 2, width: int | None = None, max_width: int | None = None) -> None:
        super().__init__(indent_increment, width, max_width)
        self.width = min(self.width, shutil.get_terminal_size().columns - 2)

    def write_dl(self, rows: Sequence[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        """Write names and what they mean, in two columns where there is room for them."""
        names = INDENT - col_spacing if self.width + 2 < NARROW else col_max
        super().write_dl(rows, min(col_max, names), col_spacing)


def fit_help(*apps: typer.Typer) -> None:
    """Let these print their help in this way, and the whole summary of each command."""
    _Context.formatter_class = FittingHelp  # type: ignore[attr-defined]  # `__mro__` says only that it is a class
    for app in apps:
        for command in app.registered_commands:
            command.short_help = _summary(inspect.getdoc(command.callback) or "")
        for group in app.registered_groups:
            assert group.typer_instance is not None
            asked = group.typer_instance.registered_callback
            said = group.typer_instance.info.help or inspect.getdoc(asked and asked.callback)
            group.short_help = _summary(said or "")


def _summary(explanation: str) -> str:
    """Its first sentence, which Typer would cut."""
    return " ".join(explanation.partition("\n\n")[0].split()).partition(". ")[0].rstrip(".") + "."
