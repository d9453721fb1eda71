"""Looking back at a game of a table, the last one or an earlier one: its frames, and its record."""

from __future__ import annotations

import asyncio

from msgspec.structs import replace

from facedown.core.errors import Illegal
from facedown.core.table import Table
from facedown.core.turning_point import turning_point
from facedown.server import wire
from facedown.server.play import outbound
from facedown.server.play.deals import with_deal
from facedown.server.play.match import Match
from facedown.server.rooms.room import Room
from facedown.server.wire import Refused


async def replay(
    room: Room, seat: int | None, secret: str | None, everything: bool = False, game: int | None = None
) -> tuple[wire.Frame, ...]:
    """A game (None: the last) frame by frame, as a spectator or the seat of `secret` saw it.

    When it is over, also as any `seat` saw it or, with `everything`, with all that was hidden.  Raises Refused.
    """
    async with room.lock:
        match = await match_of(room, game)
        mine = room.seat_of(secret)
        if secret is not None and mine is None:
            raise Refused("unknown_secret", "This secret opens no seat at this table.")
        if seat is not None and not 0 <= seat < len(room.seating):
            raise Refused("bad_option", f"There is no seat {seat}; they are 0 to {len(room.seating) - 1}.")
        if seat is not None and seat != mine and not match.table.over:
            raise Refused("not_over", "Another seat's game can be seen when it is over.")
        if everything:
            if not match.table.over:
                raise Refused("not_over", "What is hidden is revealed when the game is over.")
            return await asyncio.to_thread(outbound.revealed_frames, match.table)
        whose = mine if seat is None else seat
        return await asyncio.to_thread(outbound.frames, match.table, whose, -1)


async def summary(room: Room, game: int | None = None) -> wire.TableSummary:
    """What anybody with the link may know of the table now or, if `game` is an earlier one, when that had ended."""
    async with room.lock:
        now = room.summary()
        if game is None or game == len(room.games):
            return now
        match = await match_of(room, game)
        names = match.stored_game.names
        seats = (replace(seat, name=name) for seat, name in zip(now.seats, names, strict=True))
        return replace(
            now, phase="over", seats=tuple(seats), version=match.version, asked=(), standing=match.table.standing
        )


async def record(room: Room, game: int | None = None) -> str:
    """A game (None: the last) as text.  Raises Refused before it is over."""
    async with room.lock:
        match = await finished(
            room, game, "The record can be read when the game is over, as it reveals everything."
        )
        try:
            text = await asyncio.to_thread(match.table.record)
        except Illegal as error:  # it was dealt anew
            raise Refused("not_found", wire.sentence(error)) from error
        return with_deal(text, match.stored_game.deal)


async def finished(room: Room, game: int | None, why: str) -> Match:
    """A game that is over; the room's lock is held.  Raises Refused, with this reason if it is not over."""
    match = await match_of(room, game)
    if not match.table.over:
        raise Refused("not_over", why)
    return match


async def match_of(room: Room, game: int | None) -> Match:
    """Game number `game` (from 1) of this table, or the last one; the room's lock is held.  Raises Refused."""
    if game is None or game == len(room.games):
        return room.checked_match()
    if not 1 <= game <= len(room.games):
        raise Refused("not_found", f"There is no game {game} at this table; there have been {len(room.games)}.")
    stored = await room.store.read_game(room.code, game)
    if stored is None or stored.version != room.game.version:
        raise Refused("over", f"The rules of {room.game.title} have changed since this game was played.")
    match = Match(room.game, stored.game, room.options, game)
    await asyncio.to_thread(match.replay, stored.moves)
    return match


async def story(room: Room, seat: int | None) -> wire.Story:
    """Why this seat (None: a spectator reads of the winner) has won or lost.  Raises Refused before it is over."""
    async with room.lock:
        table = room.checked_match().table
        if not table.over:
            raise Refused("not_over", "Why somebody has won can be told when the game is over.")
        if seat is not None and not 0 <= seat < len(table.names):
            raise Refused("bad_option", f"There is no seat {seat}; they are 0 to {len(table.names) - 1}.")
        return await asyncio.to_thread(_story, table, seat)


def _story(table: Table, seat: int | None) -> wire.Story:
    frame = turning_point(table)
    event = None if frame is None else table.told_at(frame, None)
    return wire.Story(table.game.why(table.view(seat), table.names), frame, event)
