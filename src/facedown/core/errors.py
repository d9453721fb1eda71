"""One family of errors.  A message says what was wrong, where, and how to mend it."""

from __future__ import annotations


class FacedownError(Exception):
    """Anything that Facedown refuses; the table is as it was before the call."""


class UnknownGame(FacedownError):
    """No game has this id."""


class UnknownRule(FacedownError):
    """The game's rulebook has no rule of this number."""


class BadOption(FacedownError):
    """An option, a seat count or a seat name that this game does not take."""


class WrongSeat(FacedownError):
    """There is no such seat, or nothing is asked of it now."""


class UnknownSeat(FacedownError):
    """Nobody at the table is called so."""


class Illegal(FacedownError):
    """A move that the rules do not allow.

    `rule` is the number in the game's rulebook that forbids it, or None where the move is not a move at
    all (a misspelt card).
    """

    def __init__(self, message: str, rule: str | None = None) -> None:
        super().__init__(message)
        self.rule = rule


class Stuck(Illegal):
    """A game of many that cannot go on: nobody can move, it never ends, or a player answers what it may not.

    `record` is the game so far, as text; "" where it is not known.
    """

    def __init__(self, message: str, record: str = "") -> None:
        super().__init__(message)
        self.record = record


class GameOver(FacedownError):
    """The game has ended: nothing is asked of anybody."""


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
        self.message, self.line = message, line


class GameError(FacedownError):
    """A game's module lacks what every game provides, or has it in another form; the message says which."""
