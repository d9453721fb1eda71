"""Sects & Violets: the edition in which much is told, and characters change."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import Any

from facedown.games.clocktower import acting, deaths, effects, information, queries, storyteller, victory
from facedown.games.clocktower.changeable_rules import DeathLearned, Haunted, WhoPassesFor, at
from facedown.games.clocktower.character import Character, Tactics
from facedown.games.clocktower.characters import findings
from facedown.games.clocktower.moments import Outsider, Townsfolk
from facedown.games.clocktower.night import taken_for
from facedown.games.clocktower.public import Use
from facedown.games.clocktower.queries import Ways
from facedown.games.clocktower.questions import Act, Steps, Word
from facedown.games.clocktower.speech.finding import Finding
from facedown.games.clocktower.state import DRUNK, POISONED, Ability, Death, Player, State, other_side

# -- Townsfolk ---------------------------------------------------------------------------------------------------


class Clockmaker(Townsfolk):
    """On the first night you learn how many steps it is round the circle from the Demon to the nearest Minion."""

    finds = Finding(
        findings.steps_to_minion,
        "steps",
        nights="first",
        possible=findings.any_steps,
        number="steps",
        of_all=True,
        words={
            "steps=1": "the Demon sits beside a Minion",
            "steps": "the Demon sits {steps} places from the nearest Minion",
        },
    )

    def first_night(self, me: Ability, state: State) -> Steps:
        nobody: tuple[Player, ...] = ()
        measured = nobody if queries.demons(state) else acting.rule(state, WhoPassesFor("measured"), nobody)
        truths = {
            self._nearest(
                state, [*queries.sure_to_be(state, "demon"), demon], [*queries.sure_to_be(state, "minion"), minion]
            )
            for demon in [*queries.who_may_be(state, "demon"), *measured]
            for minion in queries.who_may_be(state, "minion")
            if demon is not minion
        }
        demons, minions = queries.demons(state), queries.of_team(state, "minion")
        plain = self._nearest(state, demons, minions) if demons and minions else 0
        ways = queries.Ways(dict.fromkeys((plain, *truths))) if plain in truths else truths
        yield me.learns(
            "It is {0} {0:step|steps} from the Demon to a Minion.",
            ways,
            range(1, len(queries.here(state)) // 2 + 1),
        )

    def _nearest(self, state: State, demons: list[Player], minions: list[Player]) -> int:
        """Of those in doubt one pair is enough to be taken for what it is: with more, a nearer pair would count."""
        return min((queries.distance(state, a, b) for a in demons for b in minions if a is not b), default=0)


class Dreamer(Townsfolk):
    """Each night you pick another player and learn a good and an evil character: one of the two is theirs."""

    finds = Finding(
        nights="every",
        possible=findings.player_and_roles,
        words={"player roles": "{player} is the {roles:or}"},
    )

    def each_night(self, me: Ability, state: State) -> Steps:
        target = yield me.chooses("a player to dream of", [p for p in queries.others(state, me) if not p.traveller])
        found = queries.characters_of(state, target)  # of whom a King may be who was brought from elsewhere
        known = dict.fromkeys((*queries.on_script(state, "townsfolk", "outsider", "minion", "demon"), *found))
        good, evil = [c for c in known if c.good], [c for c in known if not c.good]
        pairs = [(g, e) for g in good for e in evil]
        truths = [pair for pair in pairs if (pair[0] in found) != (pair[1] in found) or target.character in pair]
        shown = yield me.learns("{2} is {0:the} or {1:the}.", truths, pairs, target)
        if target.character not in shown:  # but somebody as whom they register
            information.misfires(state, me)


class SnakeCharmer(Townsfolk):
    """Each night you pick somebody living. If that is the Demon, you trade characters and sides, and they are
    poisoned for good.
    """

    makes_others = True

    def each_night(self, me: Ability, state: State) -> Steps:
        target = yield me.chooses("a living player to charm", queries.seen_living(state))
        if target is me.player:
            return
        if not queries.works(state, me):
            if queries.is_demon(state, target):
                information.misfires(state, me)
            return
        if not (yield information.registers(state, target, "demon", to=me)):
            return
        demon, charmer = queries.demon_of(state, target) or target.character, me.player.character
        if demon is not target.character:  # only looked after: there is nothing to exchange
            yield effects.becomes(state, me.player, demon)
            return
        evil, good = target.alignment, me.player.alignment
        yield effects.becomes(state, me.player, demon, side=evil)
        yield effects.becomes(state, target, charmer, side=good)
        effects.mark(state, target, POISONED)  # by nobody: the charmer no longer has this ability


class Mathematician(Townsfolk):
    """Each night you learn for how many players an ability has gone wrong since dawn because of somebody
    else's.
    """

    finds = Finding(
        findings.so_many_went_wrong,
        "count",
        nights="every",
        possible=findings.up_to(2),
        of_all=True,
        of_sayings=True,
        words={
            "count=0": "no ability went wrong",
            "count=1": "one ability went wrong",
            "count": "{count} abilities went wrong",
        },
    )
    counts_misfires = True

    def each_night(self, me: Ability, state: State) -> Steps:
        wrong = len(state.misfired - {me.player.seat})
        yield me.learns("{0} {0:ability has|abilities have} gone wrong.", (wrong,), range(len(queries.here(state))))


class Flowergirl(Townsfolk):
    """Each night but the first you learn whether the Demon's hand was counted in a vote of that day."""

    finds = Finding(
        findings.demon_voted,
        "demon_voted",
        nights="other",
        possible=findings.yes_or_no("demon_voted"),
        truth="demon_voted",
        words={"demon_voted=yes": "the Demon voted", "demon_voted=no": "the Demon did not vote"},
    )

    def other_nights(self, me: Ability, state: State) -> Steps:
        voters = ((voter, n.characters) for n in state.nominations for voter in n.hands)
        yield me.learns("Did the Demon vote? {0:Yes}.", whether_any(state, "demon", voters), (True, False))


