"""What is kept of a game, for people and bots to see, is what would be made of it now."""

from __future__ import annotations

import gc
import random
from collections.abc import Callable, Hashable
from itertools import islice
from typing import Any

import msgspec
import pytest

from facedown.core.errors import FacedownError
from facedown.core.table import Table
from facedown.games.clocktower import views
from facedown.games.clocktower.position import Frozen, Picture, Position
from facedown.games.clocktower.state import State
from facedown.games.clocktower.view_cache import LATELY, ViewCache
from tests.games.clocktower.laws import GAME, TOWNS, played

EVERY = 3  # moves


def seen(table: Table, position: Position) -> list[bytes]:
    """All that anybody sees of this position, the storyteller last, and what they may do."""
    receivers = (None, *range(len(table.names)))
    return [
        msgspec.json.encode(
            (
                GAME.contract.view(position, seat, table.names),
                GAME.contract.observation(position, seat, table.names),
                GAME.contract.known(position, len(table.names))[seat],
                () if seat is None else GAME.contract.legal(position, seat, table.names),
            )
        )
        for seat in receivers
    ]


def anew(position: Position) -> Position:
    """The same, of which nothing has been made yet."""
    other = position.copy()
    if other._frozen is not None:
        other._frozen = other._frozen._replace(cache=ViewCache())
    return other


def compare(town: str, seed: int) -> None:
    for number, table in enumerate(played(TOWNS[town], seed, random.Random(f"{town} {seed}"))):
        if number % EVERY and not table.over:
            continue
        for position in (table._position, table.frames[-1].position):
            assert seen(table, position) == seen(table, anew(position)), f"{town} {seed}, move {number}"


@pytest.mark.parametrize("town", ["seven", "Bad Moon Rising with five Travellers", "a script of everything"])
def test_what_is_kept_is_what_would_be_made_now(town: str) -> None:
    compare(town, 0)


def test_what_is_kept_too_long_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def first(self: ViewCache, what: Hashable, seen: object, make: Callable[[], object]) -> object:
        copied = what is Frozen or (isinstance(what, tuple) and what[0] is Frozen)
        return make() if copied else self._made.setdefault(what, (None, make()))[1]

    monkeypatch.setattr(ViewCache, "get", first)
    with pytest.raises(AssertionError, match="move"):
        compare("seven", 0)


def test_a_table_keeps_few_pictures_however_long_it_is_looked_at() -> None:
    gc.collect()
    before = sum(type(thing) is State for thing in gc.get_objects())
    for table in islice(played(TOWNS["seven"], 1, random.Random("long")), 200):
        for frame in range(len(table.frames)):
            table.told_at(frame, None)
        table.view(0)
    gc.collect()
    pictures = sum(type(thing) is State for thing in gc.get_objects()) - before
    assert len(table.frames) > 4 * LATELY
    assert pictures <= LATELY + 2  # and what the present is made of
    packed = {one.town: one.first for frame in table.frames if (one := frame.position._frozen) is not None}
    assert sum(map(len, packed)) < sum(map(len, packed.values())) / 2


def test_what_cannot_be_told_to_one_player_hides_nothing_from_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    table = GAME.new(["Ζωή", "Bo", "no", "Cy 2", "Eve", "Mo"], seed="one view")
    tell = views._to

    def fails_for_no(position: Position, picture: Picture, seat: int, *rest: Any) -> dict[str, Any]:
        if seat == 2:
            raise ValueError("a sentence that cannot be written")
        return tell(position, picture, seat, *rest)

    monkeypatch.setattr(views, "_to", fails_for_no)
    position = table.position()
    with pytest.raises(ValueError, match="cannot be written"):
        GAME.contract.view(position, 2, table.names)
    for seat in (None, 0, 1, 3, 4, 5):
        assert GAME.contract.view(position, seat, table.names).seat == seat


def test_a_table_that_notes_its_state_before_each_move_replays_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server notes it, to go back where a move is refused or cannot be stored."""
    table = GAME.new(6, seed=1)
    table.legal(table.asked[0])
    monkeypatch.setattr(Position, "_replayed", lambda position: pytest.fail("the game is replayed"))
    for _ in range(4):
        mark, seat = table.mark(), table.asked[0]
        with pytest.raises(FacedownError):
            table.play(seat, "what nobody understands")
        table.go_back(mark)
        table.play(seat, table.legal(seat)[0])
