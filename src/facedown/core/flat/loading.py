"""Checking a game's modules when it is loaded; an error names what is missing, with its signature."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Mapping, Sequence

from facedown.core.compiling import is_marked
from facedown.core.errors import GameError
from facedown.core.flat.position import FlatPosition
from facedown.core.flat.protocols import (
    Bots,
    Cards,
    EndingWords,
    FreeRules,
    KnowingRules,
    Notation,
    OpenRules,
    RevealingRules,
    Rules,
    TimedRules,
    Words,
)
from facedown.core.flat.taking_cards import takes_cards
from facedown.core.layout import dtype_of

BOT = "(v, moves, luck) -> int"
BOT_WITH_MEMORY = "(v, moves, luck, memory) -> int"


def check_modules(rules: object, words: object, notation: object, bots: object, cards: object = None) -> None:
    """Check that each module of a game has everything it must have.  Raises GameError."""
    check_rules(rules)
    check_words(words)
    check_notation(notation)
    check_bots(bots)
    if cards is not None:
        check_cards(cards)


def check_rules(rules: object) -> None:
    """Check this module.  Raises GameError."""
    _check_constants(rules, Rules, ("WORDS", int), ("OPTIONS", tuple), ("CHANCE", Sequence))
    for name, base in (("Position", FlatPosition), ("Observation", object)):
        laid_out = getattr(rules, name, None)
        if not isinstance(laid_out, type) or not issubclass(laid_out, base):
            of = f"({base.__name__})" if base is not object else ""
            raise GameError(f"{_name(rules)} must have a class `{name}{of}`, which lays out a record")
        try:
            dtype_of(laid_out)
        except TypeError as error:
            raise GameError(f"{_name(rules)}: {error}") from None
    options = [option.name for option in getattr(rules, "OPTIONS", ())]
    _check_function(rules, "start", f"({', '.join(['s', 'seats', *options])}) -> None", 2 + len(options))
    _check_marked(rules, ["start", *_check_functions(rules, Rules)])
    optional = [name for name in _functions(TimedRules, FreeRules, KnowingRules, OpenRules) if hasattr(rules, name)]
    _check_marked(rules, optional)
    for protocol in (TimedRules, FreeRules, KnowingRules, OpenRules, RevealingRules):
        _check_functions(rules, protocol, optional=True)
    if (hasattr(rules, "seconds") or hasattr(rules, "SECONDS")) and not hasattr(rules, "timeout_move"):
        raise GameError(
            f"{_name(rules)} has a clock and must have `timeout_move{_signature(TimedRules, 'timeout_move')}`"
        )


def check_words(words: object) -> None:
    """Check this module.  Raises GameError."""
    _check_functions(words, Words)
    _check_functions(words, EndingWords, optional=True)


def check_notation(notation: object) -> None:
    """Check this module.  Raises GameError."""
    if not hasattr(notation, "all_cards"):
        _check_constants(notation, Notation, ("CARDS", Sequence))
    _check_functions(notation, Notation)


def check_bots(bots: object) -> None:
    """Check this module.  Raises GameError."""
    _check_constants(bots, Bots, ("BOTS", Mapping))
    takes = 3
    if hasattr(bots, "Memory"):
        takes = 4
        _check_function(bots, "remember", "(v, memory) -> None", 2)
        _check_marked(bots, ["remember"])
    signature = BOT if takes == 3 else BOT_WITH_MEMORY
    for table in ("BOTS", "UNASKED"):
        for name, bot in getattr(bots, table, {}).items():
            _check_takes(f"{_name(bots)}.{table}[{name!r}]", bot, signature, takes)


def check_cards(cards: object) -> None:
    """Check this module.  Raises GameError."""
    _check_functions(cards, Cards)


def _check_constants(module: object, protocol: type, *constants: tuple[str, type]) -> None:
    for name, kind in constants:
        if not isinstance(getattr(module, name, None), kind):
            declared = inspect.signature(vars(protocol)[name].fget).return_annotation
            raise GameError(f"{_name(module)} must have `{name}: {declared}`")


def _check_functions(module: object, protocol: type, *, optional: bool = False) -> list[str]:
    """Check the functions that `protocol` names; returns their names."""
    names = _functions(protocol)
    for name in names:
        if not optional or hasattr(module, name):
            takes = len(inspect.signature(getattr(protocol, name)).parameters) - 1
            _check_function(module, name, _signature(protocol, name), takes)
    return names


def _check_function(module: object, name: str, signature: str, takes: int) -> None:
    if not hasattr(module, name):
        raise GameError(f"{_name(module)} has no function `{name}`; it must have `def {name}{signature}`")
    _check_takes(f"{_name(module)}.{name}", getattr(module, name), signature, takes)


def _check_takes(name: str, function: object, signature: str, takes: int) -> None:
    """Check that this can be called with `takes` arguments.  Raises GameError."""
    try:
        if not callable(function):
            raise TypeError
        inspect.signature(function).bind(*range(takes + takes_cards(function)))
    except TypeError:
        there = f"{inspect.signature(function)}" if inspect.isfunction(function) else ""
        raise GameError(f"{name}{there} cannot be called as `{signature}`; let it take these {takes}") from None


def _check_marked(module: object, names: Iterable[str]) -> None:
    for name in names:
        if not is_marked(getattr(module, name)):
            raise GameError(f"{_name(module)}.{name} is not marked `@compiles`, as every rule must be")


def _functions(*protocols: type) -> list[str]:
    return [
        name
        for protocol in protocols
        for kind in protocol.__mro__
        for name, member in vars(kind).items()
        if inspect.isfunction(member) and not name.startswith("_")
    ]


def _signature(protocol: type, name: str) -> str:
    """`(s, seat, moves) -> None`, as the protocol has it."""
    signature = inspect.signature(getattr(protocol, name))
    return f"({', '.join(list(signature.parameters)[1:])}) -> {signature.return_annotation}"


def _name(module: object) -> str:
    return str(getattr(module, "__name__", module))
