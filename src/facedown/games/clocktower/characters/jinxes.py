"""Jinxes: the rules of two characters together.

Those of Demons stand in `jinxes_of_demons.py`, those of later Minions and Demons in `jinxes_of_minions.py`.
What each says is in `facts/jinxes.csv`.  A jinx is in force where both its characters are on the script.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from facedown.games.clocktower import deaths, effects, information, queries, storyteller
from facedown.games.clocktower.changeable_rules import (
    CountsAsMisfiring,
    InsteadOfLending,
    IsGrimoireHidden,
    IsHollow,
    IsInfoHidden,
    IsTokenHidden,
    KeepsSide,
    MayBecome,
    MayName,
    Registers,
    StaysSecret,
    WhoBecomes,
    WhoPassesFor,
    changes,
)
from facedown.games.clocktower.character import Character
from facedown.games.clocktower.characters.experimental_townsfolk_acting import keeps_demon_from_killing
from facedown.games.clocktower.characters.experimental_townsfolk_learning import (
    MOST_IDIOTS,
    is_drunk_copy,
    makes_copy_drunk,
)
from facedown.games.clocktower.characters.sects_and_violets import Guesses
from facedown.games.clocktower.constraints import kept_out
from facedown.games.clocktower.information import GrimoireShown
from facedown.games.clocktower.jinx_rules import JinxRule
from facedown.games.clocktower.questions import Steps
from facedown.games.clocktower.roster import JINXES
from facedown.games.clocktower.state import EVIL, GOOD, POISONED, Ability, Player, State

# These pairs need no class: the two do what their jinx says by their own rules.
OF_THEMSELVES = (
    ("marionette", "kazali"),  # it picks the Marionette for a neighbour alone
    ("yaggababble", "exorcist"),  # it sleeps
    ("alhadikhia", "princess"),  # nobody dies of a Demon in her night
    ("alchemist", "marionette"),  # nobody can be lent an ability that consists in believing in another token
    ("boffin", "drunk"),  # it never lends these
    ("boffin", "heretic"),
    ("boffin", "ogre"),
    ("boffin", "politician"),
    ("boffin", "villageidiot"),  # it lends this even if one is in play
    ("lilmonsta", "hatter"),  # whose token nobody holds is looked after by a Minion, whom they choose as well
    ("recluse", "ogre"),  # an Ogre who takes somebody good for evil is told of it
    ("marionette", "balloonist"),  # the token that the Marionette believes in was drawn, and did its part
    ("marionette", "huntsman"),
    ("marionette", "lilmonsta"),
    ("mathematician", "chambermaid"),
    ("riot", "atheist"),  # only beside an Atheist can the storyteller be nominated
    ("vortox", "banshee"),  # what everybody hears is told by nobody's ability
    ("scarletwoman", "fanggu"),  # there is a new Fang Gu before the old one dies
)


def is_there(state: State, id: str) -> bool:
    """Whether somebody has this ability, and it works."""
    return any(queries.works(state, ability) for ability in queries.abilities_of(state, id))


class OneOfThem(JinxRule):
    """Only one of the two is dealt (set-up sees to it), and nobody is made the other."""

    pairs = tuple((jinx.a, jinx.b) for jinx in JINXES if jinx.one_only and jinx.version != "current")

    @changes(MayBecome)
    def forbids_other(self, me: Ability, state: State, asked: MayBecome, may: bool) -> bool:
        other = {self.a: self.b, self.b: self.a}.get(asked.character.id)
        return may and (other is None or not queries.in_play(state, other))


class OneOfThemToday(OneOfThem, version="current"):
    pairs = tuple((jinx.a, jinx.b) for jinx in JINXES if jinx.one_only and jinx.version == "current")


# -- the grimoire ------------------------------------------------------------------------------------------------


class NoGrimoireBesidePoppies(JinxRule):
    pairs = (("spy", "poppygrower"), ("widow", "poppygrower"))

    @changes(IsGrimoireHidden)
    def hides_grimoire(self, me: Ability, state: State, asked: IsGrimoireHidden, hidden: bool) -> bool:
        return hidden or (asked.to.character.id == self.a and is_there(state, "poppygrower"))

    def through_night(self, me: Ability, state: State) -> Steps:
        """A Widow, who looks at it only once, does so as soon as the Poppy Grower is dead."""
        for widow in queries.abilities_of(state, "widow") if self.a == "widow" else ():
            if widow.notes.of(GrimoireShown).hidden and widow.player.alive and not is_there(state, "poppygrower"):
                yield information.shows_grimoire(state, widow)


class MagiciansTokens(JinxRule):
    pairs = (("magician", "spy"), ("magician", "widow"))

    @changes(IsTokenHidden)
    def hides_tokens(self, me: Ability, state: State, asked: IsTokenHidden, hidden: bool) -> bool:
        if asked.to.character.id != self.b or not is_there(state, "magician"):
            return hidden
        return hidden or queries.is_demon(state, asked.player) or asked.player.character.id == "magician"


class NoGrimoireForAlchemists(JinxRule):
    pairs = (("alchemist", "spy"), ("alchemist", "widow"))

    @changes(IsGrimoireHidden)
    def hides_grimoire(self, me: Ability, state: State, asked: IsGrimoireHidden, hidden: bool) -> bool:
        lent = asked.to.by is not None and asked.to.by.character.id == "alchemist"
        return hidden or (lent and asked.to.character.id == self.b)


# -- the Damsel --------------------------------------------------------------------------------------------------


@dataclass
class InPlay:
    """Whether the character who poisons the Damsel has ever been in play."""

    ever: bool = False


class DamselWhoIsPoisoned(JinxRule):
    pairs = (("spy", "damsel"), ("widow", "damsel"))

    def set_up(self, me: Ability, state: State) -> None:
        me.notes.of(InPlay).ever = queries.in_play(state, self.a)

    def on_change(self, me: Ability, state: State, player: Player) -> None:
        if player.character.id == self.a and not me.notes.of(InPlay).ever:
            me.notes.of(InPlay).ever = True
            state.impairment_changed()

    def always_impairs(self, me: Ability, state: State) -> Iterator[tuple[Player, str]]:
        if me.notes.of(InPlay).ever:
            yield from ((damsel, POISONED) for damsel in queries.holders(state, "damsel"))


# -- the Pit-Hag -------------------------------------------------------------------------------------------------


class NobodyIsMadeHeretic(JinxRule, version="2022"):
    pairs = (("heretic", "pithag"),)

    @changes(MayBecome)
    def forbids_heretic(self, me: Ability, state: State, asked: MayBecome, may: bool) -> bool:
        return may and not (asked.by.character.id == "pithag" and asked.character.id == "heretic")


class NotGoodByIt(JinxRule):
    pairs = (("pithag", "cultleader"), ("pithag", "goon"), ("pithag", "ogre"), ("pithag", "politician"))

    @changes(KeepsSide)
    def keeps_evil(self, me: Ability, state: State, asked: KeepsSide, kept: bool) -> bool:
        player, by = asked.player, asked.by
        own = by.player is player and by.character.id == self.b
        return kept or (asked.side == GOOD and player.made_by == "pithag" and own)


class DamselOfTheStorytellers(JinxRule):
    pairs = (("pithag", "damsel"),)

    @changes(WhoBecomes)
    def picks_damsel(self, me: Ability, state: State, asked: WhoBecomes, target: Player) -> Steps:
        by = asked.by
        if by.character.id != "pithag" or asked.character.id != "damsel" or not queries.works(state, by):
            return target
        damsel = yield storyteller.chooses(
            "who becomes the Damsel? (The Pit-Hag has picked {0}.)", queries.residents(state), target,
            topic="becomes", about=by, idle=target,
        )  # fmt: skip
        return damsel or target


class OneVillageIdiotMore(JinxRule):
    """One of them may be drunk then, another one than before."""

    pairs = (("pithag", "villageidiot"),)

    @changes(MayBecome)
    def allows_another(self, me: Ability, state: State, asked: MayBecome, may: bool) -> bool:
        idiot = asked.by.character.id == self.a and asked.character.id == self.b
        return len(queries.holders(state, self.b)) < MOST_IDIOTS if idiot else may

    def on_change(self, me: Ability, state: State, player: Player) -> Steps:
        copies = queries.holders(state, self.b)
        if player.character.id != self.b or player.made_by != self.a or len(copies) < 2:
            return
        drunk = next((p for p in copies if is_drunk_copy(state, p)), None)
        now = yield storyteller.chooses(
            "which Village Idiot is drunk?", copies, topic="drunk", step="copy", about=me, optional=drunk is None,
            idle=drunk,
        )  # fmt: skip
        if now is not drunk:
            yield from makes_copy_drunk(state, now)


# -- the Ogre ----------------------------------------------------------------------------------------------------


class SpyWhoIsEvilToTheOgre(JinxRule):
    pairs = (("spy", "ogre"),)

    @changes(Registers)
    def is_evil(self, me: Ability, state: State, asked: Registers, ways: set[bool]) -> set[bool]:
        by = asked.to is not None and asked.to.character.id == "ogre" and asked.reading == "evil"
        return {asked.player.evil} if by and asked.player.character.id == "spy" else ways


# -- the Vizier --------------------------------------------------------------------------------------------------


class VizierWhoIsNotAnnounced(JinxRule):
    pairs = (("vizier", "alsaahir"), ("vizier", "investigator"))

    @changes(StaysSecret)
    def keeps_it(self, me: Ability, state: State, asked: StaysSecret, secret: bool) -> bool:
        return secret or asked.ability.character.id == "vizier"


class TakenForEvilByTheVizier(JinxRule):
    pairs = (("vizier", "politician"), ("vizier", "zealot"))

    @changes(Registers)
    def may_seem_evil(self, me: Ability, state: State, asked: Registers, ways: set[bool]) -> set[bool]:
        hand = asked.to is not None and asked.to.character.id == self.a and asked.reading == "good"
        return ways | {False} if hand and asked.player.character.id == self.b else ways


# -- the Summoner ------------------------------------------------------------------------------------------------


class SecondDemonOfASummoner(JinxRule):
    """Whoever lives or dies in the night in which there is another Demon already is the storyteller's choice."""

    pairs = (("summoner", "hatter"), ("summoner", "kazali"), ("summoner", "pithag"))

    def on_change(self, me: Ability, state: State, player: Player) -> None:
        others = [p for p in queries.demons(state) if p.alive and p is not player]
        summoners = queries.abilities_of(state, self.a)
        if player.made_by == self.a and queries.is_demon(state, player) and others and state.phase == "night":
            deaths.leave_deaths_to_storyteller(state, summoners[0] if summoners else me)


