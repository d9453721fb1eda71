"""What a seat is told of a game: pure functions from a table to the messages for one receiver.

Everything of a game that leaves the server is made by these functions.  Each sees the game only through
`view(seat)` and through facts that everybody at the table knows: who is asked, the scores, how much has happened.

At most tables everybody is told of every move, if only that something hidden happened, so one count of versions and
frames serves all.  At night in Clocktower that would reveal how many people are awake.  There each receiver has
counts of its own, of the states and events that it saw (`Visibility`), and is sent nothing while nothing changes
for it.  It is sent one message for each event that it sees, and one when what it is asked or sees changes without
an event.  So its messages are the same whether the table went on by itself or somebody was asked in secret in
between.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from typing import NamedTuple, TypeAlias

import msgspec
from msgspec.structs import asdict, replace

from facedown.core.errors import FacedownError, GameOver, Illegal, WrongSeat
from facedown.core.game import Acting, Event
from facedown.core.table import Table
from facedown.server import wire
from facedown.server.storage.rows import StoredLine

UNDONE = -1  # in place of the number of a frame
_numbers = partial(array, "i")  # four bytes each; a list would keep an object for each of them

Receiver: TypeAlias = int | None  # a seat, or None for all spectators
Messages: TypeAlias = Callable[[Receiver], Sequence[wire.Update | wire.Undone]]  # what each receiver is sent


class Noticed(NamedTuple):
    """One thing that a receiver is sent a message about.  `version` and `own` are its own numbers."""

    frame: int | None  # the table's; None: what is asked, or seen, has changed since the last one
    version: int
    own: int  # of the last frame that it has seen, this one included
    goes_on: bool = False  # whether one message has both the frame and what is asked next


def public_state(table: Table) -> bytes:
    """Everything that is visible to all, encoded, to find out whether a step without an event changed any of it.

    A change that only one seat sees is an event for everybody, if only "something hidden happened"; the game
    reports it.  In a stream of ticks (`Timing.continuous`) the passing of time alone changes nothing.
    """
    return msgspec.json.encode((table.asked, table.free, None if table.timing.continuous else table.view(None)))


class PublicFacts:
    """The facts that all receivers share, looked up once for all of them.

    `asked`: the seats that everybody knows to be asked, if that differs from those asked at this moment.  It does
    within a tick, where nobody may learn who has already acted.
    """

    def __init__(self, table: Table, asked: tuple[int, ...] | None = None) -> None:
        self.acting, self.free, self.standing = table.asked, table.free, table.standing
        self.asked = self.acting if asked is None else asked
        self.slipped, self.last_frame = slipped(table), len(table.frames) - 1
        # Who has acted would be free.
        known_free = self.free and tuple([seat for seat in self.free if seat not in self.asked])
        # Who may act, as far as each receiver knows; a seat knows of itself whether it has answered.
        self.known = dict.fromkeys((None, *range(len(table.names))), Acting(self.asked, known_free))
        if self.asked != self.acting or known_free != self.free:
            self.known = {seat: self._as_known(seat, *known) for seat, known in self.known.items()}

    def _as_known(self, seat: Receiver, asked: tuple[int, ...], free: tuple[int, ...]) -> Acting:
        if seat in asked and seat not in self.acting:
            asked = tuple(other for other in asked if other != seat)
        if seat in self.free and seat not in free:
            free = tuple(other for other in self.free if other == seat or other in free)
        return Acting(asked, free)


def slipped(table: Table) -> int | None:
    """The seat that may take back its last move; None: nobody may.  It is public knowledge.

    It may if nobody else has moved since, no clock is running, and the move's only effect so far is an event that
    shows nobody what was chosen (`Contract.slips`).
    """
    if not table.contract.slips or not table.history or table.timing.seconds is not None:
        return None
    frames, lines, seat = table.frames, len(table.history), table.history[-1].seat
    if seat is None or len(frames) < 2 or not frames[-2].lines < lines <= frames[-1].lines:
        return None
    told = table.told_at(len(frames) - 1, seat)
    return seat if told is not None and told.kind in table.contract.slips else None


def turn(table: Table, seat: Receiver, public: PublicFacts | None = None) -> wire.Turn:
    """The present moment of the game, as this receiver sees it."""
    game, names, public = table.contract, table.names, public or PublicFacts(table)
    view, (asked, free) = table.view(seat), (table if game.hidden_events else public).known[seat]
    answers = seat in public.acting
    refused = game.unplayable(view, names) if answers else ()
    return wire.Turn(
        view=view,
        asked=asked,
        free=free,
        prompt=game.words.prompt(view, names),
        legal=table.listed(seat) if seat is not None and (answers or seat in public.free) else (),
        cannot=tuple([wire.Cannot(card, no.text, no.rule) for card, no in refused]) if refused else (),
        standing=public.standing,
        aim=game.words.aim(view, names),
        slip=seat is not None and seat == public.slipped,
    )


def turns(table: Table) -> Mapping[Receiver, wire.Turn]:
    """The present moment as each receiver sees it, in a game with hidden events, where all are compared."""
    return table.once((turns,), partial(_turns, table))


def _turns(table: Table) -> Mapping[Receiver, wire.Turn]:
    public = PublicFacts(table)
    return {who: turn(table, who, public) for who in (None, *range(len(table.names)))}


def turn_at(table: Table, seat: Receiver, number: int) -> wire.Turn:
    """The moment of this frame, as this receiver saw it: something has happened, and nobody is asked about it yet.

    It is the same whether the table went on by itself afterwards or first asked somebody in secret.
    """
    then = table.at(number)
    view, (asked, free) = replace(then.view(seat), event=None), then.known[seat]
    return wire.Turn(
        view=view,
        asked=asked,
        free=free,
        prompt=table.contract.words.prompt(view, table.names),
        standing=then.standing,
        aim=table.contract.words.aim(view, table.names),
    )


def frames(table: Table, seat: Receiver, since: int) -> tuple[wire.Frame, ...]:
    """Everything that happened after frame `since`, as this receiver saw it, without what it was not told of."""
    after: Iterable[int] = range(max(since + 1, 0), len(table.frames))
    if table.contract.hidden_events:
        after = [number for number in after if sees(table, seat, number)]
    return told(table, seat, after)


def told(table: Table, seat: Receiver, numbers: Iterable[int]) -> tuple[wire.Frame, ...]:
    """These frames, as a receiver saw them that was told of them."""
    tell, names, seen = table.contract.words.tell, table.names, list[wire.Frame]()
    for number in numbers:
        view = table.view_at(number, seat)
        seen.append(wire.Frame(tell(view, names), view))
    return tuple(seen)


def sees(table: Table, seat: Receiver, number: int) -> bool:
    """Whether this receiver is told that something happened in this frame; everybody sees frame 0, the start."""
    return not table.contract.hidden_events or number == 0 or table.told_at(number, seat) is not None


def revealed_frames(table: Table) -> tuple[wire.Frame, ...]:
    """All frames of a game that is over, with everything that was hidden revealed."""
    views = [table.at(number).now(table.contract.revealed, table.names) for number in range(len(table.frames))]
    return tuple(wire.Frame(table.contract.words.tell(view, table.names), view) for view in views)


def missed(table: Table, seat: Receiver, since: int | None) -> tuple[wire.Frame, ...]:
    """The frames after `since`, for somebody who reconnects; () if `since` is unknown or they are too many."""
    last = len(table.frames) - 1
    if since is None or not last - wire.MAX_MISSED <= since <= last:
        return ()
    return frames(table, seat, since)


def update(
    table: Table,
    seat: Receiver,
    since: int,
    version: int,
    public: PublicFacts | None = None,
    clock: wire.ClockFace | None = None,
) -> wire.Update:
    """The message after a move or a timeout: the frames after `since`, and what is asked now."""
    public = public or PublicFacts(table)
    parts = asdict(turn(table, seat, public))
    seen = frames(table, seat, since)
    if seen and (seen[-1].view is parts["view"] or seen[-1].view == parts["view"]):
        parts["view"] = None
    return wire.Update(version=version, frame=public.last_frame, frames=seen, clock=clock, **parts)


def about(
    table: Table,
    seat: Receiver,
    thing: Noticed,
    now: Mapping[Receiver, wire.Turn],
    clock: wire.ClockFace | None = None,
) -> wire.Update:
    """The message about one thing that a receiver has noticed, in a game in which not everybody sees everything.

    `now`: the `turns` of this moment.  Where that is a frame, no clock runs, as nobody is asked yet.
    """
    if thing.frame is None or thing.goes_on:
        parts = asdict(now[seat])
    else:
        parts, clock = asdict(turn_at(table, seat, thing.frame)) | {"view": None}, None
    seen = () if thing.frame is None else told(table, seat, (thing.frame,))
    return wire.Update(version=thing.version, frame=thing.own, frames=seen, clock=clock, **parts)


def last_views(table: Table) -> tuple[object, ...]:
    """Every seat's last view, when the game is over and all may see them.  Raises Refused before that."""
    if not table.over:
        raise wire.Refused("not_over", "The game is not over; what is hidden stays hidden until then.")
    return tuple(table.view(seat) for seat in range(len(table.names)))


