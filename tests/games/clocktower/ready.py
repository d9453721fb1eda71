"""Everybody looks at their token, and puts it away: then the first night begins."""

from __future__ import annotations

from collections.abc import Callable

from facedown.core.table import Table


def all_look(table: Table, play: Callable[[int, str], object] | None = None) -> None:
    """Every player whose token waits to be looked at is ready."""
    for seat in table.asked:
        if [move.text for move in table.legal(seat)] == ["ready"]:
            (play or table.play)(seat, "ready")
