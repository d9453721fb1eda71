"""What a game's events are called, by their numbers: for counts of them that people read."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import NamedTuple

Options = Mapping[str, object]


def _none(options: Options) -> Collection[int]:
    return ()


class EventNames(NamedTuple):
    """The names of events and of the cards that they are about."""

    names: Mapping[int, str]  # by the number of the event
    of_card: frozenset[int]  # the events whose card is one, and not another number
    cards: Mapping[int, str]  # by the number of the card
    scoring: frozenset[int] | None = None  # the events with which a score may change; None: any may
    rules: Mapping[int, str] = {}  # the rule that the log names, of the events with which it is always the same one
    own_rule: frozenset[int] = frozenset()  # the events with which it is the rule of their card
    impossible: Callable[[Options], Collection[int]] = _none  # the events that cannot happen with these options


def event_names(module: Mapping[str, object]) -> dict[int, str]:
    """`PICKED_UP = 7` as {7: "picked up"}: of the constants that a module has so far."""
    found = {name: value for name, value in module.items() if name.isupper() and isinstance(value, int)}
    return {number: name.lower().replace("_", " ") for name, number in found.items()}
