"""The experimental Fabled."""

from __future__ import annotations

from dataclasses import dataclass

from facedown.games.clocktower import information, queries, storyteller
from facedown.games.clocktower.changeable_rules import InfoStep, MistakeMarked, Result, at, changes
from facedown.games.clocktower.character import Character
from facedown.games.clocktower.moments import Fabled
from facedown.games.clocktower.night import waking
from facedown.games.clocktower.questions import GO_ON, Steps
from facedown.games.clocktower.state import Ability, Alignment, Death, State


@dataclass
class Mistake:
    """Whether one of the storyteller's was marked by hand today."""

    to_announce: bool = False


class DeusExFiasco(Fabled):
    """The storyteller makes a mistake at least once, owns up to it, and explains it when the game is over."""

    def set_up(self, me: Ability, state: State) -> Steps:
        yield information.announce("fabled", "{0}: the storyteller will make at least one mistake.", self)

    NEAR_THE_END = 4  # players alive

    @at(MistakeMarked)
    def is_marked(self, me: Ability, state: State, marked: MistakeMarked) -> None:
        me.spend()
        me.notes.of(Mistake).to_announce = True

    def day_ends(self, me: Ability, state: State) -> Steps:
        """A mistake marked by hand is asked about now; near the end, a missing one is asked for."""
        what = "a mistake to own up to, in general terms, or go on"
        mistake = me.notes.of(Mistake)
        if mistake.to_announce:
            what = "your mistake is to be announced: say in general terms what it was about, or go on"
        elif not me.spent and len(queries.here(state)) - len(queries.dead(state)) <= self.NEAR_THE_END:
            what = "there has been no mistake, and the end is near: make one, then own up to it, or go on"
        words = yield storyteller.words(what, topic="mistake", about=me, optional=True)
        if words != GO_ON:
            yield information.announce("mistake", "The storyteller has made a mistake: {0}", words)
            me.spend()
        elif mistake.to_announce:
            yield information.announce("mistake", "The storyteller has made a mistake.")
        mistake.to_announce = False

    @changes(Result)
    def is_explained(self, me: Ability, state: State, asked: Result, winner: Alignment) -> Steps:
        what = "which mistakes were made, and what came of them, or go on"
        if not me.spent:
            what = "no mistake has been owned up to: say which one there was, before the game ends"
        words = yield storyteller.words(what, topic="mistake", about=me, optional=me.spent)
        if words != GO_ON:
            yield information.announce("mistake", "The storyteller's mistakes: {0}", words)
            me.spend()
        return winner


@dataclass
class Favour:
    """Whom the Storm Catcher favours."""

    character: Character | None = None


class StormCatcher(Fabled):
    """One good character is favoured: evil learns who has it, or that nobody does, and its player dies only by
    execution.
    """

    def set_up(self, me: Ability, state: State) -> Steps:
        good = queries.on_script(state, "townsfolk", "outsider")
        favoured = yield storyteller.chooses(
            "whom does the [Storm Catcher] favour?", good, topic="set-up", step="favour"
        )
        me.notes.of(Favour).character = favoured
        yield information.announce("storm catcher", "The [Storm Catcher] favours {0}.", favoured)
        for player in queries.holders(state, favoured.id):
            yield me.marks(player, "protected")

    @at(InfoStep)
    def tells_evil(self, me: Ability, state: State, info: InfoStep) -> Steps:
        favoured = me.notes.of(Favour).character
        assert favoured is not None, "chosen at set-up"
        evil = waking(queries.of_team(state, "minion") if info.step == "minioninfo" else queries.demons(state))
        holders = tuple(queries.holders(state, favoured.id))
        words = "{0} is in play: {1}." if holders else "{0} is not in play."
        yield information.tell_all(state, evil, words, favoured, holders, by=me)

    def saves(self, me: Ability, state: State, death: Death) -> bool:
        return death.player.character is me.notes.of(Favour).character and not death.executed
