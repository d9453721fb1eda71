"""What every game provides.  Tables, and all that stands on tables, know a game only as this.

Positions are opaque to all of them: they are copied, asked and shown through the game.  What a person or a bot sees
is a *view*, a msgspec struct made for one seat (None: a spectator) from what that seat may know and nothing else.

What is abstract here, every game has.  What only some games have stands in abilities.py (a clock, hidden events, a
host, ...), with defaults for the others; what is printed on the box in facts.py, the values in values.py.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Generic, Protocol, TypeVar

from facedown.core.abilities import Bot, Clock, HiddenEvents, Host, Numbered, Playouts, Position, Seen, View
from facedown.core.transcript import Transcript
from facedown.core.values import Card, Event, Move, Refusal, Seat, Standing

View_contra = TypeVar("View_contra", contravariant=True)


class Words(Protocol[View_contra]):
    """What a game says to the one who has a view: a module of the game's own."""

    def tell(self, view: View_contra, names: Sequence[str], /) -> Event | None:
        """What has just happened, as they are told it; None where there is nothing to tell."""
        ...

    def prompt(self, view: View_contra, names: Sequence[str], /) -> str:
        """One sentence: what is asked of them, or whom the table waits for."""
        ...

    def aim(self, view: View_contra, names: Sequence[str], /) -> str:
        """The standing line: what one plays for, and how far they are: "Fewest points wins · you 3, Bo 5"."""
        ...


class Contract(
    Clock[Position],
    HiddenEvents[Position, View, Seen],
    Host[Position],
    Numbered[Position],
    Playouts,
    Generic[Position, View, Seen],
):
    """What a game must answer, so that it can be played at a table."""

    words: Words[View]
    transcript: Transcript[Position] = Transcript()  # how people tell it, where they tell it in a way of its own
    move_words: int = 1  # 64-bit words that a set of moves takes

    # -- a position and what may be done with it -----------------------------------------------------------------

    @abstractmethod
    def start(self, seats: int, seed: object, options: Mapping[str, str | int]) -> Position:
        """The position before anything is dealt; chance comes from `seed` alone."""

    @abstractmethod
    def copy(self, position: Position, /) -> Position:
        """A copy of the position: changing one does not change the other."""

    @abstractmethod
    def over(self, position: Position) -> bool:
        """Has the game ended?"""

    @abstractmethod
    def awaits_chance(self, position: Position) -> bool:
        """Is the table about to deal or draw lots, so that a record may still say how it falls?"""

    @abstractmethod
    def proceed(self, position: Position) -> None:
        """The table's next step, while nobody is asked: one thing that people see happen."""

    @abstractmethod
    def legal(self, position: Position, seat: Seat, names: Sequence[str]) -> tuple[Move, ...]:
        """The moves of a seat that is asked or free to act.  They depend on nothing but its view."""

    def allows(self, position: Position, seat: Seat, move: Move, names: Sequence[str]) -> bool:
        """May this seat make this move?  For games with moves that cannot all be listed, like free text."""
        return move in self.legal(position, seat, names)

    def interpret(self, position: Position, seat: Seat, move: Move, names: Sequence[str]) -> Move:
        """What a seat's move means now, spelled as `legal` lists it: the same for two ways of writing the same.
        Raises Illegal where it names something that is nothing here.
        """
        return move

    @abstractmethod
    def play(self, position: Position, seat: Seat, move: Move) -> None:
        """Change the position by a legal move."""

    @abstractmethod
    def standing(self, position: Position) -> Standing:
        """Scores, and at the end the winners, as everybody may know them."""

    @abstractmethod
    def determinize(self, position: Position, seat: Seat | None, seed: object) -> Position:
        """Another position that looks the same to `seat`: what it cannot know is dealt again."""

    def learned(self, knowledge: object, views: Sequence[Seen]) -> object:
        """What a seat knows that has seen these views (as records), after what made up `knowledge` (None: nothing).

        None where the last view tells as much as all of them.
        """
        return None

    def redealt(self, position: Position, seat: Seat, knowledge: object, seed: object) -> Position:
        """What `determinize` gives, but agreeing with everything that the seat knows (`learned`) as well."""
        return self.determinize(position, seat, seed)

    @abstractmethod
    def lay_out(self, position: Position, words: str, names: Sequence[str]) -> bool:
        """Lay out chance as a record's line says it (`deck: Red 3, ...`); False where the line is no such thing.

        Raises FacedownError where the line is one, but cannot be so.
        """

    # -- what people see ------------------------------------------------------------------------------------------

    @abstractmethod
    def view(self, position: Position, seat: Seat | None, names: Sequence[str]) -> View:
        """All that a seat may know, and nothing else."""

    def revealed(self, position: Position, names: Sequence[str]) -> View:
        """Everything turned up: for looking back at a game that is over, and for nothing else.

        What a spectator sees, where a game has nothing more to show.
        """
        return self.view(position, None, names)

    @abstractmethod
    def observation(self, position: Position, seat: Seat | None, names: Sequence[str]) -> Seen:
        """The view in the form that the game's own bots read: a record, where it has one.

        `names` are for what bots write, as in `legal`; nothing that they decide depends on them.
        """

    def told(self, position: Position, seat: Seat | None, names: Sequence[str]) -> Event | None:
        """The event in a seat's view of a position.  A game may have a way to it that makes no view."""
        return self.words.tell(self.view(position, seat, names), names)

    def why(self, view: View, names: Sequence[str]) -> str:
        """When it is over: one sentence, why the one who has this view has won or lost; "" where there is none."""
        return ""

    def reason(self, seen: Seen, move: Move, names: Sequence[str], memory: tuple[object, ...] = ()) -> str:
        """One sentence: why the game's own bot makes this move; `seen` and `memory` are what it chose by.

        "" where the game gives no reasons.
        """
        return ""

    def progress(self, position: Position) -> tuple[int, ...]:
        """What each seat has so far of what decides the game: its score, or something finer that all can see."""
        return self.standing(position).scores

    @abstractmethod
    def read_move(self, words: str, names: Sequence[str]) -> Move:
        """The move that these words mean.  Raises Illegal where they mean none, and says what comes near."""

    def checked_move(self, move: Move, names: Sequence[str]) -> Move:
        """This move as the game has it.  Raises Illegal where there is none such, or its number is another's."""
        return self.read_move(move.text, names)

    @abstractmethod
    def refusal(self, view: View, move: Move, names: Sequence[str]) -> Refusal:
        """Why this move is not legal for the one who has this view."""

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
