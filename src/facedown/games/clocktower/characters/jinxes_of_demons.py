"""Jinxes of Demons: the rules of a Demon and another character together."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from facedown.games.clocktower import acting, deaths, effects, information, queries, storyteller, victory
from facedown.games.clocktower.changeable_rules import (
    Haunted,
    IsKeptFromWinning,
    IsShielded,
    MayBecome,
    Rebuilt,
    Registers,
    WakesEarly,
    WhoIsSitter,
    WhoMeetsDemons,
    at,
    changes,
)
from facedown.games.clocktower.characters.bad_moon_rising import CANNOT_DIE, GRANDCHILD
from facedown.games.clocktower.characters.bad_moon_rising_evil import LastDay
from facedown.games.clocktower.characters.experimental_demons import Host, asks_for_life
from facedown.games.clocktower.characters.experimental_minions import Throw
from facedown.games.clocktower.characters.jinxes import is_there
from facedown.games.clocktower.characters.later_outsiders import TeaParty
from facedown.games.clocktower.characters.trouble_brewing import SAFE_FROM_DEMON, was_five
from facedown.games.clocktower.jinx_rules import JinxRule
from facedown.games.clocktower.questions import Steps
from facedown.games.clocktower.state import (
    ASLEEP,
    EVIL,
    GOOD,
    KEEPS,
    NO_ABILITY,
    Ability,
    Death,
    Player,
    State,
)

# -- the Leviathan and Riot --------------------------------------------------------------------------------------


class SafeFromAllEvil(JinxRule):
    """Players who are safe from a Demon that does not kill by night are safe from all that is evil."""

    word: ClassVar[str] = ""

    def _is_safe(self, state: State, player: Player) -> bool:
        return queries.in_play(state, self.a) and queries.is_marked(state, player, self.word)

    @changes(IsShielded)
    def shields(self, me: Ability, state: State, asked: IsShielded, shielded: bool) -> bool:
        return shielded or (asked.by.player.alignment == EVIL and self._is_safe(state, asked.player))

    def saves(self, me: Ability, state: State, death: Death) -> bool:
        evil = death.by is not None and death.by.player.alignment == EVIL
        return evil and not death.executed and self._is_safe(state, death.player)


class GuardedByTheMonk(SafeFromAllEvil, version="2022"):
    pairs = (("leviathan", "monk"), ("riot", "monk"))
    word = SAFE_FROM_DEMON


class GuestsOfTheInnkeeper(SafeFromAllEvil, version="2022"):
    pairs = (("leviathan", "innkeeper"), ("riot", "innkeeper"))
    word = CANNOT_DIE


class TheSoldierHerself(SafeFromAllEvil, version="2022"):
    pairs = (("leviathan", "soldier"), ("riot", "soldier"))

    def _is_safe(self, state: State, player: Player) -> bool:
        soldier = any(a.character.id == "soldier" and queries.works(state, a) for a in player.abilities)
        return soldier and queries.in_play(state, self.a)


@dataclass
class Picked:
    """Whom those have picked who keep others safe from Demons, in the night in which they last did."""

    night: int = 0
    players: list[Player] = field(default_factory=list)


class ExecutedByTheDemon(JinxRule, version="current"):
    """A Demon that does not kill by night betrays itself on those who are safe from Demons."""

    pairs = tuple(
        (demon, b) for demon in ("leviathan", "riot") for b in ("exorcist", "innkeeper", "monk", "soldier")
    )

    def on_chosen(self, me: Ability, state: State, by: Ability, target: Player) -> None:
        if by.character.id == self.b and queries.works(state, by):
            picked = me.notes.of(Picked)
            if picked.night != state.night:
                picked.night, picked.players = state.night, []
            picked.players.append(target)

    def on_executed(self, me: Ability, state: State, death: Death) -> Steps:
        by = death.nomination.by if death.nomination is not None else None
        if by is None or by.character.id != self.a:
            return
        soldier = self.b == "soldier" and any(
            a.character.id == "soldier" and queries.works(state, a) for a in death.player.abilities
        )
        picked = me.notes.of(Picked)
        if soldier or (picked.night == state.night and death.player in picked.players):
            yield victory.end_game(state, GOOD, "the Demon had somebody executed who was safe from it")


class GrandchildOfTheLeviathan(JinxRule):
    pairs = (("leviathan", "grandmother"),)

    def on_death(self, me: Ability, state: State, death: Death) -> Steps:
        grandchild = queries.is_marked(state, death.player, GRANDCHILD)
        if death.executed and grandchild and queries.in_play(state, self.a):
            yield victory.end_game(state, EVIL, "the grandchild was executed")


class GrandchildInTodaysRiot(GrandchildOfTheLeviathan, version="current"):
    pairs = (("riot", "grandmother"),)


class GrandchildInARiot(JinxRule, version="2022"):
    pairs = (("riot", "grandmother"),)

    def on_death(self, me: Ability, state: State, death: Death) -> Steps:
        if death.at_night or not queries.in_play(state, "riot"):
            return
        for grandmother in [a for a in queries.abilities_of(state, "grandmother") if queries.works(state, a)]:
            if death.player in queries.marked_by(state, grandmother, GRANDCHILD):
                yield deaths.kill(state, grandmother.player)


class MayorOnTheFifthDay(JinxRule, version="current"):
    pairs = (("leviathan", "mayor"),)

    def day_ends(self, me: Ability, state: State) -> Steps:
        both = queries.in_play(state, "leviathan") and is_there(state, "mayor")
        if both and state.day == 5 and not state.executed_today:
            yield victory.end_game(state, GOOD, "nobody was executed on the fifth day, and the Mayor lives")


class MayorWhoMayStopARiot(JinxRule):
    """This may happen at any time, even during a nomination, so the storyteller does it by hand."""

    pairs = (("riot", "mayor"),)

    def before_nominations(self, me: Ability, state: State) -> Steps:
        if state.day == 3 and is_there(state, "riot"):
            words = "The {0} may stop the riot: good wins if one {1} is alive then, evil if more are."
            yield information.announce("riot", words, *map(state.script.character, ("mayor", "riot")))


class NoLeviathanThatLate(JinxRule):
    pairs = (("leviathan", "hatter"), ("leviathan", "pithag"))

    @changes(MayBecome)
    def forbids_leviathan(self, me: Ability, state: State, asked: MayBecome, may: bool) -> bool:
        late = asked.character.id == "leviathan" and state.day >= 5
        return may and not (late and asked.by.character.id == self.b)


class KingWhoNeedNotWait(JinxRule):
    pairs = (("leviathan", "king"), ("riot", "king"))

    @changes(WakesEarly)
    def wakes_king(self, me: Ability, state: State, asked: WakesEarly, early: bool) -> bool:
        somebody_dead = queries.in_play(state, self.a) and bool(queries.dead(state))
        return early or (asked.whom.character.id == "king" and somebody_dead)


@dataclass
class Haunting:
    """Whom a Demon haunts, and in which night."""

    night: int = 0
    demon: Ability | None = None
    target: Player | None = None


@dataclass
class Hauntings:
    """The last one of each Demon, by its character's id."""

    by: dict[str, Haunting] = field(default_factory=dict)


