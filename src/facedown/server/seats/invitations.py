"""Seats without a device, given to people: by a code that whoever answers for them shows on their screen.

Nobody with the link alone comes to such a seat, and to what it knows.  Codes are kept in memory alone: after a
restart another one is shown.
"""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from dataclasses import dataclass

from facedown.server.admission import secrets

MOST_TRIES = 5  # wrong codes for a seat, after which its code opens nothing


@dataclass(slots=True)
class Invitation:
    """To one seat, for whoever says this code first."""

    code: str
    tries_left: int = MOST_TRIES


class Invitations:
    """The codes that are shown at one table, by seat."""

    def __init__(self) -> None:
        self._open: dict[int, Invitation] = {}

    def to(self, seat: int) -> str:
        """A new code for this seat, in place of an earlier one."""
        code = secrets.new_seat_code()
        self._open[seat] = Invitation(code)
        return code

    def opens(self, seat: int, code: str | None) -> bool:
        """Whether this is the code of this seat.  A wrong one counts as a try."""
        invitation = self._open.get(seat)
        if invitation is None or code is None or invitation.tries_left <= 0:
            return False
        tidy = "".join(code.split()).lower()
        if hmac.compare_digest(tidy.encode("utf-8", "surrogatepass"), invitation.code.encode()):
            return True
        invitation.tries_left -= 1
        return False

    def close(self, seat: int) -> None:
        """Its code has been used, or the seat is somebody's now."""
        self._open.pop(seat, None)

    def seats_moved(self, places: Mapping[int, int | None]) -> None:
        """The seats have other numbers, None for those that are gone."""
        moved = {places.get(seat, seat): invitation for seat, invitation in self._open.items()}
        self._open = {seat: invitation for seat, invitation in moved.items() if seat is not None}
