"""The history of a table: the lines of its record, the position after each event, and undo."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, Generic, NamedTuple, Self, TypeAlias

import numpy as np

from facedown.core.abilities import Position, View
from facedown.core.errors import BadOption, Illegal
from facedown.core.spelling import shown
from facedown.core.values import Move, Seat

DEAL = "deal"
MOST_TICKS = 9999  # that one line stands for
_CLOCK = re.compile(r"clock(?:\s*[:=]?\s*(\d{1,9}))?", re.I)


def is_deal(line: str) -> bool:
    """Whether this line of a record makes the table deal now, before chance is fixed for anything later."""
    return line.strip().lower() == DEAL


def ticks(line: str) -> int | None:
    """How many times time runs out according to a line of a record: 3 for `clock: 3`; None for other lines."""
    clock = _CLOCK.fullmatch(line.strip())
    return int(clock[1] or 1) if clock else None


def checked_ticks(times: object) -> int:
    """How many times time runs out, if that is a possible number.  Raises Illegal."""
    if isinstance(times, bool) or not isinstance(times, (int, np.integer)) or not 0 < times <= MOST_TICKS:
        raise Illegal(f"time can run out 1 to {MOST_TICKS:,} times at once, not {shown(times)}")
    return int(times)


def clock_line(times: int) -> str:
    """The line of a record for time that ran out this many times."""
    return f"clock: {times}"


class Played(NamedTuple):
    """One line of the history: a seat's move, or (seat None) a fixed outcome of chance, or time that ran out."""

    seat: Seat | None
    text: str
    move: Move | None = None  # that the seat has made

    @property
    def ran_out(self) -> int:
        """How many times time ran out in this line; 0 if it says something else."""
        return (ticks(self.text) or 0) if self.seat is None else 0


class Frame(NamedTuple, Generic[Position, View]):
    """The position after an event, and the number of lines of history up to then.

    `views` holds the views made of it so far, by seat, as long as nobody has moved since.
    """

    position: Position  # only the game looks inside
    lines: int
    views: dict[Seat | None, View]


def frame_at(frames: Sequence[Frame[Position, View]], number: object) -> Frame[Position, View]:
    """The frame with this number; they count from 0.  Raises BadOption."""
    if not isinstance(number, (int, np.integer)) or isinstance(number, bool) or not 0 <= number < len(frames):
        raise BadOption(f"there is no frame {shown(number)}; the table has frames 0 to {len(frames) - 1}")
    return frames[int(number)]


class Before(NamedTuple):
    """The state before a move, so that the move can be taken back."""

    position: Any  # what the game has put away of it
    lines: int
    dealt: bool


Taken: TypeAlias = tuple[object, Seat, Any]
"""An action taken by number, of which no text has been asked for yet: what takes it back, seat, and action."""


class History(Generic[Position, View]):
    """Lines, frames and moves that can be taken back.

    Lists only grow; where something leaves one, it is made anew.  So `glance`, which shares them, costs the same
    however much has happened.
    """

    def __init__(self, position: Position, *, whole: bool = True) -> None:
        self.lines: list[Played] = []
        self.frames: list[Frame[Position, View]] = [Frame(position, 0, {})]
        self.moves: list[Before] = []
        self.recent = 0  # the first frame since the last move
        self.dealt = False  # whether chance has been used since the last line
        self.whole = whole  # whether it begins with the start of the game

    def glance(self) -> Self:
        """The same lists, to be looked at: they may know more than they do now, as soon as more happens."""
        other = object.__new__(type(self))
        vars(other).update(vars(self))
        return other

    def copy(self) -> Self:
        """An independent copy."""
        other = self.glance()
        other.lines, other.frames, other.moves = list(self.lines), list(self.frames), list(self.moves)
        return other

    def without_views(self) -> Self:
        """A copy that has to make all views again."""
        other = self.copy()
        other.frames = [frame._replace(views={}) for frame in self.frames]
        return other

    def frame_of(self, position: Position) -> int | None:
        """The last frame that holds this position object; None if none does."""
        return next((at for at in reversed(range(len(self.frames))) if self.frames[at].position is position), None)

    def until(self, frame: int, awaits_chance: Callable[[Position], bool]) -> Self:
        """What had happened when that frame was the last.  `awaits_chance`: as the game says it of positions."""
        other, lines = self.glance(), self.frames[frame].lines
        since = (earlier.position for earlier in self.frames[:frame] if earlier.lines == lines)
        other.dealt = any(map(awaits_chance, since))
        other.lines, other.frames = self.lines[:lines], self.frames[: frame + 1]
        other.moves = [before for before in self.moves if before.lines < lines]
        other.recent = frame + 1
        return other

    # -- what is added ---------------------------------------------------------------------------------------------

    def write_move(self, before: Any, seat: Seat, move: Move) -> None:
        """Add a seat's move; `before`: as of `Before.position`."""
        self.moves.append(Before(before, len(self.lines), self.dealt))
        self._begin(Played(seat, move.text, move))

    def write_laid_out(self, text: str) -> None:
        """Add a line that fixes an outcome of chance."""
        self.lines.append(Played(None, text))
        self.dealt = False

    def write_deal(self) -> None:
        """Add the line `deal` if chance was used since the last line, as later lines apply to what comes after."""
        if self.dealt:
            self.write_laid_out(DEAL)

    def write_clock(self) -> None:
        """Add a line for time that ran out, or count it in the last line if that is such a line, too."""
        last = self.lines[-1] if self.lines else None
        times = last.ran_out if last is not None else 0
        if 0 < times < MOST_TICKS:
            self.lines = self.lines[:-1]
        else:
            times = 0
        self._begin(Played(None, clock_line(times + 1)))

    def _begin(self, line: Played) -> None:
        """Add a line that starts a new step, and free the views before it, which are hardly used again."""
        self.lines.append(line)
        self.dealt = False
        for frame in self.frames[self.recent :]:
            frame.views.clear()
        self.recent = len(self.frames)

    def keep(self, position: Position, views: dict[Seat | None, View]) -> None:
        """Add a frame with the position after an event."""
        self.frames.append(Frame(position, len(self.lines), views))

    def keep_instead(self, position: Position, views: dict[Seat | None, View]) -> None:
        """Replace the position of the last frame."""
        self.frames[-1] = Frame(position, len(self.lines), views)

    def forget_past(self) -> None:
        """Free all views except those of the last frame."""
        last = len(self.frames) - 1
        for frame in self.frames[self.recent : last]:
            frame.views.clear()
        self.recent = max(self.recent, last)

    # -- what is taken back ----------------------------------------------------------------------------------------

    def take_back(self) -> Any:
        """Forget the last move and all that has happened since; returns what is known of the position before.

        Raises Illegal.
        """
        if not self.moves:
            raise Illegal("there is no move to take back")
        *self.moves, before = self.moves
        self.lines, self.dealt = self.lines[: before.lines], before.dealt
        frames = len(self.frames)
        while self.frames[frames - 1].lines > before.lines:
            frames -= 1
        self.frames = self.frames[:frames]
        return before.position

    def cut(self, lines: int, frames: int, moves: int) -> None:
        """Keep only this number of lines, frames and moves, in every history that shares these lists."""
        del self.lines[lines:], self.frames[frames:], self.moves[moves:]
