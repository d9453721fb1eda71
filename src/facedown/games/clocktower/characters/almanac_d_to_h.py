"""The almanac of experimental characters, from the Damsel to the Heretic."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from facedown.games.clocktower import acting, deaths, effects, information, queries, storyteller
from facedown.games.clocktower.character import Character
from facedown.games.clocktower.moments import Fabled, Minion, Outsider, Role, Townsfolk, Traveller, acts_at
from facedown.games.clocktower.night import waking
from facedown.games.clocktower.questions import GO_ON, Act, Steps, Word
from facedown.games.clocktower.rules import Haunted, Rebuilt, Result, at, changes
from facedown.games.clocktower.setup import team_counts
from facedown.games.clocktower.speech.finding import Finding
from facedown.games.clocktower.state import EVIL, Ability, Alignment, Death, Nomination, Player, State, other_side
from facedown.games.clocktower.storytelling.by_hand import Mistake

BEGINNING = re.compile(r"you should\s+", re.I)  # which the storyteller's advice may already begin with


@dataclass
class MinionsTold:
    """The Minions who know that the Damsel is in play."""

    players: list[Player] = field(default_factory=list)


class Damsel(Outsider):
    """Every Minion knows that you are in play. If the first public guess of one of them finds you, evil wins."""

    declares = "guess who the Damsel is"
    declares_again = "counts"
    used = "Minion guess used"
    asks_declarer = "player"

    def each_night(self, me: Ability, state: State) -> Steps:
        """Each Minion learns it once, those who become one later too."""
        told = me.notes.of(MinionsTold).players
        minions = [p for p in waking(queries.of_team(state, "minion")) if p not in told]
        if not queries.works(state, me):
            if minions:
                information.misfires(state, me)
            return
        told += minions
        yield information.tell_all(state, minions, "{0} is in play.", self, by=me)

    def declared(self, me: Ability | None, state: State, by: Player, act: Act) -> Steps:
        """Only the Minions' first guess counts; it is used up even while she is drunk or poisoned."""
        for damsel in [a for a in queries.abilities_of(state, self.id) if not a.fake and not a.spent]:
            minion = yield information.registers(state, by, "minion", to=damsel)
            if not minion:
                continue
            damsel.spend()
            if act.player is damsel.player:
                yield damsel.ends(EVIL, "a Minion has found the Damsel")


class DeusExFiasco(Fabled):
    """The storyteller makes a mistake at least once, owns up to it, and explains it when the game is over."""

    def set_up(self, me: Ability, state: State) -> Steps:
        yield information.announce("fabled", "{0}: the storyteller will make at least one mistake.", self)

    used = "Whoops"
    marks_mistakes = True
    NEAR_THE_END = 4  # players alive

    def day_ends(self, me: Ability, state: State) -> Steps:
        """A mistake marked by hand is asked about now; near the end, a missing one is asked for."""
        what = "a mistake to own up to, in general terms, or go on"
        mistake = me.notes.of(Mistake)
        if mistake.to_announce:
            what = "your mistake is to be announced: say in general terms what it was about, or go on"
        elif not me.spent and len(queries.here(state)) - len(queries.dead(state)) <= self.NEAR_THE_END:
            what = "there has been no mistake, and the end is near: make one, then own up to it, or go on"
        words = yield storyteller.words(what, topic="mistake", about=me, optional=True)
        if words != GO_ON:
            yield information.announce("mistake", "The storyteller has made a mistake: {0}", words)
            me.spend()
        elif mistake.to_announce:
            yield information.announce("mistake", "The storyteller has made a mistake.")
        mistake.to_announce = False

    @changes(Result)
    def is_explained(self, me: Ability, state: State, asked: Result, winner: Alignment) -> Steps:
        what = "which mistakes were made, and what came of them, or go on"
        if not me.spent:
            what = "no mistake has been owned up to: say which one there was, before the game ends"
        words = yield storyteller.words(what, topic="mistake", about=me, optional=me.spent)
        if words != GO_ON:
            yield information.announce("mistake", "The storyteller's mistakes: {0}", words)
            me.spend()
        return winner


