"""The messages from a page to its table, and how they are read."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

from facedown.server.wire.values import MAX_FRAME, MAX_MESSAGE, Counter, Face, OnceKey, Refused, SeatNumber, Secret


class Said(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag=str.lower):
    """A message from a page.  `n` is the page's own counter; the answer to the message repeats it."""

    n: Counter


class Hello(Said, frozen=True):
    """The first message: the secrets of this browser, and the last frame that it has seen.

    `changes`: it wants to be sent what has changed, instead of large views.
    """

    secret: Secret | None = None
    host: Secret | None = None
    since: Counter | None = None
    changes: bool = False


class Sit(Said, frozen=True):
    seat: SeatNumber
    name: Annotated[str, msgspec.Meta(max_length=100)]
    face: Face | None = None


class Wear(Said, frozen=True):
    """Another face for one's own seat, before the game or after it."""

    face: Face


class Bot(Said, frozen=True):
    seat: SeatNumber
    bot: Annotated[str, msgspec.Meta(max_length=60)] | None


class Name(Said, frozen=True):
    """Another name for a seat, before the first game; or a name for somebody without a device."""

    seat: SeatNumber
    name: Annotated[str, msgspec.Meta(max_length=100)]


class Arrange(Said, frozen=True):
    """The seats in another order, before the first game: their numbers until now, null for a new seat.

    Those that are left out are removed.
    """

    seats: Annotated[tuple[SeatNumber | None, ...], msgspec.Meta(max_length=63)]


class AddSeat(Said, frozen=True):
    """One seat more, during the game, for somebody who comes late; it has this name from the beginning."""

    name: Annotated[str, msgspec.Meta(max_length=100)]


class HandOver(Said, frozen=True):
    """Give the host seat to whoever has this seat; null: to a bot, until somebody has the secret answered."""

    to: SeatNumber | None = None


class Start(Said, frozen=True):
    pass


class Again(Said, frozen=True):
    """Another game; `agree`: false, if somebody has proposed one and this seat would rather not play now."""

    agree: bool = True


Bytes32: TypeAlias = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$", max_length=64)]


class Commit(Said, frozen=True):
    """Our page has made a number for the next deal, and commits itself to it (docs/deals.md)."""

    commitment: Bytes32


class Open(Said, frozen=True):
    """The number to which our page had committed itself."""

    number: Bytes32


class Play(Said, frozen=True):
    at: Counter
    move: Annotated[str, msgspec.Meta(max_length=700)]  # long enough for free text, in games that take it
    key: OnceKey | None = None


class Undoable(Said, frozen=True):
    """Which moves can be undone?"""


class Unplay(Said, frozen=True):
    """Take one's own last move back, which has shown nobody anything."""

    at: Counter


class AskHint(Said, frozen=True, tag="hint"):
    """What would a bot do in our place?"""


class Undo(Said, frozen=True):
    """Undo move `to` of those that can be undone, and everything after it."""

    at: Counter
    to: Counter


class Pace(Said, frozen=True):
    """How bots play from now on: how long they pause, whether they wait for people; and one of them at once."""

    pace: Literal["human", "fast", "instant"] | None = None
    waits: bool | None = None
    next: bool = False


class Leave(Said, frozen=True):
    pass


class Remove(Said, frozen=True):
    """Take somebody's seat away; `block`: their address may not take one here again."""

    seat: SeatNumber
    block: bool = False


class Report(Said, frozen=True):
    """Tell whoever runs the server about the person in this seat."""

    seat: SeatNumber
    why: Annotated[str, msgspec.Meta(max_length=300)]


class Talk(Said, frozen=True):
    """The host opens Talk, or closes it for everybody."""

    open: bool


class Say(Said, frozen=True):
    text: str
    key: OnceKey | None = None


Expression: TypeAlias = Literal["laugh", "gasp", "wink", "doubt", "cross", "sad"]


class React(Said, frozen=True):
    """Make a face that everybody sees for a moment; nothing of it is kept."""

    expression: Expression


class Ping(Said, frozen=True):
    pass


Message: TypeAlias = (
    Hello
    | Sit
    | Wear
    | Bot
    | Name
    | Arrange
    | AddSeat
    | HandOver
    | Start
    | Again
    | Commit
    | Open
    | Play
    | AskHint
    | Undoable
    | Unplay
    | Undo
    | Pace
    | Leave
    | Remove
    | Report
    | Talk
    | Say
    | React
    | Ping
)


ROW = 0.1  # kilobytes that a row of the database takes besides what is written in it
TABLE = 4.0  # kilobytes that a table takes, a game with what everybody sees at its end, or a report


def kilobytes(message: Message) -> float:
    """How much the server stores if it does what this message asks for."""
    match message:
        case Say():
            return ROW + len(message.text.encode("utf-8", "surrogatepass")) / 1024
        case Play():
            return ROW + len(message.move.encode("utf-8", "surrogatepass")) / 1024
        case Start() | Again() | Report():
            return TABLE
        case Sit() | Wear() | Bot() | Name() | Arrange() | AddSeat() | HandOver():
            return ROW
        case _:
            return 0


class _OnlyNumber(msgspec.Struct):
    n: Counter


_messages: msgspec.json.Decoder[Message] = msgspec.json.Decoder(Message)
_numbers = msgspec.json.Decoder(_OnlyNumber)


def read(text: str) -> Message:
    """Decode a message.  Raises Refused."""
    if len(text) * 4 > MAX_MESSAGE and len(text.encode("utf-8", "surrogatepass")) > MAX_MESSAGE:
        raise Refused("too_large", f"A message may have {MAX_MESSAGE} bytes; this one has more.")
    try:
        return _messages.decode(text)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise Refused("malformed", f"This is not a message that the table knows: {error}.") from error


def number_of(text: str) -> int | None:
    """The counter `n` of a message that is otherwise malformed, for its answer; None if it has none."""
    try:
        return _numbers.decode(text).n if len(text) <= MAX_FRAME else None
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        return None
