"""The experimental Townsfolk who have the abilities of others, or one that was made up."""

from __future__ import annotations

from dataclasses import dataclass

from facedown.games.clocktower import acting, effects, information, queries, storyteller
from facedown.games.clocktower.changeable_rules import IsHollow, Lost, MustChooseAgain, at, changes
from facedown.games.clocktower.character import Character
from facedown.games.clocktower.characters.choices import MOST_EFFECTS, SAFE, WHAT_IT_DOES, runs
from facedown.games.clocktower.moments import Townsfolk, role
from facedown.games.clocktower.questions import GO_ON, Act, Steps, Word
from facedown.games.clocktower.state import POISONED, Ability, Death, GivenTokens, Player, State


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

    keeps_shown_out = True

    @property
    def has_power_of(self) -> str:
        return "minion"

    def why_impossible(self, out: GivenTokens, seat: int | None, shown: Character | None) -> str:
        holders = {token: out.names[at] for at, (token, _, _) in out.laid.items()}
        if shown is None or shown not in {*holders, *(token for token, _ in out.unseated)}:
            return ""
        who = out.names[seat] if seat is not None else f"the {self.name}"
        holder = f"{holders[shown]} is" if shown in holders else "in the bag is"
        return f"{who} can only have the ability of a Minion that is not in play, but {holder} the {shown.name}"

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

    def why_impossible(self, out: GivenTokens, seat: int | None, shown: Character | None) -> str:
        return ""

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
    declared_to = "storyteller"
    declares_again = "refused"
    asks_declarer = "text"

    SCALE = tuple(map(Word, ("cold", "warm", "hot", "bingo")))

    def set_up(self, me: Ability, state: State) -> Steps:
        yield from self._think_out(me, state)

    def gained(self, me: Ability, state: State) -> Steps:
        yield from self._think_out(me, state)

    def each_night(self, me: Ability, state: State) -> Steps:
        yield from self._think_out(me, state)
        for _ in range(MOST_EFFECTS):
            effect = yield storyteller.chooses(
                "what does the ability of {0} do now? ({1})", WHAT_IT_DOES, me.player,
                me.notes.of(ThoughtOut).ability,
                topic="run", about=me, idle=GO_ON,
            )  # fmt: skip
            if effect == GO_ON:
                return
            yield runs(effect, me, state)
            if me.gone or not me.player.alive:
                return

    def saves(self, me: Ability, state: State, death: Death) -> bool:
        return death.player in queries.has_marked(state, me, SAFE)

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


EATEN = "has this ability"  # the marker beside whom a Cannibal has eaten


class Cannibal(Townsfolk):
    """You have the ability of whoever was last executed and died, and do not know it. If they were evil, you
    are poisoned.
    """

    acts_when_impaired = ("after_execution",)

    def after_execution(self, me: Ability, state: State, death: Death, died: bool) -> Steps:
        if not died:
            return
        eaten = death.player
        upset = self._settles(me, state)
        for old in [a for a in me.player.abilities if a.by is me]:
            yield effects.take_ability(state, old)
        yield me.unmark(EATEN)
        evil = yield information.registers(state, eaten, "evil", to=me)
        if me.gone:  # it has become somebody else in this execution
            return
        given = None
        if queries.works(state, me) and not evil:
            given = yield effects.gains(state, me.player, eaten.character, by=me)
            given.secret = True
        elif queries.works(state, me):
            given = effects.give_ability(state, me.player, eaten.character, by=me, secret=True)
            upset = True
        if given is not None:
            yield me.marks(eaten, EATEN, even_if_impaired=True)
        if evil and upset:
            effects.mark(state, me.player, POISONED, about=me)
        if not queries.works(state, me):
            yield from self._believes_in_another(me, state, given, eaten)
        elif not eaten.character.knows_token:  # as they believed in something, so may the Cannibal
            yield from self._believes_in_another(me, state, None, eaten, optional=True)

    @at(Lost)
    def is_lost(self, me: Ability, state: State, lost: Lost) -> None:
        self._settles(me, state)

    def _settles(self, me: Ability, state: State) -> bool:
        """End its poisoning by the player it has eaten; returns whether it was poisoned."""
        upset = any(m.about is me for m in state.markers)
        effects.remove_markers(state, lambda m: m.about is me)
        return upset

    def _believes_in_another(
        self, me: Ability, state: State, given: Ability | None, eaten: Player, optional: bool = False
    ) -> Steps:
        """The characters that the executed player has claimed to be come first."""
        claimed = [id for seat, id, _ in state.claims if seat == eaten.seat]
        good = sorted(queries.on_script(state, "townsfolk", "outsider"), key=lambda c: c.id not in claimed)
        character = yield storyteller.chooses(
            "whose ability does {0} seem to have?", [c for c in good if c.can_be_lent], me.player,
            topic="shown", about=me, optional=optional,
        )  # fmt: skip
        if character is not None:
            effects.give_ability(state, me.player, character, by=me, fake=True, secret=True, pretence_of=given)
