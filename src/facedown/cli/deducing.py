"""`facedown clocktower`: what can still be true in a town, and how often good wins fixed sets of games."""

from __future__ import annotations

import datetime
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from facedown.cli.console import FAILED, Json, fail, out, print_json, table_of, text_of, value_of
from facedown.cli.simulation_runs import stopping

if TYPE_CHECKING:
    from facedown.games.clocktower.worlds.puzzle import Puzzle
    from facedown.games.clocktower.worlds.solve import Answer

clocktower = typer.Typer()
MOST_SECONDS = 60.0  # of a search; a town of twelve may have millions of worlds on its first day
SHOWN = 20  # worlds, without --all


@clocktower.callback()
def towns() -> None:
    """Reason about towns: which characters everybody can have been dealt, and how well bots find out.

    \b
    Examples:
      facedown clocktower solve town.json
      facedown clocktower puzzle --players 8
      facedown clocktower scenario tb-7 --games 200
    """


@clocktower.command()
def solve(
    file: Annotated[
        Path,
        typer.Argument(metavar="FILE", help="A puzzle, a list of them, or a record; `-` reads standard input."),
    ],
    puzzle: Annotated[
        str | None, typer.Option("--puzzle", metavar="ID", help="Only the puzzle with this id.")
    ] = None,
    why: Annotated[
        str | None, typer.Option("--why", metavar="NAME", help="Say why this player cannot be the Demon.")
    ] = None,
    seconds: Annotated[
        float, typer.Option("--seconds", metavar="N", min=0, help="Stop after so long, with what is known.")
    ] = MOST_SECONDS,
    every: Annotated[bool, typer.Option("--all", help="Print every world.")] = False,
    json: Json = False,
) -> None:
    """Say which towns fit everything that was said and seen.  Exits with 1 if none does.

    Whoever is good tells the truth about what they are and learned, unless their character keeps them from it.

    \b
    Examples:
      facedown clocktower solve town.json
      facedown clocktower solve town.json --why Ann
      facedown clocktower solve evening.txt
      facedown clocktower solve puzzles.json --puzzle 12 --json
    """
    towns = _towns(text_of(file))
    if puzzle is not None:
        towns = [one for one in towns if one.id == puzzle] or fail(f'No puzzle in {file} has the id "{puzzle}".')
    unsolved = 0
    for one in towns:
        fits, stopped = _solve(one, why, seconds, every, json)
        unsolved += not fits
        if stopped:
            break
    if unsolved:
        raise typer.Exit(FAILED)


@clocktower.command()
def puzzle(
    players: Annotated[int, typer.Option(metavar="N", help="7 to 12; from 10 on it can take minutes.")] = 8,
    script: Annotated[str, typer.Option(metavar="SCRIPT", help="tb, characters, or a file of them.")] = "tb",
    seed: Annotated[
        str | None,
        typer.Option(metavar="SEED", help="Which puzzle; without it, that of today, the same everywhere."),
    ] = None,
    answer: Annotated[bool, typer.Option("--answer", help="Print the one world that fits, too.")] = False,
    json: Json = False,
) -> None:
    """Make a puzzle: a town in which just one world fits what was said and seen.

    It is graded by how many reports have to be put together, at most, to show that somebody is not the Demon.

    \b
    Examples:
      facedown clocktower puzzle --players 8
      facedown clocktower puzzle --players 9 --seed 7 --answer
      facedown clocktower puzzle --json > town.json
    """
    from facedown.games.clocktower import scripts
    from facedown.games.clocktower.worlds import sentences
    from facedown.games.clocktower.worlds.compose import compose
    from facedown.games.clocktower.worlds.puzzle import data_of

    of = datetime.datetime.now(datetime.UTC).date().isoformat() if seed is None else seed
    made = compose([one.id for one in scripts.named(value_of(script)).characters], players, of)
    if json:
        print_json(data_of(made.puzzle) | {"id": of, "grade": made.grade, "answers": [{"start": made.world}]})
        return
    out.print(f"Puzzle {of}, {players} players: {made.grade}", style="bold", markup=False)
    for line in sentences.story(made.puzzle):
        out.print(line, markup=False, soft_wrap=True)
    if answer:
        told = zip(made.puzzle.seats, made.world, strict=True)
        held = ", ".join(f"{name} {sentences.role_name(role)}" for name, role in told)
        out.print(f"\nThe one world: {held}", markup=False, soft_wrap=True)


@clocktower.command()
def scenario(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="[NAME ...]", help="Such as tb-7; none: list them all.")
    ] = None,
    good: Annotated[str, typer.Option(metavar="BOT", help="Who plays the good: sensible or random.")] = "sensible",
    evil: Annotated[str, typer.Option(metavar="BOT", help="Who plays the evil.")] = "sensible",
    games: Annotated[int, typer.Option(metavar="N", min=1, help="How many games of each.")] = 200,
    first: Annotated[int, typer.Option(metavar="N", min=0, help="The number of the first game.")] = 0,
    json: Json = False,
) -> None:
    """Play fixed sets of games, the same deals for everybody, and say how often good wins, with 95 % intervals.

    \b
    Examples:
      facedown clocktower scenario
      facedown clocktower scenario tb-7 bmr-10 --games 200
      facedown clocktower scenario snv-7 --good random --json
    """
    from facedown.games.clocktower.scenarios import SCENARIOS, named
    from facedown.lab.intervals import proportion

    if not names:
        for one in SCENARIOS.values():
            out.print(f"{one.name}: {one.script}, {one.players} players", markup=False)
    for one in [named(name) for name in names or ()]:
        won = sum(game.sides["good"] for game in one.games(games, good, evil, first))
        share = proportion(won, games)
        if json:
            played = {"scenario": one.name, "good": good, "evil": evil, "first": first, "games": games}
            print_json(played | {"won by good": won, "share": share.value, "low": share.low, "high": share.high})
        else:
            out.print(f"{one.name}: good wins {share.written('.1f', 100, ' %')} of {games} games", markup=False)


