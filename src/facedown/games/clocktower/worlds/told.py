"""What players say and see at a table, as a puzzle has it: reports and events."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from facedown.games.clocktower.public import Said, Tally, Use
from facedown.games.clocktower.speech.statements import LEARNED, Report
from facedown.games.clocktower.worlds.model import MODELS

Item: TypeAlias = tuple[tuple[str, Any], ...]  # a report or an event: its fields
Told: TypeAlias = Iterable[tuple[int, Said]]  # by whom, and what

NOTED = {"flowergirl": "voters", "towncrier": "nominators"}  # what they learn about, as events tell it
DIRECTIONS = {"clockwise": "cw", "counterclockwise": "ccw"}
KILLS_BY_DAY = ("tinker", "psychopath", "harpy", "golem", "yaggababble", "boomdandy", "witch", "riot")
UNTOLD = ("savant", "artist", "slayer")  # whose reports puzzles tell in another way, or with more


def reports(
    said: Told, claims: Sequence[Sequence[str]], places: Mapping[int, int], uses: Iterable[Use] = ()
) -> Iterator[Item]:
    """What was reported by whoever claims to be the character that learns it.  `places`: by seat."""
    guessed = {(by, f"N{day + 1}") for day, by in _guesses(uses, places)}
    for by, one in said:
        if by not in places or not isinstance(one, Report) or one.by in UNTOLD or one.by not in claims[by][-1:]:
            continue
        if one.by == "juggler" and (by, one.when) not in guessed:  # nobody knows how many of what
            continue
        learned = {key: _placed(key, value, places) for key, value in one.learned}
        if "role" in learned and "players" in learned:
            learned["pair"] = learned.pop("players")
        if one.by in MODELS and MODELS[one.by].lacks(learned):  # a Chambermaid had but one left to choose
            continue
        yield (("seat", places[by]), ("when", one.when), ("by", one.by), *learned.items())


def _placed(key: str, value: Any, places: Mapping[int, int]) -> Any:
    """A part of a report with places for seats."""
    if key == "direction":
        return DIRECTIONS.get(value, value)
    if LEARNED.get(key) == "seats":
        return tuple(places.get(seat, -1) for seat in value)
    return places.get(value, -1) if LEARNED.get(key) == "seat" else value


def events(
    said: Told,
    deaths: Sequence[tuple[int, str]],
    nominated: Sequence[Tally],
    places: Mapping[int, int],
    falls: Container[tuple[int, str]] = (),
    uses: Iterable[Use] = (),
    today: str = "",
) -> Iterator[Item]:
    """Who died when, and how, and who shot at whom.

    `deaths`: seats, and when they died, if they did.  `falls`: those by day that need not have been an execution.
    `today`: a day of which nobody knows yet on whom there was a vote.
    """
    for by, one in said:
        if by in places and isinstance(one, Report) and one.by in NOTED:
            yield _noted(one, places[by], nominated, places)
    shots = [use for use in uses if use.character == "slayer" and use.by in places and use.target in places]
    for use in shots:
        fields = ("seat", places[use.by]), ("target", places[use.target]), ("died", use.fell)
        yield (("when", f"D{use.day}"), ("type", "slayer_shot"), *fields)
    for (day, by), guesses in _guesses(uses, places).items():
        yield (("when", f"D{day}"), ("type", "juggle"), ("seat", places[by]), ("guesses", tuple(guesses)))
    shot = {(use.target, f"D{use.day}") for use in shots if use.fell}
    yield from _died(((s, when) for s, when in deaths if (s, when) not in shot), nominated, places, falls, today)
    yield from _executed_dead(deaths, nominated, places)


def _executed_dead(
    deaths: Sequence[tuple[int, str]], nominated: Iterable[Tally], places: Mapping[int, int]
) -> Iterator[Item]:
    """Of whom there was a vote although they were dead: they may have been that day's execution."""
    died = {seat: int(when[1:]) for seat, when in deaths if when.startswith("N")}
    died |= {seat: int(when[1:]) + 1 for seat, when in deaths if when.startswith("D")}
    for one in nominated:
        seat = one.nominee
        if seat is None or not one.tally or one.day < died.get(seat, one.day + 1):
            continue
        if sum(seat == other for other, _ in deaths) == 1:  # and has not come back to life
            yield ("when", f"D{one.day}"), ("type", "execution"), ("seat", places[seat]), ("died", False)


def _died(
    deaths: Iterable[tuple[int, str]],
    nominated: Sequence[Tally],
    places: Mapping[int, int],
    falls: Container[tuple[int, str]],
    today: str,
) -> Iterator[Item]:
    """Who died when, and how; on a day those last on whom most voted, as who is executed dies after all others."""
    judged: list[tuple[int, Item]] = []
    for seat, when in deaths:
        if when.startswith("N"):
            yield ("when", when), ("type", "night_death"), ("seat", places[seat])
        elif when:
            made = (one for one in nominated if one.by == seat and f"D{one.day}" == when and not one.done)
            nominees = (places.get(one.nominee, -1) for one in made if one.nominee is not None)
            virgin = tuple(("after_nominating", place) for place in nominees if place >= 0)
            who = ("seat", places[seat])
            if (seat, when) in falls:
                votes = 0 if when == today else _most_votes(nominated, seat, when)
                died = ("cause", "unknown"), ("judged", votes is not None), *virgin
                item = ("when", when), ("type", "day_death"), who, *died
                if votes is None:
                    yield item
                else:
                    judged.append((votes, item))
            else:
                yield ("when", when), ("type", "execution"), who, ("died", True), *virgin
    yield from (item for _, item in sorted(judged, key=lambda one: one[0]))


def _guesses(uses: Iterable[Use], places: Mapping[int, int]) -> Mapping[tuple[int, int], Sequence[tuple[int, str]]]:
    """By day and seat, what a Juggler guessed before everybody, if all of those are still there."""
    made: dict[tuple[int, int], list[Use]] = {}
    for use in uses:
        if use.guess and use.by in places:
            made.setdefault((use.day, use.by), []).append(use)
    known = {when: one for when, one in made.items() if all(use.target in places for use in one)}
    return {when: [(places[use.target], use.guess) for use in one] for when, one in known.items()}


def may_fall(script: Container[str]) -> bool:
    """Whether somebody may die by day of an ability, of which nobody is told."""
    return any(id in script for id in KILLS_BY_DAY)


def _noted(report: Report, place: int, nominated: Iterable[Tally], places: Mapping[int, int]) -> Item:
    """What its speaker has seen on the day before the night of this report."""
    day, what = int(report.when[1:]) - 1, NOTED[report.by]
    today = [one for one in nominated if one.day == day]
    acted = {seat for one in today for seat in (one.hands if what == "voters" else (one.by,))}
    seen = tuple(sorted(places[seat] for seat in acted if seat is not None and seat in places))
    return ("when", f"D{day}"), ("type", what), ("seat", place), (what, seen)


def _most_votes(nominated: Sequence[Tally], seat: int, when: str) -> int | None:
    """How many voted for this player's execution on that day, at most; None: there was no such vote."""
    return max(
        (one.tally for one in nominated if one.nominee == seat and one.done and f"D{one.day}" == when), default=None
    )
