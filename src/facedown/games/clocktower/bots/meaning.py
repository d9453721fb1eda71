"""What reports say about the evil team: in which of a town's worlds they hold."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, TypeAlias

import numpy as np

from facedown.games.clocktower.bots.town import Town
from facedown.games.clocktower.character import character, modelled
from facedown.games.clocktower.speech.spoken_reports import Report
from facedown.games.clocktower.speech.truth import Mask

Learned: TypeAlias = dict[str, Any]


# -- reports -----------------------------------------------------------------------------------------------------


def of_report(town: Town, by: int, report: Report) -> Mask | None:
    """A report, by its character, or failing that by what it names."""
    learned, night = dict(report.learned), int(report.when[1:])
    seats = [*learned.get("pair", ()), *learned.get("players", ())]
    seats += [learned[key] for key in ("player", "chose") if key in learned]
    if any(seat >= len(town.alive) for seat in seats) or by not in town.ring:
        return None
    own = REPORTS.get(report.by)
    if own is not None:
        kind, need = own
        return kind(town, by, night, learned) if need in learned else None
    return _by_parts(town, seats, learned)


def _by_parts(town: Town, seats: list[int], learned: Learned) -> Mask | None:
    """One of these players is one of these characters."""
    roles = [learned["role"]] if "role" in learned else list(learned.get("roles", ()))
    if not seats or not roles:
        return None
    return _any([town.is_character(seat, role) for seat in seats for role in roles])


def _any(masks: list[Mask]) -> Mask:
    return np.logical_or.reduce(masks)


def _count(masks: list[Any]) -> Any:
    return np.sum(masks, axis=0)


def _pairs(town: Town, by: int, night: int, learned: Learned) -> Mask:
    evil, ring = town.worlds.evil, town.ring
    return _count([evil[seat] & evil[ring[at - 1]] for at, seat in enumerate(ring)]) == learned["count"]


def _neighbours(town: Town, by: int, night: int, learned: Learned) -> Mask:
    return _count([town.worlds.evil[seat] for seat in town.neighbours(by, night)]) == learned["count"]


def _dead(town: Town, by: int, night: int, learned: Learned) -> Mask | None:
    dead = [town.worlds.evil[seat] for seat in town.residents if not town.alive_in(seat, night)]
    return _count(dead) == learned["count"] if dead else None


def _steps(town: Town, by: int, night: int, learned: Learned) -> Mask:
    """So far from the Demon to the nearest Minion."""
    evil, demon = town.worlds.evil, town.worlds.demon
    ring, minion = town.ring, evil & ~demon
    near = np.zeros(evil.shape[1], np.bool_)
    for steps in range(1, len(ring) // 2 + 1):
        here = _any([
            demon[seat] & (minion[ring[(at + steps) % len(ring)]] | minion[ring[at - steps]])
            for at, seat in enumerate(ring)
        ])  # fmt: skip
        if steps == learned["steps"]:
            return here & ~near
        near |= here
    return near & False


def _same(town: Town, by: int, night: int, learned: Learned) -> Mask:
    one, other = learned["pair"]
    return (town.worlds.evil[one] == town.worlds.evil[other]) == learned["same"]


def _one_demon(town: Town, by: int, night: int, learned: Learned) -> Mask:
    return _any([town.worlds.demon[seat] for seat in learned["pair"]]) == learned.get("yes", True)


def _no_demon(town: Town, by: int, night: int, learned: Learned) -> Mask:
    return ~_any([town.worlds.demon[seat] for seat in learned["pair"]])


def _one_evil(town: Town, by: int, night: int, learned: Learned) -> Mask:
    return _count([town.worlds.evil[seat] for seat in learned["players"]]) == 1


def _is_evil(town: Town, by: int, night: int, learned: Learned) -> Mask:
    return town.worlds.evil[learned["player"]] == learned.get("evil", False)


def _is_known(town: Town, by: int, night: int, learned: Learned) -> Mask:
    return town.worlds.evil[learned["player"]]


def _shot(town: Town, by: int, night: int, learned: Learned) -> Mask | None:
    """A player who survives the shot is not the Demon."""
    return ~town.worlds.demon[learned["chose"]] if town.alive[learned["chose"]] else None


def _demon_voted(town: Town, by: int, night: int, learned: Learned) -> Mask:
    voters = {hand for nomination in town.nominated if nomination.day == night - 1 for hand in nomination.hands}
    demons = [town.worlds.demon[seat] for seat in town.residents if seat in voters]
    return _any([town.nowhere, *demons]) == learned["demon_voted"]


def _minion_nominated(town: Town, by: int, night: int, learned: Learned) -> Mask:
    by_whom = {nomination.by for nomination in town.nominated if nomination.day == night - 1}
    evil, demon = town.worlds.evil, town.worlds.demon
    minions = [evil[seat] & ~demon[seat] for seat in town.residents if seat in by_whom]
    return _any([town.nowhere, *minions]) == learned["minion_nominated"]


def _woke(town: Town, by: int, night: int, learned: Learned) -> Mask | None:
    """The good wake when what they claim to be does; evil may or may not."""
    fewest: Any = 0
    most: Any = 0
    for seat in learned["pair"]:
        evil, claims = town.worlds.evil[seat], town.claims[seat]
        surely, perhaps = wakes(claims[-1], night) if claims else (False, True)
        fewest, most = fewest + (~evil & surely), most + (evil | perhaps)
    return (fewest <= learned["count"]) & (learned["count"] <= most)


ONCE = ("courtier", "engineer", "huntsman", "nightwatchman", "philosopher", "professor", "seamstress")  # in a game


@lru_cache(maxsize=1024)
def wakes(id: str, night: int) -> tuple[bool, bool]:
    """Does somebody who is this wake on that night: surely, and perhaps?"""
    if not modelled(id):
        return False, True
    what = character(id)
    hooks = what.moments & {"first_night", "other_nights", "each_night"}
    due = bool(hooks & {"each_night", "first_night" if night == 1 else "other_nights"})
    once = what.declares or what.acts_when_dead or what.team == "outsider" or id in ONCE
    return due and not once, due


def _went_wrong(town: Town, by: int, night: int, learned: Learned) -> Mask | None:
    """No more of the good than so many were told on that day and in that night what is not so."""
    moments = f"D{night - 1}", f"N{night}"
    others = [(seat, said) for seat, said in town.said if isinstance(said, Report) and said.when in moments]
    masks = [(seat, of_report(town, seat, said)) for seat, said in others if said.by != "mathematician"]
    wrong = [~town.worlds.evil[seat] & ~mask for seat, mask in masks if mask is not None]
    return _count(wrong) <= learned["count"] if wrong else None


def guessed(report: Report) -> list[tuple[int, str]]:
    """The players whom a Juggler says to guess, and as what."""
    learned = dict(report.learned)
    seats = learned.get("players", learned.get("pair", (learned.get("player"),)))
    roles = learned.get("roles", (learned.get("role"),))
    plain = report.by == "juggler" and None not in (*seats, *roles) and len(seats) == len(roles)
    return list(zip(seats, roles, strict=True)) if plain else []


def _guessed_right(town: Town, by: int, night: int, learned: Learned) -> Mask | None:
    """So many are what the Juggler has said that day to guess."""
    reports = [said for seat, said in town.said if seat == by and isinstance(said, Report)]
    guesses = next((guessed(said) for said in reports if said.when == f"D{night - 1}" and guessed(said)), [])
    return (
        _count([town.is_character(seat, role) for seat, role in guesses]) == learned["count"] if guesses else None
    )


OF_SAYINGS = ("juggler", "mathematician")  # whose reports are about what others say, or they themselves

# How a report is taken where its parts alone do not say it, and the part that it needs.
REPORTS: dict[str, tuple[Callable[[Town, int, int, Learned], Mask | None], str]] = {
    "chef": (_pairs, "count"),
    "empath": (_neighbours, "count"),
    "oracle": (_dead, "count"),
    "clockmaker": (_steps, "steps"),
    "flowergirl": (_demon_voted, "demon_voted"),
    "towncrier": (_minion_nominated, "minion_nominated"),
    "seamstress": (_same, "same"),
    "fortuneteller": (_one_demon, "pair"),
    "sage": (_one_demon, "pair"),
    "knight": (_no_demon, "pair"),
    "noble": (_one_evil, "players"),
    "steward": (_is_evil, "player"),
    "villageidiot": (_is_evil, "player"),
    "bountyhunter": (_is_known, "player"),
    "slayer": (_shot, "chose"),
    "chambermaid": (_woke, "pair"),
    "juggler": (_guessed_right, "count"),
    "mathematician": (_went_wrong, "count"),
}
