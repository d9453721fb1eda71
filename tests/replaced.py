"""Parts of the program replaced for a while."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

Replacement = tuple[Any, str, Any]  # a module or class, a name in it, and what that stands for meanwhile


@contextmanager
def replaced(replacements: Sequence[Replacement]) -> Iterator[None]:
    """Put these in place, and at the end what was there before."""
    before = [(owner, name, getattr(owner, name)) for owner, name, _ in replacements]
    for owner, name, value in replacements:
        setattr(owner, name, value)
    try:
        yield
    finally:
        for owner, name, value in before:
            setattr(owner, name, value)
