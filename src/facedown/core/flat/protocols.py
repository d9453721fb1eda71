"""What the modules of a flat game provide: `rules`, `words`, `notation` and `bots`, each a Protocol.

`s` is the game's position and `v` a view record, laid out by the classes `Position` and `View` of its rules;
`view` is the msgspec struct that `words.show` makes of a view record.  mypy holds a game's modules to these types
where the game is put together; `facedown.core.flat.loading` looks again when it is loaded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol

import msgspec
from typing_extensions import TypeVar

from facedown.core import contract
from facedown.core.flat.position import FlatPosition
from facedown.core.layout import Ints
from facedown.core.values import Card, Option, Refusal

State = TypeVar("State", bound=FlatPosition, default=Any)  # a position
Seen = TypeVar("Seen", default=Any)  # what a seat sees of it, as a record
Shown = TypeVar("Shown", bound=msgspec.Struct, default=Any)  # the same for people
State_contra = TypeVar("State_contra", bound=FlatPosition, contravariant=True)
Shown_contra = TypeVar("Shown_contra", bound=msgspec.Struct, contravariant=True)
Seen_contra = TypeVar("Seen_contra", contravariant=True)


class Rules(Protocol[State_contra, Seen_contra]):
    """`rules.py`.  Every function is marked `@compiles`."""

    @property
    def WORDS(self) -> int:
        """64-bit words that a set of moves takes: move numbers are 0 to 64 * WORDS - 1."""

    @property
    def OPTIONS(self) -> tuple[Option, ...]:
        """What the people at the table choose, in the order in which `start` takes it."""

    @property
    def CHANCE(self) -> Sequence[int]:
        """The kinds of the table's own steps that deal or draw lots: a record may say how they fall."""

    @property
    def Position(self) -> type[FlatPosition]:
        """The class that lays out a position: a FlatPosition and what the game adds."""

    @property
    def View(self) -> type[object]:
        """The class that lays out what one seat sees."""

    @property
    def start(self) -> Callable[..., None]:
        """`start(s, seats, ...)`: everything but the seed is set, nothing is dealt; OPTIONS follow as numbers."""

    def proceed(self, s: State_contra, /) -> None:
        """The table's next step, when nobody is asked."""

    def legal(self, s: State_contra, seat: int, moves: Ints, /) -> None:
        """Mark what an asked (or free) seat may do in `moves`, int64[WORDS], which comes blank."""

    def step(self, s: State_contra, seat: int, move: int, /) -> None:
        """The answer of an asked (or free) seat; it is legal."""

    def observe(self, s: State_contra, seat: int, v: Seen_contra, /) -> None:
        """Fill the blank `v` with what `seat` may know (-1: a spectator): add, never blank out."""

    def determinize(self, s: State_contra, seat: int, /) -> None:
        """Deal again, from the generator, what `seat` cannot know."""

    def score(self, s: State_contra, seat: int, /) -> int:
        """Points so far."""
        ...

    def wins(self, s: State_contra, seat: int, /) -> bool:
        """When it is over: is this seat a winner?"""
        ...


class TimedRules(Protocol[State_contra]):
    """What the rules of a game with a clock also have.  The constant SECONDS may stand for `seconds`.

    SECONDS       for each kind of question that does not wait for ever, how long it waits
    HOLDS_UP      the kinds of question that hold up the one under them: its time stands still until they are
                  answered, for LONGEST_HOLD seconds in all
    CONTINUOUS    the kinds of question that come one after the other while time runs on, as ticks do: whatever is
                  legal when it arrives answers them
    """

    def seconds(self, s: State_contra, /) -> float:
        """How long the open question waits; 0: for ever."""
        ...

    def silence(self, s: State_contra, seat: int, /) -> int:
        """The move that silence stands for, when time is out; it must be legal."""
        ...


class FreeRules(Protocol[State_contra]):
    """What the rules also have where seats may act although nobody waits for them."""

    def free(self, s: State_contra, /) -> int:
        """These seats, as a set; `legal` tells what they may do."""
        ...


