"""What can be written: for each kind of thing a statement, with its values.  `Store.write` carries them out."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import msgspec
from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Delete,
    Insert,
    Select,
    Update,
    bindparam,
    case,
    delete,
    func,
    insert,
    select,
    update,
)

from facedown.server.storage.stored import (
    BLOCKED,
    EMPTY,
    GAMES,
    LAST_VIEWS,
    LINES,
    MOVES,
    OF_A_TABLE,
    PUZZLE_ANSWERS,
    REPORTS,
    SEATS,
    TABLES,
    SeatState,
    StoredLine,
)

ONE_ROW = "one_row"  # of a statement: it is a conflict unless it changes exactly one row
OPEN = 5  # seconds for which a table is in the list of open tables, unless its server says so again

NOBODY = -1  # the seat of what somebody said whose seat is no longer there

Statement: TypeAlias = tuple[Insert | Update | Delete | Select[Any], Mapping[str, object]]

_INSERT_TABLE, _INSERT_SEAT = insert(TABLES), insert(SEATS)
_INSERT_GAME, _INSERT_LINE, _INSERT_VIEWS = insert(GAMES), insert(LINES), insert(LAST_VIEWS)
INSERT_MOVE = insert(MOVES)

# To make a statement takes longer than to carry it out: these, which every game needs, are made once.
_CODE: BindParameter[str] = bindparam("of_code")
_GAME: BindParameter[int] = bindparam("of_game")
_END_GAME = update(GAMES).where(GAMES.c.code == _CODE, GAMES.c.game == _GAME).values(winners=bindparam("won"))
_DELETE_VIEWS = delete(LAST_VIEWS).where(LAST_VIEWS.c.code == _CODE, LAST_VIEWS.c.game == _GAME)


def table_opened(
    code: str,
    game: str,
    options: dict[str, str | int],
    pace: str,
    host: str,
    *,
    listed: bool = False,
    cards: str | None = None,
) -> Statement:
    """`cards`: a cards file; None: the table has the game's own cards."""
    row = {"code": code, "game": game, "options": options, "cards": cards, "pace": pace, "host": host}
    return _INSERT_TABLE, {**row, "created": _now(), "listed": listed}


def table_changed(code: str, **columns: object) -> Statement:
    """This table has these values in these columns from now on."""
    return update(TABLES).where(TABLES.c.code == code).values(columns), {}


def waits_for_players(codes: Sequence[str]) -> Statement:
    """For the next seconds, these tables are in the list of open tables that all servers share."""
    change = update(TABLES).where(TABLES.c.code.in_(codes))
    return change.values(open_until=func.extract("epoch", func.now()) + OPEN), {}


def waits_no_more(codes: Sequence[str]) -> Statement:
    """These tables are not in that list any more."""
    return update(TABLES).where(TABLES.c.code.in_(codes)).values(open_until=None), {}


def blocked(code: str, who: str) -> list[Statement]:
    """Nobody of this address may take a seat at this table; `who`: its hash."""
    row = {"code": code, "who": who}
    old = delete(BLOCKED).where(BLOCKED.c.code == code, BLOCKED.c.who == who)
    return [(old, {}), (insert(BLOCKED), row)]


def reported(code: str, name: str, address: str | None, why: str, said: Sequence[str]) -> Statement:
    """A report about somebody of this name and address, with what they said last."""
    row = {"code": code, "at": _now(), "name": name, "address": address, "why": why, "said": said}
    return insert(REPORTS), row


def addresses_forgotten(before: int) -> Statement:
    """Reports from before this moment (Unix time) no longer say from where somebody was."""
    old = update(REPORTS).where(REPORTS.c.at < before, REPORTS.c.address.is_not(None))
    return old.values(address=None), {}


def seat_added(code: str, seat: int, state: SeatState = EMPTY) -> Statement:
    return _INSERT_SEAT, {"code": code, "seat": seat, **msgspec.structs.asdict(state)}


def seat_changed(code: str, seat: int, was: SeatState, becomes: SeatState) -> Statement:
    """A seat is another's, or somebody has another name; a conflict unless it is stored as it `was`."""
    change = update(SEATS).where(*_seat(code, seat, was)).values(msgspec.structs.asdict(becomes))
    return change.execution_options(**{ONE_ROW: True}), {}


