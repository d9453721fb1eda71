"""The Fabled: public rules of the storyteller's, for whoever plays.  Rules: `rulebook/fabled.md`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from facedown.games.clocktower import effects, information, queries, storyteller, victory
from facedown.games.clocktower.changeable_rules import (
    Dawn,
    FewestForInfo,
    KeepsSide,
    MayMislead,
    MaySpeak,
    Registers,
    Speech,
    TakenFalsely,
    ToldFalsely,
    at,
    changes,
)
from facedown.games.clocktower.moments import Fabled
from facedown.games.clocktower.questions import Act, Everyone, Question, Steps, Word
from facedown.games.clocktower.setup import team_counts
from facedown.games.clocktower.state import ASLEEP, DAWN, DUSK, EVIL, Ability, Death, Player, State

NOTHING, DIES, IS_DRUNK = Word("nobody"), Word("kill"), Word("drunk")
SOMETHING_BAD = (NOTHING, DIES, IS_DRUNK)  # what may happen to somebody; anything else is done by hand


def picked_out(what: str, options: Sequence[Player], about: object, step: str) -> Steps:
    """Let the storyteller pick any number of players, one after the other."""
    picked: list[Player] = []
    while len(picked) < len(options):
        player = yield storyteller.chooses(
            what, [p for p in options if p not in picked], topic="another" if picked else "set-up", step=step,
            about=about, optional=True,
        )  # fmt: skip
        if player is None:
            break
        picked.append(player)
    return picked


def suffers(me: Ability, state: State, player: Player) -> Steps:
    """Something bad happens to this player, as the storyteller decides."""
    what = "what happens to {0}? (nobody: nothing, or what you do by hand)"
    bad = yield storyteller.chooses(what, SOMETHING_BAD, player, topic="penalty", about=me, idle=NOTHING)
    yield me.marks(player, "something bad", until=DUSK, times=2)
    if bad == DIES:
        yield me.kills(player)
    elif bad == IS_DRUNK:
        yield me.makes_drunk(player, until=DUSK, times=2)


class Angel(Fabled):
    """Protects some players: something bad may happen to whoever is most to blame for the death of one of them."""

    def set_up(self, me: Ability, state: State) -> Steps:
        what = "whom does the [Angel] protect, or nobody more?"
        guarded = yield from picked_out(what, queries.here(state), me, "protected")
        for player in guarded:
            yield me.marks(player, "protected")
        yield information.announce("fabled", "{0} protects {1}.", self, tuple(guarded))

    def on_death(self, me: Ability, state: State, death: Death) -> Steps:
        if not queries.is_marked(state, death.player, "protected"):
            return
        others = [p for p in queries.here(state) if p is not death.player]
        to_blame = yield storyteller.chooses(
            "to whom does something bad happen for the death of {0}?", others, death.player, topic="penalty",
            step="to blame", about=me, optional=True,
        )  # fmt: skip
        if to_blame is not None:
            yield from suffers(me, state, to_blame)

    def called(self, me: Ability, state: State) -> Steps:
        """The storyteller takes the protection away from somebody."""
        guarded = queries.marked_by(state, me, "protected")
        player = yield storyteller.chooses(
            "whom does the [Angel] protect no more?", guarded, topic="set-up", step="unprotected", about=me,
            optional=True,
        )  # fmt: skip
        if player is not None:
            yield me.unmark("protected")
            for other in [p for p in guarded if p is not player]:
                yield me.marks(other, "protected")
            yield information.announce("fabled", "{0} protects {1} no more.", self, player)


class Buddhist(Fabled):
    """Some players, who have played often, do not speak for the first two minutes of each day."""

    def set_up(self, me: Ability, state: State) -> Steps:
        what = "who keeps silent at first on each day, or nobody more?"
        silent = yield from picked_out(what, queries.here(state), me, "silent")
        for player in silent:
            yield me.marks(player, "veteran")
        yield information.announce(
            "fabled", "{0}: {1} keep silent at the beginning of each day.", self, tuple(silent)
        )

    @at(Dawn)
    def silences(self, me: Ability, state: State, dawn: Dawn) -> Steps:
        for player in queries.marked_by(state, me, "veteran"):
            yield me.marks(player, "silent")

    @changes(MaySpeak)
    def keeps_silent(self, me: Ability, state: State, asked: MaySpeak, may: bool) -> bool:
        return may and asked.by not in queries.marked_by(state, me, "silent")

    def called(self, me: Ability, state: State) -> Steps:
        """The two minutes are over: the storyteller has a clock."""
        yield me.unmark("silent")
        yield information.announce("fabled", "{0}: everybody may speak now.", self)

    def before_nominations(self, me: Ability, state: State) -> Steps:
        yield me.unmark("silent")


class Djinn(Fabled):
    """Rules of two characters together are in force; everybody knows them."""

    def set_up(self, me: Ability, state: State) -> Steps:
        yield information.announce("fabled", "{0}: the rules of two characters together are in force.", self)


@dataclass
class Called:
    """Who has called for a death."""

    by: list[Player] = field(default_factory=list)


class Doomsayer(Fabled):
    """While four or more live, each living player may once call for a death: somebody on their own side dies."""

    verbs = ("call for a death",)
    FEWEST = 4

    def set_up(self, me: Ability, state: State) -> Steps:
        words = "{0}: while four or more live, each of the living may once call for a death on their own side."
        yield information.announce("fabled", words, self)

    def offers(self, me: Ability, state: State, by: Player) -> list[Act]:
        may = by.seen_alive and by not in me.notes.of(Called).by
        return [Act(verb) for verb in self.verbs] if may and len(queries.seen_living(state)) >= self.FEWEST else []

    def does(self, me: Ability, state: State, by: Player, act: Act) -> Steps:
        me.notes.of(Called).by.append(by)
        yield information.announce("doom", "{0} calls for a death.", by, seat=by.seat)
        same = [p for p in queries.living(state) if p.alignment == by.alignment]
        others = [p for p in same if p is not by]
        victim = yield storyteller.chooses(
            "who dies for the call of {0}?", others or same, by, topic="kill", about=me
        )
        if victim is not None:
            yield me.kills(victim)


@dataclass
class Visitors:
    """Who visits the Duchess today."""

    players: list[Player] = field(default_factory=list)


class Duchess(Fabled):
    """Each day three players may visit: that night each learns how many of the three are evil, one of them a wrong
    number.
    """

    verbs = ("visit the duchess",)
    MOST = 3

    def set_up(self, me: Ability, state: State) -> Steps:
        yield information.announce("fabled", "{0}: each day three players may visit.", self)

    def offers(self, me: Ability, state: State, by: Player) -> list[Act]:
        visitors = me.notes.of(Visitors).players
        return [Act(verb) for verb in self.verbs] if by not in visitors and len(visitors) < self.MOST else []

    def does(self, me: Ability, state: State, by: Player, act: Act) -> Steps:
        me.notes.of(Visitors).players.append(by)
        yield me.marks(by, "visitor", until=DAWN)
        yield information.announce("visit", "{0} visits {1:the}.", by, self, seat=by.seat)

    def other_nights(self, me: Ability, state: State) -> Steps:
        notes = me.notes.of(Visitors)
        visitors, notes.players = [p for p in notes.players if p.here], []
        if len(visitors) != self.MOST:
            return
        evil = sum(p.evil for p in visitors)
        misled = yield storyteller.chooses(
            "which visitor is told a wrong number of evil players?",
            visitors,
            topic="decoy",
            step="visitor",
            about=me,
        )
        for visitor in visitors:
            number = evil
            if visitor is misled:
                yield me.marks(visitor, "false info", until=DAWN)
                wrong = [other for other in range(self.MOST + 1) if other != evil]
                what = "how many of the three are evil, as {0} is told falsely?"
                number = yield storyteller.chooses(what, wrong, visitor, topic="false number", about=me)
            words = "Of {1}, {0} {0:is|are} evil."
            yield information.tell(
                state, visitor, words, number, tuple(visitors), by=me, report=number, true=visitor is not misled
            )


class Ferryman(Fabled):
    """On the last day, all dead players get their last vote back."""

    LAST = 3  # players alive on what is surely the last day

    def set_up(self, me: Ability, state: State) -> Steps:
        yield information.announce("fabled", "{0}: on the last day the dead get their votes back.", self)

    @at(Dawn)
    def looks_at_the_day(self, me: Ability, state: State, dawn: Dawn) -> Steps:
        if len([p for p in queries.residents(state) if p.seen_alive]) <= self.LAST:
            yield from self._gives(me, state)

    def called(self, me: Ability, state: State) -> Steps:
        """The storyteller says that this is the last day."""
        yield from self._gives(me, state)

    def _gives(self, me: Ability, state: State) -> Steps:
        if me.spent:
            return
        me.spend()
        without = [p for p in queries.here(state) if not p.seen_alive and not p.ghost_vote]
        for player in without:
            player.ghost_vote = True
        words = "{0}: this is the last day; {1} {1:gets|get} a vote back."
        yield information.announce("fabled", words, self, tuple(without))


class Fibbin(Fabled):
    """Once in the game, something that a good player learns may be false."""

    def set_up(self, me: Ability, state: State) -> Steps:
        yield information.announce("fabled", "{0}: once, a good player may learn something false.", self)

    @changes(MayMislead)
    def may_mislead(self, me: Ability, state: State, told: MayMislead, misled: bool) -> bool:
        return misled or (not me.spent and told.by.player.good)

    @at(ToldFalsely)
    def is_used(self, me: Ability, state: State, told: ToldFalsely) -> None:
        if told.to.player.good and queries.works(state, told.to) and not information.must_lie(state, told.to):
            me.spend()


class Fiddler(Fabled):
    """Once in the game the Demon secretly picks somebody of the other side. All choose one of these two, whose side
    wins.
    """

    def set_up(self, me: Ability, state: State) -> Steps:
        yield information.announce("fabled", "{0}: once, a duel may decide the game.", self)

    def called(self, me: Ability, state: State) -> Steps:
        demons = [p for p in queries.demons_now(state) if p.alive]
        demon = yield storyteller.chooses("which Demon duels?", demons, topic="duel", about=me)
        if demon is None or me.spent:
            return
        me.spend()
        others = [p for p in queries.here(state) if p.alignment != demon.alignment]
        what = "a player of the other side, with whom you duel"
        other = yield information.ask(state, demon, what, others, about=me, step="duel")
        if other is None:
            return
        both = tuple(sorted((demon, other), key=lambda p: queries.here(state).index(p)))
        yield information.announce("duel", "The [Fiddler] plays: {0} duel. Whose side is to win?", both)
        choices = yield Everyone(
            [Question([p.seat], "Who of the two is to win?", both, topic="duel", about=me, public=True)
             for p in queries.here(state)]
        )  # fmt: skip
        for one in both:
            hands = tuple(state.players[seat] for seat, choice in choices.items() if choice is one)
            yield information.announce("hands", "{0} {0:chooses|choose} {1}.", hands, one)
        for_demon = sum(choice is demon for choice in choices.values())
        evil_wins = for_demon * 2 == len(choices)
        winner = demon if for_demon * 2 > len(choices) else other
        yield victory.end_game(state, EVIL if evil_wins else winner.alignment, "the Fiddler's duel is decided")


class HellsLibrarian(Fabled):
    """Something bad may happen to whoever talks when the storyteller has asked for silence."""

    def set_up(self, me: Ability, state: State) -> Steps:
        yield information.announce("fabled", "{0}: be silent when you are asked to be.", self)

    def called(self, me: Ability, state: State) -> Steps:
        """The storyteller asks for silence, or lifts it."""
        me.spent = not me.spent
        words = "{0}: silence, please!" if me.spent else "{0}: you may talk again."
        yield information.announce("silence", words, self)

    @at(Speech)
    def hears(self, me: Ability, state: State, speech: Speech) -> Steps:
        if not me.spent:
            return
        what = "does something bad happen to {0}, who talked?"
        if (yield storyteller.decides(what, speech.by, topic="penalty", step="talked", about=me, idle=False)):
            yield from suffers(me, state, speech.by)

    def at_dusk(self, me: Ability, state: State) -> None:
        me.spent = False


class Revolutionary(Fabled):
    """Two neighbours are known to be on one side. Once in the game one of them may seem to be somebody else."""

    def set_up(self, me: Ability, state: State) -> Steps:
        circle = [p for p in queries.here(state) if not p.traveller]
        pairs = [(one, other) for one, other in zip(circle, circle[1:] + circle[:1], strict=True)
                 if one.alignment == other.alignment]  # fmt: skip
        pair = yield storyteller.chooses(
            "which two neighbours are known to be on one side?", pairs, topic="set-up", step="aligned", about=me
        )
        for player in pair or ():
            yield me.marks(player, "aligned")
        if pair is not None:
            yield information.announce("fabled", "{0}: {1} are on the same side.", self, pair)

    @changes(Registers)
    def may_seem(self, me: Ability, state: State, asked: Registers, ways: set[bool]) -> set[bool]:
        known = asked.player in queries.marked_by(state, me, "aligned") and asked.reading != "outsider"
        return {True, False} if known and not me.spent else ways

    @at(TakenFalsely)
    def is_used(self, me: Ability, state: State, taken: TakenFalsely) -> None:
        if taken.player in queries.marked_by(state, me, "aligned"):
            me.spend()


class Sentinel(Fabled):
    """There may be one Outsider more or fewer."""

    def fills_bag(self, counts: dict[str, int], state: State) -> Steps:
        ways = [more for more in (0, 1, -1) if counts["outsider"] + more >= 0]
        more: int = yield storyteller.chooses(
            "how many Outsiders more or fewer are there?", ways, topic="set-up", step="sentinel"
        )
        counts["outsider"] += more
        counts["townsfolk"] -= more

    def set_up(self, me: Ability, state: State) -> Steps:
        yield information.announce("fabled", "{0}: there may be one Outsider more or fewer.", self)


class SpiritOfIvory(Fabled):
    """There is never more than one evil player beyond the usual number."""

    def set_up(self, me: Ability, state: State) -> Steps:
        yield information.announce("fabled", "{0}: no more than one player turns evil.", self)

    @changes(KeepsSide)
    def stays_good(self, me: Ability, state: State, asked: KeepsSide, kept: bool) -> bool:
        counts = team_counts(len(queries.residents(state)))
        evil = sum(p.evil for p in queries.residents(state))
        return kept or (asked.side == EVIL and evil > counts["minion"] + counts["demon"])


class Toymaker(Fabled):
    """The Demon may choose not to kill, and must do so once in the game. Evil players learn each other however few
    play.
    """

    DANGER = 3  # players alive at whom another death ends the game

    def set_up(self, me: Ability, state: State) -> Steps:
        yield information.announce("fabled", "{0}: the Demon has to rest for one night.", self)

    @changes(FewestForInfo)
    def counts_all(self, me: Ability, state: State, asked: FewestForInfo, fewest: int) -> int:
        return 0

    def other_nights(self, me: Ability, state: State) -> Steps:
        """Each living Demon is asked; while it has not rested yet, it sleeps when its attack could end the game."""
        last = sum(p.seen_alive for p in queries.residents(state)) <= self.DANGER
        rests = False
        for demon in [p for p in queries.demons(state) if p.alive]:
            if last and not me.spent:
                rests = True
            else:
                what = "Do you attack tonight?"
                rests = not (yield information.ask(state, demon, what, (True, False), about=me, step="attack"))
            if rests:
                effects.mark(state, demon, ASLEEP, until=DAWN)
        me.spent = me.spent or rests
