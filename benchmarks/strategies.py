"""The strongest simple strategy against each game's bot, kept as the table of docs/benchmarks.md.

    python -m benchmarks.strategies botch --seats 4 --option cast=advanced --games 3000 --search 40 --store
    python -m benchmarks.strategies --table      prints the table from strategies.json

What is tried, and against whom, is told in `facedown/lab/exploit.py`, whose options these are.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Collection
from typing import Any

import facedown
from benchmarks._kept import Kept
from facedown.lab.exploit import Trials, arguments, line, most_paid, trials_of, tried

SAME = ("game", "seats", "options", "against")
KEPT = Kept("strategies", SAME, lambda one: json.dumps([one[key] for key in SAME], sort_keys=True))


def main() -> None:
    parser = arguments()
    KEPT.add_options(parser)
    asked = parser.parse_args()
    if asked.table:
        print("\n".join(table()))
        return
    if not asked.game:
        parser.error("name a game")
    for trials in trials_of(asked):
        found = found_in(trials, asked.search, asked.only)
        print(row(found), flush=True)
        if asked.store:
            KEPT.keep(found)


def found_in(trials: Trials, search: int, only: Collection[str] = ()) -> dict[str, Any]:
    """The strategy that is paid most (`Tried.gained`), as it is kept."""
    results = []
    for result in tried(trials, search, only):
        results.append(result)
        print(line(result), file=sys.stderr, flush=True)
    most = most_paid(results)
    share, beside = most.share, most.beside_best
    return {
        "game": trials.game.id,
        "seats": trials.seats,
        "options": dict(trials.options),
        "against": trials.against,
        "strategy": f"a mixture of {most.strategy.count(' + ') + 1}" if "/" in most.strategy else most.strategy,
        "share": [round(trials.seats * value, 4) for value in (share.value, share.low, share.high)],
        "beside_best": [round(value, 4) for value in (beside.value, beside.low, beside.high)],
        "games": trials.games,
        "searched": search,
        "rules": trials.game.contract.version,
    }


def table() -> list[str]:
    return [
        "| game | against | the strongest strategy | share | of what the best bot wins | games | rules |",
        "| --- | --- | --- | ---: | ---: | ---: | ---: |",
        *map(row, KEPT.rows()),
    ]


def row(one: dict[str, Any]) -> str:
    share, beside = ("{:.2f} ({:.2f} to {:.2f})".format(*one[of]) for of in ("share", "beside_best"))
    beside = "the same" if beside == share else beside
    where = ", ".join([facedown.game(one["game"]).title, *one["options"].values(), f"{one['seats']} seats"])
    searched = ", searched" if one["searched"] else ""
    cells = (
        where + searched,
        f"`{one['against']}`",
        one["strategy"],
        share,
        beside,
        f"{one['games']:,}",
        one["rules"],
    )
    return f"| {' | '.join(map(str, cells))} |"


if __name__ == "__main__":
    main()
