"""Jinxes: the rules of two characters together.  Those of Demons stand in `jinxes_of_demons.py`.

What each says is in `facts/jinxes.csv`.  A jinx is in force where both its characters are on the script; it acts
like an ability that belongs to nobody.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from facedown.games.clocktower import effects, information, queries, storyteller
from facedown.games.clocktower.character import Character, Fabled
from facedown.games.clocktower.questions import Steps
from facedown.games.clocktower.roster import JINXES
from facedown.games.clocktower.scripts import Script
from facedown.games.clocktower.state import EVIL, GOOD, POISONED, Ability, Alignment, Player, State

KEPT: dict[tuple[str, str, str], Jinx] = {}  # by the two, and the version of the rules where it differs

# What the two do anyhow, with no word about each other: these need no class.
OF_THEMSELVES = (
    ("alchemist", "marionette"),  # nobody can be lent an ability that consists in believing in another token
    ("marionette", "balloonist"),  # the token that the Marionette believes in was drawn, and did its part
    ("marionette", "huntsman"),
    ("marionette", "lilmonsta"),
    ("mathematician", "chambermaid"),
    ("riot", "atheist"),  # only beside an Atheist can the storyteller be nominated
    ("scarletwoman", "fanggu"),  # there is a new Fang Gu before the old one dies
)


class Jinx(Fabled, abstract=True):
    """A rule of two characters; the same of several pairs, where it is the same rule."""

    pairs: ClassVar[tuple[tuple[str, str], ...]] = ()
    acts_at_b: ClassVar[bool] = False  # it has its turn in the night where its second character has

    def __init__(self, a: str, b: str) -> None:
        self.a, self.b = a, b

    def __init_subclass__(cls, version: str = "", **rest: Any) -> None:
        super().__init_subclass__(abstract=True, **rest)
        cls.version = version
        KEPT.update({(*pair, version): cls(*pair) for pair in cls.pairs})

    def __reduce__(self) -> Any:
        return kept, (self.a, self.b, self.version)

    @property
    def acts_at(self) -> str | None:
        return self.b if self.acts_at_b else None


def kept(a: str, b: str, version: str) -> Jinx:
    """The jinx of two characters that the rules keep, by this version of them."""
    return KEPT[a, b, version]


def kept_on(script: Script) -> list[Jinx]:
    """The jinxes of a script that the rules keep."""
    found = (KEPT.get((j.a, j.b, j.version)) or KEPT.get((j.a, j.b, "")) for j in script.jinxes)
    return [jinx for jinx in found if jinx is not None]


def is_there(state: State, id: str) -> bool:
    """Does somebody have this ability, and does it work?"""
    return any(queries.works(state, ability) for ability in queries.abilities_of(state, id))


class OneOfThem(Jinx):
    """Only one of the two is dealt (set-up sees to it), and nobody is made the other."""

    pairs = tuple((jinx.a, jinx.b) for jinx in JINXES if jinx.one_only and jinx.version != "current")

    def forbids_change(self, me: Ability, state: State, character: Character, by: Ability) -> bool:
        other = {self.a: self.b, self.b: self.a}.get(character.id)
        return other is not None and queries.in_play(state, other)


class OneOfThemToday(OneOfThem, version="current"):
    pairs = tuple((jinx.a, jinx.b) for jinx in JINXES if jinx.one_only and jinx.version == "current")


# -- the grimoire ------------------------------------------------------------------------------------------------


class NoGrimoireBesidePoppies(Jinx):
    pairs = (("spy", "poppygrower"), ("widow", "poppygrower"))

    def hides_grimoire(self, me: Ability, state: State, to: Ability) -> bool:
        return to.character.id == self.a and is_there(state, "poppygrower")

    def through_night(self, me: Ability, state: State) -> Steps:
        """A Widow, who looks at it once, looks as soon as the Poppy Grower is dead."""
        for widow in queries.abilities_of(state, "widow") if self.a == "widow" else ():
            if widow.notes.get("grimoire hidden") and widow.player.alive and not is_there(state, "poppygrower"):
                yield information.shows_grimoire(state, widow)


class MagiciansTokens(Jinx):
    pairs = (("magician", "spy"), ("magician", "widow"))

    def hides_token(self, me: Ability, state: State, to: Ability, player: Player) -> bool:
        if to.character.id != self.b or not is_there(state, "magician"):
            return False
        return queries.is_demon(state, player) or player.character.id == "magician"


class NoGrimoireForAlchemists(Jinx):
    pairs = (("alchemist", "spy"), ("alchemist", "widow"))

    def hides_grimoire(self, me: Ability, state: State, to: Ability) -> bool:
        return to.character.id == self.b and to.by is not None and to.by.character.id == "alchemist"


# -- the Damsel --------------------------------------------------------------------------------------------------


class DamselWhoIsPoisoned(Jinx):
    pairs = (("spy", "damsel"), ("widow", "damsel"))

    def set_up(self, me: Ability, state: State) -> None:
        me.notes["has been in play"] = queries.in_play(state, self.a)

    def on_change(self, me: Ability, state: State, player: Player) -> None:
        if player.character.id == self.a and not me.notes["has been in play"]:
            me.notes["has been in play"] = True
            state.works_change()

    def always_impairs(self, me: Ability, state: State) -> Iterator[tuple[Player, str]]:
        if me.notes.get("has been in play"):
            yield from ((damsel, POISONED) for damsel in queries.holders(state, "damsel"))


# -- the Pit-Hag -------------------------------------------------------------------------------------------------


class NobodyIsMadeHeretic(Jinx, version="2022"):
    pairs = (("heretic", "pithag"),)

    def forbids_change(self, me: Ability, state: State, character: Character, by: Ability) -> bool:
        return by.character.id == "pithag" and character.id == "heretic"


class NoLeviathanThatLate(Jinx):
    pairs = (("leviathan", "pithag"),)

    def forbids_change(self, me: Ability, state: State, character: Character, by: Ability) -> bool:
        return by.character.id == "pithag" and character.id == "leviathan" and state.day >= 5


class NotGoodByIt(Jinx):
    pairs = (("pithag", "cultleader"), ("pithag", "goon"), ("pithag", "politician"))

    def forbids_turn(self, me: Ability, state: State, player: Player, side: Alignment, by: Ability) -> bool:
        return side == GOOD and player.made_by == "pithag" and by.player is player and by.character.id == self.b


class DamselOfTheStorytellers(Jinx):
    pairs = (("pithag", "damsel"),)

    def changes_instead(
        self, me: Ability, state: State, by: Ability, target: Player, character: Character
    ) -> Steps:
        if by.character.id != "pithag" or character.id != "damsel" or not queries.works(state, by):
            return None
        damsel = yield storyteller.chooses(
            "who becomes the Damsel? (The Pit-Hag has picked {0}.)", queries.residents(state), target,
            topic="becomes", about=by, idle=target,
        )  # fmt: skip
        return damsel


# -- the Cannibal ------------------------------------------------------------------------------------------------


def eaten(state: State, id: str) -> list[Ability]:
    """The abilities of this name that a Cannibal has, or is made to believe in."""
    return [a for a in queries.abilities_of(state, id) if a.by is not None and a.by.character.id == "cannibal"]


class CannibalsWhoKnowTheButler(Jinx):
    pairs = (("cannibal", "butler"),)

    def through_night(self, me: Ability, state: State) -> Steps:
        for ability in eaten(state, "butler"):
            if ability.secret and ability.player.alive:
                ability.secret = False
                yield information.tell(state, ability.player, "You have the ability of {0}.", ability.character)


class CannibalsWhoCountForTheJuggler(Jinx):
    pairs = (("cannibal", "juggler"),)

    def through_night(self, me: Ability, state: State) -> None:
        """What the Juggler has guessed on the day of their execution is the Cannibal's to hear."""
        for death in state.executed_today:
            own = death.player.ability("juggler")
            guesses = own.notes.pop("guesses", None) if own is not None else None
            for ability in eaten(state, "juggler") if guesses is not None else ():
                ability.notes["guesses"] = guesses


