"""Looking back at a game of a table, the last one or an earlier one, and going on from one of its moments.

It is looked at on a copy, in a thread that does nothing else: those who play wait for no more than the copy.  A
game that is over goes on at a table of its own, against bots.  The rows that led to that moment are stored again,
and after them the row of a `Fork`: so such a table is loaded like any other.  Where cards are dealt anew, they have
a new seed, and the finished game tells nothing of them.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import NamedTuple, ParamSpec, TypeVar

from msgspec.structs import replace

from facedown.core.errors import GameOver, Illegal
from facedown.core.spelling import joined
from facedown.core.table import Table
from facedown.core.turning_point import turning_point
from facedown.server import deadlines, wire
from facedown.server.play import outbound
from facedown.server.play.deals import with_deal
from facedown.server.play.match import Fork, Match, Row, rows_of
from facedown.server.rooms import secrets
from facedown.server.rooms.room import Room
from facedown.server.storage.rows import StoredGame
from facedown.server.wire import Refused

P = ParamSpec("P")
T = TypeVar("T")

_thread = ThreadPoolExecutor(1, "looking-back")


class Past(NamedTuple):
    """A game of a table, which nothing changes while it is looked at."""

    table: Table
    stored_game: StoredGame
    version: int


async def beside(look: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T:
    """What this gives, beside those who play: one after the other, whoever asks.  Raises Overdue."""
    return await deadlines.apart(partial(look, *arguments, **named), deadlines.GAME, _thread)


async def replay(
    room: Room, seat: int | None, secret: str | None, everything: bool = False, game: int | None = None
) -> tuple[wire.Frame, ...]:
    """A game (None: the last) frame by frame, as a spectator or the seat of `secret` saw it.

    When it is over, also as any `seat` saw it or, with `everything`, with all that was hidden.  Raises Refused.
    """
    table, *_ = await past(room, game)
    mine = room.seat_of(secret)
    if secret is not None and mine is None:
        raise Refused("unknown_secret", "This secret opens no seat at this table.")
    _check_seat(table, seat)
    if seat is not None and seat != mine and not table.over:
        raise Refused("not_over", "Another seat's game can be seen when it is over.")
    if everything:
        if not table.over:
            raise Refused("not_over", "What is hidden is revealed when the game is over.")
        return await beside(outbound.revealed_frames, table)
    return await beside(outbound.frames, table, mine if seat is None else seat, -1)


def _check_seat(table: Table, seat: int | None) -> None:
    """Raises Refused if there is no such seat."""
    if seat is not None and not 0 <= seat < len(table.names):
        raise Refused("bad_option", f"There is no seat {seat}; they are 0 to {len(table.names) - 1}.")


async def summary(room: Room, game: int | None = None) -> wire.TableSummary:
    """What anybody with the link may know of the table now or, if `game` is an earlier one, when that had ended."""
    async with room.lock:
        now = _now(room)
        if game is None or game == len(room.games):
            return now
    table, stored, version = await past(room, game)
    seats = (replace(seat, name=name) for seat, name in zip(now.seats, stored.names, strict=True))
    return replace(now, phase="over", seats=tuple(seats), version=version, asked=(), standing=table.standing)


def _now(room: Room) -> wire.TableSummary:
    match = room.match
    return wire.TableSummary(
        code=room.code,
        game=room.game.id,
        title=room.game.title,
        options=room.game.public_options(room.options),
        phase=room.phase,
        seats=room.seats(),
        version=match.version_of(None) if match else 0,
        asked=match.known_asked if match else (),
        standing=match.table.standing if match else None,
        series=room.series(),
    )


async def record(room: Room, game: int | None = None) -> str:
    """A game (None: the last) as text.  Raises Refused before it is over."""
    table, stored, _ = await finished(
        room, game, "The record can be read when the game is over, as it reveals everything."
    )
    try:
        text = await beside(table.record)
    except Illegal as error:  # it was dealt anew
        raise Refused("not_found", wire.sentence(error)) from error
    return with_deal(text, stored.deal)


async def finished(room: Room, game: int | None, why: str) -> Past:
    """A game that is over.  Raises Refused, with this reason if it is not over."""
    found = await past(room, game)
    if not found.table.over:
        raise Refused("not_over", why)
    return found


async def past(room: Room, game: int | None) -> Past:
    """Game number `game` (from 1) of this table, or the last one.  Raises Refused."""
    async with room.lock:
        count = len(room.games)
        if game is None or game == count:
            match = room.checked_match()
            return Past(match.table.copy(), match.stored_game, match.version)
    if not 1 <= game <= count:
        raise Refused("not_found", f"There is no game {game} at this table; there have been {count}.")
    stored = await room.store.read_game(room.code, game)
    if stored is None or stored.version != room.game.version:
        raise Refused("over", f"The rules of {room.game.title} have changed since this game was played.")

    def played() -> Match:
        match = Match(room.game, stored.game, room.options, game)
        match.replay(stored.moves)
        return match

    match = await beside(played)
    return Past(match.table, stored.game, match.version)


async def story(room: Room, seat: int | None) -> wire.Story:
    """Why this seat (None: a spectator reads of the winner) has won or lost.  Raises Refused before it is over."""
    table, *_ = await finished(room, None, "Why somebody has won can be told when the game is over.")
    _check_seat(table, seat)
    return await beside(story_of, table, seat)


def story_of(table: Table, seat: int | None) -> wire.Story:
    """Why this seat has won or lost the game that was played at this table, and when that began to show."""
    frame = turning_point(table, seat)
    why = table.contract.why(table.view(seat), table.names)
    if frame is None:
        return wire.Story(why, None, None)
    when = table.contract.when(table.at(frame).view(None))
    winners = table.standing.winners
    ahead = joined(["you" if winner == seat else table.names[winner] for winner in winners])
    was = "was" if len(winners) == 1 and seat not in winners else "were"
    said = f"{_lead(table, frame)}{ahead} {was} ahead from then on."
    return wire.Story(why, frame, table.told_at(frame, None), when, said[0].upper() + said[1:])


def _lead(table: Table, frame: int) -> str:
    """How the winner and the best of the others stood then: "with 6 to 5, "; "" where scores did not tell."""
    scores, standing = table.contract.standing(table.frames[frame].position).scores, table.standing
    best = max if standing.high_wins else min
    won, lost = (
        best(score for seat, score in enumerate(scores) if (seat in standing.winners) == is_won)
        for is_won in (True, False)
    )
    return f"with {won} to {lost}, " if won != lost and best(won, lost) == won else ""


async def played_on(room: Room, wanted: wire.PlayOn) -> tuple[StoredGame, list[Row]]:
    """The game that goes on, and the rows that lead to its beginning.  Raises Refused."""
    if room.game.hidden_events or room.game.host_seats:
        raise Refused("bad_option", f"{room.game.title} cannot be played on from a moment: it needs its people.")
    table, stored, _ = await finished(
        room, wanted.game, "A game can be played on from its moments when it is over."
    )
    _check_seat(table, wanted.seat)
    moves = await beside(_rows, table, wanted)
    return StoredGame(stored.seed, stored.names, None, None), moves


def _rows(table: Table, wanted: wire.PlayOn) -> list[Row]:
    last = len(table.frames) - 1
    if wanted.frame > last:
        raise Refused("bad_option", f"There is no moment {wanted.frame}; they are 0 to {last}.")
    fork = Fork(wanted.frame, wanted.seat, secrets.new_seed() if wanted.anew else "")
    before = table.at(fork.frame).fork(fork.seat)
    try:
        goes_on = fork.of(table)
    except GameOver as error:
        raise Refused("over", "The game was over at this moment; choose an earlier one.") from error
    if goes_on.over:
        raise Refused("over", "The game was over at this moment; choose an earlier one.")
    return [*rows_of(before), fork.row()]
