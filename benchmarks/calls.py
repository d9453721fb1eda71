"""How much Python a move of a game passes through: calls, functions and files, counted with sys.setprofile.

    python benchmarks/calls.py [GAME]        bayou-boss where none is named

Random players make two hundred moves at a table of four (or as many as the game takes).  Counted are calls of
Python functions, in two parts: the move alone (`Table.play`), and what everybody is then told of it: for each seat
and a spectator the view, the prompt and the new events.  Rules run interpreted, as they do on a page until they are
compiled.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Callable
from types import FrameType

import facedown
from facedown import Table

MOVES = 200
SEATS = 4


class Calls:
    """Counts calls while it watches: `by[(file, function)]`."""

    def __init__(self) -> None:
        self.by: Counter[tuple[str, str]] = Counter()

    def watch(self, do: Callable[[], object]) -> None:
        sys.setprofile(self._called)
        try:
            do()
        finally:
            sys.setprofile(None)

    def _called(self, frame: FrameType, event: str, argument: object) -> None:
        if event == "call":
            self.by[frame.f_code.co_filename, frame.f_code.co_qualname] += 1

    def __str__(self) -> str:
        files = {file for file, _ in self.by}
        return f"{sum(self.by.values()) / MOVES:,.0f} calls a move, {len(self.by)} functions in {len(files)} files"


def tell(table: Table, since: int) -> None:
    """What everybody is told after a move."""
    for seat in (None, *range(len(table.names))):
        table.view(seat)
        table.prompt(seat)
        table.log(seat, since)


def main() -> None:
    game = facedown.game(sys.argv[1] if len(sys.argv) > 1 else "bayou-boss")
    moving, telling, luck = Calls(), Calls(), random.Random(1)
    seats = max(game.seats[0], min(SEATS, game.seats[-1]))
    table, number = game.new(seats, seed=1), 1
    for _ in range(MOVES):
        if table.over:
            number += 1
            table = game.new(seats, seed=number)
        seat, frame = table.asked[0], len(table.frames)
        move = luck.choice(table.legal(seat)).text
        moving.watch(lambda table=table, seat=seat, move=move: table.play(seat, move))  # type: ignore[misc]  # mypy
        telling.watch(lambda table=table, frame=frame: tell(table, frame))  # type: ignore[misc]  # cannot infer it
    print(f"{game.title}: Table.play: {moving}")
    print(f"{game.title}: views, prompts and events for {seats + 1}: {telling}")
    both = Calls()
    both.by = moving.by + telling.by
    print(f"{game.title}: both: {both}")


if __name__ == "__main__":
    main()
