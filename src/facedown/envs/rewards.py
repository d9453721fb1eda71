"""The seats' rewards when a game is over."""

from __future__ import annotations

from facedown.core.errors import BadOption
from facedown.core.values import Standing

REWARDS = ("wins", "score")


def rewards(standing: Standing, how: str = "wins") -> tuple[float, ...]:
    """Every seat's reward for a game that has ended, in seat order.

    `wins`: 1 for winning alone and -1 / (seats - 1) for losing; joint winners share, so that all rewards add up
    to 0; 0 for everybody in a draw.
    `score`: the score, negative where the fewest points win.  Raises BadOption.
    """
    if how == "score":
        return tuple(float(score if standing.high_wins else -score) for score in standing.scores)
    if how != "wins":
        raise BadOption(f"the reward must be {' or '.join(map(repr, REWARDS))}, not {how!r}")
    seats, winners = len(standing.scores), len(standing.winners)
    if not winners:
        return (0.0,) * seats
    return tuple(
        ((seats / winners if seat in standing.winners else 0.0) - 1) / max(1, seats - 1) for seat in range(seats)
    )
