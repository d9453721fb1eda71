"""The Minions that came after the almanac of 2022.  Rules: `rulebook/later_minions.md`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import ClassVar

from facedown.games.clocktower import acting, effects, information, queries, setup, storyteller, victory
from facedown.games.clocktower.changeable_rules import (
    Dawn,
    HidesVotes,
    IsShielded,
    IsUnprotected,
    LeftToStoryteller,
    Lost,
    StaysSecret,
    WakesEarly,
    WhoBecomes,
    at,
    changes,
)
from facedown.games.clocktower.character import Character, Tactics
from facedown.games.clocktower.characters.choices import MOST_EFFECTS, SAFE, WHAT_IT_DOES, runs
from facedown.games.clocktower.characters.experimental_townsfolk_learning import MOST_IDIOTS
from facedown.games.clocktower.constraints import KeptOut
from facedown.games.clocktower.moments import Minion, Role, acts_at, role
from facedown.games.clocktower.questions import GO_ON, Act, Question, Steps, Word
from facedown.games.clocktower.state import (
    DUSK,
    EVIL,
    POISONED,
    Ability,
    Death,
    Mark,
    Nomination,
    Player,
    State,
    Turn,
)


@dataclass
class Lent:
    """What the Boffin remembers."""

    ability: Ability | None = None  # of the Demon who has it now, or had it last
    told: bool = False  # that Demon knows it


class Boffin(Minion):
    """The Demon also has the ability of a good character that is not in play, even if drunk or poisoned. Both of
    you know which.
    """

    tactics = Tactics(lends=True)
    acts_when_impaired = ("through_night", "on_change")
    NEVER = ("drunk", "heretic", "ogre", "politician")  # by their jinxes
    WHILE_TOKENS_ARE_LEFT: ClassVar = {"villageidiot": MOST_IDIOTS}  # though in play

    def fills_bag(self, counts: dict[str, int], state: State) -> Steps:
        """What that character changes at set-up applies, so it is chosen now, and not drawn."""
        lent = yield from self._picks(state, {c.id for c in state.bag})
        state.notes.of(KeptOut).lent = lent
        if lent is not None:
            setup.change_counts(counts, lent)
            setup.bring(state, lent, state.bag)
            yield role(lent).fills_bag(counts, state)

    def set_up(self, me: Ability, state: State) -> Steps:
        kept = state.notes.of(KeptOut)
        lent, kept.lent = kept.lent, None
        if lent not in self._lendable(state, _in_play(state)):
            lent = yield from self._picks(state, _in_play(state))
        given = yield from self._lends(me, state, lent)
        if given is not None:
            yield role(given.character).set_up(given, state)

    def first_night(self, me: Ability, state: State) -> Steps:
        yield from self._sees_to_it(me, state)
        lent = me.notes.of(Lent).ability
        if lent is not None and not acting.rule(state, StaysSecret(me), False):
            others = self._lendable(state, _in_play(state))
            yield me.learns("The Demon has the ability of {0}.", [lent.character], [lent.character, *others])
        yield from self._tells_demon(me, state)

    def through_night(self, me: Ability, state: State) -> Steps:
        """A Demon who came late, or when the Boffin was not sober, learns of it as soon as possible."""
        yield from self._sees_to_it(me, state)
        if me.begun:
            yield from self._tells_demon(me, state)

    def on_change(self, me: Ability, state: State, player: Player) -> Steps:
        yield from self._sees_to_it(me, state)

    def _sees_to_it(self, me: Ability, state: State) -> Steps:
        """If no living Demon has the ability, one gets it, or another one."""
        last = me.notes.of(Lent).ability
        if last is not None and last.player.alive and not last.gone:
            if queries.is_demon(state, last.player):
                return
            yield effects.take_ability(state, last)
        if any(p.alive for p in queries.demons(state)):
            lent = yield from self._picks(state, _in_play(state), last.character if last is not None else None)
            given = yield from self._lends(me, state, lent)
            if given is not None and acts_at(given.character, Role.gained):
                yield role(given.character).gained(given, state)

    def _lends(self, me: Ability, state: State, lent: Character | None) -> Steps:
        if lent is None:
            return None
        demons = [p for p in queries.demons(state) if p.alive]
        demon = yield storyteller.chooses(
            "which Demon has the ability of {0}?", demons, lent, topic="set-up", step="demon", about=me
        )
        if demon is None:
            return None
        given = effects.give_ability(state, demon, lent, by=me, steady=True)
        me.notes.of(Lent).ability, me.notes.of(Lent).told = given, False
        return given

    def _tells_demon(self, me: Ability, state: State) -> Steps:
        lent = me.notes.of(Lent)
        if lent.ability is not None and not lent.told and queries.works(state, me):
            lent.told = True
            words = "You have the ability of {0} as well."
            yield information.tell(state, lent.ability.player, words, lent.ability.character, by=me, reveals=True)

    def _lendable(self, state: State, there: set[str]) -> list[Character]:
        """The good characters whose ability the Demon may have; `there` are in play."""
        good = queries.on_script(state, "townsfolk", "outsider")
        free = [c for c in good if c.id not in there or c.id in self.WHILE_TOKENS_ARE_LEFT]
        return [c for c in free if c.can_be_lent and c.id not in self.NEVER and self._has_token_left(state, c)]

    def _has_token_left(self, state: State, character: Character) -> bool:
        most = self.WHILE_TOKENS_ARE_LEFT.get(character.id)
        dealt = max(state.bag.count(character), len(queries.holders(state, character.id)))
        return most is None or dealt < most

    def _picks(self, state: State, there: set[str], last: Character | None = None) -> Steps:
        options = self._lendable(state, there)
        what = "which good character's ability does the Demon have?"
        idle = last if last in options else ...
        return (yield storyteller.chooses(what, options, topic="power", step="boffin", about=self, idle=idle))


def _in_play(state: State) -> set[str]:
    return {p.character.id for p in queries.here(state)}


@dataclass
class Accusation:
    """Whom the Harpy has picked."""

    first: Player | None = None
    second: Player | None = None


class Harpy(Minion):
    """Each night you pick two players: tomorrow the first must persuade all that the second is evil, or either or
    both may die.
    """

    picks = "harm"

    def each_night(self, me: Ability, state: State) -> Steps:
        first = yield me.chooses("a player to drive mad", queries.here(state), more=True)
        others = [p for p in queries.here(state) if p is not first]
        second = yield me.chooses("whom they must accuse", others, step="second")
        yield me.marks(first, "mad", until=DUSK)
        yield me.marks(second, "2nd", until=DUSK)
        notes = me.notes.of(Accusation)
        notes.first, notes.second = first, second
        words = "{0}: tomorrow you are mad that {1} is evil."
        yield information.tell(state, first, words, self, second, by=me, topic="accuse")

    def judged(self, me: Ability, state: State) -> Steps:
        """These are deaths and no executions: the day goes on."""
        mad, accused = queries.marked_by(state, me, "mad"), queries.marked_by(state, me, "2nd")
        victims = [p for p in (*mad, *accused) if p.alive]
        while mad and accused and victims and not state.over and queries.works(state, me):
            victim = yield storyteller.chooses(
                "who dies, as {0} was not mad that {1} is evil?", victims, mad[0], accused[0], topic="accusation",
                about=me, optional=True,
            )  # fmt: skip
            if victim is None:
                return
            victims.remove(victim)
            yield me.kills(victim)


class Summoner(Minion):
    """On the first night you learn three bluffs. There is no Demon: on the third night you turn a player into an
    evil one, of your choice.
    """

    makes_others = True
    picks = "harm"
    acts_when_impaired = ("on_death",)

    THIRD = 3  # the night of the game

    def fills_bag(self, counts: dict[str, int], state: State) -> None:
        """A Townsfolk takes the Demon's place, and what that would have changed is not changed."""
        given = [token for token, _, _ in state.given]
        if any(c.team == "demon" for c in given):
            return
        for demon in [c for c in (*state.bag, *state.aside) if c.team == "demon"]:
            if acts_at(demon, Role.fills_bag):
                counts.update(setup.team_counts(sum(counts.values())))
            counts["outsider"] -= demon.outsiders
            counts["townsfolk"] += demon.outsiders
        state.aside = [c for c in state.aside if c.team != "demon"]
        counts["townsfolk"] += counts["demon"]
        counts["demon"] = 0

    def first_night(self, me: Ability, state: State) -> Steps:
        yield counts_night(me, state)
        if acting.rule(state, StaysSecret(me), False):
            return
        bluffs: list[Character] = []
        there = queries.not_in_play(state, "townsfolk", "outsider")
        options = there if queries.works(state, me) else queries.on_script(state, "townsfolk", "outsider")
        while options and len(bluffs) < len(("one", "two", "three")):
            bluff = yield storyteller.chooses(
                "which character is {0} shown as not in play?", options, me.player, topic="bluff", about=me,
                idle=options[0],
            )  # fmt: skip
            bluffs.append(bluff)
            options = [c for c in options if c is not bluff]
        true = all(bluff in there for bluff in bluffs)
        words, shown = information.NOT_IN_PLAY, tuple(bluffs)
        yield information.tell(state, me.player, words, shown, by=me, report=shown, true=true, topic="bluffs")

    def other_nights(self, me: Ability, state: State) -> Steps:
        early = state.night < self.THIRD and acting.rule(state, WakesEarly(me), False)
        if not me.spent:
            yield counts_night(me, state)
        if me.spent or acting.rule(state, LeftToStoryteller(me), False):
            return
        if early:
            yield from self._may_summon_early(me, state)
        if state.night != self.THIRD:
            return
        player = yield me.chooses("a player who becomes the Demon", queries.residents(state), more=True)
        demon = yield me.chooses("which Demon?", queries.on_script(state, "demon"), step="character")
        me.spend()
        yield from summons(state, player, demon, by=me)

    def _may_summon_early(self, me: Ability, state: State) -> Steps:
        pukka = state.script.character("pukka")
        what = "a player who becomes the Pukka now, or nobody"
        player = yield me.chooses(what, queries.residents(state), step="early", optional=True)
        if player is not None:
            me.spend()
            yield from summons(state, player, pukka, by=me)

    def on_death(self, me: Ability, state: State, death: Death) -> None:
        if death.player is me.player:
            _demon_is_due(me, state)

    @at(Lost)
    def is_lost(self, me: Ability, state: State, lost: Lost) -> None:
        _demon_is_due(me, state)


