"""Jinxes of Demons: the rules of a Demon and another character together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from facedown.games.clocktower import deaths, effects, information, queries, storyteller, victory
from facedown.games.clocktower.character import Character
from facedown.games.clocktower.characters.almanac_a import asks_for_life
from facedown.games.clocktower.characters.jinxes import Jinx, is_there
from facedown.games.clocktower.characters.trouble_brewing import was_five
from facedown.games.clocktower.questions import Steps
from facedown.games.clocktower.state import (
    ASLEEP,
    EVIL,
    GOOD,
    KEEPS,
    NO_ABILITY,
    Ability,
    Alignment,
    Death,
    Player,
    State,
)

# -- the Leviathan and Riot --------------------------------------------------------------------------------------


class SafeFromAllEvil(Jinx):
    """Whoever is safe from a Demon that does not kill by night is safe from all that is evil."""

    word: ClassVar[str] = ""

    def is_safe(self, state: State, player: Player) -> bool:
        return queries.in_play(state, self.a) and queries.is_marked(state, player, self.word)

    def shields(self, me: Ability, state: State, player: Player, by: Ability) -> bool:
        return by.player.alignment == EVIL and self.is_safe(state, player)

    def saves(self, me: Ability, state: State, death: Death) -> bool:
        evil = death.by is not None and death.by.player.alignment == EVIL
        return evil and not death.executed and self.is_safe(state, death.player)


class GuardedByTheMonk(SafeFromAllEvil, version="2022"):
    pairs = (("leviathan", "monk"), ("riot", "monk"))
    word = "safe from the Demon"


class GuestsOfTheInnkeeper(SafeFromAllEvil, version="2022"):
    pairs = (("leviathan", "innkeeper"), ("riot", "innkeeper"))
    word = "cannot die tonight"


class TheSoldierHerself(SafeFromAllEvil, version="2022"):
    pairs = (("leviathan", "soldier"), ("riot", "soldier"))

    def is_safe(self, state: State, player: Player) -> bool:
        soldier = any(a.character.id == "soldier" and queries.works(state, a) for a in player.abilities)
        return soldier and queries.in_play(state, self.a)


class ExecutedByTheDemon(Jinx, version="current"):
    """A Demon that does not kill by night betrays itself on those who are safe from Demons."""

    pairs = tuple(
        (demon, b) for demon in ("leviathan", "riot") for b in ("exorcist", "innkeeper", "monk", "soldier")
    )

    def on_chosen(self, me: Ability, state: State, by: Ability, target: Player) -> None:
        if by.character.id == self.b and queries.works(state, by):
            me.notes.setdefault(f"picked in night {state.night}", []).append(target)

    def on_executed(self, me: Ability, state: State, death: Death) -> Steps:
        by = death.nomination.by if death.nomination is not None else None
        if by is None or by.character.id != self.a:
            return
        soldier = self.b == "soldier" and any(
            a.character.id == "soldier" and queries.works(state, a) for a in death.player.abilities
        )
        if soldier or death.player in me.notes.get(f"picked in night {state.night}", ()):
            yield victory.ends(state, GOOD, "the Demon had somebody executed who was safe from it")


class GrandchildOfTheLeviathan(Jinx):
    pairs = (("leviathan", "grandmother"),)

    def on_death(self, me: Ability, state: State, death: Death) -> Steps:
        if (
            death.executed
            and queries.in_play(state, self.a)
            and queries.is_marked(state, death.player, "grandchild")
        ):
            yield victory.ends(state, EVIL, "the grandchild was executed")


class GrandchildInTodaysRiot(GrandchildOfTheLeviathan, version="current"):
    pairs = (("riot", "grandmother"),)


class GrandchildInARiot(Jinx, version="2022"):
    pairs = (("riot", "grandmother"),)

    def on_death(self, me: Ability, state: State, death: Death) -> Steps:
        if death.at_night or not queries.in_play(state, "riot"):
            return
        for grandmother in [a for a in queries.abilities_of(state, "grandmother") if queries.works(state, a)]:
            if death.player in queries.marked_by(state, grandmother, "grandchild"):
                yield deaths.kill(state, grandmother.player)


class MayorOnTheFifthDay(Jinx, version="current"):
    pairs = (("leviathan", "mayor"),)

    def day_ends(self, me: Ability, state: State) -> Steps:
        if (
            state.day == 5
            and not state.executed_today
            and queries.in_play(state, "leviathan")
            and is_there(state, "mayor")
        ):
            yield victory.ends(state, GOOD, "nobody was executed on the fifth day, and the Mayor lives")


class MayorWhoMayStopARiot(Jinx):
    """At any time, also amid a nomination, when nobody has the floor: so the storyteller does it by hand."""

    pairs = (("riot", "mayor"),)

    def before_nominations(self, me: Ability, state: State) -> Steps:
        if state.day == 3 and is_there(state, "riot"):
            words = "The {0} may stop the riot: good wins if one {1} is alive then, evil if more are."
            yield information.announce("riot", words, *map(state.script.character, ("mayor", "riot")))


class KingWhoNeedNotWait(Jinx):
    pairs = (("leviathan", "king"), ("riot", "king"))

    def wakes_early(self, me: Ability, state: State, whom: Ability) -> bool:
        return whom.character.id == "king" and queries.in_play(state, self.a) and bool(queries.dead(state))


class HauntedByTheDemon(Jinx):
    """A Demon that does not kill by night finds somebody instead, for those whose ability needs it."""

    acts_at_b = True
    pairs = tuple((demon, b) for demon in ("leviathan", "riot") for b in ("farmer", "ravenkeeper", "sage"))

    def other_nights(self, me: Ability, state: State) -> Steps:
        """However many of the three are on the script, the Demon picks once a night: when the first acts."""
        haunted = f"haunted by {self.a}"
        if state.notes.get(haunted, (0,))[0] != state.night:
            demon, target = yield from self._picks(state)
            state.notes[haunted] = (state.night, demon, target)
        _, demon, target = state.notes[haunted]
        if demon is None or target is None or not queries.works(state, demon) or not target.alive:
            return
        if self.b != "ravenkeeper" and not target.good:
            return
        for ability in [a for a in target.abilities if a.character.id == self.b]:
            yield ability.character.struck(ability, state, demon.player)

    def _picks(self, state: State) -> Steps:
        """Who only believes to be this Demon picks as well.  Gives the true Demon and whom it has picked."""
        demons = [
            a
            for a in queries.abilities_of(state, self.a)
            if a.player.alive and not queries.is_marked(state, a.player, ASLEEP)
        ]
        true = next((a for a in demons if not a.fake), None)
        found = None
        for demon in [a for a in demons if a is true or a.fake]:
            before = demon.notes.setdefault("haunted before", [])
            target = yield demon.chooses(
                "a living player to haunt, another each night",
                [p for p in queries.seen_living(state) if p not in before],
            )
            before.append(target)
            found = target if demon is true else found
        return true, found


# -- Legion ------------------------------------------------------------------------------------------------------


def is_legion(player: Player) -> bool:
    return player.character.id == "legion"


class LegionOfAnEngineer(Jinx):
    pairs = (("legion", "engineer"),)
    acts_at_b = True

    def set_up(self, me: Ability, state: State) -> Steps:
        for engineer in queries.holders(state, "engineer") if queries.in_play(state, "legion") else ():
            yield me.marks(engineer, NO_ABILITY)

    def first_night(self, me: Ability, state: State) -> Steps:
        for engineer in queries.marked_by(state, me, NO_ABILITY):
            yield information.tell(
                state, engineer, "{0} is in play: you have no ability.", state.script.character("legion")
            )

    def rebuilt(self, me: Ability, state: State, by: Ability, chosen: Sequence[Character]) -> Steps:
        legion = state.script.character("legion")
        for player in (
            [p for p in queries.residents(state) if p.evil and not is_legion(p)] if legion in chosen else ()
        ):
            yield effects.becomes(state, player, legion)


class LegionKeepsItsAbility(Jinx):
    """Who takes it for a Minion takes nothing from it, and may learn who it is instead."""

    def shields(self, me: Ability, state: State, player: Player, by: Ability) -> bool:
        return by.character.id == self.b and is_legion(player)

    def may_learn(self, state: State, learner: Ability, legion: Player) -> Steps:
        learns = yield storyteller.decides(
            "does {0} learn that {1} is Legion?", learner.player, legion, topic="tell", about=learner, idle=False
        )
        if learns:
            yield information.tell(state, learner.player, "{0} is {1}.", legion, legion.character, by=learner)


class LegionAmongTheDrunk(LegionKeepsItsAbility):
    pairs = (("legion", "minstrel"),)

    def shields(self, me: Ability, state: State, player: Player, by: Ability) -> bool:
        return super().shields(me, state, player, by) and any(is_legion(d.player) for d in state.executed_today)

    def reads(
        self, me: Ability, state: State, player: Player, reading: str, to: Ability | None, ways: set[bool]
    ) -> set[bool]:
        """In the moment of their death they may pass for a Minion as in life."""
        minstrel = to is not None and to.character.id == "minstrel" and reading == "minion"
        return {True, False} if minstrel and is_legion(player) and not queries.impaired(state, player) else ways

    def through_night(self, me: Ability, state: State) -> Steps:
        for death in [d for d in state.executed_today if is_legion(d.player)]:
            for minstrel in [a for a in queries.abilities_of(state, "minstrel") if queries.works(state, a)]:
                if minstrel.notes.get("heard of") is not death:
                    minstrel.notes["heard of"] = death
                    yield from self.may_learn(state, minstrel, death.player)


class LegionBeforeThePreacher(LegionKeepsItsAbility):
    pairs = (("legion", "preacher"),)

    def on_chosen(self, me: Ability, state: State, by: Ability, target: Player) -> Steps:
        if by.character.id == "preacher" and queries.works(state, by) and is_legion(target):
            yield from self.may_learn(state, by, target)


class TakenForEvilByLegion(Jinx):
    pairs = (("legion", "politician"), ("magician", "legion"))

    def reads(
        self, me: Ability, state: State, player: Player, reading: str, to: Ability | None, ways: set[bool]
    ) -> set[bool]:
        other = self.b if self.a == "legion" else self.a
        hand = to is not None and to.character.id == "legion" and reading == "good"
        return ways | {False} if hand and player.character.id == other else ways

    def meets_demons(self, me: Ability, state: State) -> Sequence[Player]:
        """A Magician wakes with Legion, and is one of them as far as they can see."""
        if self.a != "magician" or not queries.in_play(state, "legion"):
            return ()
        return [a.player for a in queries.abilities_of(state, "magician") if queries.works(state, a)]


# -- Lil' Monsta -------------------------------------------------------------------------------------------------


class SitterBesideAMagician(Jinx):
    pairs = (("lilmonsta", "magician"),)

    def names_sitter(self, me: Ability, state: State, minions: Sequence[Player]) -> Steps:
        if not is_there(state, "magician"):
            return None
        minions = [p for p in minions if p.alive]
        sitter = yield storyteller.chooses("who looks after [Lil' Monsta]?", minions, topic="sitter")
        return sitter


class SitterAmongPoppies(Jinx):
    pairs = (("lilmonsta", "poppygrower"),)

    def names_sitter(self, me: Ability, state: State, minions: Sequence[Player]) -> Steps:
        """They do not know each other: each is asked alone, until one of them takes it."""
        minions = [p for p in minions if p.alive]
        if not minions or not is_there(state, "poppygrower"):
            return None
        for minion in minions:
            if (
                yield information.ask(
                    state, minion, "do you look after [Lil' Monsta]?", (True, False), step="sitter"
                )
            ):
                return minion
        sitter = yield storyteller.chooses("who looks after [Lil' Monsta]?", minions, topic="sitter")
        return sitter


class SitterWhoIsAPsychopath(Jinx):
    pairs = (("lilmonsta", "psychopath"),)

    def on_executed(self, me: Ability, state: State, death: Death) -> None:
        """Whatever they threw."""
        demon = queries.demon_of(state, death.player)
        for psychopath in death.player.abilities if demon is not None and demon.id == "lilmonsta" else ():
            psychopath.notes.pop("saved", None)


class SitterWhoIsTheScarletWoman(Jinx):
    pairs = (("lilmonsta", "scarletwoman"),)

    def on_death(self, me: Ability, state: State, death: Death) -> None:
        demon = queries.demon_of(state, death.player)
        if demon is not None and demon.id == "lilmonsta" and was_five(state, death):
            women = (a.player for a in queries.abilities_of(state, "scarletwoman") if queries.works(state, a))
            me.notes["sitter"] = next(women, None)

    def names_sitter(self, me: Ability, state: State, minions: Sequence[Player]) -> Steps:
        yield from ()
        sitter: Player | None = me.notes.get("sitter")
        return sitter if sitter is not None and sitter.alive else None


# -- the Lleech, the Vigormortis, Al-Hadikhia --------------------------------------------------------------------


class HostInTheMastermindsHands(Jinx):
    pairs = (("lleech", "mastermind"),)

    def on_death(self, me: Ability, state: State, death: Death) -> Steps:
        """Its ability is gone before it could die of this."""
        for lleech in [
            a
            for a in queries.abilities_of(state, "lleech")
            if a.notes.get("host") is death.player and queries.works(state, a)
        ]:
            if death.executed and is_there(state, "mastermind"):
                yield me.marks(lleech.player, NO_ABILITY)


class HostWhoIsShot(Jinx):
    pairs = (("lleech", "slayer"),)

    def reads(
        self, me: Ability, state: State, player: Player, reading: str, to: Ability | None, ways: set[bool]
    ) -> set[bool]:
        shot = to is not None and to.character.id == "slayer" and reading == "demon"
        host = any(
            a.notes.get("host") is player and queries.works(state, a) for a in queries.abilities_of(state, "lleech")
        )
        return {True} if shot and host else ways


class MastermindWhoGoesOn(Jinx):
    pairs = (("mastermind", "vigormortis"),)

    def on_death(self, me: Ability, state: State, death: Death) -> None:
        for marker in state.markers:
            by_it = marker.by in death.player.abilities and marker.by.character.id == "vigormortis"
            if by_it and marker.word == KEEPS and marker.player.character.id == "mastermind":
                marker.outlives = True
        state.works_change()


class OneAlHadikhiaAtATime(Jinx):
    pairs = (("scarletwoman", "alhadikhia"),)

    def through_night(self, me: Ability, state: State) -> Steps:
        """When Al-Hadikhia has called the one before back to life, it is the Scarlet Woman again."""
        living = [p for p in queries.living(state) if queries.is_really(p, "alhadikhia")]
        for heir in [p for p in living if p.made_by == "scarletwoman"] if len(living) > 1 else ():
            yield effects.becomes(state, heir, state.script.character("scarletwoman"))


class ThreeWhoDecide(Jinx, version="current"):
    """A question after its death, in place of the Mastermind's last day."""

    pairs = (("alhadikhia", "mastermind"),)

    def on_death(self, me: Ability, state: State, death: Death) -> None:
        hers = death.executed and queries.is_really(death.player, "alhadikhia")
        if hers and is_there(state, "mastermind") and not any(p.alive for p in queries.demons(state)):
            me.notes["asks"] = death.player

    def keeps_from_winning(self, me: Ability, state: State, side: Alignment) -> bool:
        return "asks" in me.notes

    def through_night(self, me: Ability, state: State) -> Steps:
        demon: Player | None = me.notes.get("asks")
        if demon is None:
            return
        chosen: list[Player] = []
        for which in ("first", "second", "third"):
            options = [p for p in queries.here(state) if p.good and p not in chosen]
            chosen += (
                [(yield information.ask(state, demon, f"the {which} of three good players", options, step=which))]
                if options
                else []
            )
        all_live = True
        for player in chosen:
            fate = yield from asks_for_life(demon.character, me, state, player)
            all_live = all_live and fate == "life"
        me.notes.clear()
        for mastermind in queries.abilities_of(state, "mastermind"):
            mastermind.notes.clear()
        if all_live:
            yield victory.ends(state, EVIL, "all three have chosen life")
        else:
            yield victory.ends(state, GOOD, "not all three have chosen life")
