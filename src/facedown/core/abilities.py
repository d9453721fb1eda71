"""Features that only some games have.  Each group has defaults for games without it; the others override these.

Turns           who is asked, and who may act although nobody waits for them
Timed           questions may have a time limit
HiddenEvents    some events are hidden from some seats
Host            seats may belong to a host instead of a player
Numbered        moves have numbers, as learners and compiled rules need them
Playouts        whole games without a table, where the batch driver cannot play them
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, Generic, SupportsIndex

import msgspec
from typing_extensions import TypeVar

from facedown.core.errors import BadOption, Illegal
from facedown.core.facts import Facts
from facedown.core.layout import Ints
from facedown.core.values import Acting, Beat, Move, PlayedOut, Seat, Suggestion, Timing

# Code for any game writes `Game`, or `Contract` as tables do: it does not look into positions or views.
Position = TypeVar("Position", default=Any)
View = TypeVar("View", bound=msgspec.Struct, default=Any)
Seen = TypeVar("Seen", default=Any)  # what the game's own bots get of a view
Bot = Callable[..., Any]  # `choose(view, legal moves, luck)`: the move, in a flat game its number


class Turns(ABC, Generic[Position, Seen]):
    """Who must answer, and who else may act."""

    @abstractmethod
    def asked(self, position: Position) -> tuple[Seat, ...]:
        """The seats that must answer now; () when the table acts next or the game is over."""

    def free(self, position: Position) -> tuple[Seat, ...]:
        """The seats that may act although nobody waits for them; none of them is asked."""
        return ()

    def unasked(self) -> Mapping[str, Bot]:
        """What bots do, by name, when they are free to act: like `Contract.bots`, but -1 means to do nothing."""
        return {}

    def to_consider(self, position: Position) -> object:
        """What a table that waits for people gives them time to think about before bots act; None: nothing.

        The value changes as soon as there is something else to think about.  Everybody can see it.
        """
        return None

    def is_talk(self, move: Move) -> bool:
        """Whether this move only says something, so that bots do not keep it back while people consider."""
        return False

    def replies(self) -> Mapping[str, Callable[[Seen, Random], Move | None]]:
        """Functions, by bot, that answer when it has been spoken to: `reply(observation, luck)`, a move or None."""
        return {}

    def spoken_to(self, position: Position, seat: Seat, names: Sequence[str]) -> int:
        """A different number for each remark, private or public, that this seat should answer; 0: there is none."""
        return 0


class Timed(Generic[Position]):
    """Time that runs while a question is open."""

    longest_hold: float = math.inf  # seconds in all for which a question's time may stand still

    def timing(self, position: Position) -> Timing:
        """What is to be known of the open question to run its clock; by default it has no time limit."""
        return Timing()

    def timeout_move(self, position: Position, seat: Seat, names: Sequence[str]) -> Move:
        """The move that is made for a seat when its time runs out: one of its legal moves."""
        raise NotImplementedError("this game has no clock, so no time runs out in it")

    def while_away(self, position: Position, seat: Seat, names: Sequence[str]) -> Move | None:
        """The move that a table makes for a seat whose player is away when everybody waits for it; None: it waits.

        Use it only where everybody sees who is asked, and where the player loses little by it.
        """
        return None


class HiddenEvents(Turns[Position, Seen], Generic[Position, View, Seen]):
    """What a seat may know about the mere fact that something happens, or that somebody is asked."""

    hidden_events: bool = False  # whether there are events, in the field `event`, that some must not notice at all

    def known(self, position: Position, seats: int) -> Mapping[Seat | None, Acting]:
        """Who may act, as far as each of the seats and (None) a spectator may know: all of it, in most games."""
        return dict.fromkeys((None, *range(seats)), Acting(self.asked(position), self.free(position)))

    def beat(self, position: Position) -> Beat:
        """How far a stretch of play that most people cannot see has got.

        Whatever acts unseen keeps this pace, so that the time it takes does not show how much there was to do.
        """
        return Beat()

    def quiet(self, position: Position) -> str:
        """Why players may not signal to each other now, for example while people sleep; "": they may.

        A sentence for somebody who tries, which says until when.
        """
        return ""

    def happenings(self, position: Position) -> object:
        """A value that changes whenever something happens that anybody could see; None: every step counts."""
        return None


class Host(Facts, Generic[Position]):
    """Seats at the table that are not players'."""

    host_seats: int = 0  # how many, the last ones

    def players(self, seats: int) -> int:
        """How many of `seats` seats are players'; these come first."""
        return seats - self.host_seats

    def speaks_for_all(self, options: Mapping[str, str | int]) -> bool:
        """Whether, with these options, the host answers for players who have no device."""
        return False

    def with_late_seat(self, options: Mapping[str, str | int]) -> Mapping[str, str | int] | None:
        """These options with one more seat, in front of the host seats, for somebody who joins during the game.

        Until they join, the game is played as without it.  None if nobody can join late.
        """
        return None

    def suggestion(self, position: Position, seat: Seat, names: Sequence[str]) -> Suggestion | None:
        """What a policy would do in this host seat, which is asked now; None if there is no choice."""
        return None


class Numbered(Generic[Position]):
    """Moves numbered without gaps, for programs.  Every flat game has them; these defaults are for others."""

    title: str

    def mask(self, position: Position, seat: Seat) -> Ints:
        """The actions that a seat may take now, bool[actions].  Raises Illegal if moves have no numbers."""
        raise Illegal(f"the moves of {self.title} have no numbers; give a Move, or its words")

    def action(self, number: SupportsIndex, names: Sequence[str]) -> Move:
        """The move that an action is.  Raises Illegal."""
        raise Illegal(f"the moves of {self.title} have no numbers; give a Move, or its words")

    def advance(self, position: Position, seat: Seat, move: object) -> tuple[object, tuple[Seat, ...]] | None:
        """Take an action, given by its number, and go on to the next question in one call.

        Returns what takes it back (`Contract.taken_back`), and the seats that are asked then.  Returns None, and
        does nothing, where rules are not compiled or `move` is not the number of a legal action.
        """
        return None


class Playouts(Facts):
    """Whole games without a table."""

    def play_out(
        self,
        seats: int,
        seed: object,
        options: Mapping[str, str | int],
        players: Sequence[str],
        own: Mapping[str, Bot] | None = None,
    ) -> PlayedOut:
        """Play one game to its end without a table; `players` are names of its bots or "random", seat by seat.

        `own` holds further bots by name.  Games whose position is a record are played by the batch driver instead.
        Raises BadOption.
        """
        raise BadOption(f"{self.title} cannot be played in batches")
