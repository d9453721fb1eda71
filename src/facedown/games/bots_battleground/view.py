"""What the page draws and sentences tell of: a view as plain data, which words.py makes for each seat."""

from __future__ import annotations

from typing import Literal

import msgspec

from facedown.core.values import Seat
from facedown.games.bots_battleground.events import Kind
from facedown.games.bots_battleground.notation import FaceName

Phase = Literal["deal", "clap", "rolling", "red", "warning", "blue", "over"]
Question = Literal["clap", "act", "ability"]
DieState = Literal["blue", "rolling", "red"]


class Die(msgspec.Struct, frozen=True):
    """A die: blinking blue, rolling, or glowing red with its face up."""

    state: DieState
    face: FaceName | None


class Source(msgspec.Struct, frozen=True):
    """A bot on the table that has changed what another counts, or what it counts itself."""

    seat: Seat
    card: str


class Change(msgspec.Struct, frozen=True):
    """How much more a bot counts, or less, and by which bots."""

    n: int
    by: tuple[Source, ...]


class Bot(msgspec.Struct, frozen=True):
    """A bot on the table, with its values as they are by now."""

    card: str
    place: int  # from the right, from 0
    attack: int
    defense: int
    of: Seat  # whose it is
    muted: bool
    acts: bool  # whether its ability is still to be used in this round, as things lie
    changes: tuple[Change, ...]  # of what counts for its side, from the printed value on


class Borrowed(msgspec.Struct, frozen=True):
    """A card of the hand that is somebody else's."""

    at: int  # its place in `hand`, from 0
    of: Seat


class Ask(msgspec.Struct, frozen=True):
    """Somebody would borrow of somebody."""

    by: Seat
    of: Seat


class Offer(msgspec.Struct, frozen=True):
    """Somebody has said that they would lend."""

    by: Seat
    to: Seat


class Loan(msgspec.Struct, frozen=True):
    """Cards lent in this round."""

    lender: Seat
    borrower: Seat
    cards: int


class Force(msgspec.Struct, frozen=True):
    """A loan forced by a die; `open` until it is handed over or refused."""

    by: Seat
    of: Seat
    open: bool


class Using(msgspec.Struct, frozen=True):
    """The bot whose ability is being chosen."""

    seat: Seat
    card: str
    place: int
    does: str
    n: int  # by how much, where it is about more or less


class Meeting(msgspec.Struct, frozen=True):
    """The attacker against one defender, counted; no winner after a tie, or where both lost."""

    attacker: Seat
    defender: Seat
    attack: int
    defense: int
    winner: Seat | None


class Happened(msgspec.Struct, frozen=True):
    """What happened last; `number`, `about` and `other` are those of position.py."""

    kind: Kind
    seat: Seat | None
    card: str | None
    number: int
    about: int
    other: int
    tokens: tuple[int, ...]  # that each seat got by it, or gave away; empty where no score has changed


class View(msgspec.Struct, frozen=True):
    """What one seat may know; seats are numbers from 0, cards are names."""

    seat: Seat | None
    seats: int
    over: bool
    winners: tuple[Seat, ...]
    phase: Phase
    round: int
    clapper: Seat | None
    attacker: Seat | None
    named: Seat | None
    defenders: tuple[Seat, ...]
    dice: tuple[Die, ...]
    faces: tuple[FaceName, ...]  # those in force; none before the dice land
    ticks: int  # gone by in this phase
    tick_seconds: float
    rolling_ticks: int
    red_from: int
    red_to: int
    warning_ticks: int
    asked: tuple[Seat, ...]
    question: Question | None
    acted: bool  # whether this seat has done something in this tick that has not happened yet
    hand: tuple[str, ...]
    borrowed: tuple[Borrowed, ...]
    hand_counts: tuple[int, ...]
    hands: tuple[tuple[str, ...] | None, ...]  # all hands, for looking back when it is over
    tables: tuple[tuple[Bot, ...], ...]  # the rightmost first
    limits: tuple[int, ...]
    sums: tuple[int | None, ...]
    faults: tuple[Seat, ...]
    refused: tuple[Seat, ...]
    tokens: tuple[int, ...]
    pile: int
    asks: tuple[Ask, ...]
    offers: tuple[Offer, ...]
    loans: tuple[Loan, ...]
    forces: tuple[Force, ...]
    ability: Using | None
    meetings: tuple[Meeting, ...]
    deck_left: int
    bottom: tuple[str, ...]  # what all saw go below the deck
    event: Happened | None
