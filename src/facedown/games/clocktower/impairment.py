"""Drunk and poisoned: who is at this moment, even where poison runs in circles.

A marker holds while the ability that put it there works; an ability works while its player is not impaired.  So
poison can run in circles.  The one outcome: start with everything holding, correct until nothing changes; where
that never settles, the latest put down of the markers in the circle gives way, and it begins again.
"""

from __future__ import annotations

from typing import NamedTuple

from facedown.games.clocktower import moments
from facedown.games.clocktower.moments import Role, role
from facedown.games.clocktower.state import (
    DRUNK,
    KEEPS,
    NO_ABILITY,
    POISONED,
    SOBER,
    Ability,
    Impairment,
    Marker,
    Player,
    State,
)

STATES = (DRUNK, POISONED, SOBER, NO_ABILITY, KEEPS)


class Cause(NamedTuple):
    """Something that makes a player drunk, poisoned, sober or without ability while its source works."""

    player: Player
    word: str
    by: Ability | None
    outlives: bool


NOBODY = Impairment()


def now(state: State) -> Impairment:
    """Who is impaired, and who has lost their ability, now."""
    if state.cached_impairment is None:
        state.cached_impairment = _worked_out(state)
    return state.cached_impairment


def _worked_out(state: State) -> Impairment:
    """From the markers, and from the abilities that always impair somebody."""
    counting = (m for m in state.markers if m.word in STATES and not _spares_its_player(m))
    causes = [Cause(m.player, m.word, m.by, m.outlives) for m in counting]
    for ability in moments.reacting(state, Role.always_impairs):
        impaired = role(ability.character).always_impairs(ability, state)
        causes += [Cause(player, word, ability, False) for player, word in impaired]
    return _settled(causes) if causes else NOBODY


def _spares_its_player(marker: Marker) -> bool:
    """Whether it is by an ability that makes its own player neither drunk nor poisoned."""
    source = marker.by or marker.about
    return isinstance(source, Ability) and source.steady and source.player is marker.player


def _settled(causes: list[Cause]) -> Impairment:
    while True:
        holding, seen = list(causes), []
        while holding not in seen:
            seen.append(holding)
            impaired = _of(holding)
            holding = [cause for cause in causes if _works(cause, impaired)]
        if holding == seen[-1]:
            return impaired
        circle = seen[seen.index(holding) :]
        wavering = [cause for cause in causes if not all(cause in some for some in circle) and
                    any(cause in some for some in circle)]  # fmt: skip
        causes = [cause for cause in causes if cause is not wavering[-1]]


def _works(cause: Cause, impairment: Impairment) -> bool:
    """Whether it holds if exactly these are impaired; those who impair themselves stay impaired."""
    if cause.by is not None and cause.by.player is cause.player and cause.word in (DRUNK, POISONED):
        impairment = impairment._replace(impaired=impairment.impaired - {cause.player.seat})
    return cause.by is None or would_work(cause.by, impairment, cause.outlives)


def would_work(ability: Ability, impairment: Impairment, outlives: bool = False) -> bool:
    """Whether it works if exactly these are impaired; `outlives`: what it did may outlive its player."""
    player = ability.player
    if ability.fake or (ability.gone and not outlives) or not player.here:
        return False
    if (player.seat in impairment.impaired and not ability.steady) or player.seat in impairment.without:
        return False
    lasts = ability.works_in_death or ability.character.works_when_dead or player.seat in impairment.keeping
    if not (player.alive or outlives or lasts):
        return False
    by = ability.by
    return by is None or would_work(by, impairment, outlives or by.player is player)


def _of(causes: list[Cause]) -> Impairment:
    seats: dict[str, set[int]] = {word: set() for word in STATES}
    for player, word, *_ in causes:
        seats[word].add(player.seat)
    return Impairment(
        frozenset((seats[DRUNK] | seats[POISONED]) - seats[SOBER]),
        frozenset(seats[NO_ABILITY]),
        frozenset(seats[KEEPS]),
    )


def weakened(state: State, player: Player) -> tuple[str, int, str] | None:
    """By which marker somebody is drunk or poisoned: its word, the seat of whose it is, and their character."""
    for marker in state.markers:
        by = marker.by
        if marker.player is not player or marker.word not in (DRUNK, POISONED) or by is None:
            continue
        if by.player.seated and not by.character.written and holds(state, marker):
            return marker.word, by.player.seat, by.character.id
    return None


def holds(state: State, marker: Marker) -> bool:
    """Whether this marker holds now."""
    return _works(Cause(marker.player, marker.word, marker.by, marker.outlives), now(state))
