"""How long a table of Clocktower with sixteen seats takes to come back from its history, beside the rules alone.

    python -m benchmarks.restart [--moves 900]

A server that was restarted replays each table that somebody comes back to: what was done, and what each seat saw of
it. The rules alone do the first.
"""

from __future__ import annotations

import argparse
import json
import random
import time

import facedown
from facedown.core.facts import NAMES
from facedown.core.table import Table
from facedown.server.play.match import Match, Row, rows_of
from facedown.server.storage.rows import StoredGame

KEPT = StoredGame("a long evening", (*NAMES[:15], "Teller"), None)
OPTIONS: dict[str, str | int] = {"script": "Bad Moon Rising"}
TALK = ('say "Bo is evil"', 'say "I am not so sure"', "done", "done")


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--moves", type=int, default=900)
    rows = long_evening(asked.parse_args().moves)
    begun = time.process_time()
    table = empty_table()
    for seat, value in rows:
        table.play(seat, table.contract.read_value(value, table.names))
    alone = time.process_time() - begun
    match = Match(facedown.game("clocktower").contract, KEPT, OPTIONS, 1)
    begun = time.process_time()
    match.replay(rows)
    ours = time.process_time() - begun
    print(f"{len(rows)} moves, {len(KEPT.names)} seats, {table.standing.summary}: "
          f"{ours:.2f} s of one core; the rules alone {alone:.2f} s")  # fmt: skip
    print(json.dumps({"name": "restart", "ours": ours, "peer": alone, "ratio": ours / alone}))


def empty_table() -> Table:
    return Table(facedown.game("clocktower").contract, KEPT.names, KEPT.seed, OPTIONS)


def long_evening(moves: int) -> list[Row]:
    """A game in which much is said and nobody is executed."""
    table, luck = empty_table(), random.Random(5)
    while len(table.history) < moves and not table.over:
        seat = luck.choice(table.asked)
        legal = [move.text for move in table.legal(seat)]
        if table.timing.continuous:
            table.play(seat, luck.choice((*TALK, luck.choice(legal))))
        else:
            table.play(seat, "no" if "no" in legal and seat < len(table.names) - 1 else luck.choice(legal))
    return [row for row in rows_of(table) if row.seat >= 0]


if __name__ == "__main__":
    main()