class KnowingRules(Protocol[State_contra, Seen_contra]):
    """What the rules also have where a seat that remembers all its views knows more than the last one shows.

    Knowledge    the class that lays out what it knows beside the view; blank: nothing yet
    """

    def learn(self, v: Seen_contra, known: object, /) -> None:
        """Something has happened, and this is what the seat sees of it; called once for each thing that happens."""
        ...

    def redeal(self, s: State_contra, seat: int, known: object, /) -> None:
        """Deal again, from the generator, what `seat` does not know: every way that agrees is equally likely."""
        ...


class RevealingRules(Protocol[State_contra, Seen_contra]):
    """What the rules may also have, for looking back at the end.  It need not be marked."""

    def reveal(self, s: State_contra, v: Seen_contra, /) -> None:
        """Add to a spectator's view what lies hidden."""


class Words(contract.Words[Shown], Protocol[State_contra, Seen_contra, Shown]):
    """`words.py`: view records as what people read.  Rule numbers are those of the game's rulebook."""

    def show(self, v: Seen_contra, names: Sequence[str], /) -> Shown:
        """The view of one seat as people and the page get it."""
        ...

    def refusal(self, view: Shown, move: int, names: Sequence[str], /) -> Refusal:
        """Why the one who has this view may not make this move, which is one of `notation.all_moves`."""
        ...

    def unplayable(self, view: Shown, names: Sequence[str], /) -> Iterable[tuple[str, Refusal]]:
        """Cards that the seat holds but may not play now, each with the reason."""
        ...

    def standing(self, s: State_contra, /) -> str:
        """How the match stands, in one line; it tells nothing that is hidden from anyone."""
        ...


class EndingWords(Protocol[State_contra, Shown_contra]):
    """What the words may also have, for the end of a game."""

    def why(self, view: Shown_contra, names: Sequence[str], /) -> str:
        """When it is over: one sentence, why the one who has this view has won or lost."""
        ...

    def progress(self, s: State_contra, /) -> Sequence[int]:
        """What each seat has so far of what decides the game, if that is finer than its score; all can see it."""
        ...


class Notation(Protocol[State_contra]):
    """`notation.py`: moves and cards into text and back."""

    @property
    def HOW_TO_WRITE(self) -> str:
        """The end of an error where no move comes near: "write a card, as in `Red 3`"."""

    @property
    def CARDS(self) -> Sequence[Card]:
        """Every kind of card."""

    def all_moves(self, names: Sequence[str], /) -> Iterable[tuple[int, str]]:
        """Every move that there can be at a table of these names: its number, and how it is written."""
        ...

    def lay_out(self, s: State_contra, words: str, names: Sequence[str], /) -> bool:
        """Lay out chance as a record's line says; False where the line says nothing of the kind.

        Raises FacedownError where it says so, but it cannot be.
        """
        ...


class Bots(Protocol):
    """`bots.py`: players of the game's own, who see what their seat sees.  Every function is marked `@compiles`.

    UNASKED    optional: what bots do, by name, when they are free to act; as in BOTS, -1: let things be
    Memory     optional: a class that lays out what a bot remembers; then `remember(v, memory)` is called for each
               thing that happens, with what the bot's seat sees of it, and BOTS take `memory` as well
    """

    @property
    def BOTS(self) -> Mapping[str, Callable[..., int]]:
        """The bots by name: `choose(v, moves, luck) -> move`, one of `moves`."""


class PrintedCard(Protocol):
    """A card as a cards file describes it."""

    @property
    def name(self) -> str:
        """What stands on it."""

    @property
    def copies(self) -> int:
        """How many of it there are."""

    @property
    def source(self) -> str:
        """Where it comes from: "rulebook" or "house"."""


Printed = TypeVar("Printed", bound=PrintedCard, default=Any)


class Cards(Protocol[Printed]):
    """`cards.py`: the cards file of a game whose cards can be edited; a game may have none."""

    def read_cards(self, text: str, /) -> Sequence[Printed]:
        """The cards of a file.  Raises CardsError, with the line and how to mend it."""
        ...

    def explain(self, card: Printed, /) -> str:
        """What a card will do, in one sentence, from its building blocks."""
        ...
