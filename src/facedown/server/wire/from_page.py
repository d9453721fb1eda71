"""The messages from a page to its table; before them limits, value ranges and refusals that all messages share."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

import msgspec

from facedown.core.errors import FacedownError

MAX_MESSAGE = 4096  # bytes of one message; a longer one is refused
MAX_FRAME = 16 * 1024  # bytes; a longer frame closes the connection (code 1009) before it is read
MAX_CARDS = 48_000  # characters of a cards file, so that one of 200 cards has some 240 for each
MAX_CARDS_BODY = 12 * MAX_CARDS + MAX_FRAME  # bytes of a request with one: JSON may take twelve for a character
MAX_MISSED = 60  # frames sent to somebody who reconnects; after missing more, they get only the view
MAX_CHAT = 300  # characters of one line
CHAT_KEPT = 50  # lines sent to a new connection
RESTARTED = 1012  # the code with which a connection ends that can be made again at once
DELETED = 4410  # the code with which it ends when the host has deleted the table

Why: TypeAlias = Literal[
    "stale", "late", "not_yours", "illegal", "malformed", "too_large", "too_fast", "over", "not_started",
    "not_over", "taken", "not_host", "unknown_table", "unknown_game", "unknown_secret", "bad_option", "not_found",
    "storage", "elsewhere", "broken", "wrong_host", "wrong_origin", "not_json",
]  # fmt: skip

# The HTTP statuses of these; 400 for the others.
STATUS: dict[Why, int] = {
    "unknown_table": 404, "unknown_game": 404, "not_found": 404, "too_fast": 429, "too_large": 413, "storage": 503,
    "elsewhere": 503,
    "not_over": 409, "not_started": 409, "unknown_secret": 403, "broken": 500, "wrong_host": 421,
    "wrong_origin": 403, "not_json": 415,
}  # fmt: skip

View: TypeAlias = Any  # what one seat sees: a struct of the game, or plain data if it was stored
Counter: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
SeatNumber: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=63)]
CardsFile: TypeAlias = Annotated[str, msgspec.Meta(max_length=MAX_CARDS)]
Secret: TypeAlias = Annotated[str, msgspec.Meta(max_length=100)]
# Made by the page for the seat that it takes, at random: as long as those that the server makes.
OwnSecret: TypeAlias = Annotated[str, msgspec.Meta(pattern="^[A-Za-z0-9_-]{32,64}\\Z", max_length=64)]
# Chosen by the page for one action, and sent again with it if no answer came, so that it is carried out once.
OnceKey: TypeAlias = Annotated[str, msgspec.Meta(pattern="^[A-Za-z0-9_-]{8,40}\\Z", max_length=40)]
# The parts of which the page draws a seat's face; the server only stores it.
Face: TypeAlias = Annotated[str, msgspec.Meta(pattern="^[a-z]{6}$", max_length=6)]


class Refused(FacedownError):
    """A message or request is refused; nothing has changed.  `why` is for programs, `text` for people."""

    def __init__(self, why: Why, text: str, rule: str | None = None) -> None:
        super().__init__(text)
        self.why, self.text, self.rule = why, text, rule


def sentence(error: Exception) -> str:
    """An error's message as a sentence for people."""
    words = str(error)
    return f"{words[:1].upper()}{words[1:]}{'' if words.endswith(('.', '?', '!')) else '.'}"


class Said(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag=str.lower):
    """A message from a page.  `n` is the page's own counter; the answer to the message repeats it."""

    n: Counter


class Hello(Said, frozen=True):
    """The first message: the secrets of this browser, and the last frame that it has seen.

    `changes`: whether to send what has changed instead of whole views.
    """

    secret: Secret | None = None
    host: Secret | None = None
    since: Counter | None = None
    changes: bool = False


class Sit(Said, frozen=True):
    """Take a seat under this name.

    `secret`: the seat's, if the page makes it; sent again with the same one, it takes the seat once.
    `code`: the one with which the seat of somebody without a device is given.
    """

    seat: SeatNumber
    name: Annotated[str, msgspec.Meta(max_length=100)]
    face: Face | None = None
    secret: OwnSecret | None = None
    code: Annotated[str, msgspec.Meta(max_length=40)] | None = None


class Invite(Said, frozen=True):
    """Ask for a code with which somebody can take the seat of a person without a device."""

    seat: SeatNumber


class Wear(Said, frozen=True):
    """Change the face of one's own seat, before or after a game."""

    face: Face


class Bot(Said, frozen=True):
    """Put a bot in a seat, or take it away (null)."""

    seat: SeatNumber
    bot: Annotated[str, msgspec.Meta(max_length=60)] | None


class Name(Said, frozen=True):
    """Rename a seat before the first game, or name somebody without a device."""

    seat: SeatNumber
    name: Annotated[str, msgspec.Meta(max_length=100)]