# -- others who have the ability of somebody else ----------------------------------------------------------------


class MastermindInName(Jinx):
    pairs = (("alchemist", "mastermind"),)

    def hollows(self, me: Ability, state: State, given: Ability) -> bool:
        return given.character.id == "mastermind" and given.by is not None and given.by.character.id == "alchemist"


class PhilosopherWhoHuntsBounties(Jinx):
    pairs = (("bountyhunter", "philosopher"),)

    def through_night(self, me: Ability, state: State) -> Steps:
        """Once for each Philosopher who has taken it."""
        for hunter in queries.abilities_of(state, "bountyhunter"):
            taken = hunter.by is not None and hunter.by.character.id == "philosopher"
            if not taken or not queries.works(state, hunter) or "turncoat" in hunter.notes:
                continue
            townsfolk = [p for p in queries.of_team(state, "townsfolk") if p.good]
            turncoat = yield storyteller.chooses(
                "which Townsfolk turns evil (for the Bounty Hunter)?", townsfolk, topic="turncoat", about=hunter,
                step="jinx", optional=True,
            )  # fmt: skip
            hunter.notes["turncoat"] = turncoat
            if turncoat is not None:
                yield effects.turns(state, turncoat, EVIL)


class MadAsTheGoblin(Jinx):
    pairs = (("cerenovus", "goblin"),)

    def names_too(self, me: Ability, state: State, by: Ability) -> Sequence[Character]:
        return (state.script.character("goblin"),) if by.character.id == "cerenovus" else ()


