"""One game in progress at a table: the core's table, how old each seat's question is, and how to go back."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from facedown.core.game import Game
from facedown.core.table import Table
from facedown.server import telling
from facedown.server.store import KeptGame
from facedown.server.wire import Refused


class Question(msgspec.Struct, frozen=True):
    """What a seat may answer, and since which version it has been asked just this."""

    since: int
    legal: tuple[str, ...]


class Running:
    """A game that is played, or that was the last to be played."""

    def __init__(self, game: Game, kept: KeptGame, options: dict[str, str | int], number: int) -> None:
        self.game, self.kept, self.options, self.number = game, kept, options, number
        self.logs = telling.Logs()
        self._begin()

    def _begin(self) -> None:
        self.table = Table(self.game, self.kept.names, self.kept.seed, self.options)
        self.version = 0
        self._questions: dict[int, Question] = {}
        self._renew(None, 0)

    def replay(self, moves: Sequence[tuple[int, str]]) -> None:
        """Begin anew and make these moves: history is the truth."""
        self._begin()
        for seat, move in moves:
            self.play(seat, move)

    def moves(self) -> list[tuple[int, str]]:
        """The moves made so far."""
        return [(played.seat, played.text) for played in self.table.history if played.seat is not None]

    def check(self, seat: int, at: int) -> None:
        """May this seat move now, going by what it saw at version `at`?  Raises Refused.

        A move is not stale because somebody else has answered the same question in the meantime: where several are
        asked at once, all may answer what they saw.
        """
        question = self._questions.get(seat)
        if at > self.version or at < (self.version if question is None else question.since):
            raise Refused("stale", "The table has moved on since you saw it; look again, then choose.")

    def play(self, seat: int, move: str) -> str:
        """Make a move and return it as it is written.  Raises FacedownError, and then nothing has changed."""
        frames = len(self.table.frames)
        self.table.play(seat, move)
        self.version += 1
        self._renew(seat, len(self.table.frames) - frames)
        return next(played.text for played in reversed(self.table.history) if played.seat is not None)

    def _renew(self, mover: int | None, happened: int) -> None:
        """Note what is asked of whom; a question is the same as before where only another's answer came between."""
        before, self._questions = self._questions, {}
        for seat in self.table.asked:
            legal = tuple(move.text for move in self.table.legal(seat))
            old = before.get(seat)
            same = old is not None and old.legal == legal and seat != mover and happened == 1
            self._questions[seat] = old if same and old is not None else Question(self.version, legal)

    def age_of(self, seat: int) -> int:
        """The version since which this seat is asked what it is asked now."""
        question = self._questions.get(seat)
        return self.version if question is None else question.since
