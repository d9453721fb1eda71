"""What each receiver has seen of a game in which not everybody sees that something happens.

At most tables every move is seen by all, if only as something hidden; then everybody counts the same.  By night in
a storyteller's town that would tell how many are awake.  There each receiver has a count of its own, of the states
and the events that it saw, and is told nothing where nothing has changed for it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from copy import copy as shallow

import msgspec

from facedown.core.game import Event
from facedown.core.table import Table
from facedown.server import telling
from facedown.server.telling import Public, Receiver


class Sight:
    """What one receiver has seen: by its own numbers, the table's versions and frames.

    Its numbers never go back.  What is taken back leaves its numbers unused; that it was taken back has a number of
    its own, which stands for the frame that was gone back to.
    """

    def __init__(self) -> None:
        self.versions: list[int] = [0]
        self.frames: list[int | None] = []  # None: it has been taken back since
        self.notes: dict[int, Event] = {}  # by its own numbers: what it was told when something was taken back
        self.looked = 0  # the table's frames that have been looked at

    def copy(self) -> Sight:
        other = Sight()
        other.versions, other.frames, other.notes = list(self.versions), list(self.frames), dict(self.notes)
        other.looked = self.looked
        return other

    def look(self, table: Table, receiver: Receiver) -> bool:
        """See what has happened; is it told that something has?"""
        new = [frame for frame in range(self.looked, len(table.frames)) if telling.sees(table, receiver, frame)]
        self.frames += new
        self.looked = len(table.frames)
        return bool(new)

    def gone(self, table: Table) -> list[int]:
        """Its numbers of what it was told of and has been taken back."""
        last = len(table.frames) - 1
        return [number for number, frame in enumerate(self.frames) if frame is not None and frame > last]

    def go_back(self, table: Table, version: int, note: Event) -> int:
        """Moves were taken back, and it sees a difference: how many lines of its log are no more?"""
        gone = self.gone(table)
        for number in gone:
            self.frames[number] = None
        self.notes[len(self.frames)] = note
        self.frames.append(len(table.frames) - 1)
        self.versions.append(version)
        return len(gone)

    def log(self, events: Mapping[int, Event | None]) -> tuple[Event, ...]:
        """What it has been told, but for what was taken back; `events` are those of the table's frames."""
        told = (
            self.notes.get(number) or events.get(frame)
            for number, frame in enumerate(self.frames)
            if frame is not None
        )
        return tuple(event for event in told if event is not None)


class Sights:
    """The sights of all who may look at one table: its seats, and whoever watches."""

    def __init__(self, table: Table) -> None:
        self._of: dict[Receiver, Sight] = {receiver: Sight() for receiver in (None, *range(len(table.names)))}
        self._last: dict[Receiver, bytes] = {}  # how it looked to them last, where that has been looked at
        for who, sight in self._of.items():
            sight.look(table, who)

    def copy(self) -> Sights:
        other = shallow(self)
        other._of = {receiver: sight.copy() for receiver, sight in self._of.items()}
        return other

    def look(self, before: Table, table: Table, version: int) -> frozenset[Receiver]:
        """Everybody looks; who sees something new?

        Whoever is told that something happened does.  For the others alone it matters how it was before.
        """
        told = {who for who, sight in self._of.items() if sight.look(table, who)}
        saw = frozenset(told | self._for_whom_it_differs(before, table, self._of.keys() - told))
        for who in saw:
            self._of[who].versions.append(version)
        return saw

    def look_back(
        self, before: Table, table: Table, version: int, notes: Callable[[Receiver], Event]
    ) -> dict[Receiver, int]:
        """Moves were taken back: who sees a difference, and how many lines of their log are no more?"""
        for sight in self._of.values():
            sight.looked = len(table.frames)
        lost = {who for who, sight in self._of.items() if sight.gone(table)}
        lost |= self._for_whom_it_differs(before, table, self._of.keys() - lost)
        return {who: sight.go_back(table, version, notes(who)) for who, sight in self._of.items() if who in lost}

    def _for_whom_it_differs(self, before: Table, table: Table, whom: Collection[Receiver]) -> set[Receiver]:
        """To which of these does it look otherwise than before?"""
        was = {who: self._last[who] for who in whom if who in self._last}
        was |= _looks(before, [who for who in whom if who not in was])
        self._last = _looks(table, whom)
        return {who for who in whom if was[who] != self._last[who]}

    def seen(self, receiver: Receiver) -> list[int]:
        """The table's frames that this receiver has seen and that still stand."""
        sight = self._of[receiver]
        return [f for number, f in enumerate(sight.frames) if f is not None and number not in sight.notes]

    def log(self, receiver: Receiver, events: Mapping[int, Event | None]) -> tuple[Event, ...]:
        return self._of[receiver].log(events)

    def note(self, receiver: Receiver) -> Event:
        """What this receiver was told when something was last taken back."""
        notes = self._of[receiver].notes
        return notes[max(notes)]

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
        """The table's frame that this receiver means by its own number.

        None where there is none such, or where something has been taken back since.
        """
        frames, notes = self._of[receiver].frames, self._of[receiver].notes
        oldest = max(notes, default=0)
        return frames[frame] if frame is not None and oldest <= frame < len(frames) else None


def _looks(table: Table, whom: Collection[Receiver]) -> dict[Receiver, bytes]:
    """What the game is to each of them now."""
    public = Public(table) if whom else None
    return {who: msgspec.json.encode(telling.turn(table, who, public)) for who in whom}
