"""The bots on the seats that no learner plays."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from facedown.agents.network import lend, trained
from facedown.core.errors import BadOption
from facedown.core.flat.players import RANDOM
from facedown.core.game import Game


def checked_bots(game: Game, seats: int, bots: Mapping[int, str]) -> dict[int, str]:
    """The seats that bots play and their names, in seat order.  Raises BadOption if a seat or a bot is unknown."""
    if not isinstance(bots, Mapping):
        raise BadOption(f"bots must be given by seat, such as {{1: 'random'}}, not {bots!r}")
    lend(game, bots.values())
    known = (RANDOM, *game.bots(), *trained(game))
    for seat, name in bots.items():
        if not is_seat(seat, seats):
            raise BadOption(f"there is no seat {seat!r} to put a bot on; seats are 0 to {seats - 1}")
        if name not in known:
            raise BadOption(f"{game.title} has no player {name!r}; it has: {', '.join(known)}")
    if len(bots) == seats:
        raise BadOption("every seat has a bot; leave one for the actions")
    return {int(seat): bots[seat] for seat in sorted(bots)}


def is_seat(seat: object, seats: int) -> bool:
    """Whether this is the number of a seat.  True and 1.0 are not, although they equal 1."""
    whole = isinstance(seat, (int, np.integer)) and not isinstance(seat, bool)
    return whole and seat in range(seats)
