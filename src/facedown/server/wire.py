"""The messages between page and server.  Nothing else is read or sent.

They are described in `docs/explanation/architecture.md`, "The wire".
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

import msgspec

from facedown.core.errors import FacedownError
from facedown.core.game import Card, Event, Option, Standing
from facedown.core.rulebook import Rule

MAX_MESSAGE = 4096  # bytes of one message; a longer one is refused
MAX_FRAME = 16 * 1024  # bytes; a longer frame closes the connection (code 1009) before it is read
MAX_MISSED = 60  # frames sent to somebody who reconnects; if they missed more, they get the view alone
MAX_CHAT = 300  # characters of one line
CHAT_KEPT = 50  # lines that a connection is sent when it comes

Why: TypeAlias = Literal[
    "stale", "late", "not_yours", "illegal", "malformed", "too_large", "too_fast", "over", "not_started",
    "not_over", "taken", "not_host", "unknown_table", "unknown_game", "unknown_secret", "bad_option", "not_found",
    "storage", "broken", "wrong_host", "wrong_origin", "not_json",
]  # fmt: skip

# The HTTP status of each; of those that are not named, 400.
STATUS: dict[Why, int] = {
    "unknown_table": 404, "unknown_game": 404, "not_found": 404, "too_fast": 429, "too_large": 413, "storage": 503,
    "not_over": 409, "not_started": 409, "unknown_secret": 403, "broken": 500, "wrong_host": 421,
    "wrong_origin": 403, "not_json": 415,
}  # fmt: skip

Counter: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
SeatNumber: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=63)]
CardsFile: TypeAlias = Annotated[str, msgspec.Meta(max_length=60_000)]
Secret: TypeAlias = Annotated[str, msgspec.Meta(max_length=100)]
# Chosen by the page for one thing that it does, and sent again with it if no answer came: it is then done once.
OnceKey: TypeAlias = Annotated[str, msgspec.Meta(min_length=8, max_length=40)]
# Of which parts the page draws a seat's face; the server keeps it and looks no further.
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


# -- messages from the page ---------------------------------------------------------------------------------------


class Said(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag=str.lower):
    """A message from a page.  `n` is the page's own counter; the answer to the message repeats it."""

    n: Counter


class Hello(Said, frozen=True):
    """The first message: the secrets of this browser, and the last frame that it has seen."""

    secret: Secret | None = None
    host: Secret | None = None
    since: Counter | None = None


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


class Chair(Said, frozen=True):
    """One seat more, during the game, for somebody who comes late; it has this name from the beginning."""

    name: Annotated[str, msgspec.Meta(max_length=100)]


class HandOver(Said, frozen=True):
    """Give the host seat to whoever has this seat; null: to a bot, until somebody has the secret answered."""

    to: SeatNumber | None = None


class Start(Said, frozen=True):
    pass


class Again(Said, frozen=True):
    pass


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
    | Chair
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
    | Talk
    | Say
    | React
    | Ping
)


ROW = 0.1  # kilobytes that a row of the database takes besides what is written in it
TABLE = 4.0  # kilobytes that a table takes, or a game with what everybody sees at its end


def kilobytes(message: Message) -> float:
    """How much the server stores if it does what this message asks for."""
    match message:
        case Say():
            return ROW + len(message.text.encode("utf-8", "surrogatepass")) / 1024
        case Play():
            return ROW + len(message.move.encode("utf-8", "surrogatepass")) / 1024
        case Start() | Again():
            return TABLE
        case Sit() | Wear() | Bot() | Name() | Arrange() | Chair() | HandOver():
            return ROW
        case _:
            return 0


class _OnlyNumber(msgspec.Struct):
    n: Counter


_messages: msgspec.json.Decoder[Message] = msgspec.json.Decoder(Message)
_numbers = msgspec.json.Decoder(_OnlyNumber)


def read(text: str) -> Message:
    """Decode a message.  Raises Refused."""
    if len(text) > MAX_MESSAGE or len(text.encode("utf-8", "surrogatepass")) > MAX_MESSAGE:
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


# -- messages from the table --------------------------------------------------------------------------------------


class Told(msgspec.Struct, frozen=True, tag_field="is", tag=str.lower):
    """A message from the table."""


class Step(msgspec.Struct, frozen=True):
    """A move that can be undone, as the person who asks may see it."""

    number: int
    seat: int | None  # that made it; None if only its public result is shown
    asked: str  # the prompt that it answered
    text: str
    when: str  # the summary of the standing before it