# -- the Plague Doctor -------------------------------------------------------------------------------------------


class InsteadOfThePlague(JinxRule):
    """What happens where the storyteller would have the ability of the pair's second character."""

    @changes(InsteadOfLending)
    def comes_instead(self, me: Ability, state: State, asked: InsteadOfLending, done: bool) -> Steps:
        if done or asked.character.id != self.b:
            return done
        yield from self._comes(state, asked.character)
        return True

    def _comes(self, state: State, minion: Character) -> Steps:
        yield from ()


class PlagueOfAMinion(InsteadOfThePlague):
    """A Minion has the ability as well, and is told."""

    pairs = tuple(("plaguedoctor", b) for b in ("fearmonger", "goblin", "scarletwoman", "spy", "wraith"))

    def _comes(self, state: State, minion: Character) -> Steps:
        options = [p for p in queries.of_team(state, "minion") if p.alive]
        what = "which Minion has the ability of {0} as well?"
        holder = yield storyteller.chooses(what, options, minion, topic="heir", about=minion)
        if holder is not None:
            yield information.tell(state, holder, "You have the ability of {0} as well.", minion, reveals=True)
            yield effects.gains(state, holder, minion)


class PlagueOfAnother(InsteadOfThePlague):
    """A player becomes that Minion, on the side on which they are."""

    pairs = (("plaguedoctor", "boomdandy"), ("plaguedoctor", "eviltwin"))

    def _comes(self, state: State, minion: Character) -> Steps:
        options = [p for p in queries.residents(state) if p.alive and not queries.is_demon(state, p)]
        player = yield storyteller.chooses("who becomes {0}?", options, minion, topic="becomes", about=minion)
        if player is not None:
            yield effects.becomes(state, player, minion)


