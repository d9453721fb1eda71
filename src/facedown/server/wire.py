"""The messages between page and table: closed families, and nothing else is read or sent.

`docs/explanation/architecture.md`, "The wire", is the same in words.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

import msgspec

from facedown.core.errors import FacedownError
from facedown.core.game import Card, Event, Option, Standing
from facedown.core.rulebook import Rule

MAX_MESSAGE = 4096  # bytes of one message; a little more is answered, much more closes the connection (1009)
MAX_FRAME = 16 * 1024
MAX_MISSED = 60  # frames sent again to one who comes back; who missed more gets the view alone
MAX_CHAT = 300
CHAT_KEPT = 50

Why: TypeAlias = Literal[
    "stale", "late", "not_yours", "illegal", "malformed", "too_large", "too_fast", "over", "not_started",
    "not_over", "taken", "not_host", "unknown_table", "unknown_game", "unknown_secret", "bad_option", "not_found",
    "storage", "broken",
]  # fmt: skip

Counter: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
SeatNumber: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=63)]
Secret: TypeAlias = Annotated[str, msgspec.Meta(max_length=100)]


class Refused(FacedownError):
    """A message that is answered with a no.  Nothing has changed."""

    def __init__(self, why: Why, text: str, rule: str | None = None) -> None:
        super().__init__(text)
        self.why, self.text, self.rule = why, text, rule


def sentence(error: Exception) -> str:
    """An error's message as a sentence for people."""
    words = str(error)
    return f"{words[:1].upper()}{words[1:]}{'' if words.endswith(('.', '?', '!')) else '.'}"


# -- what the page says -------------------------------------------------------------------------------------------


class Said(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag=str.lower):
    """Anything that a page may say; `n` is its own counter, and comes back in the one answer."""

    n: Counter


class Hello(Said, frozen=True):
    """The first message: who is there, and up to which frame it has seen this game."""

    secret: Secret | None = None
    host: Secret | None = None
    since: Counter | None = None


class Sit(Said, frozen=True):
    seat: SeatNumber
    name: Annotated[str, msgspec.Meta(max_length=100)]


class Bot(Said, frozen=True):
    seat: SeatNumber
    bot: Annotated[str, msgspec.Meta(max_length=60)] | None


class Start(Said, frozen=True):
    pass


class Again(Said, frozen=True):
    pass


class Play(Said, frozen=True):
    at: Counter
    move: Annotated[str, msgspec.Meta(max_length=700)]  # room for words of a person's own, where a game takes them


class Past(Said, frozen=True):
    """Which moves can be taken back?"""


class Back(Said, frozen=True):
    """Take back this one of them, and all that came after it."""

    at: Counter
    to: Counter


class Leave(Said, frozen=True):
    pass


class Say(Said, frozen=True):
    text: str


class Ping(Said, frozen=True):
    pass


Message: TypeAlias = Hello | Sit | Bot | Start | Again | Play | Past | Back | Leave | Say | Ping


class _OnlyNumber(msgspec.Struct):
    n: Counter


_messages: msgspec.json.Decoder[Message] = msgspec.json.Decoder(Message)
_numbers = msgspec.json.Decoder(_OnlyNumber)


def read(text: str) -> Message:
    """The message that this text is.  Raises Refused."""
    if len(text) > MAX_MESSAGE or len(text.encode("utf-8", "surrogatepass")) > MAX_MESSAGE:
        raise Refused("too_large", f"A message may have {MAX_MESSAGE} bytes; this one has more.")
    try:
        return _messages.decode(text)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise Refused("malformed", f"This is no message of the table: {error}.") from error


def number_of(text: str) -> int | None:
    """The counter in a message that is otherwise no good, so that its answer can still bear it."""
    try:
        return _numbers.decode(text).n if len(text) <= MAX_FRAME else None
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        return None


# -- what the table says ------------------------------------------------------------------------------------------


class Told(msgspec.Struct, frozen=True, tag_field="is", tag=str.lower):
    """Anything that the table may say."""


class Step(msgspec.Struct, frozen=True):
    """Something that can be taken back, as the one who asks may see it."""

    number: int
    seat: int | None  # whose move it is; None: what everybody saw
    asked: str  # what it was the answer to
    text: str
    when: str  # how the game stood


class Yes(Told, frozen=True, tag="answer", omit_defaults=True):
    """Done.  A new seat's secret comes in the answer to `sit`, and nowhere else; what the clock says, to `ping`.

    What can be taken back comes in the answer to `past`.
    """

    n: int | None
    ok: bool = msgspec.field(default_factory=lambda: True)
    secret: str | None = None
    seat: int | None = None
    now: float | None = None
    past: tuple[Step, ...] | None = None


class No(Told, frozen=True, tag="answer"):
    n: int | None
    why: Why
    text: str
    rule: str | None = None
    ok: bool = False


class SeatInfo(msgspec.Struct, frozen=True):
    """What everybody may know of a seat.  `held`: a person has its secret, and may come back to it."""

    name: str | None
    kind: Literal["empty", "person", "bot"]
    bot: str | None
    here: bool
    held: bool


