"""All rooms of this server: tables with connections are in memory, the others only in the store.

At the end stands the list of open tables: listed by their hosts and waiting for players, at this server or another.
Each server says in the database which of its tables wait, and says so again every few seconds, so that those of a
server that has died leave the list.  The list contains no names.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial

import msgspec

from facedown.core import kept
from facedown.core.contract import Contract
from facedown.core.errors import BadOption, CardsError, FacedownError, Stuck, UnknownGame
from facedown.core.table import Table
from facedown.games import game as find_game
from facedown.server import chores, deadlines, wire
from facedown.server.deadlines import Overdue, Thinking, apart
from facedown.server.limits import Limits
from facedown.server.rooms import replay, secrets
from facedown.server.rooms.room import Room
from facedown.server.rooms.seating import bot_names
from facedown.server.storage import rows
from facedown.server.storage.rows import EMPTY, SeatState, StoredTable, Waiting, usable_options
from facedown.server.storage.store import StorageError, Store
from facedown.server.wire import Refused

log = logging.getLogger(__name__)

IDLE = 60.0  # seconds for which a room without connections stays in memory
OF_ALL = 4  # one room in so many is a good part of them


class Rooms:
    """Finds rooms by their table's code, opens new tables, and drops rooms that nobody uses."""

    def __init__(self, database: Store, limits: Limits | None = None) -> None:
        self._store, self._limits = database, limits or Limits()
        self._thinking = Thinking()
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[None]] = {}
        self._broken: set[str] = set()  # the tables that cannot be loaded, as has been logged
        self._over: set[str] = set()  # the tables at which a game had ended when that was looked at last
        self._done = 0  # rooms dropped and games ended since all garbage was collected
        self.open_tables = OpenTables(database, self._rooms, self._limits.listed_tables)
        database.lost = self._lose_all

    async def find(self, code: str, turn: asyncio.Lock | None = None) -> Room:
        """The room of the table with this code, claimed and loaded if necessary.

        `turn` is held while it is loaded: whoever asks for many long games has one replayed at a time.
        Raises Refused, also if another server has it, or StorageError.
        """
        code = code.lower()
        if len(code) != secrets.CODE_LENGTH or not set(code) <= set(secrets.ALPHABET):
            raise _unknown(code)
        while code not in self._rooms:
            if code in self._loading:
                await asyncio.shield(self._loading[code])  # for all who ask meanwhile, whoever of them goes away
            else:
                await self._begin_loading(code, turn)
        room = self._rooms[code]
        if room.is_lost:
            raise _unknown(code)  # its host has just deleted it
        room.last_used = time.monotonic()
        return room

    async def _begin_loading(self, code: str, turn: asyncio.Lock | None) -> None:
        """Load it in turn, unless somebody whose turn came sooner has begun that."""
        async with turn or contextlib.nullcontext():
            if code not in self._rooms and code not in self._loading:
                self._loading[code] = asyncio.create_task(self._load(code))
                self._loading[code].add_done_callback(partial(self._is_loaded, code))
                await asyncio.shield(self._loading[code])

    def _is_loaded(self, code: str, loading: asyncio.Task[None]) -> None:
        del self._loading[code]
        if not loading.cancelled():
            loading.exception()  # those who asked have it

    async def _load(self, code: str) -> None:
        if not await self._store.lock(code):
            raise Refused("elsewhere", "Another server has this table; whoever asks again comes to it.")
        try:
            room, listed = await self._loaded(code)
            if not self._store.has(code):
                raise StorageError("the connection to the database broke; try again")
        except BaseException:
            await self._store.unlock(code)
            raise
        self._rooms[code] = room
        if listed:
            self.open_tables.add(code)

    async def _loaded(self, code: str) -> tuple[Room, bool]:
        """The room of a table that is this server's, and whether its host has listed it."""
        try:
            stored = await self._store.read(code)
            if stored is None:
                raise _unknown(code)
            room = await apart(partial(self._made, stored), deadlines.GAME)
        except (Refused, StorageError):
            raise
        except FacedownError as error:
            self._log_broken(code)
            raise Refused("broken", f"This version cannot continue this table: {error}") from error
        except Exception as error:
            self._log_broken(code)
            raise Refused("broken", "There was an error in the program when this table was read.") from error
        return room, stored.listed

    def _made(self, stored: StoredTable) -> Room:
        game = find_game(stored.game).contract
        game = game if stored.cards is None else game.with_cards(stored.cards)
        return Room(stored, game, self._store, self._limits, self._thinking)

    def _log_broken(self, code: str) -> None:
        """Log the error that is being handled, once for each table that cannot be read."""
        if code not in self._broken:
            self._broken.add(code)
            log.exception("table %s cannot be loaded; it is kept as it is", code)

    async def open(self, wanted: wire.NewTable, origin: str | None = None) -> wire.Opened:
        """Open a new table, for somebody of this address.  Raises Refused or StorageError."""
        most = self._limits.listed_tables
        if wanted.public and self.open_tables.of(origin) >= most:
            raise Refused("too_fast", f"Your address has listed {most} open tables; begin a game at one first.")
        if self._store.is_nearly_full:
            raise Refused("storage", "This server is nearly full; what is left is kept for games that are played.")
        try:
            game, seats, options = await apart(partial(_tried_out, wanted))
        except UnknownGame as error:
            raise Refused("unknown_game", wire.sentence(error)) from error
        except (BadOption, CardsError, Overdue, Stuck) as error:
            raise Refused("bad_option", wire.sentence(error)) from error
        code = secrets.new_code()
        host = await self._opened(code, game, options, [EMPTY] * seats, pace=wanted.pace, listed=wanted.public)
        return wire.Opened(code, host)

    async def play_on(self, code: str, wanted: wire.PlayOn, charge: Callable[[float], None]) -> wire.PlayedOn:
        """Open a table at which a finished game goes on from a moment.  Raises Refused or StorageError.

        `charge` is called with the kilobytes that its moves and cards take, and may refuse them.
        """
        if self._store.is_nearly_full:
            raise Refused("storage", "This server is nearly full; what is left is kept for games that are played.")
        room, secret = await self.find(code), secrets.new_secret()
        game, moves = await replay.played_on(room, wanted)
        written = (msgspec.json.encode(move).decode() for _, move in moves)
        charge(sum(map(wire.row, (*written, room.game.own_cards))))
        new, bot = secrets.new_code(), bot_names(room.game)[0]
        seats = [SeatState(name, bot) for name in game.names]
        seats[wanted.seat] = SeatState(game.names[wanted.seat], None, secrets.hashed(secret))
        begun = rows.game_started(new, 1, room.game.version, game)
        played = (rows.move_made(new, 1, number, *row) for number, row in enumerate(moves))
        host = await self._opened(new, room.game, room.options, seats, (begun, *played))
        return wire.PlayedOn(new, host, secret)

    async def _opened(
        self,
        code: str,
        game: Contract,
        options: dict[str, str | int],
        seats: Sequence[SeatState],
        more: Sequence[rows.Statement] = (),
        *,
        pace: str = "human",
        listed: bool = False,
    ) -> str:
        """Store a new table, and `more` with it; returns the secret of its host.  Raises StorageError."""
        host = secrets.new_secret()
        cards, hashed = game.own_cards or None, secrets.hashed(host)
        opened = rows.table_opened(code, game.id, options, pace, hashed, listed=listed, cards=cards)
        await self._store.write(opened, *rows.seats_are(code, seats), *more)
        return host

    async def close(self) -> None:
        """Store how often time ran out at the tables that are in memory, before the server stops."""
        for room in list(self._rooms.values()):
            try:
                async with room.lock:
                    await room.timekeeper.store_timeouts()
            except Exception:
                log.exception("table %s: its timeouts could not be stored", room.code)

    def going_for(self, origin: str | None, beside: Room) -> int:
        """How many games with bots go on for people of this address alone, at other tables than this one."""
        return sum(
            room is not beside
            and all(subscriber.origin == origin for subscriber in room.subscribers)
            and room.match_in_play is not None
            and any(state.bot is not None for state in room.seating)
            for room in self._rooms.values()
        )

    def in_memory(self) -> int:
        """How many tables are in memory."""
        return len(self._rooms)

    def connections(self) -> int:
        """How many connections there are to tables."""
        return sum(len(room.subscribers) for room in list(self._rooms.values()))

    async def try_out(self) -> None:
        """Raises StorageError if tables cannot be read, or nothing can be stored."""
        await self._store.read("")
        await self._store.try_writing()

    async def delete_old(self) -> None:
        """Delete the tables at which nothing has happened for long, but not those that are in memory."""
        try:
            await self._store.forget_addresses(self._limits.keep_address_days)
            deleted = await self._store.delete_old(self._limits, frozenset(self._rooms))
        except StorageError as error:
            log.warning("old tables could not be deleted: %s", error)
        else:
            log.log(logging.INFO if deleted else logging.DEBUG, "%d old tables were deleted", deleted)

    async def sweep(self) -> None:
        """Drop the rooms that nobody has used for a while; they are loaded again when somebody comes."""
        now = time.monotonic()
        for code in list(self._rooms):
            if self._is_unused(code, now):
                self._drop(code)
                await self._store.unlock(code)
        over = {code for code, room in self._rooms.items() if room.phase == "over"}
        self._done += len(over - self._over)
        self._over.clear()
        self._over.update(over)
        await self._give_back()

    def _is_unused(self, code: str, now: float) -> bool:
        room = self._rooms.get(code)
        return room is not None and not (room.subscribers or room.lock.locked()) and now - room.last_used > IDLE

    async def _give_back(self) -> None:
        """Free what dropped rooms and ended games held, in one step, once these are a good part of all tables.

        A room and what drives it refer to each other.  They are old, and the collector by itself looks at old
        objects only when there are many new ones: on a server that everybody has left, never.  What bots have
        worked out lies among the rest, and the system gets back only what is free as a whole.
        """
        if self._done * OF_ALL > len(self._rooms):
            self._done = 0
            kept.forget_all()
            self._thinking.rest()
            await self._store.rest()
            chores.give_back_memory()

    def _drop(self, code: str) -> None:
        self.open_tables.remove(code)
        self._done += 1
        self._rooms.pop(code).lose()

    def _lose_all(self) -> None:
        """The tables here are this server's no more: everybody comes back to them, wherever they are then."""
        for code in list(self._rooms):
            self._drop(code)


