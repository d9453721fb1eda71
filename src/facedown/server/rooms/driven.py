"""What drives the game of a room knows of it: its clock, its bots, and what is done for people who are away."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Literal, Protocol, TypeVar

from facedown.core.game import Game, Move
from facedown.server import wire
from facedown.server.play.match import Match
from facedown.server.play.outbound import Noticed, Receiver
from facedown.server.rooms.change import Change
from facedown.server.rooms.outbox import Subscriber
from facedown.server.storage.stored import SeatState

T = TypeVar("T")


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
    options: dict[str, str | int]
    subscribers: set[Subscriber]

    @property
    def phase(self) -> Literal["lobby", "playing", "over"]:
        """Whether its game has begun, or is over."""

    @property
    def connected(self) -> set[int]:
        """The seats whose people are connected."""

    @property
    def match_in_play(self) -> Match | None:
        """The game that is being played while anybody is connected."""

    @property
    def is_strange(self) -> bool:
        """Whether somebody has brought cards of their own."""

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
