"""What anything is that can play for a seat."""

from __future__ import annotations

from collections.abc import Sequence

from facedown.core.history import Frame
from facedown.core.values import Move


class Agent:
    """The interface of anything that can play for a seat: a player of your own derives from it, and chooses."""

    remembers: bool = False  # whether it uses `remember` and `forget`
    last: Frame | None = None  # the last frame that `catch_up` has shown it

    def choose(self, view: object, legal: Sequence[Move]) -> Move:
        """Choose one of `legal`, which is never empty, given what the seat sees.

        Raises Illegal, naming the bot, if a game's own bot answers anything else.
        """
        raise NotImplementedError(f"{type(self).__name__} does not say what it chooses")

    def unasked(self, view: object, legal: Sequence[Move]) -> Move | None:
        """Choose one of `legal`, or None to do nothing, when nobody waits for this seat."""
        return None

    def remember(self, view: object) -> None:
        """Take note of an event, given what the seat sees after it."""

    def forget(self) -> None:
        """Forget everything that was remembered."""
