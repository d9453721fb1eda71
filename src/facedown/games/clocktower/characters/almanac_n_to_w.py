"""The experimental characters from the Nightwatchman to the Widow.  Rules: `rulebook/almanac_h_to_w.md`."""

from __future__ import annotations

from itertools import combinations
from typing import ClassVar

from facedown.games.clocktower.character import Character, Demon, Fabled, Minion, Outsider, Steps, Townsfolk
from facedown.games.clocktower.characters.almanac_h_to_m import speaks_for_all
from facedown.games.clocktower.day import close_floor, execute_storyteller, nominate, nominees
from facedown.games.clocktower.night import demon_info, minion_info, waking
from facedown.games.clocktower.questions import Act, Everyone, Question, Word
from facedown.games.clocktower.state import (
    DRUNK,
    EVIL,
    NO_ABILITY,
    POISONED,
    Ability,
    Alignment,
    Death,
    Nomination,
    Player,
)
from facedown.games.clocktower.tale import Tale


class Nightwatchman(Townsfolk):
    """Once, at night, picks a player, who learns that they are the Nightwatchman."""

    def each_night(self, me: Ability, tale: Tale) -> Steps:
        if me.spent:
            return
        target = yield me.chooses("a player who learns who you are, or nobody", tale.here, optional=True)
        if target is None:
            return
        me.spend()
        if not me.works:
            tale.misfires(me)
            return
        shown = me.player
        if tale.must_lie(me):
            shown = yield tale.storyteller.chooses(
                "who is shown to {0} as the Nightwatchman?", tale.others(me), target, topic="false", about=me
            )
        yield tale.tell(target, "{0} is the [Nightwatchman].", shown, by=me, report=shown, true=shown is me.player)


class Noble(Townsfolk):
    """At first learns three players: one of them is evil and two are good."""

    def set_up(self, me: Ability, tale: Tale) -> Steps:
        fitting, _ = _trios(tale)
        trio = yield tale.storyteller.chooses(
            "which three does {0} learn?", fitting, me.player, topic="tell", about=me
        )
        if trio is not None:
            me.notes["know"] = trio
            for player in trio:
                me.marks(player, "know", even_if_impaired=True)

    def first_night(self, me: Ability, tale: Tale) -> Steps:
        fitting, every = _trios(tale)
        known = me.notes.get("know")  # unless sides have changed since
        marked = known in fitting and me.works and not tale.must_lie(me)
        truths = [known] if marked else fitting
        yield me.learns("One of {0}, {1} and {2} is evil, two are good.", truths, every)


def _trios(tale: Tale) -> tuple[list[tuple[Player, ...]], list[tuple[Player, ...]]]:
    """Threes of players of whom just one can be taken for evil, and all threes."""
    every: list[tuple[Player, ...]] = list(combinations(tale.here, 3))
    ways = list(tale.ways_to_read("evil"))
    return [trio for trio in every if any(sum(p.seat in evil for p in trio) == 1 for evil in ways)], every


class Pixie(Townsfolk):
    """At first learns a Townsfolk in play, and has its ability once it dies, if they were mad that they are it."""

    even_impaired = ("on_death",)

    def set_up(self, me: Ability, tale: Tale) -> Steps:
        townsfolk = [p for p in tale.of_team("townsfolk") if p is not me.player]
        marked = yield tale.storyteller.chooses(
            "whose character does {0} learn?", townsfolk, me.player, topic="tell", about=me
        )
        if marked is not None:
            me.notes["marked"], me.notes["character"] = marked, marked.character
            me.marks(marked, "gain ability if mad", even_if_impaired=True)

    gained = set_up

    def first_night(self, me: Ability, tale: Tale) -> Steps:
        if "shown" in me.notes:  # back from the dead: what she had is gone, and all begins anew
            for ability in [a for a in me.player.abilities if a.by is me]:
                yield tale.take_ability(ability)
            me.notes.clear()
            me.unmark("gain ability if mad")
            yield from self.set_up(me, tale)
        truths = [me.notes["character"]] if "character" in me.notes else []
        possible = [*truths, *tale.townsfolk_not_in_play] if truths else tale.on_script("townsfolk")
        shown = yield me.learns("{0} is in play.", truths, possible)
        me.notes["character"] = me.notes["shown"] = shown

    def on_death(self, me: Ability, tale: Tale, death: Death) -> Steps:
        if death.player is not me.notes.get("marked") or "gains" in me.notes:
            return
        character: Character = me.notes["character"]
        if me.works:
            gains = yield tale.storyteller.decides(
                "was {0} mad that they are {1}?", me.player, character, topic="madness", about=me, idle=False
            )
        else:  # gains nothing, and may be made to believe otherwise
            gains = yield tale.storyteller.decides(
                "is {0} to believe that they have become able to do what {1} does?",
                me.player, character, topic="false", about=me, idle=False,
            )  # fmt: skip
        if gains:
            me.notes["gains"] = True
            ability = yield tale.gains(me.player, character, by=me)
            ability.secret = True
            ability.pretence_of = me if ability.fake else None


