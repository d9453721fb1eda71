"""All tables of this server: those that somebody is at are in memory, the others in the store."""

from __future__ import annotations

import asyncio
import logging
import time

from facedown.core.errors import BadOption, FacedownError, UnknownGame
from facedown.games import game as find_game
from facedown.server import keys, store, wire
from facedown.server.live import LiveTable
from facedown.server.store import Conflict, Store
from facedown.server.wire import Refused

log = logging.getLogger(__name__)

IDLE = 60.0  # seconds for which a table that nobody is at stays in memory
TRIES = 5  # for a code that nobody has


class Tables:
    """Finds tables by their code, opens new ones, and lets go of those that nobody is at."""

    def __init__(self, written: Store) -> None:
        self._store = written
        self._live: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Lock] = {}

    async def find(self, code: str) -> LiveTable:
        """The table with this code.  Raises Refused, or StorageError."""
        code = code.lower()
        if len(code) != keys.CODE_LENGTH or not set(code) <= set(keys.ALPHABET):
            raise _unknown(code)
        if code not in self._live:
            async with self._loading.setdefault(code, asyncio.Lock()):
                if code not in self._live:
                    await self._load(code)
            self._loading.pop(code, None)
        table = self._live[code]
        table.touched = time.monotonic()
        return table

    async def _load(self, code: str) -> None:
        kept = await self._store.read(code, wire.CHAT_KEPT)
        if kept is None:
            raise _unknown(code)
        try:
            game = find_game(kept.game)
            self._live[code] = await asyncio.to_thread(LiveTable, kept, game, self._store)
        except FacedownError as error:
            log.exception("table %s cannot be rebuilt", code)
            raise Refused("broken", f"This table cannot be played on by this version: {error}") from error

    async def open(self, wish: wire.NewTable) -> wire.Opened:
        """A new table.  Raises Refused, or StorageError."""
        try:
            game = find_game(wish.game)
            seats = game.checked_seats(game.seats[0] if wish.seats is None else wish.seats)
            options = game.checked_options(wish.options)
        except UnknownGame as error:
            raise Refused("unknown_game", wire.sentence(error)) from error
        except BadOption as error:
            raise Refused("bad_option", wire.sentence(error)) from error
        host = keys.new_secret()
        for _ in range(TRIES):
            code = keys.new_code()
            try:
                await self._store.write(
                    store.table_opened(code, game.id, options, wish.pace, keys.hashed(host)),
                    *(store.seat_added(code, seat) for seat in range(seats)),
                )
            except Conflict:
                continue
            return wire.Opened(code, host)
        raise Refused("storage", "No free code was found for a new table; try again.")

    def sweep(self) -> None:
        """Let go of the tables that nobody has been at for a while; they are rebuilt when somebody comes."""
        now = time.monotonic()
        for code, table in list(self._live.items()):
            if not table.ears and not table.lock.locked() and now - table.touched > IDLE:
                del self._live[code]


def _unknown(code: str) -> Refused:
    return Refused("unknown_table", f"There is no table {code[:20]!r}; check the link, or open a new table.")
