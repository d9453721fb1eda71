"""A cache for what people and bots are shown of a game, kept as long as it would be the same."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

T = TypeVar("T")


class Kept:
    """Belongs to one course of a game: all pictures of it share what has been made of any of them.

    Several threads may look at them.
    """

    __slots__ = ("_made",)

    def __init__(self) -> None:
        self._made: dict[Hashable, tuple[object, Any]] = {}

    def of(self, what: Hashable, seen: object, make: Callable[[], T]) -> T:
        """`what`, made of what is `seen`: the same as the last time, where that was made of the same."""
        made = self._made.get(what)
        if made is None or made[0] != seen:
            made = self._made[what] = seen, make()
        found: T = made[1]
        return found
