"""How a record spells a line that lays out chance: single blanks, and seats and cards by their names."""

from __future__ import annotations

from facedown.core.history import DEAL, is_deal
from facedown.core.record.text import Piece
from facedown.core.spelling import fold
from facedown.core.table import Table


def spelled(table: Table, words: str) -> str:
    """These words, which lay out chance at this table, as a record spells them."""
    head, rest = Piece(" ".join(words.split()), 1, 1).partition(":")
    if rest is None:
        return DEAL if is_deal(head.text) else head.text
    known = {fold(card.name): card.name for card in table.contract.cards()} | {
        fold(name): name for name in table.names
    }
    parts = ", ".join(known.get(fold(part.text), part.text) for part in rest.split(","))
    for name in sorted(table.names, key=len, reverse=True):  # one name may begin another
        who = head.after(name)
        if who is not None and who.text:
            return f"{name} {who.text.lower()}: {parts}"
    return f"{head.text.lower()}: {parts}"