class Engineer(Townsfolk):
    """Once in the game, at night, you decide which Demon, or which Minions, are in play from then on."""

    def each_night(self, me: Ability, state: State) -> Steps:
        if me.spent:
            return
        demons, minions = queries.on_script(state, "demon"), queries.on_script(state, "minion")
        first = yield me.chooses("a Demon, or the first of the Minions, or nobody", demons + minions, optional=True)
        if first is None:
            return
        chosen = [first]
        if first in minions:
            for _ in range(team_counts(len(queries.residents(state)))["minion"] - 1):
                rest = [c for c in minions if c not in chosen]
                chosen += [(yield me.chooses("the next of the Minions", rest, step="next"))] if rest else []
        me.spend()
        if queries.works(state, me):
            yield from self._rebuilds(me, state, first.team, chosen)
            yield acting.comes(state, Rebuilt(me, chosen))
        else:
            information.misfires(state, me)

    def _rebuilds(self, me: Ability, state: State, team: str, chosen: list[Character]) -> Steps:
        """Players who are a chosen character keep it; where there are too many of either, the storyteller picks."""
        players = [p for p in queries.of_team(state, team) if p.character not in chosen]
        new = [c for c in chosen if not queries.in_play(state, c.id)]
        while players and new:
            if len(players) <= len(new):
                player = players[0]
                character = yield storyteller.chooses(
                    "which character does {0} become?",
                    new,
                    player,
                    topic="engineer",
                    step="character",
                    about=me,
                    idle=new[0],
                )
            else:
                character = new[0]
                player = yield storyteller.chooses(
                    "who becomes {0}?", players, character, topic="engineer", about=me, idle=players[0]
                )
            players.remove(player)
            new.remove(character)
            yield from self._turns(me, state, player, character)

    def _turns(self, me: Ability, state: State, player: Player, character: Character) -> Steps:
        """Where nobody holds the new Demon's token, whoever was the Demon takes a Minion's, and looks after it."""
        minions = queries.not_in_play(state, "minion")
        if acts_at(character, Role.taken_by) and minions:
            minion = yield storyteller.chooses(
                "which Minion does {0} become?", minions, player, topic="engineer", step="character", about=me,
                idle=minions[0],
            )  # fmt: skip
            state.demon_needed = False  # until the new one is looked after
            yield effects.becomes(state, player, minion)
        yield effects.becomes(state, player, character)


class Farmer(Townsfolk):
    """If you die by night, somebody good who is alive becomes a Farmer."""

    acts_when_impaired = ("on_death",)

    def on_death(self, me: Ability, state: State, death: Death) -> Steps:
        if death.player is me.player and death.at_night and not deaths.dies_in_vain(state, me):
            yield from self._hands_on(me, state)

    @at(Haunted)
    def is_haunted(self, me: Ability, state: State, haunted: Haunted) -> Steps:
        yield from self._hands_on(me, state)

    def _hands_on(self, me: Ability, state: State) -> Steps:
        if not queries.works(state, me):
            information.misfires(state, me)
            return
        heirs = [p for p in queries.who_may_be(state, "good") if p.alive and not queries.is_really(p, "farmer")]
        heir = yield storyteller.chooses("who becomes the Farmer?", heirs, topic="heir", about=me)
        if heir is not None:
            yield effects.becomes(state, heir, self)


@dataclass
class Feared:
    """Whom the Fearmonger chose last."""

    player: Player | None = None


class Fearmonger(Minion):
    """Each night you pick a player. If you nominate them and they are executed, their side loses."""

    picks = "harm"
    acts_when_impaired = ("on_executed",)

    def each_night(self, me: Ability, state: State) -> Steps:
        target = yield me.chooses("a player to fear you", queries.here(state))
        yield me.unmark("fear")
        yield me.marks(target, "fear", even_if_impaired=True)
        feared = me.notes.of(Feared)
        if target is not feared.player and not me.fake:
            yield information.announce("fear", "The [Fearmonger] has chosen a new player.")
        feared.player = target

    def on_executed(self, me: Ability, state: State, death: Death) -> Steps:
        nomination = death.nomination
        feared = death.player in queries.has_marked(state, me, "fear")
        if not feared or nomination is None or nomination.nominee is not death.player:
            return  # somebody else was nominated, in whose place they are executed
        if nomination.by is me.player:
            yield me.ends(other_side(death.player.alignment), "the Fearmonger had the feared player executed")


