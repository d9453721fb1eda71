"""Keys with which pages send what they do, so that a message sent again after a broken line is carried out once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from facedown.server.storage import statements

KEPT = 50  # keys of one seat: pages send again what they sent last


class IdempotencyKeys:
    """What the seats of one table have done with which keys, in its last two games, the latest of each seat."""

    def __init__(self, code: str, stored: Iterable[tuple[int, str]]) -> None:
        """`stored`: in the order in which it was done."""
        self._code = code
        self._done: dict[int, dict[str, None]] = {}
        for seat, key in stored:
            self._done.setdefault(seat, {})[key] = None

    def knows(self, seat: int, key: str | None) -> bool:
        """Whether this seat has already done something with this key."""
        return key is not None and key in self._done.get(seat, ())

    def changes(self, seat: int, key: str | None, game: int) -> tuple[statements.Statement, ...]:
        """What is to be stored with that which is done now; `game`: the table's last game, 0 before the first."""
        if key is None:
            return ()
        oldest = self._oldest(seat)
        forgotten = () if oldest is None else (statements.once_forgotten(self._code, seat, oldest),)
        return (*forgotten, statements.done_once(self._code, seat, key, game))

    def add(self, seat: int, key: str | None) -> None:
        """Add a key that has been stored."""
        if key is not None:
            oldest = self._oldest(seat)
            if oldest is not None:
                del self._done[seat][oldest]
            self._done.setdefault(seat, {})[key] = None

    def seats_moved(self, places: Mapping[int, int | None]) -> None:
        """The seats have other numbers now, None for those that are gone; it is stored."""
        done = {places.get(seat, seat): keys for seat, keys in self._done.items()}
        self._done = {seat: keys for seat, keys in done.items() if seat is not None}

    def _oldest(self, seat: int) -> str | None:
        """The key of this seat that makes way for another; None while there is room."""
        keys = self._done.get(seat, {})
        return next(iter(keys)) if len(keys) >= KEPT else None
