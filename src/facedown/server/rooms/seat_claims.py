"""Who asks, on a new device, for a seat that they have lost, and what becomes of it; kept in memory alone."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from facedown.server import wire
from facedown.server.limits import Bucket
from facedown.server.rooms import secrets
from facedown.server.rooms.outbox import Subscriber

OFTEN = (1 / 60, 4)  # claims that one address may make at a table: a second, and at once


@dataclass(eq=False, slots=True)
class Claim:
    """Somebody without a seat says that they are the person of this one.

    Everybody sees the sign: whoever gives the seat asks the person for it, so that it goes to no other device.
    """

    who: Subscriber
    lost: str  # the hashed secret of the seat, which is to open nothing any more
    secret: str  # the hashed one that is to open the seat
    sign: str = field(default_factory=secrets.new_seat_code)
    timer: asyncio.TimerHandle | None = None  # until the seat is theirs, if nobody on the old device says no
    was_away: bool = False  # the old device, when the seat was given

    def drop(self) -> None:
        """It is settled, or no longer made, or not given yet."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None


class Claims:
    """All claims at one table: each connection has one at most."""

    def __init__(self) -> None:
        self.changes = 0  # how often one was made, given or dropped
        self._open: list[Claim] = []
        self._often: dict[str | None, Bucket] = {}  # by address

    def may(self, who: Subscriber) -> bool:
        """Count one claim more from the address of this connection; whether it may make that."""
        return self._often.setdefault(who.origin, Bucket(*OFTEN)).take()

    def add(self, claim: Claim) -> None:
        """In place of what the same connection has claimed before."""
        for other in [other for other in self._open if other.who is claim.who]:
            self.drop(other)
        self._open.append(claim)
        self.changes += 1

    def drop(self, claim: Claim) -> None:
        claim.drop()
        if claim in self._open:
            self._open.remove(claim)
            self.changes += 1

    def has(self, secret: str) -> bool:
        """Whether a claim that is made already has this hashed secret."""
        return any(claim.secret == secret for claim in self._open)

    def give(self, claim: Claim, timer: asyncio.TimerHandle, *, is_away: bool) -> None:
        """The seat is theirs when the timer has run down; `is_away`: nobody is on the old device now."""
        claim.drop()
        claim.timer, claim.was_away = timer, is_away
        self.changes += 1

    def of(self, sign: str) -> Claim | None:
        return next((claim for claim in self._open if claim.sign == sign), None)

    def still(self, here: Collection[Subscriber], opens: Sequence[str | None]) -> tuple[wire.Claimed, ...]:
        """What everybody may know of them; `opens`: the hashed secret of each seat.

        A claim is dropped with its connection, when that has a seat, and when what was lost opens none.  It
        has to be given once more where the old device has come back in the meantime: its person may not know of it.
        """
        for claim in list(self._open):
            if claim.who not in here or claim.who.seat is not None or claim.lost not in opens:
                self.drop(claim)
            elif claim.timer and claim.was_away and any(one.seat == opens.index(claim.lost) for one in here):
                claim.drop()
                self.changes += 1
        return tuple(wire.Claimed(opens.index(c.lost), c.sign, c.timer is not None) for c in self._open)

    def stop(self) -> None:
        """The table is another server's."""
        for claim in list(self._open):
            self.drop(claim)
