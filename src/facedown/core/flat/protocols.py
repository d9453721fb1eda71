"""What the modules of a flat game provide: `rules`, `words`, `notation` and `bots`, each a Protocol.

`s` is the game's position and `v` a view record, laid out by the classes `Position` and `Observation` of its rules;
`view` is the msgspec struct that `words.show` makes of a view record.  Any of these functions may also ask for the
game's cards, as a parameter `c` behind its first one, words also as the last (taking_cards.py): the Protocols show
them as Python calls them, with the cards handed over.  `facedown.core.flat.loading` checks a game's modules when it
is loaded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol

import msgspec
from typing_extensions import TypeVar

from facedown.core import contract
from facedown.core.flat.position import FlatPosition
from facedown.core.layout import Ints
from facedown.core.values import Card, LegalMove, Option, Refusal

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
        """The number of 64-bit words in a set of moves: move numbers are 0 to 64 * WORDS - 1.

        If there is a function `words(c)`, which says how many words are needed with these cards, WORDS of every 64
        are in use.
        """

    @property
    def OPTIONS(self) -> tuple[Option, ...]:
        """The options that the people at the table choose, in the order in which `start` takes them."""

    @property
    def CHANCE(self) -> Sequence[int]:
        """The kinds of the table's own steps that deal or draw lots, whose results a record may fix."""

    @property
    def Position(self) -> type[FlatPosition]:
        """The class that defines the fields of a position: a FlatPosition with the game's own fields."""

    @property
    def Observation(self) -> type[object]:
        """The class that defines the fields of what one seat sees."""

    @property
    def start(self) -> Callable[..., None]:
        """`start(s, seats, ...)`: set up everything but the seed, and deal nothing; OPTIONS follow as numbers."""

    def proceed(self, s: State_contra, /) -> None:
        """Take the table's next step, when nobody is asked."""

    def legal(self, s: State_contra, seat: int, moves: Ints, /) -> None:
        """Mark the legal moves of an asked (or free) seat in `moves`, which is all zero before.

        It is int64[WORDS], or int64[words(c)] in a game that has this function.
        """

    def step(self, s: State_contra, seat: int, move: int, /) -> None:
        """Make a move of an asked (or free) seat, which is known to be legal."""

    def observe(self, s: State_contra, seat: int, v: Seen_contra, /) -> None:
        """Fill `v`, which is blank before, with what `seat` may know (-1: a spectator); never reset a field."""

    def determinize(self, s: State_contra, seat: int, /) -> None:
        """Deal again what `seat` does not see, using the position's generator."""

    def score(self, s: State_contra, seat: int, /) -> int:
        """Points so far."""
        ...

    def wins(self, s: State_contra, seat: int, /) -> bool:
        """Whether this seat is a winner, once the game is over."""
        ...


class TimedRules(Protocol[State_contra]):
    """What the rules of a game with a clock also have.  A constant SECONDS may take the place of `seconds`.

    SECONDS       how many seconds each kind of question waits; kinds that are not in it wait for ever
    HOLDS_UP      the kinds of question that stop the clock of the question under them until they are answered, for
                  LONGEST_HOLD seconds in all
    CONTINUOUS    the kinds of question that follow each other while time runs on, such as ticks: any move that is
                  legal when it arrives answers them
    """

    def seconds(self, s: State_contra, /) -> float:
        """How many seconds the open question waits; 0: for ever."""
        ...

    def timeout_move(self, s: State_contra, seat: int, /) -> int:
        """The move that counts as the seat's answer when time runs out; it must be legal."""
        ...


class OpenRules(Protocol[State_contra, Seen_contra]):
    """What the rules also have if most of a view is the same for all: `observe` fills the one, then the other."""

    def observe_open(self, s: State_contra, v: Seen_contra, /) -> None:
        """Fill `v` with what everybody may know."""

    def observe_own(self, s: State_contra, seat: int, v: Seen_contra, /) -> None:
        """Add what depends on who looks."""


class FreeRules(Protocol[State_contra]):
    """What the rules also have if seats may act although the table is not waiting for them."""

    def free(self, s: State_contra, /) -> int:
        """The set of these seats; `legal` gives their moves."""
        ...


class KnowingRules(Protocol[State_contra, Seen_contra]):
    """What the rules also have if a seat's past views tell it more than its present view.

    Knowledge    the class that defines the fields of what it knows beyond the view; blank: nothing yet
    """

    def learn(self, v: Seen_contra, known: object, /) -> None:
        """Add what a seat learns from one event, given its view after that event; called once for each event."""
        ...

    def redeal(self, s: State_contra, seat: int, known: object, /) -> None:
        """Deal again what `seat` does not know: all deals that agree with `known` are equally likely."""
        ...


