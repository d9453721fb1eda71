"""Bots that are handed to compiled code, instead of becoming part of it.

A function to which a driver is bound (`compiling.compiled`) becomes part of the driver's machine code, which is
made anew, in seconds, for every other bot.  Batches hand their bots over instead, in place of networks, as values
of Numba's function types, so that one driver serves all bots of a game.  Rules stay bound: they are called so often
that random games took a tenth longer when they were handed over as well.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from facedown.core.compiling import Numba, compiled, compiles, compiles_inline
from facedown.core.flat.contract import FlatContract
from facedown.core.flat.players import BOTS, bot_1
from facedown.core.layout import Ints

Bots = Sequence[Callable[..., int]]


@compiles_inline
def answer(player: int, v: object, c: object, moves: Ints, luck: Ints, memory: object, bots: Bots) -> int:
    """Takes the place of `players.answer` in a driver that is handed its bots."""
    return int(bots[player - 1](v, c, moves, luck, memory))


@compiles
def whole_number(v: object, c: object, moves: Ints, luck: Ints, memory: object) -> int:
    """The answer of the bot bound as `bot_1`, where that is another kind of number, such as an int32."""
    return int(bot_1(v, c, moves, luck, memory))


def linked(driver: Callable[..., None], game: FlatContract, bound: Mapping[str, Any]) -> Callable[..., None]:
    """The driver compiled; the bots to which it is bound are handed over, unless networks play as well.

    It takes the driver's arguments, of which the seventh are the buffers; the bots take the last place in them.
    """
    if "chosen" in bound:  # there are networks, or no bots
        return compiled(driver, **bound)
    within: Numba = compiled(driver, **bound, answer=answer)
    made: dict[tuple[object, ...], Callable[..., None]] = {}
    bots = [bot for name, bot in bound.items() if name.startswith("bot_")]
    handed_over: list[tuple[Bots, object]] = []  # once they are compiled, which takes seconds

    def run(*given: Any) -> None:
        if not handed_over:
            handed_over.append(_of_one_type(game, bots, bound))
        numba: Numba = importlib.import_module("numba")
        functions, their_type = handed_over[0]
        *buffers, _ = given[6]
        types = [numba.typeof(one) for one in given]
        types[6] = numba.types.Tuple((*map(numba.typeof, buffers), their_type))
        if (like := tuple(types)) not in made:  # not by Numba's dispatcher, which takes each function for a type
            made[like] = within.compile(like)
        made[like](*given[:6], (*buffers, functions), *given[7:])

    return run


def _of_one_type(game: FlatContract, bots: Bots, bound: Mapping[str, Any]) -> tuple[Bots, object]:
    """The compiled bots, the last of them again where there are fewer than a driver can seat, and their type."""
    numba: Numba = importlib.import_module("numba")
    view, memory = (np.zeros(1, layout)[0] for layout in (game.view_layout, game.memory_layout or np.int8))
    given = view, game.card_arrays[0], np.zeros(1, np.int64), np.zeros(1, np.uint32), memory
    takes = tuple(map(numba.typeof, given))
    signature, twins = numba.int64(*takes), []
    for bot in bots:
        twin: Numba = compiled(bot, **bound)
        twin.compile(takes)
        if {one.args: one.return_type for one in twin.nopython_signatures}[takes] != numba.int64:
            # It is itself among what is bound, as only such functions can be called as values.
            twin = compiled(whole_number, **{**bound, "bot_1": bot, "whole_number": whole_number})
            twin.compile(takes)
        twins.append(twin)
    their_type = numba.types.UniTuple(numba.types.FunctionType(signature), BOTS)
    return tuple((twins * BOTS)[:BOTS]), their_type
