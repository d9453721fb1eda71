"""Jinxes of Demons: the rules of a Demon and another character together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from facedown.games.clocktower.character import Character, Steps
from facedown.games.clocktower.characters.almanac_a import asks_for_life
from facedown.games.clocktower.characters.jinxes import Jinx, is_there
from facedown.games.clocktower.characters.trouble_brewing import was_five
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
)
from facedown.games.clocktower.tale import Tale

# -- the Leviathan and Riot --------------------------------------------------------------------------------------


class SafeFromAllEvil(Jinx):
    """Whoever is safe from a Demon that does not kill by night is safe from all that is evil."""

    word: ClassVar[str] = ""

    def is_safe(self, tale: Tale, player: Player) -> bool:
        return tale.in_play(self.a) and tale.is_marked(player, self.word)

    def shields(self, me: Ability, tale: Tale, player: Player, by: Ability) -> bool:
        return by.player.alignment == EVIL and self.is_safe(tale, player)

    def saves(self, me: Ability, tale: Tale, death: Death) -> bool:
        evil = death.by is not None and death.by.player.alignment == EVIL
        return evil and not death.executed and self.is_safe(tale, death.player)


class GuardedByTheMonk(SafeFromAllEvil, version="2022"):
    pairs = (("leviathan", "monk"), ("riot", "monk"))
    word = "safe from the Demon"


class GuestsOfTheInnkeeper(SafeFromAllEvil, version="2022"):
    pairs = (("leviathan", "innkeeper"), ("riot", "innkeeper"))
    word = "cannot die tonight"


class TheSoldierHerself(SafeFromAllEvil, version="2022"):
    pairs = (("leviathan", "soldier"), ("riot", "soldier"))

    def is_safe(self, tale: Tale, player: Player) -> bool:
        soldier = any(a.character.id == "soldier" and a.works for a in player.abilities)
        return soldier and tale.in_play(self.a)


class ExecutedByTheDemon(Jinx, version="current"):
    """A Demon that does not kill by night betrays itself on those who are safe from Demons."""

    pairs = tuple(
        (demon, b) for demon in ("leviathan", "riot") for b in ("exorcist", "innkeeper", "monk", "soldier")
    )

    def on_chosen(self, me: Ability, tale: Tale, by: Ability, target: Player) -> None:
        if by.character.id == self.b and by.works:
            me.notes.setdefault(f"picked in night {tale.night}", []).append(target)

    def on_executed(self, me: Ability, tale: Tale, death: Death) -> Steps:
        by = death.nomination.by if death.nomination is not None else None
        if by is None or by.character.id != self.a:
            return
        soldier = self.b == "soldier" and any(
            a.character.id == "soldier" and a.works for a in death.player.abilities
        )
        if soldier or death.player in me.notes.get(f"picked in night {tale.night}", ()):
            yield tale.ends(GOOD, "the Demon had somebody executed who was safe from it")


class GrandchildOfTheLeviathan(Jinx):
    pairs = (("leviathan", "grandmother"),)

    def on_death(self, me: Ability, tale: Tale, death: Death) -> Steps:
        if death.executed and tale.in_play(self.a) and tale.is_marked(death.player, "grandchild"):
            yield tale.ends(EVIL, "the grandchild was executed")


class GrandchildInTodaysRiot(GrandchildOfTheLeviathan, version="current"):
    pairs = (("riot", "grandmother"),)


class GrandchildInARiot(Jinx, version="2022"):
    pairs = (("riot", "grandmother"),)

    def on_death(self, me: Ability, tale: Tale, death: Death) -> Steps:
        if death.at_night or not tale.in_play("riot"):
            return
        for grandmother in [a for a in tale.abilities_of("grandmother") if a.works]:
            if death.player in grandmother.marked("grandchild"):
                yield tale.kill(grandmother.player)


class MayorOnTheFifthDay(Jinx, version="current"):
    pairs = (("leviathan", "mayor"),)

    def day_ends(self, me: Ability, tale: Tale) -> Steps:
        if tale.day == 5 and not tale.executed_today and tale.in_play("leviathan") and is_there(tale, "mayor"):
            yield tale.ends(GOOD, "nobody was executed on the fifth day, and the Mayor lives")


class MayorWhoMayStopARiot(Jinx):
    """At any time, also amid a nomination, when nobody has the floor: so the storyteller does it by hand."""

    pairs = (("riot", "mayor"),)

    def before_nominations(self, me: Ability, tale: Tale) -> Steps:
        if tale.day == 3 and is_there(tale, "riot"):
            words = "The {0} may stop the riot: good wins if one {1} is alive then, evil if more are."
            yield tale.announce("riot", words, *map(tale.script.character, ("mayor", "riot")))


class KingWhoNeedNotWait(Jinx):
    pairs = (("leviathan", "king"), ("riot", "king"))

    def wakes_early(self, me: Ability, tale: Tale, whom: Ability) -> bool:
        return whom.character.id == "king" and tale.in_play(self.a) and bool(tale.dead)


class HauntedByTheDemon(Jinx):
    """A Demon that does not kill by night finds somebody instead, for those whose ability needs it."""

    acts_at_b = True
    pairs = tuple((demon, b) for demon in ("leviathan", "riot") for b in ("farmer", "ravenkeeper", "sage"))

    def other_nights(self, me: Ability, tale: Tale) -> Steps:
        """However many of the three are on the script, the Demon picks once a night: when the first acts."""
        haunted = f"haunted by {self.a}"
        if tale.notes.get(haunted, (0,))[0] != tale.night:
            demon, target = yield from self._picks(tale)
            tale.notes[haunted] = (tale.night, demon, target)
        _, demon, target = tale.notes[haunted]
        if demon is None or target is None or not demon.works or not target.alive:
            return
        if self.b != "ravenkeeper" and not target.good:
            return
        for ability in [a for a in target.abilities if a.character.id == self.b]:
            yield ability.character.struck(ability, tale, demon.player)

    def _picks(self, tale: Tale) -> Steps:
        """Who only believes to be this Demon picks as well.  Gives the true Demon and whom it has picked."""
        demons = [a for a in tale.abilities_of(self.a) if a.player.alive and not tale.is_marked(a.player, ASLEEP)]
        true = next((a for a in demons if not a.fake), None)
        found = None
        for demon in [a for a in demons if a is true or a.fake]:
            before = demon.notes.setdefault("haunted before", [])
            target = yield demon.chooses(
                "a living player to haunt, another each night", [p for p in tale.seen_living if p not in before]
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

    def set_up(self, me: Ability, tale: Tale) -> None:
        for engineer in tale.holders("engineer") if tale.in_play("legion") else ():
            me.marks(engineer, NO_ABILITY)

    def first_night(self, me: Ability, tale: Tale) -> Steps:
        for engineer in me.marked(NO_ABILITY):
            yield tale.tell(engineer, "{0} is in play: you have no ability.", tale.script.character("legion"))

    def rebuilt(self, me: Ability, tale: Tale, by: Ability, chosen: Sequence[Character]) -> Steps:
        legion = tale.script.character("legion")
        for player in [p for p in tale.residents if p.evil and not is_legion(p)] if legion in chosen else ():
            yield tale.becomes(player, legion)


class LegionKeepsItsAbility(Jinx):
    """Who takes it for a Minion takes nothing from it, and may learn who it is instead."""

    def shields(self, me: Ability, tale: Tale, player: Player, by: Ability) -> bool:
        return by.character.id == self.b and is_legion(player)

    def may_learn(self, tale: Tale, learner: Ability, legion: Player) -> Steps:
        learns = yield tale.storyteller.decides(
            "does {0} learn that {1} is Legion?", learner.player, legion, topic="tell", about=learner, idle=False
        )
        if learns:
            yield tale.tell(learner.player, "{0} is {1}.", legion, legion.character, by=learner)


class LegionAmongTheDrunk(LegionKeepsItsAbility):
    pairs = (("legion", "minstrel"),)

    def shields(self, me: Ability, tale: Tale, player: Player, by: Ability) -> bool:
        return super().shields(me, tale, player, by) and any(is_legion(d.player) for d in tale.executed_today)

    def reads(
        self, me: Ability, tale: Tale, player: Player, reading: str, to: Ability | None, ways: set[bool]
    ) -> set[bool]:
        """In the moment of their death they may pass for a Minion as in life."""
        minstrel = to is not None and to.character.id == "minstrel" and reading == "minion"
        return {True, False} if minstrel and is_legion(player) and not player.impaired else ways

    def through_night(self, me: Ability, tale: Tale) -> Steps:
        for death in [d for d in tale.executed_today if is_legion(d.player)]:
            for minstrel in [a for a in tale.abilities_of("minstrel") if a.works]:
                if minstrel.notes.get("heard of") is not death:
                    minstrel.notes["heard of"] = death
                    yield from self.may_learn(tale, minstrel, death.player)


class LegionBeforeThePreacher(LegionKeepsItsAbility):
    pairs = (("legion", "preacher"),)

    def on_chosen(self, me: Ability, tale: Tale, by: Ability, target: Player) -> Steps:
        if by.character.id == "preacher" and by.works and is_legion(target):
            yield from self.may_learn(tale, by, target)


class TakenForEvilByLegion(Jinx):
    pairs = (("legion", "politician"), ("magician", "legion"))

    def reads(
        self, me: Ability, tale: Tale, player: Player, reading: str, to: Ability | None, ways: set[bool]
    ) -> set[bool]:
        other = self.b if self.a == "legion" else self.a
        hand = to is not None and to.character.id == "legion" and reading == "good"
        return ways | {False} if hand and player.character.id == other else ways

    def meets_demons(self, me: Ability, tale: Tale) -> Sequence[Player]:
        """A Magician wakes with Legion, and is one of them as far as they can see."""
        if self.a != "magician" or not tale.in_play("legion"):
            return ()
        return [a.player for a in tale.abilities_of("magician") if a.works]


# -- Lil' Monsta -------------------------------------------------------------------------------------------------


class SitterBesideAMagician(Jinx):
    pairs = (("lilmonsta", "magician"),)

    def names_sitter(self, me: Ability, tale: Tale, minions: Sequence[Player]) -> Steps:
        if not is_there(tale, "magician"):
            return None
        minions = [p for p in minions if p.alive]
        sitter = yield tale.storyteller.chooses("who looks after [Lil' Monsta]?", minions, topic="sitter")
        return sitter


class SitterAmongPoppies(Jinx):
    pairs = (("lilmonsta", "poppygrower"),)

    def names_sitter(self, me: Ability, tale: Tale, minions: Sequence[Player]) -> Steps:
        """They do not know each other: each is asked alone, until one of them takes it."""
        minions = [p for p in minions if p.alive]
        if not minions or not is_there(tale, "poppygrower"):
            return None
        for minion in minions:
            if (yield tale.ask(minion, "do you look after [Lil' Monsta]?", (True, False))):
                return minion
        sitter = yield tale.storyteller.chooses("who looks after [Lil' Monsta]?", minions, topic="sitter")
        return sitter


class SitterWhoIsAPsychopath(Jinx):
    pairs = (("lilmonsta", "psychopath"),)

    def on_executed(self, me: Ability, tale: Tale, death: Death) -> None:
        """Whatever they threw."""
        demon = tale.demon_of(death.player)
        for psychopath in death.player.abilities if demon is not None and demon.id == "lilmonsta" else ():
            psychopath.notes.pop("saved", None)


class SitterWhoIsTheScarletWoman(Jinx):
    pairs = (("lilmonsta", "scarletwoman"),)

    def on_death(self, me: Ability, tale: Tale, death: Death) -> None:
        demon = tale.demon_of(death.player)
        if demon is not None and demon.id == "lilmonsta" and was_five(tale, death):
            women = (a.player for a in tale.abilities_of("scarletwoman") if a.works)
            me.notes["sitter"] = next(women, None)

    def names_sitter(self, me: Ability, tale: Tale, minions: Sequence[Player]) -> Steps:
        yield from ()
        sitter: Player | None = me.notes.get("sitter")
        return sitter if sitter is not None and sitter.alive else None


# -- the Lleech, the Vigormortis, Al-Hadikhia --------------------------------------------------------------------


class HostInTheMastermindsHands(Jinx):
    pairs = (("lleech", "mastermind"),)

    def on_death(self, me: Ability, tale: Tale, death: Death) -> None:
        """Its ability is gone before it could die of this."""
        for lleech in [a for a in tale.abilities_of("lleech") if a.notes.get("host") is death.player and a.works]:
            if death.executed and is_there(tale, "mastermind"):
                me.marks(lleech.player, NO_ABILITY)


class HostWhoIsShot(Jinx):
    pairs = (("lleech", "slayer"),)

    def reads(
        self, me: Ability, tale: Tale, player: Player, reading: str, to: Ability | None, ways: set[bool]
    ) -> set[bool]:
        shot = to is not None and to.character.id == "slayer" and reading == "demon"
        host = any(a.notes.get("host") is player and a.works for a in tale.abilities_of("lleech"))
        return {True} if shot and host else ways


class MastermindWhoGoesOn(Jinx):
    pairs = (("mastermind", "vigormortis"),)

    def on_death(self, me: Ability, tale: Tale, death: Death) -> None:
        for marker in tale.markers:
            by_it = marker.by in death.player.abilities and marker.by.character.id == "vigormortis"
            if by_it and marker.word == KEEPS and marker.player.character.id == "mastermind":
                marker.outlives = True
        tale.works_change()


class OneAlHadikhiaAtATime(Jinx):
    pairs = (("scarletwoman", "alhadikhia"),)

    def through_night(self, me: Ability, tale: Tale) -> Steps:
        """When Al-Hadikhia has called the one before back to life, it is the Scarlet Woman again."""
        living = [p for p in tale.living if tale.is_really(p, "alhadikhia")]
        for heir in [p for p in living if p.made_by == "scarletwoman"] if len(living) > 1 else ():
            yield tale.becomes(heir, tale.script.character("scarletwoman"))


class ThreeWhoDecide(Jinx, version="current"):
    """A question after its death, in place of the Mastermind's last day."""

    pairs = (("alhadikhia", "mastermind"),)

    def on_death(self, me: Ability, tale: Tale, death: Death) -> None:
        hers = death.executed and tale.is_really(death.player, "alhadikhia")
        if hers and is_there(tale, "mastermind") and not any(p.alive for p in tale.demons):
            me.notes["asks"] = death.player

    def keeps_from_winning(self, me: Ability, tale: Tale, side: Alignment) -> bool:
        return "asks" in me.notes

    def through_night(self, me: Ability, tale: Tale) -> Steps:
        demon: Player | None = me.notes.get("asks")
        if demon is None:
            return
        chosen: list[Player] = []
        for which in ("first", "second", "third"):
            options = [p for p in tale.here if p.good and p not in chosen]
            chosen += [(yield tale.ask(demon, f"the {which} of three good players", options))] if options else []
        all_live = True
        for player in chosen:
            fate = yield from asks_for_life(demon.character, me, tale, player)
            all_live = all_live and fate == "life"
        me.notes.clear()
        for mastermind in tale.abilities_of("mastermind"):
            mastermind.notes.clear()
        if all_live:
            yield tale.ends(EVIL, "all three have chosen life")
        else:
            yield tale.ends(GOOD, "not all three have chosen life")
