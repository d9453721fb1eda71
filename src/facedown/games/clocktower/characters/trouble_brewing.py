"""Trouble Brewing: the first of the base editions."""

from __future__ import annotations

from typing import Any

from facedown.games.clocktower.character import Demon, Minion, Outsider, Steps, Townsfolk
from facedown.games.clocktower.characters.pairs import learn_one_of_two
from facedown.games.clocktower.questions import Act
from facedown.games.clocktower.state import DAWN, DUSK, Ability, Death, Nomination, Player, other_side
from facedown.games.clocktower.tale import Tale

# -- Townsfolk ---------------------------------------------------------------------------------------------------


class Washerwoman(Townsfolk):
    """At first learns two players and a Townsfolk: one of the two is it."""

    def first_night(self, me: Ability, tale: Tale) -> Steps:
        yield from learn_one_of_two(me, tale, "townsfolk")


class Librarian(Townsfolk):
    """At first learns two players and an Outsider: one of the two is it; or that there is none."""

    def first_night(self, me: Ability, tale: Tale) -> Steps:
        yield from learn_one_of_two(me, tale, "outsider")


class Investigator(Townsfolk):
    """At first learns two players and a Minion: one of the two is it."""

    def first_night(self, me: Ability, tale: Tale) -> Steps:
        yield from learn_one_of_two(me, tale, "minion")


