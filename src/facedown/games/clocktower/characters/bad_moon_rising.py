"""Bad Moon Rising: the edition in which many die, and some do not stay dead."""

from __future__ import annotations

from typing import Any

from facedown.games.clocktower.character import Character, Demon, Minion, Outsider, Steps, Townsfolk, hooks_of
from facedown.games.clocktower.information import FEWEST_FOR_INFO
from facedown.games.clocktower.night import hidden, may_act
from facedown.games.clocktower.questions import Act
from facedown.games.clocktower.state import (
    ASLEEP,
    DAWN,
    DRUNK,
    DUSK,
    GOOD,
    SEEMS_DEAD,
    Ability,
    Alignment,
    Death,
    Marker,
    Player,
    other_side,
)
from facedown.games.clocktower.tale import Tale

# -- Townsfolk ---------------------------------------------------------------------------------------------------


class Grandmother(Townsfolk):
    """At first learns a good player and their character; if the Demon kills that grandchild, she dies too."""

    even_impaired = ("on_death",)

    def first_night(self, me: Ability, tale: Tale) -> Steps:
        residents = [p for p in tale.others(me) if not p.traveller]
        kin = [p for p in residents if True in tale.may_register(p, GOOD)]
        truths = [(p, c) for p in kin for c in tale.characters_of(p) if c.good]
        possible = [(p, c) for p in residents for c in tale.on_script("townsfolk", "outsider")]
        grandchild, _ = yield me.learns("{0} is your grandchild, and is {1}.", truths, possible)
        me.marks(grandchild, "grandchild")

    def on_death(self, me: Ability, tale: Tale, death: Death) -> Steps:
        if death.by_demon and death.player in me.has_marked("grandchild"):
            yield me.kills(me.player)


class Sailor(Townsfolk):
    """Each night drinks with a living player, and one of the two is drunk until dusk; sober, it cannot die."""

    even_impaired = ("saves",)

    def each_night(self, me: Ability, tale: Tale) -> Steps:
        target = yield me.chooses("a living player to drink with", tale.seen_living)
        drunk = yield tale.storyteller.chooses(
            "who of {0} and {1} is drunk?",
            dict.fromkeys((me.player, target)),
            me.player,
            target,
            topic="drunk",
            about=me,
        )
        gets_drunk(me, tale, drunk)

    def saves(self, me: Ability, tale: Tale, death: Death) -> bool:
        return death.player is me.player


def gets_drunk(me: Ability, tale: Tale, player: Player) -> None:
    """Drunk until dusk by this ability.  Whoever makes themselves drunk is not sobered up by being so."""
    if player is me.player and me.works:
        tale.mark(player, DRUNK, until=DUSK, about=me)
    else:
        me.makes_drunk(player, until=DUSK)


class Chambermaid(Townsfolk):
    """Each night picks two other living players and learns how many of them woke tonight for their own ability."""

    def each_night(self, me: Ability, tale: Tale) -> Steps:
        options = [p for p in tale.seen_living if p is not me.player]
        one = yield me.chooses("the first of two other living players", options)
        other = yield me.chooses("the second", [p for p in options if p is not one])
        woke = sum(p is not None and (p.seat in tale.woke or wakes_later(tale, p)) for p in (one, other))
        yield me.learns("{0} of {1} and {2} woke tonight.", (woke,), range(3), one, other)


def wakes_later(tale: Tale, player: Player) -> bool:
    """Has this player still to wake tonight, after the Chambermaid?"""
    order = tale.script.first_night if tale.night == 1 else tale.script.other_nights
    later = order[order.index("chambermaid") + 1 :] if "chambermaid" in order else ()
    return any(
        a.slot in later and "each_night" in hooks_of(a.character) and may_act(tale, a) for a in player.abilities
    )


