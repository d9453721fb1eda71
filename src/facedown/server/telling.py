"""What a seat is told of a game: pure functions from a game in progress to the messages of one receiver.

Nothing but these functions turns a game into something that leaves the table, and each of them sees the game
through `view(seat)` or a fact that everybody at the table knows (who is asked, the scores, how much has happened).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from facedown.core.errors import FacedownError, GameOver, Illegal, WrongSeat
from facedown.core.game import Event
from facedown.core.table import Table
from facedown.server import wire

Receiver = int | None  # a seat, or None for all who watch


def publicly(table: Table) -> bytes:
    """All that everybody can see of a game, to find out whether it looks otherwise where nothing has happened.

    What changes for one seat alone happens for all, if only as something that others do not see: the game says so.
    Where tick follows on tick, that time passes is no news.
    """
    return msgspec.json.encode((table.asked, table.free, None if table.continuous else table.view(None)))


def turn(table: Table, seat: Receiver, public: Public | None = None) -> wire.Turn:
    """What the game is to this receiver now."""
    return _turn(table, seat, table.view(seat), public or Public(table))


class Public:
    """What is the same for all, looked up once for all of them; who is asked, each may know a part of.

    `asked` are those of whom all may know it, where that is not who is asked at this moment: within a tick.
    """

    def __init__(self, table: Table, asked: tuple[int, ...] | None = None) -> None:
        self.acting, self.free, self.standing = table.asked, table.free, table.standing
        self.asked = self.acting if asked is None else asked

    def asked_of(self, seat: Receiver) -> tuple[int, ...]:
        """Who is asked, as this receiver knows it: of themselves, whether they have answered already."""
        return tuple(other for other in self.asked if other != seat or other in self.acting)


def _turn(table: Table, seat: Receiver, view: Any, public: Public) -> wire.Turn:
    acts = seat is not None and seat in (*public.acting, *public.free)
    refused = table.game.unplayable(view, table.names) if acts and seat in public.acting else ()
    hidden_events = table.game.hidden_events
    return wire.Turn(
        view=view,
        asked=table.known_asked(seat) if hidden_events else public.asked_of(seat),
        free=table.known_free(seat) if hidden_events else public.free,
        prompt=table.game.prompt(view, table.names),
        legal=tuple(move.text for move in table.legal(seat)) if seat is not None and acts else (),
        cannot=tuple(wire.Cannot(card, refusal.text, refusal.rule) for card, refusal in refused),
        standing=public.standing,
    )


def frames(table: Table, seat: Receiver, since: int) -> tuple[wire.Frame, ...]:
    """Everything that happened after frame `since`, as this receiver saw it; nothing of which it was not told."""
    seen = []
    for number in range(max(since + 1, 0), len(table.frames)):
        if sees(table, seat, number):
            view = table.view_at(number, seat)
            seen.append(wire.Frame(table.game.event(view, table.names), view))
    return tuple(seen)


def sees(table: Table, seat: Receiver, number: int) -> bool:
    """Is this receiver told that something happened in this frame?  The first, before anything did, is all's."""
    if not table.game.hidden_events or number == 0:
        return True
    return table.told_at(number, seat) is not None


def opened_frames(table: Table) -> tuple[wire.Frame, ...]:
    """The game that is over frame by frame, with everything turned up that lay hidden."""
    views = [table.revealed_at(number) for number in range(len(table.frames))]
    return tuple(wire.Frame(table.game.event(view, table.names), view) for view in views)


def missed(table: Table, seat: Receiver, since: int | None) -> tuple[wire.Frame, ...]:
    """What somebody who comes back has not seen; () where that is everything, or too much to be shown moving."""
    last = len(table.frames) - 1
    if since is None or not last - wire.MAX_MISSED <= since <= last:
        return ()
    return frames(table, seat, since)


