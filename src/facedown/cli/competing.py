"""`facedown arena`: players against each other, with ratings that later games can update."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer
from rich.markup import escape

from facedown.cli.console import (
    STOPPED,
    Cards,
    GameName,
    Options,
    command_in,
    err,
    fail,
    game_with,
    options_in,
    out,
    table_of,
    tell_of_trouble,
)
from facedown.cli.reporting import figure
from facedown.cli.simulating import Seats, Seed, check_files
from facedown.cli.simulation_runs import leaving_in_order, watched, write_and_print

if TYPE_CHECKING:
    from facedown.lab.arena import Maker, Standings

PROGRAM = "program:"

Entrants = Annotated[
    list[str],
    typer.Option(
        "--agents",
        "-a",
        metavar="NAME,...",
        help="The players: names, network files (bot.npz) and programs (`program:python bot.py`).",
    ),
]
Games = Annotated[
    int, typer.Option("--games", "-n", metavar="N", min=1, help="How many games each group of players plays.")
]
File = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Keep the standings in this file; if it exists, continue from them."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print the standings as JSON.")]


def arena(
    game: GameName,
    agents: Entrants,
    games: Games = 200,
    seats: Seats = None,
    seed: Seed = "0",
    options: Options = None,
    cards: Cards = None,
    file: File = None,
    json: AsJson = False,
) -> None:
    """Rate players by games against each other.

    They meet in every combination, equally often on each seat, and are rated by OpenSkill.

    Ctrl-C stops and keeps the results so far.

    \b
    Examples:
      facedown arena gotcha --agents sensible,random
      facedown arena gotcha --agents sensible,bot.npz -n 500 --file arena.json
      facedown arena botch --agents sensible --agents "program:python bot.py"
    """
    from facedown.lab.arena import arena as play_arena

    found = game_with(game, cards)
    check_files(file)
    troubles: dict[str, tuple[int, str]] = {}
    names, own = entrants(agents, troubles)
    before = _kept(file)
    with watched() as (stopped, go_on), leaving_in_order():  # SIGTERM does not wait for a program
        chosen = options_in(options or [])
        standings = play_arena(found, names, games, seats, seed, chosen, own=own, before=before, progress=go_on)
    whole = standings.json() + b"\n"
    write_and_print(file, whole, lambda: sys.stdout.write(whole.decode()) if json else _print(standings))
    for name, (times, last) in troubles.items():
        tell_of_trouble(name, times, last)
    if stopped.is_set():
        raise typer.Exit(STOPPED)


def entrants(words: Sequence[str], troubles: dict[str, tuple[int, str]]) -> tuple[list[str], dict[str, Maker]]:
    """The names of the players, and functions that make those that are programs.

    `troubles` will hold, by name, how many moves were made in a program's place, and why the last one was.
    """
    names: list[str] = []
    own: dict[str, Maker] = {}
    for word in words:
        for name in [word] if word.startswith(PROGRAM) else [one.strip() for one in word.split(",") if one.strip()]:
            names.append(name)
            if name.startswith(PROGRAM):
                own[name] = _program(name, command_in(name.removeprefix(PROGRAM)), troubles)
    return names, own


def _program(name: str, command: Sequence[str], troubles: dict[str, tuple[int, str]]) -> Maker:
    from facedown.programs import ProcessPlayer

    class Told(ProcessPlayer):
        def close(self) -> None:
            super().close()
            if self.made_for_it:
                before, _ = troubles.get(name, (0, ""))
                troubles[name] = (before + self.made_for_it, self.trouble)
                self.made_for_it = 0  # it may be closed again

    return lambda table, seat: Told(table, seat, command)


def _kept(file: Path | None) -> Standings | None:
    from facedown.lab.arena import Standings

    if file is None or not file.exists():
        return None
    try:
        return msgspec.json.decode(file.read_bytes(), type=Standings)
    except (msgspec.MsgspecError, RecursionError):
        fail(f"{file} holds no standings; name another file")


def _print(standings: Standings) -> None:
    table = table_of("player", "rating", "", "wins a seat", "", "games")
    for one in standings.ranked():
        rating, wins = one.rating, one.wins
        table.add_row(
            escape(one.name),
            f"{rating.value:.2f}",
            f"({rating.low:.2f} to {rating.high:.2f})",
            *figure(wins, 4).split(" ", 1),
            f"{one.games:,}",
        )
    out.print(table)
    err.print("Ratings and their 95 % intervals are by OpenSkill's model (Plackett-Luce); a newcomer has 25.")
