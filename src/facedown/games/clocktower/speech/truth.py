"""In which worlds a statement holds: one game that is known, or many that are possible at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from typing import Any, Protocol, TypeAlias

import numpy as np

from facedown.games.clocktower.speech.spoken_reports import Statement

Mask: TypeAlias = Any  # a bool of NumPy's for one world, an array of them for many


class Worlds(Protocol):
    """What is asked of one world, or of many; None: they do not say."""

    nowhere: Mask  # what holds in none of them

    def is_evil(self, seat: int) -> Mask | None:
        """Is this player evil?"""

    def is_character(self, seat: int, role: str) -> Mask | None:
        """Is this player that character?"""

    def is_of_team(self, seat: int, team: str) -> Mask | None:
        """Is this player's character of that team?"""

    def is_in_play(self, role: str) -> Mask | None:
        """Is some player that character?"""

    def are_neighbours(self, role: str, other: str) -> Mask | None:
        """Do the players of these two characters sit side by side?"""

    def number_of_teams(self, seats: Sequence[int]) -> Mask | None:
        """How many teams the characters of these players are of: a number for each world."""


def holds(said: Statement, worlds: Worlds) -> Mask | None:
    """Where the statement holds; None where the worlds do not say."""
    op, *args = said
    if op in PLAIN:
        return PLAIN[op](worlds, *args)
    if op not in JOINED:
        return None
    number, parts = (args[0], args[1:]) if op == "exactly" else (0, args)
    masks = [holds(part, worlds) for part in parts]
    if any(mask is None for mask in masks):
        return None
    return JOINED[op](masks, number)


def _is(found: Mask | None, number: int) -> Mask | None:
    return None if found is None else found == number


def _all_the_same(masks: list[Mask], number: int) -> Mask:
    return reduce(np.logical_and, masks) | ~reduce(np.logical_or, masks)


PLAIN: Mapping[str, Callable[..., Mask | None]] = {
    "evil": lambda worlds, seat: worlds.is_evil(seat),
    "is": lambda worlds, seat, role: worlds.is_character(seat, role),
    "team": lambda worlds, seat, team: worlds.is_of_team(seat, team),
    "in_play": lambda worlds, role: worlds.is_in_play(role),
    "adjacent_roles": lambda worlds, role, other: worlds.are_neighbours(role, other),
    "distinct_teams_among": lambda worlds, number, *seats: _is(worlds.number_of_teams(seats), number),
    "false": lambda worlds: worlds.nowhere,
}
JOINED: Mapping[str, Callable[[list[Mask], int], Mask]] = {
    "not": lambda masks, number: ~masks[0],
    "and": lambda masks, number: reduce(np.logical_and, masks),
    "or": lambda masks, number: reduce(np.logical_or, masks),
    "xor": lambda masks, number: reduce(np.logical_xor, masks),
    "iff": _all_the_same,
    "exactly": lambda masks, number: np.sum(masks, axis=0) == number,
}
