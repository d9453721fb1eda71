"""Writes the record of a told text, line by line, while the text is played.

Moves are taken from the table's history.  A second table, the shadow, is played as a strict reader would play it,
which shows the pauses that the record need not mention.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from facedown.core.errors import FacedownError
from facedown.core.game import Seat
from facedown.core.history import Played, clock_line, is_deal, ticks
from facedown.core.record.text import Line
from facedown.core.spelling import fold
from facedown.core.table import Table
from facedown.core.writing import WIDTH, wrapped


class Draft:
    """The lines of the record so far, and for each line the number of the told line that it comes from."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.sources: list[int] = []
        self.movers: set[Seat] = set()  # the seats whose moves the told line describes; these moves share a line
        self._line: Line | None = None
        self._first = 0  # the index of the first line of the record that comes from the current told line
        self._shadow: Table | None = None
        self._history: list[Played] = []  # the part of the table's history that is in the record
        self._pauses: list[Played] = []  # answers to pauses that the record may be able to leave out
        self._runs: list[tuple[Seat, list[str]]] = []
        self._block: int | None = None  # the index of the first expectation after the last move
        self.in_pause = False  # whether these expectations are about a pause
        self._after_pause = False  # whether these expectations hold only after a pause was answered

    def finished(self) -> tuple[str, list[int]]:
        """Return the record, and for each of its lines the number of the told line that it comes from."""
        kept = [i for i, line in enumerate(self.lines) if line or (i and self.lines[i - 1])]
        while kept and not self.lines[kept[-1]]:
            del kept[-1]
        return "".join(f"{self.lines[i]}\n" for i in kept), [self.sources[i] for i in kept]

    def begin(self, line: Line) -> None:
        """Start with the next told line."""
        self._line, self.movers = line, set()
        if not line.said.text and not line.comment:
            self._write("")
        self._first = len(self.lines)

    def end(self) -> None:
        """Finish the told line, and copy its comment."""
        self._flush()
        if self._line is None or not self._line.comment:
            return
        comment, column = f"# {self._line.comment}", self._line.column
        if len(self.lines) == self._first or not self._line.said.text:
            self._write(comment)
        else:
            self.lines[-1] = f"{self.lines[-1]}  ".ljust(column - 1) + comment

    def write(self, text: str) -> None:
        """Write a line of the header, or one that does not affect the game."""
        self._flush()
        self._write(text)

    def title(self, text: str) -> None:
        """Write a title, `== Text ==`."""
        plain = text.strip("=-~/*: ")
        if plain:
            self.write(f"== {plain[0].upper()}{plain[1:]} ==")

    def lay(self, table: Table) -> None:
        """End the header: write the names of the seats, and open the shadow table."""
        self._shadow = Table(table.game, table.names, table.seed, table.options, wait_for_chance=True)
        seats = f"seats: {', '.join(table.names)}"
        told = next((i for i, line in enumerate(self.lines) if line.startswith("seats:")), None)
        if told is None:
            self._write(seats, at=self.lines.index(f"game: {table.game.id}") + 1)
        else:
            comment = self.lines[told].removeprefix("seats:").strip()
            self.lines[told] = f"{seats}  {comment}".rstrip()
        if self.lines and self.lines[-1]:
            self._write("")

    def expect(self, table: Table, texts: Sequence[str], *, about_pause: bool) -> None:
        """Write the lines of an expectation that holds on this table; `about_pause`: during the open pause."""
        self.catch_up(table, with_pauses=about_pause or self.in_pause)
        self._flush()
        if self._block is None:
            self._block = len(self.lines)
        assert self._shadow is not None
        paused = self._shadow.paused
        if paused is not None and not self.in_pause:
            if about_pause:
                self._write(f"paused: {self._shadow.names[paused]}")
            self.in_pause, self._after_pause = about_pause, not about_pause
        for text in texts:
            self._write(text)

    def catch_up(self, table: Table, *, with_pauses: bool = False) -> None:
        """Write what has been played since the last call; `with_pauses`: also the latest answers to pauses."""
        for played in self._news(table.history):
            pause = played.seat is not None and played.move == table.game.pause
            if pause and self._is_pause(played):
                self._pauses.append(played)
                continue
            self._answer_pauses(self._fits(played))
            self._play(played)
        if with_pauses and self._pauses:
            self._answer_pauses(explicit=True)

    # -- what was played -----------------------------------------------------------------------------------------

    def _news(self, history: list[Played]) -> Iterator[Played]:
        """The new lines of history; clock ticks that history added to a known line are a line of their own."""
        known = len(self._history)
        if known and history[known - 1] != self._history[-1]:
            before, now = ticks(self._history[-1].text), ticks(history[known - 1].text)
            yield Played(None, clock_line((now or 1) - (before or 1)))
        yield from history[known:]
        self._history = list(history)

    def _is_pause(self, played: Played) -> bool:
        """Whether this answers a pause, and not a question that has the same word among its answers."""
        assert self._shadow is not None
        now = self._shadow.copy()
        for pause in self._pauses:
            now.play(pause.seat or 0, pause.text)
        return now.paused == played.seat

    def _answer_pauses(self, explicit: bool) -> None:
        """Play the collected pauses on the shadow; `explicit`: write them, because the record needs them."""
        shadow = self._shadow
        assert shadow is not None
        if self._after_pause and not self._pauses and shadow.paused is not None and self._block is not None:
            self.lines.insert(self._block, f"paused: {shadow.names[shadow.paused]}")
            self.sources.insert(self._block, self._number)
        written = explicit and bool(self._pauses) and not self._after_pause
        self._block, self.in_pause, self._after_pause = None if written else self._block, False, False
        for pause in self._pauses:
            assert pause.seat is not None
            shadow.play(pause.seat, pause.text)
            if written:
                self._runs.append((pause.seat, [pause.text]))
        self._pauses = []

    def _fits(self, played: Played) -> bool:
        """Whether the shadow would allow this before the collected pauses are answered."""
        assert self._shadow is not None
        if played.seat is not None:
            return self._shadow.objection(played.seat, played.text) is None
        try:
            return self._shadow.copy().lay_out(played.text)
        except FacedownError:
            return False

    def _play(self, played: Played) -> None:
        shadow = self._shadow
        assert shadow is not None
        if played.seat is None:
            shadow.lay_out(played.text)
            self._flush()
            head = fold(played.text.partition(":")[0])
            text = f"chance {played.text}" if head in map(fold, shadow.names) else played.text
            if self._block is not None and ticks(played.text) is None and not is_deal(played.text):
                self._write(text, at=self._block)  # the expectations above were checked on a table with this dealt
                self._block += 1
            else:
                self._write(text)
                self._block = None
            return
        shadow.play(played.seat, played.text)
        self._block = None
        if self._runs and self._runs[-1][0] == played.seat:
            self._runs[-1][1].append(played.text)
        else:
            self._runs.append((played.seat, [played.text]))

    # -- lines ---------------------------------------------------------------------------------------------------

    @property
    def _number(self) -> int:
        return self._line.said.line if self._line else 1

    def _write(self, text: str, at: int | None = None) -> None:
        place = len(self.lines) if at is None else at
        self.lines.insert(place, text)
        self.sources.insert(place, self._number)

    def _flush(self) -> None:
        """Write the collected moves; moves of several seats share a line if one told line describes them all."""
        line = ""
        for seat, moves in self._runs:
            assert self._shadow is not None
            joins = seat in self.movers or seat < self._shadow.game.players(len(self._shadow.names))
            for part in wrapped(f"{self._shadow.names[seat]}: ", list(moves)):
                if line and joins and len(line) + len(part) + 2 <= WIDTH:
                    line += f"; {part}"
                    continue
                if line:
                    self._write(line)
                line = part
                if not joins:
                    self._write(line)
                    line = ""
        if line:
            self._write(line)
        self._runs = []
