"""What if: a game that is over goes on from one of its moments, at a table of its own, against bots.

The rows that led to that moment are stored again, and after them the row of a `Fork`: so such a table is loaded
like any other.  Where cards are dealt anew, they have a new seed, and the finished game tells nothing of them.
"""

from __future__ import annotations

from facedown.core.errors import GameOver
from facedown.core.game import Game
from facedown.core.table import Table
from facedown.server import wire
from facedown.server.admission import secrets
from facedown.server.play.match import Fork, Row, rows_of
from facedown.server.rooms.replay import beside, finished
from facedown.server.rooms.room import Room
from facedown.server.seats.seating import bot_names
from facedown.server.storage import statements
from facedown.server.storage.statements import Statement
from facedown.server.storage.stored import SeatState, StoredGame
from facedown.server.wire import Refused


async def begun(room: Room, wanted: wire.PlayOn) -> tuple[StoredGame, list[Row]]:
    """The game that goes on, and the rows that lead to its beginning.  Raises Refused."""
    if room.game.hidden_events or room.game.host_seats:
        raise Refused("bad_option", f"{room.game.title} cannot be played on from a moment: it needs its people.")
    table, stored, _ = await finished(
        room, wanted.game, "A game can be played on from its moments when it is over."
    )
    if wanted.seat >= len(stored.names):
        raise Refused("bad_option", f"There is no seat {wanted.seat}; they are 0 to {len(stored.names) - 1}.")
    rows = await beside(_rows, table, wanted)
    return StoredGame(stored.seed, stored.names, None, None), rows


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


def seats(game: Game, names: tuple[str, ...], seat: int, secret: str) -> list[SeatState]:
    """This seat for whoever has the secret with this hash, and the others for bots."""
    bot = bot_names(game)[0]
    return [SeatState(name, None, secret) if at == seat else SeatState(name, bot) for at, name in enumerate(names)]


def changes(code: str, game: StoredGame, rows: list[Row], version: int) -> list[Statement]:
    """What is stored of the game that goes on, at the table with this code."""
    return [
        statements.game_started(code, 1, game.seed, game.names),
        *statements.views_stored(code, 1, version, None),
        *(statements.move_made(code, 1, number, *row) for number, row in enumerate(rows)),
    ]