class OneOutsiderOnly(Jinx, version="2022"):
    pairs = (("heretic", "baron"),)

    def mends_bag(self, state: State, bag: list[Character], given: Sequence[Character]) -> Steps:
        drawn = {c.id for c in bag}
        brought = {c.brings for c in bag}
        spare = [
            c for c in bag if c.team == "outsider" and c not in given and c.id != "heretic" and c.id not in brought
        ]
        instead = [c for c in queries.on_script(state, "townsfolk") if c not in bag]
        if not {"heretic", "baron"} <= drawn or not spare or not instead:
            return
        only_one = yield storyteller.decides(
            "does the Baron, beside a Heretic, bring one Outsider only?", topic="set-up", step="baron", idle=False
        )
        if only_one:
            bag.remove(spare[-1])
            bag.append(state.chance.choice(instead))


class RecluseWhoIsTheKiller(Jinx):
    pairs = (("recluse", "sage"),)

    def passes_for(self, me: Ability, state: State, team: str) -> Sequence[Player]:
        recluses = [a.player for a in queries.abilities_of(state, "recluse") if queries.works(state, a)]
        return recluses if team == "killer" else ()


class MarionetteOnOneSideOrTheOther(Jinx):
    pairs = (("magician", "marionette"),)

    def hides_info(self, me: Ability, state: State, step: str) -> bool:
        return step == "marionette" and is_there(state, "magician")


# -- the Mathematician -------------------------------------------------------------------------------------------


class CountedThoughTheyOnlyBelieve(Jinx):
    pairs = (("mathematician", "drunk"), ("mathematician", "marionette"))

    def counts_as_misfiring(self, me: Ability, state: State, by: Ability) -> bool:
        return by.player.character.id == self.b


class LunaticWhoAttacksOthers(Jinx):
    pairs = (("mathematician", "lunatic"),)

    def on_chosen(self, me: Ability, state: State, by: Ability, target: Player) -> None:
        lunatic = by.fake and by.player.character.id == "lunatic"
        if lunatic or (by.character.team == "demon" and not by.fake):
            self._picks(me, state).setdefault(by.player if lunatic else None, set()).add(target)

    def through_night(self, me: Ability, state: State) -> None:
        """As it stands after each of the two has picked; the Mathematician comes later."""
        picks = self._picks(me, state)
        for lunatic in [p for p in queries.holders(state, "lunatic") if p.alive]:
            if picks.get(lunatic, set()) != picks.get(None, set()):
                state.misfired.add(lunatic.seat)
            else:
                state.misfired.discard(lunatic.seat)

    def _picks(self, me: Ability, state: State) -> dict[Player | None, set[Player]]:
        """Whom the Demon (None) and each Lunatic has picked tonight."""
        if me.notes.get("night") != state.night:
            me.notes.update(night=state.night, picks={})
        picks: dict[Player | None, set[Player]] = me.notes["picks"]
        return picks
