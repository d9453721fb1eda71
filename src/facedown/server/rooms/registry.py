"""All rooms of this server: tables with connections are in memory, the others only in the store."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import time
from collections.abc import Callable, Sequence

from facedown.core.cards_file import OWN
from facedown.core.errors import BadOption, CardsError, FacedownError, UnknownGame
from facedown.core.game import Game
from facedown.games import game as find_game
from facedown.server import wire
from facedown.server.admission import secrets
from facedown.server.admission.limits import Limits
from facedown.server.bots.thinking import Thinking
from facedown.server.cluster.membership import Cluster
from facedown.server.cluster.open_tables import OpenTables
from facedown.server.play import what_if
from facedown.server.rooms.listing import Listing
from facedown.server.rooms.room import Room
from facedown.server.storage import store
from facedown.server.storage.store import Conflict, Keep, StorageError, Store, StoredSeat, StoredTable
from facedown.server.wire import Refused

log = logging.getLogger(__name__)

MOST_OWN_CARDS = 200  # cards files in memory; each takes about a megabyte, while a table uses it
IDLE = 60.0  # seconds for which a room without connections stays in memory
TRIES = 5  # attempts to find a code that no table has


class Rooms:
    """Finds rooms by their table's code, opens new tables, and drops rooms that nobody uses."""

    def __init__(self, database: Store, limits: Limits | None = None, cluster: Cluster | None = None) -> None:
        """`cluster`: the servers that share the database with this one."""
        self._cluster = cluster
        self._store, self._limits = database, limits or Limits()
        self._thinking = Thinking()
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Lock] = {}
        self.listing = Listing(self._rooms, self._limits.listed_tables)
        self.open_tables = OpenTables(self.listing.tables)

    async def find(self, code: str) -> Room:
        """The room of the table with this code, loaded if necessary.  Raises Refused or StorageError."""
        code = code.lower()
        if len(code) != secrets.CODE_LENGTH or not set(code) <= set(secrets.ALPHABET):
            raise _unknown(code)
        asked = time.monotonic()
        if code not in self._rooms:
            try:
                async with self._loading.setdefault(code, asyncio.Lock()):
                    if code not in self._rooms:
                        await self._load(code)
            finally:  # also where there is no such table: strangers may try as many codes as they like
                self._loading.pop(code, None)
        room = self._rooms[code]
        room.last_used = time.monotonic()
        if not room.peers.is_known:
            async with room.lock:
                if room.read_at < asked and not room.peers.is_known:
                    await room.reload()  # nobody is at this table here: nothing was heard of it
        return room

    async def _load(self, code: str) -> None:
        began = time.monotonic()
        stored = await self._store.read(code, wire.CHAT_KEPT)
        if stored is None:
            raise _unknown(code)
        try:
            game = await asyncio.to_thread(_game_of, stored)
            room = await asyncio.to_thread(
                Room, stored, game, self._store, self._thinking, self._limits, self._cluster
            )
            room.read_at = began
            self._rooms.setdefault(code, room)  # somebody else may have loaded it meanwhile
            if stored.listed:
                self.listing.add(code)
        except FacedownError as error:
            log.exception("table %s cannot be loaded", code)
            raise Refused("broken", f"This version cannot continue this table: {error}") from error

    async def open(self, wanted: wire.NewTable, origin: str | None = None) -> wire.Opened:
        """Open a new table, for somebody of this address.  Raises Refused or StorageError."""
        most = self._limits.listed_tables
        if wanted.public and self.listing.of(origin) >= most:
            raise Refused("too_fast", f"Your address has listed {most} open tables; begin a game at one first.")
        if self._store.is_nearly_full:
            raise Refused("storage", "This server is nearly full; what is left is kept for games that are played.")
        try:
            game = find_game(wanted.game)
            if wanted.cards:
                game = await asyncio.to_thread(_with_cards, game, wanted.cards)
            seats = game.checked_seats(game.seats[0] if wanted.seats is None else wanted.seats)
            options = game.checked_options(wanted.options)
            game.new(seats, 0, **options)  # some options are legal only with certain numbers of seats
        except UnknownGame as error:
            raise Refused("unknown_game", wire.sentence(error)) from error
        except (BadOption, CardsError) as error:
            raise Refused("bad_option", wire.sentence(error)) from error
        opened = await self._opened(game, options, wanted, [store.EMPTY_SEAT] * seats)
        if wanted.public:
            await self.find(opened.table)  # it leaves the list when its room is dropped
        return opened

    async def play_on(self, code: str, wanted: wire.PlayOn, charge: Callable[[float], None]) -> wire.PlayedOn:
        """Open a table at which a finished game goes on from a moment.  Raises Refused or StorageError.

        `charge` is called with the kilobytes that its moves and cards take, and may refuse them.
        """
        if self._store.is_nearly_full:
            raise Refused("storage", "This server is nearly full; what is left is kept for games that are played.")
        room, secret = await self.find(code), secrets.new_secret()
        game, rows = await what_if.begun(room, wanted)
        charge(sum(wire.row(text) for text in (*(text for _, text in rows), room.game.own_cards)))
        table = wire.NewTable(room.game.id, len(game.names))
        seats = what_if.seats(room.game, game.names, wanted.seat, secrets.hashed(secret))

        def begun(code: str) -> list[store.Change]:
            return what_if.changes(code, game, rows, room.game.version)

        opened = await self._opened(room.game, room.options, table, seats, begun)
        return wire.PlayedOn(opened.table, opened.host, secret)

    async def _opened(
        self,
        game: Game,
        options: dict[str, str | int],
        wanted: wire.NewTable,
        seats: Sequence[StoredSeat],
        more: Callable[[str], list[store.Change]] = lambda _: [],
    ) -> wire.Opened:
        """A new table; `more` gives what is stored with it, by its code.  Raises Refused or StorageError."""
        host = secrets.new_secret()
        for _ in range(TRIES):
            code = secrets.new_code()
            opened = store.table_opened(
                code,
                game.id,
                options,
                wanted.pace,
                secrets.hashed(host),
                listed=wanted.public,
                cards=game.own_cards or None,
            )
            added = (store.seat_added(code, seat, state) for seat, state in enumerate(seats))
            with contextlib.suppress(Conflict):
                await self._store.write(opened, *added, *more(code))
                return wire.Opened(code, host)
        raise Refused("storage", "No free code was found for a new table; try again.")

    async def close(self) -> None:
        """Store what people see at the tables that are in memory, before the server stops."""
        for room in self._rooms.values():
            try:
                async with room.lock:
                    await room.timekeeper.store_timeouts()
                    await room.store_views()
            except Exception:
                log.exception("table %s: what people see could not be stored", room.code)

    def in_memory(self) -> int:
        """How many tables are in memory."""
        return len(self._rooms)

    def connections(self) -> int:
        """How many connections there are to tables."""
        return sum(len(room.subscribers) for room in list(self._rooms.values()))

    async def try_out(self) -> None:
        """Raises StorageError if tables cannot be read."""
        await self._store.read("", 0)

    async def delete_old(self) -> None:
        """Delete the tables at which nothing has happened for long, but not those that are in memory."""
        limits = self._limits
        keep = Keep(limits.keep_unbegun_days, limits.keep_finished_days, limits.keep_unfinished_days)
        try:
            deleted = await self._store.delete_old(keep, frozenset(self._rooms))
        except StorageError as error:
            log.warning("old tables could not be deleted: %s", error)
        else:
            log.log(logging.INFO if deleted else logging.DEBUG, "%d old tables were deleted", deleted)

    def sweep(self) -> None:
        """Drop the rooms that nobody has used for a while; they are loaded again when somebody comes."""
        now = time.monotonic()
        for code, room in list(self._rooms.items()):
            if not room.subscribers and not room.lock.locked() and now - room.last_used > IDLE:
                del self._rooms[code]
                self.listing.remove(code)


def _with_cards(game: Game, text: str) -> Game:
    """The game, played with own cards.  Raises CardsError, and Refused if there are too many kinds already."""
    if len(OWN) >= MOST_OWN_CARDS:
        gc.collect()  # those that no table uses any more
    if len(OWN) >= MOST_OWN_CARDS:
        raise Refused("storage", "Too many tables here have cards of their own; there is no room for more now.")
    return game.with_cards(text)


def _game_of(stored: StoredTable) -> Game:
    """The game of a stored table, with the table's own cards where it has some."""
    game = find_game(stored.game)
    return game if stored.cards is None else game.with_cards(stored.cards)


def _unknown(code: str) -> Refused:
    return Refused("unknown_table", f"There is no table {code[:20]!r}; check the link, or open a new table.")
