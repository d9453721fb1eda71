"""The experimental characters from the Nightwatchman to the Widow.  Rules: `rulebook/almanac_h_to_w.md`."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations
from typing import ClassVar

from facedown.games.clocktower import effects, information, queries, storyteller, victory
from facedown.games.clocktower.character import Character
from facedown.games.clocktower.characters import findings
from facedown.games.clocktower.characters.almanac_h_to_m import speaks_for_all
from facedown.games.clocktower.day import close_floor, execute_storyteller, nominate, nominees
from facedown.games.clocktower.moments import Demon, Fabled, Minion, Outsider, Townsfolk
from facedown.games.clocktower.night import demon_info, minion_info, waking
from facedown.games.clocktower.questions import Act, Everyone, Question, Steps, Word
from facedown.games.clocktower.rules import InfoStep, InsteadOfVote, IsInfoHidden, Lost, ResultStands, at, changes
from facedown.games.clocktower.speech.finding import Finding
from facedown.games.clocktower.state import (
    DRUNK,
    EVIL,
    NO_ABILITY,
    POISONED,
    Ability,
    Death,
    Nomination,
    Player,
    State,
)


class Nightwatchman(Townsfolk):
    """Once in the game, at night, you pick a player, who then learns who you are."""

    picks = "help"

    def each_night(self, me: Ability, state: State) -> Steps:
        if me.spent:
            return
        target = yield me.chooses("a player who learns who you are, or nobody", queries.here(state), optional=True)
        if target is None:
            return
        me.spend()
        if not queries.works(state, me):
            information.misfires(state, me)
            return
        shown = me.player
        if information.must_lie(state, me):
            shown = yield storyteller.chooses(
                "who is shown to {0} as the Nightwatchman?",
                queries.others(state, me),
                target,
                topic="false",
                about=me,
            )
        yield information.tell(
            state, target, "{0} is the [Nightwatchman].", shown, by=me, report=shown, true=shown is me.player
        )


@dataclass
class Trio:
    """The three whom the Noble is to learn."""

    players: tuple[Player, ...] | None = None


class Noble(Townsfolk):
    """On the first night you learn three players: one of them is evil, the other two are good."""

    finds = Finding(findings.one_is_evil, "players", words={"players": "just one of {players:and} is evil"})

    def set_up(self, me: Ability, state: State) -> Steps:
        fitting, _ = _trios(state)
        trio = yield storyteller.chooses("which three does {0} learn?", fitting, me.player, topic="tell", about=me)
        if trio is not None:
            me.notes.of(Trio).players = trio
            for player in trio:
                yield me.marks(player, "know", even_if_impaired=True)

    def first_night(self, me: Ability, state: State) -> Steps:
        fitting, every = _trios(state)
        known = me.notes.of(Trio).players  # unless sides have changed since
        marked = known in fitting and queries.works(state, me) and not information.must_lie(state, me)
        truths = [known] if marked else fitting
        yield me.learns("One of {0}, {1} and {2} is evil, two are good.", truths, every)


def _trios(state: State) -> tuple[list[tuple[Player, ...]], list[tuple[Player, ...]]]:
    """The trios of players of whom exactly one can be taken for evil, and all trios."""
    every: list[tuple[Player, ...]] = list(combinations(queries.here(state), 3))
    ways = list(queries.ways_to_read(state, "evil"))
    return [trio for trio in every if any(sum(p.seat in evil for p in trio) == 1 for evil in ways)], every


@dataclass
class Madness:
    """What the Pixie remembers."""

    marked: Player | None = None
    character: Character | None = None  # about being which they are mad
    shown: bool = False  # they have been told so
    gains: bool = False


class Pixie(Townsfolk):
    """On the first night you learn a Townsfolk in play. If you kept pretending to be that Townsfolk until it
    died, its ability is yours.
    """

    finds = Finding(words={"role": "the {role} is in play"})
    acts_when_impaired = ("on_death",)

    def set_up(self, me: Ability, state: State) -> Steps:
        townsfolk = [p for p in queries.of_team(state, "townsfolk") if p is not me.player]
        marked = yield storyteller.chooses(
            "whose character does {0} learn?", townsfolk, me.player, topic="tell", about=me
        )
        if marked is not None:
            notes = me.notes.of(Madness)
            notes.marked, notes.character = marked, marked.character
            yield me.marks(marked, "gain ability if mad", even_if_impaired=True)

    gained = set_up

    def first_night(self, me: Ability, state: State) -> Steps:
        if me.notes.of(Madness).shown:  # back from the dead: what she had is gone, and all begins anew
            for ability in [a for a in me.player.abilities if a.by is me]:
                yield effects.take_ability(state, ability)
            me.notes.clear()
            yield me.unmark("gain ability if mad")
            yield from self.set_up(me, state)
        notes = me.notes.of(Madness)
        truths = [notes.character] if notes.character is not None else []
        possible = [*truths, *queries.not_in_play(state, "townsfolk")]
        if not truths:
            possible = queries.on_script(state, "townsfolk")
        shown = yield me.learns("{0} is in play.", truths, possible)
        notes.character, notes.shown = shown, True

    def on_death(self, me: Ability, state: State, death: Death) -> Steps:
        notes = me.notes.of(Madness)
        character = notes.character
        if death.player is not notes.marked or character is None or notes.gains:
            return
        if queries.works(state, me):
            gains = yield storyteller.decides(
                "was {0} mad that they are {1}?",
                me.player,
                character,
                topic="madness",
                about=me,
                idle=False,
                step="was mad",
            )
        else:  # gains nothing, and may be made to believe otherwise
            gains = yield storyteller.decides(
                "is {0} made to believe that they have gained the ability of {1}?",
                me.player, character, topic="false", about=me, idle=False,
            )  # fmt: skip
        if gains:
            notes.gains = True
            ability = yield effects.gains(state, me.player, character, by=me)
            ability.secret = True
            ability.pretence_of = me if ability.fake else None


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
            yield information.tell(state, target, "The [Preacher] has chosen you.", by=me)

    def on_death(self, me: Ability, state: State, death: Death) -> Steps:
        if death.player is me.player:
            yield me.unmark(NO_ABILITY)

    def on_change(self, me: Ability, state: State, player: Player) -> None:
        """Whoever is no Minion any more has the ability of what they are now."""
        if player.character.team != "minion":
            effects.remove_markers(state, lambda m: (m.by, m.player, m.word) == (me, player, NO_ABILITY))


THROWS = ROCK, PAPER, SCISSORS = Word("rock"), Word("paper"), Word("scissors")
BEATS = {ROCK: SCISSORS, SCISSORS: PAPER, PAPER: ROCK}


@dataclass
class Throw:
    """What came of the Psychopath's game."""

    saved: bool = False  # from the execution


