"""Which tables of this server are in the list of open tables, and what the hosts of the others are told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import partial

from facedown.server import wire
from facedown.server.rooms.room import Room


def waiting(room: Room) -> wire.OpenTable | None:
    """What everybody may know about a listed table; None unless somebody is there and a seat is free."""
    free = sum(state.empty for state in room.seating)
    if not free or not room.subscribers or room.phase != "lobby":
        return None
    options = room.game.public_options(room.options)
    return wire.OpenTable(room.code, room.game.id, room.game.title, options, len(room.seating), free)


class Listing:
    """The tables here whose hosts want everybody to find them; each address has a limited number in it."""

    def __init__(self, rooms: Mapping[str, Room], most: int) -> None:
        """`rooms`: those in memory, by their table's code; `most`: listed tables of one address."""
        self._rooms, self._most = rooms, most
        self._wanted: dict[
            str, str | None
        ] = {}  # by code, in order: what their hosts were last told; None: nothing, or that it is listed

    def add(self, code: str) -> None:
        """The host of this table, which is in memory, wants it listed."""
        self._wanted[code] = None
        self._rooms[code].why_unlisted = partial(self._why_unlisted, code)

    def remove(self, code: str) -> None:
        """This table is in memory no more."""
        self._wanted.pop(code, None)

    def tables(self) -> Iterator[wire.OpenTable]:
        """Those at which somebody is and a seat is free."""
        yield from self._shown()[0]

    def of(self, origin: str | None) -> int:
        """How many tables this address has in the list."""
        return self._shown()[1][origin]

    def tell_hosts(self) -> None:
        """Tell hosts whose table has come into the list, or has dropped out of it, since they were last told."""
        listed = {table.code for table in self.tables()}
        for code, told in list(self._wanted.items()):
            room = self._rooms.get(code)
            if room is None or told == (why := self._why_not(room, listed)):
                continue
            self._wanted[code] = why
            text = wire.write(wire.Listed(why))
            for subscriber in room.subscribers:
                if subscriber.host:
                    subscriber.send(text)

    def _why_unlisted(self, code: str) -> str | None:
        """What the host of this table is told now, who has just come."""
        if code not in self._wanted or (room := self._rooms.get(code)) is None:
            return None
        self._wanted[code] = self._why_not(room, {table.code for table in self.tables()})
        return self._wanted[code]

    def _why_not(self, room: Room, listed: set[str]) -> str | None:
        """Why a table that waits for players is not among those `listed`; None if it is, or does not wait."""
        if room.code in listed or waiting(room) is None:
            return None
        return (
            f"This table is not in the list of open tables, because {self._most} from your address are in it "
            "already. It will be listed as soon as one of them begins its game."
        )

    def _shown(self) -> tuple[list[wire.OpenTable], Counter[str | None]]:
        """These tables, and how many each address has: a table counts for the one there that has the fewest.

        Who opens many and then comes to all at once has no more of them in the list than others.  A table that does
        not wait any more loses its place to those that do, whose hosts have been told that they are listed.
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