class Exorcist(Townsfolk):
    """Each night but the first picks another player than before: a Demon learns it, and does not wake."""

    def other_nights(self, me: Ability, tale: Tale) -> Steps:
        last = me.notes.get("last")
        target = yield me.chooses("a player, another than last night", [p for p in tale.here if p is not last])
        me.notes["last"] = target
        if not me.works:
            if tale.is_demon(target):
                tale.misfires(me)
        elif (yield tale.registers(target, "demon", to=me)):
            me.marks(target, ASLEEP, until=DAWN)
            yield tale.tell(
                target, "{0} is {1} and has found you: you do not wake tonight.", me.player, self, by=me
            )


class Innkeeper(Townsfolk):
    """Each night but the first picks two players, who cannot die tonight; one of them is drunk until dusk."""

    even_impaired = ("saves",)

    def other_nights(self, me: Ability, tale: Tale) -> Steps:
        one = yield me.chooses("the first of two guests", tale.here)
        other = yield me.chooses("the second", [p for p in tale.here if p is not one])
        for guest in (one, other):
            me.marks(guest, "cannot die tonight", until=DAWN)
        drunk = yield tale.storyteller.chooses("which guest is drunk?", (one, other), topic="drunk", about=me)
        gets_drunk(me, tale, drunk)

    def saves(self, me: Ability, tale: Tale, death: Death) -> bool:
        return death.at_night and death.player in me.has_marked("cannot die tonight")


class Gambler(Townsfolk):
    """Each night but the first guesses a player's character; a wrong guess kills the Gambler."""

    def other_nights(self, me: Ability, tale: Tale) -> Steps:
        target = yield me.chooses("whose character do you guess?", tale.here)
        guess = yield me.chooses("which character are they?", tale.guessed_at)
        right = yield tale.registers(target, guess.id, to=me)
        if not right:
            yield me.kills(me.player)


class Gossip(Townsfolk):
    """Says something in public by day; if it is true, somebody dies in the night."""

    declares = "say something that may be true"
    asks_declarer = "text"

    def declared(self, me: Ability | None, tale: Tale, by: Player, act: Act) -> None:
        if me is not None and by.alive:
            me.notes["said"] = tale.day, act.text

    def other_nights(self, me: Ability, tale: Tale) -> Steps:
        day, said = me.notes.get("said", (0, ""))
        if day != tale.day:
            return
        true = yield tale.storyteller.decides(
            "is it true, what {0} has said: {1}", me.player, said, topic="truth", about=me
        )
        if true:
            victim = yield tale.storyteller.chooses(
                "who dies by what {0} has said?", tale.living, me.player, topic="kill", about=me
            )
            yield me.kills(victim)


class Courtier(Townsfolk):
    """Once, at night, picks a character: its player, if there is one, is drunk for three nights and days."""

    def each_night(self, me: Ability, tale: Tale) -> Steps:
        if me.spent:
            return
        character = yield me.chooses("a character to make drunk, or nobody", tale.script.characters, optional=True)
        if character is None:
            return
        me.spend()
        drunk = yield tale.storyteller.chooses(
            "which {0} is drunk?", tale.holders(character.id), character, topic="drunk", about=me
        )
        if drunk is not None:
            me.makes_drunk(drunk, until=DUSK, times=3)


class Professor(Townsfolk):
    """Once, at night but not the first, picks a dead player: a Townsfolk comes back to life.

    Whom the night has killed is among them, and nobody knows yet who that is: so the Professor may name anybody.
    """

    def other_nights(self, me: Ability, tale: Tale) -> Steps:
        if me.spent:
            return
        target = yield me.chooses("a dead player to bring back, or nobody", tale.here, optional=True)
        if target is None:
            return
        me.spend()
        if target.alive:
            return
        townsfolk = yield tale.registers(target, "townsfolk", to=me)
        if townsfolk:
            yield tale.raise_(target, by=me)


class Minstrel(Townsfolk):
    """When a Minion dies by execution, everybody else is drunk until the end of the next day."""

    even_impaired = ("on_death",)

    def on_death(self, me: Ability, tale: Tale, death: Death) -> Steps:
        if death.executed and (yield tale.registers(death.player, "minion", to=me)):
            for player in tale.residents:
                if player is not me.player:
                    me.makes_drunk(player, until=DUSK, times=2)


