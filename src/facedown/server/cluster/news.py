"""What servers that share a database tell each other of a table, in the transaction that stores it.

Each does again what another has done, so that the people who are connected to it get the same messages.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from facedown.server.storage.store import StoredGame, StoredSeat
from facedown.server.wire import OpenTable

MOST = 7800  # bytes; PostgreSQL passes on less than 8000


class News(msgspec.Struct, frozen=True, tag_field="is", omit_defaults=True):
    """Something that has happened at a table."""


class Moved(News, frozen=True, tag="moved"):
    """Rows were added to a game: moves, timeouts, moves taken back."""

    game: int
    number: int  # of the first row
    rows: tuple[tuple[int, str], ...]
    key: tuple[int, str] | None = None  # the seat, and with which key it was sent


class Said(News, frozen=True, tag="said"):
    """Somebody has spoken."""

    seat: int
    name: str
    text: str
    key: str | None = None


class Seated(News, frozen=True, tag="seated"):
    """The seats are these now."""

    seats: tuple[StoredSeat, ...]
    changed: tuple[int, ...]
    places: dict[int, int | None] = {}  # who sat there before sits here now, or nowhere
    rearranged: bool = False  # then everybody is sent the whole table
    here: tuple[int, ...] = ()  # the seats whose people are connected to the server that says so
    hosts: tuple[int, ...] = ()  # and of these, those of who opened the table


class Started(News, frozen=True, tag="started"):
    """A game has begun."""

    number: int
    game: StoredGame
    seats: tuple[StoredSeat, ...]


class PaceIs(News, frozen=True, tag="pace"):
    """How fast bots are, whether they wait for people, and whether they are not to wait just now."""

    pace: str
    waits: bool | None
    go_on: bool = False


class TalkIs(News, frozen=True, tag="talk"):
    """May people talk?"""

    open: bool


class Blocks(News, frozen=True, tag="blocks"):
    """Nobody of these addresses may take a seat, as the table's `blocked` has them."""

    who: tuple[str, ...]


class RemovedFrom(News, frozen=True, tag="removed"):
    """Nobody of the address from which this seat is held may take one again, unless it is this one."""

    seat: int
    spared: str | None


class TellAll(News, frozen=True, tag="tell"):
    """A message for everybody, as it is sent."""

    text: str


class Wants(News, frozen=True, tag="wants"):
    """This seat wants to play again, or would rather not."""

    seat: int
    agree: bool = True


class Committed(News, frozen=True, tag="committed"):
    """The page of this seat has made a number for the next deal."""

    seat: int
    commitment: str


class Dealing(News, frozen=True, tag="dealing"):
    """Numbers are being opened, of these seats; who has begun it makes the deal."""

    said: dict[int, str]  # by seat: the commitments
    told: str  # what everybody is told


class NumberOpened(News, frozen=True, tag="opened"):
    """A page has opened its number."""

    seat: int
    number: str


class CalledOff(News, frozen=True, tag="called_off"):
    """A start was called off, the last of so many in a row."""

    times: int
    told: str


class Here(News, frozen=True, tag="here"):
    """Who is connected to the table at the server that says so; nobody: it has left the table."""

    seats: tuple[int, ...]
    led: bool = False  # is somebody there who opened the table, or has the host seat?
    gone: bool = False
    game: int = 0  # how far the table is, as this server knows it
    rows: int = 0
    hosts: tuple[int, ...] = ()  # the seats of those there who opened the table
    asks: bool = False  # for `State`, by the server that runs the table's clock


class State(News, frozen=True, tag="state"):
    """What is stored nowhere, for a server that has just joined a table."""

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
    """A table that its host has listed waits for players like this; None: no longer at the server that says so."""

    code: str
    waits: OpenTable | None


class ListedWhere(News, frozen=True, tag="listed_where"):
    """The server that says so wants to be told of all listed tables."""


class Look(News, frozen=True, tag="look"):
    """Something that is best read from the database."""


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
    """News of one table, by one server."""

    by: str
    n: int  # the server's own count: PostgreSQL passes on only once what is told twice in one transaction
    table: str
    news: AnyNews


_decoder = msgspec.json.Decoder(Envelope)


def written(by: str, n: int, table: str, news: AnyNews) -> str:
    """As the database passes it on; what is too long for that is to be read there."""
    told = msgspec.json.encode(Envelope(by, n, table, news))
    return (told if len(told) <= MOST else msgspec.json.encode(Envelope(by, n, table, Look()))).decode()


def read(told: bytes) -> Envelope:
    """Raises msgspec.DecodeError."""
    return _decoder.decode(told)


def is_by(name: str, told: bytes) -> bool:
    """Is this what the server of that name has told itself?  Seen before the rest is read."""
    return told.startswith(f'{{"by":"{name}"'.encode())