def counts_night(me: Ability, state: State) -> Mark | None:
    """Lay the token of this night beside a player whose ability waits for a later one; there are some for three."""
    return me.marks(me.player, f"night {state.night}", DUSK, even_if_impaired=True) if state.night <= 3 else None


def _demon_is_due(me: Ability, state: State) -> None:
    """Nobody is left to summon a Demon: without one, good wins."""
    if not me.fake and not me.spent and not (me.player.alive and acting.rule(state, LeftToStoryteller(me), False)):
        state.demon_needed = True


def summons(state: State, player: Player, demon: Character, by: Ability | None) -> Steps:
    """Turn this player into the Demon; without one, if it fails, good wins."""
    state.demon_needed = True
    if by is not None:
        player = yield acting.ruling(state, WhoBecomes(demon, by), player)
    yield effects.becomes(state, player, demon, by=by, side=EVIL)
    yield victory.check_end(state)


class OrganGrinder(Minion):
    """All vote with closed eyes, and nobody learns how many do. Each night you say whether you are drunk until
    dusk.
    """

    def each_night(self, me: Ability, state: State) -> Steps:
        drunk = yield me.chooses("Are you drunk until dusk?", (True, False), step="drunk")
        if drunk:
            yield me.makes_drunk(me.player, until=DUSK)

    @changes(HidesVotes)
    def closes_eyes(self, me: Ability, state: State, asked: HidesVotes, hidden: bool) -> bool:
        return True


