"""What each receiver has seen of a game in which not everybody sees that something happens.

At most tables every move is seen by all, if only as something hidden; then everybody counts the same.  By night in
a storyteller's town that would tell how many are awake.  There each receiver has a count of its own, of the states
and the events that it saw, and is told nothing where nothing has changed for it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import copy as shallow

import msgspec

from facedown.core.game import Event
from facedown.core.table import Table
from facedown.server import telling
from facedown.server.telling import Public, Receiver
from facedown.server.wire import Turn


class Sight:
    """What one receiver has seen: by its own numbers, the table's versions and frames.

    Its numbers never go back.  What is taken back leaves its numbers unused; that it was taken back has a number of
    its own, which stands for the frame that was gone back to.
    """

    def __init__(self) -> None:
        self.versions: list[int] = []
        self.frames: list[int | None] = []  # None: it has been taken back since
        self.notes: dict[int, Event] = {}  # by its own numbers: what it was told when something was taken back
        self.looked = 0  # the table's frames that have been looked at
        self.last = b""

    def copy(self) -> Sight:
        other = Sight()
        other.versions, other.frames, other.notes = list(self.versions), list(self.frames), dict(self.notes)
        other.looked, other.last = self.looked, self.last
        return other

    def look(self, table: Table, receiver: Receiver, version: int, turn: Turn) -> bool:
        """See how it stands now; is it otherwise than before?"""
        new = [frame for frame in range(self.looked, len(table.frames)) if telling.sees(table, receiver, frame)]
        self.frames += new
        self.looked = len(table.frames)
        now = msgspec.json.encode(turn)
        changed = bool(new) or now != self.last
        if changed:
            self.versions.append(version)
            self.last = now
        return changed

    def look_back(self, table: Table, version: int, note: Event, turn: Turn) -> int | None:
        """Moves were taken back: how many lines of its log are no more?  None: it sees no difference at all."""
        last = len(table.frames) - 1
        gone = [number for number, frame in enumerate(self.frames) if frame is not None and frame > last]
        self.looked = last + 1
        now = msgspec.json.encode(turn)
        if not gone and now == self.last:
            return None
        for number in gone:
            self.frames[number] = None
        self.notes[len(self.frames)] = note
        self.frames.append(last)
        self.versions.append(version)
        self.last = now
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
        self._turns: dict[Receiver, Turn] = {}  # as they looked last
        self.look(table, 0)

    def copy(self) -> Sights:
        other = shallow(self)
        other._of = {receiver: sight.copy() for receiver, sight in self._of.items()}
        return other

    def look(self, table: Table, version: int) -> frozenset[Receiver]:
        """Everybody looks; who sees something new?"""
        turns = self._turns_now(table)
        return frozenset(who for who, sight in self._of.items() if sight.look(table, who, version, turns[who]))

    def turn(self, seat: int) -> Turn | None:
        """What the game was to this seat when everybody looked last; None where there is no such seat."""
        return self._turns.get(seat)

    def _turns_now(self, table: Table) -> dict[Receiver, Turn]:
        public = Public(table)
        self._turns = {who: telling.turn(table, who, public) for who in self._of}
        return self._turns

    def look_back(self, table: Table, version: int, notes: Callable[[Receiver], Event]) -> dict[Receiver, int]:
        """Moves were taken back: who sees a difference, and how many lines of their log are no more?"""
        turns = self._turns_now(table)
        lost = {who: sight.look_back(table, version, notes(who), turns[who]) for who, sight in self._of.items()}
        return {who: lines for who, lines in lost.items() if lines is not None}

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
