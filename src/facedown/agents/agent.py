"""Random players, and the bots that a game brings along, behind one door: `choose(view, legal) -> move`.

    agent = player(table.game, "sensible", seed=7)
    table.play(seat, agent.choose(table.seen(seat), table.legal(seat)))

`view` is what `table.seen(seat)` gives: the seat's view in the form that the game's bots read.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np

from facedown.core.bits import allow
from facedown.core.chance import key_of, luck_below
from facedown.core.errors import BadOption
from facedown.core.game import Game, Move
from facedown.core.layout import Ints

RANDOM = "random"


class Agent(Protocol):
    """Anybody who can answer for a seat."""

    def choose(self, view: Any, legal: Sequence[Move]) -> Move:
        """One of `legal`, which is never empty, given what the seat sees."""
        ...


class RandomAgent:
    """Any legal move, all equally likely.

    `luck` is the agent's own generator, four uint32 (`luck_of(seed)`); agents may share one.
    """

    def __init__(self, luck: Ints) -> None:
        self.luck = luck

    def choose(self, view: Any, legal: Sequence[Move]) -> Move:
        return legal[luck_below(self.luck, len(legal)) if len(legal) > 1 else 0]


class BotAgent:
    """One of the game's own bots: the function that simulations compile, run as it was written."""

    def __init__(self, game: Game, name: str, luck: Ints) -> None:
        self.name, self.luck = name, luck
        self._choose = game.bots()[name]
        self._words = game.move_words

    def choose(self, view: Any, legal: Sequence[Move]) -> Move:
        moves = np.zeros(self._words, np.int64)
        for move in legal:
            allow(moves, move.code)
        code = int(self._choose(view, moves, self.luck))
        return next(move for move in legal if move.code == code)


def players(game: Game) -> tuple[str, ...]:
    """The names of all who can play this game: "random", and its own bots."""
    return (RANDOM, *game.bots())


def player(game: Game, name: str, seed: object = 0) -> Agent:
    """An agent by name; equal seeds choose alike.  Raises BadOption."""
    if name not in players(game):
        raise BadOption(f"{game.title} has no player {name!r}; it has: {', '.join(players(game))}")
    luck = luck_of(game.id, name, seed)
    return RandomAgent(luck) if name == RANDOM else BotAgent(game, name, luck)


def luck_of(*seed: object) -> Ints:
    """A player's generator, made from anything that has a name."""
    luck = np.array(key_of("luck", *seed), np.uint32)
    luck[0] |= 1
    return luck