@dataclass
class HauntedBefore:
    """Whom a Demon has haunted on earlier nights."""

    players: list[Player] = field(default_factory=list)


class HauntedByTheDemon(JinxRule):
    """A Demon that does not kill by night finds somebody instead, for those whose ability needs it."""

    acts_at_b = True
    pairs = tuple((demon, b) for demon in ("leviathan", "riot") for b in ("farmer", "ravenkeeper", "sage"))

    def other_nights(self, me: Ability, state: State) -> Steps:
        """However many of the three are on the script, the Demon picks once a night: when the first acts."""
        haunting = state.notes.of(Hauntings).by.setdefault(self.a, Haunting())
        if haunting.night != state.night:
            haunting.demon, haunting.target = yield from self._picks(state)
            haunting.night = state.night
        demon, target = haunting.demon, haunting.target
        if demon is None or target is None or not queries.works(state, demon) or not target.alive:
            return
        if self.b != "ravenkeeper" and not target.good:
            return
        for ability in [a for a in target.abilities if a.character.id == self.b]:
            yield from self._haunts(state, demon, ability)

    def _haunts(self, state: State, demon: Ability, ability: Ability) -> Steps:
        yield acting.comes(state, Haunted(demon.player), [ability])

    def _picks(self, state: State) -> Steps:
        """Let the true Demon and whoever thinks they are it pick; returns the Demon and whom it has picked."""
        demons = [
            a
            for a in queries.abilities_of(state, self.a)
            if a.player.alive and not queries.is_marked(state, a.player, ASLEEP)
        ]
        real = [a for a in demons if not a.fake]
        what, who = "which of the Demons picks somebody?", [a.player for a in real]
        picks = yield storyteller.chooses(what, who, topic="haunting")
        true = next((a for a in real if a.player is picks), None)
        found = None
        for demon in [a for a in demons if a is true or a.fake]:
            before = demon.notes.of(HauntedBefore).players
            target = yield demon.chooses(
                "a living player to haunt, a different one each night",
                [p for p in queries.seen_living(state) if p not in before],
            )
            before.append(target)
            found = target if demon is true else found
        return true, found


