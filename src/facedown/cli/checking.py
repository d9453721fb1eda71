"""`facedown check`: replay records and report where they are wrong."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from facedown.cli.console import FAILED, Cards, Json, fail, game_with, out, print_json, text_of, text_to_check
from facedown.core.errors import NotText

if TYPE_CHECKING:
    from facedown.core import record
    from facedown.core.game import Game


def check(
    files: Annotated[
        list[Path],
        typer.Argument(metavar="FILE...", help="Records, or folders of records (*.txt); `-` reads standard input."),
    ],
    json: Json = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Do not mention records that are correct.")] = False,
    cards: Cards = None,
) -> None:
    """Replay records and check their expectations.  Exits with 1 if a record is wrong.

    Problems are printed as PATH:LINE:COLUMN: MESSAGE; what a script loses, as PATH: MESSAGE.

    \b
    Examples:
      facedown check tests/records
      facedown check --json mine.txt
      facedown check --cards mine.toml game.txt
      some-program | facedown check -
    """
    found: dict[str, Checked] = {}
    for file in _records(files):
        checked = found[str(file)] = _checked(file, cards)
        if not json:
            _print(str(file), checked, quiet)
    if json:
        print_json(
            [
                {
                    "file": file,
                    "problems": [one._asdict() for one in checked.problems],
                    "cautions": checked.cautions,
                }
                for file, checked in found.items()
            ]
        )
    if any(checked.problems for checked in found.values()):
        raise typer.Exit(FAILED)


class Checked(NamedTuple):
    """What is wrong with a record, and what should be known of its options although nothing is wrong."""

    problems: list[record.Problem]
    cautions: tuple[str, ...] = ()


def _checked(file: Path, cards: Path | None) -> Checked:
    """What is to be said of the record in a file."""
    from facedown.core import record

    def find_game(name: str) -> Game:
        return game_with(name, cards)

    try:
        text = text_of(file)
    except NotText as error:
        return Checked([record.Problem(1, 1, str(error).rpartition(": ")[2])])
    return Checked(record.check(text, find_game), record.cautions(text, find_game))


def _print(file: str, checked: Checked, quiet: bool) -> None:
    """Print a line for each caution and each problem."""
    if not quiet:
        for caution in checked.cautions:
            out.print(f"{file}: {caution}", markup=False, soft_wrap=True)
    for problem in checked.problems:
        out.print(f"{file}:{problem.line}:{problem.column}: {problem.message}", markup=False, soft_wrap=True)
    if not checked.problems and not quiet:
        out.print(f"{file}: fine", markup=False, soft_wrap=True)


def _records(files: list[Path]) -> list[Path]:
    """The named files, and those in the named folders; ends the command if a folder has none."""
    found = {file: sorted(file.rglob("*.txt")) if file.is_dir() else [file] for file in files}
    for file, inside in found.items():
        if not inside:
            fail(f"{file}: there is no *.txt file in this folder")
    return [one for inside in found.values() for one in inside]


def verify(
    file: Annotated[Path, typer.Argument(metavar="RECORD", help="A record; `-` reads standard input.")],
    number: Annotated[
        str | None, typer.Option(metavar="NUMBER", help="Your own number, to check that it is in the deal.")
    ] = None,
    published: Annotated[
        str | None,
        typer.Option(metavar="TEXT", help="What the server had said before the game, to check that it kept to it."),
    ] = None,
) -> None:
    """Check that nobody chose a game's deal.

    The record tells how its seed was made, and that nothing was changed after it.

    *Check the deal* on the page does the same with your own number, which your browser has kept. The options are
    for programs that took part in the deal.

    \b
    Examples:
      facedown verify botch-abc.txt
      facedown verify botch-abc.txt --number 5f2c... --published 91d0...
    """
    import facedown
    from facedown.core import record
    from facedown.core.deal import BadDeal, check

    text = text_to_check(file)
    if problems := record.check(text, facedown.game):
        _print(str(file), Checked(problems), quiet=True)
        raise typer.Exit(FAILED)
    try:
        deal = check(text)
        if number is not None and bytes.fromhex(number) not in deal.numbers.values():
            raise BadDeal("your own number is not in it")
        if published is not None and bytes.fromhex(published) != deal.published:
            raise BadDeal("the server had said something else before the game")
    except (BadDeal, ValueError) as wrong:
        out.print(f"{file}: {wrong}", markup=False, soft_wrap=True)
        raise typer.Exit(FAILED) from wrong
    people = ", ".join(f"seat {seat}" for seat in deal.numbers)
    told = f"the seed of game {deal.game} at table {deal.table} follows from the server's secret"
    out.print(f"{file}: {told} and the numbers of {people}", markup=False, soft_wrap=True)
    if deal.called_off:
        out.print(f"{file}: the start had been called off {deal.called_off} times before", soft_wrap=True)
