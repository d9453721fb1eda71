"""Rules and bots that are handed to compiled code, instead of becoming part of it.

A function to which a driver is bound (`compiling.compiled`) becomes part of the driver's machine code, which is
made anew, in seconds, for every other bot.  Batches hand their rules and bots over instead, in place of the cards,
as values of Numba's function types, so that one driver serves all bots of a game.  It is no slower.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np

from facedown.core.compiling import Numba, compiled, compiles_inline
from facedown.core.flat.game import FlatGame
from facedown.core.flat.players import BOTS
from facedown.core.flat.position import FlatPosition
from facedown.core.layout import Ints


class Linked(NamedTuple):
    """What takes the place of the cards: these, and the functions that are given them."""

    cards: Ints  # records[1]
    proceed: Any
    legal: Any
    step: Any
    observe: Any
    score: Any
    wins: Any
    remember: Any  # None in games whose bots have no memory
    bot_1: Any  # None where nobody but random players plays; if there is one bot, it is the next two as well
    bot_2: Any
    bot_3: Any


# Each of these calls what it is named after, and takes its place in a driver.


@compiles_inline
def proceed(s: FlatPosition, c: Linked) -> None:
    c.proceed(s, c.cards[0])


@compiles_inline
def legal(s: FlatPosition, c: Linked, seat: int, moves: Ints) -> None:
    c.legal(s, c.cards[0], seat, moves)


@compiles_inline
def step(s: FlatPosition, c: Linked, seat: int, move: int) -> None:
    c.step(s, c.cards[0], seat, move)


@compiles_inline
def observe(s: FlatPosition, c: Linked, seat: int, v: object) -> None:
    c.observe(s, c.cards[0], seat, v)


@compiles_inline
def score(s: FlatPosition, c: Linked, seat: int) -> int:
    return int(c.score(s, c.cards[0], seat))


@compiles_inline
def wins(s: FlatPosition, c: Linked, seat: int) -> bool:
    return bool(c.wins(s, c.cards[0], seat))


@compiles_inline
def remember(v: object, c: Linked, memory: object) -> None:
    c.remember(v, c.cards[0], memory)


@compiles_inline
def bot_1(v: object, c: Linked, moves: Ints, luck: Ints, memory: object) -> int:
    return int(c.bot_1(v, c.cards[0], moves, luck, memory))


@compiles_inline
def bot_2(v: object, c: Linked, moves: Ints, luck: Ints, memory: object) -> int:
    return int(c.bot_2(v, c.cards[0], moves, luck, memory))


@compiles_inline
def bot_3(v: object, c: Linked, moves: Ints, luck: Ints, memory: object) -> int:
    return int(c.bot_3(v, c.cards[0], moves, luck, memory))


CALLS = proceed, legal, step, observe, score, wins, remember, bot_1, bot_2, bot_3


def linked(driver: Callable[..., None], game: FlatGame, bound: Mapping[str, Any]) -> Callable[..., None]:
    """The driver compiled; of what it is bound to, rules and bots are handed over.

    It takes the driver's arguments, of which the second, the cards, must be those of the game.
    """
    names = {*bound, *(f"bot_{n + 1}" for n in range(BOTS) if "bot_1" in bound)}  # it is the same driver for 1 to 3
    calls = {call.__name__: call for call in CALLS if call.__name__ in names}
    within: Numba = compiled(driver, **{**bound, **calls})
    made: dict[tuple[object, ...], Callable[..., None]] = {}
    functions = {name: bound[name] for name in calls if name in bound}
    handed_over: list[tuple[Linked, object]] = []  # once they are compiled, which takes seconds

    def run(first: int, cards: Ints, *rest: Any) -> None:
        if not handed_over:
            handed_over.append(_linked(game, {name: compiled(one, **bound) for name, one in functions.items()}))
        them, its_type = handed_over[0]
        typeof: Numba = importlib.import_module("numba").typeof
        given = (typeof(first), its_type, *map(typeof, rest))
        if given not in made:  # not by Numba's dispatcher, which takes each function for a type of its own
            made[given] = within.compile(given)
        made[given](first, (them,), *rest)

    return run


def _linked(game: FlatGame, functions: Mapping[str, Any]) -> tuple[Linked, object]:
    """The functions compiled, with the cards; and the type of a tuple of these alone."""
    numba: Numba = importlib.import_module("numba")
    types = numba.types
    record = (np.zeros(1, layout)[0] for layout in (game.position_layout, game.view_layout))
    s, v = map(numba.typeof, record)
    c, moves, luck = map(numba.typeof, (game.card_arrays[0], np.zeros(1, np.int64), np.zeros(1, np.uint32)))
    memory = numba.typeof(np.zeros(1, game.memory_layout or np.int8)[0])
    seat = move = types.int64
    takes = {
        "proceed": (s, c), "legal": (s, c, seat, moves), "step": (s, c, seat, move), "observe": (s, c, seat, v),
        "score": (s, c, seat), "wins": (s, c, seat), "remember": (v, c, memory),
    }  # fmt: skip
    answers = v, c, moves, luck, memory
    made = {name: _function(function, takes.get(name, answers)) for name, function in functions.items()}
    bots = [function for name, function in made.items() if name.startswith("bot_")] or [(None, types.none)]
    rules = [made.get(name, (None, types.none)) for name in Linked._fields[1:-BOTS]]
    functions_and_types = [*rules, *(bots * BOTS)[:BOTS]]
    handed = Linked(game.card_arrays, *(function for function, _ in functions_and_types))
    its_types = numba.typeof(game.card_arrays), *(of for _, of in functions_and_types)
    return handed, types.UniTuple(types.NamedTuple(its_types, Linked), 1)


def _function(twin: Numba, takes: tuple[object, ...]) -> tuple[Numba, object]:
    """A compiled function, made ready for arguments of these types, and its type."""
    numba: Numba = importlib.import_module("numba")
    twin.compile(takes)
    signature = next(one for one in twin.nopython_signatures if one.args == takes)
    return twin, numba.types.FunctionType(signature)