class KilledByTheDemon(HauntedByTheDemon):
    """The Banshee whom it finds does die of it."""

    pairs = (("leviathan", "banshee"), ("riot", "banshee"))

    def _haunts(self, state: State, demon: Ability, ability: Ability) -> Steps:
        if queries.works(state, ability):
            yield demon.kills(ability.player)


# -- Legion ------------------------------------------------------------------------------------------------------


def is_legion(player: Player) -> bool:
    return player.character.id == "legion"


class LegionOfAnEngineer(JinxRule):
    pairs = (("legion", "engineer"),)
    acts_at_b = True

    def set_up(self, me: Ability, state: State) -> Steps:
        for engineer in queries.holders(state, "engineer") if queries.in_play(state, "legion") else ():
            yield me.marks(engineer, NO_ABILITY)

    def first_night(self, me: Ability, state: State) -> Steps:
        for engineer in queries.marked_by(state, me, NO_ABILITY):
            words = "{0} is in play: you have no ability."
            yield information.tell(state, engineer, words, state.script.character("legion"), reveals=True)

    @at(Rebuilt)
    def makes_legion(self, me: Ability, state: State, rebuilt: Rebuilt) -> Steps:
        legion = state.script.character("legion")
        if legion not in rebuilt.chosen:
            return
        for player in [p for p in queries.residents(state) if p.evil and not is_legion(p)]:
            yield effects.becomes(state, player, legion)


class LegionKeepsItsAbility(JinxRule):
    """An ability that takes Legion for a Minion takes nothing from it, and may tell who it is instead."""

    @changes(IsShielded)
    def shields(self, me: Ability, state: State, asked: IsShielded, shielded: bool) -> bool:
        return shielded or (
            self._is_its_time(state) and asked.by.character.id == self.b and is_legion(asked.player)
        )

    def _is_its_time(self, state: State) -> bool:
        return True

    def _may_learn(self, state: State, learner: Ability, legion: Player) -> Steps:
        learns = yield storyteller.decides(
            "does {0} learn that {1} is Legion?", learner.player, legion, topic="tell", about=learner, idle=False
        )
        if learns:
            yield information.tell(state, learner.player, "{0} is {1}.", legion, legion.character, by=learner)


@dataclass
class HeardOf:
    """The last death after which the Minstrel may have learnt that it was Legion's."""

    death: Death | None = None


class LegionAmongTheDrunk(LegionKeepsItsAbility):
    pairs = (("legion", "minstrel"),)

    def _is_its_time(self, state: State) -> bool:
        return any(is_legion(death.player) for death in state.executed_today)

    @changes(Registers)
    def may_pass(self, me: Ability, state: State, asked: Registers, ways: set[bool]) -> set[bool]:
        """In the moment of their death they may pass for a Minion as in life."""
        minstrel = asked.to is not None and asked.to.character.id == "minstrel" and asked.reading == "minion"
        sober_legion = is_legion(asked.player) and not queries.impaired(state, asked.player)
        return {True, False} if minstrel and sober_legion else ways

    def through_night(self, me: Ability, state: State) -> Steps:
        for death in [d for d in state.executed_today if is_legion(d.player)]:
            for minstrel in [a for a in queries.abilities_of(state, "minstrel") if queries.works(state, a)]:
                heard = minstrel.notes.of(HeardOf)
                if heard.death is not death:
                    heard.death = death
                    yield from self._may_learn(state, minstrel, death.player)


