"""What a game's transcript says of the table as it is now."""

from __future__ import annotations

from facedown.core.game import Move, Seat
from facedown.core.table import Table


def called(table: Table) -> dict[str, Seat]:
    """The seats by all that they are called, folded."""
    return table.game.transcript.called(table.game, table.names)


def left_out(table: Table) -> tuple[Seat, str] | None:
    """A seat that is asked, and its answer that leaves all as it is; None where there is none."""
    return table.game.transcript.left_out(table.peek(), table.names) if table.asked else None


def comes_first(table: Table, move: Move) -> tuple[Seat, str] | None:
    """Whose move must come before this one, and goes without saying where this one is made."""
    return table.game.transcript.comes_first(table.peek(), move, table.names) if table.asked else None


def in_any_order(table: Table, move: Move) -> bool:
    """Is it an answer, and players who are asked now, one after the other, do not see who else is?"""
    return bool(table.asked) and table.game.transcript.in_any_order(table.peek(), move)


def settled(table: Table, seat: Seat, move: Move) -> int:
    """How often since the last move was this the only answer that the seat could give, and nobody asked?"""
    return table.game.transcript.settled(table.peek(), seat, move) if table.asked or table.over else 0


def bearer(table: Table, card: str) -> Seat | None:
    """Who alone holds this card, as far as the table has dealt."""
    return table.game.transcript.bearer(table.peek(), card)


def reached(table: Table, title: str) -> bool:
    """Has the moment come that a title names, as far as the table has dealt?"""
    return table.game.transcript.reached(table.peek(), title)


def brings(table: Table, title: str) -> tuple[Seat, str] | None:
    """A move that ends what must be over before the moment of a title."""
    return table.game.transcript.brings(table.peek(), title)
