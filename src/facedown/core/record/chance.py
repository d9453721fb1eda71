"""How a record spells a line that lays out chance: seats and cards by their names, and a colon."""

from __future__ import annotations

from facedown.core.errors import FacedownError, UnknownSeat
from facedown.core.history import DEAL, is_deal
from facedown.core.record.text import Piece
from facedown.core.spelling import fold
from facedown.core.table import Table


def spelled(table: Table, words: str) -> str:
    """These words with a colon, with single blanks, and with the names of seats and cards as they are."""
    head, rest = Piece(" ".join(words.split()), 1, 1).partition(":")
    if rest is None:
        return DEAL if is_deal(fold(head.text)) else head.text
    known = {fold(card.name): card.name for card in table.game.cards()} | {fold(name): name for name in table.names}
    parts = ", ".join(known.get(fold(part.text), part.text) for part in rest.split(","))
    for name in sorted(table.names, key=len, reverse=True):  # one name may begin another
        who = head.after(name)
        if who is not None and who.text:
            return f"{name} {who.text.lower()}: {parts}"
    return f"{head.text.lower()}: {parts}"


def with_colon(table: Table, words: str) -> str:
    """`deck Six` is `deck: Six`: the first colon that makes a line of it that lays out chance."""
    parts = words.replace("=", " ").split()
    if ":" in words:
        return words
    lines = (f"{' '.join(parts[:end])}: {' '.join(parts[end:])}" for end in range(1, len(parts)))
    return next((line for line in lines if is_meant(table, line)), words)


def is_meant(table: Table, line: str) -> bool:
    """Does this line lay out chance, whether or not that is possible now?"""
    try:
        return table.copy().lay_out(line)
    except FacedownError:
        return True


def unknown_seat(table: Table, line: str) -> UnknownSeat | None:
    """The refusal of a line that lays out chance for somebody who is not at the table; None: it does not."""
    try:
        table.copy().lay_out(line)
    except UnknownSeat as error:
        return error
    except FacedownError:
        return None
    return None