@dataclass
class Announced:
    """What everybody knows of a Vizier."""

    known: bool = False


class Vizier(Minion):
    """All know who you are, and you cannot die by day. When somebody good has voted, you may have the nominee
    executed at once.
    """

    acts_when_impaired = ("saves",)

    @at(Dawn)
    def is_announced(self, me: Ability, state: State, dawn: Dawn) -> Steps:
        yield from self._announces(me, state)

    def gained(self, me: Ability, state: State) -> Steps:
        if state.phase == "day":
            yield from self._announces(me, state)

    def _announces(self, me: Ability, state: State) -> Steps:
        notes = me.notes.of(Announced)
        if notes.known:
            return
        notes.known = True
        if acting.rule(state, StaysSecret(me), False):
            return
        words = "{0} is {1:the}." if me.player.character is self else "{0} has the ability of {1:the}."
        state.claims.append((me.player.seat, self.id, state.day))
        yield information.announce("vizier", words, me.player, self, seat=me.player.seat)

    def saves(self, me: Ability, state: State, death: Death) -> bool:
        mortal = acting.rule(state, IsUnprotected(death), False)
        return death.player is me.player and not death.at_night and not mortal

    def on_tally(self, me: Ability, state: State, nomination: Nomination) -> Steps:
        nominee = nomination.nominee
        if nominee is None or nomination.decided or me.fake or not me.notes.of(Announced).known:
            return
        forces = yield information.ask(
            state, me.player, "Do you have {0} executed at once?", (True, False), nominee, about=me,
            public=not acting.rule(state, StaysSecret(me), False), step="force",
        )  # fmt: skip
        if not forces:
            return
        words = "{0} wants {1} executed at once."
        yield information.announce("force", words, me.player, nominee, seat=me.player.seat)
        if not queries.works(state, me) or acting.rule(state, IsShielded(nominee, me), False):
            information.misfires(state, me)
            return
        for voter in nomination.hands:
            if (yield information.registers(state, voter, "good", to=me)):
                nomination.decided = True
                return


