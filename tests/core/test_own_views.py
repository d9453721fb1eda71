"""Whoever changes a view's lists, such as a bot that sorts its cards, changes nobody else's view."""

from __future__ import annotations

import random

import msgspec
import pytest

import facedown
from facedown.core.table import Table
from facedown.games import games


def emptied(value: object) -> None:
    """Empty every list in a view."""
    if isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            emptied(getattr(value, name))
    elif isinstance(value, list):
        for one in value:
            emptied(one)
        value.clear()


def played(game: str, seed: int) -> Table:
    """A table some moves into a random game."""
    luck = random.Random(seed)
    table = facedown.game(game).new(seed=seed)
    for _ in range(luck.randrange(5, 60)):
        if table.over:
            break
        seat = luck.choice(list(table.asked))
        table.play(seat, luck.choice(list(table.legal(seat))))
    return table


@pytest.mark.parametrize("game", games())
@pytest.mark.parametrize("seed", range(5))
def test_a_views_lists_are_its_own(game: str, seed: int) -> None:
    table, other = played(game, seed), played(game, seed)
    watched = range(-1, len(table.names))
    wanted = [msgspec.json.encode(played(game, seed).view(seat if seat >= 0 else None)) for seat in watched]
    for seat, own in zip(watched, wanted, strict=True):
        view = table.view(seat if seat >= 0 else None)
        assert msgspec.json.encode(view) == own, "another seat's view was changed with the one before"
        emptied(view)
    assert [msgspec.json.encode(other.view(seat if seat >= 0 else None)) for seat in watched] == wanted
