"""Random games of Bayou Boss."""

from __future__ import annotations

import functools
import random

from facedown.core.table import Table
from facedown.games.bayou import GAME

SEATS = range(2, 9)


@functools.cache
def played(seats: int, seed: int) -> Table:
    """A game in which everybody plays at random, Characters gladly."""
    table, luck = GAME.new(seats=seats, seed=seed), random.Random(seed)
    while table.asked:
        (seat,) = table.asked
        legal = table.legal(seat)
        bold = [move for move in legal if " " not in move.text or move.text == "Blue Crab"]
        table.play(seat, luck.choice(bold if bold and luck.random() < 0.3 else legal))
    return table
