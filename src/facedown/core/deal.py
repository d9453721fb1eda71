"""Deals that people can check: who commits to what before a seed is made, and how it follows from all of it.

Everybody's page makes a number and says a commitment to it; then the server says its own, with the list of theirs;
then pages open their numbers.  The seed follows from the server's secret and all numbers, so that whoever had a
number of chance in it knows that nobody chose the deal.  `docs/deals.md` has the encoding, a test vector, and what
remains.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from facedown.core.errors import FacedownError

LENGTH = 32  # bytes of a number, a secret and a commitment
MARK = "# deal: "  # begins the line of a record that says how its seed was made


class Deal(NamedTuple):
    """How one seed was made.  All bytes are `LENGTH` long."""

    table: str  # the table's code
    game: int  # its number at the table, from 1
    secret: bytes  # the server's
    numbers: Mapping[int, bytes]  # by seat: of those whose pages take part
    called_off: int = 0  # how many starts were called off before it, as somebody did not open their number

    @property
    def commitments(self) -> dict[int, bytes]:
        """What each page had said of its number, by seat."""
        return {seat: commitment_to(self.table, number) for seat, number in sorted(self.numbers.items())}

    @property
    def published(self) -> bytes:
        """What the server had said before any number was opened."""
        return published(self.table, self.game, self.secret, self.commitments)

    @property
    def seed(self) -> str:
        """128 bits as 32 hexadecimal digits."""
        numbers = _by_seat(self.numbers)
        return _digest("seed", self.table.encode(), _number(self.game), self.secret, *numbers)[:16].hex()

    def line(self) -> str:
        """The line of a record that says all of it."""
        told = {
            "called_off": self.called_off, "game": self.game, "secret": self.secret.hex(), "table": self.table,
            "numbers": {str(seat): number.hex() for seat, number in sorted(self.numbers.items())},
            "commitments": {str(seat): said.hex() for seat, said in self.commitments.items()},
            "published": self.published.hex(),
        }  # fmt: skip
        return MARK + json.dumps(told, sort_keys=True, separators=(",", ":"))


class BadDeal(FacedownError):
    """A record's deal was not made as it says."""


def commitment_to(table: str, number: bytes) -> bytes:
    """What a page says of its number before it opens it."""
    return _digest("number", table.encode(), number)


def published(table: str, game: int, secret: bytes, commitments: Mapping[int, bytes]) -> bytes:
    """What the server says before any number is opened: a commitment to its secret and to everybody's."""
    return _digest("server", table.encode(), _number(game), secret, *_by_seat(commitments))


def check(record: str) -> Deal:
    """The deal of this record, if its seed was made as it says.  Raises BadDeal."""
    lines = [line for line in record.splitlines() if line.startswith(MARK)]
    if len(lines) != 1:
        raise BadDeal("this record does not say how its seed was made: fewer than two people's pages took part")
    try:
        told = json.loads(lines[0].removeprefix(MARK))
        deal = _read(told)
        commitments = {int(seat): bytes.fromhex(said) for seat, said in told["commitments"].items()}
        said = bytes.fromhex(told["published"])
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise BadDeal(f"the line that begins with {MARK!r} cannot be read: {error}") from error
    for seat, commitment in commitments.items():
        if not hmac.compare_digest(commitment, deal.commitments.get(seat, b"")):
            raise BadDeal(f"the number of seat {seat} is not the one to which its page had committed itself")
    if commitments != deal.commitments or said != deal.published:
        raise BadDeal(
            "the server's secret and the list of commitments are not those to which it had committed itself"
        )
    header = record.partition("\n\n")[0].splitlines()
    if f"seed: {deal.seed}" not in header:
        raise BadDeal(f"the seed is not the one that follows from all numbers, which is {deal.seed}")
    return deal


def _read(told: Mapping[str, Any]) -> Deal:
    numbers = {int(seat): bytes.fromhex(number) for seat, number in told["numbers"].items()}
    secret, game, called_off = bytes.fromhex(told["secret"]), int(told["game"]), int(told["called_off"])
    str(told["table"]).encode()  # raises ValueError if it is no text
    if not all(0 <= seat < 256 for seat in numbers) or not (0 <= game < 2**32 and 0 <= called_off < 2**32):
        raise ValueError("numbers of seats, games and starts must be 0 or more, and not too large")
    if any(len(number) != LENGTH for number in (secret, *numbers.values())):
        raise ValueError(f"numbers have {LENGTH} bytes")
    return Deal(str(told["table"]), game, secret, numbers, called_off)


def _by_seat(values: Mapping[int, bytes]) -> list[bytes]:
    return [bytes([seat]) + value for seat, value in sorted(values.items())]


def _number(number: int) -> bytes:
    return number.to_bytes(4, "big")


def _digest(what: str, *parts: bytes) -> bytes:
    """SHA-256 of what is meant and of the parts, each after its length, so that no two lists are written alike."""
    whole = b"".join(len(part).to_bytes(4, "big") + part for part in (f"facedown deal 1 {what}".encode(), *parts))
    return hashlib.sha256(whole).digest()
