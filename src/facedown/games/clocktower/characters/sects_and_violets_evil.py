"""Sects & Violets: its Minions and Demons."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from facedown.games.clocktower import acting, deaths, effects, impairment, information, queries, storyteller
from facedown.games.clocktower.changeable_rules import (
    IsKeptFromWinning,
    MayBecome,
    MayName,
    MustLie,
    WhoBecomes,
    changes,
)
from facedown.games.clocktower.character import Tactics
from facedown.games.clocktower.moments import Demon, Minion
from facedown.games.clocktower.questions import Saved, Steps
from facedown.games.clocktower.state import (
    DUSK,
    EVIL,
    GOOD,
    KEEPS,
    POISONED,
    Ability,
    Death,
    Nomination,
    Player,
    State,
)

# -- Minions -----------------------------------------------------------------------------------------------------


@dataclass
class Twin:
    """What the Evil Twin remembers."""

    player: Player | None = None


class EvilTwin(Minion):
    """You and a player of the other side know each other. Good loses if the good one of you is executed, and
    cannot win while both live.
    """

    acts_when_impaired = ("on_executed",)

    def first_night(self, me: Ability, state: State) -> Steps:
        options = [p for p in queries.others(state, me) if not p.traveller and p.alignment != me.player.alignment]
        twin = yield storyteller.chooses("who is the twin of {0}?", options, me.player, topic="twin", about=me)
        me.notes.of(Twin).player = twin
        if twin is not None:
            for one, other in ((me.player, twin), (twin, me.player)):
                yield from self._learns(me, state, one, other)

    def _learns(self, me: Ability, state: State, one: Player, other: Player) -> Steps:
        """Whoever does not know themselves is not told who the other is: that would say it."""
        words, args = "{0} and {1} are twins: one is good, one is evil.", [me.player, me.notes.of(Twin).player]
        about = [other, other.character] if information.knows_token(state, one) else []
        words += " {2} is {3:the}." if about else ""
        yield information.tell(state, one, words, *args, *about, by=me, topic="twins")

    def on_change(self, me: Ability, state: State, player: Player) -> Steps:
        """A twin that has come over to the same side is none: another is found."""
        twin = me.notes.of(Twin).player
        if player in (me.player, twin) and twin is not None and twin.alignment == me.player.alignment:
            yield self.first_night(me, state)

    @changes(IsKeptFromWinning)
    def keeps_good_from_winning(self, me: Ability, state: State, asked: IsKeptFromWinning, kept: bool) -> bool:
        twin = me.notes.of(Twin).player
        both_live = twin is not None and me.player.alive and twin.alive
        return kept or (asked.side == GOOD and both_live)

    def on_executed(self, me: Ability, state: State, death: Death) -> Steps:
        if death.player in (me.player, me.notes.of(Twin).player) and death.player.good:
            yield me.ends(EVIL, "the good twin was executed")


class Witch(Minion):
    """Each night you curse a player, who dies if they nominate tomorrow. This ends when only three are alive."""

    picks = "harm"
    acts_when_impaired = ("on_nomination",)

    def each_night(self, me: Ability, state: State) -> Steps:
        if len(queries.seen_living(state)) > 3:
            target = yield me.chooses("a player to curse", queries.here(state))
            yield me.marks(target, "cursed", until=DUSK)

    def on_nomination(self, me: Ability, state: State, nomination: Nomination) -> Steps:
        cursed = nomination.by in queries.has_marked(state, me, "cursed")
        if nomination.by is not None and cursed and len(queries.seen_living(state)) > 3:
            yield me.kills(nomination.by)


class Cerenovus(Minion):
    """Each night you pick a player and a good character that they must pretend to be tomorrow, or they may be
    executed.
    """

    picks = "harm"

    def each_night(self, me: Ability, state: State) -> Steps:
        target = yield me.chooses("a player to drive mad", queries.here(state), more=True)
        others = acting.rule(state, MayName(me), ())
        good = queries.on_script(state, "townsfolk", "outsider")
        character = yield me.chooses("as which good character?", [*good, *others], step="character")
        yield me.marks(target, "mad", until=DUSK, about=character)
        yield information.tell(
            state, target, "{0}: tomorrow you are mad that you are {1:the}.", self, character, by=me, topic="mad"
        )

    def judged(self, me: Ability, state: State) -> Steps:
        for marker in [m for m in state.markers if m.by is me and m.word == "mad"]:
            if state.day_over or state.over or not impairment.holds(state, marker) or not marker.player.alive:
                continue
            guilty = yield storyteller.decides(
                "is {0} executed for not being mad that they are {1:the}?",
                marker.player,
                marker.about,
                topic="madness",
                about=me,
                idle=False,
            )
            if guilty and not state.day_over:
                yield deaths.execute(state, marker.player, by=me)


class PitHag(Minion):
    """Each night but the first you turn a player into a character not in play. If you make a Demon, anybody may
    die or live tonight.
    """

    makes_others = True
    picks = "harm"

    def other_nights(self, me: Ability, state: State) -> Steps:
        target = yield me.chooses(
            "a player to change", [p for p in queries.here(state) if not p.traveller], more=True
        )
        characters = queries.on_script(state, "townsfolk", "outsider", "minion", "demon")
        character = yield me.chooses("into which character?", characters, step="character")
        if not acting.rule(state, MayBecome(character, me), not queries.in_play(state, character.id)):
            return
        target = yield acting.ruling(state, WhoBecomes(character, me), target)
        changed = yield effects.becomes(state, target, character, by=me)
        if changed and character.team == "demon":
            deaths.leave_deaths_to_storyteller(state, me)  # whatever becomes of the Pit-Hag tonight


# -- Demons ------------------------------------------------------------------------------------------------------


class FangGu(Demon):
    """Each night but the first you kill a player. Once, if that is an Outsider, they turn evil and are the Fang
    Gu, and you die.
    """

    picks = "harm"
    outsiders = +1

    def other_nights(self, me: Ability, state: State) -> Steps:
        target = yield me.chooses("a player to die", queries.here(state))
        yield me.kills(target)

    def saves(self, me: Ability, state: State, death: Death) -> Saved:
        outsider = death.by is me and not me.spent and True in queries.may_register(state, death.player, "outsider")
        return self._leaps(me, state, death.player) if outsider else False

    def _leaps(self, me: Ability, state: State, target: Player) -> Steps:
        if not (yield information.registers(state, target, "outsider", to=me)):
            return False
        me.spend()
        yield effects.becomes(state, target, self, by=me, side=EVIL)
        for ability in target.abilities:
            ability.spend()
        yield deaths.kill(state, me.player)
        return True


class Vigormortis(Demon):
    """Each night but the first you kill a player. A Minion killed by you keeps the ability, and poisons a
    neighbour who is a Townsfolk.
    """

    picks = "harm"
    outsiders = -1

    def other_nights(self, me: Ability, state: State) -> Steps:
        target = yield me.chooses("a player to die", queries.here(state))
        died = yield me.kills(target)
        if not died or not (yield information.registers(state, target, "minion", to=me)):
            return
        yield me.marks(target, KEEPS)
        neighbours = queries.neighbours(state, target, is_townsfolk)
        poisoned = yield storyteller.chooses("which neighbour is poisoned?", neighbours, topic="poison", about=me)
        if poisoned is not None:
            yield me.poisons(poisoned, about=target)

    def on_change(self, me: Ability, state: State, player: Player) -> None:
        """A dead Minion that is a Minion no more keeps nothing, and poisons nobody."""
        if player in queries.marked_by(state, me, KEEPS) and True not in queries.may_register(
            state, player, "minion"
        ):
            effects.remove_markers(state, lambda m: m.by is me and (m.about is player or m.player is player))


class NoDashii(Demon):
    """Each night but the first you kill a player. The nearest Townsfolk on either side of you are poisoned."""

    picks = "harm"

    def other_nights(self, me: Ability, state: State) -> Steps:
        target = yield me.chooses("a player to die", queries.here(state))
        yield me.kills(target)

    def always_impairs(self, me: Ability, state: State) -> Iterator[tuple[Player, str]]:
        return ((player, POISONED) for player in queries.neighbours(state, me.player, is_townsfolk))


def is_townsfolk(player: Player) -> bool:
    return player.character.team == "townsfolk"


class Vortox(Demon):
    """Each night but the first you kill a player. Whatever Townsfolk learn is false. Evil wins on a day without
    an execution.
    """

    tactics = Tactics(must_execute=True)
    picks = "harm"
    acts_when_impaired = ("day_ends",)

    def other_nights(self, me: Ability, state: State) -> Steps:
        target = yield me.chooses("a player to die", queries.here(state))
        yield me.kills(target)

    @changes(MustLie)
    def makes_false(self, me: Ability, state: State, told: MustLie, lies: bool) -> bool:
        by = told.by
        townsfolk = by.character.team == "townsfolk" or (by.by is not None and by.by.character.team == "townsfolk")
        return lies or (townsfolk and not by.fake)

    def day_ends(self, me: Ability, state: State) -> Steps:
        if not state.executed_today:
            yield me.ends(EVIL, "the Vortox wanted an execution")