class TownCrier(Townsfolk):
    """Each night but the first you learn whether any Minion made a nomination that day."""

    finds = Finding(
        findings.minion_nominated,
        "minion_nominated",
        nights="other",
        possible=findings.yes_or_no("minion_nominated"),
        truth="minion_nominated",
        words={"minion_nominated=yes": "a Minion nominated", "minion_nominated=no": "no Minion nominated"},
    )

    def other_nights(self, me: Ability, state: State) -> Steps:
        nominators = ((n.by, n.characters) for n in state.nominations if n.by is not None)
        yield me.learns("Did a Minion nominate? {0:Yes}.", whether_any(state, "minion", nominators), (True, False))


def whether_any(state: State, team: str, players: Any) -> Ways:
    """Whether any of these players was of that team; each comes with the characters at the time."""
    was = [(player, characters[player.seat]) for player, characters in players]
    plain = any(then.team == team for _, then in was)
    ways = [queries.may_register(state, p, team) if then is p.character else {then.team == team} for p, then in was]
    if {True} in ways:
        return Ways([True])
    return Ways([plain, not plain]) if {True, False} in ways else Ways([False])


class Oracle(Townsfolk):
    """Each night but the first you learn how many of the dead were evil."""

    finds = Finding(
        findings.evil_dead,
        "count",
        nights="other",
        possible=findings.up_to(4),
        words={
            "count=0": "none of the dead is evil",
            "count=1": "one of the dead is evil",
            "count": "{count} of the dead are evil",
        },
    )

    def other_nights(self, me: Ability, state: State) -> Steps:
        dead = {p.seat for p in queries.dead(state)}
        truths = queries.by_reading(state, "evil", lambda evil: len(dead & evil))
        yield me.learns("{0} of the dead {0:is|are} evil.", truths, range(len(dead) + 1))


