"""The law of hidden things over very many positions: views and legal moves, compared by compiled code."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from facedown.core.batch import random_move
from facedown.core.bits import lowest
from facedown.core.chance import GAMES, fill_block, key_of, luck_below
from facedown.core.flat_game import FlatGame
from facedown.core.layout import Ints, compiled, compiles
from facedown.core.questions import is_over, who_is_asked
from tests.laws.positions import options_of

GENERATOR = ("key", "counter", "block", "used")  # what every twin has anew, whatever it looks like
ONE_IN = 6  # positions on the way


class Found(NamedTuple):
    positions: int  # pairs of position and twin that were compared
    dealt_anew: int  # of these, how many twins had other hidden cards
    leaks: int
    words: str


@compiles
def proceed(s: Any) -> None:
    """Stands for the game's own; so do the next four."""


@compiles
def legal(s: Any, seat: int, moves: Ints) -> None:
    pass


@compiles
def step(s: Any, seat: int, move: int) -> None:
    pass


@compiles
def observe(s: Any, seat: int, v: Any) -> None:
    pass


@compiles
def determinize(s: Any, seat: int) -> None:
    pass


@compiles
def sweep_game(
    positions: Ints, raw: Ints, cards: Ints, views: Ints, raw_views: Ints, moves: Ints, luck: Ints, found: Ints
) -> None:
    """Play positions[0] to its end; now and then compare it, as each receiver sees it, with a twin of it."""
    s = positions[0]
    stop = False
    while not stop:
        stop = is_over(s)
        if luck_below(luck, ONE_IN) == 0 or stop:
            for seat in range(-1, s.seats):
                compare(seat, positions, raw, cards, views, raw_views, moves, luck, found)
        waiting = who_is_asked(s)
        if waiting:
            seat = lowest(waiting)
            for word in range(len(moves[0])):
                moves[0, word] = 0
            legal(s, seat, moves[0])
            step(s, seat, random_move(moves[0], luck))
        elif not stop:
            proceed(s)


@compiles
def compare(
    seat: int,
    positions: Ints,
    raw: Ints,
    cards: Ints,
    views: Ints,
    raw_views: Ints,
    moves: Ints,
    luck: Ints,
    found: Ints,
) -> None:
    """What `seat` sees of positions[0], and may do there, beside the same of a twin."""
    positions[1] = positions[0]
    s, twin = positions[0], positions[1]
    for word in range(4):
        twin.key[word] = luck_below(luck, 1 << 31)
    twin.counter, twin.used = 0, 16
    determinize(twin, seat)
    views[0], views[1] = views[2], views[2]
    observe(s, seat, views[0])
    observe(twin, seat, views[1])
    found[0] += 1
    for at in cards:
        if raw[0, at] != raw[1, at]:
            found[1] += 1
            break
    leaks = differ(raw_views)
    if seat >= 0 and (who_is_asked(s) >> seat) & 1 == 1:
        for word in range(len(moves[0])):
            moves[0, word], moves[1, word] = 0, 0
        legal(s, seat, moves[0])
        legal(twin, seat, moves[1])
        leaks |= differ(moves)
    if leaks and found[2] == 0:
        found[3], found[4], found[5] = seat, s.event_count, s.event
    found[2] += leaks


@compiles
def differ(pair: Ints) -> int:
    for i in range(pair.shape[1]):
        if pair[0, i] != pair[1, i]:
            return 1
    return 0


def sweep(game: FlatGame, seats: int, seed: int, games: int, **others: Any) -> Found:
    """Compare at random positions of `games` random games; `others` take the place of the game's own rules."""
    rules = {rule: getattr(game.rules, rule) for rule in ("proceed", "legal", "step", "observe", "determinize")}
    run = compiled(sweep_game, **rules | others)
    positions, views = np.zeros(2, game.position_layout), np.zeros(3, game.view_layout)
    raw = positions.view(np.uint8).reshape(2, -1)
    raw_views = views.view(np.uint8).reshape(3, -1)
    cards = _bytes_beside_the_generator(game)
    moves, luck, found = np.zeros((2, game.move_words), np.int64), np.zeros(4, np.uint32), np.zeros(6, np.int64)
    block, base = np.zeros(16, np.uint32), np.array(key_of(game.id, seed), np.uint32)
    for number in range(games):
        positions[0] = game.start(seats, f"{seed}/{number}", game.checked_options(options_of(game, number)))
        fill_block(block, base, number, GAMES)
        luck[:] = block[4:8] | 1
        run(positions, raw, cards, views, raw_views, moves, luck, found)
    where = (
        f"{game.id}, {seats} seats: seat {found[3]} can tell after {found[4]} events, the last of them {found[5]}"
    )
    return Found(int(found[0]), int(found[1]), int(found[2]), where)


def _bytes_beside_the_generator(game: FlatGame) -> Ints:
    fields = {name: field for name, field in (game.position_layout.fields or {}).items() if name not in GENERATOR}
    return np.array(
        [at for kind, first, *_ in fields.values() for at in range(first, first + kind.itemsize)], np.int64
    )