class TeaLady(Townsfolk):
    """While both of her living neighbours are good, neither of them can die."""

    even_impaired = ("saves",)

    def saves(self, me: Ability, tale: Tale, death: Death) -> Any:
        neighbours = tale.living_neighbours(me.player)
        return self._both_good(me, tale, neighbours) if death.player in neighbours else False

    def _both_good(self, me: Ability, tale: Tale, neighbours: list[Player]) -> Steps:
        for neighbour in neighbours:
            if not (yield tale.registers(neighbour, GOOD, to=me)):
                return False
        return True


class Pacifist(Townsfolk):
    """When somebody good is executed, they may live through it."""

    def saves(self, me: Ability, tale: Tale, death: Death) -> Any:
        if not death.executed or True not in tale.may_register(death.player, GOOD):
            return False
        return tale.storyteller.decides(
            "does {0} live through the execution?", death.player, topic="save", about=me, idle=False
        )


class Fool(Townsfolk):
    """Does not die the first time that it would."""

    even_impaired = ("saves",)

    def saves(self, me: Ability, tale: Tale, death: Death) -> bool:
        if death.player is not me.player or me.spent:
            return False
        me.spend()
        return True


# -- Outsiders ---------------------------------------------------------------------------------------------------


class Tinker(Outsider):
    """May die at any time, for no reason at all."""

    def other_nights(self, me: Ability, tale: Tale) -> Steps:
        dies = yield tale.storyteller.decides("does {0} die?", me.player, topic="tinker", about=me, idle=False)
        if dies:
            yield me.kills(me.player)

    judged = other_nights


class Moonchild(Outsider):
    """On learning of its death, picks a living player aloud: if they are good, they die in the night."""

    acts_when_dead = True

    def on_death(self, me: Ability, tale: Tale, death: Death) -> None:
        if death.player is me.player:
            me.lasts = True

    def learns_of_death(self, me: Ability, tale: Tale) -> Steps:
        target = yield me.chooses("a living player, aloud", tale.seen_living, public=True)
        me.notes["target"] = target
        yield tale.announce(
            "chooses", "{0}, who was {1}, chooses {2}.", me.player, self, target, seat=me.player.seat
        )

    def other_nights(self, me: Ability, tale: Tale) -> Steps:
        target = me.notes.pop("target", None)
        if target is not None and not me.works and target.good:
            tale.misfires(me, in_death=True)
        elif target is not None and (yield tale.registers(target, GOOD, to=me)):
            yield me.kills(target)
        if target is not None:
            me.lasts = False


class Goon(Outsider):
    """Each night the first to pick it with their ability is drunk until dusk, and it takes their side."""

    even_impaired = ("on_chosen",)

    def on_chosen(self, me: Ability, tale: Tale, by: Ability, target: Player) -> Steps:
        if target is not me.player or by.player is target or by.fake or tale.phase != "night":
            return
        if me.notes.get("night") == tale.night:
            return
        me.notes["night"] = tale.night
        side = by.player.alignment
        me.makes_drunk(by.player, until=DUSK)
        yield tale.turns(me.player, side, by=me)


class Lunatic(Outsider):
    """Believes to be the Demon, and does nothing; the Demon knows the Lunatic and whom the Lunatic picks."""

    thinks_it_is = "demon"
    knows_token = False
    acts_in = "lunatic"

    def first_night(self, me: Ability, tale: Tale) -> Steps:
        """What a Demon is told, made up; where a Demon is shown no Minions, the Lunatic need not be either."""
        if tale.night > 1 or len(tale.residents) < FEWEST_FOR_INFO:
            return
        minions: list[Player] = []
        unseen = hidden(tale, "demoninfo")
        for _ in tale.of_team("minion"):
            minion = yield tale.storyteller.chooses(
                "who does {0} take for a Minion?",
                [p for p in tale.others(me) if p not in minions and not p.traveller],
                me.player,
                topic="lunatic",
                about=me,
                optional=unseen,
            )
            if minion is None:
                break
            minions.append(minion)
        if minions:
            yield tale.tell(
                me.player, "Your {0:Minion is|Minions are} {0}.", tuple(sorted(minions, key=lambda p: p.seat))
            )
        bluffs: list[Character] = []
        for _ in range(3):
            bluff = yield tale.storyteller.chooses(
                "which character is shown to {0} as not in play?",
                [c for c in tale.on_script("townsfolk", "outsider") if c not in bluffs],
                me.player,
                topic="bluff",
                about=me,
            )
            bluffs.append(bluff)
        yield tale.tell(me.player, "Not in play: {0}.", tuple(bluffs))

    def info_step(self, me: Ability, tale: Tale, step: str) -> Steps:
        if step == "demoninfo":
            yield tale.tell_all(living_demons(tale), "{0} is {1}.", me.player, self, by=me)

    def on_chosen(self, me: Ability, tale: Tale, by: Ability, target: Player) -> Steps:
        if by.player is me.player and by.fake:
            yield tale.tell_all(living_demons(tale), "{0}, {1}, has chosen {2}.", me.player, self, target, by=me)