class Psychopath(Minion, version="2022"):
    """Once a day you name a player, who dies. When executed, you die only on losing at rock, paper, scissors."""

    declares = "kill somebody"
    asks_declarer = "player"

    def declared(self, me: Ability | None, state: State, by: Player, act: Act) -> Steps:
        if me is not None:
            yield me.kills(act.player)

    def on_executed(self, me: Ability, state: State, death: Death) -> Steps:
        if death.player is not me.player or not me.player.alive:
            return
        by = death.nomination.by if death.nomination is not None else None
        if by is None or by is me.player:
            by = yield storyteller.chooses(
                "who plays against {0}?", queries.others(state, me), me.player, topic="play"
            )
        players = (me.player, by)
        throws = yield Everyone(
            [Question([p.seat], "Rock, paper or scissors?", THROWS, topic="throw", public=True) for p in players]
        )
        mine, theirs = throws[me.player.seat], throws[by.seat]
        yield information.announce("throws", "{0} throws {1}, {2} throws {3}.", me.player, mine, by, theirs)
        me.notes.of(Throw).saved = BEATS[theirs] != mine

    def saves(self, me: Ability, state: State, death: Death) -> bool:
        if death.player is not me.player or not death.executed:
            return False
        throw = me.notes.of(Throw)
        saved, throw.saved = throw.saved, False
        return saved


