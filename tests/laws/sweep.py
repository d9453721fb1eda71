"""The law of hidden things over very many positions: views and legal moves as bytes, made by compiled rules."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from facedown.agents import luck_of
from facedown.core.bits import lowest
from facedown.core.chance import luck_below
from facedown.core.compiling import interpreted
from facedown.core.flat import SPECTATOR, FlatGame
from facedown.core.flat.players import random_move
from facedown.core.questions import is_asked, who_is_asked
from tests.laws.positions import options_of

GENERATOR = ("key", "counter", "block", "used")  # what every twin has anew, whatever it looks like
ONE_IN = 5  # positions on the way


class Found(NamedTuple):
    pairs: int  # of a position and a twin of it, as one receiver sees them
    dealt_anew: int  # of these, how many twins had other hidden cards
    leaks: list[str]


def sweep(game: FlatGame, seats: int, seed: int, wanted: int) -> Found:
    """Compare so many pairs at least, at random positions of random games, the table's own steps among them."""
    pairs = dealt_anew = number = 0
    leaks: list[str] = []
    while pairs < wanted and not leaks:
        number += 1
        luck = luck_of(seed, number)
        options = game.checked_options(options_of(game, number, seats))
        position = game.contract.start(seats, f"{seed}/{number}", options)
        while not game.contract.over(position):
            if luck_below(luck, ONE_IN) == 0:
                for seat in range(SPECTATOR, seats):
                    twin = game.contract.determinize(position, None if seat == SPECTATOR else seat, int(luck[0]))
                    pairs += 1
                    dealt_anew += cards(position) != cards(twin)
                    if received(game, position, seat) != received(game, twin, seat):
                        leaks.append(f"seat {seat} in game {seed}/{number}, after event {position.event}")
            go_on(game, position, luck)
    return Found(pairs, dealt_anew, leaks)


def received(game: FlatGame, position: Any, seat: int) -> bytes:
    """The view as bots read it, the set of legal moves, how long the question waits, and who may act unasked."""
    view = game.contract.observation(position, None if seat == SPECTATOR else seat)
    free = game.contract.free(position)
    acts = seat != SPECTATOR and (is_asked(position, seat) or seat in free)
    moves = legal_moves(game, position, seat) if acts else np.zeros(0)
    return bytes(view.tobytes() + moves.tobytes()) + repr((game.contract.timing(position).seconds, free)).encode()


def legal_moves(game: FlatGame, position: Any, seat: int) -> Any:
    moves = np.zeros(game.contract.move_words, np.int64)
    game.contract._running.legal(position, seat, moves)
    return moves


def go_on(game: FlatGame, position: Any, luck: Any) -> None:
    """The table's next step, or any move of the first seat that is asked."""
    waiting = who_is_asked(position)
    if waiting:
        seat = lowest(waiting)
        game.contract._running.step(
            position, seat, any_of(game.contract.move_words)(legal_moves(game, position, seat), luck)
        )
    else:
        game.contract.proceed(position)


@functools.cache
def any_of(words: int) -> Callable[[Any, Any], int]:
    """The driver's random player, for a game whose sets of moves have so many words."""
    return interpreted(random_move, WORDS=words)


def cards(position: Any) -> list[bytes]:
    """Everything in the position beside the generator."""
    return [position[name].tobytes() for name in position.dtype.names if name not in GENERATOR]