class Arrange(Said, frozen=True):
    """Rearrange the seats before the first game: their present numbers in the new order, null for a new seat.

    Seats that are left out are removed.
    """

    seats: Annotated[tuple[SeatNumber | None, ...], msgspec.Meta(max_length=63)]


class Choose(Said, frozen=True):
    """Say before the first game who begins: `value` for this option, which is one of seats."""

    option: Annotated[str, msgspec.Meta(max_length=60)]
    value: Annotated[str, msgspec.Meta(max_length=60)] | SeatNumber


class MakeHost(Said, frozen=True):
    """Whoever has this seat is host from now on."""

    seat: SeatNumber


class CallBot(Said, frozen=True):
    """Want a bot to stand in for whoever has this seat and is away; `agree`: false: no longer."""

    seat: SeatNumber
    agree: bool = True


class AddSeat(Said, frozen=True):
    """Add a seat with this name during the game, for somebody who comes late."""

    name: Annotated[str, msgspec.Meta(max_length=100)]


class AskSeat(Said, frozen=True):
    """Ask, without a seat, for a chair in the game that is played, under this name; null: ask no longer."""

    name: Annotated[str, msgspec.Meta(max_length=100)] | None


class HandOver(Said, frozen=True):
    """Give the host seat to whoever has this seat; null: to a bot."""

    to: SeatNumber | None = None


class Start(Said, frozen=True):
    """Start the first game."""


class Again(Said, frozen=True):
    """Agree to another game; `agree`: false to say that this seat would rather not play now."""

    agree: bool = True


Bytes32: TypeAlias = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$", max_length=64)]


class Commit(Said, frozen=True):
    """The page's commitment to the number that it has made for the next deal (docs/deals.md)."""

    commitment: Bytes32


class Open(Said, frozen=True):
    """The number that the page has committed itself to."""

    number: Bytes32


class Play(Said, frozen=True):
    """Make a move, based on version `at` of the game: its value, as it came with the legal moves."""

    at: Counter
    move: Any
    key: OnceKey | None = None


class InWords(Said, frozen=True, tag="words"):
    """Ask in which words a move that says something would be told; it is not made."""

    move: Any


class AskHint(Said, frozen=True, tag="hint"):
    """Ask what a bot would do in this place."""


class Undoable(Said, frozen=True):
    """Ask which moves can be undone."""


class Unplay(Said, frozen=True):
    """Take one's own last move back, if it has not revealed anything."""

    at: Counter


class Undo(Said, frozen=True):
    """Undo move `to` of those that can be undone, and everything after it."""

    at: Counter
    to: Counter


class Pace(Said, frozen=True):
    """Set how long bots pause and whether they wait for people; `next`: the next one acts at once."""

    pace: Literal["human", "fast", "instant"] | None = None
    waits: bool | None = None
    next: bool = False


class Leave(Said, frozen=True):
    """Give one's seat up."""


class Remove(Said, frozen=True):
    """Take somebody's seat away; `block`: keep their address from taking one here again."""

    seat: SeatNumber
    block: bool = False


class DeleteTable(Said, frozen=True):
    """Delete this table with everything that is stored of it, as the host."""


class Unsay(Said, frozen=True):
    """Delete everything that one has said in Talk."""


class ReportPerson(Said, frozen=True, tag="report"):
    """Report the person in this seat to the operator of the server."""

    seat: SeatNumber
    why: Annotated[str, msgspec.Meta(max_length=300)]


class Talk(Said, frozen=True):
    """Open or close Talk for everybody, as the host."""

    open: bool


class Voice(Said, frozen=True):
    """Give everybody a link to where the table talks aloud, as the host; None: take it away."""

    link: str | None


class Say(Said, frozen=True):
    """Say something in Talk."""

    text: str
    key: OnceKey | None = None


Expression: TypeAlias = Literal["laugh", "gasp", "wink", "doubt", "cross", "sad"]


class React(Said, frozen=True):
    """Make a face that everybody sees for a moment; it is not stored."""

    expression: Expression


class Read(Said, frozen=True):
    """So many of the things that this seat alone was told have been read on its page."""

    things: Counter


class Ping(Said, frozen=True):
    """Ask for the time of the table's clock."""


ROW = 0.1  # kilobytes that a row of the database takes besides its contents
TABLE = 4.0  # kilobytes of a table, of a game, or of a report


def row(text: str) -> float:
    """The kilobytes that a row of the database takes with this text."""
    return ROW + len(text.encode("utf-8", "surrogatepass")) / 1024


def kilobytes(message: Said) -> float:
    """How much the server stores for this message."""
    match message:
        case Say():
            return row(message.text)
        case Play():
            return row(msgspec.json.encode(message.move).decode())
        case Start() | Again() | ReportPerson():
            return TABLE
        case Sit() | Wear() | Bot() | Name() | Arrange() | Choose() | AddSeat() | HandOver() | MakeHost():
            return ROW
        case CallBot() | Undo() | Unplay():
            return ROW
        case _:
            return 0