class Savant(Townsfolk):
    """Each day you may hear two things from the storyteller in private: one is true, the other false."""

    finds = Finding(stated=findings.one_of_two)
    declares = "hear two things"
    declared_to = "storyteller"
    declares_again = "refused"

    def declared(self, me: Ability | None, state: State, by: Player, act: Act) -> Steps:
        if me is None or not (by.alive or queries.works(state, me)):
            return
        rule = "one true, one false"
        if information.must_lie(state, me):
            rule = "both false"
        elif not queries.works(state, me):
            rule = "true or false as you like"
        first = yield storyteller.words(
            "the first of two things for {0} ({1})", by, rule, topic="two things", about=me, step="first"
        )
        second = yield storyteller.words(
            "the second of two things for {0} ({1})", by, rule, topic="two things", about=me, step="second"
        )
        yield information.tell(
            state, by, "{0} / {1}", first, second, by=me, report=(first, second), true=queries.works(state, me)
        )
        yield information.may_be_said_falsely(state, me)


class Seamstress(Townsfolk):
    """Once in the game, at night, you pick two others and learn whether both are on one side."""

    finds = Finding(
        findings.same_side,
        "same",
        nights="first",
        possible=findings.pair_and_truth("same"),
        truth="same",
        words={
            "pair same=yes": "{pair:and} are on the same side",
            "pair same=no": "{pair:and} are on different sides",
        },
    )

    def each_night(self, me: Ability, state: State) -> Steps:
        if me.spent:
            return
        one = yield me.chooses(
            "the first of two other players, or nobody", queries.others(state, me), optional=True, more=True
        )
        if one is None:
            return
        other = yield me.chooses(
            "the second", [p for p in queries.others(state, me) if p is not one], step="second"
        )
        me.spend()
        truths = queries.by_reading(state, "evil", lambda evil: (one.seat in evil) == (other.seat in evil))
        yield me.learns("Are {1} and {2} on the same side? {0:Yes}.", truths, (True, False), one, other)


@dataclass
class Likeness:
    """The character whose ability the Philosopher has."""

    character: Character | None = None


class Philosopher(Townsfolk):
    """Once in the game, at night, you pick a good character and have its ability from then on. If somebody is
    that character, they are drunk.
    """

    makes_others = True
    acts_when_impaired = ("on_change",)

    def each_night(self, me: Ability, state: State) -> Steps:
        if me.spent:
            return
        good = queries.on_script(state, "townsfolk", "outsider")
        character = yield me.chooses("a good character to be like, or nobody", good, optional=True)
        if character is None:
            return
        me.spend()
        if queries.works(state, me):
            me.notes.of(Likeness).character = character
        else:
            information.misfires(state, me)
        for holder in queries.holders(state, character.id):
            if holder is not me.player:
                yield me.makes_drunk(holder, about=character)
        yield effects.gains(state, me.player, character, me)

    def on_change(self, me: Ability, state: State, player: Player) -> Steps:
        """A player who is no longer that character is sober; a player who is it now is drunk."""
        effects.remove_markers(
            state, lambda m: m.by is me and m.player is player and m.about is not player.character
        )
        like = me.notes.of(Likeness).character
        drunk = player is me.player or player in queries.marked_by(state, me, DRUNK)
        if player.character is like and not drunk:
            yield me.makes_drunk(player, about=like, even_if_impaired=True)


