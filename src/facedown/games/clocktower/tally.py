"""What everybody knows of a nomination; the state keeps those of earlier days as this."""

from __future__ import annotations

import msgspec


class Tally(msgspec.Struct, frozen=True, gc=False):
    """One nomination; all players are seats."""

    day: int
    by: int | None
    nominee: int | None
    hands: tuple[int, ...]
    tally: int
    done: bool
    hidden: bool = False  # eyes were closed: nobody knows hands and tally
