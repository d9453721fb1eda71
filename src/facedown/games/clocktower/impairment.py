"""Drunk and poisoned: who is, at this moment, whatever poisons whom.

A marker holds while the ability that put it there works; an ability works while its player is not impaired.  So
poison can run in circles.  The one outcome: start with everything holding, correct until nothing changes; where
that never settles, the latest put down of the markers in the circle gives way, and it begins again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from facedown.games.clocktower.state import DRUNK, KEEPS, NO_ABILITY, POISONED, SOBER, Ability, Marker, Player

if TYPE_CHECKING:
    from facedown.games.clocktower.tale import Tale

STATES = (DRUNK, POISONED, SOBER, NO_ABILITY, KEEPS)


class Cause(NamedTuple):
    """Something that makes a player drunk, poisoned, sober or without ability while its source works."""

    player: Player
    word: str
    by: Ability | None
    outlives: bool


class State(NamedTuple):
    """Who is impaired, whose abilities are taken away, and who keeps theirs in death."""

    impaired: frozenset[int]
    without: frozenset[int]
    keeping: frozenset[int] = frozenset()


NONE = State(frozenset(), frozenset())


def state_of(tale: Tale) -> State:
    """Work it out from the markers and from the abilities that always impair somebody."""
    causes = [Cause(m.player, m.word, m.by, m.outlives) for m in tale.markers if m.word in STATES]
    for ability in tale.reacting("always_impairs"):
        causes += [Cause(p, word, ability, False) for p, word in ability.character.always_impairs(ability, tale)]
    return _settled(tale, causes) if causes else NONE


def _settled(tale: Tale, causes: list[Cause]) -> State:
    while True:
        holding, seen = list(causes), []
        while holding not in seen:
            seen.append(holding)
            state = _of(holding)
            holding = [cause for cause in causes if _works(tale, cause, state)]
        if holding == seen[-1]:
            return _of(holding)
        circle = seen[seen.index(holding) :]
        wavering = [cause for cause in causes if not all(cause in some for some in circle) and
                    any(cause in some for some in circle)]  # fmt: skip
        causes = [cause for cause in causes if cause is not wavering[-1]]


def _works(tale: Tale, cause: Cause, state: State) -> bool:
    """Does it hold, if just these were impaired?  Whoever impairs themselves is not sobered up by being so."""
    if cause.by is not None and cause.by.player is cause.player and cause.word in (DRUNK, POISONED):
        state = state._replace(impaired=state.impaired - {cause.player.seat})
    return cause.by is None or tale.would_work(cause.by, state, cause.outlives)


def _of(causes: list[Cause]) -> State:
    sober = {cause.player.seat for cause in causes if cause.word == SOBER}
    return State(
        frozenset(c.player.seat for c in causes if c.word in (DRUNK, POISONED) and c.player.seat not in sober),
        frozenset(c.player.seat for c in causes if c.word == NO_ABILITY),
        frozenset(c.player.seat for c in causes if c.word == KEEPS),
    )


def holds(tale: Tale, marker: Marker) -> bool:
    """Does this marker hold now?"""
    return _works(tale, Cause(marker.player, marker.word, marker.by, marker.outlives), tale.state)
