"""Games that bots play until there is something to see, stored as tables, and a server that goes on with them."""

import asyncio
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple
from urllib.request import urlopen

import facedown
from facedown.agents import catch_up, player
from facedown.core.errors import FacedownError
from facedown.core.table import Table
from facedown.server.play.match import rows_of
from facedown.server.rooms import secrets
from facedown.server.rooms.seating import bot_names, renamed
from facedown.server.storage import rows
from facedown.server.storage.rows import SeatState, StoredGame
from facedown.server.storage.store import Store, database_url

US = 0  # our seat
NAME, FACE = "Mira", "bcabda"
MOST_GAMES = 60

Wanted = Callable[[Table], bool]


class Staged(NamedTuple):
    """A stored table, a seat at it and its secret; `host`: what opens the table to its host.

    `secrets`: those of all seats of people, in their order.
    """

    game: str
    code: str
    seat: int
    secret: str
    host: str = ""
    secrets: tuple[str, ...] = ()

    def at(self, seat: int) -> "Staged":
        """The same table for whoever has another seat."""
        return self._replace(seat=seat, secret=self.secrets[seat], host="")


def seated(game_id: str, seats: int, us: int = US) -> list[SeatState]:
    """We, and bots with names and faces."""
    game = facedown.game(game_id)
    bot = SeatState(None, bot_names(game.contract)[0])
    free = [bot] * seats
    free[us] = SeatState(NAME, None, secrets.hashed(game_id), FACE)
    return renamed(game.contract, free, game_id)


def found(game_id: str, seats: int, wanted: Wanted, us: int = US, **options: object) -> Table:
    """The first moment that is wanted, in the games with seeds 1, 2, ...  Raises FacedownError if there is none."""
    return found_among(game_id, [state.name or "" for state in seated(game_id, seats, us)], wanted, **options)


def found_among(game_id: str, names: Sequence[str], wanted: Wanted, **options: object) -> Table:
    """The same among people of these names."""
    game, seats = facedown.game(game_id), len(names)
    for seed in range(1, MOST_GAMES):
        table = game.new(names, seed, **options)
        agents = [player(game, bot_names(game.contract)[0], f"{seed} {seat}") for seat in range(seats)]
        while not wanted(table):
            if table.over:
                break
            for seat in table.asked:
                if seat in table.asked and not wanted(table):
                    catch_up(agents[seat], table, seat)
                    table.play(seat, agents[seat].choose(table.observation(seat), table.legal(seat)))
        else:
            return table
    raise FacedownError(f"in {MOST_GAMES} games of {game.title} there is no such moment")


def nearly_over(game_id: str, seats: int, left: int, us: int = US, **options: object) -> Table:
    """A game at most so many moves before its end, when we are asked."""
    whole = found(game_id, seats, lambda table: table.over, us, **options)
    for back in range(left, 0, -1):
        earlier = whole.copy()
        for _ in range(back):
            earlier.undo()
        if us in earlier.asked:
            return earlier
    raise FacedownError(f"of the last {left} moves of a game of {whole.contract.title} none is asked of seat {us}")


def put(folder: Path, table: Table, us: int = US, *, people: bool = False) -> Staged:
    """Store this table as one with an instant pace, at which we sit and host.

    The others are bots, or `people` who are away; where they play in person they have no device.
    """
    code, seats = secrets.new_code(), range(len(table.names))
    keys = tuple(secrets.new_secret() for _ in seats)
    seating = seated(table.contract.id, len(seats), us)
    if people:
        without = table.options.get("gather") == "in person"
        seating = [SeatState(table.names[i], None, None if without else secrets.hashed(keys[i])) for i in seats]
    seating[us] = SeatState(table.names[us], None, secrets.hashed(keys[us]), FACE)
    changes = [rows.table_opened(code, table.contract.id, dict(table.options), "instant", secrets.hashed(keys[us]))]
    changes += rows.seats_are(code, seating)
    changes += [rows.game_started(code, 1, table.contract.version, StoredGame(str(table.seed), table.names, None))]
    changes += [rows.move_made(code, 1, number, *row) for number, row in enumerate(rows_of(table))]
    if table.over:
        changes.append(rows.game_ended(code, 1, table.standing.winners))
    asyncio.run(_write(folder, changes))
    return Staged(table.contract.id, code, us, keys[us], keys[us], keys)


async def _write(folder: Path, changes: list[rows.Statement]) -> None:
    tables = Store(database_url(folder))
    await tables.open()
    await tables.write(*changes)
    await tables.close()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def wait_for(address: str, seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while True:
        try:
            urlopen(address, timeout=5).close()
            return
        except OSError:
            if time.monotonic() > end:
                sys.exit(f"Nothing answers at {address}.")
            time.sleep(0.1)


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Run a server with the tables in this folder."""
    port = free_port()
    limits = ("MESSAGES_A_SECOND", "MESSAGES_AT_ONCE", "REQUESTS_A_SECOND", "REQUESTS_AT_ONCE")
    hurry = {"FACEDOWN_COMPILE": "0", **{f"FACEDOWN_{limit}": "100000" for limit in limits}}
    command = [str(Path(sys.executable).with_name("facedown")), "serve", "--port", str(port), "--data", str(folder)]
    with subprocess.Popen(command, env={**os.environ, **hurry}) as server:
        try:
            wait_for(f"http://127.0.0.1:{port}/api/games")
            yield f"http://127.0.0.1:{port}"
        finally:
            server.kill()  # its tables are thrown away
