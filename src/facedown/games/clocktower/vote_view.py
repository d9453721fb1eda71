"""What everybody sees of a vote: which hands are up, and how many of them are wanted."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from facedown.games.clocktower import voting
from facedown.games.clocktower.state import Counting, Player, State
from facedown.games.clocktower.state import Sweep as Counted


class Sweep(msgspec.Struct, frozen=True):
    """Hands that are being counted one after the other, clockwise."""

    kind: Counting
    nominee: int | None  # whom it is about; None: the storyteller
    order: tuple[int, ...]  # the seats in the order in which their hands are counted
    at: int  # which of them is next, counted from 0
    up: tuple[int, ...]  # hands that are up now
    locked: tuple[int, ...]  # hands that have been counted
    spends: tuple[int, ...]  # the dead whose last vote this would be
    seconds: float | None  # for how long a hand waits for who is away; None: until its player has answered
    held: bool  # whether the storyteller makes the vote wait
    votes: int  # for how many votes the hands stand that are up; players know of those that are locked
    weights: tuple[int, ...]  # for how many votes each counts; 1 where it is down; () where eyes are closed
    hidden: bool = False  # all eyes are closed: everybody sees their own hand alone


def sweep(state: State, player: Player | None = None, *, told: bool = False) -> Sweep | None:
    """The hands that are being counted, as this player sees them, or (`told`) the storyteller; None if none are."""
    now = state.sweep
    if now is None or state.over:
        return None
    order = voting.eligible(state, now)
    hidden = now.nomination is not None and now.nomination.hidden
    seen = order if told or not hidden else [one for one in order if one is player]
    return Sweep(
        kind=now.kind,
        nominee=None if now.about is None else now.about.seat,
        order=_seats(order),
        at=sum(one in now.counted for one in order),
        up=_seats([one for one in seen if one in now.raised]),
        locked=_seats(now.counted),
        spends=_seats(voting.spending(state, now)),
        seconds=voting.seconds(state) or None,
        held=now.held,
        votes=_votes(state, now, [one for one in seen if one in now.raised], told=told),
        weights=() if hidden else tuple(_shown_weight(state, now, one) for one in now.counted),
        hidden=hidden,
    )


def _shown_weight(state: State, now: Counted, player: Player) -> int:
    """What everybody sees of a hand's weight: nothing of one that is down."""
    if now.nomination is None or player not in now.raised:
        return 1
    return voting.weight(state, player, now.nomination)


def _votes(state: State, now: Counted, up: Sequence[Player], *, told: bool) -> int:
    """The votes counted so far and those of the other hands, of which each is one as far as players know."""
    nomination = now.nomination
    if nomination is None or (nomination.hidden and not told):
        return len(up)
    more = [voting.weight(state, one, nomination) if told else 1 for one in up if one not in now.counted]
    return nomination.tally + sum(more)


def _seats(players: Sequence[Player]) -> tuple[int, ...]:
    return tuple(player.seat for player in players)
