"""Keys with which pages send what they do, so that a message sent again after a broken line is carried out once."""

from __future__ import annotations

from collections.abc import Iterable

from facedown.server import store


class Once:
    """What the seats of one table have done with which keys, in its last two games."""

    def __init__(self, code: str, stored: Iterable[tuple[int, str]]) -> None:
        self._code, self._done = code, set(stored)

    def knows(self, seat: int, key: str | None) -> bool:
        """Has this seat done something with this key?"""
        return key is not None and (seat, key) in self._done

    def changes(self, seat: int, key: str | None, game: int) -> tuple[store.Change, ...]:
        """What is to be stored with that which is done now; `game`: the table's last game, 0 before the first."""
        return () if key is None else (store.done_once(self._code, seat, key, game),)

    def add(self, seat: int, key: str | None) -> None:
        """It is stored."""
        if key is not None:
            self._done.add((seat, key))
