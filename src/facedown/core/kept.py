"""What has been worked out once is kept for the next time, until a program gives its memory back."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Generic, ParamSpec, TypeVar

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


class Once(Generic[T]):
    """A property that is worked out once for each object.

    `functools.cached_property` takes a lock for it before Python 3.12, which costs more than most of what it keeps.
    """

    def __init__(self, find: Callable[[Any], T]) -> None:
        self._find, self._name, self.__doc__ = find, find.__name__, find.__doc__

    def __get__(self, of: Any, kind: type | None = None) -> T:
        found: T = self._find(of)
        of.__dict__[self._name] = found  # where it is found before this property from now on
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