class PlagueOfTheMarionette(InsteadOfThePlague):
    """A good neighbour of the Demon becomes the Marionette."""

    pairs = (("plaguedoctor", "marionette"),)

    def _comes(self, state: State, minion: Character) -> Steps:
        beside = [p for d in queries.demons(state) for p in queries.neighbours(state, d, lambda p: not p.traveller)]
        good = dict.fromkeys(p for p in beside if p.good)
        player = yield storyteller.chooses("who is the Marionette?", good, topic="set-up", step="marionette")
        if player is not None:
            yield effects.becomes(state, player, minion, side=EVIL)


class PlagueOfTheBaron(InsteadOfThePlague):
    """Up to two players become Outsiders."""

    pairs = (("plaguedoctor", "baron"),)
    MOST = 2

    def _comes(self, state: State, minion: Character) -> Steps:
        for _ in range(self.MOST):
            outsiders = queries.not_in_play(state, "outsider")
            options = [p for p in queries.residents(state) if p.good and p.character.team != "outsider"]
            if not outsiders:
                return
            player = yield storyteller.chooses(
                "who becomes an Outsider, or nobody?", options, topic="becomes", about=minion, optional=True
            )
            if player is None:
                return
            outsider = yield storyteller.chooses(
                "which Outsider does {0} become?",
                outsiders,
                player,
                topic="becomes",
                about=minion,
                step="character",
            )
            yield effects.becomes(state, player, outsider)