class Chef(Townsfolk):
    """At first learns how many pairs of neighbours are both evil."""

    def first_night(self, me: Ability, tale: Tale) -> Steps:
        circle = tale.here
        truths = tale.by_reading(
            "evil", lambda evil: sum({p.seat, circle[i - 1].seat} <= evil for i, p in enumerate(circle))
        )
        minions = len(tale.of_team("minion")) or max(1, (len(tale.residents) - 4) // 3)  # as many as there might be
        yield me.learns("{0} {0:pair of neighbours is|pairs of neighbours are} evil.", truths, range(minions + 2))


class Empath(Townsfolk):
    """Each night learns how many of the nearest living players on both sides are evil."""

    def each_night(self, me: Ability, tale: Tale) -> Steps:
        neighbours = {p.seat for p in tale.living_neighbours(me.player)}
        truths = tale.by_reading("evil", lambda evil: len(neighbours & evil))
        yield me.learns("{0} of your living neighbours {0:is|are} evil.", truths, range(3))


class FortuneTeller(Townsfolk):
    """Each night picks two players and learns whether one is the Demon; one good player always seems to be."""

    def set_up(self, me: Ability, tale: Tale) -> Steps:
        good = [p for p in tale.residents if p.good]
        herring = yield tale.storyteller.chooses(
            "who seems to be the Demon to {0}?", good, me.player, topic="herring"
        )
        me.marks(herring, "red herring", even_if_impaired=True)

    gained = set_up

    def each_night(self, me: Ability, tale: Tale) -> Steps:
        one = yield me.chooses("the first player", tale.here)
        other = yield me.chooses("the second player", [p for p in tale.here if p is not one])
        pair = {one.seat, other.seat}
        herring = any(m.player.seat in pair for m in tale.markers if m.by is me and m.word == "red herring")
        truths = tale.by_reading("demon", lambda demons: herring or bool(pair & demons))
        yield me.learns("Is {1} or {2} the Demon? {0}.", truths, (True, False), one, other)


class Undertaker(Townsfolk):
    """Each night but the first learns the character of whoever died by execution that day."""

    def other_nights(self, me: Ability, tale: Tale) -> Steps:
        for death in tale.executed_today:
            if death.player in tale.died_today:
                found = tale.characters_of(death.player)
                yield me.learns("{1} was {0}.", found, tale.script.characters, death.player)


class Monk(Townsfolk):
    """Each night but the first picks another player, whom the Demon cannot harm tonight."""

    even_impaired = ("saves",)

    def other_nights(self, me: Ability, tale: Tale) -> Steps:
        target = yield me.chooses("another player to keep safe", tale.others(me))
        me.marks(target, "safe from the Demon", until=DAWN)

    def saves(self, me: Ability, tale: Tale, death: Death) -> bool:
        return death.by_demon and death.player in me.has_marked("safe from the Demon")

    def shields(self, me: Ability, tale: Tale, player: Player, by: Ability) -> bool:
        return by.character.team == "demon" and player in me.marked("safe from the Demon")


class Ravenkeeper(Townsfolk):
    """When it dies at night, picks a player and learns their character."""

    acts_when_dead = True

    def on_death(self, me: Ability, tale: Tale, death: Death) -> None:
        if death.player is me.player and death.at_night:
            me.lasts = True

    def other_nights(self, me: Ability, tale: Tale) -> Steps:
        if me.player in tale.died_tonight:
            yield from self.struck(me, tale, me.player)

    def struck(self, me: Ability, tale: Tale, by: Player) -> Steps:
        target = yield me.chooses("a player whose character you learn", tale.here)
        yield me.learns("{1} is {0}.", tale.characters_of(target), tale.script.characters, target)


class Virgin(Townsfolk):
    """The first player to nominate it is executed at once, if they are a Townsfolk."""

    even_impaired = ("on_nomination",)

    def gained(self, me: Ability, tale: Tale) -> None:
        me.notes["nominated before"] = me.player.nominated

    def on_nomination(self, me: Ability, tale: Tale, nomination: Nomination) -> Steps:
        if nomination.nominee is not me.player or nomination.by is None:
            return
        if me.player.nominated > me.notes.get("nominated before", 0) + 1:
            return
        townsfolk = yield tale.registers(nomination.by, "townsfolk", to=me)
        if townsfolk:
            yield tale.execute(nomination.by, by=me)


class Slayer(Townsfolk):
    """Once, by day, names a player aloud: if they are the Demon, they die."""

    declares = "kill somebody if they are the Demon"
    asks_declarer = "player"

    def declared(self, me: Ability | None, tale: Tale, by: Player, act: Act) -> Steps:
        if me is None or me.spent or not (by.alive or me.works):
            return
        me.spend()
        demon = (yield tale.registers(act.player, "demon", to=me)) if me.works else tale.is_demon(act.player)
        if demon:
            yield me.kills(act.player)


class Soldier(Townsfolk):
    """The Demon cannot harm it."""

    even_impaired = ("saves",)

    def saves(self, me: Ability, tale: Tale, death: Death) -> bool:
        return death.player is me.player and death.by_demon

    def shields(self, me: Ability, tale: Tale, player: Player, by: Ability) -> bool:
        return player is me.player and by.character.team == "demon"


class Mayor(Townsfolk):
    """With three alive and nobody executed, its side wins; when it dies at night, another may die instead."""

    even_impaired = ("day_ends",)

    def redirects(self, me: Ability, tale: Tale, death: Death) -> Any:
        if death.player is not me.player or not death.at_night:
            return None
        return tale.storyteller.chooses(
            "who dies in place of the Mayor?", tale.living, topic="redirect", about=me, idle=me.player
        )

    def day_ends(self, me: Ability, tale: Tale) -> Steps:
        alive = sum(tale.counts_as_alive(p) for p in tale.residents)
        if alive == 3 and not tale.executed_today:
            yield me.ends(me.player.alignment, "the Mayor held three alive, and nobody was executed")


# -- Outsiders ---------------------------------------------------------------------------------------------------


class Butler(Outsider):
    """Each night picks a master, and means to vote tomorrow only when they do."""

    def each_night(self, me: Ability, tale: Tale) -> Steps:
        master = yield me.chooses("another player, your master", tale.others(me))
        me.marks(master, "master", until=DUSK)


class DrunkOutsider(Outsider):
    """Believes to be a Townsfolk, and has no ability."""

    id = "drunk"
    thinks_it_is = "townsfolk"
    knows_token = False


class Recluse(Outsider):
    """May be taken for evil, for a Minion, for the Demon, dead or alive."""

    registers_as = ("evil", "minion", "demon")
    works_when_dead = True


class Saint(Outsider):
    """When it dies by execution, its side loses."""

    even_impaired = ("on_death",)

    def on_death(self, me: Ability, tale: Tale, death: Death) -> Steps:
        if death.player is me.player and death.executed and not tale.dies_in_vain(me):
            yield tale.ends(other_side(me.player.alignment), "the Saint was executed")


# -- Minions -----------------------------------------------------------------------------------------------------


class Poisoner(Minion):
    """Each night poisons a player until the next dusk."""

    def each_night(self, me: Ability, tale: Tale) -> Steps:
        target = yield me.chooses("a player to poison", tale.here)
        me.poisons(target, until=DUSK)


class Spy(Minion):
    """Each night sees everything; may be taken for good, for a Townsfolk or an Outsider, dead or alive."""

    registers_as = ("good", "townsfolk", "outsider")
    works_when_dead = True

    def each_night(self, me: Ability, tale: Tale) -> Steps:
        yield tale.shows_grimoire(me)


class ScarletWoman(Minion):
    """When the Demon dies with five or more alive, becomes the Demon."""

    def on_death(self, me: Ability, tale: Tale, death: Death) -> Steps:
        demon = tale.demon_of(death.player)
        if demon is not None and was_five(tale, death) and not any(p.alive for p in tale.demons):
            yield tale.becomes(me.player, demon, by=me)


def was_five(tale: Tale, death: Death) -> bool:
    """Were five or more alive before this death, Travellers not counted?"""
    return sum(p.alive for p in tale.residents) + (not death.player.traveller) >= 5


class Baron(Minion):
    """Two Outsiders more are in play."""

    outsiders = +2


# -- Demon -------------------------------------------------------------------------------------------------------


class Imp(Demon):
    """Each night but the first kills a player; if it kills itself, a living Minion becomes the Imp."""

    def other_nights(self, me: Ability, tale: Tale) -> Steps:
        target = yield me.chooses("a player to die", tale.here)
        if target is not me.player:
            yield me.kills(target)
            return
        me.notes["passes itself on"] = True
        yield me.kills(target)
        me.notes.clear()

    def on_death(self, me: Ability, tale: Tale, death: Death) -> Steps:
        if death.player is not me.player or "passes itself on" not in me.notes:
            return
        minions = [p for p in tale.living if True in tale.may_register(p, "minion")]
        if any(p.alive for p in tale.demons):
            return
        women = [
            a.player for a in tale.working("on_death") if a.character.id == "scarletwoman" and was_five(tale, death)
        ]
        sure = women or any(tale.may_register(p, "minion") == {True} for p in minions)
        plain = [p for p in women or minions if tale.is_(p, "minion")]
        heir = yield tale.storyteller.chooses(
            "which Minion becomes the Imp?", women or minions, topic="heir", about=me, optional=not sure,
            idle=plain[0] if len(plain) == 1 else None,
        )  # fmt: skip
        if heir is not None:
            yield tale.becomes(heir, self)