class PsychopathNow(Psychopath, version="current"):
    """Once a day, before nominations, you kill a player in public. If you are executed, rock, paper, scissors
    decides whether you die.
    """

    declares_before_nominations = True


class Puzzlemaster(Outsider):
    """One player is drunk because of you, even after your death. Once in the game you may guess who, and learn
    the Demon if you are right.
    """

    declares = "guess who is drunk"
    declared_privately = declared_aloud_too = True
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


class Riot(Demon, version="2022"):
    """There are no Minions, only Riot, as you are. Nominees die, and nominate at once themselves. After day
    three evil wins.
    """

    several = True
    fills_team = True
    first_day: ClassVar[int] = 1  # of the nominations that kill
    seconds: ClassVar[float | None] = 3

    def fills_bag(self, counts: dict[str, int], state: State) -> None:
        counts["demon"] += counts["minion"]
        counts["minion"] = 0

    def before_nominations(self, me: Ability, state: State) -> Steps:
        if state.day == 3 and speaks_for_all(me, state):
            yield information.announce("riot", "If nobody has won when this day ends, evil wins.")

    @changes(InsteadOfVote)
    def kills_nominee(self, me: Ability, state: State, asked: InsteadOfVote, done: bool) -> Steps:
        nominee = asked.nomination.nominee
        if done or nominee is None or state.day < self.first_day or not speaks_for_all(me, state):
            return done
        yield me.kills(nominee)
        died = asked.nomination.lived and not nominee.alive  # of this, or of what came just before
        asked.nomination.done = died
        if died and not state.over and not state.day_over:
            yield from self._goes_on(state, nominee)
        return died

    def _goes_on(self, state: State, dead: Player) -> Steps:
        """The player who has died nominates next, and nobody else today."""
        yield information.announce("riot", "{0} alone may nominate now.", dead)
        options = [p for p in nominees(state, dead) if p is not None and p.alive]
        by: Player | None = dead
        target = yield from self._next(state, dead, options)
        if target is None and state.day == 3:
            by = None
            target = yield storyteller.chooses(
                "whom do you nominate?", options, topic="nominate", optional=self.seconds is not None
            )
        if target is not None:
            yield from nominate(state, by, target)
        close_floor(state)

    def _next(self, state: State, dead: Player, options: list[Player]) -> Steps:
        if not options:
            return None
        target = yield Question(
            [dead.seat],
            "Whom do you nominate?",
            (*options, None),
            topic="nominate",
            public=True,
            seconds=self.seconds,
        )
        return target

    def on_tally(self, me: Ability, state: State, nomination: Nomination) -> Steps:
        """A nominated storyteller does not die, and may nominate in turn."""
        if nomination.nominee is not None or state.day < self.first_day or not speaks_for_all(me, state):
            return
        options = [p for p in nominees(state, None) if p is not None and p.alive]
        target = yield storyteller.chooses("whom do you nominate?", options, topic="nominate", optional=True)
        if target is not None:
            yield from nominate(state, None, target)

    def day_ends(self, me: Ability, state: State) -> Steps:
        if state.day >= 3:
            yield victory.end_game(state, EVIL, "day three has ended under Riot")


