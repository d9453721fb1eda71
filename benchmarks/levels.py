"""How much more each level of bots wins than the one below it: easy, sensible, steady, hard.

    python -m benchmarks.levels                              every game at every number of seats
    python -m benchmarks.levels botch --seats 4 --seconds 60
    python -m benchmarks.levels botch --higher hard          only this level, over the one below it
    python -m benchmarks.levels --store                      keeps what it finds in levels.json
    python -m benchmarks.levels --table                      prints the table of docs/benchmarks.md from levels.json

Two levels sit on alternating seats, which change from game to game.  Printed is how much more of a game's win a
seat of the higher level gets than one of the lower, in fair shares, with its 95 % interval: 0 for equal players,
and with two seats 2 for one who always wins.  A contest ends after --games or --seconds of processor time.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import msgspec

import facedown
from benchmarks._kept import Kept
from facedown import lab
from facedown.agents import levels
from facedown.core.flat import FlatGame

ORDER = ("easy", "sensible", "steady", "hard")
KEPT = Kept(
    "levels",
    ("game", "seats", "lower", "higher"),
    lambda one: (one["game"], one["seats"], ORDER.index(one["lower"])),
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="*", help="all where none is named")
    parser.add_argument("--seats", type=int, action="append", help="can be given several times")
    parser.add_argument("--games", type=int, default=2000, help="of each contest, at most")
    parser.add_argument("--seconds", type=float, default=30.0, help="of a processor, for each contest")
    parser.add_argument("--higher", choices=ORDER[1:], help="only this level over the one below it")
    KEPT.add_options(parser)
    asked = parser.parse_args()
    if asked.table:
        print("\n".join(table()))
        return
    names = asked.game or [name for name in facedown.games() if isinstance(facedown.game(name), FlatGame)]
    for name in names:
        game = facedown.game(name)
        assert isinstance(game, FlatGame)
        for seats in asked.seats or game.seats:
            for found in contests(game, seats, asked.games, asked.seconds, asked.higher):
                print(f"{name}, {seats} seats: {written(found)}", flush=True)
                if asked.store:
                    KEPT.keep(found)


def contests(
    game: FlatGame, seats: int, games: int, seconds: float, only: str | None = None
) -> Iterator[dict[str, Any]]:
    """Each level beside the one below it, or `only` one level."""
    known = (*game.contract.bots(), *levels(game))
    for lower, higher in pairwise(name for name in ORDER if name in known):
        if only not in (None, higher):
            continue
        players = [(higher, lower)[seat % 2] for seat in range(seats)]
        report = lab.simulate(game, games, players, seats, "levels", progress=for_so_long(seconds))
        assert report.ahead is not None, "they are two"
        yield {
            "game": game.id,
            "seats": seats,
            "lower": lower,
            "higher": higher,
            "games": report.games,
            "more": [round(seats * value, 4) for value in msgspec.structs.astuple(report.ahead)],
            "rules": game.contract.version,
        }


def for_so_long(seconds: float) -> Callable[[int, int], bool]:
    """What ends a simulation so many seconds of processor time after its first games, for which it compiles."""
    begun: list[float] = []

    def go_on(done: int, games: int) -> bool:
        begun.append(time.process_time())
        return begun[-1] - begun[0] < seconds

    return go_on


def written(found: dict[str, Any]) -> str:
    value, low, high = found["more"]
    interval = f"{value:.2f} ({low:.2f} to {high:.2f})"
    return f"{found['higher']} over {found['lower']} {interval}, {found['games']:,} games"


def table() -> list[str]:
    """What is stored, in Markdown: a row for each game and number of seats, a column for each two levels."""
    stored = KEPT.rows()
    pairs = list(pairwise(ORDER))
    cells = {(one["game"], one["seats"], one["lower"]): one for one in stored}
    rules: dict[tuple[str, int], set[int]] = {}
    for one in stored:
        rules.setdefault((one["game"], one["seats"]), set()).add(one["rules"])
    return [
        "| game | " + " | ".join(f"`{higher}` over `{lower}`" for lower, higher in pairs) + " | rules |",
        "| --- " * (1 + len(pairs)) + "| ---: |",
        *(
            f"| {facedown.game(game).title}, {seats} seats | "
            + " | ".join(cell(cells.get((game, seats, lower))) for lower, _ in pairs)
            + f" | {', '.join(map(str, sorted(versions)))} |"
            for (game, seats), versions in rules.items()
        ),
    ]


def cell(found: dict[str, Any] | None) -> str:
    if found is None:
        return "not played"
    value, low, high = found["more"]
    return f"{value:.2f} ({low:.2f} to {high:.2f}), {found['games']:,}"


if __name__ == "__main__":
    main()
