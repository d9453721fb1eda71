"""The almanac of experimental characters, from the Acrobat to the Atheist."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from facedown.games.clocktower import acting, deaths, effects, information, queries, storyteller, victory
from facedown.games.clocktower.character import Character
from facedown.games.clocktower.moments import Demon, Outsider, Townsfolk, role
from facedown.games.clocktower.questions import GO_ON, Act, Steps, Word
from facedown.games.clocktower.rules import (
    IsHollow,
    IsKeptFromWinning,
    MayMislead,
    MustChooseAgain,
    StorytellerExecuted,
    changes,
)
from facedown.games.clocktower.state import DAWN, DUSK, GOOD, Ability, Alignment, Death, Player, State


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


def is_drunk_or_poisoned(state: State, player: Player) -> bool:
    """The Drunk is drunk as well."""
    return queries.impaired(state, player) or player.character.id == "drunk"


@dataclass
class Fates:
    """What Al-Hadikhia remembers."""

    undecided: bool = False  # not all three have chosen yet


class AlHadikhia(Demon, version="2022"):
    """Each night but the first you name three players, who each choose life or death. If all three live, all
    three die.
    """

    may_refrain: ClassVar[bool] = False

    def other_nights(self, me: Ability, state: State) -> Steps:
        what = "the first of three players"
        first = yield me.chooses(what, queries.here(state), optional=self.may_refrain, more=True)
        if first is None:
            return
        chosen = [first]
        for which in ("second", "third"):
            rest = [p for p in queries.here(state) if p not in chosen]
            what = f"the {which} of three players"
            chosen.append((yield me.chooses(what, rest, step=which, more=which != "third")))
        for number, player in enumerate(chosen, 1):
            effects.mark(state, player, f"target {number}", until=DAWN, about=me)
        if not queries.works(state, me):
            information.misfires(state, me)
            return
        me.notes.of(Fates).undecided = True
        yield from self._asks(me, state, chosen)
        me.notes.of(Fates).undecided = False
        yield victory.check_end(state)

    @changes(IsKeptFromWinning)
    def keeps_open(self, me: Ability, state: State, asked: IsKeptFromWinning, kept: bool) -> bool:
        """Nobody has won before all three have chosen: one of them may still come back to life."""
        return kept or me.notes.of(Fates).undecided

    def _asks(self, me: Ability, state: State, chosen: list[Player]) -> Steps:
        spent_votes = [p for p in chosen if not p.alive and not p.ghost_vote]
        for player in chosen:
            yield from self._puts_the_question(me, state, player)
            if not queries.works(state, me):  # it has died of its own question
                return
        if all(p.alive for p in chosen):
            for player in sorted(chosen, key=lambda p: p is me.player):  # its own death last: it ends its ability
                yield me.kills(player)
            for player in spent_votes:  # players dead at dusk and at dawn have never been back
                player.ghost_vote = player.alive

    def _puts_the_question(self, me: Ability, state: State, player: Player) -> Steps:
        fate = yield from asks_for_life(self, me, state, player)
        if fate == "life":
            yield deaths.raise_dead(state, player, by=me)
        else:
            yield me.kills(player)


def asks_for_life(character: Character, me: Ability, state: State, player: Player) -> Steps:
    """Everybody hears who has been chosen; the chosen player answers silently."""
    yield information.announce("named", "{0} has chosen {1}.", character, player, seat=player.seat)
    words = (Word("life"), Word("death"))
    return (
        yield information.ask(
            state,
            player,
            "{0} has chosen you: life or death?",
            words,
            character,
            about=me,
            public=True,
            step="life",
        )
    )


class AlHadikhiaNow(AlHadikhia, version="current"):
    """Each night but the first you may name three players, who each choose life or death. If all three live,
    all three die.
    """

    may_refrain = True


@dataclass
class Power:
    """The ability that the Alchemist has."""

    ability: Ability | None = None


@dataclass
class PowerInBag:
    """The Minion whose ability the Alchemist in the bag will have."""

    character: Character | None = None


class Alchemist(Townsfolk, version="2022"):
    """You have the ability of a Minion that is not in play, and know which."""

    has_power_of = True
    keeps_shown_out = True

    def fills_bag(self, counts: dict[str, int], state: State) -> Steps:
        """That Minion's change of the numbers applies, so it is chosen now."""
        power = yield from self._picks(state, {c.id for c in state.bag})
        state.notes.of(PowerInBag).character = power
        if power is not None:
            counts["outsider"] += power.outsiders
            counts["townsfolk"] -= power.outsiders
            yield role(power).fills_bag(counts, state)

    def set_up(self, me: Ability, state: State) -> Steps:
        in_bag = state.notes.of(PowerInBag)
        power, in_bag.character = in_bag.character, None
        if power is None or power not in self._powers(state, in_play(state)):
            power = yield from self._picks(state, in_play(state))
        if power is not None:
            given = self._gives(me, state, power)
            yield role(power).set_up(given, state)

    def first_night(self, me: Ability, state: State) -> Steps:
        given = me.notes.of(Power).ability
        if given is None:  # come into play late, or only believed in
            power = yield from self._picks(state, in_play(state))
            if power is None:
                return
            given = self._gives(me, state, power)
            if queries.works(state, me):
                yield role(power).gained(given, state)
        possible = self._may_be_shown(given.character, state)
        shown = yield me.learns("You have the ability of {0}.", [given.character], possible)
        if shown is not given.character:
            effects.give_ability(state, me.player, shown, by=me, fake=True, pretence_of=given)

    def _powers(self, state: State, there: set[str]) -> list[Character]:
        """The Minions whose ability it may have; `there` are in play."""
        return [c for c in queries.on_script(state, "minion") if c.id not in there and c.can_be_lent]

    def _picks(self, state: State, there: set[str]) -> Steps:
        powers = self._powers(state, there)
        laid = [shown for character, shown, _ in state.given if character is self and shown in powers]
        what = "which Minion's ability does the Alchemist have?"
        return (yield storyteller.chooses(what, laid or powers, topic="power", about=self))

    def _gives(self, me: Ability, state: State, power: Character) -> Ability:
        given = effects.give_ability(state, me.player, power, by=me)
        given.fake = acting.rule(state, IsHollow(given), False)
        me.notes.of(Power).ability = given
        return given

    def _may_be_shown(self, given: Character, state: State) -> list[Character]:
        """The truth; and, to deceive, the Minions in play."""
        return [
            given,
            *(
                c
                for c in queries.on_script(state, "minion")
                if queries.in_play(state, c.id) and c.can_be_lent and c is not given
            ),
        ]


