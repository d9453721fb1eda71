"""What is done when people are away, and what people want together: another game, or a bot for who is away."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Sequence, Set

from facedown.core.game import Move
from facedown.server import wire
from facedown.server.play.match import Match
from facedown.server.rooms.change import Change, Driven
from facedown.server.storage import rows
from facedown.server.storage.rows import SeatState
from facedown.server.storage.store import StorageError
from facedown.server.wire import Refused

log = logging.getLogger(__name__)

PATIENCE = 12.0  # seconds to wait for people who are away; reloading a page takes less
LONG_GONE = 120.0  # seconds for which a host may be gone
LONG_GONE_IN_LOBBY = 30.0  # where nobody has anything to do but to wait for the host


class Waiting:
    """One room, in which something is done after a while unless somebody comes."""

    def __init__(self, room: Driven) -> None:
        self._room = room
        self._timer: asyncio.TimerHandle | None = None

    def stop(self) -> None:
        """Stop waiting."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _wait(self, seconds: float) -> None:
        self._timer = self._room.later(seconds, self.go_on)

    async def go_on(self) -> None:
        """Do it, after waiting long enough."""
        raise NotImplementedError


class AwayPlayers(Waiting):
    """The people of one room who are away while everybody waits for them.

    They are acted for if a bot tells the story and they lose nothing by it.  Everybody sees who is away and whom
    the table waits for.
    """

    def __init__(self, room: Driven, then: Callable[[], None]) -> None:
        """`then` is called after something was done for them and published."""
        super().__init__(room)
        self._then = then
        self._awaited: Set[int] = frozenset()

    def look(self) -> None:
        """Check again after a change, for example of who is connected.  The lock is held."""
        awaited = self._found()
        if awaited != self._awaited:
            self.stop()
            self._awaited = awaited
            if awaited:
                self._wait(PATIENCE)

    def stop(self) -> None:
        super().stop()
        self._awaited = frozenset()

    def _found(self) -> Set[int]:
        """The asked seats, if all of them belong to people who are away and the table may go on; else none."""
        room, hosts = self._room, self._room.game.host_seats
        match = room.match_in_play if hosts else None
        if match is None or any(state.bot is None for state in room.seating[-hosts:]):
            return frozenset()  # whoever tells the story decides how long to wait
        asked = match.table.asked
        gone = {seat for seat, info in enumerate(room.seats()) if info.kind == "person" and not info.here}
        if not gone.issuperset(asked) or not set(asked).issubset(match.table.known[None].asked):
            return frozenset()
        return frozenset(asked) if all(_while_away(match, seat) for seat in asked) else frozenset()

    async def go_on(self) -> None:
        room = self._room
        async with room.lock:
            awaited, match = self._found(), room.match_in_play
            for seat in sorted(awaited if match is not None and awaited == self._awaited else ()):
                assert match is not None
                move = _while_away(match, seat) if seat in match.table.asked else None
                if move is not None:
                    try:
                        await room.move(seat, move)
                    except (Refused, StorageError) as error:  # then it is tried again after as long a wait
                        log.warning("table %s: %s", room.code, error)
            self.stop()
            room.publish()
        self._then()


def _while_away(match: Match, seat: int) -> Move | None:
    """What is played for this seat while everybody waits for it; None: they keep waiting."""
    return match.table.now(match.game.while_away, seat, match.table.names)


class Hosting(Waiting):
    """Sees to it that one room has a host: where they have been gone for a while, the next person there is host."""

    def look(self) -> None:
        """Check again after somebody came or went.  The lock is held."""
        if self.heir() is None:
            self.stop()
        elif self._timer is None:
            self._wait(LONG_GONE_IN_LOBBY if self._room.phase == "lobby" else LONG_GONE)

    def heir(self) -> int | None:
        """The seat of who is host next: the first there, clockwise from the host's; None while there is a host."""
        room = self._room
        there = sorted(room.connected)
        if any(s.host for s in room.subscribers) or room.is_by_one or not there:
            return None
        was = next((seat for seat, state in enumerate(room.seating) if state.secret == room.host), -1)
        return next((seat for seat in there if seat > was), there[0])

    async def go_on(self) -> None:
        room = self._room
        async with room.lock:
            self.stop()
            heir = self.heir()
            if heir is not None and not await room.is_committed(hosted_by(room, heir)):
                self.look()  # it is tried again after as long a wait
            room.publish()


