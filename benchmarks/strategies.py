"""The strongest simple strategy against each game's bot, kept as the table of docs/benchmarks.md.

    python -m benchmarks.strategies botch --seats 4 --option cast=advanced --games 3000 --search 40 --store
    python -m benchmarks.strategies --table      prints the table from strategies.json

What is tried, and against whom, is told in `facedown/lab/exploit.py`, whose options these are.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import Any

import facedown
from benchmarks._kept import Kept
from facedown.lab.exploit import Trials, Tried, arguments, trials_of, tried

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
    """The strategy with the highest lower bound, as it is kept."""
    most: Tried = max(tried(trials, search, only), key=lambda result: result.over_fair)
    share = most.share
    return {
        "game": trials.game.id,
        "seats": trials.seats,
        "options": dict(trials.options),
        "against": trials.against,
        "strategy": f"a mixture of {most.strategy.count(' + ') + 1}" if "/" in most.strategy else most.strategy,
        "share": [round(trials.seats * value, 4) for value in (share.value, share.low, share.high)],
        "games": trials.games,
        "searched": search,
    }


def table() -> list[str]:
    head = ["| game | against | the strongest strategy | share | games |", "| --- | --- | --- | ---: | ---: |"]
    return [*head, *map(row, KEPT.rows())]


def row(one: dict[str, Any]) -> str:
    value, low, high = one["share"]
    where = ", ".join([facedown.game(one["game"]).title, *one["options"].values(), f"{one['seats']} seats"])
    searched = ", searched" if one["searched"] else ""
    share = f"{value:.2f} ({low:.2f} to {high:.2f})"
    return f"| {where}{searched} | `{one['against']}` | {one['strategy']} | {share} | {one['games']:,} |"


if __name__ == "__main__":
    main()
