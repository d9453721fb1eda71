"""In how many ways the characters can have been dealt, for each evil team: the exact part of the bots' reasoning.

`worlds` says which deals fit what everybody claims, reports and has seen, by arithmetic on arrays of deals; playing
each of them through its nights would take fifty times as long, and tells hardly more.  It is asked only where it is
quick enough, which is decided by numbers, not by a clock, so that equal games go alike.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import factorial
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from msgspec.structs import replace

from facedown.core.kept import kept
from facedown.games.clocktower.bots.belief import Weights, common
from facedown.games.clocktower.bots.town import ScriptFacts, Town, as_played, town_of, worlds_of
from facedown.games.clocktower.observe import Observation
from facedown.games.clocktower.roster import FACTS
from facedown.games.clocktower.worlds import characters as characters  # so that they are known
from facedown.games.clocktower.worlds import told
from facedown.games.clocktower.worlds.checks import check
from facedown.games.clocktower.worlds.layouts import BRINGS, LYING, MISTAKEN, compositions, layouts
from facedown.games.clocktower.worlds.model import MODELS
from facedown.games.clocktower.worlds.puzzle import (
    BadPuzzle,
    Clue,
    Event,
    NotModelled,
    Puzzle,
    Reader,
    is_evil_role,
    puzzle,
)
from facedown.games.clocktower.worlds.screen import (
    BY_VOTES,
    CHANGES_CLAIMS,
    TURNS_BY_A_WORD,
    TURNS_SIDES,
    UNSURE,
    Faults,
    Screen,
    survivors,
)
from facedown.games.clocktower.worlds.town import Town as WorldsTown

MOST = 80_000  # ways to deal the hidden characters, at most
HIDDEN_GOOD = 0.15  # how likely a deal is in which somebody good is not what they claim, beside one without
TRUST = 0.7  # how much the share of deals counts beside votes and deaths: reports are weighed there as well
NEVER_MIND = 0.1  # so many deals fit any team: players forget, and characters change hands
MISTAKEN_GOOD = frozenset(role for role in (*MISTAKEN, *LYING) if not is_evil_role(role))


def deals(town: Town) -> Weights | None:
    """How much each evil team's share of deals speaks for it; None where it is not known, or takes too long."""
    if not _is_told(town) or not deals_are_simple(town):
        return None
    claims, reports, events = _told(town)
    script = tuple(sorted(fact.id for fact in town.script if fact.team != "traveller"))
    return _shares(claims, script, reports, events, (len(town.alive), town.residents, tuple(town.ring)))


def _told(town: Town) -> tuple[tuple[str | None, ...], tuple[told.Item, ...], tuple[told.Item, ...]]:
    """What everybody claims last, and what was reported and seen; by places in the ring."""
    at = {seat: place for place, seat in enumerate(town.ring)}
    claims = tuple(town.claims[seat][-1] if town.claims[seat] else None for seat in town.ring)
    reports = tuple(told.reports(town.said, town.claims, at, town.uses))
    fall = told.may_fall({fact.id for fact in town.script})
    deaths = [(seat, town.died[seat]) for seat in town.ring] + [(seat, died) for seat, died, _ in town.returned]
    falls = {(seat, died) for seat, died in deaths if fall or seat not in town.residents}
    today = "" if any(one.day == town.day for one in town.nominated) else f"D{town.day}"
    events = list(told.events(town.said, deaths, town.nominated, at, falls, town.uses, today))
    back = ((("when", when), ("type", "resurrection"), ("seat", at[seat])) for seat, _, when in town.returned)
    events += back
    return claims, reports, tuple(events)


def as_puzzle(view: Observation, rules: str) -> Puzzle:
    """What everybody knows of a town, to be solved.  Raises BadPuzzle and NotModelled."""
    town = town_of(view)
    claims, reports, events = _told(town)
    script = {fact.id for fact in town.script}
    changes = not script.isdisjoint(CHANGES_CLAIMS)
    morning = view.phase == "day" and not (view.nominating or view.nominations)
    since = view.day - morning if script.isdisjoint(TURNS_BY_A_WORD) else 2
    travellers = {place.seat: place.character for place in view.circle}
    known = {
        "claims": [travellers[seat] or claim for seat, claim in zip(town.ring, claims, strict=True)],
        "seats": [view.names[seat] for seat in town.ring],
        "unclaimed_on_script": sorted(script),
        "also_on_script": [BRINGS[id] for id in sorted(script & BRINGS.keys())],
        "reports": list(map(_listed, reports)),
        "events": [*map(_listed, events), *(_votes(town) if not script.isdisjoint(BY_VOTES) else ())],
        "rules": rules,
        "choices_untold": True,
        "until": f"D{view.day}" if view.day else "N1",
        "is_morning": morning,
        "also_claimed": [list(town.claims[seat][:-1]) if changes else [] for seat in town.ring],
        "claimed_today": [
            at
            for at, seat in enumerate(town.ring)
            if changes and view.circle[seat].claimed_on >= min(since, _last_day(town.died[seat], view.day))
        ],
    }
    return puzzle(known)


def _last_day(died: str, today: int) -> int:
    """The last day on which somebody who is alive, or died so, spoke while they lived."""
    return int(died[1:]) - died.startswith("N") if died else today


def _votes(town: Town) -> Iterator[dict[str, Any]]:
    """On whom there was a vote, and they lived on."""
    for one in town.nominated:
        if one.hands and _lived(town, one.nominee, one.day):
            yield {"when": f"D{one.day}", "type": "vote", "seat": town.ring.index(one.nominee or 0)}