class RiotNow(Riot, version="current"):
    """On day three the Minions become Riot, too: nominees die and must nominate at once. Then evil wins."""

    fills_team = False
    first_day = 3
    seconds = None

    def fills_bag(self, counts: dict[str, int], state: State) -> None:
        """There are Minions as usual."""

    def other_nights(self, me: Ability, state: State) -> Steps:
        if state.night == 3:
            for player in queries.of_team(state, "minion"):
                yield effects.becomes(state, player, self, by=me)

    def on_tally(self, me: Ability, state: State, nomination: Nomination) -> Steps:
        """Beside an Atheist: where the vote against the storyteller passes, the game ends at once."""
        passes = nomination.tally >= nomination.needed and nomination.tally > state.to_beat
        if passes and nomination.nominee is None and state.day >= self.first_day and speaks_for_all(me, state):
            yield from execute_storyteller(state)
        else:
            yield from super().on_tally(me, state, nomination)

    def _next(self, state: State, dead: Player, options: list[Player]) -> Steps:
        if not options:
            return None
        target = yield Question([dead.seat], "Whom do you nominate?", options, topic="nominate", public=True)
        return target


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
        if minion.seat in told or not waking([minion]):
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
            "Not in play: {0}.",
            tuple(three),
            by=me,
            report=tuple(three),
            true=not lies,
            topic="bluffs",
        )


TEAMS_IN_BAG = ("townsfolk", "outsider", "minion", "demon")


@dataclass
class Favour:
    """Whom the Storm Catcher favours."""

    character: Character | None = None


class StormCatcher(Fabled):
    """One good character is favoured: evil learns who has it, or that nobody does, and its player dies only by
    execution.
    """

    def set_up(self, me: Ability, state: State) -> Steps:
        good = queries.on_script(state, "townsfolk", "outsider")
        favoured = yield storyteller.chooses(
            "whom does the [Storm Catcher] favour?", good, topic="set-up", step="favour"
        )
        me.notes.of(Favour).character = favoured
        yield information.announce("storm catcher", "The [Storm Catcher] favours {0}.", favoured)
        for player in queries.holders(state, favoured.id):
            yield me.marks(player, "protected")

    @at(InfoStep)
    def tells_evil(self, me: Ability, state: State, info: InfoStep) -> Steps:
        favoured = me.notes.of(Favour).character
        assert favoured is not None, "chosen at set-up"
        evil = waking(queries.of_team(state, "minion") if info.step == "minioninfo" else queries.demons(state))
        holders = tuple(queries.holders(state, favoured.id))
        words = "{0} is in play: {1}." if holders else "{0} is not in play."
        yield information.tell_all(state, evil, words, favoured, holders, by=me)

    def saves(self, me: Ability, state: State, death: Death) -> bool:
        return death.player.character is me.notes.of(Favour).character and not death.executed


@dataclass
class WidowsNight:
    """What the Widow remembers."""

    poisoned_herself: bool | None = None  # None: she has not chosen yet
    known_to: Player | None = None


class Widow(Minion):
    """On your first night you look into the grimoire and poison a player for good. Somebody good is told of
    you, but not who you are.
    """

    picks = "harm"

    def first_night(self, me: Ability, state: State) -> Steps:
        yield information.shows_grimoire(state, me)
        target = yield me.chooses("a player to poison", queries.here(state))
        yield me.unmark(POISONED)
        yield me.poisons(target, even_if_impaired=True)
        me.notes.of(WidowsNight).poisoned_herself = target is me.player
        yield from self._somebody_learns(me, state)

    def on_change(self, me: Ability, state: State, player: Player) -> Steps:
        """If the player who knows turns evil, another good player learns it."""
        if player is me.notes.of(WidowsNight).known_to:
            yield from self._somebody_learns(me, state)

    def through_night(self, me: Ability, state: State) -> Steps:
        """If nobody could learn it because the Widow was impaired, somebody does as soon as possible."""
        if me.notes.of(WidowsNight).poisoned_herself is not None:
            yield from self._somebody_learns(me, state)

    def _somebody_learns(self, me: Ability, state: State) -> Steps:
        notes = me.notes.of(WidowsNight)
        known = notes.known_to
        if not queries.works(state, me) or notes.poisoned_herself or (known is not None and known.good):
            return
        good = [p for p in queries.here(state) if p.good]
        known = yield storyteller.chooses(
            "which good player learns that the [Widow] is in play?", good, topic="tell", about=me
        )
        if known is not None:
            notes.known_to = known
            yield information.tell(state, known, "The [Widow] is in play.", by=me)
