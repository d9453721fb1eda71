"""The experimental Travellers."""

from __future__ import annotations

from dataclasses import dataclass

from facedown.games.clocktower import information, queries
from facedown.games.clocktower.moments import Traveller
from facedown.games.clocktower.questions import Act, Steps
from facedown.games.clocktower.state import Ability, Player, State


@dataclass
class Threat:
    """On which day the Gangster last threatened somebody."""

    day: int = 0


class Gangster(Traveller):
    """Once a day you may kill one of your living neighbours, if the other living neighbour agrees."""

    verbs = ("threaten",)

    def offers(self, me: Ability, state: State, by: Player) -> list[Act]:
        """Only its living neighbours, whom everybody can see."""
        if by is not me.player or not by.alive or me.notes.of(Threat).day == state.day:
            return []
        return [Act(verb, neighbour) for verb in self.verbs for neighbour in queries.living_neighbours(state, by)]

    def does(self, me: Ability, state: State, by: Player, act: Act) -> Steps:
        target: Player = act.player
        neighbours = queries.living_neighbours(state, me.player)
        me.notes.of(Threat).day = state.day
        yield information.announce("threat", "{0} wants to kill {1}.", me.player, target, seat=me.player.seat)
        for witness in [p for p in neighbours if p is not target]:
            agrees = yield information.ask(
                state,
                witness,
                "Do you agree that {0} kills {1}?",
                (True, False),
                me.player,
                target,
                about=me,
                public=True,
                step="consent",
            )
            if agrees:
                yield me.kills(target)
