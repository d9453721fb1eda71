"""Set-up before the deal, as the storyteller sees it: the tokens laid out, and what they should be."""

from __future__ import annotations

import msgspec


class Laid(msgspec.Struct, frozen=True):
    """A token laid out for a player before the deal."""

    seat: int
    character: str
    shown: str | None  # what they are to believe they are


class Bag(msgspec.Struct, frozen=True):
    """The tokens laid out before the deal, and what they should be: for the storyteller alone."""

    counts: dict[str, int]  # how many of each team are wanted
    why: tuple[str, ...]  # what changes these numbers: "Baron: 2 Outsiders more"
    tokens: tuple[Laid, ...]
    suggested: tuple[Laid, ...]  # the policy's
    wrong: str  # why it cannot be dealt yet; "" where it can
