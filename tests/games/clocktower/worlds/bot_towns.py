"""Whether the deal of towns that bots play is, on each day, among the worlds of what everybody knows then.

`python -m tests.games.clocktower.worlds.bot_towns --script "Sects & Violets" --games 1000` plays towns of 5, 7, 9
and 12 seats with each number, and names those of whose deal the solver says that it cannot be.  With
`--script mixed` each number has a script of its own, drawn from all characters that the solver knows.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Annotated

import msgspec
import numpy as np
import typer

from facedown.core.game import Move
from facedown.games.clocktower import bots, playout, scripts
from facedown.games.clocktower.bots.deals import as_puzzle
from facedown.games.clocktower.game import Clocktower
from facedown.games.clocktower.observe import Observation
from facedown.games.clocktower.roster import FACTS
from facedown.games.clocktower.setup import team_counts
from facedown.games.clocktower.worlds.checks import check
from facedown.games.clocktower.worlds.layouts import layouts
from facedown.games.clocktower.worlds.model import MODELS
from facedown.games.clocktower.worlds.puzzle import BadPuzzle, NotModelled, Puzzle
from facedown.games.clocktower.worlds.screen import Screen, survivors
from facedown.games.clocktower.worlds.solve import play
from facedown.games.clocktower.worlds.town import Town

GAME = Clocktower()
SEATS = (5, 7, 9, 12)
ON_SCRIPT = {"townsfolk": 13, "outsider": 4, "minion": 4, "demon": 4}
FEW_CLAIMS = "players may claim nothing"  # with more of them, a town has too many worlds to look for


def objection(known: Puzzle, truth: tuple[str, ...]) -> str:
    """Why the solver says that this cannot have been dealt; "" if it can."""
    try:
        check(known)
    except BadPuzzle as error:
        return "" if FEW_CLAIMS in str(error) else f"refused: {error}"
    town = Town(known, known.reports, known.events)
    for batch in layouts(known, truth):
        wanted = [batch.roles.index(role) for role in truth]
        for at in np.flatnonzero((batch.table == wanted).all(1)).tolist():
            if not survivors(town, Screen(batch))[at]:
                return "ruled out before it was played"
            return "" if play(town, truth, int(batch.outsiders[at])) else "cannot be played"
    return "not dealt"


class Watch:
    """A bot that is every player, and asks the solver once a day."""

    def __init__(self, script: str, seats: int, number: int) -> None:
        options = {**GAME.checked_options({"script": script}), **GAME.in_records}
        self.position = GAME.start(seats + 1, f"bot town {number}", options)
        self.names = tuple(f"seat {seat}" for seat in range(seats))
        self.truth: tuple[str, ...] = ()
        self.days: set[int] = set()
        self.wrong: list[str] = []
        self.refused: Counter[str] = Counter()  # why the solver refuses a day, and how often

    def play(self, luck: Random) -> None:
        players = ("watched",) * len(self.names)
        playout.play_out(GAME, self.position, (*players, "balanced"), luck, {**bots.BOTS, "watched": self.choose})

    @property
    def makes_minions(self) -> bool:
        """Whether the first night is to make the Minions that there usually are, who count as dealt."""
        usual = team_counts(len(self.names))["minion"] + ("lordoftyphon" in self.truth)
        minions = sum(FACTS[id].team == "minion" for id in self.truth)
        return minions < usual and not {"kazali", "lordoftyphon"}.isdisjoint(self.truth)

    def choose(self, view: Observation, legal: Sequence[Move], luck: Random) -> Move:
        if view.night <= 1 and (not self.truth or self.makes_minions):
            self.truth = tuple(player.character.id for player in self.position.engine.state.players)
        if view.phase == "day" and view.nominating and view.day not in self.days:
            self.days.add(view.day)
            known = as_puzzle(msgspec.structs.replace(view, names=self.names), "2022")
            try:
                if why := objection(known, self.truth):
                    self.wrong.append(f"day {view.day}: {why}; {' '.join(self.truth)}")
            except NotModelled as error:
                self.refused[str(error)] += 1
        return bots.choose(view, legal, luck)


def mixed(number: int) -> str:
    """A script of so many characters of each team as an edition has."""
    luck = Random(f"script {number}")
    known = [id for id in scripts.all_modelled() if id in MODELS]
    of_team = {team: sorted(id for id in known if FACTS[id].team == team) for team in ON_SCRIPT}
    return ",".join(id for team, count in ON_SCRIPT.items() for id in luck.sample(of_team[team], count))


def main(
    script: Annotated[str, typer.Option(help="An edition, or `mixed`")] = "Trouble Brewing",
    games: Annotated[int, typer.Option(help="How many numbers of towns")] = 100,
    first: Annotated[int, typer.Option(help="The first number")] = 0,
    seats: Annotated[list[int] | None, typer.Option(help="Numbers of players")] = None,
) -> None:
    """Play towns, and name those whose deal the solver rules out."""
    found: Counter[str] = Counter()
    refused: Counter[str] = Counter()
    for number in range(first, first + games):
        for size in seats or SEATS:
            watch = Watch(mixed(number) if script == "mixed" else script, size, number)
            watch.play(Random(f"luck {number}"))
            found.update(days=len(watch.days), wrong=len(watch.wrong))
            refused += watch.refused
            for line in watch.wrong:
                typer.echo(f"--script {script!r} --seats {size} --first {number} --games 1: {line}")
    typer.echo(
        f"{script}: {found['days']} days, {refused.total()} refused, {found['wrong']} rule out what was dealt"
    )
    for why, count in refused.most_common():
        typer.echo(f"{count} refused: {why}")
    sys.exit(1 if found["wrong"] else 0)


if __name__ == "__main__":
    typer.run(main)