class Hint(msgspec.Struct, frozen=True):
    """A move that a bot would make in this place, and one reason."""

    move: str
    why: str
    then: tuple[str, ...] = ()  # what it would do after that, as long as nobody else is asked or told anything


class Yes(Told, frozen=True, tag="answer", omit_defaults=True):
    """The message was carried out.

    `secret` and `seat` answer `sit` and `handover` (a secret is sent nowhere else), `seat` also `hello`, `now`
    (seconds of the table's clock) answers `ping`, and `undoable` and `hint` the messages of those names.
    """

    n: int | None
    ok: bool = msgspec.field(default_factory=lambda: True)
    secret: str | None = None
    seat: int | None = None
    now: float | None = None
    undoable: tuple[Step, ...] | None = None
    hint: Hint | None = None


class No(Told, frozen=True, tag="answer"):
    """The message was refused."""

    n: int | None
    why: Why
    text: str
    rule: str | None = None
    ok: bool = False


class SeatInfo(msgspec.Struct, frozen=True):
    """What everybody may know of a seat.  `held`: a person has its secret and can come back to it.

    A person who is here and does not hold the seat has no device; the host seat answers for them.
    """

    name: str | None
    kind: Literal["empty", "person", "bot"]
    bot: str | None
    here: bool
    held: bool
    face: str | None = None  # six letters, as `Face`


class Series(msgspec.Struct, frozen=True):
    """Games finished at this table, and how many of them each seat won (a draw counts for nobody)."""

    games: int
    wins: tuple[int, ...]


class Frame(msgspec.Struct, frozen=True):
    """One thing that happened, and the view after it."""

    event: Event | None
    view: Any


class Cannot(msgspec.Struct, frozen=True):
    """A card that this seat holds but may not play now, and the reason."""

    card: str
    text: str
    rule: str | None


class Clock(msgspec.Struct, frozen=True):
    """The table's clock in seconds: its time now, and the deadline of the open question.

    `ends` is None in a stream of questions that wait for nobody.
    """

    now: float
    ends: float | None


class Turn(msgspec.Struct, frozen=True):
    """A game as one seat sees it at one moment, made from that seat's view and public facts alone."""

    view: Any
    asked: tuple[int, ...]
    free: tuple[int, ...]  # seats that may act although they are not asked
    prompt: str
    legal: tuple[str, ...]
    cannot: tuple[Cannot, ...]
    standing: Standing | None
    aim: str  # what one plays for, and how far this seat is
    slip: bool = False  # may this seat take its last move back?


NOTHING_YET = Turn(None, (), (), "", (), (), None, "")


class Line(msgspec.Struct, frozen=True):
    """One line of the chat at a table."""

    seat: int
    name: str
    text: str


class Table(Told, frozen=True):
    """Everything that one connection needs: sent when it connects or changes seats, and when a game starts."""

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
    aim: str
    slip: bool
    clock: Clock | None
    log: tuple[Event, ...]
    series: Series
    willing: tuple[int, ...]  # seats whose people want to play again, when the game is over
    chat: tuple[Line, ...]
    pace: str
    waits: bool  # do bots wait for people where there is something to think about?
    talk: bool  # may people talk, as far as the host is concerned?
    archived: str | None  # why the game can only be looked at, if its rules have changed since


class Update(Told, frozen=True):
    """A move was made or time ran out: everything that followed, and what is asked now.

    `view` is the present view, or None if that is the view of the last frame.
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
    aim: str
    slip: bool
    clock: Clock | None


class Undone(Told, frozen=True):
    """Moves were undone: the present moment.  The log loses its last `lost` lines, and `note` is added."""

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
    aim: str
    slip: bool
    clock: Clock | None


class Seats(Told, frozen=True):
    """Somebody came, left or was replaced, or wants to play again (`willing`, when the game is over)."""

    seats: tuple[SeatInfo, ...]
    phase: Literal["lobby", "playing", "over"]
    series: Series
    willing: tuple[int, ...] = ()


class Chat(Told, frozen=True, tag="said"):
    seat: int
    name: str
    text: str


class TalkIs(Told, frozen=True, tag="talk"):
    """The host has opened Talk, or closed it."""

    open: bool


class Reacted(Told, frozen=True):
    """This seat makes a face for a moment."""

    seat: int
    expression: Expression


class Dealing(Told, frozen=True):
    """A game is about to begin: the server's commitment, and everybody's by seat.  Pages open their numbers now."""

    game: int  # its number at this table
    published: str
    commitments: tuple[str | None, ...]  # None: this seat does not take part


class CalledOff(Told, frozen=True):
    """The game does not begin, as these seats have not opened their numbers; everybody makes a new one."""

    seats: tuple[int, ...]
    times: int  # since the last game


class Over(Told, frozen=True):
    """The game is over: every seat's last view, which reveals what was hidden."""

    standing: Standing
    series: Series
    views: tuple[Any, ...]


