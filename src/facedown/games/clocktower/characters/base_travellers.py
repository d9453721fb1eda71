"""The fifteen Travellers of the three base editions.  Everybody knows who they are, and nobody on which side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from facedown.games.clocktower import deaths, effects, information, queries, storyteller
from facedown.games.clocktower.changeable_rules import (
    HandWeight,
    MayNominate,
    MayVote,
    MayWhisper,
    VotesFreely,
    VotesNeeded,
    WhoIsExecuted,
    changes,
)
from facedown.games.clocktower.character import Character, Tactics
from facedown.games.clocktower.day import nominate, nominees
from facedown.games.clocktower.moments import Traveller
from facedown.games.clocktower.questions import Act, Saved, Steps, Word
from facedown.games.clocktower.state import (
    DUSK,
    KEEPS,
    SOBER,
    TRUE_INFO,
    TWICE,
    Ability,
    Death,
    Nomination,
    Player,
    State,
)

# -- of Trouble Brewing ------------------------------------------------------------------------------------------


class Bureaucrat(Traveller):
    """Each night you pick somebody else, whose vote is worth three tomorrow."""

    picks = "help"

    def each_night(self, me: Ability, state: State) -> Steps:
        target = yield me.chooses("another player whose vote counts three times", queries.others(state, me))
        yield me.marks(target, "3 votes", until=DUSK)

    @changes(HandWeight)
    def counts_three_times(self, me: Ability, state: State, hand: HandWeight, weight: int) -> int:
        return 3 * weight if hand.voter in queries.marked_by(state, me, "3 votes") else weight


class Thief(Traveller):
    """Each night you pick somebody else, whose vote tomorrow is taken off the count."""

    picks = "harm"

    def each_night(self, me: Ability, state: State) -> Steps:
        target = yield me.chooses("another player whose vote counts against the tally", queries.others(state, me))
        yield me.marks(target, "negative vote", until=DUSK)

    @changes(HandWeight)
    def is_taken_off(self, me: Ability, state: State, hand: HandWeight, weight: int) -> int:
        return -weight if hand.voter in queries.marked_by(state, me, "negative vote") else weight


class Gunslinger(Traveller):
    """After the first vote of a day, you may shoot one of those who voted."""

    picks = "harm"
    choice_told_as = "slayer"

    def on_tally(self, me: Ability, state: State, nomination: Nomination) -> Steps:
        voters = [p for p in nomination.hands if p.seen_alive and not nomination.hidden]
        if nomination is not state.nominations[0] or not voters:
            return
        target = yield me.chooses("a voter to shoot, or nobody", voters, optional=True, public=True)
        if target is not None:
            yield information.announce("shoots", "{0} shoots {1}.", me.player, target, seat=me.player.seat)
            yield me.kills(target)


class Scapegoat(Traveller):
    """If somebody on your side is executed, the storyteller may have you die instead."""

    @changes(WhoIsExecuted)
    def stands_in(self, me: Ability, state: State, asked: WhoIsExecuted, executed: Player) -> Steps:
        if executed is me.player or executed.alignment != me.player.alignment:
            return executed
        instead = yield storyteller.decides(
            "is {0} executed in place of {1}?", me.player, executed, topic="redirect", about=me, idle=False
        )
        return me.player if instead else executed


@dataclass
class Tokens:
    """The votes that the Beggar has been given."""

    left: int = 0


class Beggar(Traveller):
    """You vote only with tokens that the dead give you, and learn the side of each giver. Nothing makes you
    drunk or poisons you.
    """

    verbs = ("give a vote to",)

    def always_impairs(self, me: Ability, state: State) -> Sequence[tuple[Player, str]]:
        return ((me.player, SOBER),)

    @changes(MayVote)
    def needs_token(self, me: Ability, state: State, asked: MayVote, may: bool) -> bool:
        return may and (asked.voter is not me.player or me.notes.of(Tokens).left > 0)

    def on_tally(self, me: Ability, state: State, nomination: Nomination) -> None:
        if me.player in nomination.hands and not nomination.hidden:
            me.notes.of(Tokens).left -= 1

    def at_dusk(self, me: Ability, state: State) -> None:
        """What was spent with closed eyes is taken now, so that nobody sees it earlier."""
        spent = sum(one.hidden and me.player in one.hands for one in state.nominations)
        me.notes.of(Tokens).left = max(0, me.notes.of(Tokens).left - spent)

    def offers(self, me: Ability, state: State, by: Player) -> list[Act]:
        can_give = me.player.alive and not by.seen_alive and by.ghost_vote
        return [Act(verb, me.player) for verb in self.verbs] if can_give else []

    def does(self, me: Ability, state: State, by: Player, act: Act) -> Steps:
        by.ghost_vote = False
        me.notes.of(Tokens).left += 1
        yield information.announce("gives", "{0} gives {1} a vote.", by, me.player, seat=by.seat)
        yield information.pause(state, "{0} has given a vote.", by)
        evil = yield information.registers(state, by, "evil", to=me)
        yield information.tell(state, me.player, "{0} is {1}.", by, "evil" if evil else "good", by=me)


# -- of Bad Moon Rising ------------------------------------------------------------------------------------------


class Apprentice(Traveller):
    """On the first night you gain the ability of a Townsfolk if you are good, of a Minion if you are evil."""

    def first_night(self, me: Ability, state: State) -> Steps:
        team = "townsfolk" if me.player.good else "minion"
        master: Character = yield storyteller.chooses(
            "whose ability does {0} have?", queries.on_script(state, team), me.player, topic="apprentice", about=me
        )
        if master is not None:
            yield me.is_told("You have the ability of {0}.", master)
            yield effects.gains(state, me.player, master, me)


@dataclass
class Swaps:
    """How many pairs have changed places for the Matron, and on which day."""

    day: int = 0
    made: int = 0


class Matron(Traveller):
    """Each day you may have players change places, three pairs at most. Nobody leaves their place to whisper."""

    picks_at: ClassVar = {"partner": "harm"}
    SWAPS = 3
    verbs = ("move",)

    def offers(self, me: Ability, state: State, by: Player) -> list[Act]:
        swaps = me.notes.of(Swaps)
        if by is not me.player or not by.alive or (swaps.day == state.day and swaps.made >= self.SWAPS):
            return []
        return [Act(verb, player) for verb in self.verbs for player in queries.here(state)]

    def does(self, me: Ability, state: State, by: Player, act: Act) -> Steps:
        one: Player = act.player
        other = yield information.ask(
            state,
            me.player,
            "who does {0} change places with?",
            queries.others(state, one),
            one,
            about=me,
            public=True,
            step="partner",
        )
        swaps = me.notes.of(Swaps)
        swaps.day, swaps.made = state.day, swaps.made + 1 if swaps.day == state.day else 1
        if queries.works(state, me):
            effects.swap_places(state, one, other)
            yield information.announce("moves", "{0} and {1} change places.", one, other, seat=me.player.seat)

    @changes(MayWhisper)
    def keeps_places(self, me: Ability, state: State, asked: MayWhisper, may: bool) -> bool:
        return may and asked.to in queries.neighbours(state, asked.by)


class Judge(Traveller):
    """Once in the game, when another has nominated, you may decide whether the nominee is executed or not."""

    def on_tally(self, me: Ability, state: State, nomination: Nomination) -> Steps:
        if me.spent or nomination.by is me.player or nomination.nominee is None:
            return
        passes = yield me.chooses(
            "is the nominee executed (yes) or spared (no)? Choose nobody to pass no judgement.",
            (True, False),
            optional=True,
            public=True,
        )
        if passes is None:
            return
        me.spend()
        verdict = "guilty" if passes else "not guilty"
        yield information.announce(
            "judges", "{0} finds {1} " + verdict + ".", me.player, nomination.nominee, seat=me.player.seat
        )
        if queries.works(state, me):
            nomination.decided = passes


class Bishop(Traveller):
    """Nobody but the storyteller nominates: each day at least one player who is not on your side."""

    @changes(MayNominate)
    def forbids_nominations(self, me: Ability, state: State, asked: MayNominate, may: bool) -> bool:
        return False

    def before_nominations(self, me: Ability, state: State) -> Steps:
        opposed = False
        while not (state.over or state.day_over or state.skip_nominations):
            options = [p for p in nominees(state, None) if p is not None]
            other_side = [p for p in options if p.alignment != me.player.alignment]
            free = opposed or not other_side or not queries.works(state, me)
            nominee = yield storyteller.chooses(
                "whom do you nominate?", options, topic="nominate", about=me, optional=free
            )
            if nominee is None:
                return
            opposed = opposed or nominee in other_side
            yield nominate(state, None, nominee)


class Voudon(Traveller):
    """You and the dead alone vote, as often as you like, and no majority is needed."""

    @changes(MayVote)
    def lets_dead_vote(self, me: Ability, state: State, asked: MayVote, may: bool) -> bool:
        return may and (asked.voter is me.player or not asked.voter.seen_alive)

    @changes(VotesFreely)
    def lets_vote_again(self, me: Ability, state: State, asked: VotesFreely, freely: bool) -> bool:
        return freely or (me.player.seen_alive and not asked.voter.seen_alive)

    @changes(VotesNeeded)
    def needs_no_majority(self, me: Ability, state: State, asked: VotesNeeded, needed: int) -> int:
        return 1


# -- of Sects & Violets ------------------------------------------------------------------------------------------


class Barista(Traveller):
    """Each night somebody is sober, healthy and told the truth until dusk, or acts twice; they learn which of
    the two.
    """

    def each_night(self, me: Ability, state: State) -> Steps:
        guest: Player = yield storyteller.chooses(
            "who drinks coffee?", queries.living(state), topic="barista", about=me
        )
        words = (Word("sober"), Word("twice"))
        cup = yield storyteller.chooses(
            "what does the coffee do to {0}?", words, guest, topic="barista", about=me, step="effect"
        )
        if cup == "twice":
            yield me.marks(guest, TWICE, until=DUSK)
            yield information.tell(state, guest, "{0}: your ability works twice until dusk.", self, by=me)
        else:
            yield me.marks(guest, SOBER, until=DUSK)
            yield me.marks(guest, TRUE_INFO, until=DUSK)
            yield information.tell(
                state, guest, "{0}: you are sober and healthy and get true information until dusk.", self, by=me
            )


class Harlot(Traveller):
    """Each night but the first you pick somebody living: if they agree, you learn who they are, but both of you
    may die.
    """

    def other_nights(self, me: Ability, state: State) -> Steps:
        guest = yield me.chooses("a living player", [p for p in queries.seen_living(state) if p is not me.player])
        if guest is None:
            return
        agreed = yield information.ask(state, 
            guest, "{0} has chosen you: do you agree? Then they learn your character, and both of you may die.",
            (True, False), me.player, about=me, step="consent",
        )  # fmt: skip
        if not agreed:
            return
        yield me.learns("{1} is {0:the}.", queries.characters_of(state, guest), state.script.characters, guest)
        die = yield storyteller.decides(
            "do {0} and {1} die?", me.player, guest, topic="both die", about=me, idle=False
        )
        if die:
            yield me.kills(guest)
            yield me.kills(me.player)


class Butcher(Traveller):
    """After the first execution of a day, you may make one more nomination."""

    acts_when_impaired = ("after_execution",)

    def after_execution(self, me: Ability, state: State, death: Death, died: bool) -> Steps:
        if len(state.executed_today) > 1 or state.over:
            return
        options = [p for p in nominees(state, None) if p is not None]
        nominee = yield me.chooses("whom do you nominate, or nobody?", options, optional=True, public=True)
        if nominee is None:
            return
        state.day_over, state.block, state.to_beat = False, None, 0
        yield nominate(state, me.player, nominee)
        block = state.block
        goes_on = queries.works(state, me) and not state.day_over and not state.over
        if goes_on and block is not None and block.nominee is not None:
            yield deaths.execute(state, block.nominee, block)
        state.day_over = True


class BoneCollector(Traveller):
    """Once in the game, on a later night than the first, you give somebody dead their ability back until dusk."""

    picks_dead = True
    tactics = Tactics(lets_dead_learn=True)

    def other_nights(self, me: Ability, state: State) -> Steps:
        if me.spent:
            return
        target = yield me.chooses("a dead player, or nobody", queries.seen_dead(state), optional=True)
        if target is None:
            return
        me.spend()
        if queries.works(state, me):
            deaths.renew(state, target)
            yield me.marks(target, KEEPS, until=DUSK)


class Deviant(Traveller):
    """On a day on which you were funny, you cannot be exiled."""

    def saves(self, me: Ability, state: State, death: Death) -> Saved:
        if death.cause != "exile":
            return False
        return storyteller.decides("was {0} funny today?", me.player, topic="funny", about=me, idle=False)
