"""Leaks to be planted, in this process or in a server: what the law on whole runs must catch."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from msgspec.structs import replace

from facedown.games.clocktower.engine import Engine
from facedown.server import wire
from facedown.server.play import outbound
from facedown.server.play.match import Match
from facedown.server.play.outbound import Messages, Noticed, Receiver
from facedown.server.rooms import replay
from facedown.server.rooms.bots import Bots
from facedown.server.rooms.change import Change
from facedown.server.rooms.room import Room
from tests.replaced import Replacement, replaced

AS_IT_WAS = (
    "the storyteller is asked only where there is something to decide, and what follows comes in one message"
)


def _only_what_is_to_be_decided() -> list[Replacement]:
    begins = Engine.__init__

    def begin(engine: Engine, *state: Any) -> None:
        begins(engine, *state)
        engine._covers_nights = engine.state.asks_covers = False

    def notices(
        match: Match, noticed: Mapping[Receiver, Sequence[Noticed]], clock: wire.ClockFace | None
    ) -> Messages:
        made = several(match, noticed, clock)

        def messages(seat: Receiver) -> list[wire.Update | wire.Undone]:
            told = made(seat)
            frames = tuple(frame for message in told for frame in getattr(message, "frames", ()))
            return [replace(told[-1], frames=frames)] if told else []

        return messages

    several = Match.notices
    return [(Engine, "__init__", begin), (Match, "notices", notices)]


def _version_over_http() -> list[Replacement]:
    """The summary at the table's address counts what nobody may see."""
    summary = replay.summary

    async def counted(room: Room, game: int | None = None) -> wire.TableSummary:
        return replace(await summary(room, game), version=0 if room.match is None else room.match.version)

    return [(replay, "summary", counted)]


def _what_was_missed() -> list[Replacement]:
    """Whether somebody who comes back gets what they missed depends on how much has happened unseen."""
    missed = Match.missed

    def some(match: Match, receiver: Receiver, since: int | None) -> tuple[wire.Frame, ...]:
        return () if match.version % 2 else missed(match, receiver, since)

    return [(Match, "missed", some)]


def _a_message_for_every_move() -> list[Replacement]:
    """Everybody is sent something whenever anybody moves."""
    commit = Room.commit

    async def announced(room: Room, change: Change) -> None:
        await commit(room, change)
        if change.tried is not None:
            room.tell_all(wire.Seats(room.seats(), room.phase, room.series()))

    return [(Room, "commit", announced)]


def _whole_views() -> list[Replacement]:
    """Whether what has changed is sent, or a whole view, depends on how much has happened unseen."""
    send_each = Room._send_each

    def sent_whole(room: Room, made: Callable[[wire.ClockFace | None], Messages]) -> None:
        if room.match is not None and room.match.version % 2:
            for subscriber in room.subscribers:
                room._outbox.wants_changes(subscriber, wanted=True)
        send_each(room, made)

    return [(Room, "_send_each", sent_whole)]


def _size() -> list[Replacement]:
    """The prompt is longer while those who are asked have an odd number of moves between them."""
    turn = outbound.turn

    def longer(table: Any, *about: Any) -> wire.Turn:
        told = turn(table, *about)
        moves = sum(len(table.legal(asked)) for asked in table.asked)
        return replace(told, prompt=told.prompt + " " * (moves % 2))

    return [(outbound, "turn", longer)]


def _who_has_acted() -> list[Replacement]:
    """Within a tick it shows who is still asked."""
    return [(Match, "public", lambda match: outbound.PublicFacts(match.table))]


def _what_lies_hidden() -> list[Replacement]:
    """The prompt is longer where the second player has a role with an odd number."""
    turn = outbound.turn

    def longer(table: Any, *about: Any) -> wire.Turn:
        told = turn(table, *about)
        return replace(told, prompt=told.prompt + " " * (int(table.position().roles[1]) % 2))

    return [(outbound, "turn", longer)]


def _bots_notice_whispers() -> list[Replacement]:
    """Whatever happens, seen or not, bots take their time anew."""
    return [(Bots, "_key", lambda bots, match, seat: match.version)]


def _pauses() -> list[Replacement]:
    """Bots pause only where there is something to decide."""
    when = Bots._when_unseen

    def at_once(bots: Bots, now: float, wait: float) -> float:
        table = bots._match.table
        return when(bots, now, wait) if any(len(table.legal(seat)) > 1 for seat in table.asked) else now

    return [(Bots, "_when_unseen", at_once)]


LEAKS: dict[str, Callable[[], list[Replacement]]] = {
    AS_IT_WAS: _only_what_is_to_be_decided,
    "version over HTTP": _version_over_http,
    "what was missed": _what_was_missed,
    "a message for every move": _a_message_for_every_move,
    "size": _size,
    "whole views instead of changes": _whole_views,
}
LEAKS_OF_WINDOWS: dict[str, Callable[[], list[Replacement]]] = {
    "botch": _what_lies_hidden,
    "bots-battleground": _who_has_acted,
}
LEAKS_OF_TIME: dict[str, Callable[[], list[Replacement]]] = {"whispers": _bots_notice_whispers, "pauses": _pauses}


@contextmanager
def planted(leak: str | None) -> Iterator[None]:
    """With this leak in this process."""
    with replaced([] if leak is None else (LEAKS | LEAKS_OF_WINDOWS | LEAKS_OF_TIME)[leak]()):
        yield
