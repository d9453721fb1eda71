"""Whether statements hold, in one known game or in many possible worlds at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from operator import or_
from typing import Any

from facedown.games.clocktower.character import kind_of
from facedown.games.clocktower.speech.statements import (
    Either,
    Evil,
    InPlay,
    Is,
    Never,
    Not,
    OfTeam,
    Report,
    Statement,
)
from facedown.games.clocktower.speech.worlds import Mask, Worlds


def holds(said: Statement, worlds: Worlds, by: int | None = None) -> Mask | None:
    """Where the statement, or the report of the player `by`, holds; None if the worlds do not tell."""
    match said:
        case Report():
            return _reported(said, worlds, by)
        case Not(of):
            mask = holds(of, worlds, by)
            return None if mask is None else ~mask
        case Either(one, other):
            masks = holds(one, worlds, by), holds(other, worlds, by)
            return None if masks[0] is None or masks[1] is None else masks[0] ^ masks[1]
        case Evil(seat):
            return worlds.is_evil(seat)
        case Is(seat, role):
            return worlds.is_character(seat, role)
        case OfTeam(seat, team):
            return worlds.is_of_team(seat, team)
        case InPlay(role):
            return worlds.is_in_play(role)
        case Never():
            return worlds.nowhere


def _reported(report: Report, worlds: Worlds, by: int | None) -> Mask | None:
    """Where a report holds, by its character's definition or else by its parts."""
    public = worlds.public
    learned: dict[str, Any] = dict(report.learned)
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
    return reduce(or_, masks)
