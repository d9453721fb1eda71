"""How much Python one move passes at the server: from its message to what every screen is sent.

    python -m benchmarks.messages [bayou-boss | clocktower] [--compiled] [--list]

People sit on all seats (four of Bayou Boss, eight of Clocktower), one more watches, and each is connected; the wire
itself is left out.  Their moves are random; in Clocktower what players answer by night is counted.  Counted are
calls of this package's Python functions, those in the threads of the database included; `--list` names them.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
import threading
from pathlib import Path
from types import FrameType

import msgspec

import facedown
from benchmarks.calls import Calls, averages, listed
from benchmarks.evening import Listener
from facedown.core.flat import FlatGame
from facedown.core.game import Game
from facedown.server import wire
from facedown.server.play.match import Match
from facedown.server.rooms import secrets
from facedown.server.rooms.room import Room
from facedown.server.storage import rows
from facedown.server.storage.store import Store
from facedown.server.verbs import receive

SEATS = {"clocktower": 8, "gotcha": 2}


async def opened(kept_in: Store, game: Game, seats: int, seed: int) -> tuple[Room, list[Listener]]:
    """A table at which everybody sits and one watches, and the game has begun."""
    code, secrets.new_seed = f"code{seed}", lambda: str(seed)
    table = rows.table_opened(code, game.id, game.checked_options({}), "instant", secrets.hashed("host"))
    await kept_in.write(table, *rows.seats_are(code, [rows.EMPTY] * seats))
    stored = await kept_in.read(code)
    assert stored is not None
    room, people = Room(stored, game.contract, kept_in), [Listener() for _ in range(seats + 1)]
    for seat, person in enumerate(people):
        await receive(room, person, wire.Hello(1, host="host"))
        if seat < seats:
            await receive(room, person, wire.Sit(2, seat, f"P{'abcdefgh'[seat]}"))
    await receive(room, people[0], wire.Start(3))
    return room, people


def is_by_night(match: Match, seat: int) -> bool:
    """Whether a player is asked while the town sleeps."""
    return bool(match.table.now(match.game.quiet)) and seat < len(match.table.names) - 1


class Watch:
    """Counts calls in all threads that have begun since, while there is something to count them in."""

    def __init__(self) -> None:
        self.calls: Calls | None = None
        threading.setprofile(self._called)
        sys.setprofile(self._called)

    def end(self) -> None:
        threading.setprofile(None)
        sys.setprofile(None)

    def _called(self, frame: FrameType, event: str, argument: object) -> None:
        if self.calls is not None:
            self.calls.called(frame, event, argument)


async def count(game: Game, moves: int, kept_in: Store) -> list[Calls]:
    """What each of so many moves passes."""
    luck, watch, counted, number = random.Random(1), Watch(), list[Calls](), 0
    await kept_in.open()
    room: Room | None = None
    while len(counted) < moves:
        if room is None or room.phase == "over":
            number += 1
            room, people = await opened(kept_in, game, SEATS.get(game.id, game.contract.usual_seats), number)
        match = room.match
        assert match is not None, "it has begun"
        seat = luck.choice(match.table.asked)
        move = luck.choice(match.table.listed(seat)).move
        said = {"do": "play", "n": 4, "at": match.version_of(seat), "move": move, "key": secrets.new_secret()}
        text, is_counted = msgspec.json.encode(said).decode(), game.id != "clocktower" or is_by_night(match, seat)
        watch.calls = calls = Calls()
        await receive(room, people[seat], wire.read(text))
        watch.calls = None
        if is_counted:
            counted.append(calls)
    watch.end()
    await kept_in.close()
    return counted


def main() -> None:
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("game", nargs="?", default="bayou-boss")
    options.add_argument("--moves", type=int, default=200)
    options.add_argument("--compiled", action="store_true", help="with compiled rules")
    options.add_argument("--list", action="store_true", help="list the functions that are called, too")
    chosen = options.parse_args()
    game = facedown.game(chosen.game)
    if chosen.compiled and isinstance(game, FlatGame):
        game.compile()
    with tempfile.TemporaryDirectory() as folder:
        counted = asyncio.run(count(game, chosen.moves, Store(f"sqlite:///{Path(folder) / 'tables.db'}")))
    print(averages(f"{game.title}: from the message to every screen", counted))
    if chosen.list:
        print(*listed(counted), sep="\n")


if __name__ == "__main__":
    main()
