"""The other servers that have people at one table, and which server leads it.

The leading server runs the table's clock and its bots, and holds the table's lock in the database.  When it dies,
or its last person leaves, another server takes the lock.  A server that knows of no others sends nothing; a server
that joins a table asks the leading one, and reads the table once that has answered.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

import msgspec

from facedown.server import wire
from facedown.server.cluster import replication
from facedown.server.cluster.membership import Cluster
from facedown.server.cluster.news import AnyNews, Envelope, Here, Said, Seated, State
from facedown.server.storage.store import Change, Conflict, StorageError

if TYPE_CHECKING:
    from facedown.server.rooms.room import Room

log = logging.getLogger(__name__)

PATIENCE = 1.0  # seconds to wait for an answer, or for news of what another server has stored
TRIES = 5


class Peers:
    """The other servers at one table; always empty if this server shares its database with no others."""

    def __init__(self, room: Room, cluster: Cluster | None) -> None:
        self.code = room.code
        self.here: dict[str, Here] = {}  # by the name of the server
        self.heard: deque[Envelope] = deque()  # news that has not been applied here yet
        self.leads = cluster is None
        self._room, self._cluster = room, cluster
        self._joined = cluster is None
        self._told: Here | None = None  # what the others were last told about this server
        self._arrived = asyncio.Event()
        self._is_due = False  # whether a task that applies the news is scheduled
        self._state: asyncio.Future[State] | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def is_shared(self) -> bool:
        """Whether people at this table are connected to other servers."""
        return bool(self.here)

    @property
    def is_known(self) -> bool:
        """Whether this server hears of everything that happens at the table."""
        return self._joined

    def seats(self) -> set[int]:
        """The seats whose people are connected to other servers."""
        return {seat for here in self.here.values() for seat in here.seats}

    def hosts(self) -> set[int]:
        """The seats of hosts who are connected to other servers."""
        return {seat for here in self.here.values() for seat in here.hosts}

    # -- telling --------------------------------------------------------------------------------------------------

    def tells(self, *told: AnyNews) -> list[Change]:
        """The changes to store together with another one, so that the other servers hear of it."""
        cluster = self._cluster
        return [cluster.change(self.code, what) for what in told] if cluster is not None and self.here else []

    def tell(self, told: AnyNews) -> None:
        """Tell the other servers something that is not stored."""
        if changes := self.tells(told):
            self._in_background(self._write(changes))

    def announce(self) -> None:
        """Tell the other servers who is connected here, if that has changed."""
        cluster = self._cluster
        if cluster is None:
            return
        now = replication.present(self._room)
        told = self._told
        if told is not None and (told.seats, told.led, told.hosts) == (now.seats, now.led, now.hosts):
            return
        if told is None or self.here:
            self._in_background(self._write([cluster.change(self.code, now)]))
        self._told = now

    def all_here(self) -> dict[str, Here]:
        """Who is connected to this server and to all others, by the server's name."""
        return (
            self.here
            if self._cluster is None
            else {**self.here, self._cluster.name: replication.present(self._room)}
        )

    async def _write(self, changes: list[Change]) -> None:
        try:
            await self._room.store.write(*changes)
        except (StorageError, Conflict) as error:
            log.warning("table %s: the other servers cannot be told: %s", self.code, error)

    # -- hearing --------------------------------------------------------------------------------------------------

    def hear(self, envelope: Envelope) -> None:
        """Take news of this table from another server."""
        told = envelope.news
        if isinstance(told, State):
            cluster = self._cluster
            if (
                cluster is not None
                and told.to == cluster.name
                and self._state is not None
                and not self._state.done()
            ):
                self._state.set_result(told)
            return
        self.heard.append(envelope)
        self._arrived.set()
        if not self._is_due:
            self._is_due = True
            self._later(self._hear)

    async def _hear(self) -> None:
        """Apply the news heard until now.  The lock is held."""
        self._is_due = False
        await replication.hear(self._room)

    async def hear_soon(self) -> bool:
        """Wait for news and apply it; False if none comes.  The lock is held."""
        if not self.here or not self._joined:
            return False
        if not self.heard:
            self._arrived.clear()
            try:
                await asyncio.wait_for(self._arrived.wait(), PATIENCE)
            except TimeoutError:
                return False
        await replication.hear(self._room)
        return True

    def mentioned(self) -> set[str]:
        """The names of the other servers at this table."""
        return set(self.here)

    def lose(self, server: str) -> None:
        """Note that a server is gone, with its people; another may lead in its place."""
        if server in self.here:
            self.hear(Envelope(server, 0, self.code, Here((), gone=True)))

    def note(self, by: str, here: Here) -> None:
        """Note who is connected to another server, or that it is gone."""
        if here.gone:
            self.here.pop(by, None)
            return
        known, self.here[by] = by in self.here, here
        if not known and self._told is not None:
            self.tell(replication.present(self._room))

    def reseat(self, told: Seated, by: str | None) -> None:
        """Move connected people with their seats; `by`: the server that changed the seats, None for this one."""
        self.here = {server: _elsewhere(here, told.places) for server, here in self.here.items()}
        if by in self.here:
            self.here[by] = msgspec.structs.replace(self.here[by], seats=told.here, hosts=told.hosts)
        if self._told is not None:
            moved = _elsewhere(self._told, told.places)
            mine = msgspec.structs.replace(moved, seats=told.here, hosts=told.hosts)
            self._told = mine if by is None else moved

    # -- coming and going -----------------------------------------------------------------------------------------

    async def join(self) -> None:
        """Join the table, when the first person here comes to it.  The lock is held.  Raises StorageError."""
        if self._joined or self._cluster is None:
            return
        self._cluster.add(self)
        state = await self._ask()
        await self._room.reload()
        if state is not None:
            self.here = {server: here for server, here in state.here.items() if server != self._cluster.name}
            replication.take_state(self._room, state)
        self.heard = deque(told for told in self.heard if not self._is_read(told))
        self._joined, self._told = True, None

    async def _ask(self) -> State | None:
        """Ask the leading server for the table's state; None if this server leads.  Raises StorageError."""
        assert self._cluster is not None, "there are others"
        for _ in range(TRIES):
            self.leads = await self._cluster.take(self.code)
            if self.leads:
                return None
            self._state = asyncio.get_running_loop().create_future()
            await self._room.store.write(
                self._cluster.change(self.code, replication.present(self._room, asks=True))
            )
            try:
                return await asyncio.wait_for(self._state, PATIENCE)
            except TimeoutError:
                continue
        raise StorageError("the server that leads this table does not answer; try again")

    def _is_read(self, told: Envelope) -> bool:
        """Whether this was already read from the store."""
        said = told.news
        return isinstance(said, Said) and wire.Line(said.seat, said.name, said.text) in self._room.chat

    async def leave(self) -> None:
        """Leave the table, when the last person here has gone.  The lock is held."""
        cluster = self._cluster
        if cluster is None or not self._joined:
            return
        self._joined = False
        cluster.remove(self)
        if self.leads:
            self.leads = False
            try:
                await cluster.release(self.code)
            except StorageError as error:
                log.warning("table %s: %s", self.code, error)
        if self.here:
            self._in_background(self._write([cluster.change(self.code, Here((), gone=True))]))
        self.here.clear()
        self.heard.clear()

    async def try_to_lead(self) -> None:
        """Become the leading server if there is none.  The lock is held."""
        if self._cluster is None or self.leads or not self._joined:
            return
        try:
            self.leads = await self._cluster.take(self.code)
        except StorageError as error:
            log.warning("table %s: %s", self.code, error)
        if self.leads:
            await replication.lead(self._room)

    def begin_again(self) -> None:
        """Join again after a time in which no news was heard and the lock was lost."""
        self._joined, self.leads = False, False
        self.here.clear()
        self.heard.clear()
        self._later(self._rejoin)

    async def _rejoin(self) -> None:
        if not self._room.subscribers:
            return
        try:
            await self.join()
        except StorageError as error:
            log.warning("table %s: %s", self.code, error)
            await asyncio.sleep(PATIENCE)
            self.begin_again()
            return
        self.announce()
        if self.leads:
            await replication.lead(self._room)

    def _later(self, do: Callable[[], Awaitable[None]]) -> None:
        """Call this in the background, with the room's lock held."""

        async def with_lock() -> None:
            async with self._room.lock:
                await do()

        self._in_background(with_lock())

    def _in_background(self, work: Awaitable[None]) -> None:
        async def safely() -> None:
            try:
                await work
            except Exception:
                log.exception("table %s: changes made by other servers could not be applied here", self.code)

        task = asyncio.create_task(safely())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _elsewhere(here: Here, places: dict[int, int | None]) -> Here:
    """The same people after the seats have moved; `places` maps old seats to new ones, None if removed."""

    def moved(seats: tuple[int, ...]) -> tuple[int, ...]:
        now = {places.get(seat, seat) for seat in seats}
        return tuple(sorted(seat for seat in now if seat is not None))

    return msgspec.structs.replace(here, seats=moved(here.seats), hosts=moved(here.hosts))
