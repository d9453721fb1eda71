"""What some games can do and most cannot.  Each group has defaults that say so: a game overrides what it has.

Unasked         seats may act although nobody waits for them
Clock           a question may wait for so long and no longer
HiddenEvents    things happen of which not everybody is told that they do
Host            a seat is not a player's, as a host's
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
from facedown.core.values import Beat, Move, PlayedOut, Seat, Suggestion

# Who holds any game writes `Game`, or as a table does `Contract`: it looks neither into positions nor into views.
Position = TypeVar("Position", default=Any)
View = TypeVar("View", bound=msgspec.Struct, default=Any)
Seen = TypeVar("Seen", default=Any)  # what the game's own bots get of a view
Bot = Callable[..., Any]  # `choose(view, legal moves, luck)`: the move, in a flat game its number


class Unasked(ABC, Generic[Position, Seen]):
    """Who must answer, and who else may act."""

    @abstractmethod
    def asked(self, position: Position) -> tuple[Seat, ...]:
        """The seats that must answer now; () when the table acts next or the game is over."""

    def free(self, position: Position) -> tuple[Seat, ...]:
        """The seats that may act although nobody waits for them; none of them is asked."""
        return ()

    def unasked(self) -> Mapping[str, Bot]:
        """What bots do, by name, when they are free to act: as `Game.bots`, but -1 stands for letting things be."""
        return {}

    def to_consider(self, position: Position) -> object:
        """What people want time for before bots act on it, where a table waits for people; None: nothing.

        Another value as soon as there is something else to think about.  Everybody can see it.
        """
        return None

    def replies(self) -> Mapping[str, Callable[[Seen, Random], Move | None]]:
        """What bots answer, by name, who have been spoken to: `reply(observation, luck)`, or None."""
        return {}

    def spoken_to(self, position: Position, seat: Seat, names: Sequence[str]) -> int:
        """Another number for each thing that this seat owes an answer to, alone or aloud; 0 where it owes none."""
        return 0


class Clock(Generic[Position]):
    """Time that runs while a question is open."""

    def seconds(self, position: Position) -> float | None:
        """How many seconds the open question waits until silence is the answer of all who are still asked.

        None: as long as it takes.  Everybody can see it: it depends on nothing that is hidden from anyone.
        """
        return None

    def silence(self, position: Position, seat: Seat, names: Sequence[str]) -> Move:
        """What silence means for a seat that is asked while the clock runs: one of its legal moves."""
        raise NotImplementedError("this game has no clock, so that nobody's silence means anything")

    def while_away(self, position: Position, seat: Seat, names: Sequence[str]) -> Move | None:
        """What a table plays for somebody who is away, once all wait for them; None: it waits for them.

        Only where everybody sees who is asked, and whoever comes back has lost little.
        """
        return None

    def question(self, position: Position) -> object:
        """Another value for another question: while it stays the same, its time runs on.  None: not known."""
        return None

    def foreseen(self, position: Position) -> bool:
        """Does everybody see the open question coming, so that what they said before it was theirs counts as well?

        So where one is asked after the other, and each may say beforehand what they will answer.
        """
        return False

    longest_hold: float = math.inf  # seconds in all for which a question's time may stand still

    def held_up(self, position: Position) -> object:
        """The question that goes on after the open one, and whose time stands still meanwhile; None: there is none.

        It is told from others as by `question`.
        """
        return None

    def continuous(self, position: Position) -> bool:
        """Is the open question one of a stream, so that whatever is legal when it arrives answers it?

        So where time runs on and nobody waits for anybody: no answer is too old there.
        """
        return False


class HiddenEvents(Unasked[Position, Seen], Generic[Position, View, Seen]):
    """What a seat may know about the mere fact that something happens, or that somebody is asked."""

    hidden_events: bool = False  # does anything happen of which not everybody is told that it does?

    def known_asked(self, position: Position, seat: Seat | None) -> tuple[Seat, ...]:
        """The seats of which this one (None: a spectator) may know that they are asked: all, in most games."""
        return self.asked(position)

    def known_free(self, position: Position, seat: Seat | None) -> tuple[Seat, ...]:
        """The seats of which this one may know that they are free to act: all, in most games."""
        return self.free(position)

    def beat(self, position: Position) -> Beat:
        """How far a stretch has got of which most people see nothing.

        Whatever acts there for nobody to see takes its time by that, and not by how much there is to do.
        """
        return Beat()

    def quiet(self, position: Position) -> str:
        """Why nobody may give the others a sign beside the game now, as while people sleep; "": they may.

        A sentence that says until when, for whoever tries.
        """
        return ""

    def happenings(self, position: Position) -> object:
        """Another value as soon as something has happened that anybody could see; None: every step counts."""
        return None

    def without_event(self, view: View) -> View:
        """A view as it is when nothing is happening.

        In a game in which things happen unseen, without the last thing that happened: whether this seat was told of
        that would tell that something has happened since.
        """
        return view


class Host(Facts, Generic[Position]):
    """Seats at the table that are not players'."""

    host_seats: int = 0  # how many, the last ones

    def players(self, seats: int) -> int:
        """How many of so many seats are players': the first ones."""
        return seats - self.host_seats

    def speaks_for_all(self, options: Mapping[str, str | int]) -> bool:
        """With these options, does whoever has the host seat answer for players who have no device of their own?"""
        return False

    def with_late_seat(self, options: Mapping[str, str | int]) -> Mapping[str, str | int] | None:
        """These options with one seat more, before the host seats, for somebody who comes during the game.

        The same game is played with it, until they come.  None where nobody can come so.
        """
        return None

    def suggestion(self, position: Position, seat: Seat, names: Sequence[str]) -> Suggestion | None:
        """What a policy would do in this seat, a host's, which is asked now; None where there is no choice."""
        return None


class Numbered(Generic[Position]):
    """Moves that are numbered without gaps, for programs: every flat game has them, the defaults have none."""

    title: str

    def mask(self, position: Position, seat: Seat) -> Ints:
        """The actions that a seat may take now, bool[actions].  Raises Illegal where moves have no numbers."""
        raise Illegal(f"the moves of {self.title} have no numbers; give a Move, or its words")

    def action(self, number: SupportsIndex, names: Sequence[str]) -> Move:
        """The move that an action is.  Raises Illegal."""
        raise Illegal(f"the moves of {self.title} have no numbers; give a Move, or its words")

    def advance(self, position: Position, seat: Seat, action: SupportsIndex) -> tuple[Seat, ...] | None:
        """Take an action and go on to the next question, all at once: the seats that are asked then.

        None, with nothing done, where rules are not compiled, or the action is not legal.
        """
        return None


class Playouts(Facts):
    """Whole games without a table."""

    def play_out(
        self, seats: int, seed: object, options: Mapping[str, str | int], players: Sequence[str]
    ) -> PlayedOut:
        """Play one game to its end without a table; `players` are names of its bots or "random", seat by seat.

        Games whose position is a record are played by the batch driver instead.  Raises BadOption.
        """
        raise BadOption(f"{self.title} cannot be played in batches")