# -- HTTP ---------------------------------------------------------------------------------------------------------


class About(msgspec.Struct, frozen=True):
    """For how many days this server keeps tables after the last move, or those `unbegun` after they were opened."""

    unbegun: float
    finished: float
    unfinished: float


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`pace`: how long bots pause before a move: human (about a second), fast or instant.

    `public`: is the table listed for everybody on the server while it waits for players?
    `cards`: the text of a cards file, to play with instead of the game's own cards.
    """

    game: Annotated[str, msgspec.Meta(max_length=60)]
    seats: Annotated[int, msgspec.Meta(ge=1, le=63)] | None = None
    options: dict[str, str | int] = {}
    pace: Literal["human", "fast", "instant"] = "human"
    public: bool = False
    cards: CardsFile = ""


class CardsText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A cards file as somebody writes it."""

    cards: CardsFile


class CardsRead(msgspec.Struct, frozen=True):
    """What each card of a cards file does; or what is wrong with the file, and in which line, from 1."""

    cards: tuple[Card, ...]
    problem: str = ""
    line: int | None = None


class Opened(msgspec.Struct, frozen=True):
    """A new table: its code, and the secret of its host."""

    table: str
    host: str


class TableSummary(msgspec.Struct, frozen=True):
    """What anybody with the link may know of a table."""

    code: str
    game: str
    title: str
    options: dict[str, str | int]
    phase: Literal["lobby", "playing", "over"]
    seats: tuple[SeatInfo, ...]
    version: int
    asked: tuple[int, ...]  # the seats that everybody knows to be asked
    standing: Standing | None
    series: Series


class OpenTable(msgspec.Struct, frozen=True):
    """A listed table that waits for players, with how many of its seats are free.  It names nobody."""

    code: str
    game: str
    title: str
    options: dict[str, str | int]
    seats: int
    free: int


class Story(msgspec.Struct, frozen=True):
    """Why a game was won and lost: a sentence, and the frame in which it turned, with what happened there."""

    why: str  # "" where the game says none
    frame: int | None  # as a replay counts them, from 0
    event: Event | None


class GameInfo(msgspec.Struct, frozen=True):
    """A game in the list on the home page; `bots` are its bots, the best first."""

    id: str
    title: str
    summary: str
    minutes: int
    seats: tuple[int, ...]
    usual_seats: int  # where nobody chooses
    options: tuple[Option, ...]
    bots: tuple[str, ...]
    lesson: int  # about how many seconds its guided hand takes; 0: it has none
    host_seats: tuple[str, ...]  # titles of the seats that do not play, which come last: ("Storyteller",)


class GameBook(GameInfo, frozen=True):
    """A game with its cards and numbered rules."""

    cards: tuple[Card, ...]
    rules: tuple[Rule, ...]


class LessonStep(msgspec.Struct, frozen=True):
    """One step of a lesson: what has happened since the one before, the table then, and what to do there."""

    note: str
    move: str | None  # to be made by the learner; None: there is only something to read
    frames: tuple[Frame, ...]
    turn: Turn


class Picture(msgspec.Struct, frozen=True):
    """One moment of a game, with what it shows."""

    title: str
    caption: str
    event: Event | None
    turn: Turn


class Lesson(msgspec.Struct, frozen=True):
    """How to play: a guided hand, which the first seat plays, and pictures.  `steps` () where there is no hand."""

    game: str
    options: dict[str, str | int]
    names: tuple[str, ...]
    timed: bool  # does time press in this game?
    steps: tuple[LessonStep, ...]
    pictures: tuple[Picture, ...]


class Trouble(msgspec.Struct, frozen=True):
    """A refusal over HTTP."""

    why: str
    text: str


_encoder = msgspec.json.Encoder()


def write(message: Told) -> str:
    return _encoder.encode(message).decode()
