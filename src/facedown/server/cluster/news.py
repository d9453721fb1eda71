"""Messages between servers that share a database, sent in the transaction that stores what they are about.

Each server repeats what another has done, so that the people connected to it get the same messages.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import msgspec

from facedown.server.storage.store import StoredGame, StoredSeat
from facedown.server.wire import OpenTable

MOST = 7800  # bytes; PostgreSQL notifications have less than 8000


class News(msgspec.Struct, frozen=True, tag_field="is", omit_defaults=True):
    """Something that has happened at a table."""


class Moved(News, frozen=True, tag="moved"):
    """Rows were added to a game: moves, timeouts or undos."""

    game: int
    number: int  # of the first row
    rows: tuple[tuple[int, Any], ...]
    key: tuple[int, str] | None = None  # the seat that sent it, and its key


class Said(News, frozen=True, tag="said"):
    """Somebody has said something in Talk."""

    seat: int
    name: str
    text: str
    key: str | None = None


class Seated(News, frozen=True, tag="seated"):
    """The seats have changed."""

    seats: tuple[StoredSeat, ...]
    changed: tuple[int, ...]
    places: dict[int, int | None] = {}  # from old seat numbers to new ones; None: removed
    rearranged: bool = False  # if so, everybody is sent the whole table
    here: tuple[int, ...] = ()  # the seats whose people are connected to the sending server
    hosts: tuple[int, ...] = ()  # those of them that are the hosts'


class Started(News, frozen=True, tag="started"):
    """A game has begun."""

    number: int
    game: StoredGame
    seats: tuple[StoredSeat, ...]


class PaceIs(News, frozen=True, tag="pace"):
    """How fast bots are, whether they wait for people, and whether the next one is to act at once."""

    pace: str
    waits: bool | None
    go_on: bool = False


class TalkIs(News, frozen=True, tag="talk"):
    """Whether people may talk."""

    open: bool


class Blocks(News, frozen=True, tag="blocks"):
    """These addresses, in the form of `Room.blocked`, may not take a seat."""

    who: tuple[str, ...]


class RemovedFrom(News, frozen=True, tag="removed"):
    """The addresses from which this seat is held are blocked, except `spared`."""

    seat: int
    spared: str | None


class TellAll(News, frozen=True, tag="tell"):
    """A message for everybody at the table, encoded."""

    text: str


class Wants(News, frozen=True, tag="wants"):
    """This seat wants to play again, or does not."""

    seat: int
    agree: bool = True


class Committed(News, frozen=True, tag="committed"):
    """The page of this seat has sent its commitment for the next deal."""

    seat: int
    commitment: str


class Dealing(News, frozen=True, tag="dealing"):
    """These seats are opening their numbers; the server that sends this makes the deal."""

    said: dict[int, str]  # by seat: the commitments
    told: str  # the message for everybody


class NumberOpened(News, frozen=True, tag="opened"):
    """A page has opened its number."""

    seat: int
    number: str


class CalledOff(News, frozen=True, tag="called_off"):
    """A start was called off, the last of `times` in a row."""

    times: int
    told: str


class Here(News, frozen=True, tag="here"):
    """Who is connected to the sending server; `gone`: it has left the table."""

    seats: tuple[int, ...]
    led: bool = False  # whether a host, or whoever has the host seat, is connected there
    gone: bool = False
    game: int = 0  # the number of games, as far as the sending server knows
    rows: int = 0
    hosts: tuple[int, ...] = ()  # the seats of the hosts connected there
    asks: bool = False  # whether the leading server is to answer with `State`


class State(News, frozen=True, tag="state"):
    """What is not in the database, for the server `to`, which has just joined a table."""

    to: str
    here: dict[str, Here]
    left: float | None = None  # seconds that the open question has left
    willing: tuple[int, ...] = ()
    declining: tuple[int, ...] = ()
    commitments: dict[int, str] = {}
    dealing: Dealing | None = None
    called_off: int = 0
    talk: bool = True


class Listed(News, frozen=True, tag="listed"):
    """A listed table waits for players; None: not any more at the sending server."""

    code: str
    waits: OpenTable | None


class ListedWhere(News, frozen=True, tag="listed_where"):
    """The sending server asks for all listed tables."""


class Look(News, frozen=True, tag="look"):
    """Something has changed that has to be read from the database."""


AnyNews: TypeAlias = (
    Moved
    | Said
    | Seated
    | Started
    | PaceIs
    | TalkIs
    | Blocks
    | RemovedFrom
    | TellAll
    | Wants
    | Committed
    | Dealing
    | NumberOpened
    | CalledOff
    | Here
    | State
    | Listed
    | ListedWhere
    | Look
)


class Envelope(msgspec.Struct, frozen=True):
    """News of one table from one server."""

    by: str
    n: int  # a counter of the server: PostgreSQL drops equal notifications of one transaction
    table: str
    news: AnyNews


_decoder = msgspec.json.Decoder(Envelope)


def written(by: str, n: int, table: str, news: AnyNews) -> str:
    """Encode news for a notification; `Look` takes the place of news that is too long for one."""
    told = msgspec.json.encode(Envelope(by, n, table, news))
    return (told if len(told) <= MOST else msgspec.json.encode(Envelope(by, n, table, Look()))).decode()


def read(told: bytes) -> Envelope:
    """Decode a notification.  Raises msgspec.DecodeError."""
    return _decoder.decode(told)


def is_by(name: str, told: bytes) -> bool:
    """Whether the server of this name sent this; cheaper than decoding all of it."""
    return told.startswith(f'{{"by":"{name}"'.encode())
