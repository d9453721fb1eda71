"""Games that cannot be replayed: they are shown as they were last stored.

A game is replayed from its moves only by the rules that made them (`version`).  So that it can still be shown
when the rules have changed, what each person sees is stored whenever everybody has left, and when the game is over.
Where the rules are the same and a replay fails all the same, that is an error in the program: nothing of the game
is changed, and it is tried again whenever the table is loaded.
"""

from __future__ import annotations

import zlib
from collections.abc import Collection

import msgspec

from facedown.core.contract import Contract
from facedown.core.values import Event, Standing
from facedown.server import wire
from facedown.server.play.match import Match
from facedown.server.play.outbound import Receiver
from facedown.server.wire.values import View


class LastView(msgspec.Struct, frozen=True):
    """A receiver's view of the last moment, and its log; () if nobody was there to read it."""

    view: View
    log: tuple[Event, ...]


class LastViews(msgspec.Struct, frozen=True):
    """What is stored of a game: its standing, and what spectators and each seat saw."""

    standing: Standing
    spectator: LastView
    seats: tuple[LastView, ...]


def packed(match: Match, people: Collection[int]) -> bytes:
    """What everybody sees of this match now, compressed; logs only of the seats `people`, or where one was read."""
    seats = range(len(match.table.names))
    readers = {who for who in (None, *seats) if who in people or match.logs.has(who)}
    match.logs.look_through(match.table, readers)

    def of(receiver: Receiver) -> LastView:
        return LastView(match.table.view(receiver), match.log(receiver) if receiver in readers else ())

    return zlib.compress(msgspec.json.encode(LastViews(match.table.standing, of(None), tuple(map(of, seats)))))


class Archived:
    """The last game of a table, if the program cannot go on with it: what a `Match` tells of one that it can."""

    def __init__(self, views: LastViews | None, notice: str) -> None:
        """`views`: what was last seen of it, if that is known; `notice`: why it does not go on."""
        self._views, self.notice = views, notice

    @property
    def standing(self) -> Standing | None:
        return None if self._views is None else self._views.standing

    @property
    def last_views(self) -> tuple[View, ...] | None:
        """Every seat's last view if the game is over, when all may see them; otherwise None."""
        if self._views is None or not self._views.standing.over:
            return None
        return tuple(seen.view for seen in self._views.seats)

    def turn(self, receiver: Receiver) -> wire.Turn:
        """The last moment, as this receiver saw it; nobody is asked anything."""
        seen = self._seen(receiver)
        return wire.Turn(None if seen is None else seen.view, prompt=self.notice, standing=self.standing)

    def log(self, receiver: Receiver) -> tuple[Event, ...]:
        """What this receiver was told."""
        seen = self._seen(receiver)
        return () if seen is None else seen.log

    def log_behind(self, receiver: Receiver) -> int:
        return 0

    def version_of(self, receiver: Receiver) -> int:
        return 0

    def frame_of(self, receiver: Receiver) -> int:
        return 0

    def missed(self, receiver: Receiver, since: int | None) -> tuple[wire.Frame, ...]:
        return ()

    def _seen(self, receiver: Receiver) -> LastView | None:
        if self._views is None:
            return None
        seated = receiver is not None and receiver < len(self._views.seats)
        return self._views.seats[receiver or 0] if seated else self._views.spectator


NO_GAME = Archived(None, "")  # where none has begun


def archived(game: Contract, stored: bytes | None, *, is_old: bool) -> Archived:
    """A game that cannot be replayed.

    `stored`: what `packed` returned, or None if nothing was.  `is_old`: the rules have changed since.
    """
    views = _unpacked(stored)
    if is_old:
        shown = "it is shown as it was left" if views else "it can no longer be shown"
        changed = f"The rules of {game.title} have changed since this game was played"
        return Archived(views, f"{changed}, so {shown} and cannot be continued.")
    shown = "It is shown as it was left" if views else "It cannot be shown just now"
    notice = (
        "There was an error in the program when this game was read. "
        f"{shown}; nothing of it is lost, and it goes on when the program has been mended."
    )
    return Archived(views, notice)


def _unpacked(stored: bytes | None) -> LastViews | None:
    """What was stored; None if there is nothing, or nothing that this version of the program can read."""
    if stored is None:
        return None
    try:
        return msgspec.json.decode(zlib.decompress(stored), type=LastViews)
    except (zlib.error, msgspec.DecodeError):
        return None
