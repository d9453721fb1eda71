"""What each receiver has seen of a game in which not everybody sees that something happens.

At most tables every move is seen by all, if only as something hidden; then everybody counts the same.  By night in
a storyteller's town that would tell how many are awake.  There each receiver has a count of its own, of the states
and the events that it saw, and is told nothing where nothing has changed for it.
"""

from __future__ import annotations

import msgspec

from facedown.core.table import Table
from facedown.server import telling
from facedown.server.telling import Receiver


class Sight:
    """What one receiver has seen: by its own numbers, the table's versions and frames."""

    def __init__(self) -> None:
        self.versions: list[int] = []
        self.frames: list[int] = []
        self.looked = 0  # the table's frames that have been looked at
        self.last = b""

    def look(self, table: Table, receiver: Receiver, version: int) -> bool:
        """See how it stands now; is it otherwise than before?"""
        new = [frame for frame in range(self.looked, len(table.frames)) if telling.sees(table, receiver, frame)]
        self.frames += new
        self.looked = len(table.frames)
        now = msgspec.json.encode(telling.turn(table, receiver))
        changed = bool(new) or now != self.last
        if changed:
            self.versions.append(version)
            self.last = now
        return changed


class Sights:
    """The sights of all who may look at one table: its seats, and whoever watches."""

    def __init__(self, table: Table) -> None:
        self._of: dict[Receiver, Sight] = {receiver: Sight() for receiver in (None, *range(len(table.names)))}
        self.look(table, 0)

    def look(self, table: Table, version: int) -> frozenset[Receiver]:
        """Everybody looks; who sees something new?"""
        return frozenset(who for who, sight in self._of.items() if sight.look(table, who, version))

    def version(self, receiver: Receiver) -> int:
        """How many changes this receiver has seen."""
        return len(self._of[receiver].versions) - 1

    def frame(self, receiver: Receiver) -> int:
        """The number, by its own count, of the last event that this receiver saw."""
        return len(self._of[receiver].frames) - 1

    def meant(self, receiver: Receiver, at: int, now: int) -> int:
        """The table's version that this receiver means by its own number; `now` where that is the last it saw."""
        versions = self._of[receiver].versions
        if at >= len(versions) - 1:
            return now if at == len(versions) - 1 else now + 1
        return versions[at]

    def since(self, receiver: Receiver, frame: int | None) -> int | None:
        """The table's frame that this receiver means by its own number; None where there is none such."""
        frames = self._of[receiver].frames
        return frames[frame] if frame is not None and 0 <= frame < len(frames) else None
