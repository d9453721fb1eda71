"""The experimental Travellers, and the later ones: `rulebook/later_travellers.md`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from facedown.games.clocktower import effects, information, queries, storyteller
from facedown.games.clocktower.moments import Traveller
from facedown.games.clocktower.questions import Act, Steps
from facedown.games.clocktower.state import DAWN, Ability, Nomination, Player, State


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


NOT_ME, AMIGO = "not me", "amigo"


@dataclass
class PickedOn:
    """On which day the Cacklejack last picked somebody."""

    day: int = 0


class Cacklejack(Traveller):
    """Each day you may pick a player: that night the character of somebody else changes."""

    verbs = ("pick",)

    def offers(self, me: Ability, state: State, by: Player) -> list[Act]:
        if by is not me.player or not by.alive or me.notes.of(PickedOn).day == state.day:
            return []
        return [Act(verb, player) for verb in self.verbs for player in queries.here(state)]

    def does(self, me: Ability, state: State, by: Player, act: Act) -> Steps:
        me.notes.of(PickedOn).day = state.day
        yield information.announce("picks", "{0} picks {1}.", me.player, act.player, seat=me.player.seat)
        yield me.marks(act.player, NOT_ME, until=DAWN, even_if_impaired=True)

    def other_nights(self, me: Ability, state: State) -> Steps:
        if not queries.works(state, me):
            information.misfires(state, me)
            return
        spared = queries.has_marked(state, me, NOT_ME)
        player = yield storyteller.chooses(
            "whose character changes because of the [Cacklejack]?",
            [p for p in queries.residents(state) if p not in spared], topic="turns", about=me,
        )  # fmt: skip
        if player is None:
            return
        others = [
            c
            for c in queries.on_script(state, "townsfolk", "outsider", "minion", "demon")
            if c is not player.character
        ]
        what = "which character does {0} become?"
        character = yield storyteller.chooses(what, others, player, topic="turns", about=me, step="character")
        yield effects.becomes(state, player, character, by=me)


class Gnome(Traveller):
    """Everybody learns one player of your side. When that player is nominated, you may kill whoever nominated."""

    picks_at: ClassVar = {"kill": "harm"}
    acts_when_impaired = ("on_nomination",)

    def set_up(self, me: Ability, state: State) -> Steps:
        """Also when the Gnome comes to town later."""
        allies = [p for p in queries.others(state, me) if p.alignment == me.player.alignment]
        amigo = yield storyteller.chooses("who is the amigo of {0}?", allies, me.player, topic="amigo", about=me)
        if amigo is not None:
            yield me.marks(amigo, AMIGO, even_if_impaired=True)
            yield information.announce("amigo", "{0} is the amigo of {1}, the [Gnome].", amigo, me.player)

    gained = set_up

    def on_nomination(self, me: Ability, state: State, nomination: Nomination) -> Steps:
        """Once a day, as the amigo can be nominated: before the vote, which goes on."""
        by = nomination.by
        amigo = nomination.nominee in queries.has_marked(state, me, AMIGO)
        if not amigo or by is None or by is me.player or not by.seen_alive:
            return
        what = "{0} has nominated your amigo: do you kill {0}?"
        kills = yield information.ask(state, me.player, what, (True, False), by, about=me, public=True, step="kill")
        if kills:
            yield information.announce("kills", "{0} wants {1} to die.", me.player, by, seat=me.player.seat)
            yield me.kills(by)
