"""Jinxes: the rules of two characters together, as far as the rules can keep them by themselves.

What each says is in `facts/jinxes.csv`.  Those that are not here are told, and kept by the storyteller by hand.  A
jinx is in force where both its characters are on the script; it acts like an ability that belongs to nobody.
"""

from __future__ import annotations

from typing import Any, ClassVar

from facedown.games.clocktower.character import Character, Fabled, Steps
from facedown.games.clocktower.scripts import Script
from facedown.games.clocktower.tale import Tale
from facedown.games.clocktower.town import EVIL, GOOD, Ability, Alignment, Death, Player

KEPT: dict[tuple[str, str], Jinx] = {}


class Jinx(Fabled, abstract=True):
    """A rule of two characters; the same of several pairs, where it is the same rule."""

    pairs: ClassVar[tuple[tuple[str, str], ...]] = ()

    def __init__(self, a: str, b: str) -> None:
        self.a, self.b = a, b

    def __init_subclass__(cls, **rest: Any) -> None:
        super().__init_subclass__(abstract=True, **rest)
        KEPT.update({pair: cls(*pair) for pair in cls.pairs})

    def __reduce__(self) -> Any:
        return kept, (self.a, self.b)


def kept(a: str, b: str) -> Jinx:
    """The jinx of two characters that the rules keep."""
    return KEPT[a, b]


def kept_on(script: Script) -> list[Character]:
    """The jinxes of a script that the rules keep."""
    return [KEPT[jinx.a, jinx.b] for jinx in script.jinxes if (jinx.a, jinx.b) in KEPT]


def is_there(tale: Tale, id: str) -> bool:
    """Does somebody have this ability, and does it work?"""
    return any(ability.works for ability in tale.abilities_of(id))


# -- the grimoire ------------------------------------------------------------------------------------------------


class NoGrimoireBesidePoppies(Jinx):
    pairs = (("spy", "poppygrower"), ("widow", "poppygrower"))

    def hides_grimoire(self, me: Ability, tale: Tale, to: Ability) -> bool:
        return to.character.id == self.a and is_there(tale, "poppygrower")

    def through_night(self, me: Ability, tale: Tale) -> Steps:
        """A Widow, who looks at it once, looks as soon as the Poppy Grower is dead."""
        for widow in tale.abilities_of("widow") if self.a == "widow" else ():
            if widow.notes.get("grimoire hidden") and widow.player.alive and not is_there(tale, "poppygrower"):
                yield tale.shows_grimoire(widow)


class MagiciansTokens(Jinx):
    pairs = (("magician", "spy"), ("magician", "widow"))

    def hides_token(self, me: Ability, tale: Tale, to: Ability, player: Player) -> bool:
        if to.character.id != self.b or not is_there(tale, "magician"):
            return False
        return tale.is_demon(player) or player.character.id == "magician"


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


class GuardedByTheMonk(SafeFromAllEvil):
    pairs = (("leviathan", "monk"), ("riot", "monk"))
    word = "safe from the Demon"


class GuestsOfTheInnkeeper(SafeFromAllEvil):
    pairs = (("leviathan", "innkeeper"), ("riot", "innkeeper"))
    word = "cannot die tonight"


class TheSoldierHerself(SafeFromAllEvil):
    pairs = (("leviathan", "soldier"), ("riot", "soldier"))

    def is_safe(self, tale: Tale, player: Player) -> bool:
        soldier = any(a.character.id == "soldier" and a.works for a in player.abilities)
        return soldier and tale.in_play(self.a)


class GrandchildOfTheLeviathan(Jinx):
    pairs = (("leviathan", "grandmother"),)

    def on_death(self, me: Ability, tale: Tale, death: Death) -> Steps:
        if death.executed and tale.in_play("leviathan") and tale.is_marked(death.player, "grandchild"):
            yield tale.ends(EVIL, "the grandchild was executed under the Leviathan")


