"""`facedown compare`: two versions of a game, played in pairs with the same deals, and how they differ."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from facedown.cli.console import FAILED, Cards, GameName, Options, err, fail, game_with, options_in, out
from facedown.cli.simulating import Json, Seats, Seed, agents_option, check_files, names_in, say_stopped
from facedown.cli.simulation_runs import watched, write_and_print
from facedown.core.spelling import counted

DEFAULT = "default"
MOST = 200_000  # pairs of games

Against = Annotated[
    str, typer.Option(metavar="FILE", help="The other version's cards file, or `default`: the game's own cards.")
]
AgainstOptions = Annotated[
    list[str] | None,
    typer.Option("--against-option", metavar="NAME=VALUE", help="The other version's options, if they differ."),
]
Agents = Annotated[list[str] | None, agents_option("sensible")]
Most = Annotated[
    int | None,
    typer.Option(
        "--games",
        "-n",
        metavar="N",
        min=20,
        help="The largest number of pairs of games to play.",
        show_default="200000",
    ),
]
Until = Annotated[
    str | None,
    typer.Option(
        metavar="PERCENT",
        help="Stop when every share of games is known to within this.",
        show_default="0.5%, or with --games not before these are played",
    ),
]
FailIf = Annotated[
    str | None,
    typer.Option(
        metavar="PERCENT", help="Exit with 1 if a share of games has certainly changed by more than this."
    ),
]


def compare(
    game: GameName,
    cards: Cards = None,
    against: Against = DEFAULT,
    options: Options = None,
    against_options: AgainstOptions = None,
    agents: Agents = None,
    seats: Seats = None,
    seed: Seed = "0",
    games: Most = None,
    until: Until = None,
    fail_if: FailIf = None,
    json: Json = None,
) -> None:
    """Compare two versions of a game.

    Both are played with the same deals and seats.  All intervals hold at once with
    95 % confidence, whenever it stops.  Exits with 1 if --fail-if was exceeded.

    \b
    Examples:
      facedown compare gotcha --cards mine.toml --agents sensible
      facedown compare gotcha --option tier=starter \\
          --against-option tier=advanced --until 1%
      facedown compare bayou-boss --seats 4 --cards mine.toml \\
          --against theirs.toml --fail-if 2%
    """
    from facedown import lab

    other = None if against == DEFAULT else Path(against)
    check_files(json, read=(cards, other))
    mine, theirs = game_with(game, cards), game_with(game, other)
    wanted = share_in("--until", until or ("0.5%" if games is None else "0%"))  # looking often costs certainty
    limit = None if fail_if is None else share_in("--fail-if", fail_if)
    names = names_in(agents or ["sensible"])
    first = options_in(options or [])
    second = first if against_options is None else options_in(against_options)
    if mine is theirs and first == second:
        fail("both versions are the same; change one by --cards, --against, --option or --against-option")
    with watched() as (stopped, go_on):
        found = lab.compare(
            mine, theirs, names, seats, seed, first, second, until=wanted, games=games or MOST, progress=go_on
        )
    write_and_print(json, found.json() + b"\n", lambda: out.print(str(found), markup=False))
    if limit is not None and (broken := found.surely_above(limit)):
        err.print(f"More than {fail_if}: {', '.join(change.measure for change in broken)}.")
        raise typer.Exit(FAILED)
    if stopped.is_set():
        say_stopped(found.games, counted(games or MOST, "pair"))


def share_in(option: str, text: str) -> float:
    """`0.5%` as 0.005.  Ends the command if it is not a percentage."""
    try:
        share = float(text.strip().removesuffix("%")) / 100
    except ValueError:
        share = -1.0
    if not 0 <= share < 1 or not text.strip().endswith("%"):
        fail(f"{option} {text!r} is not a share of games; write 0.5%, for example")
    return share