class Fisherman(Townsfolk):
    """Once in the game, by day, you ask the storyteller how your side may win, and get a piece of advice."""

    declares = "ask for advice"
    declared_privately = True

    def declared(self, me: Ability | None, state: State, by: Player, act: Act) -> Steps:
        if me is None or me.spent or not by.alive:
            return
        me.spend()
        what, step = "what should {0} do to win?", ""
        if not queries.works(state, me):
            what, step = "what should {0} do? The advice must be of no help.", "of no help"
        advice = yield storyteller.words(what, by, topic="advice", about=me, step=step)
        advice = BEGINNING.sub("", advice) if isinstance(advice, str) else advice
        yield me.is_told("You should {0}", advice, topic="advice")


@dataclass
class Threat:
    """On which day the Gangster last threatened somebody."""

    day: int = 0


class Gangster(Traveller):
    """Once a day you may kill one of your living neighbours, if the other living neighbour agrees."""

    verbs = ("threaten",)

    def offers(self, me: Ability, state: State, by: Player) -> list[Act]:
        """Only its living neighbours, whom everybody can see."""
        if by is not me.player or not by.alive or me.notes.of(Threat).day == state.day:
            return []
        return [Act(verb, neighbour) for verb in self.verbs for neighbour in queries.living_neighbours(state, by)]

    def does(self, me: Ability, state: State, by: Player, act: Act) -> Steps:
        target: Player = act.player
        neighbours = queries.living_neighbours(state, me.player)
        me.notes.of(Threat).day = state.day
        yield information.announce("threat", "{0} wants to kill {1}.", me.player, target, seat=me.player.seat)
        for witness in [p for p in neighbours if p is not target]:
            agrees = yield information.ask(
                state,
                witness,
                "Do you agree that {0} kills {1}?",
                (True, False),
                me.player,
                target,
                about=me,
                public=True,
                step="consent",
            )
            if agrees:
                yield me.kills(target)


class General(Townsfolk):
    """Each night the storyteller tells you who is ahead in their eyes: good, evil or neither side."""

    finds = Finding(
        words={
            "side=good": "good is winning",
            "side=evil": "evil is winning",
            "side=neither": "neither side is winning",
        }
    )
    SIDES = (Word("good"), Word("evil"), Word("neither"))

    def each_night(self, me: Ability, state: State) -> Steps:
        # An impaired General may be told any of them; where that makes a difference, it is a question of its own.
        asked_again = information.must_lie(state, me) or state.script.has("mathematician")
        what, topic = "which side is winning?", "judge"
        if not (queries.works(state, me) or asked_again):
            what, topic = "which side is winning, as {0} is told?", "tell"
        ahead = yield storyteller.chooses(what, self.SIDES, me.player, topic=topic, about=me)
        yield me.learns("Who is winning: {0}.", [ahead], self.SIDES if asked_again else [ahead])


class Goblin(Minion):
    """If you say when nominated that you are the Goblin, and are executed that day, your side wins."""

    acts_when_impaired = ("on_executed",)
    claims_when_nominated = True

    def on_executed(self, me: Ability, state: State, death: Death) -> Steps:
        claimed = any(n.nominee is me.player and self.id in n.claims for n in state.nominations)
        if death.player is me.player and claimed:
            yield me.ends(me.player.alignment, "the Goblin was executed, as it said it would be")


class Golem(Outsider):
    """You may nominate once in the game. Your nominee dies, unless they are the Demon."""

    acts_when_impaired = ("on_nomination",)  # its one nomination is used up
    used = "cannot nominate"

    def on_nomination(self, me: Ability, state: State, nomination: Nomination) -> Steps:
        if nomination.by is not me.player:
            return
        if me.spent:
            yield from self._judges_a_second(me, state, nomination)
            return
        me.spend()
        nominee = nomination.nominee
        if nominee is None:
            return
        demon = queries.is_demon(state, nominee)
        if queries.works(state, me):
            demon = yield information.registers(state, nominee, "demon", to=me)
        if not demon:
            yield me.kills(nominee)

    def _judges_a_second(self, me: Ability, state: State, nomination: Nomination) -> Steps:
        """It is not refused, so that nobody else learns of it; the storyteller deals with it."""
        if not queries.works(state, me):
            return
        stands = yield storyteller.decides(
            "{0} may not nominate again: does the nomination stand?",
            me.player,
            topic="cheating",
            about=me,
            idle=True,
        )
        if not stands:
            nomination.decided = False


class Heretic(Outsider):
    """Winning and losing are swapped: the side that would have won loses, even when you are dead."""

    works_when_dead = True

    @changes(Result)
    def turns_result(self, me: Ability, state: State, asked: Result, winner: Alignment) -> Alignment:
        return other_side(winner)
