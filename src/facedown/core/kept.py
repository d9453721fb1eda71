"""What has been worked out once is kept for the next time, until a program gives its memory back."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, ParamSpec, TypeVar

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


def kept_list() -> list[Any]:
    """An empty list for what was asked for last; it is emptied with the rest."""
    found: list[Any] = []
    _forget.append(found.clear)
    return found


def forget_all() -> None:
    """Let go of all of it, as a server does when its tables are left: it is worked out anew where it is wanted."""
    for forget in _forget:
        forget()
