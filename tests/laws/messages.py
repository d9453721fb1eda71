"""Everything that the server sends to one receiver about a game, made without a server."""

from __future__ import annotations

from collections.abc import Sequence

from facedown.core.errors import FacedownError
from facedown.core.game import Event
from facedown.core.table import Table
from facedown.server import wire
from facedown.server.play import outbound
from facedown.server.play.outbound import Receiver


def messages_for(
    table: Table, seat: Receiver, since: int = -1, tries: Sequence[str] = ()
) -> tuple[wire.Told | wire.Turn | tuple[Event, ...], ...]:
    """The turn, the update after frame `since`, the log, the answer to each of the moves `tries`, and the end.

    Encode them with `msgspec.json.encode` to compare bytes, sizes and counts.
    """
    moves_made = sum(played.seat is not None for played in table.history)
    told: list[wire.Told | wire.Turn | tuple[Event, ...]] = [
        outbound.turn(table, seat),
        outbound.update(table, seat, since, moves_made),
        tuple(table.log(seat)),
    ]
    if seat is not None:
        told += [_answer(table, seat, move) for move in tries]
    if table.over:
        views = outbound.last_views(table)
        told.append(wire.Over(table.standing, wire.Series(1, (0,) * len(table.names)), views))
    return tuple(told)


def _answer(table: Table, seat: int, move: str) -> wire.Yes | wire.No:
    """The answer to this move, which is not made."""
    try:
        table.copy().play(seat, move)
    except FacedownError as error:
        refused = outbound.refusal(error)
        return wire.No(0, refused.why, refused.text, refused.rule)
    return wire.Yes(0, True)
