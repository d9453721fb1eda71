"""The bots on the seats that no learner plays."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

import numpy as np

from facedown.agents import players, unknown_player
from facedown.agents.network import lend
from facedown.core.abilities import Bot
from facedown.core.errors import BadOption
from facedown.core.game import Game
from facedown.core.spelling import shown

Bots: TypeAlias = Mapping[int, str | Bot]  # by seat: a name, or a function of the form of the game's bots


def checked_bots(game: Game, seats: int, bots: Bots) -> dict[int, str | Bot]:
    """The bots that play seats, in seat order.  Raises BadOption if a seat or a bot is unknown."""
    if not isinstance(bots, Mapping):
        raise BadOption(f"bots must be given by seat, such as {{1: 'random'}}, not {bots!r}")
    lend(game, bots.values())
    known = players(game)
    for seat, name in bots.items():
        if not is_seat(seat, seats):
            raise BadOption(f"there is no seat {seat!r} to put a bot on; seats are 0 to {seats - 1}")
        if not isinstance(name, str) and not callable(name):
            raise BadOption(f"a bot is the name of a player, or a function of your own, not {shown(name)}")
        if isinstance(name, str) and name not in known:
            raise unknown_player(game, name, known)
    if len(bots) == seats:
        raise BadOption("every seat has a bot; leave one for the actions")
    return {int(seat): bots[seat] for seat in sorted(bots)}


def is_seat(seat: object, seats: int) -> bool:
    """Whether this is the number of a seat.  True and 1.0 are not, although they equal 1."""
    whole = isinstance(seat, (int, np.integer)) and not isinstance(seat, bool)
    return whole and seat in range(seats)
