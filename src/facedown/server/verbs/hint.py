"""A hint: what the best bot would do in this seat."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from facedown.server import wire
from facedown.server.bots import hints
from facedown.server.play.match import Match
from facedown.server.rooms.change import Change
from facedown.server.rooms.outbox import Subscriber
from facedown.server.rooms.room import Room
from facedown.server.wire import Refused


class Thought(NamedTuple):
    """A hint that has to be thought about: for which seat, what it was asked, and how."""

    match: Match
    seat: int
    question: int
    think: Callable[[], wire.Hint]


def ask(room: Room, subscriber: Subscriber, message: wire.AskHint) -> Thought:
    """What has to be thought about for a hint.  Raises Refused."""
    match = room.checked_match()
    asked = hints.check(room.game, match.table, room.seating, subscriber.seat)
    if room.bots.budget.is_spent:
        raise Refused("too_fast", "The bots at this table have used up their time; ask again in a moment.")
    think = partial(hints.hint, room.game, match.table.copy(), tuple(room.seating), asked)
    return Thought(match, asked, match.question_key(asked), think)


async def outcome(room: Room, thought: Thought) -> wire.Hint | Exception:
    """Think in the bots' time; returns the hint, or what it failed with."""
    try:
        told, seconds = await room.bots.thinking.run(thought.think)
    except Exception as error:
        return error
    room.bots.budget.spend(seconds)
    return told


def hinted(room: Room, subscriber: Subscriber, thought: Thought, told: wire.Hint | Exception) -> Change:
    """The hint, if whoever wanted it is still asked the same.  Raises Refused."""
    if isinstance(told, Exception):
        raise told
    match = room.checked_match()
    seat = hints.check(room.game, match.table, room.seating, subscriber.seat)
    if (match, seat, match.question_key(seat)) != (
        thought.match,
        thought.seat,
        thought.question,
    ) or told.move not in match.table.listed(seat):
        raise Refused("stale", "The table has moved on since you asked; ask again if it is your turn.")
    return Change(answer={"hint": told})
