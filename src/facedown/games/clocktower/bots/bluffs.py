"""What evil players say: what they would have learned in the likeliest of the worlds in which they are good.

So what they say fits what everybody knows, and what they have said before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any, TypeAlias

from facedown.games.clocktower.bots.belief import WRONG, common, guess, where, worth
from facedown.games.clocktower.bots.mind import Mind
from facedown.games.clocktower.bots.town import Town
from facedown.games.clocktower.observe import Said
from facedown.games.clocktower.speech.spoken_reports import Report

TRIED = 24  # so many of the reports that fit are weighed

Learned: TypeAlias = tuple[tuple[str, Any], ...]


def reports(mind: Mind, luck: Random) -> list[Said]:
    """The next report that somebody would owe who is what they claim to be; none, where there is nothing."""
    claimed = mind.claimed
    if claimed is None or claimed.id not in BLUFFS or claimed.id == mind.mad:
        return []
    moments, options = BLUFFS[claimed.id]
    said = {(report.by, report.when) for report in mind.said if isinstance(report, Report)}
    for night in moments(mind):
        if (claimed.id, f"N{night}") in said:
            continue
        possible = [Report(f"N{night}", claimed.id, learned) for learned in options(mind, night)]
        fitting = [report for report in possible if fits(mind, report)]
        if fitting:
            return [_best(mind, luck.sample(fitting, min(TRIED, len(fitting))))]
    return []


def _best(mind: Mind, fitting: list[Report]) -> Report:
    """The one after which the town suspects evil players least, the Demon above all."""

    def suspected(report: Report) -> float:
        mask = where(mind.town, mind.seat, report)
        if mask is None:
            return 0.0
        seen = guess(mind.town, common(mind.town) + worth(mind.town, mind.seat, mask, WRONG))
        return sum(seen.demon[seat] for seat in mind.demons) + sum(seen.evil[seat] for seat in mind.friends) / 4

    return min(fitting, key=suspected)


def fits(mind: Mind, report: Report) -> bool:
    """Is it so in the world that they pretend to live in?"""
    mask = where(mind.town, mind.seat, report)
    return mask is None or bool(mask[mind.guess.world])


# -- when somebody of that character learns something -------------------------------------------------------------


def _first(mind: Mind) -> Iterator[int]:
    yield 1


def _every(mind: Mind) -> Iterator[int]:
    yield from (night for night in range(1, mind.view.night + 1) if mind.town.alive_in(mind.seat, night))


def _later(mind: Mind) -> Iterator[int]:
    yield from (night for night in _every(mind) if night > 1)


# -- what they could learn ----------------------------------------------------------------------------------------


def _counts(most: int) -> Callable[[Mind, int], Iterator[Learned]]:
    return lambda mind, night: ((("count", count),) for count in range(most + 1))


def _truth(key: str) -> Callable[[Mind, int], Iterator[Learned]]:
    return lambda mind, night: (((key, truth),) for truth in (True, False))


def _steps(mind: Mind, night: int) -> Iterator[Learned]:
    return ((("steps", steps),) for steps in range(1, len(mind.town.ring) // 2 + 1))


def _others(town: Town, mind: Mind) -> list[int]:
    return [seat for seat in town.residents if seat != mind.seat]


def _pairs(mind: Mind) -> Iterator[tuple[int, int]]:
    others = _others(mind.town, mind)
    return ((one, other) for one in others for other in others if one < other)


def _pair_and_role(team: str) -> Callable[[Mind, int], Iterator[Learned]]:
    """One of two is a character: a good one must be somebody's claim."""

    def options(mind: Mind, night: int) -> Iterator[Learned]:
        roles = [fact.id for fact in mind.town.script if fact.team == team]
        claims = mind.town.claims
        for pair in _pairs(mind):
            for role in roles:
                if team == "minion" or any(role in claims[seat] for seat in pair):
                    yield ("pair", pair), ("role", role)

    return options


def _pair_and_truth(key: str) -> Callable[[Mind, int], Iterator[Learned]]:
    return lambda mind, night: ((("pair", pair), (key, truth)) for pair in _pairs(mind) for truth in (True, False))


def _pair_and_count(mind: Mind, night: int) -> Iterator[Learned]:
    """Two who lived in that night, and how many of them something is true of."""
    pairs = (pair for pair in _pairs(mind) if all(mind.town.alive_in(seat, night) for seat in pair))
    return ((("pair", pair), ("count", count)) for pair in pairs for count in range(3))


def _dead_and_role(mind: Mind, night: int) -> Iterator[Learned]:
    """The player executed that day was what they claimed, or evil."""
    for seat in mind.town.residents:
        if mind.town.died[seat] == f"D{night - 1}":
            roles = mind.town.claims[seat] or [fact.id for fact in mind.town.script if fact.team == "outsider"]
            evil = [fact.id for fact in mind.town.script if fact.team in ("minion", "demon")]
            yield from ((("player", seat), ("role", role)) for role in (*roles, *evil))


def _player_and_role(mind: Mind, night: int) -> Iterator[Learned]:
    for seat in _others(mind.town, mind):
        yield from ((("player", seat), ("role", role)) for role in mind.town.claims[seat])


def _player_and_roles(mind: Mind, night: int) -> Iterator[Learned]:
    evil = [fact.id for fact in mind.town.script if fact.team in ("minion", "demon")]
    for seat in _others(mind.town, mind):
        for role in mind.town.claims[seat]:
            yield from ((("player", seat), ("roles", (role, other))) for other in evil)


BLUFFS: Mapping[str, tuple[Callable[[Mind], Iterator[int]], Callable[[Mind, int], Iterator[Learned]]]] = {
    "washerwoman": (_first, _pair_and_role("townsfolk")),
    "librarian": (_first, _pair_and_role("outsider")),
    "investigator": (_first, _pair_and_role("minion")),
    "chef": (_first, _counts(3)),
    "empath": (_every, _counts(2)),
    "fortuneteller": (_every, _pair_and_truth("yes")),
    "undertaker": (_later, _dead_and_role),
    "clockmaker": (_first, _steps),
    "flowergirl": (_later, _truth("demon_voted")),
    "towncrier": (_later, _truth("minion_nominated")),
    "oracle": (_later, _counts(4)),
    "seamstress": (_first, _pair_and_truth("same")),
    "dreamer": (_every, _player_and_roles),
    "grandmother": (_first, _player_and_role),
    "chambermaid": (_every, _pair_and_count),
    "mathematician": (_every, _counts(2)),
}
NIGHTLY = frozenset(
    id for id, (moments, _) in BLUFFS.items() if moments is not _first
)  # who learn night after night
