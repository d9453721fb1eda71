"""`facedown course` and `facedown tune`: how games go, and a search for the values of cards."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from facedown.cli.comparing import Agents
from facedown.cli.console import STOPPED, Cards, GameName, Options, fail, game_with, options_in, out
from facedown.cli.simulating import Games, Json, Seats, Seed, check_files, names_in, say_stopped
from facedown.cli.simulation_runs import watched, write_and_print
from facedown.cli.variants import varied
from facedown.core.spelling import counted

if TYPE_CHECKING:
    from facedown.core.flat import FlatGame

SENSIBLE = ["sensible"]

Resources = Annotated[
    list[str] | None,
    typer.Option("--resource", metavar="NAME", help="What a spectator sees of each seat, such as `diamonds`."),
]
Seconds = Annotated[float, typer.Option(metavar="N", min=0.0, help="How long a person takes for a choice.")]
Values = Annotated[
    list[str],
    typer.Option("--vary", metavar="NAME.KEY=A,B,...", help="A value of a card, and what it may be."),
]
Rounds = Annotated[int, typer.Option(metavar="N", min=1, help="The number of generations of the search.")]
Written = Annotated[
    Path | None,
    typer.Option("--out", metavar="FILE", help="Write the cards file with the best values; `-`: print it alone."),
]


def course(
    game: GameName,
    games: Games = 500,
    agents: Agents = None,
    seats: Seats = None,
    seed: Seed = "0",
    options: Options = None,
    cards: Cards = None,
    resources: Resources = None,
    seconds: Seconds = 8.0,
    json: Json = None,
) -> None:
    """Watch how games go, and how long people would take.

    Tells what the winners and the others had as time went by, and which two cards won together.  Games are played
    at tables, some dozens a second.

    \b
    Examples:
      facedown course botch --seats 4 --resource diamonds
      facedown course gotcha -n 2000 --cards mine.toml --json course.json
    """
    import msgspec

    from facedown import lab

    check_files(json, read=(cards,))
    with watched() as (stopped, go_on):
        found = lab.course(
            _flat(game, cards), games, names_in(agents or SENSIBLE), seats, seed, options_in(options or []),
            resources=resources or [], progress=go_on,
        )  # fmt: skip
    text = f"{found}\n{found.minutes(seconds)} minutes, at {seconds:g} seconds for each choice"
    write_and_print(json, msgspec.json.encode(found) + b"\n", lambda: out.print(text, markup=False))
    if stopped.is_set():
        say_stopped(found.games, counted(games, "game"))


def tune(
    game: GameName,
    values: Values,
    games: Games = 5000,
    rounds: Rounds = 10,
    agents: Agents = None,
    seats: Seats = None,
    seed: Annotated[int, typer.Option(metavar="N", help="The same seed gives the same search.")] = 0,
    options: Options = None,
    cards: Cards = None,
    file: Written = None,
) -> None:
    """Search for the values of cards with which no card wins much more or less than the others.

    By differential evolution; each set of values plays the same deals.  Ctrl-C ends with the best so far.

    \b
    Examples:
      facedown tune gotcha --vary "Draw {type}.copies=1,2,3" --out mine.toml
      facedown tune bots-battleground --seats 4 --vary Toaster.attack=8,9,10
    """
    from facedown import lab

    check_files(file)
    with watched() as (stopped, go_on):
        tuned = lab.tune(
            _flat(game, cards), {name: _numbers(name, listed) for name, listed in varied(values).items()},
            agents=names_in(agents or SENSIBLE), games=games, rounds=rounds, seats=seats, seed=seed,
            options=options_in(options or []), progress=go_on,
        )  # fmt: skip
    card, off = lab.furthest(tuned.report)
    more = f"{abs(100 * off):.1f} % {'more' if off > 0 else 'less'}"
    lines = [
        *(f"{name} = {value}" for name, value in tuned.values.items()),
        f"Furthest off is {card}: it wins {more} than all together.",
        f"{len(tuned.tried)} sets were tried; the best is better by luck, too: simulate it with another seed.",
    ]
    write_and_print(file, tuned.cards.encode(), lambda: out.print("\n".join(lines), markup=False, soft_wrap=True))
    if stopped.is_set():
        raise typer.Exit(STOPPED)


def _flat(name: str, cards: Path | None) -> FlatGame:
    """This game.  Ends the command if it is none of cards."""
    from facedown.core.flat import FlatGame

    game = game_with(name, cards)
    return game if isinstance(game, FlatGame) else fail(f"{game.title} is not a card game; name one that is")


def _numbers(name: str, listed: list[str]) -> list[int]:
    """What a value may be, as numbers.  Ends the command if one is not."""
    if wrong := next((one for one in listed if not re.fullmatch(r"-?\d{1,9}", one)), None):
        fail(f"--vary {name} takes whole numbers, not {wrong!r}")
    return [int(one) for one in listed]
