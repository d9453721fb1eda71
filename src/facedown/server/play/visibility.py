"""Which states and events each receiver has seen, in a game with events that are hidden even as events.

At most tables everybody is told of every move, if only that something hidden happened, so one count of versions and
frames serves all.  At night in Clocktower that would reveal how many people are awake.  There each receiver has
counts of its own, of the states and events that it saw, and is sent nothing while nothing changes for it.

It is sent one message for each event that it sees, and one when what it is asked or sees changes without an event.
So its messages are the same whether the table went on by itself or somebody was asked in secret in between.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Collection, Mapping
from functools import partial
from typing import NamedTuple

from facedown.core.game import Event
from facedown.core.table import Table
from facedown.server.play import outbound
from facedown.server.play.outbound import Noticed, Receiver

UNDONE = -1  # in place of the number of a frame
_numbers = partial(array, "i")  # four bytes each; a list would keep an object for each of them


class Seen(NamedTuple):
    """What a receiver had seen at one moment.  The lists grow since then, or are made anew."""

    versions: array[int]
    last_version: int
    frames: array[int]
    last_frame: int
    notes: dict[int, Event]


class Perspective:
    """What one receiver has seen: its own numbers, mapped to the table's versions and frames.

    Its numbers only grow.  An undo does not free the numbers of what was undone; the undo itself gets the next
    number, which stands for the frame that the table went back to.
    """

    def __init__(self) -> None:
        self.versions = _numbers([0])
        self.frames = _numbers()  # UNDONE: it has been undone since
        self.notes: dict[int, Event] = {}  # by its own frame numbers: the line of the log that reports an undo

    def go_back(self, seen: Seen) -> None:
        """Forget everything seen since then."""
        self.versions, self.frames, self.notes = seen.versions, seen.frames, seen.notes
        del self.versions[seen.last_version :], self.frames[seen.last_frame :]

    def update(self, table: Table, receiver: Receiver, new: range, version: int) -> list[Noticed]:
        """Add `new` frames of the table, the first of which is its version `version`; returns those that it saw."""
        return [
            self.add(number, version + nth)
            for nth, number in enumerate(new)
            if outbound.sees(table, receiver, number)
        ]

    def add(self, frame: int | None, version: int) -> Noticed:
        """The receiver sees this frame, or (None) a change without one; it is the table's version `version`."""
        self.versions.append(version)
        if frame is not None:
            self.frames.append(frame)
        return Noticed(frame, self.version, self.frame)

    def undone(self, table: Table) -> list[int]:
        """The receiver's numbers of the frames that the table no longer has."""
        last = len(table.frames) - 1
        return [number for number, frame in enumerate(self.frames) if frame > last]

    def undo(self, table: Table, version: int, note: Event) -> int:
        """Moves were undone and the receiver sees a difference; returns how many lines its log has lost."""
        undone = self.undone(table)
        last = len(table.frames) - 1
        self.notes = {**self.notes, len(self.frames): note}
        self.frames = _numbers([*(UNDONE if frame > last else frame for frame in self.frames), last])
        self.versions.append(version)
        return len(undone)

    def log(self, events: Mapping[int, Event | None]) -> tuple[Event, ...]:
        """The receiver's log, without what was undone; `events` are those of the table's frames."""
        told = (
            self.notes.get(number) or events.get(frame)
            for number, frame in enumerate(self.frames)
            if frame != UNDONE
        )
        return tuple(event for event in told if event is not None)

    @property
    def version(self) -> int:
        """How many changes it has seen."""
        return len(self.versions) - 1

    @property
    def frame(self) -> int:
        """Its own number of the last frame that it saw."""
        return len(self.frames) - 1

    @property
    def last_note(self) -> Event:
        """The line that reported the last undo to it."""
        return self.notes[max(self.notes)]

    def frames_seen(self) -> list[int]:
        """The table's frames that it has seen and that have not been undone."""
        return [f for number, f in enumerate(self.frames) if f != UNDONE and number not in self.notes]

    def table_version(self, at: int, now: int) -> int:
        """The table's version for its own version `at`.

        `now`, the table's present version, if that is its latest; more than `now` if there is no such version yet.
        """
        if at >= self.version:
            return now if at == self.version else now + 1
        return self.versions[at]

    def frames_since(self, own: int | None) -> list[int]:
        """The table's frames that it saw after its own number `own`.

        None of them if it has no such number, or if something was undone since.
        """
        if own is None or not max(self.notes, default=0) <= own <= self.frame:
            return []
        return [frame for frame in self.frames[own + 1 :] if frame != UNDONE]


