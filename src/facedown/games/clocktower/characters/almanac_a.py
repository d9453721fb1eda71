"""The almanac of experimental characters, from the Acrobat to the Atheist."""

from __future__ import annotations

from typing import Any, ClassVar

from facedown.games.clocktower.character import Character, Demon, Outsider, Steps, Townsfolk
from facedown.games.clocktower.questions import GO_ON, Act, Word
from facedown.games.clocktower.state import DAWN, DUSK, GOOD, Ability, Alignment, Death, Player
from facedown.games.clocktower.tale import Tale


class Acrobat(Outsider, version="2022"):
    """Dies in any night in which one of its nearest good living neighbours is drunk or poisoned."""

    even_impaired = ("through_night",)

    @property
    def team(self) -> str:
        return "outsider"  # today it is a Townsfolk

    def through_night(self, me: Ability, tale: Tale) -> Steps:
        falls = {self._falls(me, tale, good) for good in tale.ways_to_read("good")}
        if falls == {True} or (True in falls and (yield from self._is_let_fall(me, tale))):
            yield me.kills(me.player)

    def _is_let_fall(self, me: Ability, tale: Tale) -> Steps:
        """Somebody in her net may be taken for good or for evil: the storyteller says how it is, once a night."""
        if me.notes.get("asked") == tale.night:
            return False
        me.notes["asked"] = tale.night
        return (yield tale.storyteller.decides("does {0} fall?", me.player, topic="register", about=me))

    def _falls(self, me: Ability, tale: Tale, good: set[int]) -> bool:
        neighbours = tale.neighbours(me.player, lambda p: p.alive and p.seat in good)
        return any(is_drunk_or_poisoned(p) for p in neighbours)


class AcrobatNow(Townsfolk, version="current"):
    """Each night but the first picks a player, and dies if that player is or becomes drunk or poisoned tonight."""

    id = "acrobat"

    def other_nights(self, me: Ability, tale: Tale) -> Steps:
        catcher = yield me.chooses("a player who must stay sober tonight", tale.here)
        me.marks(catcher, "catcher", until=DAWN)

    def through_night(self, me: Ability, tale: Tale) -> Steps:
        if any(is_drunk_or_poisoned(p) for p in me.marked("catcher")):
            yield me.kills(me.player)


def is_drunk_or_poisoned(player: Player) -> bool:
    """The Drunk is drunk as well."""
    return player.impaired or player.character.id == "drunk"


class AlHadikhia(Demon, version="2022"):
    """Each night but the first names three players: each chooses life or death; if all three live, all die."""

    may_refrain: ClassVar[bool] = False

    def other_nights(self, me: Ability, tale: Tale) -> Steps:
        first = yield me.chooses("the first of three players", tale.here, optional=self.may_refrain)
        if first is None:
            return
        chosen = [first]
        for which in ("second", "third"):
            rest = [p for p in tale.here if p not in chosen]
            chosen.append((yield me.chooses(f"the {which} of three players", rest)))
        for number, player in enumerate(chosen, 1):
            tale.mark(player, f"target {number}", until=DAWN, about=me)
        if not me.works:
            tale.misfires(me)
            return
        me.notes["undecided"] = True
        yield from self._asks(me, tale, chosen)
        me.notes.pop("undecided")
        yield tale.check_end()

    def keeps_from_winning(self, me: Ability, tale: Tale, side: Alignment) -> bool:
        """Nobody has won before all three have chosen: one of them may still come back to life."""
        return "undecided" in me.notes

    def _asks(self, me: Ability, tale: Tale, chosen: list[Player]) -> Steps:
        spent_votes = [p for p in chosen if not p.alive and not p.ghost_vote]
        for player in chosen:
            yield from self._puts_the_question(me, tale, player)
            if not me.works:  # it has died of its own question
                return
        if all(p.alive for p in chosen):
            for player in sorted(chosen, key=lambda p: p is me.player):  # its own death last: it ends its ability
                yield me.kills(player)
            for player in spent_votes:  # whoever was dead at dusk and is at dawn has never been back
                player.ghost_vote = player.alive

    def _puts_the_question(self, me: Ability, tale: Tale, player: Player) -> Steps:
        fate = yield from asks_for_life(self, me, tale, player)
        if fate == "life":
            yield tale.raise_(player, by=me)
        else:
            yield me.kills(player)


