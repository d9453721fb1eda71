"""What is stored when seats get other numbers: moves, lines of Talk and keys stay with whoever they came from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
from sqlalchemy import case, delete, update

from facedown.server.storage.schema import GameRow, LineRow, MoveRow, OnceRow, TableRow
from facedown.server.storage.statements import Statement

NOBODY = -1  # the seat of what somebody said whose seat is no longer there


def seat_put_before(
    code: str, game: int, seat: int, names: Sequence[str], options: dict[str, str | int]
) -> list[Statement]:
    """A game has these names and options from its beginning; what this seat and later ones did, the next did."""
    moves = update(MoveRow).where(MoveRow.code == code, MoveRow.game == game, MoveRow.seat >= seat)
    games = update(GameRow).where(GameRow.code == code, GameRow.game == game)
    tables = update(TableRow).where(TableRow.code == code)
    return [
        (moves.values(seat=MoveRow.seat + 1), {}),
        (games.values(names=_json(names)), {}),
        (tables.values(options=_json(options)), {}),
    ]


def seats_moved(code: str, places: Mapping[int, int | None]) -> list[Statement]:
    """Lines of Talk and keys of these seats belong to others now: to `places`, None for a seat that is gone."""
    moved = {old: new for old, new in places.items() if new is not None and new != old}
    gone = [old for old, new in places.items() if new is None]
    lines, keys = update(LineRow).where(LineRow.code == code), update(OnceRow).where(OnceRow.code == code)
    changes: list[Statement] = []
    if gone:
        changes.append((delete(OnceRow).where(OnceRow.code == code, OnceRow.seat.in_(gone)), {}))
        changes.append((lines.where(LineRow.seat.in_(gone)).values(seat=NOBODY), {}))
    if moved:
        changes.append((lines.where(LineRow.seat.in_(moved)).values(seat=case(moved, value=LineRow.seat)), {}))
        aside = case({old: -1 - new for old, new in moved.items()}, value=OnceRow.seat)  # where no other key is
        changes.append((keys.where(OnceRow.seat.in_(moved)).values(seat=aside), {}))
        changes.append((keys.where(OnceRow.seat < 0).values(seat=-1 - OnceRow.seat), {}))
    return changes


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