class Visibility(dict[Receiver, Perspective]):
    """The perspectives of everybody who can look at one table: its seats, and None for all spectators."""

    def __init__(self, table: Table) -> None:
        super().__init__({receiver: Perspective() for receiver in (None, *range(len(table.names)))})
        for receiver, seen in self.items():
            seen.update(table, receiver, range(len(table.frames)), 0)
            seen.versions = _numbers([0])

    def mark(self) -> dict[Receiver, Seen]:
        """What everybody has seen by now, for `go_back`."""
        return {
            who: Seen(seen.versions, len(seen.versions), seen.frames, len(seen.frames), seen.notes)
            for who, seen in self.items()
        }

    def go_back(self, mark: Mapping[Receiver, Seen]) -> None:
        """Forget everything that anybody has seen since then."""
        for who, seen in mark.items():
            self[who].go_back(seen)

    def notice(
        self, before: Table, table: Table, new: int, version: int, mover: int | None = None
    ) -> dict[Receiver, list[Noticed]]:
        """Take note of what has happened between the two tables: for each receiver, what it notices of it.

        So many `new` frames have the table's versions from `version` on, and what comes after them has the next.
        Whoever has moved, the `mover`, notices it even where nothing looks different to them.
        """
        last, noticed = len(table.frames), {who: list[Noticed]() for who in self}
        if new:
            for who, seen in self.items():
                noticed[who] = seen.update(table, who, range(last - new, last), version)
        told = {who: things[-1].frame for who, things in noticed.items() if things}
        now = version + new
        changed = self._changed_for(before, table, noticed.keys() - told)
        moved = set() if mover is None else {mover} - told.keys()
        for who in changed | moved:
            noticed[who].append(self[who].add(None, now))
        # Everybody may go on talking, and sees that nothing waits.
        if before.timing.continuous and table.timing.continuous:
            for who in told:
                self[who].versions[-1] = now
                noticed[who][-1] = noticed[who][-1]._replace(goes_on=True)
        else:
            for who in self._changed_since(told, table):
                noticed[who].append(self[who].add(None, now))
        outbound.turns(table)  # for the next comparison: later it would have to be made from a copy
        return {who: things for who, things in noticed.items() if things}

    def _changed_since(self, told: Mapping[Receiver, int | None], table: Table) -> set[Receiver]:
        """Those of the receivers for whom more has changed than the last frame that they saw tells."""

        def differs(who: Receiver, frame: int) -> bool:
            then = table.at(frame)
            if then.known[who] != table.known[who]:
                return True  # most often; what follows takes time
            return outbound.turns(table)[who] != outbound.turn_at(table, who, frame)

        return {who for who, frame in told.items() if frame is not None and differs(who, frame)}

    def undo(
        self, before: Table, table: Table, version: int, notes: Callable[[Receiver], Event]
    ) -> dict[Receiver, int]:
        """Take note of an undo; returns the receivers that see a difference, and how many log lines each loses."""
        affected = {who for who, seen in self.items() if seen.undone(table)}
        affected |= self._changed_for(before, table, self.keys() - affected)
        return {who: seen.undo(table, version, notes(who)) for who, seen in self.items() if who in affected}

    def _changed_for(self, before: Table, table: Table, receivers: Collection[Receiver]) -> set[Receiver]:
        """Those of the receivers to whom the two tables look different."""
        then, now = outbound.turns(before), outbound.turns(table)
        return {who for who in receivers if then[who] != now[who]}