class Series(msgspec.Struct, frozen=True):
    """Games finished at this table, and how many of them each seat won (a draw counts for nobody)."""

    games: int
    wins: tuple[int, ...]


class Frame(msgspec.Struct, frozen=True):
    """One thing that happened, and what it left to be seen."""

    event: Event | None
    view: Any


class Cannot(msgspec.Struct, frozen=True):
    """A card that this seat holds and may not play now."""

    card: str
    text: str
    rule: str | None


class Clock(msgspec.Struct, frozen=True):
    """The table's clock in seconds: what it says, and when the open question's time is over.

    `ends` is None where question follows on question without anybody being waited for.
    """

    now: float
    ends: float | None


class Turn(msgspec.Struct, frozen=True):
    """What a game is to one seat at one moment, all of it made from that seat's view and public facts."""

    view: Any
    asked: tuple[int, ...]
    free: tuple[int, ...]  # seats that may act although they are not asked
    prompt: str
    legal: tuple[str, ...]
    cannot: tuple[Cannot, ...]
    standing: Standing | None


NOTHING_YET = Turn(None, (), (), "", (), (), None)


class Line(msgspec.Struct, frozen=True):
    """One line of the talk at a table."""

    seat: int
    name: str
    text: str


class Table(Told, frozen=True):
    """All that one connection needs to know, when it comes, when a game starts, and when it changes seats."""

    code: str
    game: str
    options: dict[str, str | int]
    phase: Literal["lobby", "playing", "over"]
    seats: tuple[SeatInfo, ...]
    you: int | None
    host: bool
    version: int
    frame: int
    frames: tuple[Frame, ...]
    view: Any
    asked: tuple[int, ...]
    free: tuple[int, ...]
    prompt: str
    legal: tuple[str, ...]
    cannot: tuple[Cannot, ...]
    standing: Standing | None
    clock: Clock | None
    log: tuple[Event, ...]
    series: Series
    chat: tuple[Line, ...]
    pace: str


class Happened(Told, frozen=True):
    """A move was made, or time was out: everything that followed, and what is asked now.

    `view` is what is seen now, where that is not the view of the last frame.
    """

    version: int
    frame: int
    frames: tuple[Frame, ...]
    view: Any
    asked: tuple[int, ...]
    free: tuple[int, ...]
    prompt: str
    legal: tuple[str, ...]
    cannot: tuple[Cannot, ...]
    standing: Standing
    clock: Clock | None


class WentBack(Told, frozen=True, tag="back"):
    """Something was taken back: how it stands now.  `lost` lines of the log are no more, and `note` is the next."""

    version: int
    frame: int
    lost: int
    note: Event
    phase: Literal["lobby", "playing", "over"]
    series: Series
    view: Any
    asked: tuple[int, ...]
    free: tuple[int, ...]
    prompt: str
    legal: tuple[str, ...]
    cannot: tuple[Cannot, ...]
    standing: Standing | None
    clock: Clock | None


class Seats(Told, frozen=True):
    """Somebody came, went, or was replaced."""

    seats: tuple[SeatInfo, ...]
    phase: Literal["lobby", "playing", "over"]
    series: Series


class Chat(Told, frozen=True, tag="said"):
    seat: int
    name: str
    text: str


class Over(Told, frozen=True):
    """The end: every seat's last view, so that what was hidden lies open."""

    standing: Standing
    series: Series
    views: tuple[Any, ...]


# -- what is asked for over HTTP ----------------------------------------------------------------------------------


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`pace`: how long bots seem to think: human (about a second), fast, or instant."""

    game: Annotated[str, msgspec.Meta(max_length=60)]
    seats: Annotated[int, msgspec.Meta(ge=1, le=63)] | None = None
    options: dict[str, str | int] = {}
    pace: Literal["human", "fast", "instant"] = "human"


class Opened(msgspec.Struct, frozen=True):
    table: str
    host: str


class Passing(msgspec.Struct, frozen=True):
    """What a passer-by may know of a table."""

    code: str
    game: str
    title: str
    options: dict[str, str | int]
    phase: Literal["lobby", "playing", "over"]
    seats: tuple[SeatInfo, ...]
    version: int
    standing: Standing | None
    series: Series


class GameInfo(msgspec.Struct, frozen=True):
    id: str
    title: str
    summary: str
    minutes: int
    seats: tuple[int, ...]
    options: tuple[Option, ...]
    bots: tuple[str, ...]
    beyond: tuple[str, ...]  # what the seats that are no players' are called, the last ones: ("Storyteller",)


class GameBook(GameInfo, frozen=True):
    """A game with its cards and numbered rules."""

    cards: tuple[Card, ...]
    rules: tuple[Rule, ...]


class Trouble(msgspec.Struct, frozen=True):
    """A refusal over HTTP."""

    why: str
    text: str


_encoder = msgspec.json.Encoder()


def write(message: Told) -> str:
    return _encoder.encode(message).decode()
