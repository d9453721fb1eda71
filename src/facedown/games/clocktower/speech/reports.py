"""Reports, in the language of claims, of what players were told by their own characters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from facedown.games.clocktower.character import Character, kind_of
from facedown.games.clocktower.questions import Word
from facedown.games.clocktower.roster import FACTS
from facedown.games.clocktower.speech.statements import Report, Statement
from facedown.games.clocktower.state import Player, Told


def report_of(told: Told, own: Character) -> Statement | None:
    """The report of what was told; None if it is no finding of the good character that this player believes in."""
    if told.character != own.id or own.id not in FACTS or own.written or not own.good:
        return None
    said: Statement | None = _by_parts(told) if own.finds.stated is None else own.finds.stated(told)
    return said


def _by_parts(told: Told) -> Report | None:
    """The report, built from the kinds of its parts: players, characters, a number, yes or no."""
    moment = f"N{told.night}" if told.night > told.day else f"D{told.day}"
    if told.report is None:
        return Report(moment, told.character, (("none", True),)) if told.topic == "none" else None
    parts = told.report if isinstance(told.report, tuple) else (told.report,)
    seats = [part.seat for part in dict.fromkeys((*parts, *told.args)) if isinstance(part, Player) and part.seated]
    roles = [part.id for part in parts if isinstance(part, Character)]
    return make_report(moment, told.character, seats, roles, parts)


def make_report(
    moment: str, by: str, seats: Sequence[int], roles: Sequence[str], values: Sequence[object]
) -> Report | None:
    """These players, characters and values as one report; None if there are none."""
    learned = [*_of_players(seats), *_of_characters(roles)]
    learned += [named for value in values if (named := _of_value(value, by)) is not None]
    return Report(moment, by, tuple(learned)) if learned else None


def _of_players(seats: Sequence[int]) -> list[tuple[str, Any]]:
    if len(seats) <= 1:
        return [("player", seat) for seat in seats]
    return [("pair" if len(seats) == 2 else "players", tuple(seats))]


def _of_characters(ids: Sequence[str]) -> list[tuple[str, Any]]:
    if any(id not in FACTS for id in ids):
        return []
    return [("role", id) for id in ids] if len(ids) <= 1 else [("roles", tuple(ids))]


def _of_value(value: object, by: str) -> tuple[str, Any] | None:
    if isinstance(value, bool):
        return kind_of(by).finds.truth, value
    if isinstance(value, Word):
        return kind_of(by).finds.word, str(value)
    if isinstance(value, int):
        return kind_of(by).finds.number, value
    return None