class AlchemistNow(Alchemist, version="current"):
    """You have a Minion's ability and know which. The storyteller may ask you to choose something else with it."""

    keeps_shown_out = False

    def _powers(self, state: State, there: set[str]) -> list[Character]:
        return [c for c in queries.on_script(state, "minion") if c.can_be_lent]

    def _may_be_shown(self, given: Character, state: State) -> list[Character]:
        return self._powers(state, set())

    @changes(MustChooseAgain)
    def is_overruled(self, me: Ability, state: State, choice: MustChooseAgain, again: bool) -> Steps:
        if choice.answer is None:
            return again
        what = "{0} chooses {1}: must they choose again?"
        return (yield storyteller.decides(what, me.player, choice.answer, topic="review", about=me, idle=False))


def in_play(state: State) -> set[str]:
    return {p.character.id for p in queries.here(state)}


@dataclass
class ThoughtOut:
    """The Amnesiac's ability, in the storyteller's words."""

    ability: str | None = None


class Amnesiac(Townsfolk):
    """You do not know your ability, which the storyteller has made up. Each day you may guess what it is, and
    hear how near you are.
    """

    acts_when_impaired = ("saves",)

    declares = "guess your unknown ability"
    declared_privately = True
    declares_again = "refused"
    asks_declarer = "text"

    EFFECTS = tuple(map(Word, (GO_ON, "ask", "tell", "kill", "poison", "protect")))
    MOST_EFFECTS = 3  # in one night
    SCALE = tuple(map(Word, ("cold", "warm", "hot", "bingo")))

    def set_up(self, me: Ability, state: State) -> Steps:
        yield from self._think_out(me, state)

    def gained(self, me: Ability, state: State) -> Steps:
        yield from self._think_out(me, state)

    def each_night(self, me: Ability, state: State) -> Steps:
        yield from self._think_out(me, state)
        for _ in range(self.MOST_EFFECTS):
            effect = yield storyteller.chooses(
                "what does the ability of {0} do now? ({1})", self.EFFECTS, me.player,
                me.notes.of(ThoughtOut).ability,
                topic="run", about=me, idle=GO_ON,
            )  # fmt: skip
            if effect == GO_ON:
                return
            yield self._runs(effect, me, state)
            if me.gone or not me.player.alive:
                return

    def saves(self, me: Ability, state: State, death: Death) -> bool:
        return death.player in queries.has_marked(state, me, "safe")

    def declared(self, me: Ability | None, state: State, by: Player, act: Act) -> Steps:
        if me is None or not by.alive:
            return
        yield from self._think_out(me, state)
        # An impaired Amnesiac may be told any of them; where that makes a difference, it is a question of its own.
        asked_again = information.must_lie(state, me) or state.script.has("mathematician")
        what, topic = "{0} guesses “{2}”; the ability is “{1}”. How close is the guess?", "judge"
        if not (queries.works(state, me) or asked_again):
            what, topic = "how close is {0} told that the guess “{2}” is, if the ability is “{1}”?", "tell"
        nearness = yield storyteller.chooses(
            what, self.SCALE, by, me.notes.of(ThoughtOut).ability, act.text, topic=topic, about=me
        )
        yield me.learns("Your guess is {0}.", [nearness], self.SCALE if asked_again else [nearness])

    def _think_out(self, me: Ability, state: State) -> Steps:
        """What it does, and in whose place of the night it acts."""
        notes = me.notes.of(ThoughtOut)
        if notes.ability is not None:
            return
        notes.ability = yield storyteller.words("what is the ability of {0}?", me.player, about=me)
        order = {*state.script.first_night, *state.script.other_nights}
        like = yield storyteller.chooses(
            "at which character's place in the night order does the ability of {0} act?",
            [c for c in state.script.characters if c.id in order], me.player,
            topic="place", about=me, optional=True,
        )  # fmt: skip
        if like is not None:
            me.place = like.id

    def _runs(self, effect: Word, me: Ability, state: State) -> Steps:
        """One effect of it: as with any ability, nothing comes of it if the Amnesiac is drunk or poisoned."""
        if effect == "ask":
            yield me.chooses("a player", queries.here(state))
        elif effect == "tell":
            words = yield storyteller.words("what is {0} told?", me.player, about=me, step="told")
            yield information.tell(
                state, me.player, "{0}", words, by=me, report=words, true=queries.works(state, me)
            )
        elif effect == "kill":
            target = yield storyteller.chooses(
                "who dies by {0}?", queries.living(state), me.player, topic="kill", about=me
            )
            yield me.kills(target)
        elif effect == "poison":
            target = yield storyteller.chooses(
                "who is poisoned by {0}?", queries.here(state), me.player, topic="poison", about=me
            )
            yield me.poisons(target, until=DUSK)
        elif effect == "protect":
            target = yield storyteller.chooses(
                "who cannot die tonight, thanks to {0}?", queries.here(state), me.player, topic="protect", about=me
            )
            yield me.marks(target, "safe", until=DAWN)


class Atheist(Townsfolk):
    """Nobody is evil, and the storyteller may break any rule. Good wins by executing the storyteller."""

    works_when_dead = True
    is_beside_evil = False
    lets_storyteller_be_nominated = True
    acts_when_impaired = ("night_ends",)  # the rules that the storyteller breaks, they break even so

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
