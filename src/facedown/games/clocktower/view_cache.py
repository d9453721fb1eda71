"""A cache for what people and bots are shown of a game, which holds as long as it would be the same."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

T = TypeVar("T")

LATELY = 4  # objects of which what was made of them is kept


class ViewCache:
    """Belongs to one course of a game: all pictures of it share what has been made of any of them.

    Several threads may look at them.
    """

    __slots__ = ("_lately", "_made")

    def __init__(self) -> None:
        self._made: dict[Hashable, tuple[object, Any]] = {}
        self._lately: tuple[tuple[object, Any], ...] = ()

    def __reduce__(self) -> tuple[object, ...]:
        """A new one: what was made can be made again."""
        return ViewCache, ()

    def get(self, what: Hashable, seen: object, make: Callable[[], T]) -> T:
        """`what`, made of what is `seen`: the same as the last time, where that was made of the same."""
        made = self._made.get(what)
        if made is None or made[0] != seen:
            made = self._made[what] = seen, make()
        found: T = made[1]
        return found

    def intern(self, what: Hashable, value: T) -> T:
        """The object that `what` was the last time, where it was equal to this `value`; else this one."""
        made = self._made.get(what)
        if made is None or made[0] != value:
            made = self._made[what] = value, value
        interned: T = made[1]
        return interned

    def lately(self, of: object, make: Callable[[], T]) -> T:
        """What is made of this object; it is kept for the few for which it was made last."""
        for other, made in self._lately:
            if other is of:
                found: T = made
                return found
        new = make()
        self._lately = ((of, new), *self._lately[: LATELY - 1])
        return new
