"""What a change of a table is, and a table as its clock, its bots and the like know it, which make changes, too."""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Coroutine, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from facedown.core.contract import Contract
from facedown.core.values import Move
from facedown.server import wire
from facedown.server.play.match import Match, Snapshot
from facedown.server.play.outbound import Noticed, Receiver
from facedown.server.rooms.outbox import Subscriber
from facedown.server.rooms.seating import seat_info
from facedown.server.storage.rows import SeatState, Statement
from facedown.server.storage.store import StorageError

log = logging.getLogger(__name__)

T = TypeVar("T")


class Change(NamedTuple):
    """What somebody asks for comes to this; `Room.commit` does all of it, or nothing.

    `statements`: what is stored.  `tried`: how the match was before something was made in it, which is stored, too,
    or else put back; `key`: with which it was sent.  `then`: what makes the change so in memory, and has people
    told of it.  `told`: messages for everybody.  `whole`: those who are sent the whole table, with what they have
    missed since the frame `since`.  `answer`: the fields of the answer, if it is more than a yes.
    """

    statements: tuple[Statement, ...] = ()
    tried: Snapshot | None = None
    then: tuple[Callable[[], object], ...] = ()
    told: tuple[wire.Told, ...] = ()
    whole: Collection[Subscriber] = ()
    since: int | None = None
    answer: Mapping[str, Any] = {}
    key: str | None = None


class Driven(ABC):
    """A room as what drives its game knows it: what everybody may know of a table, and what can be done there.

    `lock` is held while anything in it changes; what has changed is told at the next `publish`.
    """

    code: str
    game: Contract
    options: dict[str, str | int]
    pace: str
    asked_to_wait: bool | None  # by the host
    seating: list[SeatState]
    match: Match | None
    closed: str | None  # why the last game does not go on, if it does not
    lock: asyncio.Lock
    stored_at: float  # monotonic: when something of its game was stored last
    host: str  # the hash of what makes whoever has it the host
    host_gone: str | None = None  # the hashed secret of the seat that the last host had who has gone
    subscribers: set[Subscriber]
    tasks: set[asyncio.Task[None]]  # that run, so that none is forgotten before it ends

    @property
    def phase(self) -> wire.Phase:
        if self.match is None:
            return "lobby" if self.closed is None else "over"
        return "over" if self.match.table.over else "playing"

    @property
    def match_in_play(self) -> Match | None:
        """The game that is being played while anybody is connected; None if there is none, or nobody is."""
        match = self.match
        return None if match is None or not self.subscribers or match.table.over else match

    @property
    def connected(self) -> set[int]:
        """The seats whose people are connected."""
        return {subscriber.seat for subscriber in self.subscribers if subscriber.seat is not None}

    def seats(self) -> tuple[wire.SeatInfo, ...]:
        """Who sits where, and who is connected."""
        connected, hosts = self.connected, self.host_seats
        return tuple(seat_info(state, seat in connected, seat in hosts) for seat, state in enumerate(self.seating))

    @property
    def host_seats(self) -> set[int]:
        """The seats of the hosts who are connected; of whoever was the last, while none is."""
        here = {s.seat for s in self.subscribers if s.host}
        if here:
            return {seat for seat in here if seat is not None}
        gone = (self.host, self.host_gone)
        return {seat for seat, state in enumerate(self.seating) if state.held and state.secret in gone}

    @property
    def waits(self) -> bool:
        """Whether bots give people time to think.  By default they do if there is only one person."""
        if self.asked_to_wait is not None:
            return self.asked_to_wait
        return sum(seat.held for seat in self.seating) == 1

    @property
    def players(self) -> int:
        """How many seats are players': those of hosts, such as the Storyteller's, come behind them."""
        return self.game.players(len(self.seating))

    @property
    def host_title(self) -> str:
        """What the last seat is called in a sentence."""
        return self.game.names_of(len(self.seating))[-1].lower()

    @property
    def is_by_one(self) -> bool:
        """Whether the host seat answers for people without a device."""
        return self.game.speaks_for_all(self.options)

    @property
    def asked_for_alone(self) -> str | None:
        """The title of an option by which one may ask for something only where one plays alone with bots."""
        asked = (one.title for one in self.game.options if one.alone and self.options[one.name] != one.default)
        return next(asked, None)

    @property
    def is_led(self) -> bool:
        """Whether somebody is connected who leads the table."""
        return any(map(self.leads, self.subscribers))

    def leads(self, subscriber: Subscriber) -> bool:
        """Whether this is somebody who opened the table or has the host seat."""
        return subscriber.host or (subscriber.seat is not None and subscriber.seat >= self.players)

    def later(self, seconds: float, do: Callable[[], Coroutine[object, None, None]]) -> asyncio.TimerHandle:
        """Do this in so many seconds, unless what this returns is cancelled before."""
        return asyncio.get_running_loop().call_later(seconds, self._begin, do)

    def _begin(self, do: Callable[[], Coroutine[object, None, None]]) -> None:
        task = asyncio.create_task(do())
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    @abstractmethod
    async def move(self, seat: int, move: Move) -> None:
        """Make a seat's move and store it.  Raises Refused or StorageError; the table is then unchanged."""

    @abstractmethod
    async def tried(self, do: Callable[[], T]) -> T:
        """What rules do in the game that is played, in bounded time.  Raises Refused, or what `do` raises."""

    @abstractmethod
    def log_once(self, what: str, error: BaseException) -> None:
        """Log an error, the first of its kind at this table."""

    @abstractmethod
    def close(self, why: str) -> None:
        """Close the game that is played, as the program cannot go on with it."""

    @abstractmethod
    def said(self, seat: int, text: str) -> Change:
        """What a seat says in Talk."""

    @abstractmethod
    async def commit(self, change: Change) -> None:
        """Store a change, and make it so.  Raises StorageError; then nothing has changed."""

    async def is_committed(self, change: Change) -> bool:
        """The same, where nobody waits for an answer: False, which is logged, if nothing has changed."""
        try:
            await self.commit(change)
        except StorageError as error:
            log.warning("table %s: %s", self.code, error)
            return False
        return True

    @abstractmethod
    def publish(self) -> None:
        """Send everybody what has changed since the last time."""

    @abstractmethod
    def publish_later(
        self, since: int, only: int | None = None, things: Mapping[Receiver, Sequence[Noticed]] | None = None
    ) -> None:
        """At the next `publish`, send what has happened since this frame."""
