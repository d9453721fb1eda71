"""The experimental Townsfolk who learn something."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import combinations

from facedown.games.clocktower import acting, effects, information, queries, storyteller
from facedown.games.clocktower.changeable_rules import Lost, WakesEarly, at
from facedown.games.clocktower.character import Character
from facedown.games.clocktower.characters import findings
from facedown.games.clocktower.moments import Townsfolk
from facedown.games.clocktower.questions import Act, Steps, Word
from facedown.games.clocktower.speech.finding import Finding
from facedown.games.clocktower.state import DRUNK, EVIL, GOOD, Ability, Death, Player, State

DIRECTIONS = Word("clockwise"), Word("counterclockwise")
TEAMS = ("townsfolk", "outsider", "minion", "demon", "traveller")


@dataclass
class SeenTeams:
    """The teams of the players whom the Balloonist has seen: all of them, and the last."""

    all: list[str] = field(default_factory=list)
    last: str = ""


class Balloonist(Townsfolk, version="2022"):
    """Each night you are shown a player of a team that you have not seen yet, until you have seen them all. One
    more Outsider is in play.
    """

    outsiders = +1

    def each_night(self, me: Ability, state: State) -> Steps:
        seen = me.notes.of(SeenTeams).all
        lies, misled = information.must_lie(state, me), information.may_mislead(state, me)
        in_play = [team for team in TEAMS if queries.of_team(state, team) or (misled and team != "traveller")]
        unseen = [team for team in in_play if team not in seen]
        if not unseen:
            return
        honest = queries.works(state, me) and not lies and not misled
        rightly = [p for p in queries.here(state) if self._teams(state, p) & set(unseen)]
        options = list(rightly if honest else queries.here(state))
        options.sort(key=lambda p: p.traveller)  # whom everybody knows had best be seen last
        shown = yield storyteller.chooses(
            "whom does {0} see?", options, me.player, topic="tell", about=me, truths=rightly
        )
        teams = self._teams(state, shown)
        if lies:
            marks = [team for team in unseen if team not in teams] or unseen
        elif honest:
            marks = [team for team in unseen if team in teams]
        else:
            marks = unseen
        mark = yield storyteller.chooses(
            "as which team is {0} marked?", map(Word, marks), shown, topic="register", about=me, step="mark",
            idle=next((Word(team) for team in marks if queries.is_(state, shown, team)), ...),
        )  # fmt: skip
        seen.append(str(mark))
        yield me.marks(shown, f"{mark} seen", even_if_impaired=True)
        if mark not in teams and not me.fake:
            state.misfired.add(me.player.seat)
        yield information.tell(state, me.player, "You see {0}.", shown, by=me, report=shown, true=mark in teams)

    def _teams(self, state: State, player: Player) -> set[str]:
        """The teams as which this player may register."""
        return {team for team in TEAMS if True in queries.may_register(state, player, team)}


class BalloonistNow(Balloonist, version="current"):
    """Each night you are shown a player, whose team is never that of the last one shown. One more Outsider may
    be in play.
    """

    outsiders = 0

    def fills_bag(self, counts: dict[str, int], state: State) -> Steps:
        more = yield storyteller.chooses(
            "how many more Outsiders come with the Balloonist?", (0, 1), topic="set-up", about=self
        )
        counts["outsider"] += more
        counts["townsfolk"] -= more

    def each_night(self, me: Ability, state: State) -> Steps:
        notes = me.notes.of(SeenTeams)
        last = notes.last
        others = [p for p in queries.here(state) if self._teams(state, p) - {last}]
        shown = yield me.learns("You see {0}.", others, queries.here(state))
        yield me.unmark("know")
        yield me.marks(shown, "know", even_if_impaired=True)
        teams = [Word(team) for team in TEAMS if team in self._teams(state, shown) and team != last]
        if teams:
            notes.last = yield storyteller.chooses(
                "as which team is {0} seen?", teams, shown, topic="register", about=me, step="team"
            )


@dataclass
class Client:
    """Whom the Bounty Hunter has learnt."""

    player: Player | None = None
    deaths: int = 0  # those from this one on count


class BountyHunter(Townsfolk):
    """On the first night you learn one evil player, and another whenever that one dies. One Townsfolk is evil."""

    finds = Finding(findings.is_evil, "player", words={"player": "{player} is evil"})

    def turns_sides(self, me: Ability, state: State) -> Steps:
        townsfolk = queries.of_team(state, "townsfolk")
        if any(p.evil for p in townsfolk):  # laid out so
            return
        good = {seat for seat, (_, _, side) in state.laid.items() if side == GOOD}  # laid out so
        townsfolk = [p for p in townsfolk if p.seat not in good]
        turncoat = yield storyteller.chooses(
            "which Townsfolk is evil (for the Bounty Hunter)?", townsfolk, topic="turncoat", about=me,
            optional=information.may_mislead(state, me),
        )  # fmt: skip
        if turncoat is not None:
            yield effects.change_side(state, turncoat, EVIL, silently=True)  # they learn it with their token

    def each_night(self, me: Ability, state: State) -> Steps:
        notes = me.notes.of(Client)
        client = notes.player
        if queries.is_first_night(state, me) or any(
            death.player is client for death in state.deaths[notes.deaths :]
        ):
            yield from self._learns_another(me, state, client)

    def _learns_another(self, me: Ability, state: State, last: Player | None) -> Steps:
        notes = me.notes.of(Client)
        notes.player = None
        evil = [p for p in queries.who_may_be(state, "evil") if p is not last]
        if not evil and queries.works(state, me) and not information.may_mislead(state, me):
            return
        client = yield me.learns("{0} is evil.", evil, [p for p in queries.here(state) if p is not last])
        yield me.unmark("client")
        yield me.marks(client, "client", even_if_impaired=True)
        notes.player, notes.deaths = client, len(state.deaths)


@dataclass
class KingsDeath:
    """What the Choirboy remembers."""

    to_be_told: bool = False  # who has killed the King
    told: bool = False


class Choirboy(Townsfolk):
    """If the Demon kills the King, you learn who the Demon is. The King is in play."""

    brings = "king"
    acts_when_impaired = ("on_death",)

    def on_death(self, me: Ability, state: State, death: Death) -> None:
        if queries.is_really(death.player, "king") and queries.by_demon(state, death):
            me.notes.of(KingsDeath).to_be_told = True

    def other_nights(self, me: Ability, state: State) -> Steps:
        notes = me.notes.of(KingsDeath)
        if notes.to_be_told:
            notes.to_be_told = False
            former = set(queries.demons(state)).difference(queries.demons_now(state))
            truths = [p for p in queries.who_may_be(state, "demon") if p not in former]
            yield me.learns("{0} is the Demon.", truths, queries.here(state))
            notes.told = True
        elif not notes.told and (not queries.works(state, me) or information.may_mislead(state, me)):
            yield from self._may_be_woken_for_nothing(me, state)

    def _may_be_woken_for_nothing(self, me: Ability, state: State) -> Steps:
        shown = yield storyteller.chooses(
            "whom is {0} shown, as if the Demon had killed the King?", queries.here(state), me.player,
            topic="false", about=me, optional=True,
        )  # fmt: skip
        if shown is not None:
            me.notes.of(KingsDeath).told = True
            yield information.tell(
                state,
                me.player,
                "{0} is the Demon.",
                shown,
                by=me,
                report=shown,
                true=queries.is_demon(state, shown),
            )


BEGINNING = re.compile(r"you should\s+", re.I)  # which the storyteller's advice may already begin with


class Fisherman(Townsfolk):
    """Once in the game, by day, you ask the storyteller how your side may win, and get a piece of advice."""

    declares = "ask for advice"
    declared_to = "storyteller"

    def declared(self, me: Ability | None, state: State, by: Player, act: Act) -> Steps:
        if me is None or me.spent or not by.alive:
            return
        me.spend()
        what, step = "what should {0} do to win?", ""
        if not queries.works(state, me):
            what, step = "what should {0} do? The advice must be of no help.", "of no help"
        advice = yield storyteller.words(what, by, topic="advice", about=me, step=step)
        advice = BEGINNING.sub("", advice) if isinstance(advice, str) else advice
        yield me.is_told("You should {0}", advice, topic="advice")


class General(Townsfolk):
    """Each night the storyteller tells you who is ahead in their eyes: good, evil or neither side."""

    finds = Finding(
        words={
            "side=good": "good is winning",
            "side=evil": "evil is winning",
            "side=neither": "neither side is winning",
        }
    )
    SIDES = (Word("good"), Word("evil"), Word("neither"))

    def each_night(self, me: Ability, state: State) -> Steps:
        # An impaired General may be told any of them; where that makes a difference, it is a question of its own.
        asked_again = information.must_lie(state, me) or state.script.has("mathematician")
        what, topic = "which side is winning?", "judge"
        if not (queries.works(state, me) or asked_again):
            what, topic = "which side is winning, as {0} is told?", "tell"
        ahead = yield storyteller.chooses(what, self.SIDES, me.player, topic=topic, about=me)
        yield me.learns("Who is winning: {0}.", [ahead], self.SIDES if asked_again else [ahead])


@dataclass
class Known:
    """Whether the Demon knows who the King is."""

    to_demon: bool = False


class King(Townsfolk, version="2022"):
    """The Demon knows you. Each night, if more are dead than alive, you learn one character among the living."""

    def _enough_dead(self, state: State) -> bool:
        return len(queries.dead(state)) > len(queries.here(state)) - len(queries.dead(state))

    def first_night(self, me: Ability, state: State) -> Steps:
        yield from self._becomes_known(me, state)

    def through_night(self, me: Ability, state: State) -> Steps:
        """The Demon learns of a King who came late, or was not sober in time, as soon as possible."""
        if me.begun or state.night > 1:
            yield from self._becomes_known(me, state)

    def each_night(self, me: Ability, state: State) -> Steps:
        early = acting.rule(state, WakesEarly(me), False)
        woken = early or self._enough_dead(state) or (yield from self._woken_too_early(me, state))
        if woken:
            living = (p for p in queries.here(state) if queries.counts_as_alive(state, p))
            alive = list(dict.fromkeys(c for p in living for c in queries.characters_of(state, p)))
            yield me.learns("{0} is alive.", alive, state.script.characters)

    def _becomes_known(self, me: Ability, state: State) -> Steps:
        """The Demon learns who the King is, on the first night on which the King is sober."""
        demons = [p for p in queries.demons(state) if p.alive]
        if demons and queries.works(state, me) and not me.notes.of(Known).to_demon:
            me.notes.of(Known).to_demon = True
            yield information.tell_all(state, demons, "{0} is the [King].", me.player, by=me)

    def _woken_too_early(self, me: Ability, state: State) -> Steps:
        """Where living players may look dead, an impaired King can be deceived about that too."""
        if queries.works(state, me) or state.night == 1 or not state.script.has("zombuul"):
            return False
        woken = yield storyteller.decides(
            "is {0} woken although too few are dead?", me.player, topic="false", about=me, idle=False
        )
        return woken


class KingNow(King, version="current"):
    """The Demon knows you. Each night, once the dead are as many as the living, you learn one character among
    the living.
    """

    def _enough_dead(self, state: State) -> bool:
        return len(queries.dead(state)) >= len(queries.here(state)) - len(queries.dead(state))


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
            for word in ("gain ability if mad", "has this ability"):
                yield me.unmark(word)
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
                "was {0} mad that they are {1:the}?",
                me.player,
                character,
                topic="madness",
                about=me,
                idle=False,
                step="was mad",
            )
        else:  # gains nothing, and may be made to believe otherwise
            gains = yield storyteller.decides(
                "is {0} made to believe that they have gained the ability of {1:the}?",
                me.player, character, topic="false", about=me, idle=False,
            )  # fmt: skip
        if gains:
            notes.gains = True
            yield me.unmark("gain ability if mad")
            yield me.marks(death.player, "has this ability", even_if_impaired=True)
            ability = yield effects.gains(state, me.player, character, by=me)
            ability.secret = True
            ability.pretence_of = me if ability.fake else None


class Knight(Townsfolk):
    """On the first night you learn two players, neither of whom is the Demon."""

    finds = Finding(findings.none_is_demon, "pair", words={"pair": "neither {pair:nor} is the Demon"})

    def first_night(self, me: Ability, state: State) -> Steps:
        every = list(combinations(queries.others(state, me), 2))
        ways = list(queries.ways_to_read(state, "demon"))
        truths = [pair for pair in every if any(not {p.seat for p in pair} & demons for demons in ways)]
        pair = yield me.learns("Neither {0} nor {1} is the Demon.", truths, every)
        for player in pair or ():
            yield me.marks(player, "know", even_if_impaired=True)


class Steward(Townsfolk):
    """On the first night you learn one good player."""

    finds = Finding(findings.is_on_side, "player", words={"player": "{player} is good"})

    def first_night(self, me: Ability, state: State) -> Steps:
        others = queries.others(state, me)
        good = [p for p in queries.who_may_be(state, "good") if p is not me.player]
        player = yield me.learns("{0} is good.", good, others)
        if player is not None:
            yield me.marks(player, "know", even_if_impaired=True)


class Shugenja(Townsfolk):
    """On the first night you learn in which direction the nearest evil player sits. Of two as near, it may be
    either.
    """

    finds = Finding(
        findings.nearest_evil,
        "direction",
        nights="first",
        possible=findings.either_way,
        word="direction",
        words={"direction": "the nearest evil player sits {direction} from me"},
    )

    def first_night(self, me: Ability, state: State) -> Steps:
        ways = [self._directions(me, state, evil) for evil in queries.ways_to_read(state, "evil")]
        truths = [word for word in DIRECTIONS if any(word in way for way in ways)]
        yield me.learns("The nearest evil player sits {0}.", truths, DIRECTIONS)

    def _directions(self, me: Ability, state: State, evil: set[int]) -> tuple[Word, ...]:
        """Where the nearest of these sits: both ways where two are as near, or nobody is evil."""
        clockwise = [player.seat in evil for player in queries.round_from(state, me.player)[:-1]]
        if True not in clockwise:
            return DIRECTIONS
        steps = clockwise.index(True), clockwise[::-1].index(True)
        return tuple(word for word, there in zip(DIRECTIONS, steps, strict=True) if there == min(steps))


class HighPriestess(Townsfolk):
    """Each night you learn a player with whom, the storyteller thinks, you should talk."""

    finds = Finding(words={"player": "I should talk to {player}"}, of_all=True)

    def each_night(self, me: Ability, state: State) -> Steps:
        """Under a lie it is anybody but whom the storyteller would have shown."""
        others = queries.others(state, me)
        best = others
        if information.must_lie(state, me):
            best = [(yield storyteller.chooses("whom should {0} talk to?", others, me.player, topic="confidant"))]
        yield me.learns("You should talk to {0}.", best, others)


MOST_IDIOTS = 3


class VillageIdiot(Townsfolk):
    """Each night you pick a player and learn their side. Up to two more Village Idiots may be in play; then one of
    you is drunk.
    """

    several = True
    finds = Finding(
        findings.is_on_side,
        "player",
        truth="evil",
        words={"player evil=yes": "{player} is evil", "player evil=no": "{player} is good"},
        nights="every",
        possible=findings.player_and_side,
    )

    def fills_bag(self, counts: dict[str, int], state: State) -> Steps:
        """The others take the place of other Townsfolk."""
        if state.bag.count(self) != 1:
            return  # said already, or laid out
        room = counts["townsfolk"] - sum(c.team == "townsfolk" for c in state.bag)
        most = max(0, min(MOST_IDIOTS - 1, room))
        more: int = yield storyteller.chooses(
            "how many more Village Idiots are in play?", range(most + 1), topic="number", step="copies", about=self
        )
        state.bag += [self] * more

    def set_up(self, me: Ability, state: State) -> Steps:
        copies = queries.holders(state, self.id)
        if len(copies) > 1 and copies[0] is me.player:
            drunk = yield storyteller.chooses(
                "which Village Idiot is drunk?", copies, topic="drunk", step="copy", about=me, idle=copies[0]
            )
            yield from makes_copy_drunk(state, drunk)

    @at(Lost)
    def is_lost(self, me: Ability, state: State, lost: Lost) -> Steps:
        yield me.unmark(DRUNK)

    def each_night(self, me: Ability, state: State) -> Steps:
        target: Player = yield me.chooses("a player whose side you learn", queries.here(state))
        truths = queries.by_reading(state, "evil", lambda evil: target.seat in evil)
        yield me.learns("Is {1} evil? The answer is {0}.", truths, (True, False), target)


def makes_copy_drunk(state: State, drunk: Player) -> Steps:
    """Let this Village Idiot alone be drunk for good, by their own ability, whatever becomes of the others."""
    for copy in queries.holders(state, "villageidiot"):
        own = copy.ability("villageidiot")
        if own is not None:
            yield own.unmark(DRUNK)
            if copy is drunk:
                yield own.makes_drunk(copy, outlives=True, even_if_impaired=True)


def is_drunk_copy(state: State, player: Player) -> bool:
    own = player.ability("villageidiot")
    return own is not None and player in queries.has_marked(state, own, DRUNK)
