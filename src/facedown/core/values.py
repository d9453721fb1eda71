"""What goes into a game and comes out of it: plain values, the same for every game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, TypeAlias

import msgspec

Seat: TypeAlias = int  # 0 is the first seat


class Move(msgspec.Struct, frozen=True):
    """One answer to what is asked: its number in the game, and how people write it."""

    code: int
    text: str

    def __str__(self) -> str:
        return self.text


class LegalMove(msgspec.Struct, frozen=True, omit_defaults=True):
    """A legal move as pages and programs get it: what they send back as it came, and how people write it.

    A game adds typed fields by which a page knows what the move does; nobody reads them from the text.
    """

    move: Any  # the game's own value: a number, or in Clocktower an object (in Python an immutable struct)
    text: str
    card: str | None = None  # the card that it plays, or chooses where it lies


class Option(msgspec.Struct, frozen=True):
    """A way of playing that the people at the table choose."""

    name: str
    default: str | int
    choices: tuple[str | int, ...]
    help: str
    other: bool = False  # whether other text is allowed, too; the game checks it
    of_cards: bool = False  # whether such text is a list of cards by name
    of_seats: bool = False  # whether its numbers are seats, from 1
    formerly: str = ""  # its former name, which older records and tables use
    title: str = ""  # what the page calls it; without one, its name
    alone: bool = False  # whether it is for one person with bots, whose wish it is: nobody else is told

    def __post_init__(self) -> None:
        if not self.title:
            spoken = self.name.replace("_", " ")
            msgspec.structs.force_setattr(self, "title", spoken[:1].upper() + spoken[1:])


class Refusal(msgspec.Struct, frozen=True):
    """Why a seat may not make a move, from what that seat itself can see."""

    text: str  # card names stand in [brackets], as in events
    rule: str | None = None
    whole: bool = False  # the text says all, as a sentence; otherwise it follows on "Ann may not play this: "


class Event(msgspec.Struct, frozen=True):
    """One thing that happened, as one seat is told it."""

    kind: str  # the game's own word for what happened, such as "play"
    text: str  # a sentence; card names stand in [brackets], so that a page can make chips of them
    seat: int | None = None  # who did it, or None for the table
    rule: str | None = None  # the number of the rule that applies
    card: str | msgspec.UnsetType = msgspec.UNSET  # which card it is about, if it is one that this seat sees


class Card(msgspec.Struct, frozen=True):
    """A kind of card, for the page, the rulebook and the terminal: what it is called and what it does."""

    name: str
    text: str  # one or two sentences in our words
    group: str  # its suit or type, which determines its symbol and colour; "" for none
    value: int | None = None
    copies: int = 1
    source: str = "rulebook"  # or "house"
    rule: str | None = None
    sets: tuple[str, ...] = ()  # the choices of an option of cards that include it
    needs: tuple[str, ...] = ()  # one of these cards must be included, or this one is of little or no use
    face: msgspec.Struct | None = None  # what else the page of its game draws on it


class Labelled(msgspec.Struct, frozen=True):
    """A part of a view for which a record may write its word alone, as a reminder for what stands on it."""

    word: str


class Standing(msgspec.Struct, frozen=True):
    """Scores so far, in seat order; the winners when it is over, () for a draw."""

    scores: tuple[int, ...]
    over: bool
    winners: tuple[int, ...] = ()
    high_wins: bool = True  # False if the fewest points win
    summary: str = ""  # one line: how the match stands
    side: str = ""  # the winning side, in games won by sides instead of seats


class Timing(NamedTuple):
    """The open question, as its clock knows it; everybody sees the clock, so none of this may be hidden."""

    question: object = None  # the same for as long as this question is open; None: the game cannot tell them apart
    seconds: float | None = None  # for which it waits; who is still asked then makes their `timeout_move`
    continuous: bool = False  # one of a stream in which nobody waits: any move that is legal on arrival answers it
    early: bool = False  # whether an answer counts that was given before the question came to its seat
    interrupted: object = None  # the question whose time stands still until this one is answered
    attended: float | None = None  # for which it waits instead while nobody who is asked is away; None: as long


class Acting(NamedTuple):
    """Who is asked and who else is free to act, as far as somebody may know."""

    asked: tuple[Seat, ...]
    free: tuple[Seat, ...]


class Beat(NamedTuple):
    """How far a stretch has got of which most people see nothing, and who waits for whom in it."""

    number: int = 0  # counts up from 0 to a number that everybody knows in each such phase; 0 outside of them
    seat: Seat | None = None  # the seat that is asked to continue, if the table does so for it when it is time
    after: float = 0.0  # the earliest time for that, in seconds since the phase began


class Suggestion(NamedTuple):
    """What a policy would do in the seat of a host."""

    moves: tuple[Move, ...]  # one after the other, as long as nobody else is asked or told anything
    why: str  # in one line


class Choice(msgspec.Struct, frozen=True):
    """One of the answers to a puzzle, with what is known of it."""

    name: str
    known: tuple[str, ...]  # sentences


class Puzzle(msgspec.Struct, frozen=True):
    """A question with one right answer, which can be found from what is known."""

    asks: str
    grade: str  # how hard it is
    known: tuple[str, ...]  # sentences about all of it
    choices: tuple[Choice, ...]
    answer: int  # which choice is right
    why: tuple[tuple[str, ...], ...]  # for each choice, why it is wrong; for the right one, what then is so


class PlayedOut(NamedTuple):
    """How a game ended that was played without a table."""

    scores: tuple[int, ...]
    winners: tuple[Seat, ...]
    decisions: int  # answers that seats gave
    end: str = ""  # the kind of ending, in games with several
    measures: Mapping[str, int] = {}  # other quantities: {"days": 4}; with the same names in all games of a kind
    happened: tuple[tuple[str, str, Seat], ...] = ()  # event, card ("": none), seat (-1: the table), one for each
    sides: Mapping[str, bool] = {}  # in games of teams, whether each of them won: {"good": True, "evil": False}
