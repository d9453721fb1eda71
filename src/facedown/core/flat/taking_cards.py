"""Rules that take the game's cards: arrays made from its cards file, handed over as `c` after position or view.

    def legal(s: Position, c: Cards, seat: int, moves: Ints) -> None:

Words, which are never compiled, may take them last: that is quicker.
A rule that asks nothing of the cards does without: `def score(s: Position, seat: int) -> int`.  Machine code is the
same for every set of cards, because it is given them like the position.
"""

from __future__ import annotations

import functools
import inspect
import types
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Generic, TypeVar, cast

import numpy as np

from facedown.core.compiling import ADAPTS, compiles, is_marked
from facedown.core.layout import Ints, dtype_of, i1

R = TypeVar("R")
Kind = TypeVar("Kind")  # a kind of card, as its file describes it

CARDS = "c"  # what the parameter is called


class CardSet(Generic[Kind]):
    """What a game's class `Cards` derives from: what words and notation know of the cards beside arrays."""

    @functools.cached_property
    def kinds(self) -> tuple[Kind, ...]:
        """The cards as their file describes them."""
        raise NotImplementedError("rules that compile have the arrays alone")

    def of(self, make: Callable[[tuple[Kind, ...]], R]) -> R:
        """What `make` makes of the kinds; it is made once for each set of cards."""
        raise NotImplementedError("rules that compile have the arrays alone")


class NoCards:
    """What rules could be given in a game without cards of its own."""

    none: i1


class PlainCards(CardSet[Any]):
    """A set of cards for functions that run as they stand: each array is looked up once, not at every use."""

    def __init__(self, kinds: Iterable[Any], arrays: Ints) -> None:
        record = arrays[0]
        vars(self).update({name: record[name] for name in record.dtype.names})
        self.kinds = tuple(kinds)
        self.of = functools.cache(lambda make: make(self.kinds))  # type: ignore[method-assign]  # asked all the time


def takes_cards(function: Callable[..., object]) -> bool:
    """Whether this rule, bot or other function asks for the cards."""
    return CARDS in parameters(function)


@functools.cache
def parameters(function: Callable[..., object]) -> tuple[str, ...]:
    """The names of what the function takes; a table asks at each move of a bot."""
    return tuple(inspect.signature(function).parameters)


@functools.cache
def with_cards(function: Callable[..., R]) -> Callable[..., R]:
    """The function as drivers call it: with the cards behind the first argument, whether it needs them or not."""
    if takes_cards(function):
        return function
    if not is_marked(function):
        return lambda first, c, *rest: function(first, *rest)
    first, *rest = parameters(function)
    return _adapted(function, (first, CARDS, *rest), (first, *rest))


@functools.cache
def as_driven(bot: Callable[..., int], *, remembers: bool) -> Callable[..., int]:
    """The bot as drivers call it: with cards and a memory, which those of games without one are not given."""
    taking = with_cards(bot)
    if remembers:
        return taking
    if not is_marked(taking):
        return lambda *rest: taking(*rest[:-1])
    takes = parameters(taking)
    return _adapted(taking, (*takes, "memory"), takes)


def _adapted(function: Callable[..., R], takes: Sequence[str], hands_on: Sequence[str]) -> Callable[..., R]:
    """A marked function that takes more than it hands on to this one."""
    plain = cast(types.FunctionType, function)
    text = f"def {plain.__name__}({', '.join(takes)}): return without({', '.join(hands_on)})"
    names: dict[str, Any] = {"without": plain, "__name__": plain.__module__}
    exec(compile(text, plain.__code__.co_filename, "exec"), names)
    made = names[plain.__name__]
    made.__qualname__ = f"{plain.__qualname__}_with_{'_and_'.join(sorted({*takes} - {*hands_on}))}"
    setattr(made, ADAPTS, plain)
    return cast(Callable[..., R], compiles(made))


def given(function: Callable[..., R], cards: object) -> Callable[..., R]:
    """The function as Python calls it: without the cards, which it is given here."""
    takes = parameters(function)
    if CARDS not in takes:
        return function
    if takes[0] == CARDS:  # what is asked of the cards alone
        return functools.partial(function, cards)
    if takes[-1] == CARDS:
        return functools.partial(function, **{CARDS: cards})
    return lambda first, *rest: function(first, cards, *rest)


class Given:
    """A module of a game as Python calls its functions: those that ask for the cards are given them.

    Each is made when it is first asked for.
    """

    def __init__(self, module: object, cards: object) -> None:
        self.module, self._cards = module, cards

    def __getattr__(self, name: str) -> Any:
        found = getattr(self.module, name)
        if isinstance(found, types.FunctionType):
            found = given(found, self._cards)
            setattr(self, name, found)
        return found


def no_cards() -> Ints:
    """The cards of a game that has none, records[1]."""
    return np.zeros(1, dtype_of(NoCards))
