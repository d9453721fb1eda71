"""When a game turned: the moment from which those who won were ahead, and stayed ahead."""

from __future__ import annotations

from facedown.core.table import Table
from facedown.core.values import Standing


def turning_point(table: Table) -> int | None:
    """The frame in which the winners went ahead for good; the last one where what counts never showed it.

    None while the game goes on, where nobody or everybody has won, and where not everybody is told what happens.
    """
    standing = table.standing
    losers = set(range(len(table.names))) - set(standing.winners)
    if not standing.over or not standing.winners or not losers or table.contract.hidden_events:
        return None
    last = len(table.frames) - 1
    frame = last
    while frame > 0 and _ahead(table, frame, standing, losers):
        frame -= 1
    return min(frame + 1, last)


def _ahead(table: Table, frame: int, standing: Standing, losers: set[int]) -> bool:
    """Whether every winner was ahead of every loser then."""
    now = table.contract.progress(table.frames[frame].position)
    winning = [now[seat] for seat in standing.winners]
    losing = [now[seat] for seat in losers]
    return min(winning) > max(losing) if standing.high_wins else max(winning) < min(losing)
