"""Moves: one is made, or some are taken back by whoever tells the story, or one's own slip; and hints.

A person in a host seat (the Storyteller) sees everything and may go back to before any move.  A bot in the host
seat cannot judge whether a player who has seen an answer may be asked again: answers to two choices are more than a
seat may know.  So where a bot is the host, nothing can be undone.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from facedown.agents import BotAgent, catch_up, player
from facedown.core.contract import Contract
from facedown.core.errors import FacedownError, Illegal
from facedown.core.table import Table
from facedown.server import wire
from facedown.server.play import outbound
from facedown.server.play.match import Match
from facedown.server.play.outbound import Receiver
from facedown.server.rooms.change import Change
from facedown.server.rooms.outbox import Subscriber
from facedown.server.rooms.room import Room
from facedown.server.rooms.seating import bot_names
from facedown.server.storage.rows import SeatState
from facedown.server.wire import Refused


def play(room: Room, subscriber: Subscriber, message: wire.Play) -> Change:
    """Make a move."""
    if subscriber.seat is None:
        raise Refused("not_yours", "You are watching; only a seat that is asked may move.")
    if message.key in room.done.get(subscriber.seat, ()):
        return Change()
    match = room.checked_match()
    if match.table.over:
        raise Refused("over", "The game is over; look back at it, or play again.")
    match.check_version(subscriber.seat, message.at)
    try:
        change = _made(room, match, subscriber.seat, message)
    except Refused as no:
        if no.why in ("illegal", "not_yours"):
            match.check_up_to_date(subscriber.seat, message.at)
        raise
    return change._replace(then=(*change.then, room.bots.person_acts))


def _made(room: Room, match: Match, seat: int, message: wire.Play) -> Change:
    """The move of this message, tried out.  Raises Refused."""
    try:
        move = room.game.read_value(message.move, match.table.names)
    except FacedownError as error:
        raise outbound.refusal(error) from error
    is_full = match.written[seat] > room.limits.seat_kilobytes * 1024
    if is_full and not match.is_answer(seat, message.move):
        raise Refused("too_large", "You have made too many moves in this game; now you may only answer.")
    if move == room.game.pause and match.table.now(room.game.beat).seat == seat:
        raise Refused("not_yours", "The table goes on by itself when it is time; there is nothing to do.")
    return room.moved(seat, move, message.key)


def in_words(room: Room, subscriber: Subscriber, message: wire.InWords) -> Change:
    """How a statement that is not made would be told, by what is in it and names alone.  Raises Refused."""
    if subscriber.seat is None:
        raise Refused("not_yours", "You are watching; only somebody with a seat says something in the game.")
    table = room.checked_match().table
    try:
        move = room.game.read_value(message.move, table.names)
    except FacedownError as error:
        raise outbound.refusal(error) from error
    if room.game.without_words(move) is move:
        raise Refused("bad_option", "This move says nothing; its words are those with which it is listed.")
    return Change(answer={"words": room.game.retold(table.position(), subscriber.seat, move, table.names)})


def read(room: Room, subscriber: Subscriber, message: wire.Read) -> Change:
    """A player has read what nobody else was told: whoever tells the story waits for that."""
    seat = subscriber.seat
    if seat is None or seat >= room.players:
        raise Refused("not_yours", "Only players are told things alone.")
    return Change(then=(partial(room.note_read, subscriber, seat, message.things),))


def undo_moves(room: Room, subscriber: Subscriber, message: wire.Undo) -> Change:
    """Undo what this message names.  Raises Refused."""
    match, seat = _undoing(room, subscriber)
    match.check_undo(seat, message.at)
    return _taken_back(room, match, lambda: match.undo(message.to))


def unplay(room: Room, subscriber: Subscriber, message: wire.Unplay) -> Change:
    """Take back a slip, this seat's own last move.  Raises Refused."""
    seat = subscriber.seat
    if seat is None:
        raise Refused("not_yours", "You are watching; there is no move of yours to take back.")
    match = room.checked_match()
    match.check_up_to_date(seat, message.at)
    return _taken_back(room, match, lambda: match.unplay(seat))


def _taken_back(room: Room, match: Match, take_back: Callable[[], Mapping[Receiver, int]]) -> Change:
    """Moves taken back; those who see a difference are told.

    `take_back` says how many lines each log has lost.  Raises Refused; the table is then unchanged.
    """
    before = match.snapshot()
    try:
        lost = take_back()
    except Illegal as error:
        raise Refused("illegal", wire.sentence(error)) from error
    except Exception:
        match.restore(before)
        raise
    return Change(tried=before, then=(partial(room.bots.hold_back, lost), partial(room.publish_undone_later, lost)))


def _undoing(room: Room, subscriber: Subscriber) -> tuple[Match, int]:
    """The match, and the seat of this connection, which tells the story.  Raises Refused for anybody else."""
    if not room.game.host_seats:
        raise Refused(
            "illegal",
            f"In {room.game.title} no move can be taken back, because all who could decide about it are playing.",
        )
    match, seat = room.checked_match(), subscriber.seat
    if any(state.name != name for state, name in zip(room.seating, match.stored_game.names, strict=True)):
        raise Refused("over", "The seats have changed since the game ended, so it can no longer be changed.")
    if seat is None or seat < room.players:
        raise Refused("not_yours", f"Only the {room.host_title} may take moves back.")
    return match, seat


def undoable(room: Room, subscriber: Subscriber, message: wire.Undoable) -> Change:
    """Which moves may be undone, the oldest first.  Raises Refused."""
    match, seat = _undoing(room, subscriber)
    told = [frame for frame, event in enumerate(match.told(seat)) if event is not None]
    position, names = match.table.position(), match.table.names
    steps = [
        wire.Step(
            n, made.seat, made.asked, room.game.retold(position, made.seat, made.move, names), made.when,
            bisect_left(told, made.frames), made.move == room.game.pause,
        )
        for n, made in enumerate(match.moves)
    ]  # fmt: skip
    return Change(answer={"undoable": tuple(steps)})


# -- hints --------------------------------------------------------------------------------------------------------


class Thought(NamedTuple):
    """A hint that has to be thought about: for which seat, what it was asked, and how."""

    match: Match
    seat: int
    question: int
    think: Callable[[], wire.Hint]


def ask_hint(room: Room, subscriber: Subscriber, message: wire.AskHint) -> Thought:
    """What has to be thought about for a hint.  Raises Refused."""
    match = room.checked_match()
    asked = may_ask(room.game, match.table, room.seating, subscriber.seat)
    if room.bots.budget.is_spent:
        raise Refused("too_fast", "The bots at this table have used up their time; ask again in a moment.")
    think = partial(thought_of, room.game, match.table.copy(), tuple(room.seating), asked)
    return Thought(match, asked, match.question_key(asked), think)


async def thought_out(room: Room, thought: Thought) -> wire.Hint | Exception:
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
    seat = may_ask(room.game, match.table, room.seating, subscriber.seat)
    is_same = (match, seat, match.question_key(seat)) == thought[:3]
    if not is_same or told.move not in match.table.listed(seat):
        raise Refused("stale", "The table has moved on since you asked; ask again if it is your turn.")
    return Change(answer={"hint": told})


def may_ask(game: Contract, table: Table, seating: Sequence[SeatState], seat: int | None) -> int:
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
    seat = may_ask(game, table, seating, seat)
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
