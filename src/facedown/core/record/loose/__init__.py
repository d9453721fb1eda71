"""Translates a game that somebody wrote down in their own words (a told text) into a strict record.

The text is played on a table.  Lines with more than one reading are read in the one way that the rules allow; moves
that the text leaves out are added, other wordings become the game's own, and each expectation is placed where it
holds.
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
    """The record of a told text, as far as that could be read, and the problems found in the text."""

    record: str
    problems: list[Problem]


def translate(text: str, find_game: FindGame) -> Translation:
    """Translate a told text.  Problems are expectations that fail, and the first line that cannot be read."""
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
    """Return the table that a told text describes.  Raises RecordError for the first problem in the text."""
    record, problems = translate(text, find_game)
    for problem in problems:
        raise RecordError(problem.message, problem.line, problem.column)
    return replay.read(record, find_game)
