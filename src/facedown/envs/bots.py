"""Who plays the seats that no learner plays."""

from __future__ import annotations

from collections.abc import Mapping

from facedown.core.batch import RANDOM
from facedown.core.errors import BadOption
from facedown.core.game import Game


def checked_bots(game: Game, seats: int, bots: Mapping[int, str]) -> dict[int, str]:
    """The seats that bots play, in seat order.  Raises BadOption."""
    known = (RANDOM, *game.bots())
    for seat, name in bots.items():
        if seat not in range(seats):
            raise BadOption(f"there is no seat {seat!r} to put a bot on; seats are 0 to {seats - 1}")
        if name not in known:
            raise BadOption(f"{game.title} has no player {name!r}; it has: {', '.join(known)}")
    if len(bots) == seats:
        raise BadOption("every seat has a bot; leave one for the actions")
    return dict(sorted(bots.items()))