class Artist(Townsfolk):
    """Once in the game, by day, you put a question to the storyteller in private: yes, no, or unknown."""

    finds = Finding(stated=findings.answered)
    states = True
    declares = "ask a question"
    declared_to = "storyteller"
    asks_declarer = "text"

    def declared(self, me: Ability | None, state: State, by: Player, act: Act) -> Steps:
        if me is None or me.spent or not (by.alive or queries.works(state, me)):
            return
        me.spend()
        rule = "truly" if queries.works(state, me) else "as you like"
        answer = yield storyteller.chooses(
            "answer {0} {2}: {1}",
            (True, False, Word("unknown")),
            by,
            act.text,
            "falsely" if information.must_lie(state, me) else rule,
            topic="truth",
            about=me,
        )
        yield information.tell(
            state,
            by,
            "{0} (you asked: {1})",
            answer,
            act.text,
            by=me,
            report=answer,
            true=queries.works(state, me),
            topic="answer",
        )
        yield information.may_be_said_falsely(state, me)


@dataclass
class Guesses:
    """What the Juggler guessed: who is which character, and which they were then."""

    made: list[tuple[Player, Character, Character]] | None = None


class Juggler(Townsfolk):
    """On your first day you may guess aloud who up to five players are. At night you hear how many guesses were
    right.
    """

    finds = Finding(
        findings.so_many_guessed,
        "count",
        words={
            "count=0": "none of my guesses was right",
            "count=1": "one of my guesses was right",
            "count": "{count} of my guesses were right",
        },
    )
    guesses = 5
    tactics = Tactics(declares_at_once=True)
    declares = "guess who players are"

    def declared(self, me: Ability | None, state: State, by: Player, act: Act) -> Steps:
        guesses = []
        for number in range(1, self.guesses + 1):
            player = yield information.ask(
                state, by, "whose character do you guess? ({0} of five)", queries.here(state), number, about=me,
                optional=True, public=True, step="guess",
            )  # fmt: skip
            if player is None:
                break
            guess = yield information.ask(
                state, by, "who is {0}?", queries.guessed_at(state), player, about=me, public=True, step="character"
            )
            yield information.announce(
                "juggles", "{0} guesses that {1} is {2:the}.", by, player, guess, seat=by.seat
            )
            state.uses.append(Use(state.day, by.seat, self.id, player.seat, guess=guess.id))
            guesses.append((player, guess, player.character))
        if me is not None and by.alive and state.day == me.since:
            me.notes.of(Guesses).made = guesses

    def other_nights(self, me: Ability, state: State) -> Steps:
        notes = me.notes.of(Guesses)
        guesses, notes.made = notes.made, None
        if guesses is not None:
            truths = self._right(state, guesses)
            yield me.learns("{0} of your guesses {0:was|were} right.", truths, range(self.guesses + 1))

    def _right(self, state: State, guesses: list[tuple[Player, Character, Character]]) -> Ways:
        """How many were right, of who players were then.  By day nobody is asked how somebody registers."""
        right = [guess is then for _, guess, then in guesses]
        ways = [
            queries.may_register(state, player, guess.id) if player.character is then else {guess is then}
            for player, guess, then in guesses
        ]
        fewest, most = sum(way == {True} for way in ways), sum(True in way for way in ways)
        return Ways(dict.fromkeys((sum(right), *range(fewest, most + 1))))


class Sage(Townsfolk):
    """If the Demon kills you, you learn two players: one of them is the Demon."""

    finds = Finding(findings.one_is_demon, "pair", words={"pair": "{pair:or} is the Demon"})
    acts_when_dead = True

    def on_death(self, me: Ability, state: State, death: Death) -> None:
        if death.player is me.player and queries.by_demon(state, death):
            me.works_in_death = True

    def other_nights(self, me: Ability, state: State) -> Steps:
        death = queries.death_of(state, me.player)
        if death is None or death.by is None or me.player not in state.died_tonight:
            return
        if not queries.by_demon(state, death):
            return
        yield from self._learns(me, state, death.by.player, "The Demon who killed you is {0} or {1}.")

    @at(Haunted)
    def is_haunted(self, me: Ability, state: State, haunted: Haunted) -> Steps:
        yield from self._learns(me, state, haunted.by, "The Demon who has found you is {0} or {1}.")

    def _learns(self, me: Ability, state: State, killer: Player, words: str) -> Steps:
        pairs = list(combinations(sorted(queries.others(state, me), key=lambda p: p.seat), 2))
        found = taken_for(state, "killer", [killer])
        told = yield me.learns(words, [pair for pair in pairs if set(pair) & set(found)], pairs)
        if killer not in told:
            information.misfires(state, me, in_death=True)