def living_demons(tale: Tale) -> list[Player]:
    return [p for p in tale.demons if p.alive]


# -- Minions -----------------------------------------------------------------------------------------------------


class Godfather(Minion):
    """At first learns which Outsiders are in play; kills in the night after one has died by day."""

    def fills_bag(self, counts: dict[str, int], tale: Tale) -> Steps:
        more = counts["outsider"] == 0 or (
            yield tale.storyteller.decides("is there one Outsider more (or else one fewer)?", topic="set-up")
        )
        counts["outsider"] += 1 if more else -1
        counts["townsfolk"] -= 1 if more else -1

    def first_night(self, me: Ability, tale: Tale) -> Steps:
        outsiders: list[Character] = []
        if me.works:
            for player in tale.others(me):
                if (yield tale.registers(player, "outsider", to=me)):
                    seen_as = [c for c in tale.characters_of(player) if c.team == "outsider"]
                    outsiders.append(
                        (
                            yield tale.storyteller.chooses(
                                "as which Outsider is {0} seen?", seen_as, player, topic="register", about=me
                            )
                        )
                    )
        else:
            for _ in tale.of_team("outsider") or range(1):
                options = [c for c in tale.on_script("outsider") if c not in outsiders]
                told = yield tale.storyteller.chooses(
                    "which Outsider is {0} told of?", options, me.player, topic="tell", about=me
                )
                outsiders += [told] if told is not None else []
        in_play = {p.character for p in tale.of_team("outsider")}
        found = tuple(sorted(outsiders, key=lambda c: c.name))
        yield tale.tell(
            me.player, "Outsiders in play: {0}.", found, by=me, report=found, true=set(found) == in_play
        )

    def other_nights(self, me: Ability, tale: Tale) -> Steps:
        if not any(p.character.team == "outsider" for p in tale.died_today):
            return
        target = yield me.chooses("a player to die", tale.here)
        yield me.kills(target)


class DevilsAdvocate(Minion):
    """Each night picks a living player, another than before, who does not die if executed tomorrow."""

    even_impaired = ("saves",)

    def each_night(self, me: Ability, tale: Tale) -> Steps:
        last = me.notes.get("last")
        options = [p for p in tale.seen_living if p is not last]
        target = yield me.chooses("a living player, another than last night", options)
        me.notes["last"] = target
        me.marks(target, "survives execution", until=DUSK)

    def saves(self, me: Ability, tale: Tale, death: Death) -> bool:
        return death.executed and death.player in me.has_marked("survives execution")


class Assassin(Minion):
    """Once, at night but not the first, kills a player whatever keeps them from dying."""

    def other_nights(self, me: Ability, tale: Tale) -> Steps:
        if me.spent:
            return
        target = yield me.chooses("a player to die, or nobody", tale.here, optional=True)
        if target is not None:
            me.spend()
            yield me.kills(target, beats_protection=True)


