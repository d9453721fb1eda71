"""The strongest simple strategy against each game's bot, kept as the table of docs/benchmarks.md.

    python -m benchmarks.strategies botch --seats 4 --option cast=advanced --games 3000 --search 40 --store
    python -m benchmarks.strategies --table      prints the table from strategies.json

What is tried, and against whom, is told in `facedown/lab/exploit.py`, whose options these are.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import facedown
from facedown.lab.exploit import Trials, Tried, arguments, trials_of, tried

STORED = Path(__file__).with_name("strategies.json")
SAME = ("game", "seats", "options", "against")


def main() -> None:
    parser = arguments()
    parser.add_argument("--store", action="store_true", help="keep it in strategies.json, with what is there")
    parser.add_argument("--table", action="store_true", help="play nothing, and print what is in strategies.json")
    asked = parser.parse_args()
    if asked.table:
        print("\n".join(table()))
        return
    if not asked.game:
        parser.error("name a game")
    for trials in trials_of(asked):
        found = found_in(trials, asked.search)
        print(row(found), flush=True)
        if asked.store:
            keep(found)


def found_in(trials: Trials, search: int) -> dict[str, Any]:
    """The strategy with the highest lower bound, as it is kept."""
    most: Tried = max(tried(trials, search), key=lambda result: result.over_fair)
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


def keep(found: dict[str, Any]) -> None:
    """In place of what was found in the same games before."""
    others = [one for one in stored() if any(one[key] != found[key] for key in SAME)]
    ordered = sorted([*others, found], key=lambda one: json.dumps([one[key] for key in SAME], sort_keys=True))
    STORED.write_text("[\n" + ",\n".join(json.dumps(one) for one in ordered) + "\n]\n", encoding="utf-8")


def stored() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(STORED.read_text(encoding="utf-8"))
    return found


def table() -> list[str]:
    head = ["| game | against | the strongest strategy | share | games |", "| --- | --- | --- | ---: | ---: |"]
    return [*head, *map(row, stored())]


def row(one: dict[str, Any]) -> str:
    value, low, high = one["share"]
    where = ", ".join([facedown.game(one["game"]).title, *one["options"].values(), f"{one['seats']} seats"])
    searched = ", searched" if one["searched"] else ""
    share = f"{value:.2f} ({low:.2f} to {high:.2f})"
    return f"| {where}{searched} | `{one['against']}` | {one['strategy']} | {share} | {one['games']:,} |"


if __name__ == "__main__":
    main()
