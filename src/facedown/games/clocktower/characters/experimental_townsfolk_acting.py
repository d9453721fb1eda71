"""The experimental Townsfolk who do something, or to whom something is done."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from facedown.games.clocktower import acting, deaths, effects, information, queries, storyteller, voting
from facedown.games.clocktower.changeable_rules import (
    Dawn,
    HandWeight,
    Haunted,
    IsInfoHidden,
    MayMislead,
    NominationsADay,
    Rebuilt,
    StorytellerExecuted,
    VotesFreely,
    WhoPassesFor,
    at,
    changes,
)
from facedown.games.clocktower.character import Character
from facedown.games.clocktower.characters.choices import is_drunk_or_poisoned, living_player
from facedown.games.clocktower.moments import Role, Townsfolk, acts_at
from facedown.games.clocktower.night import demon_info, minion_info, waking
from facedown.games.clocktower.questions import Act, Question, Steps
from facedown.games.clocktower.setup import team_counts
from facedown.games.clocktower.state import DAWN, EVIL, GOOD, NO_ABILITY, Ability, Alignment, Death, Player, State


class AcrobatNow(Townsfolk, version="current"):
    """Each night but the first you pick a player. You die if they are, or are made, drunk or poisoned that
    night.
    """

    picks = "help"
    id = "acrobat"

    def other_nights(self, me: Ability, state: State) -> Steps:
        catcher = yield me.chooses("a player who must stay sober tonight", queries.here(state))
        yield me.marks(catcher, "catcher", until=DAWN)

    def through_night(self, me: Ability, state: State) -> Steps:
        if any(is_drunk_or_poisoned(state, p) for p in queries.marked_by(state, me, "catcher")):
            yield me.kills(me.player)


class Atheist(Townsfolk):
    """Nobody is evil, and the storyteller may break any rule. Good wins by executing the storyteller."""

    works_when_dead = True
    acts_when_impaired = ("night_ends",)  # the rules that the storyteller breaks, they break even so

    def may_be_drawn(self, state: State) -> bool:
        """Not beside an evil token that is laid out for a player."""
        return all(
            token.team == "traveller" or side == GOOD or (side is None and token.good)
            for token, _, side in state.given
        )

    def fills_bag(self, counts: dict[str, int], state: State) -> None:
        counts["demon"] = counts["minion"] = 0
        state.aside = [character for character in state.aside if character.good]

    def night_ends(self, me: Ability, state: State) -> Steps:
        if me.fake or state.night == 1:
            return
        victim = yield storyteller.chooses(
            "who dies tonight, as if there were a Demon?",
            queries.living(state),
            topic="kill",
            about=me,
            optional=True,
        )
        if victim is not None:
            yield deaths.kill(state, victim, cause="storyteller")

    @changes(MayMislead, even_if_impaired=True)
    def lets_mislead(self, me: Ability, state: State, told: MayMislead, misled: bool) -> bool:
        return misled or not me.fake

    @changes(StorytellerExecuted)
    def is_right(
        self, me: Ability, state: State, asked: StorytellerExecuted, result: tuple[Alignment, str]
    ) -> tuple[Alignment, str]:
        return GOOD, "the Atheist was right: there is nobody but the storyteller to blame"


class CultLeader(Townsfolk):
    """Each night you join the side of a living neighbour. If all good players join your cult, your side wins."""

    declares = "ask all to join your cult"
    declares_again = "refused"

    def each_night(self, me: Ability, state: State) -> Steps:
        neighbours = queries.living_neighbours(state, me.player)
        leader = yield storyteller.chooses(
            "whose side does {0} take?",
            neighbours if self._matters(me, state, neighbours) else neighbours[:1],
            me.player,
            topic="side",
            about=me,
        )
        if leader is None:
            return
        if queries.works(state, me):
            evil = yield information.registers(state, leader, "evil", to=me)
            turned = yield effects.change_side(state, me.player, EVIL if evil else GOOD, by=me)
            if turned:  # only then are they woken
                state.woke.add(me.player.seat)
        elif leader.evil != me.player.evil:
            information.misfires(state, me)

    def _matters(self, me: Ability, state: State, neighbours: Sequence[Player]) -> bool:
        """Whether anything depends on which of them it is; if the ability fails, only whether that counts does."""
        if queries.works(state, me):
            sides = [queries.may_register(state, p, "evil") for p in neighbours]
            return len(sides) > 1 and (sides[0] != sides[1] or len(sides[0]) > 1)
        return state.script.counts_misfires and len({p.evil for p in neighbours}) > 1

    def declared(self, me: Ability | None, state: State, by: Player, act: Act) -> Steps:
        """Everybody is asked, even if the player only pretends: neither a vote nor a nomination."""
        joined, order = [], voting.in_order(state, by)
        sweep = voting.begin(state, "poll", by, order, raised=[by])
        for player in order:
            question = Question(
                [player.seat], "Do you join the cult of {0}?", (True, False), (by,), topic="cult", about=self,
                public=True, idle=player is by, seconds=voting.seconds(state) or None,
            )  # fmt: skip
            if voting.is_up(sweep, player, None if sweep.at_once else (yield question)):
                joined.append(player)
                yield information.announce("joins", "{0} joins the cult of {1}.", player, by, seat=player.seat)
        state.sweep = None
        if me is not None and all(p in joined for p in queries.here(state) if p.good):
            yield me.ends(by.alignment, "all who are good have joined the cult")


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
        players = queries.by_character(p for p in queries.of_team(state, team) if p.character not in chosen)
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


class Huntsman(Townsfolk):
    """Once in the game, at night, you pick somebody living: if that is the Damsel, she becomes a Townsfolk."""

    brings = "damsel"

    def each_night(self, me: Ability, state: State) -> Steps:
        if me.spent:
            return
        target = yield from living_player(me, state, "a living player, or nobody", optional=True)
        if target is None:
            return
        me.spend()
        if not queries.works(state, me):
            information.misfires(state, me)
        elif queries.is_really(target, "damsel"):
            new = yield storyteller.chooses(
                "which Townsfolk does {0} become?",
                queries.not_in_play(state, "townsfolk"),
                target,
                topic="becomes",
                about=me,
            )
            if new is not None:
                yield effects.becomes(state, target, new, by=me)


@dataclass
class Prey:
    """What the Lycanthrope remembers."""

    killed_in_night: int = 0


class Lycanthrope(Townsfolk, version="2022"):
    """Each night but the first you attack somebody living. If they are good, they die, and nobody else does
    that night.
    """

    def other_nights(self, me: Ability, state: State) -> Steps:
        target = yield from living_player(me, state, "a living player")
        prey = yield from self._is_prey(me, state, target)
        if prey:
            killed = yield me.kills(target)
            if killed:
                me.notes.of(Prey).killed_in_night = state.night

    def _is_prey(self, me: Ability, state: State, target: Player) -> Steps:
        good = yield information.registers(state, target, "good", to=me)
        return good

    def saves(self, me: Ability, state: State, death: Death) -> bool:
        return death.at_night and me.notes.of(Prey).killed_in_night == state.night


class LycanthropeNow(Lycanthrope, version="current"):
    """Each night but the first you attack a player. If they are good, they die and the Demon kills nobody. One
    good player seems evil to you.
    """

    def set_up(self, me: Ability, state: State) -> Steps:
        good = [p for p in queries.residents(state) if p.good]
        seems = yield storyteller.chooses(
            "which good player seems evil to {0}?", good, me.player, topic="herring", step="evil"
        )
        if seems is not None:
            yield me.marks(seems, "seems evil", even_if_impaired=True)

    gained = set_up

    def _is_prey(self, me: Ability, state: State, target: Player) -> Steps:
        good = yield information.registers(state, target, "good", to=me)
        return good and target not in queries.marked_by(state, me, "seems evil")

    def saves(self, me: Ability, state: State, death: Death) -> bool:
        return queries.by_demon(state, death) and super().saves(me, state, death)


class Magician(Townsfolk):
    """The Minions take you for the Demon, and the Demon takes you for a Minion."""

    @changes(WhoPassesFor)
    def passes_for_either(
        self, me: Ability, state: State, asked: WhoPassesFor, also: tuple[Player, ...]
    ) -> tuple[Player, ...]:
        return (*also, me.player) if asked.team in ("minion", "demon") else also


class PoppyGrower(Townsfolk):
    """While you live, Minions and Demon do not learn of each other. They do in the night after your death."""

    acts_when_dead = True

    @changes(IsInfoHidden)
    def hides_info(self, me: Ability, state: State, asked: IsInfoHidden, hidden: bool) -> bool:
        return hidden or asked.step != "bluffs"

    def on_death(self, me: Ability, state: State, death: Death) -> Steps:
        if death.player is not me.player:
            return
        if death.at_night:
            yield from self._evil_learn_each_other(state)
        else:
            effects.mark(state, me.player, "evil learn each other")

    def other_nights(self, me: Ability, state: State) -> Steps:
        if queries.is_marked(state, me.player, "evil learn each other"):
            effects.remove_markers(state, lambda m: m.player is me.player and m.word == "evil learn each other")
            yield from self._evil_learn_each_other(state)

    def _evil_learn_each_other(self, state: State) -> Steps:
        yield from minion_info(state)
        yield from demon_info(state)


class Preacher(Townsfolk):
    """Each night you pick a player. A Minion whom you pick learns it, and has no ability as long as yours
    works.
    """

    acts_when_impaired = ("on_death", "on_change")

    def each_night(self, me: Ability, state: State) -> Steps:
        target = yield me.chooses("a player", queries.here(state))
        minion = yield information.registers(state, target, "minion", to=me)
        if not minion:
            return
        if target not in queries.marked_by(state, me, NO_ABILITY):
            yield me.marks(target, NO_ABILITY)
        if queries.works(state, me) and waking([target]):
            yield information.tell(state, target, "The [Preacher] has chosen you.", by=me, reveals=True)

    def on_death(self, me: Ability, state: State, death: Death) -> Steps:
        if death.player is me.player:
            yield me.unmark(NO_ABILITY)

    def on_change(self, me: Ability, state: State, player: Player) -> None:
        """Whoever is no Minion any more has the ability of what they are now."""
        if player.character.team != "minion":
            effects.remove_markers(state, lambda m: (m.by, m.player, m.word) == (me, player, NO_ABILITY))


class Alsaahir(Townsfolk):
    """Once a day you may guess aloud who is the Demon and who the Minions are. If all is right, good wins."""

    declares = "guess who is evil"
    picks = "accuse"

    def declared(self, me: Ability | None, state: State, by: Player, act: Act) -> Steps:
        """Anybody may guess, and nobody is told more than that it was not right, or that it did not count."""
        demons = yield from self._guesses(me, state, by, "demon", "which player is the Demon? ({0})", [])
        minions = yield from self._guesses(me, state, by, "minion", "which player is a Minion? ({0})", demons)
        words = "{0} guesses that {1} {1:is|are} the Demon, and {2} {2:is a Minion|are Minions}."
        yield information.announce("guesses", words, by, tuple(demons), tuple(minions), seat=by.seat)
        right = set(demons) == set(queries.demons(state)) and set(minions) == self._minions(state)
        if me is not None and right:
            yield me.ends(GOOD, "the Alsaahir has found all Minions and the Demon")

    def _guesses(
        self, me: Ability | None, state: State, by: Player, team: str, what: str, named: list[Player]
    ) -> Steps:
        guessed: list[Player] = []
        while options := [p for p in queries.residents(state) if p not in (*named, *guessed)]:
            player = yield information.ask(
                state, by, what, options, len(guessed) + 1, about=me or self, optional=True, public=True, step=team
            )
            if player is None:
                break
            guessed.append(player)
        return guessed

    def _minions(self, state: State) -> set[Player]:
        """Dead or alive, and as they are: nobody registers as something else."""
        return {p for p in queries.of_team(state, "minion") if not queries.is_demon(state, p)}


class Banshee(Townsfolk):
    """If the Demon kills you, everybody learns it. From then on you may nominate twice a day, and your vote counts
    for two.
    """

    works_when_dead = True
    acts_when_impaired = ("on_death",)
    NOMINATIONS, VOTES = 2, 2

    def on_death(self, me: Ability, state: State, death: Death) -> Steps:
        """Only at this moment it must be sober."""
        if death.player is not me.player or not queries.by_demon(state, death):
            return
        if deaths.dies_in_vain(state, me):
            return
        yield me.unmark("has ability")
        yield me.marks(me.player, "has ability", even_if_impaired=True)
        if not death.at_night:
            yield from self._wakes()

    @at(Dawn, even_if_impaired=True)
    def is_announced(self, me: Ability, state: State, dawn: Dawn) -> Steps:
        if _has_woken(me) and me.player in state.died_tonight:
            yield from self._wakes()

    def _wakes(self) -> Steps:
        yield information.announce("wakes", "The [Banshee] was killed by the Demon, and has woken.")

    @changes(NominationsADay)
    def nominates_twice(self, me: Ability, state: State, asked: NominationsADay, number: int) -> int:
        return self.NOMINATIONS if _has_woken(me) and asked.by is me.player else number

    @changes(VotesFreely)
    def votes_again(self, me: Ability, state: State, asked: VotesFreely, freely: bool) -> bool:
        return freely or (_has_woken(me) and asked.voter is me.player)

    @changes(HandWeight)
    def counts_twice(self, me: Ability, state: State, hand: HandWeight, weight: int) -> int:
        return self.VOTES * weight if _has_woken(me) and hand.voter is me.player else weight


def _has_woken(me: Ability) -> bool:
    """Whether this Banshee, who is dead, was killed by the Demon and could wake."""
    return me.works_in_death and not me.player.alive


@dataclass
class CalmNight:
    """The night in which the Demon kills nobody because of the Princess."""

    night: int = 0


class Princess(Townsfolk):
    """If a player whom you nominate on your first day is executed, the Demon kills nobody that night."""

    acts_when_impaired = ("on_executed",)

    def on_executed(self, me: Ability, state: State, death: Death) -> Steps:
        """Whether she is sober by day does not matter, nor whether they die."""
        nomination = death.nomination
        own = nomination is not None and nomination.by is me.player and nomination.nominee is death.player
        if own and state.day == me.since:
            yield from keeps_demon_from_killing(me, state)

    def saves(self, me: Ability, state: State, death: Death) -> bool:
        calm = death.at_night and me.notes.of(CalmNight).night == state.night
        return calm and queries.by_demon(state, death)


def keeps_demon_from_killing(princess: Ability, state: State) -> Steps:
    """The coming night."""
    princess.notes.of(CalmNight).night = state.night + 1
    for demon in queries.demons_now(state):
        yield princess.marks(demon, "doesn't kill", until=DAWN, even_if_impaired=True)