class GrandchildInARiot(Jinx):
    pairs = (("riot", "grandmother"),)

    def on_death(self, me: Ability, tale: Tale, death: Death) -> Steps:
        if death.at_night or not tale.in_play("riot"):
            return
        for grandmother in [a for a in tale.abilities_of("grandmother") if a.works]:
            if death.player in grandmother.marked("grandchild"):
                yield tale.kill(grandmother.player)


class MayorOnTheFifthDay(Jinx):
    pairs = (("leviathan", "mayor"),)

    def day_ends(self, me: Ability, tale: Tale) -> Steps:
        if tale.day == 5 and not tale.executed_today and tale.in_play("leviathan") and is_there(tale, "mayor"):
            yield tale.ends(GOOD, "nobody was executed on the fifth day, and the Mayor lives")


class KingWhoNeedNotWait(Jinx):
    pairs = (("leviathan", "king"), ("riot", "king"))

    def wakes_early(self, me: Ability, tale: Tale, whom: Ability) -> bool:
        return whom.character.id == "king" and tale.in_play(self.a) and bool(tale.dead)


# -- the Pit-Hag -------------------------------------------------------------------------------------------------


class NobodyIsMadeHeretic(Jinx):
    pairs = (("heretic", "pithag"),)

    def forbids_change(self, me: Ability, tale: Tale, character: Character, by: Ability) -> bool:
        return by.character.id == "pithag" and character.id == "heretic"


class NoLeviathanThatLate(Jinx):
    pairs = (("leviathan", "pithag"),)

    def forbids_change(self, me: Ability, tale: Tale, character: Character, by: Ability) -> bool:
        return by.character.id == "pithag" and character.id == "leviathan" and tale.day >= 5


class NotGoodByIt(Jinx):
    pairs = (("pithag", "cultleader"), ("pithag", "goon"), ("pithag", "politician"))

    def forbids_turn(self, me: Ability, tale: Tale, player: Player, side: Alignment, by: Ability) -> bool:
        return side == GOOD and player.made_by == "pithag" and by.player is player and by.character.id == self.b


# -- the Cannibal ------------------------------------------------------------------------------------------------


def eaten(tale: Tale, id: str) -> list[Ability]:
    """The abilities of this name that a Cannibal has, or is made to believe in."""
    return [a for a in tale.abilities_of(id) if a.by is not None and a.by.character.id == "cannibal"]


class CannibalsWhoKnowTheButler(Jinx):
    pairs = (("cannibal", "butler"),)

    def through_night(self, me: Ability, tale: Tale) -> Steps:
        for ability in eaten(tale, "butler"):
            if ability.secret and ability.player.alive:
                ability.secret = False
                yield tale.tell(ability.player, "You have the ability of {0}.", ability.character)


class CannibalsWhoCountForTheJuggler(Jinx):
    pairs = (("cannibal", "juggler"),)

    def through_night(self, me: Ability, tale: Tale) -> None:
        """What the Juggler has guessed on the day of their execution is the Cannibal's to hear."""
        for death in tale.executed_today:
            own = death.player.ability("juggler")
            guesses = own.notes.pop("guesses", None) if own is not None else None
            for ability in eaten(tale, "juggler") if guesses is not None else ():
                ability.notes["guesses"] = guesses


# -- the Scarlet Woman -------------------------------------------------------------------------------------------


class OneAlHadikhiaAtATime(Jinx):
    pairs = (("scarletwoman", "alhadikhia"),)

    def through_night(self, me: Ability, tale: Tale) -> Steps:
        """When Al-Hadikhia has called the one before back to life, it is the Scarlet Woman again."""
        living = [p for p in tale.living if tale.is_really(p, "alhadikhia")]
        for heir in [p for p in living if p.made_by == "scarletwoman"] if len(living) > 1 else ():
            yield tale.becomes(heir, tale.script.character("scarletwoman"))


# -- the Mathematician -------------------------------------------------------------------------------------------


class CountedThoughTheyOnlyBelieve(Jinx):
    pairs = (("mathematician", "drunk"), ("mathematician", "marionette"))

    def counts_as_misfiring(self, me: Ability, tale: Tale, by: Ability) -> bool:
        return by.player.character.id == self.b
