"""Pieces of a record that know where they stand."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from facedown.core.errors import FacedownError, RecordError
from facedown.core.spelling import unreadable
from facedown.core.writing import CONTINUES, LONGEST_LINE

MOST_CHARACTERS = 1_000_000
CARDS = "cards:"  # below it stands a cards file, indented by two blanks
NO_FILE = (
    "nothing stands behind `cards:`: the text of a cards file stands on the lines below, indented by two spaces; "
    "a record is checked with a file by `facedown check --cards FILE`"
)


class Piece(NamedTuple):
    """Some text of a record; `line` and `column` count from 1."""

    text: str
    line: int
    column: int

    def part(self, start: int, end: int | None = None) -> Piece:
        """The characters from `start` to `end`, without the blanks around them."""
        text = self.text[start:end]
        blanks = len(text) - len(text.lstrip())
        return Piece(text.strip(), self.line, self.column + start + blanks)

    def split(self, mark: str) -> list[Piece]:
        """The parts between the marks that stand outside brackets and quotes; empty ones are left out."""
        parts, start, depth = [], 0, 0
        quoted = _quoted(self.text)
        for place, letter in enumerate(self.text):
            if quoted[place]:
                continue
            depth = max(0, depth + (letter in "([{") - (letter in ")]}"))
            if letter == mark and depth == 0:
                parts.append(self.part(start, place))
                start = place + 1
        parts.append(self.part(start))
        return [part for part in parts if part.text]

    def partition(self, mark: str) -> tuple[Piece, Piece | None]:
        """What stands before the first `mark` outside quotes, and what stands after it, or None."""
        quoted = _quoted(self.text)
        place = next((i for i, letter in enumerate(self.text) if letter == mark and not quoted[i]), -1)
        if place < 0:
            return self, None
        return self.part(0, place), self.part(place + 1)

    def after(self, words: str) -> Piece | None:
        """What follows these words, if the piece begins with them; None if it does not."""
        found = re.match(r"\s+".join(map(re.escape, words.split())) + r"(?![\w'-])", self.text, re.I)
        return self.part(found.end()) if found else None

    def value_of(self, key: str) -> Piece | None:
        """What follows the key and its colon, which may be left out; None if it is another line."""
        rest = self.after(key)
        return rest.part(1) if rest and rest.text.startswith((":", "=")) else rest

    def error(self, message: str) -> RecordError:
        return RecordError(message, self.line, self.column)

    def refused(self, error: FacedownError) -> RecordError:
        """The same refusal, with its place."""
        if isinstance(error, RecordError):
            return error
        return self.part(self._place_of(error.words)).error(str(error))

    def _place_of(self, words: str) -> int:
        """Where these words stand, as the whole of what is listed if they do; 0 if nowhere."""
        whole = re.search(rf"(?<!\w){re.escape(words)}(?=\s*(?:,|$))", self.text) if words else None
        return whole.start() if whole else max(0, self.text.find(words))


class Line(NamedTuple):
    """One line of a text: what it says, and the comment behind it, without its `#`, with the column of that."""

    said: Piece
    comment: str
    column: int


class OwnCards(NamedTuple):
    """The cards file that stands in a record, and in which line it begins, from 1."""

    text: str
    line: int


def without_cards(text: str) -> tuple[str, OwnCards | None]:
    """A record without the cards file in its header, each other line where it was; and that file."""
    lines = text.split("\n")
    start = next((n for n, line in enumerate(lines) if line.rstrip() == CARDS), None)
    if start is None:
        return text, None
    end = start + 1
    while end < len(lines) and (not lines[end].strip() or lines[end].startswith("  ")):
        end += 1
    cards = [line.removeprefix("  ").rstrip("\r") for line in lines[start + 1 : end]]
    blank = [""] * (end - start)
    return "\n".join([*lines[:start], *blank, *lines[end:]]), OwnCards("\n".join(cards), start + 2)


def _quoted(text: str) -> list[bool]:
    """Which letters stand between two quotes; a quote that is never closed means nothing."""
    last, inside, quoted = text.rfind('"'), False, []
    if last < 0:
        return [False] * len(text)
    for place, letter in enumerate(text):
        if letter == '"':
            inside = not inside and place < last
        quoted.append(inside)
    return quoted


def _comment_in(line: str) -> int:
    """Where the comment of a line begins; at its end, if it has none."""
    quoted = _quoted(line)
    return next((i for i, letter in enumerate(line) if letter == "#" and not quoted[i]), len(line))


def _whole_lines(lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    """The lines, and in which line of the text each begins; what stands behind a `\\` goes on in the next one."""
    begun, first = "", 1
    for number, line in enumerate(lines, 1):
        line = line.rstrip("\r")
        first = first if begun else number
        if len(line[: _comment_in(line)]) > LONGEST_LINE:
            mend = f"end it with `{CONTINUES}` and go on in the next line"
            raise RecordError(f"a line has at most {LONGEST_LINE:,} characters; {mend}", number, LONGEST_LINE)
        begun += line.lstrip() if begun else line
        if begun.endswith(CONTINUES) and not begun.lstrip().startswith("#") and number < len(lines):
            begun = begun.removesuffix(CONTINUES)
            continue
        yield first, begun
        begun = ""


def unquoted(piece: Piece) -> Piece:
    """What stands between quotes, as `writing.quoted` puts it there; anything else as it is."""
    if not piece.text.startswith('"'):
        return piece
    try:
        words = json.loads(piece.text)
    except (ValueError, RecursionError):
        return piece
    return piece._replace(text=words) if isinstance(words, str) else piece


def lines_of(text: str) -> Iterator[Line]:
    """All lines, those too that say nothing; one that is continued is one line.  Raises RecordError."""
    if len(text) > MOST_CHARACTERS:
        raise RecordError(f"a record has at most {MOST_CHARACTERS:,} characters, this has {len(text):,}")
    for number, line in _whole_lines(text.removeprefix("\ufeff").split("\n")):
        end = _comment_in(line) if "#" in line else len(line)
        said = line[:end]
        if hidden := unreadable(said):
            raise RecordError(f"{hidden!r} is not allowed in a record", number, said.index(hidden) + 1)
        yield Line(Piece(said, number, 1).part(0), line[end + 1 :].strip(), end + 1)
