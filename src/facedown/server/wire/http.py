"""What is asked and answered over HTTP, beside the messages of a table."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from facedown.core.game import Card, Event, Option, Standing
from facedown.core.rulebook import Rule
from facedown.server.wire.from_table import Frame, SeatInfo, Series, Turn
from facedown.server.wire.values import CardsFile


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


class PlayOn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A wish to play on from a moment of a finished game, against bots.

    `frame`: the moment, from 0, as the replay counts for a spectator; `seat`: whose part one takes; `game`: of the
    table, from 1 (None: the last); `anew`: is what this seat did not know dealt again?
    """

    frame: Annotated[int, msgspec.Meta(ge=0, le=10**6)]
    seat: Annotated[int, msgspec.Meta(ge=0, le=63)]
    game: Annotated[int, msgspec.Meta(ge=1, le=10**6)] | None = None
    anew: bool = False


class PlayedOn(msgspec.Struct, frozen=True):
    """The new table: its code, the secret of its host, and that of the seat that one has there."""

    table: str
    host: str
    secret: str


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
    """A game in the list on the home page; `bots` are its bots, the best first, `bot_styles` how each plays."""

    id: str
    title: str
    summary: str
    minutes: int
    seats: tuple[int, ...]
    usual_seats: int  # where nobody chooses
    options: tuple[Option, ...]
    bots: tuple[str, ...]
    bot_styles: dict[str, str]
    lesson: int  # about how many seconds its guided hand takes; 0: it has none
    host_seats: tuple[str, ...]  # titles of the seats that do not play, which come last: ("Storyteller",)


class GameBook(GameInfo, frozen=True):
    """A game with its cards and numbered rules.

    `own_cards`: can it be played with other cards, which somebody has written?
    """

    cards: tuple[Card, ...]
    rules: tuple[Rule, ...]
    own_cards: bool = False


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
