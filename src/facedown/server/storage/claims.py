"""A table belongs to one server, which has claimed it, and nobody else writes to it.

With PostgreSQL a claim is a lock of the session that writes.  So a server that no longer has the lock cannot write
either: when its session breaks, the locks are free, and what still waits to be written is refused.  When a process
dies, its session ends with it, and another server can claim its tables at once.

A file of SQLite belongs to one server as a whole.
"""

from __future__ import annotations

from facedown.server.storage.statements import Statement
from facedown.server.storage.store import StorageError, Store
from facedown.server.storage.stored import StoredPast, StoredTable


async def claim(store: Store, code: str) -> Claim | None:
    """The right to write to this table; None if another server has it.  Raises StorageError."""
    session = await store.lock(code)
    return None if session is None else Claim(store, code, session)


class Claim:
    """One table, as the server that has it reads and writes it."""

    def __init__(self, store: Store, code: str, session: int) -> None:
        """`session`: the number of the store's session that has the lock."""
        self._store, self.code, self._session = store, code, session

    @property
    def holds(self) -> bool:
        """Whether the table still belongs to this server."""
        return self._session > self._store.last_lost

    @property
    def hashing_key(self) -> bytes:
        """With which addresses are hashed before they are stored."""
        return self._store.hashing_key

    @property
    def is_nearly_full(self) -> bool:
        """Whether the rest of the database's space is kept for moves."""
        return self._store.is_nearly_full

    async def write(self, *changes: Statement) -> None:
        """Make all of these changes, or none.  Raises Conflict or StorageError."""
        if not self.holds:
            raise StorageError("another server may have this table by now; come back to it")
        await self._store.write(*changes)

    async def read(self, code: str, lines: int) -> StoredTable | None:
        """As `Store.read`.  Raises StorageError."""
        return await self._store.read(code, lines)

    async def read_game(self, code: str, number: int) -> StoredPast | None:
        """As `Store.read_game`.  Raises StorageError."""
        return await self._store.read_game(code, number)

    async def close(self) -> None:
        """Let another server have it; what was written before is stored by then.  Raises StorageError."""
        if self.holds:
            await self._store.unlock(self.code)