def _towns(text: str) -> list[Puzzle]:
    """The puzzles in a file; or what everybody knows when a record ends."""
    import facedown
    from facedown.core import record
    from facedown.games.clocktower.bots.deals import as_puzzle
    from facedown.games.clocktower.observe import Observation
    from facedown.games.clocktower.worlds import puzzle as puzzles

    if "game:" not in text or text.lstrip().startswith(("{", "[")):
        return puzzles.read(text)
    table = record.read(text, facedown.game)
    seen = table.observation(None)
    if not isinstance(seen, Observation):
        fail("This is a record of another game; only towns of Clocktower can be solved.")
    if table.over:
        fail(
            "This game is over, and how it ended tells more than what was said: leave out the record's last moves."
        )
    return [as_puzzle(seen, str(table.options["rules_version"]))]


def _solve(town: Puzzle, why: str | None, seconds: float, every: bool, json: bool) -> tuple[bool, bool]:
    """Solve one puzzle and print what is found; whether a world may fit, and whether Ctrl-C ended the search."""
    from facedown.games.clocktower.worlds.solve import MOST_LISTED, solve

    with stopping() as stopped:
        answer = solve(town, seconds=seconds, most=sys.maxsize if every else MOST_LISTED, stop=stopped.is_set)
    if json:
        print_json(_as_json(town, answer))
    else:
        _print(town, answer, every)
        if why is not None:
            _print_why(town, why, answer)
        elif not answer.count and answer.complete:
            _print_contradiction(town)
    return answer.count > 0 or not answer.complete, stopped.is_set()


def _print(town: Puzzle, answer: Answer, every: bool) -> None:
    from facedown.games.clocktower.worlds import sentences

    if town.id or town.title:
        out.print(f"{town.id} {town.title}".strip(), style="bold", markup=False)
    if not answer.complete:
        out.print(f"Stopped after {answer.searched:.1%} of the search; what follows is true of that part alone.")
    number = (
        ("No world fits" if answer.complete else "No world that fits has been found")
        if not answer.count
        else "1 world fits"
        if answer.count == 1
        else f"{answer.count} worlds fit"
    )
    out.print(f"{number}.")
    left = sys.maxsize if every else SHOWN
    for demons, worlds in sentences.grouped(answer).items():
        names = sentences.joined([town.seats[seat] for seat in demons]) if demons else "nobody"
        out.print(f"The Demon is {names}: {len(worlds)}", markup=False)
        for one in worlds[:left]:
            out.print(f"  {sentences.world(town, one)}", markup=False, soft_wrap=True)
        left = max(0, left - len(worlds))
    if answer.count > 1:
        _print_shares(town, answer)


def _print_shares(town: Puzzle, answer: Answer) -> None:
    from facedown.games.clocktower.worlds.sentences import role_name

    table = table_of("player", "Demon", "evil", "dealt")
    demon, evil = answer.share(answer.demon), answer.share(answer.evil)
    for seat, name in enumerate(town.seats):
        held = ", ".join(
            f"{role_name(role)} {count / answer.count:.0%}" for role, count in answer.holds[seat].most_common(4)
        )
        table.add_row(name, f"{demon[seat]:.0%}", f"{evil[seat]:.0%}", held)
    out.print(table)


def _print_why(town: Puzzle, name: str, answer: Answer) -> None:
    from facedown.games.clocktower.worlds import sentences
    from facedown.games.clocktower.worlds.puzzle import team_of
    from facedown.games.clocktower.worlds.why import why_not_demon

    if name not in town.seats:
        fail(f'Nobody is called "{name}"; the players are {", ".join(town.seats)}.')
    seat = town.seats.index(name)
    if any(team_of(role) == "demon" for role in answer.holds[seat]):
        lines = sentences.why(town, seat, None)
    elif not answer.complete:
        lines = [f"Whether {name} can be the Demon is not known yet: not in any world that has been found."]
    else:
        lines = sentences.why(town, seat, why_not_demon(town, seat))
    for line in lines:
        out.print(line, markup=False, soft_wrap=True)


def _print_contradiction(town: Puzzle) -> None:
    from facedown.games.clocktower.worlds import sentences
    from facedown.games.clocktower.worlds.why import contradiction

    found = contradiction(town)
    if not found:
        out.print("What all claim and what everybody saw cannot be together, whatever was reported.")
        return
    out.print("These cannot all be so, with what all claim and what everybody saw:")
    for report in found:
        out.print(f"  {sentences.said(town, report)}", markup=False, soft_wrap=True)


def _as_json(town: Puzzle, answer: Answer) -> dict[str, object]:
    return {
        "id": town.id,
        "count": answer.count,
        "complete": answer.complete,
        "searched": answer.searched,
        "worlds": [
            {"start": one.start, "ends": [end for end in one.ends if end != one.start]} for one in answer.worlds
        ],
        "seats": [
            {
                "name": name,
                "demon": answer.demon[seat],
                "evil": answer.evil[seat],
                "characters": dict(answer.holds[seat]),
            }
            for seat, name in enumerate(town.seats)
        ],
    }
