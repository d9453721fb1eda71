"""Fixed, named sets of games, on which players of every kind can be held against each other.

    from facedown.games.clocktower import scenarios

    tb = scenarios.named("tb-7")
    wins = sum(game.sides["good"] for game in tb.games(200, good=Mine, evil="sensible"))

Game i of a scenario is the same deal whoever plays it: that of a table with the seed "0/i".
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import NamedTuple, TypeAlias

from facedown.core.errors import BadOption
from facedown.core.spelling import did_you_mean
from facedown.core.values import PlayedOut
from facedown.games.clocktower import bots, playout
from facedown.games.clocktower.bots.agent import Agent, Function, seated
from facedown.games.clocktower.game import Clocktower
from facedown.games.clocktower.position import Position
from facedown.games.clocktower.scripts import EDITIONS

Player: TypeAlias = str | Function | type[Agent]  # a bot's name, "random", a bot, or a class of agents


class Scenario(NamedTuple):
    """A script and a number of players."""

    name: str
    script: str
    players: int

    def games(
        self,
        count: int,
        good: Player = "sensible",
        evil: Player = "sensible",
        first: int = 0,
        *,
        policy: str = "balanced",
        watch: Callable[[Position], object] = id,
    ) -> Iterator[PlayedOut]:
        """Games number `first` and the following; who turns evil is played by `evil` from then on.

        `policy` tells the story.  `watch` is given each position before it is played on, to look at as it changes.
        """
        game = Clocktower()
        options = {**game.checked_options({"script": self.script}), **game.in_records}
        seats = ("by side",) * self.players + (policy,)
        for number in range(first, first + count):
            sides = bots.by_alignment(*(one if isinstance(one, str) else seated(one) for one in (good, evil)))
            known = {**bots.BOTS, "by side": sides}
            position = game.start(self.players + 1, f"0/{number}", options)
            watch(position)
            yield playout.play_out(game, position, seats, Random(f"luck 0/{number}"), known)


SIZES = (7, 10, 12)
SCENARIOS: Mapping[str, Scenario] = {
    f"{id}-{players}": Scenario(f"{id}-{players}", title, players)
    for id, title in EDITIONS.items()
    for players in SIZES
}


def named(name: str) -> Scenario:
    """The scenario of this name.  Raises BadOption."""
    if name not in SCENARIOS:
        raise BadOption(f"Clocktower has no scenario {name!r}{did_you_mean(name, SCENARIOS, 'it has')}")
    return SCENARIOS[name]