class Politician(Outsider):
    """If they did most to make their own team lose, they change sides and win; even when dead."""

    works_when_dead = True

    def on_result(self, me: Ability, tale: Tale, winner: Alignment) -> Steps:
        if me.player.alignment == winner:
            return
        blamed = yield tale.storyteller.decides(
            "did {0} do most to make their own team lose, as the [Politician]?",
            me.player, topic="judge", about=me, idle=False,
        )  # fmt: skip
        if blamed and not tale.keeps_side(me.player, winner, me):
            me.player.alignment = winner
            tale.turned.append(me.player.seat)


class PoppyGrower(Townsfolk):
    """Minions and Demon do not learn each other; in the night after the Poppy Grower's death they do."""

    acts_when_dead = True

    def hides_info(self, me: Ability, tale: Tale, step: str) -> bool:
        return step != "bluffs"

    def on_death(self, me: Ability, tale: Tale, death: Death) -> Steps:
        if death.player is not me.player:
            return
        if death.at_night:
            yield from self._evil_learn_each_other(tale)
        else:
            tale.mark(me.player, "evil learn each other")

    def other_nights(self, me: Ability, tale: Tale) -> Steps:
        if tale.is_marked(me.player, "evil learn each other"):
            tale.remove_markers(lambda m: m.player is me.player and m.word == "evil learn each other")
            yield from self._evil_learn_each_other(tale)

    def _evil_learn_each_other(self, tale: Tale) -> Steps:
        yield from minion_info(tale)
        yield from demon_info(tale)


class Preacher(Townsfolk):
    """Each night picks a player: a Minion, if picked, learns it, and has no ability while the Preacher's works."""

    even_impaired = ("on_death",)

    def each_night(self, me: Ability, tale: Tale) -> Steps:
        target = yield me.chooses("a player", tale.here)
        minion = yield tale.registers(target, "minion", to=me)
        if not minion:
            return
        if target not in me.marked(NO_ABILITY):
            me.marks(target, NO_ABILITY)
        if me.works and waking([target]):
            yield tale.tell(target, "The [Preacher] has chosen you.", by=me)

    def on_death(self, me: Ability, tale: Tale, death: Death) -> None:
        if death.player is me.player:
            me.unmark(NO_ABILITY)


THROWS = ROCK, PAPER, SCISSORS = Word("rock"), Word("paper"), Word("scissors")
BEATS = {ROCK: SCISSORS, SCISSORS: PAPER, PAPER: ROCK}


class Psychopath(Minion, version="2022"):
    """Once a day names a player, who dies; when executed, dies only if they lose at rock, paper, scissors."""

    declares = "kill somebody"
    asks_declarer = "player"

    def declared(self, me: Ability | None, tale: Tale, by: Player, act: Act) -> Steps:
        if me is not None:
            yield me.kills(act.player)

    def on_executed(self, me: Ability, tale: Tale, death: Death) -> Steps:
        if death.player is not me.player or not me.player.alive:
            return
        by = death.nomination.by if death.nomination is not None else None
        if by is None or by is me.player:
            by = yield tale.storyteller.chooses("who plays against {0}?", tale.others(me), me.player, topic="play")
        players = (me.player, by)
        throws = yield Everyone(
            [Question([p.seat], "Rock, paper or scissors?", THROWS, topic="throw", public=True) for p in players]
        )
        mine, theirs = throws[me.player.seat], throws[by.seat]
        yield tale.announce("throws", "{0} throws {1}, {2} throws {3}.", me.player, mine, by, theirs)
        me.notes["saved"] = BEATS[theirs] != mine

    def saves(self, me: Ability, tale: Tale, death: Death) -> bool:
        return death.player is me.player and death.executed and me.notes.pop("saved", False)


class PsychopathNow(Psychopath, version="current"):
    """Once a day, before nominations, kills a player; when executed, plays rock, paper, scissors for life."""

    declares_before_nominations = True


