"""What every game provides.  Tables, and everything built on them, use a game only through this interface.

Positions are opaque to them: they are copied, queried and shown through the game.  What a person or a bot sees is a
*view*, a msgspec struct made for one seat (None: a spectator) from what that seat may know and nothing else.

Every game implements the abstract methods here.  What only some games have (a clock, hidden events, a host, ...) is
in abilities.py, with defaults for the others; titles, options and the like are in facts.py, values in values.py.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Generic, Protocol, TypeVar

from facedown.core.abilities import Bot, HiddenEvents, Host, Numbered, Playouts, Position, Seen, Timed, View
from facedown.core.values import Card, Event, LegalMove, Move, Refusal, Seat, Standing

View_contra = TypeVar("View_contra", contravariant=True)


class Words(Protocol[View_contra]):
    """What a game says to the person who has a view; implemented by a module of the game."""

    def tell(self, view: View_contra, names: Sequence[str], /) -> Event | None:
        """What has just happened, as this person is told it; None if there is nothing to tell."""
        ...

    def prompt(self, view: View_contra, names: Sequence[str], /) -> str:
        """One sentence: what this person is asked, or whom the table waits for."""
        ...

    def aim(self, view: View_contra, names: Sequence[str], /) -> str:
        """The aim of the game, and what is left of it, in one line: "Fewest points wins · last round"."""
        ...


class Contract(
    Timed[Position],
    HiddenEvents[Position, View, Seen],
    Host[Position],
    Numbered[Position],
    Playouts,
    Generic[Position, View, Seen],
):
    """The methods that a table needs to play a game."""

    words: Words[View]
    move_words: int = 1  # 64-bit words that a set of moves takes

    # -- a position and what may be done with it -----------------------------------------------------------------

    @abstractmethod
    def start(self, seats: int, seed: object, options: Mapping[str, str | int]) -> Position:
        """The position before anything is dealt; all randomness comes from `seed`."""

    @abstractmethod
    def copy(self, position: Position, /) -> Position:
        """A copy of the position: changing one does not change the other."""

    @abstractmethod
    def put_away(self, position: Position, /) -> Any:
        """What `taken_back` needs to know of this position, whatever becomes of it."""

    @abstractmethod
    def taken_back(self, position: Position, before: Any, /) -> Position:
        """The position before a move, after which came this one; `before`: what was put away of it."""

    @abstractmethod
    def over(self, position: Position) -> bool:
        """Whether the game has ended."""

    @abstractmethod
    def awaits_chance(self, position: Position) -> bool:
        """Whether the table is about to deal or draw lots, so that a record may still fix the result."""

    @abstractmethod
    def proceed(self, position: Position) -> None:
        """Take the table's next step when nobody is asked: a single event."""

    @abstractmethod
    def legal(self, position: Position, seat: Seat, names: Sequence[str]) -> tuple[Move, ...]:
        """The legal moves of a seat that is asked or free to act.  They must depend on nothing but its view."""

    @abstractmethod
    def interpret(self, position: Position, seat: Seat, move: Move, names: Sequence[str]) -> Move | None:
        """The game's own copy of this move, as `legal` spells it; None: this seat may not make it now.

        Not all moves need be listed, like free text.  Raises Illegal if it is no move of this game at all.
        """

    @abstractmethod
    def play(self, position: Position, seat: Seat, move: Move) -> None:
        """Make a legal move, which changes the position."""

    @abstractmethod
    def standing(self, position: Position) -> Standing:
        """Scores, and the winners at the end; only what everybody may know."""

    @abstractmethod
    def determinize(self, position: Position, seat: Seat | None, seed: object) -> Position:
        """A random position that looks the same to `seat`; what it does not see is dealt again."""

    def learned(self, knowledge: object, views: Iterable[Seen]) -> object:
        """What a seat knows after these views (as records), given its `knowledge` before them (None: nothing yet).

        Returns None if the last view tells as much as all of them together; then it makes none of them.
        """
        return None

    def redealt(self, position: Position, seat: Seat, knowledge: object, seed: object) -> Position:
        """Like `determinize`, but the position also agrees with all that the seat knows (from `learned`)."""
        return self.determinize(position, seat, seed)

    @abstractmethod
    def lay_out(self, position: Position, words: str, names: Sequence[str]) -> bool:
        """Fix the outcome of chance as a record's line says (`deck: Red 3, ...`); False if it is not such a line.

        Raises FacedownError if it is such a line but cannot be applied.
        """

    # -- what people see ------------------------------------------------------------------------------------------

    @abstractmethod
    def view(self, position: Position, seat: Seat | None, names: Sequence[str]) -> View:
        """All that a seat may know, and nothing else."""

    def revealed(self, position: Position, names: Sequence[str]) -> View:
        """A view of everything, hidden cards included, only for looking back at a game that is over.

        By default what a spectator sees.
        """
        return self.view(position, None, names)

    @abstractmethod
    def observation(self, position: Position, seat: Seat | None, names: Sequence[str]) -> Seen:
        """The view in the form that the game's own bots read: a record in games that have one.

        `names` serve only to write moves, as in `legal`; bots' decisions do not depend on them.
        """

    def told(self, position: Position, seat: Seat | None, names: Sequence[str]) -> Event | None:
        """The event in a seat's view of a position.  A game may override this to avoid making the view."""
        return self.words.tell(self.view(position, seat, names), names)

    def why(self, view: View, names: Sequence[str]) -> str:
        """One sentence at the end of the game: why the seat with this view has won or lost; "" if there is none."""
        return ""

    def when(self, view: View) -> str:
        """The moment of this view in a few words, as "round 2, trick 5"; "" if there are none."""
        return ""

    def reason(self, seen: Seen, move: Move, names: Sequence[str], memory: tuple[object, ...] = ()) -> str:
        """One sentence: why the game's own bot makes this move, having chosen it from `seen` and `memory`.

        "" if the game gives no reasons.
        """
        return ""

    def progress(self, position: Position) -> tuple[int, ...]:
        """How close each seat is to winning: its score, or a finer measure that everybody can see."""
        return self.standing(position).scores

    # -- moves as data and in words -------------------------------------------------------------------------------

    @abstractmethod
    def move_value(self, move: Move) -> object:
        """The move as plain data, which JSON can hold, without players' names and sentences of the game."""

    @abstractmethod
    def read_value(self, value: object, names: Sequence[str]) -> Move:
        """The move with this value (`move_value`).  Raises Illegal if it is the value of no move."""

    def listed(self, moves: Sequence[Move], names: Sequence[str]) -> tuple[LegalMove, ...]:
        """Legal moves as pages and programs get them."""
        return tuple([LegalMove(self.move_value(move), move.text) for move in moves])

    def retold(self, position: Position, seat: Seat, move: Move, names: Sequence[str]) -> str:
        """A move that was made, for whoever may take it back."""
        return move.text

    def takes_words(self, move: Move) -> bool:
        """Whether this move of the legal ones stands for free words: whoever makes it puts in their own."""
        return False

    def without_words(self, move: Move) -> Move:
        """A move with free words as `legal` lists it, where no words stand in it; any other move as it is."""
        return move

    @abstractmethod
    def read_move(self, position: Position, seat: Seat, words: str, names: Sequence[str]) -> Move:
        """The move that these words of a seat mean in this position.

        Raises Illegal if they mean none, and suggests similar ones that are legal.
        """

    @abstractmethod
    def refusal(self, view: View, move: Move, names: Sequence[str]) -> Refusal:
        """Why this move is not legal for the seat that has this view."""

    @abstractmethod
    def unplayable(self, view: View, names: Sequence[str]) -> tuple[tuple[str, Refusal], ...]:
        """Cards that this seat holds but may not play now, each with the reason."""

    @abstractmethod
    def cards(self) -> tuple[Card, ...]:
        """Every kind of card in the game."""

    # -- players --------------------------------------------------------------------------------------------------

    @abstractmethod
    def bots(self) -> Mapping[str, Bot]:
        """The game's own bots by name: `choose(view record, legal moves, luck) -> move number`."""
