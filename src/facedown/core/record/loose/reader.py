"""Reads a told text line by line: header, titles, comments for people, and the game itself."""

from __future__ import annotations

import re

from facedown.core.record.checks import Failure
from facedown.core.record.grammar import FREE, FindGame, with_cards
from facedown.core.record.loose.draft import Draft
from facedown.core.record.loose.header import Header
from facedown.core.record.loose.told import ToldGame
from facedown.core.record.text import Line, Piece, lines_of, without_cards

BULLET = re.compile(r"(?:[-*•]\s+|\d+[.)]\s+)*")
DECORATED = re.compile(r"(?:==|--|~~|//|\*\*)")


class Reader:
    """Reads one told text.  `failures` are the expectations that do not hold, `draft` is the record."""

    def __init__(self, find_game: FindGame) -> None:
        self.draft = Draft()
        self._find_game = find_game
        self._header = Header(find_game, self.draft)
        self._game: ToldGame | None = None  # from the end of the header on

    @property
    def failures(self) -> list[Failure]:
        return self._game.failures if self._game else []

    def read(self, text: str) -> None:
        """Read the whole text.  Raises RecordError at the first line that cannot be read in any way."""
        line = Line(Piece("", 1, 1), "", 1)
        text, cards = without_cards(text)
        self._header = Header(with_cards(self._find_game, cards), self.draft)
        for line in lines_of(text):
            self.draft.begin(line)
            bullet = BULLET.match(line.said.text)
            said = line.said.part(bullet.end()) if bullet else line.said
            if said.text:
                self._line(said)
                if self._game is not None:
                    self._game.write_down()
            self.draft.end()
        game = self._game or self._begin(line.said)
        game.finish()
        self.draft.begin(Line(line.said._replace(text="end"), "", 1))
        game.write_down()
        self.draft.end()

    def _begin(self, line: Piece) -> ToldGame:
        """End the header and open the table; `line` is the first line after the header."""
        self._game = ToldGame(self._header.lay(line), self.draft)
        return self._game

    def _line(self, line: Piece) -> None:
        if DECORATED.match(line.text):
            self._title(line._replace(text=line.text.strip("=-~/* ")))
        elif self._for_people(line):
            return
        elif self._game is not None:
            self._game.line(line)
        elif not self._header.take(line):
            if self._header.transcript.is_heading(line.text):
                self.draft.title(line.text)
            else:
                self._begin(line).line(line)

    def _title(self, title: Piece) -> None:
        if self._game is not None:
            self._game.comes(title)
            self._game.write_down()
        self.draft.title(title.text)

    def _for_people(self, line: Piece) -> bool:
        """Copy a line that does not affect the game, such as `source: ...`; False for other lines."""
        head = line.partition(":")[0]
        if (self._game.seat(head) if self._game else self._header.seat(head)) is not None:
            return False
        for key in FREE:
            if (rest := line.after(key)) is not None:
                said = rest.part(1) if rest.text.startswith((":", "=")) else rest
                numbers = said.text.replace(",", " ").split()
                self.draft.write(f"{key}: {' '.join(numbers) if key == 'rules' else said.text}")
                return True
        return False