# -- the Cannibal ------------------------------------------------------------------------------------------------


def eaten(state: State, id: str) -> list[Ability]:
    """The abilities of this name that a Cannibal has, or is made to believe in."""
    return [a for a in queries.abilities_of(state, id) if a.by is not None and a.by.character.id == "cannibal"]


class CannibalsWhoKnowTheirDuty(JinxRule):
    pairs = (("cannibal", "butler"), ("cannibal", "zealot"))

    def through_night(self, me: Ability, state: State) -> Steps:
        for ability in eaten(state, self.b):
            if ability.secret and ability.player.alive:
                ability.secret = False
                yield information.tell(state, ability.player, "You have the ability of {0}.", ability.character)


class CannibalsWhoNominatedThePrincess(JinxRule):
    pairs = (("cannibal", "princess"),)

    def at_dusk(self, me: Ability, state: State) -> Steps:
        """At an execution itself the Cannibal has eaten nobody yet."""
        died = [one for one in state.executed_today if any(one is death for death in state.deaths)]
        by = [one.nomination.by for one in died if one.nomination and one.player.character.id == "princess"]
        for ability in eaten(state, "princess"):
            if ability.player in by:
                yield from keeps_demon_from_killing(ability, state)


class CannibalsWhoCountForTheJuggler(JinxRule):
    pairs = (("cannibal", "juggler"),)

    def through_night(self, me: Ability, state: State) -> None:
        """The Cannibal hears how right the guesses were that the Juggler made on the day of their execution."""
        for death in state.executed_today:
            own = death.player.ability("juggler")
            guesses = own.notes.of(Guesses) if own is not None else Guesses()
            for ability in eaten(state, "juggler") if guesses.made is not None else ():
                ability.notes.of(Guesses).made = guesses.made
            guesses.made = None


# -- others who have the ability of somebody else ----------------------------------------------------------------


class MastermindInName(JinxRule):
    pairs = (("alchemist", "mastermind"),)

    @changes(IsHollow)
    def is_hollow(self, me: Ability, state: State, asked: IsHollow, hollow: bool) -> bool:
        by = asked.given.by
        lent = by is not None and by.character.id == "alchemist"
        return hollow or (lent and asked.given.character.id == "mastermind")


@dataclass
class Hunted:
    """What a Philosopher's Bounty Hunter remembers."""

    turned: bool = False  # the storyteller has said which Townsfolk turns evil


class PhilosopherWhoHuntsBounties(JinxRule):
    pairs = (("bountyhunter", "philosopher"),)

    def through_night(self, me: Ability, state: State) -> Steps:
        """Once for each Philosopher who has taken it."""
        for hunter in queries.abilities_of(state, "bountyhunter"):
            taken = hunter.by is not None and hunter.by.character.id == "philosopher"
            if not taken or not queries.works(state, hunter) or hunter.notes.of(Hunted).turned:
                continue
            townsfolk = [p for p in queries.of_team(state, "townsfolk") if p.good]
            turncoat = yield storyteller.chooses(
                "which Townsfolk turns evil (for the Bounty Hunter)?", townsfolk, topic="turncoat", about=hunter,
                step="jinx", optional=True,
            )  # fmt: skip
            hunter.notes.of(Hunted).turned = True
            if turncoat is not None:
                yield effects.change_side(state, turncoat, EVIL)