class Puzzlemaster(Outsider):
    """Somebody is drunk, even after its death; once, by day, guesses who: if right, it learns the Demon."""

    declares = "guess who is drunk"
    declared_privately = True
    asks_declarer = "player"

    def set_up(self, me: Ability, tale: Tale) -> Steps:
        drunk = yield tale.storyteller.chooses(
            "who is drunk of {0}?", tale.here, me.player, topic="drunk", about=me
        )
        me.makes_drunk(drunk, even_if_impaired=True, outlives=True)

    gained = set_up

    def lost(self, me: Ability, tale: Tale) -> None:
        """Even after its death, but not when somebody else has become of it."""
        me.unmark(DRUNK)

    def declared(self, me: Ability | None, tale: Tale, by: Player, act: Act) -> Steps:
        if me is None or me.spent or not by.alive:
            return
        me.spend()
        right = any(m.by is me and m.word == DRUNK and m.player is act.player for m in tale.markers)
        truths = [p for p in tale.here if right in tale.may_register(p, "demon")]
        yield me.learns("If {1} is the one, the Demon is {0}.", truths, tale.here, act.player)


class Riot(Demon, version="2022"):
    """There are no Minions, only Riot: whoever is nominated dies and nominates; after day three evil wins."""

    fills_team = True
    first_day: ClassVar[int] = 1  # of the nominations that kill
    seconds: ClassVar[float | None] = 3

    def fills_bag(self, counts: dict[str, int], tale: Tale) -> None:
        counts["demon"] += counts["minion"]
        counts["minion"] = 0

    def before_nominations(self, me: Ability, tale: Tale) -> Steps:
        if tale.day == 3 and speaks_for_all(me, tale):
            yield tale.announce("riot", "If nobody has won when this day ends, evil wins.")

    def instead_of_vote(self, me: Ability, tale: Tale, nomination: Nomination) -> Steps:
        if nomination.nominee is None or tale.day < self.first_day or not speaks_for_all(me, tale):
            return
        died = yield me.kills(nomination.nominee)
        nomination.done = bool(died)
        if died and not tale.over:
            yield from self._goes_on(tale, nomination.nominee)

    def _goes_on(self, tale: Tale, dead: Player) -> Steps:
        """Whoever has died of it nominates next, and nobody else today."""
        yield tale.announce("riot", "{0} alone may nominate now.", dead)
        options = [p for p in nominees(tale, dead) if p is not None and p.alive]
        by: Player | None = dead
        target = yield from self._next(tale, dead, options)
        if target is None and tale.day == 3:
            by = None
            target = yield tale.storyteller.chooses(
                "whom do you nominate?", options, topic="nominate", optional=self.seconds is not None
            )
        if target is not None:
            yield from nominate(tale, by, target)
        close_floor(tale)

    def _next(self, tale: Tale, dead: Player, options: list[Player]) -> Steps:
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

    def on_tally(self, me: Ability, tale: Tale, nomination: Nomination) -> Steps:
        """The storyteller, nominated, does not die, and may nominate in turn."""
        if nomination.nominee is not None or tale.day < self.first_day or not speaks_for_all(me, tale):
            return
        options = [p for p in nominees(tale, None) if p is not None and p.alive]
        target = yield tale.storyteller.chooses("whom do you nominate?", options, topic="nominate", optional=True)
        if target is not None:
            yield from nominate(tale, None, target)

    def day_ends(self, me: Ability, tale: Tale) -> Steps:
        if tale.day >= 3:
            yield tale.ends(EVIL, "day three has ended under Riot")


class RiotNow(Riot, version="current"):
    """On day three Minions become Riot, and whoever is nominated dies and must nominate; then evil wins."""

    fills_team = False
    first_day = 3
    seconds = None

    def fills_bag(self, counts: dict[str, int], tale: Tale) -> None:
        """There are Minions as ever."""

    def other_nights(self, me: Ability, tale: Tale) -> Steps:
        if tale.night == 3:
            for player in tale.of_team("minion"):
                yield tale.becomes(player, self, by=me)

    def on_tally(self, me: Ability, tale: Tale, nomination: Nomination) -> Steps:
        """Beside an Atheist: where the vote against the storyteller passes, the game ends at once."""
        passes = nomination.tally >= nomination.needed and nomination.tally > tale.to_beat
        if passes and nomination.nominee is None and tale.day >= self.first_day and speaks_for_all(me, tale):
            yield from execute_storyteller(tale)
        else:
            yield from super().on_tally(me, tale, nomination)

    def _next(self, tale: Tale, dead: Player, options: list[Player]) -> Steps:
        if not options:
            return None
        target = yield Question([dead.seat], "Whom do you nominate?", options, topic="nominate", public=True)
        return target


