"""All errors that Facedown raises.  A message says what is wrong, where, and how to fix it."""

from __future__ import annotations

from typing import Self

MOST_STEPS = 10_000  # that a table takes by itself between two questions


class FacedownError(Exception):
    """The base of all errors that Facedown raises.  The call that raised it has changed nothing."""

    words = ""  # the part of what was written that is wrong, if it is known

    def at(self, words: str) -> Self:
        """This error, about these words; those that it knows already are more exact."""
        self.words = self.words or words
        return self


class UnknownGame(FacedownError):
    """No game has this id."""


class UnknownRule(FacedownError):
    """The game's rulebook has no rule with this number."""


class BadOption(FacedownError):
    """An argument that is not accepted: an option, a seed, a number of seats or a seat name, for example."""


class BadFile(BadOption):
    """A file that somebody names cannot be opened."""


class NotText(BadFile):
    """A file holds something else than text in UTF-8."""


class WrongSeat(FacedownError):
    """There is no such seat, or nothing is asked of it now."""


class UnknownSeat(FacedownError):
    """Nobody at the table has this name."""


class Illegal(FacedownError):
    """A move that the rules do not allow.

    `rule` is the number of the rule that forbids it, or None if it is not a move at all (a misspelt card).
    """

    def __init__(self, message: str, rule: str | None = None) -> None:
        super().__init__(message)
        self.rule = rule


class Stuck(Illegal):
    """A simulated game that cannot go on: a seat has no move, the game never ends, or a player's answer is illegal.

    `record` is the game so far, as text; "" if it is not known.
    """

    def __init__(self, message: str, record: str = "") -> None:
        super().__init__(message)
        self.record = record

    @classmethod
    def alone(cls, title: str) -> Stuck:
        """The error for a game that takes more than MOST_STEPS without asking anybody."""
        return cls(f"{title} went on by itself for {MOST_STEPS:,} steps without asking anybody")


class GameOver(FacedownError):
    """The game has ended, so no more moves can be made."""


class RecordError(FacedownError):
    """A record that cannot be read, or whose expectation fails; `line` and `column` count from 1."""

    def __init__(self, message: str, line: int = 1, column: int = 1) -> None:
        super().__init__(f"line {line}, column {column}: {message}")
        self.message, self.line, self.column = message, line, column


class CardsError(FacedownError):
    """A cards file that cannot be used; `line` counts from 1."""

    def __init__(self, message: str, line: int = 1) -> None:
        super().__init__(f"line {line}: {message}")
        self.message, self.line = message, line


class RulebookError(FacedownError):
    """A rulebook whose numbers do not follow each other; `file` is its path, `line` counts from 1."""

    def __init__(self, message: str, line: int = 1, file: str = "") -> None:
        super().__init__(f"{file}:{line}: {message}" if file else f"line {line}: {message}")
        self.message, self.line, self.file = message, line, file


class GameError(FacedownError):
    """A game's module lacks what every game provides, or has it in another form; the message says which."""
