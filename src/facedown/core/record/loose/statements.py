"""Splits told lines into statements: each is one move, one expectation or one chance event laid out."""

from __future__ import annotations

import re
from itertools import takewhile

from facedown.core.errors import FacedownError
from facedown.core.game import Seat
from facedown.core.record.loose.expectations import EVERYBODY, VERBS
from facedown.core.record.loose.moves import holder, in_words_of_a_move, later, seats_by_name
from facedown.core.record.text import Piece
from facedown.core.spelling import fold
from facedown.core.table import Table

ARROW = re.compile(r'([^":]+?)\s*(?:->|=>|→)\s*(?=\w)')  # `Ann -> Bo`
BETWEEN = r"\s*(?:,\s*and\b|,|&|\band\b)\s*"  # separates names in a list
ALL = re.compile(
    rf"(?:{'|'.join(EVERYBODY)})(?: (?:but|except)(?: for)? (?P<but>[^:]+?))?\s*:\s*(?P<move>\S.*)", re.I
)


class Statements:
    """Splits lines into statements, using the names of a table's seats and cards."""

    def __init__(self, table: Table) -> None:
        self._table = table
        cards = "|".join(re.escape(card.name) for card in table.game.cards())
        self._by_card = re.compile(rf"((?:{'|'.join(VERBS)}) |)(?:the )?({cards})(?=\s*:|\s+\w)", re.I)

    def of(self, line: Piece) -> list[Piece]:
        """The statements of a line, in its order."""
        if line.after("sees") or any(line.after(f"{name} sees") for name in self._table.names):
            return [line]  # here semicolons separate conditions
        return [part for statement in line.split(";") for part in self._of_several(statement)]

    def take_next(self, statements: list[Piece]) -> Piece:
        """Remove and return the next statement; of moves by several seats, the one whose seat is asked first."""
        movers = list(takewhile(lambda seat: seat is not None, map(self._mover, statements)))
        return statements.pop(self._whose_turn(movers, statements[0]) if len(set(movers)) > 1 else 0)

    def _whose_turn(self, movers: list[Seat | None], first: Piece) -> int:
        table = self._table.copy(wait_for_chance=False)
        if movers[0] in table.asked or self._made_unasked(table, first):
            return 0
        asked = (next((i for i, seat in enumerate(movers) if seat in now.asked), None) for now in later(table))
        return next((i for i in asked if i is not None), 0)

    def seat(self, who: Piece) -> Seat | None:
        return seats_by_name(self._table).get(fold(who.text))

    def all_but(self, statement: Piece) -> tuple[Piece, set[Seat]] | None:
        """The move and the excepted seats of `all but Ann: pass`; None for any other statement."""
        found = ALL.fullmatch(statement.text)
        if found is None:
            return None
        but = {self.seat(Piece(name, 1, 1)) for name in re.split(BETWEEN, found["but"] or "") if name}
        seats = {seat for seat in but if seat is not None}
        return (statement.part(found.start("move")), seats) if len(seats) == len(but) else None

    def of_the_same(self, move: Piece) -> bool:
        """Whether this move names no seat, and so belongs to the seat of the moves before it."""
        head, rest = move.partition(":")
        return rest is None or self.seat(head) is None

    def told_as_of(self, move: Piece) -> tuple[Seat, Piece | None]:
        """The seat that `Bo plays Red 5` begins with, and the rest; -1 and None if it begins with no seat."""
        seats = seats_by_name(self._table)
        for name in sorted(seats, key=len, reverse=True):
            rest = move.after(name)
            if rest is not None and rest.text and rest.partition(":")[1] is None:
                return seats[name], rest
        return -1, None

    def in_other_words(self, statement: Piece) -> Piece:
        """The statement in plain words: a seat that is called by its card gets its name, idioms become moves."""
        found = self._by_card.match(statement.text)
        words = statement.text
        if found is not None and fold(found[2]) not in seats_by_name(self._table):
            seat = holder(self._table, found[2])
            if seat is not None:
                words = found[1] + self._table.names[seat] + words[found.end() :]
        return statement._replace(text=self._plain(words))

    def _plain(self, words: str) -> str:
        return self._table.game.transcript.statement(words, self._table.names)

    def _of_several(self, statement: Piece) -> list[Piece]:
        """Split `Ann: yes, Bo: no`, or `Ann and Bo pass`, into one statement for each seat."""
        found = self._all_of(statement)
        if found is not None:
            return [statement._replace(text=f"{who}: {found[2]}") for who in re.split(BETWEEN, found[1]) if who]
        parts = statement.split(",")
        if len(parts) < 2:
            return [statement]
        if all(self._mover(part) is not None for part in parts):
            return parts
        return self._told_of_several(parts, statement) or [statement]

    def _told_of_several(self, parts: list[Piece], statement: Piece) -> list[Piece]:
        """`Ann plays Red 3, Bo plays Red 5` as two moves; an empty list for any other statement."""
        if ":" in statement.text or self._lays_out(statement):
            return []
        told = [(part, *self.told_as_of(part)) for part in parts]
        if any(rest is None or any(rest.after(verb) for verb in VERBS) for _, _, rest in told):
            return []
        return [part._replace(text=f"{self._table.names[seat]}: {rest.text}") for part, seat, rest in told if rest]

    def _lays_out(self, statement: Piece) -> bool:
        """Whether the statement is a title or lays out chance."""
        transcript, words = self._table.game.transcript, statement.text
        try:
            if transcript.is_title(words) or transcript.chance(self._table.peek(), words, self._table.names):
                return True
            return self._table.copy().lay_out(words)
        except FacedownError:
            return True

    def _all_of(self, statement: Piece) -> re.Match[str] | None:
        """Match several names and the move that all of them make."""
        names = "|".join(map(re.escape, sorted(self._table.names, key=len, reverse=True)))
        found = re.fullmatch(rf"((?:{names})(?:{BETWEEN}(?:{names})\b)+)\s*[:\s]\s*(.+)", statement.text, re.I)
        return found if found and not any(fold(found[2]).startswith(verb) for verb in VERBS) else None

    def _made_unasked(self, table: Table, statement: Piece) -> bool:
        """Whether it is a move that its seat may make now without being asked."""
        seat = self._mover(statement)
        _, move = statement._replace(text=self._plain(statement.text)).partition(":")
        if seat is None or move is None or seat not in table.free:
            return False
        return table.objection(seat, in_words_of_a_move(table, move.text)) is None

    def _mover(self, statement: Piece) -> Seat | None:
        """The seat of a move `Ann: ...`, or of an idiom of the game that means one; else None."""
        head, move = statement._replace(text=self._plain(statement.text)).partition(":")
        return self.seat(head) if move is not None else None