def seat_removed(code: str, seat: int, was: SeatState) -> Statement:
    """A conflict unless the seat is stored as it `was`."""
    return delete(SEATS).where(*_seat(code, seat, was)).execution_options(**{ONE_ROW: True}), {}


def _seat(code: str, seat: int, was: SeatState) -> list[ColumnElement[bool]]:
    same = [SEATS.c[name].is_not_distinct_from(value) for name, value in msgspec.structs.asdict(was).items()]
    return [SEATS.c.code == code, SEATS.c.seat == seat, *same]


def game_started(code: str, game: int, seed: str, names: Sequence[str], deal: str | None = None) -> Statement:
    row = {"code": code, "game": game, "seed": seed, "names": names, "winners": None, "deal": deal}
    return _INSERT_GAME, row


def game_ended(code: str, game: int, winners: Sequence[int] | None) -> Statement:
    """`winners`: None: its end was undone."""
    return _END_GAME, {"of_code": code, "of_game": game, "won": winners}


def views_stored(code: str, game: int, version: int, views: bytes | None) -> tuple[Statement, Statement]:
    """The version of the rules and what everybody sees, in place of what was stored before."""
    row = {"code": code, "game": game, "version": version, "views": views}
    return (_DELETE_VIEWS, {"of_code": code, "of_game": game}), (_INSERT_VIEWS, row)


def move_made(code: str, game: int, number: int, seat: int, what: object, key: str | None = None) -> Statement:
    row = {"code": code, "game": game, "number": number, "seat": seat, "move": what, "key": key}
    return INSERT_MOVE, {**row, "at": _now()}


def line_said(code: str, line: StoredLine, keep: int) -> tuple[Statement, Statement]:
    """One line more of a table's chat, of which the last `keep` lines of each seat are kept, with their keys."""
    row = {"code": code, **msgspec.structs.asdict(line), "at": _now()}
    same = (LINES.c.code == code) & LINES.c.seat.in_((line.seat, NOBODY))
    last = select(LINES.c.id).where(same).order_by(LINES.c.id.desc()).limit(1).offset(keep).scalar_subquery()
    return (_INSERT_LINE, row), (delete(LINES).where(same, LINES.c.id <= last), {})


def lines_deleted(code: str, who: str) -> Statement:
    """What this person has said at this table is gone."""
    return delete(LINES).where(LINES.c.code == code, LINES.c.who == who), {}


def table_deleted(code: str) -> list[Statement]:
    """This table is gone, with everything that is stored of it, except for reports about somebody there."""
    tables = [table for table in OF_A_TABLE if table is not REPORTS]
    return [(delete(table).where(table.columns["code"] == code), {}) for table in tables]


def puzzle_answered(game: str, day: str, who: str, *, right: bool) -> Statement:
    """The first answer of somebody to the puzzle of a day; a conflict if they have answered it before."""
    return insert(PUZZLE_ANSWERS), {"game": game, "day": day, "who": who, "correct": right}


def puzzles_forgotten(before: str) -> Statement:
    """The answers to puzzles of earlier days are gone."""
    return delete(PUZZLE_ANSWERS).where(PUZZLE_ANSWERS.c.day < before), {}


def seat_put_before(
    code: str, game: int, seat: int, names: Sequence[str], options: dict[str, str | int]
) -> list[Statement]:
    """A game has these names and options from its beginning; what this seat and later ones did, the next did."""
    moves = update(MOVES).where(MOVES.c.code == code, MOVES.c.game == game, MOVES.c.seat >= seat)
    games = update(GAMES).where(GAMES.c.code == code, GAMES.c.game == game)
    return [
        (moves.values(seat=MOVES.c.seat + 1), {}),
        (games.values(names=names), {}),
        table_changed(code, options=options),
    ]


def seats_moved(code: str, places: Mapping[int, int | None]) -> list[Statement]:
    """Lines of Talk of these seats belong to others now: to `places`, None for a seat that is gone."""
    moved = {old: new for old, new in places.items() if new is not None and new != old}
    gone = [old for old, new in places.items() if new is None]
    lines = update(LINES).where(LINES.c.code == code)
    changes: list[Statement] = []
    if gone:
        changes.append((lines.where(LINES.c.seat.in_(gone)).values(seat=NOBODY), {}))
    if moved:
        changes.append((lines.where(LINES.c.seat.in_(moved)).values(seat=case(moved, value=LINES.c.seat)), {}))
    return changes


def _now() -> int:
    return int(time.time())
