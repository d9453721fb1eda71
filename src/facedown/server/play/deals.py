"""How a table's deal is made so that people can check it: see `core.deal` and docs/deals.md.

Pages commit themselves to a number before a game.  When it is started and at least two of those that are there
have, the server says its own commitment and their list; when all have opened their numbers, it begins.  If somebody
does not in time, or one of them is no longer where they sat, the start is called off for all to see, and everybody
makes new numbers.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Container, Sequence
from hmac import compare_digest
from typing import NamedTuple

from facedown.core.deal import LENGTH, Deal, commitment_to, published
from facedown.server import wire
from facedown.server.storage.rows import SeatState
from facedown.server.wire import Refused

OPEN_SECONDS = 6.0  # in which all numbers must have been opened
FEWEST = 2  # people whose pages take part; fewer have nobody to be sure of


class Opening(NamedTuple):
    """A deal whose numbers are opened, and what everybody is told of it."""

    deal: Deal  # with the numbers that are open by now
    said: dict[int, bytes]  # by seat: the commitments
    taking_part: dict[int, str | None]  # ... and who has these seats
    told: wire.Dealing
    called_off: int  # starts, this one included: whoever ends the server now has called it off


class Deals:
    """What the people of one table have committed themselves to, and the deal that is being made."""

    def __init__(self, table: str, called_off: int = 0) -> None:
        """`called_off`: starts since the last game."""
        self._table, self.called_off = table, called_off
        self._committed: dict[str, bytes] = {}  # by the hash of the seat's secret, which goes with the person
        self.opening: Opening | None = None  # while numbers are being opened
        self._timer: asyncio.TimerHandle | None = None
        self._spent: list[bytes] = []  # commitments of starts that were called off

    def commit(self, seating: Sequence[SeatState], seat: int, commitment: str) -> None:
        """The page of the person in this seat has made a number.  Raises Refused for one that is known by now."""
        said = bytes.fromhex(commitment)
        if said in self._spent:
            raise Refused("malformed", "That number was for a start that was called off; a page makes a new one.")
        there = {state.secret for state in seating}
        self._committed = {who: said for who, said in self._committed.items() if who in there}
        if (secret := seating[seat].secret) is not None:
            self._committed[secret] = said

    def holds(self, seating: Sequence[SeatState]) -> bool:
        """Whether everybody who takes part in the present deal still has the same seat."""
        return self.opening is None or all(
            seat < len(seating) and (seating[seat].secret, seating[seat].bot) == (secret, None)
            for seat, secret in self.opening.taking_part.items()
        )

    def next(self, game: int, seating: Sequence[SeatState], connected: Container[int]) -> Opening | None:
        """The deal in which pages take part; None if the game is to begin without.

        Seats whose people are away take no part, since nobody would open their numbers.
        """
        said = {
            seat: self._committed[state.secret]
            for seat, state in enumerate(seating)
            if state.secret in self._committed and state.bot is None and seat in connected
        }
        if len(said) < FEWEST:
            return None
        deal = Deal(self._table, game, secrets.token_bytes(LENGTH), {}, self.called_off)
        whole = published(self._table, game, deal.secret, said)
        told = tuple(said[seat].hex() if seat in said else None for seat in range(len(seating)))
        who = {seat: seating[seat].secret for seat in said}
        return Opening(deal, said, who, wire.Dealing(game, whole.hex(), told), self.called_off + 1)

    def begin(self, opening: Opening, timer: asyncio.TimerHandle) -> None:
        """Numbers are opened from now on, until the `timer` calls the start off."""
        self.opening, self._timer = opening, timer

    def ended(self) -> None:
        """A game has begun, with a deal of this kind or without."""
        self._end()
        self.called_off = 0
        self._spent.clear()

    def open(self, seat: int | None, number: str) -> Deal | None:
        """A page opens its number; the deal, if it was the last.  Raises Refused.

        It is over when the game has begun (`ended`) or cannot (`call_off`).
        """
        opening, opened = self.opening, bytes.fromhex(number)
        if opening is None or seat not in opening.said:
            raise Refused("not_yours", "No number is expected here.")
        if not compare_digest(opening.said[seat], commitment_to(self._table, opened)):
            raise Refused("malformed", "This is not the number to which your page committed itself.")
        deal = opening.deal._replace(numbers={**opening.deal.numbers, seat: opened})
        self.opening = opening._replace(deal=deal)
        return deal if deal.numbers.keys() == opening.said.keys() else None

    def call_off(self) -> wire.CalledOff | None:
        """What everybody is told if a start is called off; None if there is none."""
        opening = self.opening
        if opening is None:
            return None
        self._spent += opening.said.values()
        self._end()
        self.called_off += 1
        return wire.CalledOff(tuple(sorted(opening.said.keys() - opening.deal.numbers.keys())), self.called_off)

    def _end(self) -> None:
        """No number is used twice, and none to which somebody has committed themselves for a start that is over."""
        if self._timer is not None:
            self._timer.cancel()
        if self.opening is not None:
            self._committed.clear()
        self._timer = self.opening = None


def with_deal(record: str, deal: str | None) -> str:
    """A record with the line that says how its seed was made, if people took part in it."""
    return record if deal is None else f"{record}{deal}\n"
