"""The connections to one table, and what they are to be sent as soon as what it tells of is stored."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from facedown.server.outbound import Receiver


class Subscriber(Protocol):
    """A connection, as the room knows it: its seat, whether it is the host's, its address, and how to tell it."""

    seat: int | None
    host: bool

    @property
    def origin(self) -> str | None:
        """The address from which it comes; None where there is none."""

    def send(self, text: str) -> None: ...


class Outbox:
    """Sends to the subscribers of one room, in the order in which things happened."""

    def __init__(self, subscribers: set[Subscriber]) -> None:
        self._subscribers = subscribers
        self._waiting: list[Callable[[], None]] = []

    def later(self, send: Callable[[], None]) -> None:
        """Do this at the next `flush`."""
        self._waiting.append(send)

    def flush(self) -> None:
        """Send everything that waits."""
        sends, self._waiting = self._waiting, []
        for send in sends:
            send()

    def send_all(self, text: str) -> None:
        """Send everybody the same."""
        for subscriber in self._subscribers:
            subscriber.send(text)

    def send_each(self, messages: Callable[[Receiver], Sequence[str]]) -> None:
        """Send each connection the messages for its seat; they are made once a seat."""
        made: dict[Receiver, Sequence[str]] = {}
        for subscriber in self._subscribers:
            seat = subscriber.seat
            if seat not in made:
                made[seat] = messages(seat)
            for message in made[seat]:
                subscriber.send(message)
