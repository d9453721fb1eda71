"""A hint: what the best bot would do in a person's place, from what that seat can see."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from facedown.core.contract import Contract
from facedown.core.table import Table
from facedown.server import wire
from facedown.server.play.match import Match
from facedown.server.rooms.change import Change
from facedown.server.rooms.outbox import Subscriber
from facedown.server.rooms.room import Room
from facedown.server.rooms.seating import bot_names
from facedown.server.storage.rows import SeatState
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
    asked = checked(room.game, match.table, room.seating, subscriber.seat)
    if room.bots.budget.is_spent:
        raise Refused("too_fast", "The bots at this table have used up their time; ask again in a moment.")
    think = partial(thought_of, room.game, match.table.copy(), tuple(room.seating), asked)
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
    seat = checked(room.game, match.table, room.seating, subscriber.seat)
    if (match, seat, match.question_key(seat)) != (
        thought.match,
        thought.seat,
        thought.question,
    ) or told.move not in match.table.listed(seat):
        raise Refused("stale", "The table has moved on since you asked; ask again if it is your turn.")
    return Change(answer={"hint": told})


def checked(game: Contract, table: Table, seating: Sequence[SeatState], seat: int | None) -> int:
    """The seat, if whoever has it may ask for a hint now.  Raises Refused.

    Players get hints only in games against bots alone; a host who is not a player may always ask.
    """
    if seat is None or seat not in table.asked or table.timing.continuous:
        raise Refused("not_yours", "A hint is given when it is your turn, and no clock ticks.")
    if seat >= game.players(len(seating)):
        return seat
    if any(other.bot is None for number, other in enumerate(seating) if number != seat) or game.host_seats:
        raise Refused("not_yours", "Hints are given only in a game against bots alone.")
    return seat


def thought_of(game: Contract, table: Table, seating: Sequence[SeatState], seat: int | None) -> wire.Hint:
    """The move that a bot would make now, and why.  Raises Refused.

    The bot is given this seat's view and what this seat was told before, and nothing else.
    """
    from facedown.agents import BotAgent, catch_up, player

    seat = checked(game, table, seating, seat)
    if seat >= game.players(len(seating)):
        return _for_host(game, table, seat)
    name = bot_names(game)[0]
    bot = player(game, name, f"hint {len(table.history)}")
    catch_up(bot, table, seat)
    legal = table.legal(seat)
    if len(legal) == 1:
        return wire.Hint(game.listed(legal, table.names)[0], "Nothing else is allowed now.")
    move = bot.choose(table.observation(seat), legal)
    memory = bot.memory if isinstance(bot, BotAgent) else ()
    why = game.reason(table.observation(seat), move, table.names, memory)
    why = why or f"It is what the bot “{name}” would do with what you can see."
    return wire.Hint(game.listed((move,), table.names)[0], why)


def _for_host(game: Contract, table: Table, seat: int) -> wire.Hint:
    suggestion = table.now(game.suggestion, seat, table.names)
    if suggestion is None:
        raise Refused("not_yours", "There is nothing to suggest here.")
    first, *then = game.listed(suggestion.moves, table.names)
    return wire.Hint(first, suggestion.why, tuple(then))