class LegionBeforeThePreacher(LegionKeepsItsAbility):
    pairs = (("legion", "preacher"),)

    def on_chosen(self, me: Ability, state: State, by: Ability, target: Player) -> Steps:
        if by.character.id == "preacher" and queries.works(state, by) and is_legion(target):
            yield from self._may_learn(state, by, target)


class LegionOfAHatter(JinxRule):
    pairs = (("legion", "hatter"),)

    @changes(MayBecome)
    def holds_no_party(self, me: Ability, state: State, asked: MayBecome, may: bool) -> bool:
        return may and not (asked.by.character.id == "hatter" and queries.in_play(state, "legion"))

    def on_change(self, me: Ability, state: State, player: Player) -> Steps:
        """All who are evil become Legion with the one who has chosen it."""
        if state.notes.of(TeaParty).changing and is_legion(player):
            for other in [p for p in queries.residents(state) if p.evil and not is_legion(p)]:
                yield effects.becomes(state, other, player.character)


class TakenForEvilByLegion(JinxRule):
    pairs = (("legion", "politician"), ("legion", "zealot"), ("magician", "legion"))

    @changes(Registers)
    def may_seem_evil(self, me: Ability, state: State, asked: Registers, ways: set[bool]) -> set[bool]:
        other = self.b if self.a == "legion" else self.a
        hand = asked.to is not None and asked.to.character.id == "legion" and asked.reading == "good"
        return ways | {False} if hand and asked.player.character.id == other else ways

    @changes(WhoMeetsDemons)
    def meets_legion(
        self, me: Ability, state: State, asked: WhoMeetsDemons, guests: tuple[Player, ...]
    ) -> tuple[Player, ...]:
        """A Magician wakes with Legion, and is one of them as far as they can see."""
        if self.a != "magician" or not queries.in_play(state, "legion"):
            return guests
        magicians = [a.player for a in queries.abilities_of(state, "magician") if queries.works(state, a)]
        return (*guests, *magicians)


# -- Lil' Monsta -------------------------------------------------------------------------------------------------


class SitterBesideAMagician(JinxRule):
    pairs = (("lilmonsta", "magician"),)

    @changes(WhoIsSitter)
    def is_named(self, me: Ability, state: State, asked: WhoIsSitter, sitter: Player | None) -> Steps:
        if sitter is not None or not is_there(state, "magician"):
            return sitter
        minions = [p for p in asked.minions if p.alive]
        sitter = yield storyteller.chooses("who looks after [Lil' Monsta]?", minions, topic="sitter")
        return sitter


class SitterAmongPoppies(JinxRule):
    pairs = (("lilmonsta", "poppygrower"),)

    @changes(WhoIsSitter)
    def is_found(self, me: Ability, state: State, asked: WhoIsSitter, sitter: Player | None) -> Steps:
        """They do not know each other: each is asked alone, until one of them takes it."""
        minions = [p for p in asked.minions if p.alive]
        if sitter is not None or not minions or not is_there(state, "poppygrower"):
            return sitter
        for minion in queries.by_character(minions):
            what = "do you look after [Lil' Monsta]?"
            if (yield information.ask(state, minion, what, (True, False), step="sitter")):
                return minion
        sitter = yield storyteller.chooses("who looks after [Lil' Monsta]?", minions, topic="sitter")
        return sitter


class SitterWhoIsAPsychopath(JinxRule):
    pairs = (("lilmonsta", "psychopath"),)

    def on_executed(self, me: Ability, state: State, death: Death) -> None:
        """Whatever they threw."""
        demon = queries.demon_of(state, death.player)
        for psychopath in death.player.abilities if demon is not None and demon.id == "lilmonsta" else ():
            psychopath.notes.of(Throw).saved = False


@dataclass
class Heir:
    """The Scarlet Woman who looks after Lil' Monsta now."""

    player: Player | None = None


