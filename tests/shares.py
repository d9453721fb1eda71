"""The order of tests that several processes share: when one has no more, the others have short ones left.

A process that has done its share takes some of another's last tests.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

LONGEST, SHORTEST = "tests/browser/", "tests/records/"  # that take half of the time, and a fifth of the tests


class Named(Protocol):
    @property
    def nodeid(self) -> str: ...


T = TypeVar("T", bound=Named)


def shared_out(tests: Sequence[T], workers: int) -> list[T]:
    """All shares, one after the other: each begins with as many of the longest, and ends with the shortest.

    Others stay beside those that need the same compiled rules.
    """
    longest = [one for one in tests if one.nodeid.startswith(LONGEST)]
    shortest = [one for one in tests if one.nodeid.startswith(SHORTEST)]
    others = [one for one in tests if not one.nodeid.startswith((LONGEST, SHORTEST))]

    def part(of: list[T], i: int) -> list[T]:
        return of[len(of) * i // workers : len(of) * (i + 1) // workers]

    shares = ([*longest[i::workers], *part(others, i), *part(shortest, i)] for i in range(workers))
    return [one for share in shares for one in share]
