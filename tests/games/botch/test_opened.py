"""Looking back at a game with everything turned up: who lied when."""

from __future__ import annotations

import random

import pytest

from facedown.core.table import Table
from facedown.games.botch import GAME as BOTCH
from facedown.games.botch.view import View


def some_moves(cards: str, seed: int) -> Table:
    table, luck = BOTCH.new(seats=4, seed=seed, cast=cards), random.Random(seed)
    for _ in range(120):
        if table.asked:
            seat = luck.choice(table.asked)
            table.play(seat, luck.choice(table.legal(seat)))
    return table


@pytest.mark.parametrize("cards", ["basic", "advanced", "hidden"])
def test_everything_is_turned_up_and_nothing_else_differs(cards: str) -> None:
    table = some_moves(cards, 3)
    for number in range(len(table.frames)):
        opened, watched = table.at(number).now(table.contract.revealed, table.names), table.at(number).view(None)
        assert (opened.opened, watched.opened, opened.seat) == (True, False, None)
        dealt = number > 0
        for seat in range(4):
            assert (opened.items[seat] is not None) == (dealt and opened.alive[seat])
            assert (opened.roles[seat] is not None) == dealt
            assert watched.items[seat] in (None, opened.items[seat])
            assert watched.roles[seat] in (None, opened.roles[seat])
        for field in set(View.__struct_fields__) - {"opened", "roles", "items"}:
            assert getattr(opened, field) == getattr(watched, field), field