def happened(
    table: Table,
    seat: Receiver,
    since: int,
    version: int,
    public: Public | None = None,
    clock: wire.Clock | None = None,
    frame: int | None = None,
) -> wire.Happened:
    """The message after a move or when time was out: the frames behind `since`, and what is asked now.

    `frame` is the number of the last frame, where the receiver counts otherwise than the table.
    """
    public = public or Public(table)
    seen = frames(table, seat, since)
    view = table.view(seat)
    now = _turn(table, seat, view, public)
    return wire.Happened(
        version=version,
        frame=len(table.frames) - 1 if frame is None else frame,
        frames=seen,
        view=None if seen and seen[-1].view == view else view,
        asked=now.asked,
        free=now.free,
        prompt=now.prompt,
        legal=now.legal,
        cannot=now.cannot,
        standing=public.standing,
        clock=clock,
    )


def last_views(table: Table) -> tuple[Any, ...]:
    """Every seat's view, for the end of a game, when all may be seen.  Raises Refused before it."""
    if not table.over:
        raise wire.Refused("not_over", "The game is not over; what is hidden stays hidden until then.")
    return tuple(table.view(seat) for seat in range(len(table.names)))


def refusal(table: Table, seat: int, error: FacedownError) -> wire.Refused:
    """How a move that the game refused is told to the seat that tried it."""
    if isinstance(error, Illegal):
        return wire.Refused("illegal", str(error), error.rule)
    if isinstance(error, GameOver):
        return wire.Refused("over", str(error))
    if isinstance(error, WrongSeat):
        return wire.Refused("not_yours", str(error))
    return wire.Refused("illegal", str(error))


def tried(table: Table, seat: int, move: str) -> wire.Refused | None:
    """What a seat would hear if it tried this move, or None if the move were accepted."""
    try:
        table.copy().play(seat, move)
    except FacedownError as error:
        return refusal(table, seat, error)
    return None


class Logs:
    """What has happened in one game, receiver by receiver, kept so that it is told anew but made once."""

    def __init__(self) -> None:
        self._events: dict[Receiver, dict[int, Event]] = {}  # by the table's frames
        self._up_to: dict[Receiver, int] = {}

    def behind(self, table: Table, seat: Receiver) -> int:
        """How many frames `of` would have to look through."""
        return len(table.frames) - self._up_to.get(seat, 1)

    def of(self, table: Table, seat: Receiver) -> Mapping[int, Event]:
        """What happened, by the table's frames."""
        events = self._events.setdefault(seat, {})
        for frame in range(self._up_to.get(seat, 1), len(table.frames)):
            event = table.told_at(frame, seat)
            if event is not None:
                events[frame] = event
        self._up_to[seat] = len(table.frames)
        return events

    def go_back(self, table: Table) -> None:
        """Frames were taken back: forget what was in them."""
        for seat, events in self._events.items():
            self._events[seat] = {frame: event for frame, event in events.items() if frame < len(table.frames)}
            self._up_to[seat] = min(self._up_to[seat], len(table.frames))


def messages_for(
    table: Table, seat: Receiver, since: int = -1, tries: Sequence[str] = ()
) -> tuple[wire.Told | wire.Turn | tuple[Event, ...], ...]:
    """Everything that the server sends to one receiver about a game, without a server.

    For the law that a seat learns nothing that it may not know: what it is told when it comes, what it is told of
    everything that happened after frame `since`, its log, what it would hear for each of the moves `tries`, and the
    replay.  Encode it (`msgspec.json.encode`) to compare bytes, sizes and counts.
    """
    told: list[wire.Told | wire.Turn | tuple[Event, ...]] = [
        turn(table, seat),
        happened(table, seat, since, version(table)),
        tuple(table.log(seat)),
    ]
    if seat is not None:
        for move in tries:
            refused = tried(table, seat, move)
            told.append(wire.Yes(0) if refused is None else wire.No(0, refused.why, refused.text, refused.rule))
    if table.over:
        told.append(wire.Over(table.standing, wire.Series(1, (0,) * len(table.names)), last_views(table)))
    return tuple(told)


def version(table: Table) -> int:
    """How many moves were made."""
    return sum(played.seat is not None for played in table.history)
