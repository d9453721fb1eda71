"""The requests and answers of the HTTP API."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from facedown.core.game import Card, Event, LegalMove, Option, Standing
from facedown.core.rulebook import Rule
from facedown.core.values import Choice
from facedown.server.wire.from_page import CardsFile
from facedown.server.wire.from_table import Frame, Phase, SeatInfo, Series, Turn


class About(msgspec.Struct, frozen=True):
    """For how many days this server keeps tables after the last move; `unbegun` ones after they were opened.

    `command`: how the program is called where the server runs, such as `.venv/bin/facedown`.
    """

    unbegun: float
    finished: float
    unfinished: float
    command: str


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A wish to open a table.

    `pace`: how long bots pause before a move: human (about a second), fast or instant.
    `public`: whether the table is listed for everybody on the server while it waits for players.
    `cards`: the text of a cards file, to be played instead of the game's own cards.
    """

    game: Annotated[str, msgspec.Meta(max_length=60)]
    seats: Annotated[int, msgspec.Meta(ge=1, le=63)] | None = None
    options: dict[str, str | int] = {}
    pace: Literal["human", "fast", "instant"] = "human"
    public: bool = False
    cards: CardsFile = ""


class CardsText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The text of a cards file."""

    cards: CardsFile


class CardsRead(msgspec.Struct, frozen=True):
    """What each card of a cards file does, or the problem of the file and its line (from 1)."""

    cards: tuple[Card, ...]
    problem: str = ""
    line: int | None = None


class GivenOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Options that a table may be opened with."""

    options: dict[str, str | int]


class OptionsRead(msgspec.Struct, frozen=True):
    """What a game makes of options, what one should know before playing with them, or why they cannot be."""

    told: Any = None
    cautions: tuple[str, ...] = ()
    problem: str = ""


class Opened(msgspec.Struct, frozen=True):
    """A new table: its code and the secret of its host."""

    table: str
    host: str


class PlayOn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A wish to play on from a moment of a finished game, against bots.

    `frame`: the moment, from 0, as a spectator's replay counts; `seat`: the seat to play; `game`: the number of the
    game at the table, from 1 (None: the last); `anew`: whether to deal again what this seat did not know.
    """

    frame: Annotated[int, msgspec.Meta(ge=0, le=10**6)]
    seat: Annotated[int, msgspec.Meta(ge=0, le=63)]
    game: Annotated[int, msgspec.Meta(ge=1, le=10**6)] | None = None
    anew: bool = False


class PlayedOn(msgspec.Struct, frozen=True):
    """The new table: its code and the secrets of its host and of one's seat."""

    table: str
    host: str
    secret: str


class TableSummary(msgspec.Struct, frozen=True):
    """What anybody with the link may know about a table."""

    code: str
    game: str
    title: str
    options: dict[str, str | int]
    phase: Phase
    seats: tuple[SeatInfo, ...]
    version: int
    asked: tuple[int, ...]  # the seats of which everybody knows that they are asked
    standing: Standing | None
    series: Series


class OpenTable(msgspec.Struct, frozen=True):
    """A listed table that waits for players, with the number of its free seats.  It contains no names."""

    code: str
    game: str
    title: str
    options: dict[str, str | int]
    seats: int
    free: int


class Story(msgspec.Struct, frozen=True):
    """Why a game was won and lost: a sentence, and the frame that decided it, with its event, if there was one."""

    why: str  # "" if the game gives no reason
    frame: int | None  # from 0, as in a replay
    event: Event | None
    when: str = ""  # as "round 2, trick 5"
    then: str = ""  # what was so from there on, in a sentence


class GameInfo(msgspec.Struct, frozen=True):
    """A game in the list on the home page.

    `bots`: those that people are offered, the best last; `bot_styles`: how each plays.
    `speaks_for_all`: the choices of options, by name, with which the host seat answers for people without a device.
    """

    id: str
    title: str
    summary: str
    minutes: int
    seats: tuple[int, ...]
    usual_seats: int  # the number of seats if nobody chooses one
    options: tuple[Option, ...]
    bots: tuple[str, ...]
    bot_styles: dict[str, str]
    lesson: int  # the length of its guided hand in seconds; 0: it has none
    second_lesson: int  # of the one after that
    puzzles: bool  # whether it poses one a day
    host_seats: tuple[str, ...]  # titles of the seats that do not play, which come last: ("Storyteller",)
    speaks_for_all: dict[str, tuple[str | int, ...]]


class GameBook(GameInfo, frozen=True):
    """A game with its cards and numbered rules.

    `own_cards`: whether it can be played with a cards file.
    """

    cards: tuple[Card, ...]
    rules: tuple[Rule, ...]
    own_cards: bool = False


class PuzzleOfDay(msgspec.Struct, frozen=True):
    """A puzzle of a game, and how many have answered it, and had it right at first.  `day`: such as 2030-12-31."""

    title: str  # of the game
    day: str
    asks: str
    grade: str
    known: tuple[str, ...]
    choices: tuple[Choice, ...]
    tried: int
    solved: int


class PuzzleGuess(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An answer: the number of a choice, from 0.  `key`: made up by a browser, so that it counts once a day."""

    day: Annotated[str, msgspec.Meta(max_length=10)]
    choice: Annotated[int, msgspec.Meta(ge=0, le=63)]
    key: Annotated[str, msgspec.Meta(min_length=20, max_length=64)]


class PuzzleAnswer(msgspec.Struct, frozen=True):
    """Whether an answer was right, and why: sentences about it and, if it was right, about all others."""

    right: bool
    why: tuple[tuple[str, ...], ...]
    tried: int
    solved: int


class LessonStep(msgspec.Struct, frozen=True):
    """One step of a lesson: what has happened since the last one, the table, and what to do."""

    note: str
    move: LegalMove | None  # for the learner to make; None: there is only something to read
    frames: tuple[Frame, ...]
    turn: Turn


class Picture(msgspec.Struct, frozen=True):
    """One moment of a game, with a caption."""

    title: str
    caption: str
    event: Event | None
    turn: Turn


class Lesson(msgspec.Struct, frozen=True):
    """How to play: a guided hand for the first seat, and pictures.  `steps` is empty if there is no hand."""

    game: str
    options: dict[str, str | int]
    names: tuple[str, ...]
    timed: bool  # whether the game is played against the clock
    steps: tuple[LessonStep, ...]
    pictures: tuple[Picture, ...]
    second: Lesson | None = None  # what comes after it


class Trouble(msgspec.Struct, frozen=True):
    """A refusal over HTTP."""

    why: str
    text: str
