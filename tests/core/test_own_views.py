"""Whoever changes a view's lists, such as a bot that sorts its cards, changes nobody else's view."""

from __future__ import annotations

import random

import msgspec
import pytest

import facedown
from facedown.core.flat import FlatGame
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


def changeable(value: object, path: str = "view") -> list[str]:
    """The places in a view that somebody could change."""
    if isinstance(value, msgspec.Struct):
        own = [] if value.__struct_config__.frozen else [path]
        parts = [(f"{path}.{name}", getattr(value, name)) for name in value.__struct_fields__]
    elif isinstance(value, tuple):
        own, parts = [], [(f"{path}[{number}]", one) for number, one in enumerate(value)]
    else:
        own, parts = ([] if isinstance(value, (str, int, float, type(None))) else [path]), []
    return own + [found for place, part in parts for found in changeable(part, place)]


@pytest.mark.parametrize("game", [name for name in games() if isinstance(facedown.game(name), FlatGame)])
@pytest.mark.parametrize("seed", range(5))
def test_a_card_games_views_cannot_be_changed(game: str, seed: int) -> None:
    table = played(game, seed)
    for seat in range(-1, len(table.names)):
        assert changeable(table.view(seat if seat >= 0 else None)) == []
    assert changeable(table.at(len(table.frames) - 1).now(table.contract.revealed, table.names)) == []


@pytest.mark.parametrize("game", [name for name in games() if isinstance(facedown.game(name), FlatGame)])
def test_what_all_seats_see_alike_is_made_once_for_them(game: str) -> None:
    table = played(game, 1)
    views = [msgspec.structs.asdict(table.view(seat)) for seat in (None, *range(len(table.names)))]
    shared = [name for name, value in views[0].items() if isinstance(value, tuple) and value]
    same = [name for name in shared if all(view[name] is views[0][name] for view in views)]
    assert len(same) > len(shared) / 2, f"each seat has its own {set(shared) - set(same)}"
