"""The clock of a table: the deadline of the open question, the one timer for it, and what happens when it rings.

Times are seconds of the monotonic clock.  A table that is loaded again starts a new clock, and the open question
gets its full time again.
"""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from facedown.server import wire
from facedown.server.play.match import Match
from facedown.server.rooms.change import Change, Driven
from facedown.server.rooms.seating import is_among_bots
from facedown.server.storage.store import StorageError

log = logging.getLogger(__name__)

UNSTORED = 4.0  # seconds for which timeouts may stay unstored if nobody could see any effect of them
LAG = 1.0  # seconds by which the clock may be behind and still catch up; after more it starts afresh


@dataclass
class Hold:
    """A question whose clock is stopped while another one is open."""

    question: object
    allowance: float  # seconds for which it may still be held up, counted from `since`
    left: float = 0.0  # seconds that it has left
    since: float | None = None  # None: its time runs again


class Clock:
    """One deadline after another.  `ring` is awaited when one has passed, unless `heeded` is called before."""

    def __init__(self, ring: Callable[[], Awaitable[None]]) -> None:
        self._ring = ring
        self._start = time.monotonic()
        self._deadline: float | None = None
        self._unhurried: float | None = None  # the deadline that there was before it was hurried
        self._question: object = None
        self._continuous = False
        self._follows: float | None = None  # the deadline that has just passed, from which the next one is counted
        self._hold: Hold | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._ringing: asyncio.Task[None] | None = None

    def wind(
        self,
        question: object,
        seconds: float | None,
        *,
        continuous: bool = False,
        interrupted: object = None,
        longest_hold: float = math.inf,
    ) -> None:
        """Give this question `seconds` seconds (None: no limit).  Its time runs on if it was already open.

        In a stream of questions (`continuous`) each starts where the one before would have ended, so that early
        answers do not make time run faster.  The time of a question that this one holds up stands still meanwhile,
        for `longest_hold` seconds in all; it goes on with what it had left.
        """
        if seconds is None:
            self.stop()
        elif self._deadline is None or question != self._question:
            now = time.monotonic()
            in_stream = continuous and self._continuous and self._deadline is not None
            last = self._deadline if in_stream else self._follows
            start = now if last is None or now - last > LAG else last
            if interrupted is not None and interrupted == self._question:
                self._hold_up(interrupted, longest_hold, now)
            self._unhurried = None
            self._set(start + self._seconds(question, seconds, interrupted, now))
            self._question, self._continuous = question, continuous
        self._follows = None

    def hurry(self, seconds: float | None) -> bool:
        """End the open question within so many seconds from when this is first asked for; None: no longer.

        A stream of questions has its own time, whoever is away.  Returns whether the deadline is another now.
        """
        if self._deadline is None or self._continuous or (seconds is None) == (self._unhurried is None):
            return False
        if seconds is None:
            deadline, self._unhurried = self._unhurried, None
        else:
            deadline, self._unhurried = min(self._deadline, time.monotonic() + seconds), self._deadline
        assert deadline is not None, "there is one, hurried or not"
        changed = deadline != self._deadline
        self._set(deadline)
        return changed

    def _hold_up(self, question: object, longest_hold: float, now: float) -> None:
        """Stop the time of the question that was open until now."""
        assert self._deadline is not None, "its time was running"
        if self._hold is None or self._hold.question != question:
            self._hold = Hold(question, longest_hold)
        self._hold.left, self._hold.since = max(0.0, self._deadline - now), now

    def _seconds(self, question: object, seconds: float, interrupted: object, now: float) -> float:
        """How long a question has that is opened, or taken up again, now."""
        hold = self._hold
        if hold is None or hold.since is None:
            return seconds
        if question == hold.question:
            hold.allowance, hold.since = max(0.0, hold.allowance - (now - hold.since)), None
            return hold.left
        return min(seconds, hold.allowance) if interrupted == hold.question else seconds

    def is_over(self, at: float) -> bool:
        """Whether the open question's time had run out at this moment (monotonic seconds)."""
        return self._deadline is not None and at >= self._deadline

    def heeded(self) -> None:
        """The timeout has been dealt with; the next question's time is counted from this deadline."""
        self._follows = self._deadline
        self.stop()

    def stop(self) -> None:
        """Remove the deadline."""
        self._deadline = self._unhurried = self._question = None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def face(self) -> wire.ClockFace | None:
        """What the page may show of it; a stream of questions has no end to show."""
        if self._deadline is None:
            return None
        return wire.ClockFace(self.now(), None if self._continuous else round(self._deadline - self._start, 3))

    def now(self) -> float:
        """Seconds since this clock was made, as the page is told them."""
        return round(time.monotonic() - self._start, 3)

    def _set(self, deadline: float) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._deadline, wait = deadline, max(0.0, deadline - time.monotonic())
        self._timer = asyncio.get_running_loop().call_later(wait, self._on_timer)

    def _on_timer(self) -> None:
        if self.is_over(time.monotonic()):
            self._timer = None
            self._ringing = asyncio.ensure_future(self._ring())
        elif self._deadline is not None:  # timers may go off a little early
            self._set(self._deadline)


