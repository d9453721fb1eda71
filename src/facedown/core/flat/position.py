"""What the position of every flat game has, whatever the game."""

from __future__ import annotations

from facedown.core.chance import Chance
from facedown.core.layout import i1
from facedown.core.questions import Events, Questions


class FlatPosition(Questions, Events, Chance):
    """The fields that core reads and writes.  A game's `Position` derives from this and adds its own."""

    seats: i1
