"""Undo: who may take moves back, which ones, and the message that reports it.

A person in a host seat (the Storyteller) sees everything and may go back to before any move.  A bot in the host
seat cannot judge whether a player who has seen an answer may be asked again: answers to two choices are more than a
seat may know.  So while people play with a bot as the host, nothing can be undone.  Among bots alone the person who
opened the table may undo, and chooses from what everybody saw, which does not reveal how much happened unseen.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import Literal

import msgspec

from facedown.core.game import Game
from facedown.server import wire
from facedown.server.play import outbound
from facedown.server.play.match import Match
from facedown.server.play.outbound import Receiver
from facedown.server.storage.stored import SeatState
from facedown.server.wire import Refused


def check_game(game: Game) -> None:
    """Raises Refused in a game in which nothing can ever be undone."""
    if not game.host_seats:
        raise Refused(
            "illegal",
            f"In {game.title} no move can be taken back, because everybody who could decide about it is playing.",
        )


def authorized(match: Match, seating: Sequence[SeatState], seat: int | None, *, host: bool) -> Receiver:
    """Whose view decides what the connection with this seat may undo; `host`: whether it is a host.

    Raises Refused if it may not undo.
    """
    game = match.game
    if any(state.name != name for state, name in zip(seating, match.stored_game.names, strict=True)):
        raise Refused("over", "The seats have changed since the game ended, so it can no longer be changed.")
    players = game.players(len(seating))
    title = game.names_of(len(seating))[-1].lower()
    if any(state.held and state.bot is None for state in seating[players:]):
        if seat is None or seat < players:
            raise Refused("not_yours", f"Only the {title} may take moves back.")
        return seat
    if any(state.held for state in seating[:players]):
        why = "a player who has seen an answer cannot be asked again as if they had not"
        raise Refused("not_yours", f"With a bot as the {title} no move can be taken back while people play: {why}.")
    if not host:
        raise Refused("not_host", "Only the person who opened this table may take moves back.")
    return None


def undoable(match: Match, receiver: Receiver) -> tuple[wire.Step, ...]:
    """The moves that may be undone by one whose view this receiver's is, the oldest first."""
    events = match.logs.of(match.table, receiver)
    told = sorted(events)
    if receiver is not None:
        return tuple(
            wire.Step(
                n, made.seat, made.asked, made.move.text, made.when, bisect_left(told, made.frames),
                made.move == match.game.pause,
            )
            for n, made in enumerate(match.moves)
        )  # fmt: skip
    steps = []
    for number, (move, frame) in enumerate(_publicly_noticed(match).items()):
        text = events[frame].text if frame in events else ""
        steps.append(wire.Step(number, None, "", text, match.moves[move].when, bisect_left(told, frame)))
    return tuple(steps)


def moves_before(match: Match, receiver: Receiver, step: int) -> int:
    """How many moves were made before this step of `undoable`; all of them if there is no such step."""
    moves = range(len(match.moves)) if receiver is not None else list(_publicly_noticed(match))
    return moves[step] if step < len(moves) else len(match.moves)


def undone(
    match: Match,
    receiver: Receiver,
    lost: int,
    phase: Literal["lobby", "playing", "over"],
    series: wire.Series,
    clock: wire.ClockFace | None,
) -> wire.Undone:
    """The message for a receiver whose log loses its last `lost` lines."""
    return wire.Undone(
        version=match.version_of(receiver),
        frame=match.frame_of(receiver),
        lost=lost,
        note=match.last_note(receiver),
        phase=phase,
        series=series,
        clock=clock,
        **msgspec.structs.asdict(outbound.turn(match.table, receiver)),
    )


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