def hosted_by(room: Driven, seat: int) -> Change:
    """Whoever has this seat, and can come back to it, is the host of the table from now on."""
    secret, heirs = room.seating[seat].secret, [s for s in room.subscribers if s.seat == seat]
    assert secret is not None, "somebody has the seat"
    before = [subscriber for subscriber in room.subscribers if subscriber.host]

    def follow() -> None:
        room.host = secret
        for subscriber in room.subscribers:
            subscriber.host = subscriber.seat == seat

    told = (wire.Hosts(seat, room.seating[seat].name or ""),)
    return Change((rows.table_changed(room.code, host=secret),), then=(follow,), told=told, whole=(*heirs, *before))


class Rematch:
    """Who wants to play again: the game begins when all who are there do; a host with a seat asks like anybody."""

    def __init__(self) -> None:
        self.changes = 0  # how often somebody has said what they want, or it no longer counts
        self._willing: set[int] = set()
        self._declining: set[int] = set()
        self._is_declined = False  # the last proposal, by anybody, perhaps gone since

    def is_wanted_by_all(self, seat: int, there: Collection[int]) -> bool:
        """Whether all of those that are `there` want to play again, once this seat does."""
        return self._willing.union({seat}).issuperset(there)

    def want(self, seat: int) -> None:
        """This seat wants to play again."""
        self.changes += 1
        if seat in self._willing:  # who asks once more asks those, too, who have declined
            self._declining.clear()
        self._declining.discard(seat)
        self._willing.add(seat)
        self._is_declined = bool(self._declining)

    def decline(self, seat: int | None) -> None:
        """This seat would rather not play again now.  Raises Refused for somebody without a seat."""
        if seat is None:
            raise Refused("not_yours", "Only somebody who has a seat can decline another game.")
        self.changes += 1
        self._willing.discard(seat)
        self._declining.add(seat)
        self._is_declined = True

    def arrived(self) -> None:
        """Somebody has sat down, who is not asked what others have declined before."""
        if self._is_declined:
            self.settled()

    def said(self, held: Collection[int]) -> dict[str, tuple[int, ...]]:
        """Which of the seats that people hold now want to, and which would rather not."""
        both = {"willing": self._willing, "declining": self._declining}
        return {which: tuple(sorted(seats.intersection(held))) for which, seats in both.items()}

    def settled(self, *seats: int) -> None:
        """A game begins, or somebody else may have these seats now: what was wanted no longer counts."""
        self.changes += 1
        self._willing = self._willing.difference(seats) if seats else set()
        self._declining = self._declining.difference(seats) if seats else set()
        self._is_declined = self._is_declined and bool(seats)


class StandIns:
    """Who wants a bot for whom: one of two who are there is enough, or most of three and more."""

    def __init__(self) -> None:
        self._votes: dict[int, set[int]] = {}  # by the seat of who is away
        self.changes = 0  # how often somebody has said what they want

    def suffices(self, seat: int, voter: int, there: Collection[int]) -> bool:
        """Whether enough of those that are `there` want a bot here, once `voter` does."""
        return len({*self._votes.get(seat, ()), voter}.intersection(there)) >= needed(there)

    def vote(self, seat: int, voter: int, *, agree: bool) -> None:
        """Note what `voter` wants."""
        self.changes += 1
        votes = self._votes.setdefault(seat, set())
        if agree:
            votes.add(voter)
        else:
            votes.discard(voter)

    def open(self, seating: Sequence[SeatState], there: Collection[int]) -> tuple[wire.Called, ...]:
        """For whom of those who are away a bot has been called, and by whom; whoever is back is forgotten."""
        away = {seat for seat, state in enumerate(seating) if state.held and state.bot is None} - {*there}
        self._votes = {seat: votes for seat, votes in self._votes.items() if seat in away}
        called = {seat: tuple(sorted(votes.intersection(there))) for seat, votes in sorted(self._votes.items())}
        return tuple(wire.Called(seat, votes, needed(there)) for seat, votes in called.items() if votes)


def needed(there: Collection[int]) -> int:
    """How many must want it: more than half of three or more, else one."""
    return len(there) // 2 + 1 if len(there) > 2 else 1
