"""What every game provides.  The table, records, server, command line and bots know a game only as this.

Positions are opaque to all of them: they are copied, asked and shown through the game.  What a person or a bot sees
is a *view*, a msgspec struct made for one seat (None: a spectator) from what that seat may know and nothing else.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import msgspec

from facedown.core.errors import BadOption, CardsError, UnknownRule
from facedown.core.rulebook import Rule, read_rulebook
from facedown.core.transcript import Transcript

if TYPE_CHECKING:
    from facedown.core.table import Table

Position: TypeAlias = Any  # the game's own; only the game looks inside
Seat: TypeAlias = int  # 0 is the first seat


class Move(msgspec.Struct, frozen=True):
    """One answer to what is asked: its number in the game, and how people write it."""

    code: int
    text: str

    def __str__(self) -> str:
        return self.text


class Option(msgspec.Struct, frozen=True):
    """A way of playing that the people at the table choose."""

    name: str
    default: str | int
    choices: tuple[str | int, ...]
    help: str
    other: bool = False  # any other line of text will do as well; the game says which it takes


class Refusal(msgspec.Struct, frozen=True):
    """Why a seat may not make a move, from what that seat itself can see."""

    text: str  # card names stand in [brackets], as in events
    rule: str | None = None


class Event(msgspec.Struct, frozen=True):
    """One thing that happened, as one seat is told it."""

    kind: str  # the game's word for it: "play", "trick", "pick", ...
    text: str  # a sentence; card names stand in [brackets], so that a page can make chips of them
    seat: int | None = None  # who did it, or None for the table
    rule: str | None = None  # the number in the rulebook that says so


class Card(msgspec.Struct, frozen=True):
    """A kind of card, for the page, the rulebook and the terminal: what it is called and what it does."""

    name: str
    text: str  # one or two sentences in our words
    group: str  # its suit or type, or "" for none: which sign and colour it bears
    value: int | None = None
    copies: int = 1
    source: str = "rulebook"  # or "house"
    rule: str | None = None


class Standing(msgspec.Struct, frozen=True):
    """Scores so far, in seat order; the winners when it is over, () for a draw."""

    scores: tuple[int, ...]
    over: bool
    winners: tuple[int, ...] = ()
    high_wins: bool = True  # False where few points are good
    summary: str = ""  # one line: how the match stands
    side: str = ""  # the one that has won, where sides win and not seats


class PlayedOut(NamedTuple):
    """How a game ended that was played without a table."""

    scores: tuple[int, ...]
    winners: tuple[Seat, ...]
    decisions: int  # answers that seats gave
    end: str = ""  # in what way, where games end in several
    measures: Mapping[str, int] = {}  # what else a game counts: {"days": 4}; the same names in every game


class Game(ABC):
    """A rulebook made playable.  `facedown.game(id)` finds it by the folder it lives in."""

    id: str
    title: str
    summary: str  # one line for the home page
    minutes: int
    seats: range
    options: tuple[Option, ...] = ()
    hidden_events: bool = False  # things happen of which not everybody is told that they do
    sides: tuple[str, ...] = ()  # where sides win and not seats: what they are called
    host_seats: int = 0  # seats that are no players': a storyteller's
    scores_decide: bool = True  # False where one can also win in another way
    pause: str = ""  # the one answer to a question that decides nothing; a record need not write it
    transcript: Transcript = Transcript()  # how people tell it, where they tell it in a way of its own
    move_words: int = 1  # 64-bit words that a set of moves takes
    folder: Path  # where its rulebook.md and cards.toml lie

    # -- a position and what may be done with it -----------------------------------------------------------------

    @abstractmethod
    def start(self, seats: int, seed: object, options: Mapping[str, Any]) -> Position:
        """The position before anything is dealt; chance comes from `seed` alone."""

    @abstractmethod
    def copy(self, position: Position) -> Position: ...

    @abstractmethod
    def asked(self, position: Position) -> tuple[Seat, ...]:
        """The seats that must answer now; () when the table acts next or the game is over."""

    def known_asked(self, position: Position, seat: Seat | None) -> tuple[Seat, ...]:
        """The seats of which this one (None: a spectator) may know that they are asked: all, in most games."""
        return self.asked(position)

    def known_free(self, position: Position, seat: Seat | None) -> tuple[Seat, ...]:
        """The seats of which this one may know that they are free to act: all, in most games."""
        return self.free(position)

    @abstractmethod
    def over(self, position: Position) -> bool: ...

    @abstractmethod
    def awaits_chance(self, position: Position) -> bool:
        """Is the table about to deal or draw lots, so that a record may still say how it falls?"""

    @abstractmethod
    def proceed(self, position: Position) -> None:
        """The table's next step, while nobody is asked: one thing that people see happen."""

    @abstractmethod
    def legal(self, position: Position, seat: Seat, names: Sequence[str]) -> tuple[Move, ...]:
        """What a seat may do that is asked, or free to act; depends on nothing but its view."""

    def allows(self, position: Position, seat: Seat, move: Move, names: Sequence[str]) -> bool:
        """May this seat make this move?  For games with moves that cannot all be listed, like free text."""
        return move in self.legal(position, seat, names)

    def free(self, position: Position) -> tuple[Seat, ...]:
        """The seats that may act although nobody waits for them; none of them is asked."""
        return ()

    def meant(self, position: Position, seat: Seat, move: Move) -> object:
        """What a legal move means here: the same for two ways of writing the same."""
        return move

    @abstractmethod
    def play(self, position: Position, seat: Seat, move: Move) -> None:
        """Change the position by a legal move."""

    def seconds(self, position: Position) -> float | None:
        """How long the open question waits until silence is the answer of all who are still asked.

        None: as long as it takes.  Everybody can see it: it depends on nothing that is hidden from anyone.
        """
        return None

    def silence(self, position: Position, seat: Seat, names: Sequence[str]) -> Move:
        """What silence means for a seat that is asked while the clock runs: one of its legal moves."""
        raise NotImplementedError(f"{self.title} has no clock, so that nobody's silence means anything")

    def question(self, position: Position) -> object:
        """Another value for another question: while it stays the same, its time runs on.  None: not known."""
        return None

    def continuous(self, position: Position) -> bool:
        """Is the open question one of a stream, so that whatever is legal when it arrives answers it?

        So where time runs on and nobody waits for anybody: no answer is too old there.
        """
        return False

    def happenings(self, position: Position) -> object:
        """Another value as soon as something has happened that anybody could see; None: every step counts."""
        return None

    @abstractmethod
    def standing(self, position: Position) -> Standing: ...

    @abstractmethod
    def determinize(self, position: Position, seat: Seat | None, seed: object) -> Position:
        """Another position that looks the same to `seat`: what it cannot know is dealt anew."""

    @abstractmethod
    def lay_out(self, position: Position, words: str, names: Sequence[str]) -> bool:
        """Lay out chance as a record's line says it (`deck: Red 3, ...`); False where the line is no such thing.

        Raises FacedownError where the line is one, but cannot be so.
        """

    # -- what people see ------------------------------------------------------------------------------------------

    @abstractmethod
    def view(self, position: Position, seat: Seat | None, names: Sequence[str]) -> msgspec.Struct:
        """All that a seat may know, and nothing else."""

    def without_event(self, view: Any) -> Any:
        """A view as it is when nothing is happening.

        In a game in which things happen unseen, without the last thing that happened: whether this seat was told of
        that would tell that something has happened since.
        """
        return view

    def revealed(self, position: Position, names: Sequence[str]) -> msgspec.Struct:
        """Everything turned up: for looking back at a game that is over, and for nothing else.

        What a spectator sees, where a game has nothing more to show.
        """
        return self.view(position, None, names)

    @abstractmethod
    def observation(self, position: Position, seat: Seat | None, names: Sequence[str]) -> Any:
        """The view in the form that the game's own bots read: a record, where it has one.

        `names` are for what bots write, as in `legal`; nothing that they decide depends on them.
        """

    @abstractmethod
    def event(self, view: Any, names: Sequence[str]) -> Event | None:
        """What has just happened, as the one who has this view is told it; None where there is nothing to tell."""

    def told(self, position: Position, seat: Seat | None, names: Sequence[str]) -> Event | None:
        """The event in a seat's view of a position.  A game may have a way to it that makes no view."""
        return self.event(self.view(position, seat, names), names)

    @abstractmethod
    def prompt(self, view: Any, names: Sequence[str]) -> str:
        """One sentence: what is asked of the one who has this view, or whom the table waits for."""

    @abstractmethod
    def read_move(self, words: str, names: Sequence[str]) -> Move:
        """The move that these words mean.  Raises Illegal where they mean none, and says what comes near."""

    @abstractmethod
    def refusal(self, view: Any, move: Move, names: Sequence[str]) -> Refusal:
        """Why this move is not legal for the one who has this view."""

    @abstractmethod
    def unplayable(self, view: Any, names: Sequence[str]) -> tuple[tuple[str, Refusal], ...]:
        """Cards that this seat holds but may not play now, each with the reason."""

    @abstractmethod
    def cards(self) -> tuple[Card, ...]:
        """Every kind of card in the game."""

    # -- players --------------------------------------------------------------------------------------------------

    @abstractmethod
    def bots(self) -> Mapping[str, Any]:
        """The game's own bots by name: `choose(view record, legal moves, luck) -> move number`."""

    def play_out(self, seats: int, seed: object, options: Mapping[str, Any], players: Sequence[str]) -> PlayedOut:
        """Play one game to its end without a table; `players` are names of its bots or "random", seat by seat.

        Games whose position is a record are played by the batch driver instead.
        """
        raise BadOption(f"{self.title} cannot be played in batches")

    def unasked(self) -> Mapping[str, Any]:
        """What bots do, by name, when they are free to act: as `bots`, but -1 stands for letting things be."""
        return {}

    def names_of(self, seats: int) -> tuple[str, ...]:
        """What so many seats are called where nobody says."""
        from facedown.core.table import NAMES

        return NAMES[:seats]

    # -- the same for every game ----------------------------------------------------------------------------------

    def new(self, seats: int | Sequence[str] | None = None, seed: object = 0, **options: Any) -> Table:
        """A new table: a number of seats, or their names; the fewest that the game takes if nothing is said.

        Raises BadOption.
        """
        from facedown.core.table import Table

        return Table(self, self.seats[0] if seats is None else seats, seed, options)

    def rulebook(self) -> tuple[Rule, ...]:
        """The numbered rulebook.  Raises RulebookError."""
        return read_rulebook(self.folder / "rulebook.md")

    def rule(self, number: str) -> Rule:
        """One rule by its number.  Raises UnknownRule."""
        rules = {rule.number: rule for rule in self.rulebook()}
        if number not in rules:
            chapter = [other for other in rules if other.split(".")[0] == number.split(".")[0]]
            there = ", ".join(chapter or rules)
            raise UnknownRule(f"{self.title} has no rule {number!r}; there are: {there}")
        return rules[number]

    def explain_cards(self, text: str) -> tuple[Card, ...]:
        """What each card of a cards file will do, in a sentence.  Raises CardsError with the line and the mend."""
        raise CardsError(f"{self.title} takes no cards file")

    def checked_options(self, given: Mapping[str, Any]) -> dict[str, str | int]:
        """The options in force: those given, checked, and the defaults.  Raises BadOption."""
        known = {option.name: option for option in self.options}
        for name in given:
            if name not in known:
                has = ", ".join(known) or "none"
                raise BadOption(f"{self.id} has no option {name!r}; it has: {has}")
        return {name: _checked(option, given.get(name, option.default)) for name, option in known.items()}

    def checked_seats(self, seats: object) -> int:
        """`seats`, if the game can be played by so many.  Raises BadOption."""
        if isinstance(seats, bool) or not isinstance(seats, int) or seats not in self.seats:
            low, high = self.seats[0], self.seats[-1]
            span = f"{low}" if low == high else f"{low} to {high}"
            raise BadOption(f"{self.title} is for {span} seats, not {seats!r}")
        return seats


def _checked(option: Option, value: object) -> str | int:
    for choice in option.choices:
        if value == choice and type(value) is type(choice):
            return choice
        if isinstance(value, str) and value.strip().lower() == str(choice).lower():
            return choice
    if option.other and isinstance(value, str) and value.strip():
        return " ".join(value.split())
    choices = ", ".join(str(choice) for choice in option.choices)
    raise BadOption(f"option {option.name} cannot be {value!r}; choose one of: {choices}")
