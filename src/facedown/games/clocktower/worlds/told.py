"""What players say and see at a table, as a puzzle has it: reports and events."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from facedown.games.clocktower.public import Said, Tally
from facedown.games.clocktower.speech.statements import LEARNED, Report

Item: TypeAlias = tuple[tuple[str, Any], ...]  # a report or an event: its fields
Told: TypeAlias = Iterable[tuple[int, Said]]  # by whom, and what

LOST = ("juggler", "savant", "artist", "seamstress")  # whose reports say less at a table than in a puzzle
UNTOLD = (*LOST, "slayer")  # whose reports puzzles tell in another way


def reports(said: Told, claims: Sequence[Sequence[str]], places: Mapping[int, int]) -> Iterator[Item]:
    """What was reported by whoever claims to be the character that learns it.  `places`: by seat."""
    for by, one in said:
        if by not in places or not isinstance(one, Report) or one.by in UNTOLD or one.by != claims[by][-1]:
            continue
        learned = {key: _placed(key, value, places) for key, value in one.learned}
        if "role" in learned and "players" in learned:
            learned["pair"] = learned.pop("players")
        yield (("seat", places[by]), ("when", one.when), ("by", one.by), *learned.items())


def _placed(key: str, value: Any, places: Mapping[int, int]) -> Any:
    """A part of a report with places for seats."""
    if LEARNED.get(key) == "seats":
        return tuple(places.get(seat, -1) for seat in value)
    return places.get(value, -1) if LEARNED.get(key) == "seat" else value


def events(
    said: Told, died: Sequence[str], nominated: Sequence[Tally], places: Mapping[int, int]
) -> Iterator[Item]:
    """Who died when, and how, and who shot at whom."""
    shot = set()
    for by, one in said:
        if by not in places or not isinstance(one, Report) or one.by != "slayer":
            continue
        target: Any = dict(one.learned).get("chose")
        if target not in places:
            continue
        hit = died[target] == one.when and not _was_judged(nominated, target, one.when)
        shot |= {target} if hit else set()
        fields = ("seat", places[by]), ("target", places[target]), ("died", hit)
        yield (("when", one.when), ("type", "slayer_shot"), *fields)
    for seat in places:
        when = died[seat]
        if when.startswith("N"):
            yield ("when", when), ("type", "night_death"), ("seat", places[seat])
        elif when and seat not in shot:
            made = (one for one in nominated if one.by == seat and f"D{one.day}" == when and not one.done)
            nominees = (places.get(one.nominee, -1) for one in made if one.nominee is not None)
            virgin = (("after_nominating", place) for place in nominees if place >= 0)
            yield (("when", when), ("type", "execution"), ("seat", places[seat]), ("died", True), *virgin)


def _was_judged(nominated: Iterable[Tally], seat: int, when: str) -> bool:
    """Whether there was a vote on this player on that day."""
    return any(one.nominee == seat and one.done and f"D{one.day}" == when for one in nominated)
