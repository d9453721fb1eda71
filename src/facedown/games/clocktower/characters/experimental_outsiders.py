"""The experimental Outsiders."""

from __future__ import annotations

from dataclasses import dataclass, field

from facedown.games.clocktower import effects, information, queries, storyteller
from facedown.games.clocktower.changeable_rules import Lost, Result, ResultStands, at, changes
from facedown.games.clocktower.character import Character, Tactics
from facedown.games.clocktower.characters.choices import is_drunk_or_poisoned
from facedown.games.clocktower.moments import Outsider
from facedown.games.clocktower.night import waking
from facedown.games.clocktower.questions import Act, Steps
from facedown.games.clocktower.state import DRUNK, EVIL, Ability, Alignment, Nomination, Player, State, other_side


@dataclass
class LastAsked:
    """The night in which the storyteller was last asked whether the Acrobat falls."""

    in_night: int = 0


class Acrobat(Outsider, version="2022"):
    """You die on any night on which one of your nearest good living neighbours is drunk or poisoned."""

    picks = "help"
    acts_when_impaired = ("through_night",)

    @property
    def team(self) -> str:
        return "outsider"  # today it is a Townsfolk

    def through_night(self, me: Ability, state: State) -> Steps:
        falls = {self._falls(me, state, good) for good in queries.ways_to_read(state, "good")}
        if falls == {True} or (True in falls and (yield from self._is_let_fall(me, state))):
            yield me.kills(me.player)

    def _is_let_fall(self, me: Ability, state: State) -> Steps:
        """A neighbour may register as good or as evil: the storyteller says which, once a night."""
        asked = me.notes.of(LastAsked)
        if asked.in_night == state.night:
            return False
        asked.in_night = state.night
        return (yield storyteller.decides("does {0} die?", me.player, topic="register", about=me, step="falls"))

    def _falls(self, me: Ability, state: State, good: set[int]) -> bool:
        neighbours = queries.neighbours(state, me.player, lambda p: p.alive and p.seat in good)
        return any(is_drunk_or_poisoned(state, p) for p in neighbours)


@dataclass
class MinionsTold:
    """The Minions who know that the Damsel is in play."""

    players: list[Player] = field(default_factory=list)


class Damsel(Outsider):
    """Every Minion knows that you are in play. If the first public guess of one of them finds you, evil wins."""

    tactics = Tactics(hides=True, is_hunted=True)
    declares = "guess who the Damsel is"
    declares_again = "counts"
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


class Golem(Outsider):
    """You may nominate once in the game. Your nominee dies, unless they are the Demon."""

    acts_when_impaired = ("on_nomination",)  # its one nomination is used up

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


class Politician(Outsider):
    """If nobody did more than you to make your side lose, you change sides and win, even when dead."""

    works_when_dead = True

    @at(ResultStands)
    def is_blamed(self, me: Ability, state: State, result: ResultStands) -> Steps:
        winner = result.winner
        if me.player.alignment == winner:
            return
        blamed = yield storyteller.decides(
            "was {0}, the [Politician], the one most responsible for their team losing?",
            me.player, topic="judge", about=me, idle=False,
        )  # fmt: skip
        if blamed and not effects.keeps_side(state, me.player, winner, me):
            me.player.alignment = winner


class Puzzlemaster(Outsider):
    """One player is drunk because of you, even after your death. Once in the game you may guess who, and learn
    the Demon if you are right.
    """

    declares = "guess who is drunk"
    declared_to = "either"
    asks_declarer = "player"

    def set_up(self, me: Ability, state: State) -> Steps:
        drunk = yield storyteller.chooses(
            "who is made drunk by {0}?", queries.here(state), me.player, topic="drunk", about=me
        )
        yield me.makes_drunk(drunk, even_if_impaired=True, outlives=True)

    gained = set_up

    @at(Lost)
    def is_lost(self, me: Ability, state: State, lost: Lost) -> Steps:
        """The drunkenness outlasts its death, but not a change of its character."""
        yield me.unmark(DRUNK)

    def declared(self, me: Ability | None, state: State, by: Player, act: Act) -> Steps:
        if me is None or me.spent or not by.alive:
            return
        me.spend()
        right = any(m.by is me and m.word == DRUNK and m.player is act.player for m in state.markers)
        truths = [p for p in queries.here(state) if right in queries.may_register(state, p, "demon")]
        yield me.learns("If {1} is the one, the Demon is {0}.", truths, queries.here(state), act.player)


@dataclass
class ToldBySnitch:
    """The seats of the Minions to whom the Snitch has shown three characters."""

    seats: set[int] = field(default_factory=set)


@dataclass
class OwedTo:
    """The Minions who are shown them at dusk."""

    minions: list[Player] = field(default_factory=list)


class Snitch(Outsider):
    """Because of you, each Minion learns three bluffs on the first night."""

    def first_night(self, me: Ability, state: State) -> Steps:
        for minion in queries.of_team(state, "minion"):
            yield from self._tells(me, state, minion)

    def on_change(self, me: Ability, state: State, player: Player) -> Steps:
        """A new Minion learns three as well, that night."""
        if not me.begun or player.character.team != "minion":
            return
        if state.phase == "night":
            yield from self._tells(me, state, player)
        else:
            me.notes.of(OwedTo).minions.append(player)

    def at_dusk(self, me: Ability, state: State) -> Steps:
        owed = me.notes.of(OwedTo)
        minions, owed.minions = owed.minions, []
        for minion in minions:
            yield from self._tells(me, state, minion)

    def _tells(self, me: Ability, state: State, minion: Player) -> Steps:
        told = state.notes.of(ToldBySnitch).seats
        if minion.seat in told or not waking([minion]) or not information.knows_token(state, minion):
            return
        if not queries.works(state, me):
            information.misfires(state, me)
            return
        told.add(minion.seat)
        lies = information.must_lie(state, me)
        options = [
            c for c in state.script.characters if queries.in_play(state, c.id) == lies and c.team in TEAMS_IN_BAG
        ]
        three: list[Character] = []
        while options and len(three) < 3:
            character = yield storyteller.chooses(
                "which character is {0} shown by the [Snitch] as not in play?",
                options,
                minion,
                topic="bluff",
                about=me,
                idle=options[0],
            )
            three.append(character)
            options.remove(character)
        yield information.tell(
            state,
            minion,
            information.NOT_IN_PLAY,
            tuple(three),
            by=me,
            report=tuple(three),
            true=not lies,
            topic="bluffs",
        )


TEAMS_IN_BAG = ("townsfolk", "outsider", "minion", "demon")