def asks_for_life(character: Character, me: Ability, tale: Tale, player: Player) -> Steps:
    """All hear who has been chosen; what they choose they do without a sound."""
    yield tale.announce("named", "{0} has chosen {1}.", character, player, seat=player.seat)
    words = (Word("life"), Word("death"))
    return (yield tale.ask(player, "{0} has chosen you: life or death?", words, character, about=me, public=True))


class AlHadikhiaNow(AlHadikhia, version="current"):
    """Each night but the first may name three players: each chooses life or death; if all three live, all die."""

    may_refrain = True


class Alchemist(Townsfolk, version="2022"):
    """Has the ability of a Minion that is not in play, and learns which."""

    has_power_of = True

    def fills_bag(self, counts: dict[str, int], tale: Tale) -> Steps:
        """What that Minion does to the numbers happens, so it is chosen now."""
        power = yield from self._picks(tale, {c.id for c in tale.bag})
        tale.notes["alchemist"] = power
        if power is not None:
            counts["outsider"] += power.outsiders
            counts["townsfolk"] -= power.outsiders
            yield power.fills_bag(counts, tale)

    def set_up(self, me: Ability, tale: Tale) -> Steps:
        power = tale.notes.pop("alchemist", None)
        if power is None or power not in self.powers(tale, in_play(tale)):
            power = yield from self._picks(tale, in_play(tale))
        if power is not None:
            given = self._gives(me, tale, power)
            yield power.set_up(given, tale)

    def first_night(self, me: Ability, tale: Tale) -> Steps:
        if "power" not in me.notes:  # come into play late, or only believed in
            power = yield from self._picks(tale, in_play(tale))
            if power is None:
                return
            given = self._gives(me, tale, power)
            if me.works:
                yield power.gained(given, tale)
        given = me.notes["power"]
        shown = yield me.learns("You have the ability of {0}.", [given.character], self._may_be_shown(me, tale))
        if shown is not given.character:
            tale.give_ability(me.player, shown, by=me, fake=True, pretence_of=given)

    def powers(self, tale: Tale, there: set[str]) -> list[Character]:
        """The Minions whose ability it may have; `there` are in play."""
        return [c for c in tale.on_script("minion") if c.id not in there and c.can_be_lent]

    def _picks(self, tale: Tale, there: set[str]) -> Steps:
        powers = self.powers(tale, there)
        laid = [shown for character, shown, _ in tale.laid.values() if character is self and shown in powers]
        return tale.storyteller.chooses(
            "which Minion's ability has the Alchemist?", laid or powers, topic="power", about=self
        )

    def _gives(self, me: Ability, tale: Tale, power: Character) -> Ability:
        given = tale.give_ability(me.player, power, by=me)
        given.fake = any(a.character.hollows(a, tale, given) for a in tale.working("hollows"))
        me.notes["power"] = given
        return given

    def _may_be_shown(self, me: Ability, tale: Tale) -> list[Character]:
        """The truth; and, to deceive, the Minions in play."""
        given: Character = me.notes["power"].character
        return [
            given,
            *(c for c in tale.on_script("minion") if tale.in_play(c.id) and c.can_be_lent and c is not given),
        ]


class AlchemistNow(Alchemist, version="current"):
    """Has a Minion's ability and learns which; the storyteller may have it choose differently."""

    def powers(self, tale: Tale, there: set[str]) -> list[Character]:
        return [c for c in tale.on_script("minion") if c.can_be_lent]

    def _may_be_shown(self, me: Ability, tale: Tale) -> list[Character]:
        return self.powers(tale, set())

    def reviews(self, me: Ability, tale: Tale, given: Ability, answer: Any) -> Steps:
        if answer is None:
            return False
        differently = yield tale.storyteller.decides(
            "{0} chooses {1}: must it be another?", me.player, answer, topic="review", about=me, idle=False
        )
        return differently


def in_play(tale: Tale) -> set[str]:
    return {p.character.id for p in tale.here}


