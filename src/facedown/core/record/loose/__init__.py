"""From told text to a record: what people write down of a game, in whatever words, in the one spelling of a record.

The text is played as it can only be meant.  What it left out is written out, what it says in other words is written
in the words of the game, and an expectation stands where it holds.
"""

from __future__ import annotations

from typing import NamedTuple

from facedown.core.errors import RecordError
from facedown.core.record import replay
from facedown.core.record.grammar import FindGame
from facedown.core.record.loose.reader import Reader
from facedown.core.record.replay import Problem
from facedown.core.table import Table


class Translation(NamedTuple):
    """A record, as far as the told text could be understood, and what is wrong with that text."""

    record: str
    problems: list[Problem]


def translate(text: str, find_game: FindGame) -> Translation:
    """The record of a told text.  Its problems: expectations that fail, and the first line that cannot be meant."""
    reader = Reader(find_game)
    ended: list[Problem] = []
    try:
        reader.read(text)
    except RecordError as error:
        ended.append(Problem(error.line, error.column, error.message))
    problems = [Problem(failure.where.line, failure.where.column, failure.message) for failure in reader.failures]
    record, sources = reader.draft.finished()
    if not ended:
        known = {problem.line for problem in problems}
        for line, _, message in replay.check(record, find_game):
            if (source := sources[line - 1]) not in known:
                problems.append(Problem(source, 1, f"in a record: {message}"))
    return Translation(record, problems + ended)


def read_loose(text: str, find_game: FindGame) -> Table:
    """The table that a told text describes, its expectations checked.  Raises RecordError."""
    record, problems = translate(text, find_game)
    for problem in problems:
        raise RecordError(problem.message, problem.line, problem.column)
    return replay.read(record, find_game)
