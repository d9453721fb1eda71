"""The almanac of experimental characters, from the Damsel to the Heretic."""

from __future__ import annotations

import re
from collections.abc import Iterable

from facedown.games.clocktower.character import Character, Fabled, Minion, Outsider, Steps, Townsfolk, Traveller
from facedown.games.clocktower.night import waking
from facedown.games.clocktower.questions import GO_ON, Act, Word
from facedown.games.clocktower.setup import team_counts
from facedown.games.clocktower.state import EVIL, Ability, Alignment, Death, Nomination, Player, other_side
from facedown.games.clocktower.tale import Tale

BEGINNING = re.compile(r"you should\s+", re.I)  # of a piece of advice, said already


class Damsel(Outsider):
    """All Minions learn that it is in play; evil wins if the first Minion who guesses aloud who it is, is right."""

    declares = "guess who the Damsel is"
    declares_again = "counts"
    used = "Minion guess used"
    asks_declarer = "player"

    def each_night(self, me: Ability, tale: Tale) -> Steps:
        """Each Minion learns it once, also those who come late."""
        told: list[Player] = me.notes.setdefault("told", [])
        minions = [p for p in waking(tale.of_team("minion")) if p not in told]
        if not me.works:
            if minions:
                tale.misfires(me)
            return
        told += minions
        yield tale.tell_all(minions, "{0} is in play.", self, by=me)

    def declared(self, me: Ability | None, tale: Tale, by: Player, act: Act) -> Steps:
        """Only the Minions' first guess counts; it is used up even while she is drunk or poisoned."""
        for damsel in [a for a in tale.abilities_of(self.id) if not a.fake and not a.spent]:
            minion = yield tale.registers(by, "minion", to=damsel)
            if not minion:
                continue
            damsel.spend()
            if act.player is damsel.player:
                yield damsel.ends(EVIL, "a Minion has found the Damsel")


class DeusExFiasco(Fabled):
    """The storyteller makes a mistake at least once, owns up to it, and explains it when the game is over."""

    def set_up(self, me: Ability, tale: Tale) -> Steps:
        yield tale.announce("fabled", "{0}: the storyteller will make at least one mistake.", self)

    used = "Whoops"
    NEAR_THE_END = 4  # players alive

    def day_ends(self, me: Ability, tale: Tale) -> Steps:
        """Whoever has put down the marker by hand is reminded of it; near the end, so is whoever has not."""
        what = "a mistake to own up to, in general terms, or go on"
        if me.notes.get("to announce"):
            what = "your mistake is to be announced: say in general terms what it was about, or go on"
        elif not me.spent and len(tale.here) - len(tale.dead) <= self.NEAR_THE_END:
            what = "there has been no mistake, and the end is near: make one, then own up to it, or go on"
        words = yield tale.storyteller.words(what, topic="mistake", about=me, optional=True)
        if words != GO_ON:
            yield tale.announce("mistake", "The storyteller has made a mistake: {0}", words)
            me.spend()
        elif me.notes.get("to announce"):
            yield tale.announce("mistake", "The storyteller has made a mistake.")
        me.notes["to announce"] = False

    def turns_result(self, me: Ability, tale: Tale, winner: Alignment) -> Steps:
        what = "which mistakes were made, and what came of them, or go on"
        if not me.spent:
            what = "no mistake has been owned up to: say which one there was, before the game ends"
        words = yield tale.storyteller.words(what, topic="mistake", about=me, optional=me.spent)
        if words != GO_ON:
            yield tale.announce("mistake", "The storyteller's mistakes: {0}", words)
            me.spend()


class Engineer(Townsfolk):
    """Once, at night, picks the Demon or the Minions that are in play from now on."""

    def each_night(self, me: Ability, tale: Tale) -> Steps:
        if me.spent:
            return
        demons, minions = tale.on_script("demon"), tale.on_script("minion")
        first = yield me.chooses("a Demon, or the first of the Minions, or nobody", demons + minions, optional=True)
        if first is None:
            return
        chosen = [first]
        if first in minions:
            for _ in range(team_counts(len(tale.residents))["minion"] - 1):
                rest = [c for c in minions if c not in chosen]
                chosen += [(yield me.chooses("the next of the Minions", rest))] if rest else []
        me.spend()
        if me.works:
            yield from self._rebuilds(me, tale, first.team, chosen)
            for ability in tale.working("rebuilt"):
                yield ability.character.rebuilt(ability, tale, me, chosen)
        else:
            tale.misfires(me)

    def _rebuilds(self, me: Ability, tale: Tale, team: str, chosen: list[Character]) -> Steps:
        """Who is one of the chosen stays it; where there are too many of either, the storyteller picks."""
        players = [p for p in tale.of_team(team) if p.character not in chosen]
        new = [c for c in chosen if not tale.in_play(c.id)]
        while players and new:
            if len(players) <= len(new):
                player = players[0]
                character = yield tale.storyteller.chooses(
                    "which character does {0} become?", new, player, topic="engineer", about=me, idle=new[0]
                )
            else:
                character = new[0]
                player = yield tale.storyteller.chooses(
                    "who becomes {0}?", players, character, topic="engineer", about=me, idle=players[0]
                )
            players.remove(player)
            new.remove(character)
            yield tale.becomes(player, character)


