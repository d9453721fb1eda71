"""What has been worked out once is kept for the next time, until a program gives its memory back."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, lru_cache
from typing import Any, ParamSpec, Self, TypeVar, overload

P = ParamSpec("P")
T = TypeVar("T")

_forget: list[Callable[[], None]] = []  # what was kept of each function


def kept(most: int) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Keep the last results of a function, so many at most, by its arguments; see `functools.lru_cache`."""

    def keep(function: Callable[P, T]) -> Callable[P, T]:
        keeping = lru_cache(maxsize=most)(function)
        _forget.append(keeping.cache_clear)
        return keeping  # type: ignore[return-value]  # typeshed forgets which arguments it takes

    return keep


class Once(cached_property[T]):
    """A property that is worked out once for each object.

    Before Python 3.12 `cached_property` takes a lock for it, which costs more than most of what is kept.
    """

    @overload
    def __get__(self, of: None, kind: type | None = None) -> Self: ...

    @overload
    def __get__(self, of: object, kind: type | None = None) -> T: ...

    def __get__(self, of: Any, kind: type | None = None) -> T | Self:
        if of is None:
            return self
        found = vars(of)[self.attrname or ""] = self.func(of)  # where it is found before this property from now on
        return found


def kept_list() -> list[Any]:
    """An empty list for what was asked for last; it is emptied with the rest."""
    found: list[Any] = []
    _forget.append(found.clear)
    return found


def forget_all() -> None:
    """Let go of all of it, as a server does when its tables are left: it is worked out anew where it is wanted."""
    for forget in _forget:
        forget()
