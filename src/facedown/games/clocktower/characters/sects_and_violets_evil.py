"""Sects & Violets: its Minions and Demons."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from facedown.games.clocktower.character import Demon, Minion, Steps
from facedown.games.clocktower.state import (
    DUSK,
    EVIL,
    GOOD,
    KEEPS,
    POISONED,
    Ability,
    Alignment,
    Death,
    Nomination,
    Player,
)
from facedown.games.clocktower.tale import Tale

# -- Minions -----------------------------------------------------------------------------------------------------


class EvilTwin(Minion):
    """Has a twin on the other side: good cannot win while both live, and loses if the good one is executed."""

    even_impaired = ("on_executed",)

    def first_night(self, me: Ability, tale: Tale) -> Steps:
        options = [p for p in tale.others(me) if not p.traveller and p.alignment != me.player.alignment]
        twin = yield tale.storyteller.chooses("who is the twin of {0}?", options, me.player, topic="twin", about=me)
        me.notes["twin"] = twin
        if twin is not None:
            for one, other in ((me.player, twin), (twin, me.player)):
                words = "{0} and {1} are twins: one is good, one is evil. {2} is {3}."
                yield tale.tell(one, words, me.player, twin, other, other.character, by=me)

    def on_change(self, me: Ability, tale: Tale, player: Player) -> Steps:
        """A twin that has come over to the same side is none: another is found."""
        twin = me.notes.get("twin")
        if player in (me.player, twin) and twin is not None and twin.alignment == me.player.alignment:
            yield self.first_night(me, tale)

    def keeps_from_winning(self, me: Ability, tale: Tale, side: Alignment) -> bool:
        twin = me.notes.get("twin")
        return side == GOOD and twin is not None and me.player.alive and twin.alive

    def on_executed(self, me: Ability, tale: Tale, death: Death) -> Steps:
        if death.player in (me.player, me.notes.get("twin")) and death.player.good:
            yield me.ends(EVIL, "the good twin was executed")


class Witch(Minion):
    """Each night curses a player, who dies on nominating tomorrow; with three alive this is over."""

    even_impaired = ("on_nomination",)

    def each_night(self, me: Ability, tale: Tale) -> Steps:
        if len(tale.seen_living) > 3:
            target = yield me.chooses("a player to curse", tale.here)
            me.marks(target, "cursed", until=DUSK)

    def on_nomination(self, me: Ability, tale: Tale, nomination: Nomination) -> Steps:
        if nomination.by is not None and nomination.by in me.has_marked("cursed") and len(tale.seen_living) > 3:
            yield me.kills(nomination.by)


class Cerenovus(Minion):
    """Each night tells a player which good character to be mad about tomorrow, or they may be executed."""

    def each_night(self, me: Ability, tale: Tale) -> Steps:
        target = yield me.chooses("a player to drive mad", tale.here)
        others = [c for a in tale.working("names_too") for c in a.character.names_too(a, tale, me)]
        good = tale.on_script("townsfolk", "outsider")
        character = yield me.chooses("as which good character?", [*good, *others])
        me.marks(target, "mad", until=DUSK, about=character)
        yield tale.tell(target, "{0}: tomorrow you are mad that you are {1}.", self, character, by=me)

    def judged(self, me: Ability, tale: Tale) -> Steps:
        for marker in [m for m in tale.markers if m.by is me and m.word == "mad"]:
            if tale.day_over or tale.over or not tale.holds(marker) or not marker.player.alive:
                continue
            guilty = yield tale.storyteller.decides(
                "is {0} executed for not being mad about being {1}?",
                marker.player,
                marker.about,
                topic="madness",
                about=me,
                idle=False,
            )
            if guilty and not tale.day_over:
                yield tale.execute(marker.player, by=me)


class PitHag(Minion):
    """Each night but the first makes a player a character not in play; if a Demon, any may die or live tonight."""

    def other_nights(self, me: Ability, tale: Tale) -> Steps:
        target = yield me.chooses("a player to change", [p for p in tale.here if not p.traveller])
        characters = tale.on_script("townsfolk", "outsider", "minion", "demon")
        character = yield me.chooses("into which character?", characters)
        if tale.in_play(character.id):
            return
        for ability in tale.working("changes_instead"):
            other = yield ability.character.changes_instead(ability, tale, me, target, character)
            target = other or target
        changed = yield tale.becomes(target, character, by=me)
        if changed and character.team == "demon":
            tale.frees_deaths(me)  # whatever becomes of the Pit-Hag tonight


# -- Demons ------------------------------------------------------------------------------------------------------


class FangGu(Demon):
    """Each night but the first kills a player; an Outsider becomes an evil Fang Gu, once, and this one dies."""

    outsiders = +1

    def other_nights(self, me: Ability, tale: Tale) -> Steps:
        target = yield me.chooses("a player to die", tale.here)
        yield me.kills(target)

    def saves(self, me: Ability, tale: Tale, death: Death) -> Any:
        outsider = death.by is me and not me.spent and True in tale.may_register(death.player, "outsider")
        return self._leaps(me, tale, death.player) if outsider else False

    def _leaps(self, me: Ability, tale: Tale, target: Player) -> Steps:
        if not (yield tale.registers(target, "outsider", to=me)):
            return False
        me.spend()
        yield tale.becomes(target, self, by=me, side=EVIL)
        for ability in target.abilities:
            ability.spend()
        yield tale.kill(me.player)
        return True


class Vigormortis(Demon):
    """Each night but the first kills a player; a Minion keeps its ability, and poisons a Townsfolk neighbour."""

    outsiders = -1

    def other_nights(self, me: Ability, tale: Tale) -> Steps:
        target = yield me.chooses("a player to die", tale.here)
        died = yield me.kills(target)
        if not died or not (yield tale.registers(target, "minion", to=me)):
            return
        me.marks(target, KEEPS)
        neighbours = tale.neighbours(target, is_townsfolk)
        poisoned = yield tale.storyteller.chooses(
            "which neighbour is poisoned?", neighbours, topic="poison", about=me
        )
        if poisoned is not None:
            me.poisons(poisoned, about=target)

    def on_change(self, me: Ability, tale: Tale, player: Player) -> None:
        """A dead Minion that is a Minion no more keeps nothing, and poisons nobody."""
        if player in me.marked(KEEPS) and True not in tale.may_register(player, "minion"):
            tale.remove_markers(lambda m: m.by is me and (m.about is player or m.player is player))


class NoDashii(Demon):
    """Each night but the first kills a player; the nearest Townsfolk on both sides of it are poisoned."""

    def other_nights(self, me: Ability, tale: Tale) -> Steps:
        target = yield me.chooses("a player to die", tale.here)
        yield me.kills(target)

    def always_impairs(self, me: Ability, tale: Tale) -> Iterator[tuple[Player, str]]:
        return ((player, POISONED) for player in tale.neighbours(me.player, is_townsfolk))


def is_townsfolk(player: Player) -> bool:
    return player.character.team == "townsfolk"


class Vortox(Demon):
    """Each night but the first kills a player; Townsfolk learn what is false; good loses without an execution."""

    even_impaired = ("day_ends",)

    def other_nights(self, me: Ability, tale: Tale) -> Steps:
        target = yield me.chooses("a player to die", tale.here)
        yield me.kills(target)

    def wrongs(self, me: Ability, tale: Tale, by: Ability) -> bool:
        townsfolk = by.character.team == "townsfolk" or (by.by is not None and by.by.character.team == "townsfolk")
        return townsfolk and not by.fake

    def day_ends(self, me: Ability, tale: Tale) -> Steps:
        if not tale.executed_today:
            yield me.ends(EVIL, "the Vortox wanted an execution")