class SitterWhoIsTheScarletWoman(JinxRule):
    pairs = (("lilmonsta", "scarletwoman"),)

    def on_death(self, me: Ability, state: State, death: Death) -> None:
        demon = queries.demon_of(state, death.player)
        if demon is not None and demon.id == "lilmonsta" and was_five(state, death):
            women = (a.player for a in queries.abilities_of(state, "scarletwoman") if queries.works(state, a))
            me.notes.of(Heir).player = next(women, None)

    @changes(WhoIsSitter)
    def is_heir(self, me: Ability, state: State, asked: WhoIsSitter, sitter: Player | None) -> Player | None:
        heir = me.notes.of(Heir).player
        return sitter or (heir if heir is not None and heir.alive else None)


# -- the Lleech, the Vigormortis, Al-Hadikhia --------------------------------------------------------------------


class HostInTheMastermindsHands(JinxRule):
    pairs = (("lleech", "mastermind"),)

    def on_death(self, me: Ability, state: State, death: Death) -> Steps:
        """Its ability is gone before it could die of this."""
        for lleech in [
            a
            for a in queries.abilities_of(state, "lleech")
            if a.notes.of(Host).player is death.player and queries.works(state, a)
        ]:
            if death.executed and is_there(state, "mastermind"):
                yield me.marks(lleech.player, NO_ABILITY)


class HostWhoIsShot(JinxRule):
    pairs = (("lleech", "slayer"),)

    @changes(Registers)
    def is_shot(self, me: Ability, state: State, asked: Registers, ways: set[bool]) -> set[bool]:
        shot = asked.to is not None and asked.to.character.id == "slayer" and asked.reading == "demon"
        lleeches = (a for a in queries.abilities_of(state, "lleech") if queries.works(state, a))
        host = any(lleech.notes.of(Host).player is asked.player for lleech in lleeches)
        return {True} if shot and host else ways


class MastermindWhoGoesOn(JinxRule):
    pairs = (("mastermind", "vigormortis"),)

    def on_death(self, me: Ability, state: State, death: Death) -> None:
        for marker in state.markers:
            by_it = marker.by in death.player.abilities and marker.by.character.id == "vigormortis"
            if by_it and marker.word == KEEPS and marker.player.character.id == "mastermind":
                marker.outlives = True
        state.impairment_changed()


class OneAlHadikhiaAtATime(JinxRule):
    pairs = (("scarletwoman", "alhadikhia"),)

    def through_night(self, me: Ability, state: State) -> Steps:
        """When Al-Hadikhia has called the one before back to life, it is the Scarlet Woman again."""
        living = [p for p in queries.living(state) if queries.is_really(p, "alhadikhia")]
        for heir in [p for p in living if p.made_by == "scarletwoman"] if len(living) > 1 else ():
            yield effects.becomes(state, heir, state.script.character("scarletwoman"))


@dataclass
class Asking:
    """The Al-Hadikhia who has died, and will ask three players."""

    demon: Player | None = None


class ThreeWhoDecide(JinxRule, version="current"):
    """A question after its death, in place of the Mastermind's last day."""

    pairs = (("alhadikhia", "mastermind"),)

    def on_death(self, me: Ability, state: State, death: Death) -> None:
        hers = death.executed and queries.is_really(death.player, "alhadikhia")
        if hers and is_there(state, "mastermind") and not any(p.alive for p in queries.demons(state)):
            me.notes.of(Asking).demon = death.player

    @changes(IsKeptFromWinning)
    def keeps_open(self, me: Ability, state: State, asked: IsKeptFromWinning, kept: bool) -> bool:
        return kept or me.notes.of(Asking).demon is not None

    def through_night(self, me: Ability, state: State) -> Steps:
        demon = me.notes.of(Asking).demon
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
        me.notes.of(Asking).demon = None
        for mastermind in queries.abilities_of(state, "mastermind"):
            mastermind.notes.of(LastDay).day = 0
        if all_live:
            yield victory.end_game(state, EVIL, "all three have chosen life")
        else:
            yield victory.end_game(state, GOOD, "not all three have chosen life")