class Wizard(Minion):
    """Once in the game you may wish for something. If it is granted, it may have a price, and others a clue to
    it.
    """

    acts_when_impaired = ("saves",)

    declares = "make a wish"
    declared_to = "storyteller"
    asks_declarer = "text"
    AGAIN = Word("ask")

    def each_night(self, me: Ability, state: State) -> Steps:
        if me.spent:
            return
        state.woke.add(me.player.seat)
        wish = yield Question(
            [me.player.seat], "What do you wish for, if anything?", (None,), free_text=True, topic="choice",
            step="wish", about=me, idle=None,
        )  # fmt: skip
        if wish is not None:
            yield from self._is_heard(me, state, wish)

    def declared(self, me: Ability | None, state: State, by: Player, act: Act) -> Steps:
        if me is not None and not me.spent and by.alive:
            yield from self._is_heard(me, state, act.text)

    def saves(self, me: Ability, state: State, death: Death) -> bool:
        return death.player in queries.has_marked(state, me, SAFE)

    def _is_heard(self, me: Ability, state: State, wish: object) -> Steps:
        """What is granted here fails as any ability does if the Wizard is drunk or poisoned; they do not notice."""
        answer = yield storyteller.chooses(
            "does the wish of {0} come true: {1}? (ask: they must wish for something else)",
            (True, False, self.AGAIN), me.player, wish, topic="wish", about=me,
        )  # fmt: skip
        if answer == self.AGAIN:
            yield me.is_told("Wish for something else.")
            return
        me.spend()
        if not answer:
            yield me.is_told("Your wish does not come true.")
            return
        price = yield storyteller.words(
            "what price is {0} told, or go on", me.player, topic="price", about=me, optional=True
        )
        yield me.is_told("Your wish comes true.")
        if price != GO_ON:
            yield me.is_told("The price: {0}", price)
        yield from self._comes_true(me, state, wish)

    def _comes_true(self, me: Ability, state: State, wish: object) -> Steps:
        if not queries.works(state, me):
            information.misfires(state, me)
        for _ in range(MOST_EFFECTS):
            effect = yield storyteller.chooses(
                "what does the wish of {0} do now? ({1})", WHAT_IT_DOES, me.player, wish, topic="run", about=me,
                step="wish", idle=GO_ON,
            )  # fmt: skip
            if effect == GO_ON:
                break
            yield runs(effect, me, state)
            if me.gone or not me.player.alive:
                break
        clue = yield storyteller.words(
            "what clue to the wish of {0} does everybody get, or go on", me.player, topic="clue", about=me,
            optional=True,
        )  # fmt: skip
        if clue != GO_ON and not state.over:
            yield information.announce("clue", "The storyteller: {0}", clue)


