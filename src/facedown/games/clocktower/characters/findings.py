"""What characters find out: in which worlds a report holds, and which reports could be made up.

Characters build their `finds` from these.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

import numpy as np

from facedown.core.kept import kept
from facedown.games.clocktower.character import character, kind_of, modelled
from facedown.games.clocktower.roster import NIGHTS
from facedown.games.clocktower.speech.finding import Learned, Parts, Possible, WasTold
from facedown.games.clocktower.speech.statements import Either, Not, Report, Spoken, Statement
from facedown.games.clocktower.speech.truth import holds
from facedown.games.clocktower.speech.worlds import Mask, Public, Worlds


def _any(masks: list[Any]) -> Mask:
    return np.logical_or.reduce(masks)


def _count(masks: list[Any]) -> Any:
    return np.sum(masks, axis=0)


def _is_evil(worlds: Worlds, seat: int) -> Mask:
    return worlds.is_evil(seat)


# -- where it is so ----------------------------------------------------------------------------------------------


def pairs_of_evil(worlds: Worlds, by: int, night: int, learned: Learned) -> Mask:
    """How many pairs of neighbours are both evil."""
    ring = worlds.public.ring
    evil = [_is_evil(worlds, seat) for seat in ring]
    return _count([here & evil[at - 1] for at, here in enumerate(evil)]) == learned["count"]


def evil_neighbours(worlds: Worlds, by: int, night: int, learned: Learned) -> Mask:
    return _count([_is_evil(worlds, seat) for seat in worlds.public.neighbours(by, night)]) == learned["count"]


def evil_dead(worlds: Worlds, by: int, night: int, learned: Learned) -> Mask | None:
    public = worlds.public
    dead = [_is_evil(worlds, seat) for seat in public.residents if not public.alive_in(seat, night)]
    return _count(dead) == learned["count"] if dead else None


def steps_to_minion(worlds: Worlds, by: int, night: int, learned: Learned) -> Mask:
    """How far the nearest Minion sits from the Demon."""
    ring = worlds.public.ring
    demon = [worlds.is_of_team(seat, "demon") for seat in ring]
    minion: list[Any] = [worlds.is_of_team(seat, "minion") for seat in ring]
    near = worlds.nowhere
    for steps in range(1, len(ring) // 2 + 1):
        here = _any([
            one & (minion[(at + steps) % len(ring)] | minion[at - steps]) for at, one in enumerate(demon)
        ])  # fmt: skip
        if steps == learned["steps"]:
            return here & ~near
        near = near | here
    return worlds.nowhere


def same_side(worlds: Worlds, by: int, night: int, learned: Learned) -> Mask:
    one, other = learned["pair"]
    return (worlds.is_evil(one) == worlds.is_evil(other)) == learned["same"]


def one_is_demon(worlds: Worlds, by: int, night: int, learned: Learned) -> Mask:
    return _any([worlds.is_of_team(seat, "demon") for seat in learned["pair"]]) == learned.get("yes", True)


def none_is_demon(worlds: Worlds, by: int, night: int, learned: Learned) -> Mask:
    return ~_any([worlds.is_of_team(seat, "demon") for seat in learned["pair"]])


def one_is_evil(worlds: Worlds, by: int, night: int, learned: Learned) -> Mask:
    return _count([_is_evil(worlds, seat) for seat in learned["players"]]) == 1


def is_on_side(worlds: Worlds, by: int, night: int, learned: Learned) -> Mask:
    """Good, if it is not said that they are evil."""
    return _is_evil(worlds, learned["player"]) == learned.get("evil", False)


def nearest_evil(worlds: Worlds, by: int, night: int, learned: Learned) -> Mask:
    """Whether the nearest evil player sits in that direction; of two as near, it may be either."""
    ring = worlds.public.ring
    at, seats = ring.index(by), len(ring)
    turn = 1 if learned["direction"] == "clockwise" else -1
    here, near = worlds.nowhere, worlds.nowhere
    for steps in range(1, seats // 2 + 1):
        wanted, other = (_is_evil(worlds, ring[(at + way * steps) % seats]) for way in (turn, -turn))
        here = here | (wanted & ~near)
        near = near | wanted | other
    return here


def is_evil(worlds: Worlds, by: int, night: int, learned: Learned) -> Mask:
    return _is_evil(worlds, learned["player"])


def survives_a_shot(worlds: Worlds, by: int, night: int, learned: Learned) -> Mask | None:
    """Whoever does is not the Demon; who only says that they shoot has shot at nobody."""
    demon: Any = worlds.is_of_team(learned["chose"], "demon")
    shot = by, "slayer", learned["chose"], False
    uses = [(use.by, use.character, use.target, use.fell) for use in worlds.public.uses]
    return ~demon if shot in uses else None


def demon_voted(worlds: Worlds, by: int, night: int, learned: Learned) -> Mask | None:
    public = worlds.public
    if any(nomination.day == night - 1 and nomination.hidden for nomination in public.nominated):
        return None
    voters = {hand for nomination in public.nominated if nomination.day == night - 1 for hand in nomination.hands}
    demons = [worlds.is_of_team(seat, "demon") for seat in public.residents if seat in voters]
    return _any([worlds.nowhere, *demons]) == learned["demon_voted"]


def minion_nominated(worlds: Worlds, by: int, night: int, learned: Learned) -> Mask:
    public = worlds.public
    by_whom = {nomination.by for nomination in public.nominated if nomination.day == night - 1}
    minions = [worlds.is_of_team(seat, "minion") for seat in public.residents if seat in by_whom]
    return _any([worlds.nowhere, *minions]) == learned["minion_nominated"]


def so_many_woke(worlds: Worlds, by: int, night: int, learned: Learned) -> Mask | None:
    """The good wake when what they claim to be does; evil may or may not."""
    fewest: Any = 0
    most: Any = 0
    for seat in learned["pair"]:
        evil, claims = _is_evil(worlds, seat), worlds.public.claims[seat]
        surely, perhaps = wakes(claims[-1], night) if claims else (False, True)
        fewest, most = fewest + (~evil & surely), most + (evil | perhaps)
    return (fewest <= learned["count"]) & (learned["count"] <= most)


@kept(1024)
def wakes(id: str, night: int) -> tuple[bool, bool]:
    """Whether the player of this character surely wakes on that night, and whether they may."""
    if not modelled(id):
        return False, True
    what = character(id)
    hooks = what.moments & {"first_night", "other_nights", "each_night"}
    due = bool(hooks & {"each_night", "first_night" if night == 1 else "other_nights"})
    once = what.declares or what.acts_when_dead or what.team == "outsider" or (id in NIGHTS and NIGHTS[id].once)
    return due and not once, due


def so_many_went_wrong(worlds: Worlds, by: int, night: int, learned: Learned) -> Mask | None:
    """No more good players than this number reported something false that day and night."""
    moments = f"D{night - 1}", f"N{night}"
    others = [
        (seat, said) for seat, said in worlds.public.said if isinstance(said, Report) and said.when in moments
    ]
    counts = so_many_went_wrong  # one who counts misfires does not count another
    masks = [
        (seat, holds(said, worlds, seat)) for seat, said in others if kind_of(said.by).finds.holds is not counts
    ]
    wrong = [~_is_evil(worlds, seat) & ~mask for seat, mask in masks if mask is not None]
    return _count(wrong) <= learned["count"] if wrong else None


def guessed(report: Report) -> list[tuple[int, str]]:
    """The players whom this says that somebody guesses, and as what."""
    learned: dict[str, Any] = dict(report.learned)
    seats = learned.get("players", learned.get("pair", (learned.get("player"),)))
    roles = learned.get("roles", (learned.get("role"),))
    plain = kind_of(report.by).guesses and None not in (*seats, *roles) and len(seats) == len(roles)
    return list(zip(seats, roles, strict=True)) if plain else []


def so_many_guessed(worlds: Worlds, by: int, night: int, learned: Learned) -> Mask | None:
    """How many of the guesses are right that this player has made that day, before everybody."""
    made = [use for use in worlds.public.uses if use.guess and (use.by, use.day) == (by, night - 1)]
    right = [worlds.is_character(use.target, use.guess) for use in made]
    return _count(right) == learned["count"] if right else None


# -- what it could be --------------------------------------------------------------------------------------------


def up_to(most: int) -> Possible:
    """A number, none included."""
    return lambda town, by, night: ((("count", count),) for count in range(most + 1))


def yes_or_no(key: str) -> Possible:
    return lambda town, by, night: (((key, truth),) for truth in (True, False))


def any_steps(town: Public, by: int, night: int) -> Iterator[Parts]:
    return ((("steps", steps),) for steps in range(1, len(town.ring) // 2 + 1))


def _others(town: Public, by: int) -> list[int]:
    return [seat for seat in town.residents if seat != by]


def either_way(town: Public, by: int, night: int) -> Iterator[Parts]:
    return ((("direction", word),) for word in ("clockwise", "counterclockwise"))


def player_and_side(town: Public, by: int, night: int) -> Iterator[Parts]:
    return ((("player", seat), ("evil", evil)) for seat in _others(town, by) for evil in (True, False))


def pair_and_role(team: str) -> Possible:
    """One of two is a character: a good one must be somebody's claim."""

    def options(town: Public, by: int, night: int) -> Iterator[Parts]:
        roles = [fact.id for fact in town.script if fact.team == team]
        for pair in combinations(_others(town, by), 2):
            for role in roles:
                if team == "minion" or any(role in town.claims[seat] for seat in pair):
                    yield ("pair", pair), ("role", role)

    return options