class Snitch(Outsider):
    """At first each Minion learns three characters that are not in play."""

    def first_night(self, me: Ability, tale: Tale) -> Steps:
        for minion in tale.of_team("minion"):
            yield from self._tells(me, tale, minion)

    def on_change(self, me: Ability, tale: Tale, player: Player) -> Steps:
        """Whoever becomes a Minion learns three as well, that night."""
        if not me.begun or player.character.team != "minion":
            return
        if tale.phase == "night":
            yield from self._tells(me, tale, player)
        else:
            me.notes.setdefault("owed to", []).append(player)

    def at_dusk(self, me: Ability, tale: Tale) -> Steps:
        for minion in me.notes.pop("owed to", []):
            yield from self._tells(me, tale, minion)

    def _tells(self, me: Ability, tale: Tale, minion: Player) -> Steps:
        told: set[int] = tale.notes.setdefault("told by the Snitch", set())
        if minion.seat in told or not waking([minion]):
            return
        if not me.works:
            tale.misfires(me)
            return
        told.add(minion.seat)
        lies = tale.must_lie(me)
        options = [c for c in tale.script.characters if tale.in_play(c.id) == lies and c.team in TEAMS_IN_BAG]
        three: list[Character] = []
        while options and len(three) < 3:
            character = yield tale.storyteller.chooses(
                "what is {0} told of by the [Snitch]?", options, minion, topic="bluff", about=me, idle=options[0]
            )
            three.append(character)
            options.remove(character)
        yield tale.tell(minion, "Not in play: {0}.", tuple(three), by=me, report=tuple(three), true=not lies)


TEAMS_IN_BAG = ("townsfolk", "outsider", "minion", "demon")


class StormCatcher(Fabled):
    """Favours a good character: evil learn who it is, or that it is not in play; it dies by execution alone."""

    def set_up(self, me: Ability, tale: Tale) -> Steps:
        good = tale.on_script("townsfolk", "outsider")
        favoured = yield tale.storyteller.chooses("whom does the [Storm Catcher] favour?", good, topic="set-up")
        me.notes["favours"] = favoured
        yield tale.announce("storm catcher", "The [Storm Catcher] favours {0}.", favoured)
        for player in tale.holders(favoured.id):
            me.marks(player, "protected")

    def info_step(self, me: Ability, tale: Tale, step: str) -> Steps:
        favoured = me.notes["favours"]
        evil = waking(tale.of_team("minion") if step == "minioninfo" else tale.demons)
        holders = tuple(tale.holders(favoured.id))
        words = "{0} is in play: {1}." if holders else "{0} is not in play."
        yield tale.tell_all(evil, words, favoured, holders, by=me)

    def saves(self, me: Ability, tale: Tale, death: Death) -> bool:
        return death.player.character is me.notes["favours"] and not death.executed


class Widow(Minion):
    """At first sees everything and poisons a player for good; a good player learns that the Widow is in play."""

    def first_night(self, me: Ability, tale: Tale) -> Steps:
        yield tale.shows_grimoire(me)
        target = yield me.chooses("a player to poison", tale.here)
        me.unmark(POISONED)
        me.poisons(target, even_if_impaired=True)
        me.notes["poisoned herself"] = target is me.player
        yield from self._somebody_learns(me, tale)

    def on_change(self, me: Ability, tale: Tale, player: Player) -> Steps:
        """Where the one who knows turns evil, another good player learns it."""
        if player is me.notes.get("known to"):
            yield from self._somebody_learns(me, tale)

    def through_night(self, me: Ability, tale: Tale) -> Steps:
        """Where nobody could learn it because the Widow was impaired, somebody does as soon as can be."""
        if "poisoned herself" in me.notes:
            yield from self._somebody_learns(me, tale)

    def _somebody_learns(self, me: Ability, tale: Tale) -> Steps:
        known: Player | None = me.notes.get("known to")
        if not me.works or me.notes["poisoned herself"] or (known is not None and known.good):
            return
        good = [p for p in tale.here if p.good]
        known = yield tale.storyteller.chooses(
            "which good player learns that the [Widow] is in play?", good, topic="tell", about=me
        )
        if known is not None:
            me.notes["known to"] = known
            yield tale.tell(known, "The [Widow] is in play.", by=me)
