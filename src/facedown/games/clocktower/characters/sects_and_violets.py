"""Sects & Violets: the edition in which much is told, and characters change."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from facedown.games.clocktower.character import Character, Outsider, Steps, Townsfolk
from facedown.games.clocktower.night import taken_for
from facedown.games.clocktower.queries import Ways
from facedown.games.clocktower.questions import Act, Word
from facedown.games.clocktower.state import DRUNK, POISONED, Ability, Death, Player, other_side
from facedown.games.clocktower.tale import Tale

# -- Townsfolk ---------------------------------------------------------------------------------------------------


class Clockmaker(Townsfolk):
    """At first learns how many steps there are from the Demon to the nearest Minion."""

    def first_night(self, me: Ability, tale: Tale) -> Steps:
        truths = {
            self._nearest(tale, [*tale.sure_to_be("demon"), demon], [*tale.sure_to_be("minion"), minion])
            for demon in tale.who_may_be("demon")
            for minion in tale.who_may_be("minion")
            if demon is not minion
        }
        yield me.learns(
            "It is {0} {0:step|steps} from the Demon to a Minion.", truths, range(1, len(tale.here) // 2 + 1)
        )

    def _nearest(self, tale: Tale, demons: list[Player], minions: list[Player]) -> int:
        """Of those in doubt one pair is enough to be taken for what it is: with more, a nearer pair would count."""
        return min(tale.distance(a, b) for a in demons for b in minions if a is not b)


class Dreamer(Townsfolk):
    """Each night picks another player and learns a good and an evil character, one of which they are."""

    def each_night(self, me: Ability, tale: Tale) -> Steps:
        target = yield me.chooses("a player to dream of", [p for p in tale.others(me) if not p.traveller])
        good = tale.on_script("townsfolk", "outsider")
        evil = tale.on_script("minion", "demon")
        found = tale.characters_of(target)
        pairs = [(g, e) for g in good for e in evil]
        truths = [pair for pair in pairs if (pair[0] in found) != (pair[1] in found) or target.character in pair]
        yield me.learns("{2} is {0} or {1}.", truths, pairs, target)


class SnakeCharmer(Townsfolk):
    """Each night picks a living player: a Demon changes character and side with it, and is poisoned for good."""

    def each_night(self, me: Ability, tale: Tale) -> Steps:
        target = yield me.chooses("a living player to charm", tale.seen_living)
        if target is me.player:
            return
        if not me.works:
            if tale.is_demon(target):
                tale.misfires(me)
            return
        if not (yield tale.registers(target, "demon", to=me)):
            return
        demon, charmer = tale.demon_of(target) or target.character, me.player.character
        if demon is not target.character:  # only looked after: there is nothing to exchange
            yield tale.becomes(me.player, demon)
            return
        evil, good = target.alignment, me.player.alignment
        yield tale.becomes(me.player, demon, side=evil)
        yield tale.becomes(target, charmer, side=good)
        tale.mark(target, POISONED)  # by nobody: whoever did it has this ability no more


class Mathematician(Townsfolk):
    """Each night learns how many players' abilities have gone wrong since dawn by another character's doing."""

    def each_night(self, me: Ability, tale: Tale) -> Steps:
        wrong = len(tale.misfired - {me.player.seat})
        yield me.learns("{0} {0:ability has|abilities have} gone wrong.", (wrong,), range(len(tale.here)))


class Flowergirl(Townsfolk):
    """Each night but the first learns whether the Demon voted that day."""

    def other_nights(self, me: Ability, tale: Tale) -> Steps:
        voters = ((voter, n.characters) for n in tale.nominations for voter in n.hands)
        yield me.learns("Did the Demon vote? {0}.", whether_any(tale, "demon", voters), (True, False))


class TownCrier(Townsfolk):
    """Each night but the first learns whether a Minion nominated that day."""

    def other_nights(self, me: Ability, tale: Tale) -> Steps:
        nominators = ((n.by, n.characters) for n in tale.nominations if n.by is not None)
        yield me.learns("Did a Minion nominate? {0}.", whether_any(tale, "minion", nominators), (True, False))


def whether_any(tale: Tale, team: str, players: Any) -> Ways:
    """Was any of them of that team?  They are given with who was what at the time."""
    was = [(player, characters[player.seat]) for player, characters in players]
    plain = any(then.team == team for _, then in was)
    ways = [tale.may_register(p, team) if then is p.character else {then.team == team} for p, then in was]
    if {True} in ways:
        return Ways([True])
    return Ways([plain, not plain]) if {True, False} in ways else Ways([False])


class Oracle(Townsfolk):
    """Each night but the first learns how many of the dead are evil."""

    def other_nights(self, me: Ability, tale: Tale) -> Steps:
        dead = {p.seat for p in tale.dead}
        truths = tale.by_reading("evil", lambda evil: len(dead & evil))
        yield me.learns("{0} of the dead {0:is|are} evil.", truths, range(len(dead) + 1))


class Savant(Townsfolk):
    """Each day may hear two things from the storyteller in private: one is true, one is false."""

    declares = "hear two things"
    declared_privately = True
    declares_again = "refused"

    def declared(self, me: Ability | None, tale: Tale, by: Player, act: Act) -> Steps:
        if me is None or not (by.alive or me.works):
            return
        rule = "one true, one false"
        if tale.must_lie(me):
            rule = "both false"
        elif not me.works:
            rule = "true or false as you like"
        first = yield tale.storyteller.words(f"the first of two things for {{0}} ({rule})", by, about=me)
        second = yield tale.storyteller.words(f"the second of two things for {{0}} ({rule})", by, about=me)
        yield tale.tell(by, "{0} / {1}", first, second, by=me, report=(first, second), true=me.works)
        yield tale.may_be_said_falsely(me)


class Seamstress(Townsfolk):
    """Once, at night, picks two other players and learns whether they are on the same side."""

    def each_night(self, me: Ability, tale: Tale) -> Steps:
        if me.spent:
            return
        one = yield me.chooses("the first of two other players, or nobody", tale.others(me), optional=True)
        if one is None:
            return
        other = yield me.chooses("the second", [p for p in tale.others(me) if p is not one])
        me.spend()
        truths = tale.by_reading("evil", lambda evil: (one.seat in evil) == (other.seat in evil))
        yield me.learns("Are {1} and {2} on the same side? {0}.", truths, (True, False), one, other)


class Philosopher(Townsfolk):
    """Once, at night, picks a good character and has its ability; whoever is that character is drunk."""

    even_impaired = ("on_change",)

    def each_night(self, me: Ability, tale: Tale) -> Steps:
        if me.spent:
            return
        good = tale.on_script("townsfolk", "outsider")
        character = yield me.chooses("a good character to be like, or nobody", good, optional=True)
        if character is None:
            return
        me.spend()
        if me.works:
            me.notes["like"] = character
        else:
            tale.misfires(me)
        for holder in tale.holders(character.id):
            if holder is not me.player:
                me.makes_drunk(holder, about=character)
        yield tale.gains(me.player, character, me)

    def on_change(self, me: Ability, tale: Tale, player: Player) -> None:
        """Whoever is that character no more is sober; whoever is it now is drunk."""
        tale.remove_markers(lambda m: m.by is me and m.player is player and m.about is not player.character)
        like = me.notes.get("like")
        if player.character is like and player is not me.player and player not in me.marked(DRUNK):
            me.makes_drunk(player, about=like, even_if_impaired=True)


class Artist(Townsfolk):
    """Once, by day, asks the storyteller in private a question that is answered with yes, no or unknown."""

    declares = "ask a question"
    declared_privately = True
    asks_declarer = "text"

    def declared(self, me: Ability | None, tale: Tale, by: Player, act: Act) -> Steps:
        if me is None or me.spent or not (by.alive or me.works):
            return
        me.spend()
        rule = "truly" if me.works else "as you like"
        answer = yield tale.storyteller.chooses(
            f"answer {{0}} {'falsely' if tale.must_lie(me) else rule}: {{1}}",
            (True, False, Word("unknown")),
            by,
            act.text,
            topic="artist",
            about=me,
        )
        yield tale.tell(by, "{0} (you asked: {1})", answer, act.text, by=me, report=answer, true=me.works)
        yield tale.may_be_said_falsely(me)


class Juggler(Townsfolk):
    """On its first day guesses aloud who up to five players are, and learns in the night how many were right."""

    GUESSES = 5
    declares = "guess who players are"

    def declared(self, me: Ability | None, tale: Tale, by: Player, act: Act) -> Steps:
        guesses = []
        for number in range(1, self.GUESSES + 1):
            words = f"whose character do you guess? ({number} of five)"
            player = yield tale.ask(by, words, tale.here, about=me, optional=True, public=True)
            if player is None:
                break
            guess = yield tale.ask(by, "who is {0}?", tale.guessed_at, player, about=me, public=True)
            yield tale.announce("juggles", "{0} guesses that {1} is {2}.", by, player, guess, seat=by.seat)
            guesses.append((player, guess, player.character))
        if me is not None and by.alive and tale.day == me.since:
            me.notes["guesses"] = guesses

    def other_nights(self, me: Ability, tale: Tale) -> Steps:
        guesses = me.notes.pop("guesses", None)
        if guesses is not None:
            truths = self._right(tale, guesses)
            yield me.learns("{0} of your guesses {0:was|were} right.", truths, range(self.GUESSES + 1))

    def _right(self, tale: Tale, guesses: list[tuple[Player, Character, Character]]) -> Ways:
        """How many were right, of who players were then.  By day nobody is asked how somebody registers."""
        right = [guess is then for _, guess, then in guesses]
        ways = [
            tale.may_register(player, guess.id) if player.character is then else {guess is then}
            for player, guess, then in guesses
        ]
        fewest, most = sum(way == {True} for way in ways), sum(True in way for way in ways)
        return Ways(dict.fromkeys((sum(right), *range(fewest, most + 1))))


class Sage(Townsfolk):
    """When the Demon kills it, learns two players, one of whom is that Demon."""

    acts_when_dead = True

    def on_death(self, me: Ability, tale: Tale, death: Death) -> None:
        if death.player is me.player and death.by_demon:
            me.lasts = True

    def other_nights(self, me: Ability, tale: Tale) -> Steps:
        death = tale.death_of(me.player)
        if death is None or death.by is None or me.player not in tale.died_tonight or not death.by_demon:
            return
        yield from self._learns(me, tale, death.by.player, "The Demon who killed you is {0} or {1}.")

    def struck(self, me: Ability, tale: Tale, by: Player) -> Steps:
        yield from self._learns(me, tale, by, "The Demon who has found you is {0} or {1}.")

    def _learns(self, me: Ability, tale: Tale, killer: Player, words: str) -> Steps:
        pairs = list(combinations(sorted(tale.others(me), key=lambda p: p.seat), 2))
        found = taken_for(tale, "killer", [killer])
        told = yield me.learns(words, [pair for pair in pairs if set(pair) & set(found)], pairs)
        if killer not in told:
            tale.misfires(me, in_death=True)


# -- Outsiders ---------------------------------------------------------------------------------------------------


class Mutant(Outsider):
    """Whoever hints at being this, or any Outsider, may be executed for it."""

    def judged(self, me: Ability, tale: Tale) -> Steps:
        if tale.day_over:
            return
        guilty = yield tale.storyteller.decides(
            "is {0} executed for hinting at being an Outsider?", me.player, topic="madness", about=me, idle=False
        )
        if guilty and not tale.day_over:
            yield tale.execute(me.player, by=me)


class Sweetheart(Outsider):
    """When it dies, somebody is drunk from then on."""

    even_impaired = ("on_death",)

    def on_death(self, me: Ability, tale: Tale, death: Death) -> Steps:
        if death.player is me.player and not tale.dies_in_vain(me):
            drunk = yield tale.storyteller.chooses("who is drunk from now on?", tale.here, topic="drunk", about=me)
            me.makes_drunk(drunk, outlives=True)
            me.lasts = False


class Barber(Outsider):
    """When it has died, by day or night, the Demon may let two players change characters that night."""

    acts_when_dead = True
    even_impaired = ("on_death",)

    def on_death(self, me: Ability, tale: Tale, death: Death) -> None:
        if death.player is me.player:
            tale.dies_in_vain(me)

    def other_nights(self, me: Ability, tale: Tale) -> Steps:
        yield self.night_ends(me, tale)

    def night_ends(self, me: Ability, tale: Tale) -> Steps:
        """At its place in the night, or at the end of it where it has died later than that."""
        demons = [p for p in tale.demons if p.alive]
        just_dead = me.player in (*tale.died_today, *tale.died_tonight)
        if not just_dead or not me.works or not demons:
            return
        demon: Player = yield tale.storyteller.chooses("which Demon holds the scissors?", demons, about=me)
        options = [p for p in tale.here if not p.traveller and (p is demon or not tale.is_demon(p))]
        one = yield tale.ask(
            demon, "the first of two players to change characters, or nobody", options, about=me, optional=True
        )
        if one is not None:
            other = yield tale.ask(demon, "the second", [p for p in options if p is not one], about=me)
            yield tale.swap_characters(one, other, by=me)
        me.lasts = False


class Klutz(Outsider):
    """On learning of its death, picks a living player aloud: if they are evil, its side loses."""

    def on_death(self, me: Ability, tale: Tale, death: Death) -> None:
        if death.player is me.player:
            me.lasts = True

    def learns_of_death(self, me: Ability, tale: Tale) -> Steps:
        target = yield me.chooses("a living player, aloud", tale.seen_living, public=True)
        yield tale.announce(
            "chooses", "{0}, who was {1}, chooses {2}.", me.player, self, target, seat=me.player.seat
        )
        yield tale.pause("{0} has chosen {1}.", me.player, target)
        if target is not None and not me.works and target.evil:
            tale.misfires(me, in_death=True)
        elif target is not None and me.works and (yield tale.registers(target, "evil", to=me)):
            yield tale.ends(other_side(me.player.alignment), "the Klutz has chosen somebody evil")
        me.lasts = False