class Amnesiac(Townsfolk):
    """Has an ability that the storyteller has thought out, and guesses each day what it is."""

    even_impaired = ("saves",)

    declares = "guess your unknown ability"
    declared_privately = True
    declares_again = "refused"
    asks_declarer = "text"

    EFFECTS = tuple(map(Word, (GO_ON, "ask", "tell", "kill", "poison", "protect")))
    MOST_EFFECTS = 3  # in one night
    SCALE = tuple(map(Word, ("cold", "warm", "hot", "bingo")))

    def set_up(self, me: Ability, tale: Tale) -> Steps:
        yield from self._think_out(me, tale)

    def gained(self, me: Ability, tale: Tale) -> Steps:
        yield from self._think_out(me, tale)

    def each_night(self, me: Ability, tale: Tale) -> Steps:
        yield from self._think_out(me, tale)
        for _ in range(self.MOST_EFFECTS):
            effect = yield tale.storyteller.chooses(
                "what does the ability of {0} do now? ({1})", self.EFFECTS, me.player, me.notes["ability"],
                topic="run", about=me, idle=GO_ON,
            )  # fmt: skip
            if effect == GO_ON:
                return
            yield self._runs(effect, me, tale)
            if me.gone or not me.player.alive:
                return

    def saves(self, me: Ability, tale: Tale, death: Death) -> bool:
        return death.player in me.has_marked("safe")

    def declared(self, me: Ability | None, tale: Tale, by: Player, act: Act) -> Steps:
        if me is None or not by.alive:
            return
        yield from self._think_out(me, tale)
        # An impaired Amnesiac may be told any of them; where that makes a difference, it is a question of its own.
        asked_again = tale.must_lie(me) or tale.script.has("mathematician")
        what, topic = "how near to “{1}” comes what {0} guesses, “{2}”?", "judge"
        if not (me.works or asked_again):
            what, topic = "how near to “{1}” comes what {0} guesses, “{2}”, as {0} is told?", "tell"
        nearness = yield tale.storyteller.chooses(
            what, self.SCALE, by, me.notes["ability"], act.text, topic=topic, about=me
        )
        yield me.learns("Your guess is {0}.", [nearness], self.SCALE if asked_again else [nearness])

    def _think_out(self, me: Ability, tale: Tale) -> Steps:
        """Its text, and among whom it acts in the night."""
        if "ability" in me.notes:
            return
        me.notes["ability"] = yield tale.storyteller.words("what is the ability of {0}?", me.player, about=me)
        order = {*tale.script.first_night, *tale.script.other_nights}
        like = yield tale.storyteller.chooses(
            "in whose place of the night does the ability of {0} act?",
            [c for c in tale.script.characters if c.id in order], me.player, topic="place", about=me, optional=True,
        )  # fmt: skip
        if like is not None:
            me.place = like.id

    def _runs(self, effect: Word, me: Ability, tale: Tale) -> Steps:
        """One step of it, as any ability's: if the Amnesiac is drunk or poisoned, nothing comes of it."""
        storyteller = tale.storyteller
        if effect == "ask":
            yield me.chooses("a player", tale.here)
        elif effect == "tell":
            words = yield storyteller.words("what is {0} told?", me.player, about=me)
            yield tale.tell(me.player, "{0}", words, by=me, report=words, true=me.works)
        elif effect == "kill":
            target = yield storyteller.chooses("who dies by {0}?", tale.living, me.player, topic="kill", about=me)
            yield me.kills(target)
        elif effect == "poison":
            target = yield storyteller.chooses(
                "who is poisoned by {0}?", tale.here, me.player, topic="poison", about=me
            )
            me.poisons(target, until=DUSK)
        elif effect == "protect":
            target = yield storyteller.chooses(
                "who cannot die tonight, thanks to {0}?", tale.here, me.player, topic="protect", about=me
            )
            me.marks(target, "safe", until=DAWN)


class Atheist(Townsfolk):
    """Nobody is evil, the storyteller may break the rules, and good wins if the storyteller is executed."""

    works_when_dead = True
    even_impaired = ("night_ends", "may_mislead")  # what the storyteller breaks, they break even so

    def fills_bag(self, counts: dict[str, int], tale: Tale) -> None:
        counts["demon"] = counts["minion"] = 0
        tale.aside = [character for character in tale.aside if character.good]

    def night_ends(self, me: Ability, tale: Tale) -> Steps:
        if me.fake or tale.night == 1:
            return
        victim = yield tale.storyteller.chooses(
            "who dies tonight, as if there were a Demon?", tale.living, topic="kill", about=me, optional=True
        )
        if victim is not None:
            yield tale.kill(victim, cause="storyteller")

    def may_mislead(self, me: Ability, tale: Tale, by: Ability) -> bool:
        return not me.fake

    def on_storyteller_executed(self, me: Ability, tale: Tale) -> Steps:
        yield tale.ends(GOOD, "the Atheist was right: there is nobody but the storyteller to blame")
