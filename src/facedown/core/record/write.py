"""From a table to text: the header, then history line by line."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import TYPE_CHECKING

from facedown.core.spelling import fold

if TYPE_CHECKING:
    from facedown.core.table import Table

WIDTH = 100


def write(table: Table) -> str:
    """The whole game, seed included, as a record that reads back to an equal table."""
    header = [f"game: {table.game.id}", f"seats: {', '.join(table.names)}", f"seed: {table.seed}"]
    header += [f"{name}: {value}" for name, value in table.options.items()]
    played = list(_played(table))
    return "\n".join([*header, "", *played] if played else header) + "\n"


def _played(table: Table) -> Iterator[str]:
    names = {fold(name) for name in table.names}
    for seat, lines in groupby(table.history, key=lambda line: line.seat):
        texts = [text for _, text in lines]
        if seat is None:
            # A seat may bear the name of something that is laid out; `chance` says which is meant.
            yield from (f"chance {text}" if fold(text.partition(":")[0]) in names else text for text in texts)
        else:
            yield from wrapped(f"{table.names[seat]}: ", texts)


def wrapped(head: str, moves: list[str]) -> Iterator[str]:
    line = ""
    for move in moves:
        if line and len(head) + len(line) + len(move) + 2 > WIDTH:
            yield head + line
            line = ""
        line += f", {move}" if line else move
    yield head + line
