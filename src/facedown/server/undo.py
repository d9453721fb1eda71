"""Undo: who may take moves back, which ones, and the message that reports it.

A person in a host seat (the Storyteller) sees everything and may go back to before any move.  A bot in the host
seat cannot judge whether a player who has seen an answer may be asked again: answers to two choices are more than a
seat may know.  So while people play with a bot as the host, nothing can be undone.  Among bots alone the person who
opened the table may undo, and chooses from what everybody saw, which does not reveal how much happened unseen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from facedown.core.errors import Illegal
from facedown.server import outbound, wire
from facedown.server.outbound import Receiver
from facedown.server.store import Conflict
from facedown.server.wire import Refused, sentence

if TYPE_CHECKING:
    from facedown.server.match import Match
    from facedown.server.room import Room, Subscriber


def undoable(room: Room, subscriber: Subscriber) -> tuple[wire.Step, ...]:
    """The moves that this connection may undo, the oldest first.  Raises Refused."""
    match, receiver = _authorized(room, subscriber)
    if receiver is not None:
        return tuple(
            wire.Step(n, made.seat, made.asked, made.text, made.when) for n, made in enumerate(match.moves)
        )
    events, steps = match.logs.of(match.table, None), []
    for number, (move, frame) in enumerate(_publicly_noticed(match).items()):
        text = events[frame].text if frame in events else ""
        steps.append(wire.Step(number, None, "", text, match.moves[move].when))
    return tuple(steps)


async def undo(room: Room, subscriber: Subscriber, message: wire.Undo) -> None:
    """Undo what this message names, store that, and tell those who see a difference.

    Raises Refused or StorageError; the table is then unchanged.
    """
    match, receiver = _authorized(room, subscriber)
    match.check_undo(receiver, message.at)
    moves = range(len(match.moves)) if receiver is not None else list(_publicly_noticed(match))
    before = match.snapshot()
    try:
        lost = match.undo(moves[message.to] if message.to < len(moves) else len(match.moves))
    except Illegal as error:
        raise Refused("illegal", sentence(error)) from error
    except Exception:
        match.restore(before)
        raise
    try:
        await room.save(before)
    except Conflict as error:
        raise Refused("stale", "Another server has moved this table on; look again, then choose.") from error
    room.bots.hold_back(lost)
    room.publish_undo(lost)


def undone(
    match: Match,
    receiver: Receiver,
    lost: int,
    phase: Literal["lobby", "playing", "over"],
    series: wire.Series,
    clock: wire.Clock | None,
) -> wire.Undone:
    """The message for a receiver whose log loses its last `lost` lines."""
    assert match.visibility is not None, "something was undone"
    now = outbound.turn(match.table, receiver)
    return wire.Undone(
        version=match.version_of(receiver),
        frame=match.frame_of(receiver),
        lost=lost,
        note=match.visibility.last_note(receiver),
        phase=phase,
        series=series,
        view=now.view,
        asked=now.asked,
        free=now.free,
        prompt=now.prompt,
        legal=now.legal,
        cannot=now.cannot,
        standing=now.standing,
        clock=clock,
    )


def _authorized(room: Room, subscriber: Subscriber) -> tuple[Match, Receiver]:
    """The match, and whose view of it decides what this connection may undo.  Raises Refused if it may not undo."""
    game, seating = room.game, room.seating
    if not game.host_seats:
        raise Refused("illegal", f"In {game.title} no move can be taken back: everybody who could decide it plays.")
    match = room.checked_match()
    if any(state.name != name for state, name in zip(seating, match.stored_game.names, strict=True)):
        raise Refused("over", "The seats have changed since the game ended, so it can no longer be changed.")
    players = len(seating) - game.host_seats
    title = game.names_of(len(seating))[-1].lower()
    if any(state.held and state.bot is None for state in seating[players:]):
        if subscriber.seat is None or subscriber.seat < players:
            raise Refused("not_yours", f"Only the {title} may take moves back.")
        return match, subscriber.seat
    if any(state.held for state in seating[:players]):
        why = "a player who has seen an answer cannot be asked again as if they had not"
        raise Refused("not_yours", f"With a bot as the {title} no move can be taken back while people play: {why}.")
    if not subscriber.host:
        raise Refused("not_host", "Only the person who opened this table may take moves back.")
    return match, None


def _publicly_noticed(match: Match) -> dict[int, int]:
    """The moves with a result that everybody saw, each with the first frame of that result."""
    assert match.visibility is not None, "moves can be undone"
    first: dict[int, int] = {}
    made = 0
    for frame in match.visibility.frames_seen(None):
        while made < len(match.moves) and match.moves[made].frames <= frame:
            made += 1
        if made:
            first.setdefault(made - 1, frame)
    return first
