"""Rate limits for each connection and each address, so that one client cannot block the others.

Times are those of the monotonic clock, so that setting the system's clock has no effect.
"""

from __future__ import annotations

import asyncio
import ipaddress
import math
import os
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping

import msgspec

from facedown.core.errors import BadOption

ADDRESSES_KEPT = 10_000
OWN_CARDS = 40  # tables with own cards that an address may open a day
# How much more an address may send than a connection: on average, in a burst.  Half of the first is common to its
# connections; of the other half each has its share, so that one person cannot shut out the others who are there.
ADDRESS_TO_CONNECTION = 8, 20
HELLO, HELLO_AND_SEAT = 5, 12  # what these cost: the share of a connection at first, and at most


class Limits(msgspec.Struct, frozen=True):
    """The limits; each can be set by an environment variable such as `FACEDOWN_MESSAGES_A_SECOND=50`."""

    messages_a_second: float = 15  # of one connection, on average
    messages_at_once: float = 40  # of one connection, in a burst
    requests_a_second: float = 20  # of one address: HTTP, new connections
    requests_at_once: float = 200
    tables_an_hour: float = 120  # opened by one address, on average
    tables_at_once: float = 20
    listed_tables: int = 10  # tables of one address in the list of open tables at the same time
    bot_tables: int = 30  # games with bots that people of one address alone have going at the same time
    connections: int = 100  # sockets of one address at the same time
    request_seconds: float = 10  # until the whole body of a request must have arrived
    megabytes: float = 4096  # of the database file
    kilobytes_an_hour: float = 2048  # that one address may let the server store, on average
    kilobytes_at_once: float = 1024
    seat_kilobytes: float = 128  # of the moves of one seat in a game, after which it may only answer
    keep_unbegun_days: float = 7  # a table at which no game has begun, after it was opened
    keep_finished_days: float = 90  # after the last move of its last game
    keep_unfinished_days: float = 365
    keep_address_days: float = 14  # the address of whom a report is about
    bot_seconds_a_table: float = 0.25  # processor seconds a second for the bots of one table, on average
    bot_seconds_an_address: float = 0.5  # the same at all tables with people of only one address
    bot_seconds_at_once: float = 5  # the same in a burst
    patience: int = 200  # messages refused as too fast before the connection is closed


def limits_from(environment: Mapping[str, str] = os.environ) -> Limits:
    """The limits, with those that the environment sets.  Raises BadOption."""
    given: dict[str, float] = {}
    for field in msgspec.structs.fields(Limits):
        variable = f"FACEDOWN_{field.name.upper()}"
        if (said := environment.get(variable)) is None:
            continue
        try:
            given[field.name] = msgspec.convert(said, field.type, strict=False)
        except msgspec.ValidationError as error:
            whole = "a whole number" if field.type is int else "a number"
            raise BadOption(f"{variable} is {said!r}, which is not {whole}") from error
        if not 0 < given[field.name] < math.inf:
            raise BadOption(f"{variable} is {said!r}, but must be more than 0, and have an end")
    return msgspec.convert(given, Limits)


class Bucket:
    """A token bucket: it holds `at_once` tokens and gains `a_second` each second."""

    __slots__ = ("_a_second", "_at", "_clock", "_left", "_size")

    def __init__(self, a_second: float, at_once: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._a_second, self._size, self._clock = a_second, at_once, clock
        self._left, self._at = at_once, clock()

    def left(self) -> float:
        """The number of tokens; negative after more was spent than there was."""
        now = self._clock()
        self._left = min(self._size, self._left + (now - self._at) * self._a_second)
        self._at = now
        return self._left

    def take(self, cost: float = 1) -> bool:
        """Take this many tokens; False, with nothing taken, if there are fewer."""
        if self.left() < cost:
            return False
        self._left -= cost
        return True

    def spend(self, cost: float) -> None:
        """Take this many tokens even if there are fewer, for what is known only after it was used."""
        self._left = self.left() - cost


class Address:
    """What one address has used of its limits."""

    __slots__ = (
        "bots", "connections", "household", "loads", "looks_back", "messages", "own_cards", "requests", "space",
        "tables",
    )  # fmt: skip

    def __init__(self, limits: Limits, household: str) -> None:
        self.household = household
        self.requests = Bucket(limits.requests_a_second, limits.requests_at_once)
        often, at_once = ADDRESS_TO_CONNECTION
        self.messages = Bucket(limits.messages_a_second * often / 2, limits.messages_at_once * at_once)
        self.tables = Bucket(limits.tables_an_hour / 3600, limits.tables_at_once)
        self.own_cards = Bucket(OWN_CARDS / 86400, OWN_CARDS)
        self.space = Bucket(limits.kilobytes_an_hour / 3600, limits.kilobytes_at_once)
        self.bots = Bucket(limits.bot_seconds_an_address, limits.bot_seconds_at_once)
        self.connections = 0
        self.loads = asyncio.Lock()  # held while a table is loaded for it
        self.looks_back = asyncio.Lock()  # held while one of its requests looks at a whole game


def share(limits: Limits) -> Bucket:
    """What a connection may send when others of its address have used up what they have in common.

    It can say hello at once, so that nobody shuts newcomers out.  Whoever connects again and again gets no more by
    it: each new connection counts as a request.
    """
    a_second = limits.messages_a_second * ADDRESS_TO_CONNECTION[0] / 2 / limits.connections
    bucket = Bucket(a_second, HELLO_AND_SEAT)
    bucket.spend(HELLO_AND_SEAT - HELLO)
    return bucket


class Addresses:
    """The addresses seen lately; the one that has been silent for longest is forgotten first."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._known: OrderedDict[str, Address] = OrderedDict()

    def of(self, host: str | None) -> Address:
        """The entry of this address, which is made if there is none."""
        key = household(host or "")
        address = self._known.pop(key, None) or Address(self.limits, key)
        self._known[key] = address
        if len(self._known) > ADDRESSES_KEPT:
            for old, entry in self._known.items():
                if not entry.connections:
                    del self._known[old]
                    break
        return address


def household(host: str) -> str:
    """The key of an address; the 2**64 addresses of an IPv6 household share one."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        return str(ipaddress.ip_network((address, 64), strict=False))
    return str(address)
