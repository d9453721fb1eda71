"""Limits, value ranges and refusals that messages and requests share."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

import msgspec

from facedown.core.errors import FacedownError

MAX_MESSAGE = 4096  # bytes of one message; a longer one is refused
MAX_FRAME = 16 * 1024  # bytes; a longer frame closes the connection (code 1009) before it is read
MAX_CARDS = 48_000  # characters of a cards file, so that one of 200 cards has some 240 for each
MAX_CARDS_BODY = 12 * MAX_CARDS + MAX_FRAME  # bytes of a request with one: JSON may take twelve for a character
MAX_MISSED = 60  # frames sent to somebody who reconnects; after missing more, they get only the view
MAX_CHAT = 300  # characters of one line
CHAT_KEPT = 50  # lines sent to a new connection
RESTARTED = 1012  # the code with which a connection ends that can be made again at once
DELETED = 4410  # the code with which it ends when the host has deleted the table

Why: TypeAlias = Literal[
    "stale", "late", "not_yours", "illegal", "malformed", "too_large", "too_fast", "over", "not_started",
    "not_over", "taken", "not_host", "unknown_table", "unknown_game", "unknown_secret", "bad_option", "not_found",
    "storage", "elsewhere", "broken", "wrong_host", "wrong_origin", "not_json",
]  # fmt: skip

# The HTTP statuses of these; 400 for the others.
STATUS: dict[Why, int] = {
    "unknown_table": 404, "unknown_game": 404, "not_found": 404, "too_fast": 429, "too_large": 413, "storage": 503,
    "elsewhere": 503,
    "not_over": 409, "not_started": 409, "unknown_secret": 403, "broken": 500, "wrong_host": 421,
    "wrong_origin": 403, "not_json": 415,
}  # fmt: skip

View: TypeAlias = Any  # what one seat sees: a struct of the game, or plain data if it was stored
Counter: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
SeatNumber: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=63)]
CardsFile: TypeAlias = Annotated[str, msgspec.Meta(max_length=MAX_CARDS)]
Secret: TypeAlias = Annotated[str, msgspec.Meta(max_length=100)]
# Made by the page for the seat that it takes, at random: as long as those that the server makes.
OwnSecret: TypeAlias = Annotated[str, msgspec.Meta(pattern="^[A-Za-z0-9_-]{32,64}\\Z", max_length=64)]
# Chosen by the page for one action, and sent again with it if no answer came, so that it is carried out once.
OnceKey: TypeAlias = Annotated[str, msgspec.Meta(pattern="^[A-Za-z0-9_-]{8,40}\\Z", max_length=40)]
# The parts of which the page draws a seat's face; the server only stores it.
Face: TypeAlias = Annotated[str, msgspec.Meta(pattern="^[a-z]{6}$", max_length=6)]


class Refused(FacedownError):
    """A message or request is refused; nothing has changed.  `why` is for programs, `text` for people."""

    def __init__(self, why: Why, text: str, rule: str | None = None) -> None:
        super().__init__(text)
        self.why, self.text, self.rule = why, text, rule


def sentence(error: Exception) -> str:
    """An error's message as a sentence for people."""
    words = str(error)
    return f"{words[:1].upper()}{words[1:]}{'' if words.endswith(('.', '?', '!')) else '.'}"