class RevealingRules(Protocol[State_contra, Seen_contra]):
    """What the rules may also have, for looking back at the end.  It need not be marked `@compiles`."""

    def reveal(self, s: State_contra, v: Seen_contra, /) -> None:
        """Add everything that is hidden to a spectator's view."""


class Words(contract.Words[Shown], Protocol[State_contra, Seen_contra, Shown]):
    """`words.py`: view records as text for people.  Rule numbers are those of the game's rulebook."""

    def show(self, v: Seen_contra, names: Sequence[str], /) -> Shown:
        """A seat's view in the form that people and the page get."""
        ...

    def refusal(self, view: Shown, move: int, names: Sequence[str], /) -> Refusal:
        """Why the seat with this view may not make this move, which is one of `notation.all_moves`."""
        ...

    def unplayable(self, view: Shown, names: Sequence[str], /) -> Iterable[tuple[str, Refusal]]:
        """Cards that the seat holds but may not play now, each with the reason."""
        ...

    def standing(self, s: State_contra, /) -> str:
        """How the match stands, in one line; it must reveal nothing that is hidden from anyone."""
        ...


class EndingWords(Protocol[State_contra, Shown_contra]):
    """What the words may also have, for the end of a game."""

    def why(self, view: Shown_contra, names: Sequence[str], /) -> str:
        """One sentence at the end of the game: why the seat with this view has won or lost."""
        ...

    def when(self, view: Shown_contra, /) -> str:
        """The moment of this view in a few words, as "round 2, trick 5": when the game turned."""
        ...

    def progress(self, s: State_contra, /) -> Sequence[int]:
        """How close each seat is to winning, if there is a finer measure than the score; everybody can see it."""
        ...


class Notation(Protocol[State_contra]):
    """`notation.py`: converts moves and cards to text and back.

    LAID_OUT    optional: how the lines begin that `lay_out` reads: "deck", or "... holds" for a seat
    """

    @property
    def CARDS(self) -> Sequence[Card]:
        """Every kind of card; a game with a cards file has a function `all_cards(c)` instead, which lists them."""

    def all_moves(self, names: Sequence[str], /) -> Iterable[LegalMove]:
        """Every possible move at a table with these names: its number, its text, and what else pages get of it."""
        ...

    def lay_out(self, s: State_contra, words: str, names: Sequence[str], /) -> bool:
        """Fix the outcome of chance as a record's line says; False if it is not such a line.

        Raises FacedownError if it is such a line but cannot be applied.
        """
        ...


class Arrays(Protocol):
    """`arrays.py`: the cards as what rules and bots are given, whatever is in the cards file.

    Cards    the class that defines the fields, as Position does: arrays of the greatest size that a file may need
    """

    def arrays(self, cards: Sequence[Any], /) -> Ints:
        """These cards as records[1] of Cards."""
        ...


class Bots(Protocol):
    """`bots.py`: the game's own bots, which see what their seat sees.  Every function is marked `@compiles`.

    UNASKED    optional: functions, by bot, for when they are free to act; as in BOTS, but -1 means to do nothing
    UNOFFERED  optional: the names of bots kept for comparison, which the page does not offer to people
    Memory     optional: a class that defines the fields of what a bot remembers; `remember(v, memory)` is then
               called after each event with the seat's view, and the functions in BOTS take `memory` as well
    """

    @property
    def BOTS(self) -> Mapping[str, Callable[..., int]]:
        """The bots by name: `choose(v, moves, luck) -> move`, one of `moves`."""


class PrintedCard(Protocol):
    """A card as a cards file describes it."""

    @property
    def name(self) -> str:
        """The name on the card."""

    @property
    def copies(self) -> int:
        """How many copies there are."""

    @property
    def source(self) -> str:
        """Where it comes from: "rulebook" or "house"."""


Printed = TypeVar("Printed", bound=PrintedCard, default=Any)


class Cards(Protocol[Printed]):
    """`cards.py`: the cards file of a game whose cards can be edited; a game may have none."""

    def read_cards(self, text: str, /) -> Sequence[Printed]:
        """The cards of a file.  Raises CardsError, with the line and how to fix it."""
        ...

    def explain(self, card: Printed, /) -> str:
        """What a card will do, in one sentence, from its building blocks."""
        ...
