"""How much of what is alike is tried: what catches each fault in `make test`; all of it with FACEDOWN_TESTS=all."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TypeVar

ALL = os.environ.get("FACEDOWN_TESTS") == "all"

T = TypeVar("T")


def some(few: Sequence[T], every: Sequence[T]) -> Sequence[T]:
    """These few; in the sweep every one."""
    return every if ALL else few


def count(few: int, many: int) -> int:
    """So few; in the sweep so many."""
    return many if ALL else few
