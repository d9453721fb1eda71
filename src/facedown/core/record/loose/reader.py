"""Told text line by line: the header, titles, lines for people, and the game."""

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
    """Reads one told text.  `failures` are the expectations that were not met, `draft` is the record."""

    def __init__(self, find_game: FindGame) -> None:
        self.draft = Draft()
        self._find_game = find_game
        self._header = Header(find_game, self.draft)
        self._game: ToldGame | None = None  # when the header is over

    @property
    def failures(self) -> list[Failure]:
        return self._game.failures if self._game else []

    def read(self, text: str) -> None:
        """Raises RecordError at the first line that cannot be meant in any way."""
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
        """The header is over: the table is laid."""
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
        """Keep a line that changes nothing: `source: ...`, `rules: ...`; False where it is none."""
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
