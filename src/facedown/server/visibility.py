"""Which states and events each receiver has seen, in a game with events that are hidden even as events.

At most tables everybody is told of every move, if only that something hidden happened, so one count of versions and
frames serves all.  At night in Clocktower that would reveal how many people are awake.  There each receiver has
counts of its own, of the states and events that it saw, and is sent nothing while nothing changes for it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from copy import copy as shallow

import msgspec

from facedown.core.game import Event
from facedown.core.table import Table
from facedown.server import outbound
from facedown.server.outbound import PublicFacts, Receiver


class Perspective:
    """What one receiver has seen: its own numbers, mapped to the table's versions and frames.

    Its numbers only grow.  An undo does not free the numbers of what was undone; the undo itself gets the next
    number, which stands for the frame that the table went back to.
    """

    def __init__(self) -> None:
        self.versions: list[int] = [0]
        self.frames: list[int | None] = []  # None: it has been undone since
        self.notes: dict[int, Event] = {}  # by its own frame numbers: the line of the log that reports an undo
        self.checked = 0  # how many of the table's frames have been looked at

    def copy(self) -> Perspective:
        other = Perspective()
        other.versions, other.frames, other.notes = list(self.versions), list(self.frames), dict(self.notes)
        other.checked = self.checked
        return other

    def update(self, table: Table, receiver: Receiver) -> bool:
        """Add the table's new frames; was the receiver told of any of them?"""
        new = [frame for frame in range(self.checked, len(table.frames)) if outbound.sees(table, receiver, frame)]
        self.frames += new
        self.checked = len(table.frames)
        return bool(new)

    def undone(self, table: Table) -> list[int]:
        """The receiver's numbers of the frames that the table no longer has."""
        last = len(table.frames) - 1
        return [number for number, frame in enumerate(self.frames) if frame is not None and frame > last]

    def undo(self, table: Table, version: int, note: Event) -> int:
        """Moves were undone and the receiver sees a difference; returns how many lines its log has lost."""
        undone = self.undone(table)
        for number in undone:
            self.frames[number] = None
        self.notes[len(self.frames)] = note
        self.frames.append(len(table.frames) - 1)
        self.versions.append(version)
        return len(undone)

    def log(self, events: Mapping[int, Event | None]) -> tuple[Event, ...]:
        """The receiver's log, without what was undone; `events` are those of the table's frames."""
        told = (
            self.notes.get(number) or events.get(frame)
            for number, frame in enumerate(self.frames)
            if frame is not None
        )
        return tuple(event for event in told if event is not None)


class Visibility:
    """The perspectives of everybody who can look at one table: its seats, and None for all spectators."""

    def __init__(self, table: Table) -> None:
        receivers = (None, *range(len(table.names)))
        self._perspectives: dict[Receiver, Perspective] = {receiver: Perspective() for receiver in receivers}
        self._last_turns: dict[Receiver, bytes] = {}  # the last turn that was computed for a receiver, encoded
        for receiver, perspective in self._perspectives.items():
            perspective.update(table, receiver)

    def copy(self) -> Visibility:
        other = shallow(self)
        other._perspectives = {receiver: seen.copy() for receiver, seen in self._perspectives.items()}
        return other

    def update(self, before: Table, table: Table, version: int) -> frozenset[Receiver]:
        """Take note of what has happened between the two tables; returns the receivers that see a difference.

        A receiver that was told of an event does.  Only for the others are the two tables compared.
        """
        told = {who for who, seen in self._perspectives.items() if seen.update(table, who)}
        noticed = frozenset(told | self._changed_for(before, table, self._perspectives.keys() - told))
        for who in noticed:
            self._perspectives[who].versions.append(version)
        return noticed

    def undo(
        self, before: Table, table: Table, version: int, notes: Callable[[Receiver], Event]
    ) -> dict[Receiver, int]:
        """Take note of an undo; returns the receivers that see a difference, and how many log lines each loses."""
        for seen in self._perspectives.values():
            seen.checked = len(table.frames)
        affected = {who for who, seen in self._perspectives.items() if seen.undone(table)}
        affected |= self._changed_for(before, table, self._perspectives.keys() - affected)
        return {
            who: seen.undo(table, version, notes(who))
            for who, seen in self._perspectives.items()
            if who in affected
        }

    def _changed_for(self, before: Table, table: Table, receivers: Collection[Receiver]) -> set[Receiver]:
        """Those of the receivers to whom the two tables look different."""
        old = {who: self._last_turns[who] for who in receivers if who in self._last_turns}
        old |= _turns(before, [who for who in receivers if who not in old])
        self._last_turns = _turns(table, receivers)
        return {who for who in receivers if old[who] != self._last_turns[who]}

    def frames_seen(self, receiver: Receiver) -> list[int]:
        """The table's frames that this receiver has seen and that have not been undone."""
        seen = self._perspectives[receiver]
        return [f for number, f in enumerate(seen.frames) if f is not None and number not in seen.notes]

    def log(self, receiver: Receiver, events: Mapping[int, Event | None]) -> tuple[Event, ...]:
        """This receiver's log; `events` are those of the table's frames."""
        return self._perspectives[receiver].log(events)

    def last_note(self, receiver: Receiver) -> Event:
        """The line that reported the last undo to this receiver."""
        notes = self._perspectives[receiver].notes
        return notes[max(notes)]

    def version(self, receiver: Receiver) -> int:
        """How many changes this receiver has seen."""
        return len(self._perspectives[receiver].versions) - 1

    def frame(self, receiver: Receiver) -> int:
        """The receiver's own number of the last frame that it saw."""
        return len(self._perspectives[receiver].frames) - 1

    def table_version(self, receiver: Receiver, at: int, now: int) -> int:
        """The table's version for a receiver's own version `at`.

        `now`, the table's present version, if that is the receiver's latest; more than `now` if there is no such
        version yet.
        """
        versions = self._perspectives[receiver].versions
        if at >= len(versions) - 1:
            return now if at == len(versions) - 1 else now + 1
        return versions[at]

    def table_frame(self, receiver: Receiver, frame: int | None) -> int | None:
        """The table's frame for a receiver's own number; None if there is none, or something was undone since."""
        seen = self._perspectives[receiver]
        oldest = max(seen.notes, default=0)
        return seen.frames[frame] if frame is not None and oldest <= frame < len(seen.frames) else None


def _turns(table: Table, receivers: Collection[Receiver]) -> dict[Receiver, bytes]:
    """What each of these receivers would be told of the present moment, encoded."""
    public = PublicFacts(table) if receivers else None
    return {who: msgspec.json.encode(outbound.turn(table, who, public)) for who in receivers}