def pair_and_truth(key: str) -> Possible:
    return lambda town, by, night: (
        (("pair", pair), (key, truth)) for pair in combinations(_others(town, by), 2) for truth in (True, False)
    )


def pair_and_count(town: Public, by: int, night: int) -> Iterator[Parts]:
    """Two who lived in that night, and how many of them something is true of."""
    pairs = (
        pair for pair in combinations(_others(town, by), 2) if all(town.alive_in(seat, night) for seat in pair)
    )
    return ((("pair", pair), ("count", count)) for pair in pairs for count in range(3))


def executed_and_role(town: Public, by: int, night: int) -> Iterator[Parts]:
    """The player executed that day was what they claimed, or evil."""
    for seat in town.residents:
        if town.died[seat] == f"D{night - 1}":
            roles = list(town.claims[seat]) or [fact.id for fact in town.script if fact.team == "outsider"]
            yield from ((("player", seat), ("role", role)) for role in (*roles, *_evil_roles(town)))


def player_and_role(town: Public, by: int, night: int) -> Iterator[Parts]:
    for seat in _others(town, by):
        yield from ((("player", seat), ("role", role)) for role in town.claims[seat])


def player_and_roles(town: Public, by: int, night: int) -> Iterator[Parts]:
    """What they claim, or else evil."""
    for seat in _others(town, by):
        for role in town.claims[seat]:
            yield from ((("player", seat), ("roles", (role, other))) for other in _evil_roles(town))


def _evil_roles(town: Public) -> list[str]:
    return [fact.id for fact in town.script if fact.team in ("minion", "demon")]


# -- what is told as a statement ---------------------------------------------------------------------------------


def answered(told: WasTold) -> Statement | None:
    """What was asked and answered, where it can be understood."""
    asked = _statement(told.args[1])
    if asked is None or not isinstance(told.report, bool):
        return None
    return asked if told.report else Not(asked)


def one_of_two(told: WasTold) -> Statement | None:
    """One of two things is true."""
    one, other = map(_statement, told.args)
    return None if one is None or other is None else Either(one, other)


def _statement(words: object) -> Statement | None:
    """The statement that somebody made with these words, but for a report."""
    said = words.said.says[0] if isinstance(words, Spoken) and words.said.says else None
    return said if isinstance(said, Statement) and not isinstance(said, Report) else None
