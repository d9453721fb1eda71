"""When a game turned: the moment from which those who won were ahead, and stayed ahead."""

from __future__ import annotations

from collections.abc import Iterable

from facedown.core.table import Table


def turning_point(table: Table, seat: int | None = None) -> int | None:
    """The frame in which the winners went ahead for good, for this seat (None: for a spectator).

    None where it would tell nothing: no rival was ever ahead (of a loser, only that one), or the last move decided.
    None also while the game goes on, where nobody or everybody has won, and where what happens is not told to all.
    """
    standing = table.standing
    losers = set(range(len(table.names))) - set(standing.winners)
    if not standing.over or not standing.winners or not losers or table.contract.hidden_events:
        return None
    last = len(table.frames) - 1
    frame = last
    while frame > 0 and _lead(table, frame, losers) > 0:
        frame -= 1
    rivals = {seat} if seat in losers else losers
    if frame + 1 >= last or all(_lead(table, before, rivals) >= 0 for before in range(frame, 0, -1)):
        return None
    return frame + 1


def _lead(table: Table, frame: int, rivals: Iterable[int]) -> int:
    """By how much every winner was ahead of all of these then; below 0: one of these was ahead of a winner."""
    standing, now = table.standing, table.contract.progress(table.frames[frame].position)
    worth = [count if standing.high_wins else -count for count in now]
    return min(worth[seat] for seat in standing.winners) - max(worth[seat] for seat in rivals)
