"""The messages from a table to the pages."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec

from facedown.core.game import Event, LegalMove, Standing
from facedown.server.wire.from_page import Expression, View, Why

Phase: TypeAlias = Literal["lobby", "playing", "over"]


class Told(msgspec.Struct, frozen=True, tag_field="is", tag=str.lower):
    """A message from the table."""


class Step(msgspec.Struct, frozen=True):
    """A move that can be undone."""

    number: int
    seat: int  # which made it
    asked: str  # the prompt that it answered
    text: str
    when: str  # the summary of the standing before it
    line: int  # how many lines the log had before it, without those that tell of moves taken back
    pause: bool = False  # whether it decided nothing, as there was nothing to decide


class Hint(msgspec.Struct, frozen=True):
    """A move that a bot would make in this place, and one reason."""

    move: LegalMove
    why: str
    then: tuple[LegalMove, ...] = ()  # its further moves, as long as nobody else is asked or told anything


class Yes(Told, frozen=True, tag="answer", omit_defaults=True):
    """The message was carried out.

    `secret` and `seat` answer `sit` (a secret is sent nowhere else), `seat` also `hello`, `now` (seconds of the
    table's clock) answers `ping`, and `undoable`, `hint` and `words` the messages of those names.
    """

    n: int | None
    ok: bool  # always
    secret: str | None = None
    invitation: str | None = None  # the code that `invite` asks for
    seat: int | None = None
    now: float | None = None
    undoable: tuple[Step, ...] | None = None
    hint: Hint | None = None
    words: str | None = None


class No(Told, frozen=True, tag="answer"):
    """The message was refused."""

    n: int | None
    why: Why
    text: str
    rule: str | None = None
    ok: bool = False


class SeatInfo(msgspec.Struct, frozen=True):
    """What everybody may know about a seat.  `held`: a person has its secret and can come back to it.

    `host`: the host has this seat; one who is away is still the host until somebody else is.

    A person who is `here` while the seat is not `held` has no device; the host seat answers for them.
    """

    name: str | None
    kind: Literal["empty", "person", "bot"]
    bot: str | None
    here: bool
    held: bool
    face: str | None = None  # six letters, as `Face`
    host: bool = False


class Called(msgspec.Struct, frozen=True):
    """A bot has been called for somebody who is away: by these seats, of which as many as `needed` must want it."""

    seat: int
    votes: tuple[int, ...]
    needed: int


class Series(msgspec.Struct, frozen=True):
    """The number of games finished at this table, and how many each seat won; a draw counts for nobody."""

    games: int
    wins: tuple[int, ...]


class Frame(msgspec.Struct, frozen=True):
    """One thing that happened, and the view after it."""

    event: Event | None
    view: View


class Cannot(msgspec.Struct, frozen=True):
    """A card that this seat holds but may not play now, and the reason."""

    card: str
    text: str
    rule: str | None


class ClockFace(msgspec.Struct, frozen=True):
    """The table's clock in seconds: its time now, and the deadline of the open question.

    `ends` is None in a stream of questions that wait for nobody.
    """

    now: float
    ends: float | None


class Turn(msgspec.Struct, frozen=True):
    """A game as one seat sees it at one moment, made from that seat's view and public facts alone.

    With nothing but a view it is a past moment, in which nothing is asked.
    """

    view: View
    asked: tuple[int, ...] = ()
    free: tuple[int, ...] = ()  # seats that may act although they are not asked
    prompt: str = ""
    legal: tuple[LegalMove, ...] = ()
    cannot: tuple[Cannot, ...] = ()
    standing: Standing | None = None
    aim: str = ""  # the aim of the game, and what is left of it
    slip: bool = False  # whether this seat may take its last move back


class Line(msgspec.Struct, frozen=True):
    """One line of the chat at a table."""

    seat: int  # -1: it has been removed since
    name: str
    text: str


class Table(Told, Turn, frozen=True, kw_only=True):
    """Everything that a connection needs: sent when it connects or changes seats, and when a game starts."""

    code: str
    game: str
    options: dict[str, str | int]
    phase: Phase
    seats: tuple[SeatInfo, ...]
    you: int | None
    host: bool
    version: int
    frame: int
    frames: tuple[Frame, ...]
    clock: ClockFace | None
    log: tuple[Event, ...]
    series: Series
    willing: tuple[int, ...]  # seats whose people want to play again after the game
    declining: tuple[int, ...]  # seats whose people would rather not
    called: tuple[Called, ...]
    watching: int
    wanting: tuple[str, ...]  # who asks for a chair: everybody who may give one is told all, others their own name
    names: tuple[str, ...]  # those with which the game began that is shown; () before the first
    chat: tuple[Line, ...]
    pace: str
    waits: bool  # whether bots wait while people have something to think about
    talk: bool  # whether the host lets people talk
    voice: str | None  # an https link to where the table talks aloud
    archived: str | None  # why the last game can be neither shown nor continued


class Update(Told, Turn, frozen=True, kw_only=True):
    """A move was made or time ran out: what has happened since, and what is asked now.

    `view` is the present view; None if it is that of the last frame.
    """

    version: int
    frame: int
    frames: tuple[Frame, ...]
    clock: ClockFace | None


Path: TypeAlias = tuple[str | int, ...]  # names of fields and indices; an index equal to the length appends
Changes: TypeAlias = tuple[tuple[Path, Any], ...]  # paths with their new values


class ChangedFrame(msgspec.Struct, frozen=True):
    """One thing that happened, and how the view differs from the one of the frame before."""

    event: Event | None
    view: Changes


class Changed(Told, frozen=True):
    """An update for a connection that has asked for changes: the differences from what it was sent last.

    `on`: how many of these it was sent since the last whole turn, to which the first one applies.
    """

    on: int
    version: int
    frame: int
    frames: tuple[ChangedFrame, ...]
    turn: Changes  # in the fields of `Turn`, with the view after the frames
    clock: ClockFace | None


class Undone(Told, Turn, frozen=True, kw_only=True):
    """Moves were undone: the present moment.  Remove the last `lost` lines of the log, and add `note`."""

    version: int
    frame: int
    lost: int
    note: Event
    phase: Phase
    series: Series
    clock: ClockFace | None


class Seats(Told, frozen=True):
    """Somebody came, left or was replaced, or has said whether they want to play again."""

    seats: tuple[SeatInfo, ...]
    phase: Phase
    series: Series
    willing: tuple[int, ...] = ()
    declining: tuple[int, ...] = ()
    called: tuple[Called, ...] = ()
    watching: int = 0  # how many are here without a seat
    wanting: tuple[str, ...] = ()


class AreRead(Told, frozen=True):
    """How many of the things that it alone was told each player has read; null: its page has not said.

    Only host seats are told, and a player's other devices of that player alone.
    """

    things: tuple[int | None, ...]


class Ends(Told, frozen=True):
    """Somebody who is asked has gone, or is back: the open question ends at another time than was said."""

    clock: ClockFace


class Hosts(Told, frozen=True):
    """Whoever has this seat is host from now on."""

    seat: int
    name: str


class Chat(Told, frozen=True, tag="said"):
    """Somebody has said something in Talk."""

    seat: int
    name: str
    text: str


class Lines(Told, frozen=True):
    """Somebody has deleted what they had said: this is left of Talk."""

    chat: tuple[Line, ...]


class TalkIs(Told, frozen=True, tag="talk"):
    """The host has opened or closed Talk."""

    open: bool


class VoiceIs(Told, frozen=True, tag="voice"):
    """The host has given everybody a link to where the table talks aloud, or has taken it away."""

    link: str | None


class Reacted(Told, frozen=True):
    """This seat makes a face for a moment."""

    seat: int
    expression: Expression


class Dealing(Told, frozen=True):
    """A game is about to begin: the commitments of the server and of each seat.  Pages open their numbers now."""

    game: int  # the number of the game at this table
    published: str
    commitments: tuple[str | None, ...]  # None: this seat does not take part


class CalledOff(Told, frozen=True):
    """The game does not begin because these seats have not opened their numbers; everybody makes a new one.

    Without seats: the game could not be stored.
    """

    seats: tuple[int, ...]
    times: int  # since the last game


class Over(Told, frozen=True):
    """The game is over: every seat's last view, which reveals what was hidden."""

    standing: Standing
    series: Series
    views: tuple[View, ...]
