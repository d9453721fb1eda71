"""Lessons and pictures: records with notes, seen by the first seat.

A lesson is played by somebody who never saw the game.  The notes above a move of the first seat say why it is made,
and the learner makes it; all other moves make themselves.  A note above another line is only to be read, and so is
the last one.  A picture is where a record ends, or what its last `told` speaks of; its notes are the caption.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from facedown.core.errors import RecordError
from facedown.core.game import Seat
from facedown.core.record.parser import FindGame, Note, parse
from facedown.core.record.replay import Reached, Replay
from facedown.core.spelling import unbracketed
from facedown.core.table import Table

LEARNER: Seat = 0
WORD = 0.3  # seconds for a word that is read
STEP = 5  # seconds to look at the table at each note, and to touch what it speaks of
ROUNDED = 30  # seconds; shown in half minutes


class Step(NamedTuple):
    """One note of a lesson, and the table when it is read."""

    note: str
    move: str | None  # that the learner is to make; None: there is only something to read
    table: Table
    since: int  # the last frame of the step before; what happened after it is shown first


class Picture(NamedTuple):
    """A moment with a caption."""

    caption: str
    table: Table
    frame: int


def lesson(text: str, find_game: FindGame) -> list[Step]:
    """The steps of a lesson.  Raises RecordError if it cannot be played, or is not as it says."""
    replay = _replayed(text, find_game)[0]
    return list(_steps(replay))


def seconds(text: str, find_game: FindGame) -> int:
    """About how long a newcomer takes for a lesson, in half minutes.  Raises RecordError."""
    notes = [line.words.text for line in parse(text, find_game).lines if isinstance(line, Note)]
    taken = sum(STEP + WORD * len(note.split()) for note in notes)
    return max(1, round(taken / ROUNDED)) * ROUNDED


def picture(text: str, find_game: FindGame) -> Picture:
    """The picture that a record shows.  Raises RecordError."""
    replay, told = _replayed(text, find_game)
    caption = " ".join(noted.words for noted in replay.noted)
    return Picture(caption, replay.table, len(replay.table.frames) - 1 if told is None else told)


def _steps(replay: Replay) -> Iterator[Step]:
    since = 0
    for noted in replay.noted:
        yield Step(noted.words, noted.move if noted.seat == LEARNER else None, noted.table, since)
        since = len(noted.table.frames) - 1


def _replayed(text: str, find_game: FindGame) -> tuple[Replay, int | None]:
    """The record played to its end, and the frame that its last `told` speaks of."""
    replay, told = Replay(parse(text, find_game)), None
    for reached in replay.run():
        for at, message in reached.failures:
            raise RecordError(message, at.line, at.column)
        told = _frame(reached) if reached.expectation.verb == "told" else told
    return replay, told


def _frame(reached: Reached) -> int | None:
    """The last frame in which this was told to the learner."""
    table, words = reached.table, reached.expectation.rest.text
    for frame in reversed(range(reached.since, len(table.frames))):
        event = table.told_at(frame, LEARNER)
        if event is not None and words in unbracketed(event.text):
            return frame
    return None
