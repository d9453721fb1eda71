"""`facedown check`: replay records and report where they are wrong."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from facedown.cli.console import FAILED, Json, out, print_json
from facedown.cli.looking import read_text


def check(
    files: Annotated[
        list[Path],
        typer.Argument(metavar="FILE...", help="Records, or folders of them (*.txt); `-` reads standard input."),
    ],
    json: Json = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Do not mention records that are correct.")] = False,
    whole: Annotated[
        bool, typer.Option("--whole", "-w", help="Print those that are fine in full, with all that they left out.")
    ] = False,
) -> None:
    """Replay records and check what they expect; the exit code is 1 if one is wrong.

    Problems are printed as PATH:LINE:COLUMN: MESSAGE.

    [bold]Examples[/bold]

      facedown check tests/records
      facedown check --json mine.txt
      facedown check --whole mine.txt
      some-program | facedown check -
    """
    import sys

    import facedown
    from facedown.core import records

    found: dict[str, list[records.Problem]] = {}
    for file in _records(files):
        text = sys.stdin.read() if str(file) == "-" else read_text(file)
        found[str(file)] = problems = records.check(text, facedown.game)
        if json:
            continue
        for problem in problems:
            at = f"{file}:{problem.line}:{problem.column}"
            out.print(f"{at}: {problem.message}", markup=False, soft_wrap=True)
        if not problems and whole:
            out.print(facedown.read(text).record(), markup=False, soft_wrap=True, end="")
        elif not problems and not quiet:
            out.print(f"{file}: fine", markup=False, soft_wrap=True)
    if json:
        print_json(
            [
                {"file": file, "problems": [problem._asdict() for problem in problems]}
                for file, problems in found.items()
            ]
        )
    if any(found.values()):
        raise typer.Exit(FAILED)


def _records(files: list[Path]) -> list[Path]:
    """The files named, and those in the folders named."""
    return [one for file in files for one in (sorted(file.rglob("*.txt")) if file.is_dir() else [file])]