class Mastermind(Minion):
    """When the Demon dies by execution, there is one more day: whoever is executed then loses with their side."""

    def on_death(self, me: Ability, tale: Tale, death: Death) -> None:
        if death.executed and tale.is_demon(death.player):
            me.notes["last day"] = tale.day + 1

    def keeps_from_winning(self, me: Ability, tale: Tale, side: Alignment) -> bool:
        return self._goes_on(me, tale)

    def _goes_on(self, me: Ability, tale: Tale) -> bool:
        return me.notes.get("last day", 0) >= tale.day and not living_demons(tale)

    def _is_over(self, me: Ability, tale: Tale) -> bool:
        """Is this the moment for which the Mastermind has kept the game open?"""
        return me.notes.get("last day") == tale.day and self._goes_on(me, tale) and bool(me.notes.pop("last day"))

    def on_executed(self, me: Ability, tale: Tale, death: Death) -> Steps:
        if self._is_over(me, tale):
            yield tale.ends(other_side(death.player.alignment), "the Mastermind had one day more")

    def day_ends(self, me: Ability, tale: Tale) -> Steps:
        if self._is_over(me, tale):
            yield tale.ends(GOOD, "the Demon is dead, and the Mastermind's day is over")


# -- Demons ------------------------------------------------------------------------------------------------------


class Zombuul(Demon):
    """Kills in each night after a day on which nobody died; its own first death is only for show."""

    def other_nights(self, me: Ability, tale: Tale) -> Steps:
        if tale.died_today:
            return
        target = yield me.chooses("a player to die", tale.here)
        yield me.kills(target)

    def saves(self, me: Ability, tale: Tale, death: Death) -> Any:
        return self._plays_dead(me, tale) if death.player is me.player and not me.spent else False

    def _plays_dead(self, me: Ability, tale: Tale) -> Steps:
        me.spend()
        me.marks(me.player, SEEMS_DEAD)
        (tale.died_tonight if tale.phase == "night" else tale.died_today).append(me.player)
        if tale.phase == "day":
            yield tale.show_life(me.player)
            yield tale.pause("{0} is dead.", me.player, before=("on_death",))  # as after any death
        return True


class Pukka(Demon):
    """Each night poisons a player; then the one before them dies, and is healthy again."""

    def each_night(self, me: Ability, tale: Tale) -> Steps:
        target = yield me.chooses("a player to poison", tale.here)
        last = me.notes.get("poison")
        poison = me.poisons(target)
        if me.works:
            me.notes["poison"] = poison
            yield self._kills_the_last(me, tale, last)

    def kept_asleep(self, me: Ability, tale: Tale) -> Steps:
        if me.works:
            yield self._kills_the_last(me, tale, me.notes.pop("poison", None))

    def _kills_the_last(self, me: Ability, tale: Tale, poison: Marker | None) -> Steps:
        if poison is not None:
            yield me.kills(poison.player)
            tale.remove_markers(lambda marker: marker is poison)


class Shabaloth(Demon):
    """Each night but the first kills two players; one of those that it picked last night may come back."""

    def other_nights(self, me: Ability, tale: Tale) -> Steps:
        yield self.kept_asleep(me, tale)
        one = yield me.chooses("the first of two players to die", tale.here)
        other = yield me.chooses("the second", [p for p in tale.here if p is not one])
        me.notes["picked"] = [one, other]
        yield me.kills(one)
        yield me.kills(other)

    def kept_asleep(self, me: Ability, tale: Tale) -> Steps:
        picked = [p for p in me.notes.pop("picked", ()) if not p.alive and p.here]
        if not picked or not me.works:
            return
        back = yield tale.storyteller.chooses("who comes back?", picked, topic="raise", about=me, optional=True)
        if back is not None:
            yield tale.raise_(back, by=me)


class Po(Demon):
    """Each night but the first kills a player, or refrains and kills three the next time."""

    def other_nights(self, me: Ability, tale: Tale) -> Steps:
        targets: list[Player] = []
        if me.notes.pop("refrained", False):
            for which in ("first", "second", "third"):
                options = [p for p in tale.here if p not in targets]
                targets.append((yield me.chooses(f"the {which} of three players to die", options)))
        else:
            target = yield me.chooses("a player to die, or nobody", tale.here, optional=True)
            targets = [] if target is None else [target]
            me.notes["refrained"] = target is None
        for target in targets:
            yield me.kills(target)
