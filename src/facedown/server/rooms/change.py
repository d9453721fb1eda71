"""What a change of a table is, and a table as its clock, its bots and the like know it, which make changes, too."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

from facedown.core.game import Game, Move
from facedown.server import wire
from facedown.server.play.match import Match, Snapshot
from facedown.server.play.outbound import Noticed, Receiver
from facedown.server.rooms.outbox import Subscriber
from facedown.server.storage.statements import Statement
from facedown.server.storage.stored import SeatState

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


class Driven(Protocol):
    """A room.  `lock` is held while anything in it changes; what has changed is told at the next `publish`."""

    code: str
    game: Game
    pace: str
    seating: list[SeatState]
    match: Match | None
    lock: asyncio.Lock
    stored_at: float  # monotonic: when something of its game was stored last
    host: str  # the hash of what makes whoever has it the host
    subscribers: set[Subscriber]

    @property
    def phase(self) -> wire.Phase:
        """Whether its game has begun, or is over."""

    @property
    def is_by_one(self) -> bool:
        """Whether the host seat answers for people without a device."""

    @property
    def connected(self) -> set[int]:
        """The seats whose people are connected."""

    @property
    def match_in_play(self) -> Match | None:
        """The game that is being played while anybody is connected."""

    @property
    def waits(self) -> bool:
        """Whether bots give people time to think."""

    def seats(self) -> tuple[wire.SeatInfo, ...]:
        """Who sits where, and who is connected."""

    async def move(self, seat: int, move: Move) -> None:
        """Make a seat's move and store it.  Raises Refused or StorageError; the table is then unchanged."""

    async def tried(self, do: Callable[[], T]) -> T:
        """What rules do in the game that is played, in bounded time.  Raises Refused, or what `do` raises."""

    def log_once(self, what: str, error: BaseException) -> None:
        """Log an error, the first of its kind at this table."""

    def close(self, why: str) -> None:
        """Close the game that is played, as the program cannot go on with it."""

    def said(self, seat: int, text: str) -> Change:
        """What a seat says in Talk."""

    async def commit(self, change: Change) -> None:
        """Store a change, and make it so.  Raises StorageError; then nothing has changed."""

    def publish(self) -> None:
        """Send everybody what has changed since the last time."""

    def publish_later(
        self, since: int, only: int | None = None, things: Mapping[Receiver, Sequence[Noticed]] | None = None
    ) -> None:
        """At the next `publish`, send what has happened since this frame."""