class Farmer(Townsfolk):
    """When it dies at night, a living good player becomes a Farmer."""

    even_impaired = ("on_death",)

    def on_death(self, me: Ability, tale: Tale, death: Death) -> Steps:
        if death.player is me.player and death.at_night and not tale.dies_in_vain(me):
            yield from self.struck(me, tale, me.player)

    def struck(self, me: Ability, tale: Tale, by: Player) -> Steps:
        if not me.works:
            tale.misfires(me)
            return
        heirs = [p for p in tale.who_may_be("good") if p.alive and not tale.is_really(p, "farmer")]
        heir = yield tale.storyteller.chooses("who becomes the Farmer?", heirs, topic="heir", about=me)
        if heir is not None:
            yield tale.becomes(heir, self)


class Fearmonger(Minion):
    """Each night picks a player; whom it has picked, nominated and brought to execution, loses."""

    even_impaired = ("on_executed",)

    def each_night(self, me: Ability, tale: Tale) -> Steps:
        target = yield me.chooses("a player to fear you", tale.here)
        me.unmark("fear")
        me.marks(target, "fear", even_if_impaired=True)
        if target is not me.notes.get("target") and not me.fake:
            yield tale.announce("fear", "The [Fearmonger] has chosen a new player.")
        me.notes["target"] = target

    def on_executed(self, me: Ability, tale: Tale, death: Death) -> Steps:
        nomination = death.nomination
        if nomination is not None and nomination.by is me.player and death.player in me.has_marked("fear"):
            yield me.ends(other_side(death.player.alignment), "the Fearmonger had whom they feared executed")


class Fisherman(Townsfolk):
    """Once, by day, gets a piece of advice on how to win."""

    declares = "ask for advice"
    declared_privately = True

    def declared(self, me: Ability | None, tale: Tale, by: Player, act: Act) -> Steps:
        if me is None or me.spent or not by.alive:
            return
        me.spend()
        what = "what should {0} do to win?" if me.works else "what should {0} do, so that it does not help them?"
        advice = yield tale.storyteller.words(what, by, about=me)
        yield me.is_told("You should {0}", BEGINNING.sub("", advice))


class Gangster(Traveller):
    """Once a day kills a living neighbour, if the other living neighbour agrees."""

    verbs = ("threaten",)

    def by_day(self, me: Ability, tale: Tale) -> tuple[str, ...]:
        return self.verbs if me.player.alive and me.notes.get("day") != tale.day else ()

    def does_to(self, me: Ability, tale: Tale, verb: str) -> Iterable[Player]:
        """Everybody sees who sits beside it and lives: nobody else can be threatened."""
        return tale.living_neighbours(me.player)

    def does(self, me: Ability, tale: Tale, act: Act) -> Steps:
        target: Player = act.player
        neighbours = tale.living_neighbours(me.player)
        me.notes["day"] = tale.day
        yield tale.announce("threat", "{0} wants to kill {1}.", me.player, target, seat=me.player.seat)
        for witness in [p for p in neighbours if p is not target]:
            agrees = yield tale.ask(
                witness, "Do you agree that {0} kills {1}?", (True, False), me.player, target, about=me, public=True
            )
            if agrees:
                yield me.kills(target)


class General(Townsfolk):
    """Each night learns which side the storyteller thinks is winning."""

    SIDES = (Word("good"), Word("evil"), Word("neither"))

    def each_night(self, me: Ability, tale: Tale) -> Steps:
        # An impaired General may be told any of them; where that makes a difference, it is a question of its own.
        asked_again = tale.must_lie(me) or tale.script.has("mathematician")
        what, topic = "which side is winning?", "judge"
        if not (me.works or asked_again):
            what, topic = "which side is winning, as {0} is told?", "tell"
        ahead = yield tale.storyteller.chooses(what, self.SIDES, me.player, topic=topic, about=me)
        yield me.learns("Who is winning: {0}.", [ahead], self.SIDES if asked_again else [ahead])


class Goblin(Minion):
    """If it claims to be the Goblin when nominated, and is executed that day, its side wins."""

    even_impaired = ("on_executed",)
    claims_when_nominated = True

    def on_executed(self, me: Ability, tale: Tale, death: Death) -> Steps:
        claimed = any(n.nominee is me.player and self.id in n.claims for n in tale.nominations)
        if death.player is me.player and claimed:
            yield me.ends(me.player.alignment, "the Goblin was executed, as it said it would be")


class Golem(Outsider):
    """May nominate once in the game; whom it nominates dies, unless it is the Demon."""

    even_impaired = ("on_nomination",)  # its one nomination is used up
    used = "cannot nominate"

    def on_nomination(self, me: Ability, tale: Tale, nomination: Nomination) -> Steps:
        if nomination.by is not me.player:
            return
        if me.spent:
            yield from self._judges_a_second(me, tale, nomination)
            return
        me.spend()
        nominee = nomination.nominee
        if nominee is None:
            return
        demon = (yield tale.registers(nominee, "demon", to=me)) if me.works else tale.is_demon(nominee)
        if not demon:
            yield me.kills(nominee)

    def _judges_a_second(self, me: Ability, tale: Tale, nomination: Nomination) -> Steps:
        """Nobody else may know that it cannot; so it is not refused, and the storyteller deals with it."""
        if not me.works:
            return
        stands = yield tale.storyteller.decides(
            "{0} must not nominate again: does it stand?", me.player, topic="cheating", about=me, idle=True
        )
        if not stands:
            nomination.decided = False


class Heretic(Outsider):
    """Whoever wins, loses, and whoever loses, wins; dead or alive."""

    works_when_dead = True

    def turns_result(self, me: Ability, tale: Tale, winner: Alignment) -> Alignment:
        return other_side(winner)