class MadAsTheGoblin(JinxRule):
    pairs = (("cerenovus", "goblin"),)

    @changes(MayName)
    def names_goblin(
        self, me: Ability, state: State, asked: MayName, also: tuple[Character, ...]
    ) -> tuple[Character, ...]:
        return (*also, state.script.character("goblin")) if asked.by.character.id == "cerenovus" else also


class OneOutsiderOnly(JinxRule, version="2022"):
    pairs = (("heretic", "baron"),)

    def mends_bag(self, state: State, bag: list[Character], given: Sequence[Character]) -> Steps:
        drawn = {c.id for c in bag}
        brought = {c.brings for c in bag}
        spare = [
            c for c in bag if c.team == "outsider" and c not in given and c.id != "heretic" and c.id not in brought
        ]
        absent = kept_out(state)
        instead = [c for c in queries.on_script(state, "townsfolk") if c not in bag and c.id not in absent]
        if not {"heretic", "baron"} <= drawn or not spare or not instead:
            return
        only_one = yield storyteller.decides(
            "does the Baron, beside a Heretic, bring one Outsider only?", topic="set-up", step="baron", idle=False
        )
        if only_one:
            bag.remove(spare[-1])
            bag.append(state.chance.choice(instead))


class RecluseWhoIsTheKiller(JinxRule):
    pairs = (("recluse", "sage"),)

    @changes(WhoPassesFor)
    def passes_for_killer(
        self, me: Ability, state: State, asked: WhoPassesFor, also: tuple[Player, ...]
    ) -> tuple[Player, ...]:
        recluses = [a.player for a in queries.abilities_of(state, "recluse") if queries.works(state, a)]
        return (*also, *recluses) if asked.team == "killer" else also


class MarionetteOnOneSideOrTheOther(JinxRule):
    pairs = (("magician", "marionette"),)

    @changes(IsInfoHidden)
    def hides_side(self, me: Ability, state: State, asked: IsInfoHidden, hidden: bool) -> bool:
        return hidden or (asked.step == "marionette" and is_there(state, "magician"))


# -- the Mathematician -------------------------------------------------------------------------------------------


class CountedThoughTheyOnlyBelieve(JinxRule):
    pairs = (("mathematician", "drunk"), ("mathematician", "marionette"))

    @changes(CountsAsMisfiring)
    def counts(self, me: Ability, state: State, asked: CountsAsMisfiring, counted: bool) -> bool:
        return counted or asked.by.player.character.id == self.b


@dataclass
class Picks:
    """Whom the Demon (None) and each Lunatic have picked, and in which night."""

    night: int = 0
    by: dict[Player | None, set[Player]] = field(default_factory=dict)


class LunaticWhoAttacksOthers(JinxRule):
    pairs = (("mathematician", "lunatic"),)

    def on_chosen(self, me: Ability, state: State, by: Ability, target: Player) -> None:
        lunatic = by.fake and by.player.character.id == "lunatic"
        if lunatic or (by.character.team == "demon" and not by.fake):
            self._picks(me, state).setdefault(by.player if lunatic else None, set()).add(target)

    def through_night(self, me: Ability, state: State) -> None:
        """Looked at after each of the two has picked; the Mathematician comes later."""
        picks = self._picks(me, state)
        for lunatic in [p for p in queries.holders(state, "lunatic") if p.alive]:
            if picks.get(lunatic, set()) != picks.get(None, set()):
                state.misfired.add(lunatic.seat)
            else:
                state.misfired.discard(lunatic.seat)

    def _picks(self, me: Ability, state: State) -> dict[Player | None, set[Player]]:
        """The players that the Demon (None) and each Lunatic have picked tonight."""
        tonight = me.notes.of(Picks)
        if tonight.night != state.night:
            tonight.night, tonight.by = state.night, {}
        return tonight.by
