"""How much Python a move of a game passes through: calls, functions and files, counted with sys.setprofile.

    python -m benchmarks.calls [GAME] [--compiled] [--list]        bayou-boss where none is named

Random players make two hundred moves at a table of four (or as many as the game takes).  Counted are calls of this
package's Python functions, in two parts: the move alone (`Table.play`), and what everybody is then told of it: for
each seat and a spectator the view, the prompt and the new events.  Functions and files are those that one move
passes, on average.  Rules run interpreted, as they do on a page until they are compiled, or compiled.

`--list` names the functions by file: the share of moves that pass each, and how often a move calls it.
"""

from __future__ import annotations

import argparse
import functools
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import fmean
from types import FrameType

import facedown
from facedown import Table
from facedown.core.flat import FlatGame

PACKAGE = str(Path(facedown.__file__).parent)
MOVES = 200
SEATS = 4


class Calls(Counter[tuple[str, str]]):
    """The calls of one move, while it watches: how many of each (file, function)."""

    def watch(self, do: Callable[[], object]) -> None:
        sys.setprofile(self.called)
        try:
            do()
        finally:
            sys.setprofile(None)

    def called(self, frame: FrameType, event: str, argument: object) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(PACKAGE):
            self[frame.f_code.co_filename, frame.f_code.co_qualname] += 1


def averages(title: str, moves: list[Calls]) -> str:
    """`title` with what a move passes on average."""
    calls, functions = fmean(calls.total() for calls in moves), fmean(map(len, moves))
    files = fmean(len({file for file, _ in calls}) for calls in moves)
    return f"{title}: {calls:,.0f} calls of {functions:.0f} functions in {files:.0f} files a move"


def listed(moves: list[Calls]) -> Iterator[str]:
    """Every function that a move passes, under its file: the share of moves that do, and its calls a move."""
    calls = sum(moves, Counter[tuple[str, str]]())
    passing = Counter(called for move in moves for called in move)
    files = Counter(file for move in moves for file in {file for file, _ in move})
    for file, moves_there in files.most_common():
        yield f"{moves_there / len(moves):6.2f}         {Path(file).relative_to(PACKAGE)}"
        for (there, function), times in passing.most_common():
            if there == file:
                yield f"{times / len(moves):6.2f} {calls[file, function] / len(moves):7.2f}     {function}"


def tell(table: Table, since: int) -> None:
    """What everybody is told after a move."""
    for seat in (None, *range(len(table.names))):
        table.view(seat)
        table.prompt(seat)
        table.log(seat, since)


def main() -> None:
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("game", nargs="?", default="bayou-boss")
    options.add_argument("--compiled", action="store_true", help="with compiled rules")
    options.add_argument("--list", action="store_true", help="list the functions that are called, too")
    chosen = options.parse_args()
    game = facedown.game(chosen.game)
    if chosen.compiled and isinstance(game, FlatGame):
        game.compile()
    seats = max(game.seats[0], min(SEATS, game.seats[-1]))
    table, luck, number = game.new(seats, seed=1), random.Random(1), 1
    moving: list[Calls] = []
    telling: list[Calls] = []
    for _ in range(MOVES):
        if table.over:
            number += 1
            table = game.new(seats, seed=number)
        seat, frame = table.asked[0], len(table.frames)
        move = luck.choice(table.legal(seat)).text
        moving.append(Calls())
        moving[-1].watch(functools.partial(table.play, seat, move))
        telling.append(Calls())
        telling[-1].watch(functools.partial(tell, table, frame))
    print(averages(f"{game.title}: Table.play", moving))
    print(averages(f"{game.title}: views, prompts and events for {seats + 1}", telling))
    both = [Calls(one + other) for one, other in zip(moving, telling, strict=True)]
    print(averages(f"{game.title}: both", both))
    if chosen.list:
        print(*listed(both), sep="\n")


if __name__ == "__main__":
    main()