class Timekeeper(Clock):
    """The clock of one room, which runs while anybody is connected to it.

    `then` is called after each time it has rung, when what it caused has been published.
    """

    def __init__(self, room: Driven, then: Callable[[], None]) -> None:
        super().__init__(self._rung)
        self._room, self._then = room, then

    def look(self) -> bool:
        """Let it run for the question that is open; returns whether that ends at another time now."""
        match = self._room.match_in_play
        question = match and (match.number, match.open_question())
        if match is None or (timing := match.table.timing).seconds is None or self._waits_for_none(match, question):
            if self._deadline is not None:
                self.stop()
            return False
        away = self._is_unattended(match)
        self.wind(
            question,
            timing.seconds if timing.attended is None or away else timing.attended,
            continuous=timing.continuous,
            interrupted=None if timing.interrupted is None else (match.number, timing.interrupted),
            longest_hold=match.game.longest_hold,
        )
        return self.hurry(timing.seconds if away else None)

    def _waits_for_none(self, match: Match, question: object) -> bool:
        """Whether one person plays cards with bots alone, as where nobody who was invited has come.

        Where the others lose their seats during the game, a question keeps the time that people were told.
        """
        if match.game.host_seats or match.table.timing.continuous or question == self._question:
            return False
        return is_among_bots(self._room.seating)

    def _is_unattended(self, match: Match) -> bool:
        """Whether one of those who are asked is neither a bot nor there."""
        room = self._room
        return any(room.seating[seat].bot is None and seat not in room.connected for seat in match.table.asked)

    async def catch_up(self, now: float) -> None:
        """Run out the time of every question whose deadline had passed at `now`.  The room's lock is held."""
        while self.is_over(now):
            await self.run_out()
            self._room.publish()

    async def run_out(self) -> None:
        """Time is up for the open question: silence answers it.  The room's lock is held."""
        room, match = self._room, self._room.match
        assert match is not None, "the clock runs"
        before, frame = match.snapshot(), len(match.table.frames) - 1
        try:
            visible = await room.tried(match.wait)
            if visible:
                await room.commit(Change(tried=before))
        except Exception as error:
            self.stop()
            match.restore(before)
            self._fails(error)
            return
        self.tell_of_timeout(frame, visible=visible)
        if not visible and time.monotonic() - room.stored_at > UNSTORED:
            await self.store_timeouts()

    def _fails(self, error: Exception) -> None:
        """Time is up, but nothing comes of it."""
        room = self._room
        if isinstance(error, StorageError):
            log.warning("table %s: a timeout is not stored; the question gets its time again: %s", room.code, error)
        elif room.match is not None:  # it has not been closed already
            room.log_once("a timeout", error)
            room.close("There was an error in the program: time was up, and the rules could not go on.")

    def tell_of_timeout(self, since: int, *, visible: bool) -> None:
        """A question's time has run out; at the next `publish`, send what has happened since this frame."""
        room, match = self._room, self._room.match
        assert match is not None, "it was asked in it"
        self.heeded()
        if visible or not match.is_streaming:  # a question asked again has a new deadline, which people see
            room.publish_later(since)
        else:
            for seat in match.unseen_actors:  # they may act again now
                room.publish_later(since, seat)
            match.unseen_actors = frozenset()

    async def store_timeouts(self) -> None:
        """Store the timeouts that nobody could see.  If that fails now, they are stored later."""
        room, match = self._room, self._room.match
        if match is not None and match.unstored:
            room.stored_at = time.monotonic()
            await room.is_committed(Change(tried=match.snapshot()))

    async def _rung(self) -> None:
        """The timer has rung: time is up, unless a message that came at the same time has dealt with it already."""
        try:
            async with self._room.lock:
                await self.catch_up(time.monotonic())
        except Exception as error:
            self._room.log_once("the clock", error)
        self._then()
