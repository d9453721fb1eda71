"""What a seat is told of a game: pure functions from a table to the messages for one receiver.

Everything of a game that leaves the server is made by these functions.  Each sees the game only through
`view(seat)` and through facts that everybody at the table knows: who is asked, the scores, how much has happened.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import NamedTuple, TypeAlias

import msgspec
from msgspec.structs import asdict, replace

from facedown.core.errors import FacedownError, GameOver, Illegal, WrongSeat
from facedown.core.game import Acting, Event
from facedown.core.table import Table
from facedown.server import wire
from facedown.server.storage.stored import StoredLine

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


def public_facts(table: Table) -> PublicFacts:
    """These facts, looked up once for each moment, where nobody's ticks are kept from the others."""
    return table.once((PublicFacts,), partial(PublicFacts, table))


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
    public = public_facts(table)
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
    made = []
    for number in range(max(since + 1, 0), len(table.frames)):
        if not table.contract.hidden_events or sees(table, seat, number):
            view = table.at(number).view(seat)
            made.append(wire.Frame(table.contract.words.tell(view, table.names), view))
    return tuple(made)


def frame(table: Table, seat: Receiver, number: int) -> wire.Frame:
    """This one frame, as a receiver saw it that was told of it."""
    view = table.at(number).view(seat)
    return wire.Frame(table.contract.words.tell(view, table.names), view)


def sees(table: Table, seat: Receiver, number: int) -> bool:
    """Whether this receiver is told that something happened in this frame; everybody sees frame 0, the start."""
    if not table.contract.hidden_events or number == 0:
        return True
    return table.told_at(number, seat) is not None


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
    seen: tuple[wire.Frame, ...] = ()
    if thing.frame is None or thing.goes_on:
        parts = asdict(now[seat])
    else:
        parts, clock = asdict(turn_at(table, seat, thing.frame)) | {"view": None}, None
    if thing.frame is not None:
        seen = (frame(table, seat, thing.frame),)
    return wire.Update(version=thing.version, frame=thing.own, frames=seen, clock=clock, **parts)


def last_views(table: Table) -> tuple[object, ...]:
    """Every seat's last view, when the game is over and all may see them.  Raises Refused before that."""
    if not table.over:
        raise wire.Refused("not_over", "The game is not over; what is hidden stays hidden until then.")
    return tuple(table.view(seat) for seat in range(len(table.names)))


def refusal(table: Table, seat: int, error: FacedownError) -> wire.Refused:
    """The answer to a seat whose move raised this error."""
    if isinstance(error, Illegal):
        return wire.Refused("illegal", str(error), error.rule)
    if isinstance(error, GameOver):
        return wire.Refused("over", str(error))
    if isinstance(error, WrongSeat):
        return wire.Refused("not_yours", str(error))
    return wire.Refused("illegal", str(error))


def lines(said: Iterable[StoredLine]) -> tuple[wire.Line, ...]:
    """What was said in Talk, as everybody sees it."""
    return tuple([wire.Line(line.seat, line.name, line.text) for line in said])


class EventLogs:
    """The log of each receiver, kept so that it is sent often but computed once."""

    def __init__(self) -> None:
        self._events: dict[Receiver, dict[int, Event]] = {}  # by the table's frames
        self._next_frame: dict[Receiver, int] = {}

    def has(self, seat: Receiver) -> bool:
        """Whether anybody has been sent any part of this receiver's log."""
        return seat in self._events

    def note(self, seat: Receiver, since: int, seen: Sequence[wire.Frame]) -> None:
        """These are all frames after `since`, just made for this receiver: their events need not be made again."""
        if self._next_frame.get(seat, 1) != since + 1:
            return
        told = self._events.setdefault(seat, {})
        for number, frame in enumerate(seen, since + 1):
            if frame.event is not None:
                told[number] = frame.event
        self._next_frame[seat] = since + 1 + len(seen)

    def behind(self, table: Table, seat: Receiver) -> int:
        """How many frames `of` would have to look through."""
        return len(table.frames) - self._next_frame.get(seat, 1)

    def of(self, table: Table, seat: Receiver) -> Mapping[int, Event]:
        """What this receiver was told, by the table's frames."""
        events = self._events.setdefault(seat, {})
        for frame in range(self._next_frame.get(seat, 1), len(table.frames)):
            event = table.told_at(frame, seat)
            if event is not None:
                events[frame] = event
        self._next_frame[seat] = len(table.frames)
        return events

    def undo(self, table: Table) -> None:
        """Forget the events of frames that the table no longer has."""
        kept = len(table.frames)
        for seat, events in self._events.items():
            if self._next_frame[seat] > kept:
                self._events[seat] = {frame: event for frame, event in events.items() if frame < kept}
                self._next_frame[seat] = kept
