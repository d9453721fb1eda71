"""Whether statements hold, in one known game or in many possible worlds at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from typing import Any

import numpy as np

from facedown.games.clocktower.character import kind_of
from facedown.games.clocktower.speech.spoken_reports import Report, Statement
from facedown.games.clocktower.speech.worlds import Mask, Worlds


def holds(said: Statement | Report, worlds: Worlds, by: int | None = None) -> Mask | None:
    """Where the statement, or the report of the player `by`, holds; None if the worlds do not tell."""
    if isinstance(said, Report):
        return _reported(said, worlds, by)
    op, *args = said
    if op in PLAIN:
        return PLAIN[op](worlds, *args)
    if op not in JOINED:
        return None
    number, parts = (args[0], args[1:]) if op == "exactly" else (0, args)
    masks = [holds(part, worlds, by) for part in parts]
    if any(mask is None for mask in masks):
        return None
    return JOINED[op](masks, number)


def _reported(report: Report, worlds: Worlds, by: int | None) -> Mask | None:
    """Where a report holds, by its character's definition or else by its parts."""
    learned, public = dict(report.learned), worlds.public
    seats = [*learned.get("pair", ()), *learned.get("players", ())]
    seats += [learned[key] for key in ("player", "chose") if key in learned]
    if by is None or by not in public.ring or any(seat >= len(public.alive) for seat in seats):
        return None
    own = kind_of(report.by).finds
    if own.holds is None:
        return _by_parts(worlds, seats, learned)
    return own.holds(worlds, by, int(report.when[1:]), learned) if own.needs in learned else None


def _by_parts(worlds: Worlds, seats: Sequence[int], learned: Mapping[str, Any]) -> Mask | None:
    """Where one of these players is one of these characters."""
    roles = [learned["role"]] if "role" in learned else list(learned.get("roles", ()))
    if not seats or not roles:
        return None
    masks: Any = [worlds.is_character(seat, role) for seat in seats for role in roles]
    return np.logical_or.reduce(masks)


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
