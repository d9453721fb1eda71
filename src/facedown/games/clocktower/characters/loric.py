"""The Loric: public rules of the storyteller's, for a script.  Rules: `rulebook/loric.md`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from facedown.games.clocktower import effects, information, queries, storyteller
from facedown.games.clocktower.changeable_rules import (
    AlsoBluffs,
    Dawn,
    HandWeight,
    IsInfoHidden,
    IsTokenUnknown,
    Teller,
    WhoIsSitter,
    WhoPleads,
    at,
    changes,
)
from facedown.games.clocktower.character import Character
from facedown.games.clocktower.constraints import take_their_places
from facedown.games.clocktower.moments import Fabled
from facedown.games.clocktower.questions import GO_ON, Act, Steps
from facedown.games.clocktower.state import DUSK, Ability, Death, News, Nomination, Player, State


@dataclass
class Speaker:
    """Who speaks for the nominee."""

    player: Player | None = None
    nomination: Nomination | None = None


class BigWig(Fabled):
    """Each nominee picks a player: until the vote, only this one speaks, and must persuade all that the nominee is
    good, or may die.
    """

    picks = "help"

    def set_up(self, me: Ability, state: State) -> Steps:
        yield information.announce("loric", "{0}: each nominee picks somebody who speaks for them.", self)

    def on_nomination(self, me: Ability, state: State, nomination: Nomination) -> Steps:
        nominee, notes = nomination.nominee, me.notes.of(Speaker)
        notes.player = notes.nomination = None
        if nominee is None:
            return
        what = "a player who speaks for you"
        speaker = yield information.ask(
            state, nominee, what, queries.here(state), about=me, public=True, step="speaker"
        )
        notes.player, notes.nomination = speaker, nomination
        yield information.announce("speaks for", "{0} speaks for {1}.", speaker, nominee, seat=speaker.seat)

    @changes(WhoPleads)
    def speaks(self, me: Ability, state: State, asked: WhoPleads, speaker: Player | None) -> Player | None:
        notes = me.notes.of(Speaker)
        return notes.player if notes.nomination is asked.nomination else speaker

    def on_tally(self, me: Ability, state: State, nomination: Nomination) -> Steps:
        notes = me.notes.of(Speaker)
        speaker, nominee = notes.player, nomination.nominee
        if notes.nomination is not nomination or speaker is None or nominee is None or not speaker.alive:
            return
        dies = yield storyteller.decides(
            "does {0} die, who was not mad that {1} is good?", speaker, nominee, topic="penalty", step="speaker",
            about=me, idle=False,
        )  # fmt: skip
        if dies:
            yield me.kills(speaker)


class Bootlegger(Fabled):
    """This script has characters or rules of its own; everybody is told them before the game."""

    def set_up(self, me: Ability, state: State) -> Steps:
        for rule in state.script.house_rules:
            yield information.announce("loric", "{0}: {1}", self, rule)
        for character in state.script.own.values():
            yield information.announce("loric", "{0}: {1} is a character of this script.", self, character)


class Gardener(Fabled):
    """The storyteller decides which player gets which token."""

    def set_up(self, me: Ability, state: State) -> Steps:
        yield information.announce("loric", "{0}: the storyteller has chosen who gets which token.", self)

    def deals(self, state: State, dealt: dict[int, Character]) -> Steps:
        """Tokens that are laid out lie already."""
        free = [seat for seat in dealt if seat not in state.laid]
        tokens, chosen = [dealt[seat] for seat in free], dict(dealt)
        for seat in free:
            token = yield storyteller.chooses(
                "which token does {0} get?", list(dict.fromkeys(tokens)), state.players[seat], topic="deal",
                step="token", about=self, idle=tokens[0],
            )  # fmt: skip
            tokens.remove(token)
            chosen[seat] = token
        take_their_places(state, chosen)  # whoever has to sit somewhere does all the same
        return chosen


@dataclass
class Wearer:
    """Who wears the hat."""

    player: Player | None = None


class GodOfUg(Fabled):
    """Whoever wears the hat speaks in words of one syllable, and their vote counts twice. Whoever slips passes it
    on.
    """

    verbs = ("give the hat to",)

    def set_up(self, me: Ability, state: State) -> Steps:
        first = yield storyteller.chooses(
            "who wears the hat first?", queries.here(state), topic="set-up", step="hat", about=me
        )
        yield from self._puts_on(me, first)

    def offers(self, me: Ability, state: State, by: Player) -> list[Act]:
        """The wearer has slipped."""
        if by is not me.notes.of(Wearer).player:
            return []
        return [Act(verb, p) for verb in self.verbs for p in queries.here(state) if p is not by]

    def does(self, me: Ability, state: State, by: Player, act: Act) -> Steps:
        yield from self._puts_on(me, act.player)

    def called(self, me: Ability, state: State) -> Steps:
        """The storyteller has heard a slip, or moves the hat as they like."""
        wearer = me.notes.of(Wearer).player
        others = [p for p in queries.here(state) if p is not wearer]
        player = yield storyteller.chooses("who wears the hat now?", others, topic="set-up", step="hat", about=me)
        yield from self._puts_on(me, player)

    def _puts_on(self, me: Ability, player: Player | None) -> Steps:
        me.notes.of(Wearer).player = player
        yield me.unmark("hat")
        if player is not None:
            yield me.marks(player, "hat")
            yield information.announce("hat", "{0} wears the hat of the {1}.", player, self, seat=player.seat)

    @changes(HandWeight)
    def counts_twice(self, me: Ability, state: State, hand: HandWeight, weight: int) -> int:
        return 2 * weight if hand.voter in queries.marked_by(state, me, "hat") else weight


@dataclass
class Reborn:
    """How many have come back as Travellers."""

    count: int = 0


class Hindu(Fabled):
    """The first four players who die come back at once as Travellers of the same side."""

    FIRST = 4

    def set_up(self, me: Ability, state: State) -> Steps:
        yield information.announce("loric", "{0}: the first four who die come back as Travellers.", self)

    def on_death(self, me: Ability, state: State, death: Death) -> Steps:
        notes, player = me.notes.of(Reborn), death.player
        taken = {p.character.id for p in queries.here(state)}
        free = [c for c in state.traveller_list if c.id not in taken]
        if notes.count >= self.FIRST or not player.seated or not free:
            return
        notes.count += 1
        character = yield storyteller.chooses(
            "as which Traveller does {0} come back?", free, player, topic="becomes", step="traveller", about=me
        )
        for ability in list(player.abilities):
            yield effects.take_ability(state, ability)
        effects.set_character(state, player, character, None)
        player.alive, player.ghost_vote, player.made_by = True, True, self.id
        state.abilities_changed()
        yield information.show_life(state, player)
        yield News("arrives", "{0} comes back as {1:the}.", (player, character), seat=player.seat)
        if player.evil and queries.demons_now(state):
            demons = tuple(queries.demons_now(state))
            yield information.tell(state, player, "The Demon is {0}.", demons, topic="demon")


@dataclass
class Liar:
    """Which of the two storytellers does not tell the truth."""

    second: bool = False
    switched: bool = False


class Knaves(Fabled):
    """Of two storytellers one tells what is true, the other what is false. Once, at dusk, they may swap places."""

    def set_up(self, me: Ability, state: State) -> Steps:
        me.notes.of(Liar).second = yield storyteller.decides(
            "is the second storyteller the one who tells what is false?", topic="liar", about=me
        )
        yield information.announce("loric", "{0}: one of two storytellers tells what is false.", self)

    @changes(Teller)
    def tells(self, me: Ability, state: State, asked: Teller, true: bool | None) -> Steps:
        what = "Do you ask the second storyteller?"
        second = yield information.ask(state, asked.to.player, what, (True, False), about=me, step="storyteller")
        return second != me.notes.of(Liar).second

    def at_dusk(self, me: Ability, state: State) -> Steps:
        liar = me.notes.of(Liar)
        if liar.switched or state.over:
            return
        what = "do the two storytellers change places?"
        if (yield storyteller.decides(what, topic="liar", step="switch", about=me, idle=False)):
            liar.switched, liar.second = True, not liar.second


@dataclass
class Doubled:
    """The good characters of which there are several."""

    characters: list[Character] = field(default_factory=list)


class Pope(Fabled):
    """Good characters may be in play several times, and the Demon may be shown such a one as a bluff."""

    def mends_bag(self, state: State, bag: list[Character], given: Sequence[Character]) -> Steps:
        spare = [c for c in bag if c.team == "townsfolk" and c not in given]
        while len(spare) > 1:
            good = dict.fromkeys(c for c in bag if c.good and c.in_bag)
            again = yield storyteller.chooses(
                "which good character is in play once more, or no other?", good, topic="set-up", step="again",
                about=self, optional=True,
            )  # fmt: skip
            if again is None:
                return
            out = next((c for c in spare if c is not again), spare[0])
            spare.remove(out)
            bag.remove(out)
            bag.append(again)

    def set_up(self, me: Ability, state: State) -> Steps:
        held = Counter(p.character for p in queries.residents(state) if p.character.good)
        me.notes.of(Doubled).characters += (character for character, times in held.items() if times > 1)
        yield information.announce("loric", "{0}: good characters may be in play several times.", self)

    @changes(AlsoBluffs)
    def may_be_shown(
        self, me: Ability, state: State, asked: AlsoBluffs, also: tuple[Character, ...]
    ) -> tuple[Character, ...]:
        return tuple(dict.fromkeys((*also, *me.notes.of(Doubled).characters)))


@dataclass
class KnowThemselves:
    """Who have learned who they are."""

    players: list[Player] = field(default_factory=list)


class Tor(Fabled):
    """Nobody knows their own character or side until they die."""

    def set_up(self, me: Ability, state: State) -> Steps:
        self._keeps_secret(me, state)
        yield information.announce("loric", "{0}: nobody knows who they are.", self)

    @changes(IsTokenUnknown)
    def hides_token(self, me: Ability, state: State, asked: IsTokenUnknown, unknown: bool) -> bool:
        return unknown or (asked.player not in me.notes.of(KnowThemselves).players and not asked.player.traveller)

    @changes(IsInfoHidden)
    def hides_info(self, me: Ability, state: State, asked: IsInfoHidden, hidden: bool) -> bool:
        return True

    @changes(WhoIsSitter)
    def has_a_sitter_named(self, me: Ability, state: State, asked: WhoIsSitter, sitter: Player | None) -> Steps:
        """Nobody is asked because they are a Minion."""
        living = [p for p in asked.minions if p.alive]
        if sitter is not None or not living:
            return sitter
        return (yield storyteller.chooses("who looks after [Lil' Monsta]?", living, topic="sitter", about=me))

    def through_night(self, me: Ability, state: State) -> None:
        self._keeps_secret(me, state)

    def _keeps_secret(self, me: Ability, state: State) -> None:
        """Nobody is to see by what they are asked which ability they have."""
        known = me.notes.of(KnowThemselves).players
        for player in [p for p in queries.here(state) if p not in known and not p.traveller]:
            for ability in player.abilities:
                ability.secret = True

    def on_death(self, me: Ability, state: State, death: Death) -> Steps:
        if not death.at_night:
            yield from self._reveals(me, state, death.player)

    @at(Dawn)
    def reveals_the_dead(self, me: Ability, state: State, dawn: Dawn) -> Steps:
        for player in list(state.died_tonight):
            yield from self._reveals(me, state, player)

    def _reveals(self, me: Ability, state: State, player: Player) -> Steps:
        known = me.notes.of(KnowThemselves).players
        if player in known or not player.seated:
            return
        known.append(player)
        for ability in player.abilities:
            ability.secret = False
        token = player.character, player.alignment
        yield information.tell(state, player, "You were {0:the}, and you are {1}.", *token)


class Ventriloquist(Fabled):
    """A nominee may try to persuade all that they are somebody whom they have not claimed to be. Executed today,
    they may live.
    """

    def set_up(self, me: Ability, state: State) -> Steps:
        yield information.announce("loric", "{0}: a nominee with a new story may live.", self)

    def on_tally(self, me: Ability, state: State, nomination: Nomination) -> Steps:
        if nomination.nominee is None or nomination.nominee in queries.marked_by(state, me, "mad"):
            return
        mad = yield storyteller.decides(
            "was {0} mad that they are somebody new?",
            nomination.nominee,
            topic="penalty",
            step="new",
            about=me,
            idle=False,
        )
        if mad:
            yield me.marks(nomination.nominee, "mad", until=DUSK)

    def saves(self, me: Ability, state: State, death: Death) -> Steps:
        if not death.executed or death.player not in queries.marked_by(state, me, "mad"):
            return False
        what = "does {0} live, who was mad that they are somebody new?"
        lives = yield storyteller.decides(what, death.player, topic="save", about=me, idle=False)
        return lives


@dataclass
class Goals:
    """What players are to do."""

    open: dict[int, str] = field(default_factory=dict)  # by seat


class Zenomancer(Fabled):
    """Players are given secret goals: whoever reaches theirs learns something true."""

    def set_up(self, me: Ability, state: State) -> Steps:
        yield information.announce("loric", "{0}: some players have secret goals.", self)

    def called(self, me: Ability, state: State) -> Steps:
        """The storyteller gives somebody a goal."""
        without = [p for p in queries.here(state) if p.seat not in me.notes.of(Goals).open]
        player = yield storyteller.chooses("who is given a goal?", without, topic="goal", about=me)
        if player is None:
            return
        goal = yield storyteller.words("what is the goal of {0}?", player, topic="goal", step="words", about=me)
        me.notes.of(Goals).open[player.seat] = goal
        yield me.marks(player, "goal")
        yield information.tell(state, player, "Your goal: {0}", goal)

    def judged(self, me: Ability, state: State) -> Steps:
        goals = me.notes.of(Goals).open
        for player in [p for p in queries.here(state) if p.seat in goals]:
            fact = yield storyteller.words(
                "{0} learns something true if this was reached: {1} Say what, or go on.", player,
                goals[player.seat], topic="goal", step="reached", about=me, optional=True,
            )  # fmt: skip
            if fact != GO_ON:
                yield from self._is_reached(me, state, player, fact)

    def _is_reached(self, me: Ability, state: State, player: Player, fact: object) -> Steps:
        del me.notes.of(Goals).open[player.seat]
        effects.remove_markers(state, lambda marker: marker.player is player and marker.by is me)
        yield information.tell(state, player, "{0}", fact)