# -- Outsiders ---------------------------------------------------------------------------------------------------


class Mutant(Outsider):
    """If you hint that you are an Outsider, you may be executed for it."""

    tactics = Tactics(hides=True)

    def judged(self, me: Ability, state: State) -> Steps:
        if state.day_over:
            return
        guilty = yield storyteller.decides(
            "is {0} executed for hinting at being an Outsider?", me.player, topic="madness", about=me, idle=False
        )
        if guilty and not state.day_over:
            yield deaths.execute(state, me.player, by=me)


class Sweetheart(Outsider):
    """When you die, somebody is drunk from then on."""

    execution_costs = 0.1
    acts_when_impaired = ("on_death",)

    def on_death(self, me: Ability, state: State, death: Death) -> Steps:
        if death.player is me.player and not deaths.dies_in_vain(state, me):
            drunk = yield storyteller.chooses(
                "who is drunk from now on?", queries.here(state), topic="drunk", about=me
            )
            yield me.makes_drunk(drunk, outlives=True)
            me.works_in_death = False


class Barber(Outsider):
    """If you have died, by day or by night, the Demon may make two players trade characters that night."""

    makes_others = True
    picks = "harm"
    acts_when_dead = True
    acts_when_impaired = ("on_death",)

    def on_death(self, me: Ability, state: State, death: Death) -> None:
        if death.player is me.player:
            deaths.dies_in_vain(state, me)

    def other_nights(self, me: Ability, state: State) -> Steps:
        yield self.night_ends(me, state)

    def night_ends(self, me: Ability, state: State) -> Steps:
        """At its place in the night, or at the end of it where it has died later than that."""
        demons = [p for p in queries.demons(state) if p.alive]
        just_dead = me.player in (*state.died_today, *state.died_tonight)
        if not just_dead or not queries.works(state, me) or not demons:
            return
        demon: Player = yield storyteller.chooses("which Demon swaps characters for the Barber?", demons, about=me)
        options = [
            p for p in queries.here(state) if not p.traveller and (p is demon or not queries.is_demon(state, p))
        ]
        one = yield information.ask(
            state,
            demon,
            "the first of two players to change characters, or nobody",
            options,
            about=me,
            optional=True,
        )
        if one is not None:
            other = yield information.ask(
                state, demon, "the second", [p for p in options if p is not one], about=me, step="second"
            )
            yield effects.swap_characters(state, one, other, by=me)
        me.works_in_death = False


class Klutz(Outsider):
    """When you learn that you have died, you name a living player aloud. If they are evil, your side loses."""

    picks = "help"
    execution_costs = 0.3

    def on_death(self, me: Ability, state: State, death: Death) -> None:
        if death.player is me.player:
            me.works_in_death = True

    @at(DeathLearned)
    def points(self, me: Ability, state: State, learned: DeathLearned) -> Steps:
        target = yield me.chooses("a living player, aloud", queries.seen_living(state), public=True)
        yield information.announce(
            "chooses", "{0}, who was {1}, chooses {2}.", me.player, self, target, seat=me.player.seat
        )
        yield information.pause(state, "{0} has chosen {1}.", me.player, target)
        works = queries.works(state, me)
        if target is not None and not works and target.evil:
            information.misfires(state, me, in_death=True)
        elif target is not None and works and (yield information.registers(state, target, "evil", to=me)):
            yield victory.end_game(state, other_side(me.player.alignment), "the Klutz has chosen somebody evil")
        me.works_in_death = False
