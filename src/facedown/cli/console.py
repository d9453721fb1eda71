"""What all commands share: common options, output, and ending with a message."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn, TypeAlias

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from facedown.core.errors import CardsError, NotText
from facedown.core.extras import not_installed
from facedown.core.text_files import read_text, text_in

if TYPE_CHECKING:
    from facedown.core.game import Game
    from facedown.core.rulebook import Rule

FINE, FAILED, USAGE, STOPPED = 0, 1, 2, 130

out = Console(highlight=False)
err = Console(stderr=True, highlight=False)


Data: TypeAlias = Annotated[
    Path | None,
    typer.Option(
        envvar="FACEDOWN_DATA",
        metavar="FOLDER",
        help="The folder in which tables are stored.",
        show_default="~/.local/share/facedown",
    ),
]
Json: TypeAlias = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]
GameName: TypeAlias = Annotated[
    str, typer.Argument(metavar="GAME", help="The game's id, as `facedown games` lists it.")
]
Cards: TypeAlias = Annotated[
    Path | None,
    typer.Option("--cards", metavar="FILE", help="Your own cards file, to be played instead of the game's cards."),
]
Options: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        "--options",
        "-o",
        metavar="NAME=VALUE",
        help="An option of the game, such as `tier=starter` or `script=town.json`; can be given several times.",
    ),
]


def print_rule(rule: Rule, indent: int = 0) -> None:
    """Print a rule with its number and mark; its stars become italics, and its table a table."""
    from rich.markdown import Markdown
    from rich.padding import Padding

    out.print(Padding(Markdown(f"**{rule.label}** {rule.text}"), (0, indent)))


def print_json(value: object) -> None:
    """Print one JSON document on standard output, without wrapping it to the terminal."""
    import msgspec

    sys.stdout.write(msgspec.json.format(msgspec.json.encode(value), indent=2).decode() + "\n")


def table_of(first: str, *figures: str) -> Table:
    """A table for printing, with these headings.

    If the terminal is too narrow for it, the first column is wrapped, never the figures.
    """
    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
    table.add_column(first, overflow="fold")
    for heading in figures:
        table.add_column(heading, no_wrap=True)
    return table


def say_wrong(message: str) -> None:
    """Print one line about what was wrong."""
    err.print(f"[red]facedown:[/red] {escape(message)}", soft_wrap=True)


def tell_of_trouble(who: str, times: int, last: str) -> None:
    """Say how many moves were made in a program's place, if any, and why the last one was."""
    if times:
        moves = "1 random move was" if times == 1 else f"{times:,} random moves were"
        say_wrong(f"{moves} made for {who}; the last because {last}")


def fail(message: str, code: int = USAGE) -> NoReturn:
    """End the command with one line about what was wrong."""
    say_wrong(message)
    raise typer.Exit(code)


def command_in(text: str) -> list[str]:
    """The words of a command line; ends the command if it is empty or a quotation mark is not closed."""
    try:
        words = shlex.split(text)
    except ValueError as error:
        fail(f"{text!r} is not a command: {error}")
    return words or fail("name the program that is to play, like `python bot.py`")


def say_missing(missing: ModuleNotFoundError) -> None:
    """Name the extra that installs a missing package; raises the error again if no extra does."""
    named = not_installed(missing)
    if named is missing:
        raise missing
    say_wrong(str(named))


def game_with(name: str, cards: Path | None) -> Game:
    """The game of this name, with the cards of a file if one is named; ends the command if the file is wrong."""
    import facedown

    try:
        return facedown.game(name, cards=cards)
    except CardsError as error:
        fail(f"{cards}:{error.line}: {error.message}")


def options_in(words: Sequence[str]) -> Mapping[str, str]:
    """Options by name, from `tier=starter` or `tier=starter,hand=4`; `script=town.json` reads a file.

    A part without `=` belongs to the value before it: `script=chef,imp,baron`.
    """
    options: dict[str, str] = {}
    last = ""
    for word in ",".join(words).split(","):
        name, equals, value = word.partition("=")
        if last and not equals and word.strip():
            options[last] += f", {word.strip()}"
        elif word.strip():
            if not equals or not name.strip() or not value.strip():
                fail(f"an option has the form NAME=VALUE, not {word.strip()!r}")
            last = name.strip()
            if last in options:
                fail(f"the option {last} is given twice; leave one of the two out")
            options[last] = value.strip()
    return {name: value_of(value) for name, value in options.items()}


def value_of(value: str) -> str:
    """The value itself, or the text of the file that it names: `@town`, `town.json`, or a path that exists."""
    path = Path(value.removeprefix("@"))
    is_path = value != path.name or bool(path.suffix)
    try:
        named = value.startswith("@") or value.endswith(".json") or (is_path and path.exists())
    except (OSError, ValueError):  # longer than a path may be, or with signs that none has
        named = False
    return text_of(path) if named else value


def text_of(file: Path) -> str:
    """The text of a file that the user named, or of standard input for `-`.  Raises BadFile."""
    return text_in(sys.stdin.buffer.read(), "standard input") if str(file) == "-" else read_text(file)


def text_to_check(file: Path) -> str:
    """The same, for a command that checks it: what is no text has failed."""
    try:
        return text_of(file)
    except NotText as error:
        fail(str(error), FAILED)


def caution(game: Game, *options: Mapping[str, object]) -> None:
    """Say what should be known before the game is played with each of these options.  Raises BadOption."""
    said = (one for chosen in options for one in game.cautions(chosen))
    for sentence in dict.fromkeys(said):
        err.print(escape(sentence), soft_wrap=True)
