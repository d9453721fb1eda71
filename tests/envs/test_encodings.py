"""Views as numbers: they tell what the view tells, all of it, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

import numpy as np
import pytest

import facedown
from facedown.core.compiling import compiled, interpreted
from facedown.core.flat import FlatGame
from facedown.core.flat.encoder import blank_blocks, block_of, encode_record
from facedown.core.flat.encoding import Encoding, Feature, bits, number, one_hot
from facedown.core.flat.encoding import seat as seat_of
from facedown.core.flat.encoding import seats as seats_of
from facedown.core.layout import Ints, blank, dtype_of, i1, i8
from facedown.envs import Vector
from facedown.envs.driver import encode_games
from tests.how_much import count
from tests.laws.positions import GAMES, fast, in_fast_vectors, name, options_of, played, twin_of

VIEWS = count(800, 6000)  # at each table


def encoded(game: FlatGame, views: Ints, seats: int) -> Ints:
    """Many views at once, as vectors encode them: float32[views, k]."""
    x = np.zeros((len(views), game.encoding.size), np.float32)
    records = views.view(np.int8).reshape(len(views), 1, -1)
    seat = np.maximum(views["seat"], 0).astype(np.int64)
    where = np.zeros(len(views), np.int64), block_of(x.shape[1])
    compiled(encode_games)(0, len(views), records, seat, game.encoding.program(seats), x, 0, *where)
    return x


def some_views(game: FlatGame, seats: int, seed: int) -> Ints:
    """Views at random positions, from random seats; and what spectators see there."""
    luck = np.random.default_rng(seed)
    found: list[Ints] = []
    options, compiles = options_of(game, seed, seats), in_fast_vectors(game)
    vector = Vector(game, seats, 100, seed, options, forced=False, compiles=compiles)
    step = vector.reset()
    while 100 * len(found) < VIEWS:
        step = vector.step((luck.random(step.mask.shape) * step.mask).argmax(axis=1))
        found.append(step.observation.copy())
    return np.concatenate(found)


@pytest.mark.parametrize("game", GAMES, ids=name)
def test_views_that_differ_differ_in_their_encoding(game: FlatGame) -> None:
    """And only they do: as many are different encoded as are different."""
    for seed in range(2):
        seats = (game.seats[0], game.seats[-1])[seed]
        views = np.unique(some_views(game, seats, seed).view(f"V{game.contract.view_layout.itemsize}"))
        assert len(views) > 100  # a table of two with one die each has not many more
        x = encoded(game, views.view(game.contract.view_layout), seats)
        assert len(np.unique(x.view(f"V{x.shape[1] * 4}"))) == len(views)
        assert np.isfinite(x).all()


@pytest.mark.parametrize("game", GAMES, ids=name)
def test_twins_are_encoded_alike(game: FlatGame) -> None:
    """What a seat may not know makes no difference, neither in its view nor, at a large table, in a spectator's."""
    tried = 0
    for table in played(fast(game), game.seats[-1], seed=4):
        for seat in (*table.asked[:1], None):
            twin = twin_of(table, seat, tried)
            x = fast(game).encode(table.observation(seat))
            assert x.tobytes() == fast(game).encode(twin.observation(seat)).tobytes()
            assert x.shape == (game.encoding.size,)
            tried += 1
        if tried > 30:
            return


@pytest.mark.parametrize("game", GAMES, ids=name)
def test_the_parts_cover_the_whole(game: FlatGame) -> None:
    ends = 0
    for part in game.encoding.slices.values():
        assert part.start == ends
        assert part.stop - part.start == int(np.prod(part.shape))
        ends = part.stop
    assert ends == game.encoding.size + game.encoding.memory_size
    assert f"{ends} numbers" in repr(game.encoding)


def test_seats_are_told_from_ones_own() -> None:
    """Two seats that see the same table from their sides see it alike, but for which of them they are."""
    game = facedown.game("bayou-boss")
    assert isinstance(game, FlatGame)
    table = game.new(4, seed=2)
    for own in range(4):
        x = game.encode(table.observation(own))
        (asked,) = table.asked
        assert list(np.flatnonzero(x[game.encoding["asked"]])) == [(asked - own) % 4]
        assert list(np.flatnonzero(x[game.encoding["seat"]])) == [own]
        hand = np.flatnonzero(x[game.encoding["hand"]])
        assert len(hand) == 7


def test_what_is_remembered_is_encoded_behind_what_is_seen() -> None:
    game = facedown.game("botch")
    assert isinstance(game, FlatGame)
    assert game.contract.memory_layout is not None
    assert game.contract.remember is not None
    vector = Vector(game, 3, 2, seed=1, observe="information", compiles=False)
    step = vector.reset()
    luck = np.random.default_rng(1)
    for _ in range(8):
        step = vector.step((luck.random(step.mask.shape) * step.mask).argmax(axis=1))
    table, memory = game.new(3, "1/0"), blank(game.contract.memory_layout)
    assert step.observation.shape == (2, game.encoding.size + game.encoding.memory_size)
    for frame in range(len(table.frames)):
        game.contract.remember(table.at(frame).observation(0), memory)
    x = game.encode(table.observation(0), memory)
    assert x.shape == step.observation[0].shape
    assert x[game.encoding["memory.begun"]] == 1
    assert step.observation[0][game.encoding["memory.begun"]] == 1
    assert step.observation[0][game.encoding["memory.weight"]].any()