@dataclass
class Eyes:
    """What the Wraith remembers."""

    night: int = 0
    open: bool = False  # tonight
    turns: int = 0  # of tonight that it has watched
    shut: bool = False  # it knows that it is drunk or poisoned
    met: list[Player] = field(default_factory=list)  # who have seen that it is awake


class Wraith(Minion):
    """You wake whenever other evil players do, and may open your eyes at night whenever you like."""

    acts_when_impaired = ("through_night",)

    def each_night(self, me: Ability, state: State) -> Steps:
        if me.fake:  # an Alchemist who has nothing of it
            return
        eyes = self._tonight(me, state)
        eyes.open = yield me.chooses("Do you keep your eyes open tonight?", (True, False), step="eyes")

    def through_night(self, me: Ability, state: State) -> Steps:
        eyes = self._tonight(me, state)
        yield from self._is_told_to_sleep(me, state)
        turns, eyes.turns = state.turns[eyes.turns :], len(state.turns)
        for turn in turns if queries.works(state, me) else ():
            yield from self._watches(me, state, turn)

    def _tonight(self, me: Ability, state: State) -> Eyes:
        eyes = me.notes.of(Eyes)
        if eyes.night != state.night:
            eyes.night, eyes.open, eyes.turns = state.night, False, 0
        return eyes

    def _is_told_to_sleep(self, me: Ability, state: State) -> Steps:
        """It knows of it when it may not see, and when it may again."""
        eyes, shut = me.notes.of(Eyes), not queries.works(state, me)
        if shut != eyes.shut and not me.fake:
            eyes.shut = shut
            words = "Keep your eyes shut until you hear otherwise." if shut else "You may open your eyes again."
            yield me.is_told(words)

    def _watches(self, me: Ability, state: State, turn: Turn) -> Steps:
        player = turn.ability.player if turn.ability is not None else me.player
        if player is me.player or turn.sleeps or player.seat not in state.woke:
            return
        eyes = me.notes.of(Eyes)
        with_it = player.evil and player.character.knows_token
        if with_it or eyes.open:
            yield me.is_told("{0} is awake.", player)
        if with_it and player not in eyes.met:
            eyes.met.append(player)
            words = "{0} is awake as well: the [Wraith]."
            yield information.tell(state, player, words, me.player, by=me, reveals=True)
        elif eyes.open and not with_it and information.knows_token(state, player):
            noticed = yield storyteller.decides(
                "does {0} notice that {1} has their eyes open?", player, me.player, topic="notice", about=me,
                idle=False,
            )  # fmt: skip
            if noticed:
                yield information.tell(state, player, "{0} has their eyes open.", me.player, by=me)


class Xaan(Minion):
    """Any number of Outsiders is in play. In the night of that number you poison all Townsfolk until dusk."""

    def fills_bag(self, counts: dict[str, int], state: State) -> Steps:
        good = counts["townsfolk"] + counts["outsider"]
        most = min(len(queries.on_script(state, "outsider")), good - 1)
        outsiders: int = yield storyteller.chooses(
            "how many are Outsiders?", range(most + 1), topic="number", step="outsiders"
        )
        counts.update(outsider=outsiders, townsfolk=good - outsiders)

    def each_night(self, me: Ability, state: State) -> Steps:
        number = state.outsiders_at_set_up
        if state.night < number:
            yield counts_night(me, state)
        if state.night == number:
            yield me.marks(me.player, "X", until=DUSK)

    def always_impairs(self, me: Ability, state: State) -> Iterator[tuple[Player, str]]:
        if any(m.by is me and m.word == "X" for m in state.markers):
            yield from ((player, POISONED) for player in queries.of_team(state, "townsfolk"))