def _lived(town: Town, seat: int | None, day: int) -> bool:
    """Whether this is a player who certainly lived all that day."""
    if seat is None or any(seat == one for one, *_ in town.returned):
        return False
    return not town.died[seat] or int(town.died[seat][1:]) > day


@kept(24)  # as much as a moment of so many tables
def weighed(town: Town) -> Weights:
    """How well each world explains what everybody knows, the deals that fit it included where they are known."""
    found = deals(town)
    return common(town) if found is None else common(town) + found


def _is_told(town: Town) -> bool:
    """Whether everybody has said who they are."""
    return len(town.ring) == len(town.residents) and all(town.claims[seat] for seat in town.ring)


def deals_are_simple(town: Town) -> bool:
    """Whether all characters of the script are known to the solver, and none changes hands or sides."""
    return _are_simple(town.characters)


@kept(32)
def _are_simple(characters: ScriptFacts) -> bool:
    if not characters.usual_team or characters.facts.keys() - FACTS.keys():
        return False
    return all(
        fact.id in MODELS and fact.id not in (*UNSURE, *TURNS_SIDES) and not as_played(fact.id).makes_others
        for fact in characters.official
    )


@kept(64)
def _shares(
    claims: tuple[str | None, ...],
    script: tuple[str, ...],
    reports: tuple[told.Item, ...],
    events: tuple[told.Item, ...],
    seated: Seated,
) -> Weights | None:
    """By how many deals fit, how much speaks for each evil team; None: too many to try, or they cannot be told."""
    try:
        clues = tuple([_clue(len(claims), place, item) for place, item in enumerate(reports)])
        seen = tuple([_event(len(claims), place, item) for place, item in enumerate(events)])
        known = replace(_town_of(claims, script), reports=clues, events=seen)
        check(known)
    except (BadPuzzle, NotModelled):  # somebody has reported what nobody can learn
        return None
    town, found = WorldsTown(known, known.reports, known.events), np.zeros(len(_teams(*seated)[0]))
    for dealt in _dealt(claims, script, seated):
        keep = survivors(town, dealt.screen, dealt.known)
        found += np.bincount(dealt.team[keep], dealt.weight[keep], len(found))
    in_all = found.sum()
    share: Weights = TRUST * np.log((found + NEVER_MIND) / (in_all + 1.0))
    return share if in_all else None


Seated: TypeAlias = tuple[int, tuple[int, ...], tuple[int, ...]]  # how many seats, the residents, and their ring


@kept(8)
def _teams(seats: int, residents: tuple[int, ...], ring: tuple[int, ...]) -> tuple[Any, Any]:
    """The keys of the evil teams in order, and the world of each."""
    teams, bits = worlds_of(seats, residents), 1 << np.arange(len(ring))
    keys = _keys(bits @ teams.evil[list(ring)], bits @ teams.demon[list(ring)], len(ring))
    worlds = keys.argsort()
    return keys[worlds], worlds


@kept(8)
def _town_of(claims: tuple[str | None, ...], script: tuple[str, ...]) -> Puzzle:
    """The town before anything is reported or seen."""
    return puzzle({"claims": claims, "unclaimed_on_script": script, "rules": "2022"})


@kept(256)
def _clue(size: int, place: int, item: told.Item) -> Clue:
    return Reader(size).report(place, _listed(item))


@kept(256)
def _event(size: int, place: int, item: told.Item) -> Event:
    return Reader(size).event(place, _listed(item))


class Dealt(NamedTuple):
    """Many deals, whatever was reported."""

    screen: Screen
    known: dict[object, Faults]  # what reports rule out
    team: Any  # the world that is each deal's evil team
    weight: Any  # of each deal


@kept(8)  # each takes up to 6 MB, what reports say of it included
def _dealt(claims: tuple[str | None, ...], script: tuple[str, ...], seated: Seated) -> tuple[Dealt, ...]:
    """All deals, whatever was reported; none if there are too many to try."""
    known = _town_of(claims, script)
    if _size(known) > MOST:
        return ()
    return tuple(_as_dealt(Screen(made), *_teams(*seated)) for made in layouts(known))


def _as_dealt(screen: Screen, known: Any, worlds: Any) -> Dealt:
    """Deals with another number of Demons or Minions than usual, which no world has, weigh nothing."""
    keys = _keys(screen.evil, screen.team("demon"), screen.size)
    at = np.minimum(np.searchsorted(known, keys), len(known) - 1)
    weights = HIDDEN_GOOD ** np.arange(screen.size + 1)
    weight = weights[np.bitwise_count(screen.holds(*MISTAKEN_GOOD))] * (known[at] == keys)
    return Dealt(screen, {}, worlds[at].astype(np.int16), weight)


def _listed(item: told.Item) -> dict[str, Any]:
    """A report or an event as a file has it."""
    return {key: list(value) if isinstance(value, tuple) else value for key, value in item}


def _keys(evil: Any, demon: Any, size: int) -> Any:
    """A number for each team: by place, who is evil and who the Demon."""
    return evil.astype(np.int64) << size | demon


def _size(known: Puzzle) -> float:
    """At least as many as there are ways to deal the hidden characters."""
    most = 0.0
    for composition in compositions(known):
        ways = factorial(known.size) / factorial(max(0, known.size - len(composition.hidden)))
        for number in Counter(composition.hidden).values():
            ways /= factorial(number)
        most += ways
    return most