def test_what_is_no_view_record_is_not_encoded() -> None:
    game: FlatGame = facedown.game("gotcha")  # of views that a type checker does not know
    table = game.new(2, seed=1)
    views = np.zeros(2, game.contract.view_layout)
    for wrong in (None, 5, table.view(0), np.zeros(3), views, facedown.game("botch").new(3).observation(0)):
        with pytest.raises(facedown.BadOption, match=r"the record of a view, as `table.observation"):
            game.encode(wrong)
    with pytest.raises(facedown.BadOption, match="have no memory"):
        game.encode(table.observation(0), 3)
    botch = facedown.game("botch")
    assert isinstance(botch, FlatGame)
    with pytest.raises(facedown.BadOption, match="the record of a seat's memory, not int"):
        botch.encode(botch.new(3).observation(0), 3)
    assert game.encode(table.observation(None)).shape == (game.encoding.size,)


class Seen:
    seat: i1
    seats: i1
    cards: i8
    owner: i1
    piles: Annotated[Ints, "i1", 3]


def declared(*features: Feature) -> Encoding:
    always = (number("seat", 3), number("seats", 3))
    return Encoding(Seen, 3, (*always, *features))


def test_values_go_where_the_declaration_says() -> None:
    encoding = declared(bits("cards", 64), seat_of("owner"), one_hot("piles", 4, seat_axis=0))
    view = blank(dtype_of(Seen))
    view["seat"], view["seats"], view["cards"], view["owner"], view["piles"] = 1, 3, -(1 << 63) | 5, 0, [1, 2, -1]
    x = encoding.encode(view)
    assert list(np.flatnonzero(x[encoding["cards"]])) == [0, 2, 63]
    assert list(x[encoding["owner"]]) == [0, 0, 1]  # seat 0 is the second to one's left
    assert encoding.slices["piles"].shape == (3, 4)
    assert [list(row).index(1) if row.any() else None for row in x[encoding["piles"]].reshape(3, 4)] == [2, None, 1]


def test_every_field_must_be_declared() -> None:
    with pytest.raises(facedown.FacedownError, match="the encoding of Seen has no feature for owner, piles"):
        declared(bits("cards", 64))
    with pytest.raises(facedown.FacedownError, match="Seen has no field 'hats'"):
        declared(bits("cards", 64), seat_of("owner"), seats_of("piles"), seats_of("hats"))


class Rows:
    seat: i1
    seats: i1
    long: Annotated[Ints, "i1", 19]
    short: Annotated[Ints, "i1", 5]


@pytest.mark.parametrize("low", [0, -1, 256, -300])
@pytest.mark.parametrize("run", [encode_record, compiled(encode_record)], ids=["interpreted", "compiled"])
def test_rows_of_numbers_are_told_wherever_they_differ(low: int, run: Callable[..., int]) -> None:
    """Rows are read eight bytes at a time, and only where they are not `low`, which may be no byte."""
    features = (number("seat", 2), number("seats", 2), number("long", 8, low=low), number("short", 8, low=low))
    encoding, view = Encoding(Rows, 2, features), blank(dtype_of(Rows))
    view["seats"] = 2
    for place in range(24):
        long, short = [low % 256 - 256 if low % 256 > 127 else low % 256] * 19, [0] * 5
        (long if place < 19 else short)[place % 19] = 7
        view["long"], view["short"] = long, short
        x = encoding.encode(view, run=run)
        assert list(x[2:]) == [(value - low) / 8 for value in (*long, *short)]


@pytest.mark.parametrize("run", [encode_record, compiled(encode_record)], ids=["interpreted", "compiled"])
def test_whatever_is_written_lies_in_a_block_that_is_named(run: Callable[..., int]) -> None:
    """Else it would stay there when the next view is encoded in the same row."""
    features = (number("seat", 2), number("seats", 2), number("long", 8), number("short", 8))
    encoding, view = Encoding(Rows, 2, features), blank(dtype_of(Rows))
    view["seats"], view["long"], view["short"] = 2, range(1, 20), range(1, 6)
    x = np.zeros(encoding.size, np.float32)
    block = block_of(encoding.size)
    written = run(np.frombuffer(view.tobytes(), np.int8), 0, encoding.program(2), x, 0, block)
    assert [int(at) for at in np.flatnonzero(x) if not written >> (int(at) >> block) & 1] == []


class Tiny:
    seat: i1
    seats: i1
    row: Annotated[Ints, "i1", 3]


@pytest.mark.parametrize("run", [encode_record, compiled(encode_record)], ids=["interpreted", "compiled"])
def test_a_view_of_less_than_eight_bytes_is_encoded(run: Callable[..., int]) -> None:
    encoding, view = (
        Encoding(Tiny, 2, (number("seat", 2), number("seats", 2), number("row", 8))),
        blank(dtype_of(Tiny)),
    )
    view["seats"], view["row"] = 2, (0, 4, 8)
    assert list(encoding.encode(view, run=run)[-3:]) == [0, 0.5, 1]


@pytest.mark.parametrize("run", [interpreted, compiled])
@pytest.mark.parametrize("size", [5, 8, 21, 500, 1734])
def test_blank_numbers_are_blank_whatever_block_they_lie_in(
    size: int, run: Callable[..., Callable[..., None]]
) -> None:
    luck, block = np.random.default_rng(size), block_of(size)
    for _ in range(20):
        places = luck.integers(size, size=5)
        room = np.ones(size + 16, np.float32)
        x = room[8:-8]
        x[:] = 0
        x[places] = 3
        run(blank_blocks)(x, sum({1 << (int(place) >> block) for place in places}), block)
        assert not x.any()
        assert room[:8].all()
        assert room[-8:].all()
