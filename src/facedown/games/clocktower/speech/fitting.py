"""Whether what is said makes sense in a game: whom and what it names is there, and it is complete."""

from __future__ import annotations

from collections.abc import Container
from typing import Any

import msgspec

from facedown.games.clocktower.questions import WORDS
from facedown.games.clocktower.roster import FACTS, TEAMS
from facedown.games.clocktower.speech.english import REASONS
from facedown.games.clocktower.speech.phrases import PHRASES
from facedown.games.clocktower.speech.statements import (
    LEARNED,
    MOST,
    Learned,
    OfTeam,
    OneOf,
    Phrase,
    Question,
    Reason,
    Report,
)

DEEPEST = 4  # statements in each other


def fits(said: object, seats: int, own: Container[str], depth: int = DEEPEST) -> bool:
    """Whether it may be said where there are so many seats, and these characters of the script's own."""
    if depth < 0 or not isinstance(said, msgspec.Struct):
        return False
    if isinstance(said, Report):
        return (
            _is_role(said.by, own)
            and bool(said.learned)
            and all(_part_fits(*one, seats, own) for one in said.learned)
        )
    if isinstance(said, Reason) and not _is_complete(said):
        return False
    if isinstance(said, Question) and (said.what == "are") != (said.role is not None):
        return False
    if isinstance(said, OneOf) and not 1 < len(said.roles) <= MOST:
        return False
    if (isinstance(said, OfTeam) and said.team not in TEAMS) or (
        isinstance(said, Phrase) and said.key not in PHRASES
    ):
        return False
    return all(_field_fits(name, getattr(said, name), seats, own, depth) for name in said.__struct_fields__)


def _field_fits(name: str, value: Any, seats: int, own: Container[str], depth: int) -> bool:
    if value is None:
        return True
    if name in ("seat", "about"):
        return bool(value < seats)
    if name == "seats":
        return all(seat < seats for seat in value)
    if name == "role":
        return _is_role(value, own)
    if name == "roles":
        return all(_is_role(role, own) for role in value)
    return not isinstance(value, msgspec.Struct) or fits(value, seats, own, depth - 1)


def _is_complete(reason: Reason) -> bool:
    """Whether it names as many players and characters as its words have blanks for."""
    if reason.kind not in REASONS:
        return False
    words, told = REASONS[reason.kind].words, reason.report is not None
    named = words.count("{seat}") + ("{report}" in words), words.count("{role}"), "{report}" in words
    return named == (len(reason.seats), len(reason.roles), told)


def _is_role(id: object, own: Container[str]) -> bool:
    return id in FACTS or id in own


def _part_fits(key: str, value: Learned, seats: int, own: Container[str]) -> bool:
    kind = LEARNED.get(key, "")
    if kind in ("seats", "roles"):
        one = kind.removesuffix("s")
        return (
            isinstance(value, tuple)
            and 0 < len(value) <= seats
            and all(_one_fits(one, v, seats, own) for v in value)
        )
    return _one_fits(kind, value, seats, own)


def _one_fits(kind: str, value: object, seats: int, own: Container[str]) -> bool:
    if kind == "truth":
        return isinstance(value, bool)
    if kind in ("number", "seat"):
        most = seats if kind == "seat" else 1000
        return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < most
    return _is_role(value, own) if kind == "role" else kind == "word" and value in WORDS