def _tried_out(wanted: wire.NewTable) -> tuple[Contract, int, dict[str, str | int]]:
    """What is to be played, in which there can be a game.  Raises FacedownError."""
    game = find_game(wanted.game).contract
    if wanted.cards:
        game = game.with_cards(wanted.cards)
    seats = game.checked_seats(game.seats[0] if wanted.seats is None else wanted.seats)
    return game, seats, Table(game, seats, 0, wanted.options).options


def _unknown(code: str) -> Refused:
    return Refused("unknown_table", f"There is no table {code[:20]!r}; check the link, or open a new table.")


# -- the list of open tables --------------------------------------------------------------------------------------

AGAIN = 2.0  # seconds until the database is told again of those that still wait


def waiting(room: Room) -> wire.OpenTable | None:
    """What everybody may know about a listed table; None unless somebody is there and a seat is free."""
    free = sum(state.empty for state in room.seating)
    if not free or not room.subscribers or room.phase != "lobby":
        return None
    options = room.game.public_options(room.options)
    return wire.OpenTable(room.code, room.game.id, room.game.title, options, len(room.seating), free)


class OpenTables:
    """The tables that everybody may find, here and at other servers; each address has a limited number of them."""

    def __init__(self, database: Store, rooms: Mapping[str, Room], most: int) -> None:
        """`rooms`: those in memory, by their table's code; `most`: listed tables of one address."""
        self._store, self._rooms, self._most = database, rooms, most
        self._told: frozenset[str] = frozenset()  # the codes that the database has
        self._told_at = 0.0  # monotonic
        self._wanted: dict[str, None] = {}  # the codes of tables here whose hosts want them listed, in order

    def add(self, code: str) -> None:
        """The host of this table, which is in memory, wants it listed."""
        self._wanted[code] = None

    def remove(self, code: str) -> None:
        """This table is in memory no more."""
        self._wanted.pop(code, None)

    async def all(self) -> tuple[wire.OpenTable, ...]:
        """The tables of all servers, sorted by code.  Raises StorageError."""
        found = {table.code: table for table in self._shown()[0]}
        if self._store.is_shared:
            elsewhere = [one for one in await self._store.waiting() if one.code not in self._told]
            found = {table.code: table for table in map(_shown, elsewhere) if table is not None} | found
        return tuple(found[code] for code in sorted(found))

    async def tell_servers(self) -> None:
        """Say in the database which tables here wait.  Raises StorageError."""
        if not self._store.is_shared:
            return
        here, now, changes = frozenset(table.code for table in self._shown()[0]), time.monotonic(), []
        if here and (here != self._told or now - self._told_at > AGAIN):
            changes.append(rows.waits_for_players(sorted(here), waits=True))
        if gone := self._told - here:
            changes.append(rows.waits_for_players(sorted(gone), waits=False))
        if changes:
            await self._store.write(*changes)
            self._told, self._told_at = here, now

    def of(self, origin: str | None) -> int:
        """How many tables this address has in the list."""
        return self._shown()[1][origin]

    def _shown(self) -> tuple[list[wire.OpenTable], Counter[str | None]]:
        """These tables, and how many each address has: a table counts for the one there that has the fewest.

        Who opens many and then comes to all at once has no more of them in the list than others.  A table that does
        not wait any more loses its place to those that do.
        """
        tables: list[wire.OpenTable] = []
        had: Counter[str | None] = Counter()
        for code in list(self._wanted):
            room = self._rooms.get(code)
            table = None if room is None else waiting(room)
            if room is None or table is None:
                self._wanted[code] = self._wanted.pop(code)
                continue
            fewest = min((subscriber.origin for subscriber in room.subscribers), key=had.__getitem__)
            if had[fewest] < self._most:
                had[fewest] += 1
                tables.append(table)
        return tables, had


def _shown(waits: Waiting) -> wire.OpenTable | None:
    """What everybody may know about it; None if it is full by now, or this version has no such game."""
    try:
        game = find_game(waits.game).contract
    except UnknownGame:
        return None
    if not waits.free:
        return None
    options = game.public_options(usable_options(game, waits.options))
    return wire.OpenTable(waits.code, game.id, game.title, options, waits.seats, waits.free)