def refusal(error: FacedownError) -> wire.Refused:
    """The answer to a seat whose move raised this error."""
    why: wire.Why = "illegal"
    if isinstance(error, GameOver | WrongSeat):
        why = "over" if isinstance(error, GameOver) else "not_yours"
    return wire.Refused(why, str(error), error.rule if isinstance(error, Illegal) else None)


def lines(said: Iterable[StoredLine]) -> tuple[wire.Line, ...]:
    """What was said in Talk, as everybody sees it."""
    return tuple([wire.Line(line.seat, line.name, line.text) for line in said])


# -- what each receiver has seen, where events are hidden even as events ------------------------------------------


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
        return [self.add(number, version + nth) for nth, number in enumerate(new) if sees(table, receiver, number)]

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

    def log(self, events: Sequence[Event | None]) -> tuple[Event, ...]:
        """The receiver's log, without what was undone; `events` are those of the table's frames."""
        told = (
            self.notes.get(number) or events[frame] for number, frame in enumerate(self.frames) if frame != UNDONE
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
        turns(table)  # for the next comparison: later it would have to be made from a copy
        return {who: things for who, things in noticed.items() if things}

    def _changed_since(self, told: Mapping[Receiver, int | None], table: Table) -> set[Receiver]:
        """Those of the receivers for whom more has changed than the last frame that they saw tells."""

        def differs(who: Receiver, frame: int) -> bool:
            then = table.at(frame)
            if then.known[who] != table.known[who]:
                return True  # most often; what follows takes time
            return turns(table)[who] != turn_at(table, who, frame)

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
        then, now = turns(before), turns(table)
        return {who for who in receivers if then[who] != now[who]}
